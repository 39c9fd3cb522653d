"""Compile time, launches and bodies of programs whose sizes broadcast in long chains.

    python bench/chains.py [N ...]

Each program has n operands of unknown sizes; times are of the whole pipeline in one process,
medians of three, next to the time per operand.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time

from tieshape.dialects import mhlo, sdim
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.context import new_context
from tieshape.text.module import parse_module
from xdsl.dialects import scf

VECTOR = "tensor<?xf32>"
SIZES = (6, 12, 24, 48, 96)


def chain(n: int) -> Iterator[str]:
    """((a0 + a1) + a2) + ..."""
    last = "%a0"
    for i in range(1, n + 1):
        yield f'%r{i} = "tf.AddV2"({last}, %a{i}) : ({VECTOR}, {VECTOR}) -> {VECTOR}'
        last = f"%r{i}"
    yield f"func.return {last} : {VECTOR}"


def tree(n: int) -> Iterator[str]:
    """(a0 + a1) + (a2 + a3) + ..., balanced."""
    level, count = [f"%a{i}" for i in range(n + 1)], 0
    while len(level) > 1:
        above = level[len(level) // 2 * 2 :]
        for left, right in zip(level[::2], level[1::2], strict=False):
            count += 1
            yield f'%r{count} = "tf.AddV2"({left}, {right}) : ({VECTOR}, {VECTOR}) -> {VECTOR}'
            above.append(f"%r{count}")
        level = above
    yield f"func.return {level[0]} : {VECTOR}"


def selections(n: int) -> Iterator[str]:
    """where(a0 < a1, a0, a1), then with a2, ..."""
    last = "%a0"
    for i in range(1, n + 1):
        yield f'%c{i} = "tf.Less"({last}, %a{i}) : ({VECTOR}, {VECTOR}) -> tensor<?xi1>'
        operands = f"(%c{i}, {last}, %a{i}) : (tensor<?xi1>, {VECTOR}, {VECTOR})"
        yield f'%r{i} = "tf.SelectV2"{operands} -> {VECTOR}'
        last = f"%r{i}"
    yield f"func.return {last} : {VECTOR}"


def text(body: Callable[[int], Iterator[str]], n: int) -> str:
    """The program with n + 1 arguments."""
    arguments = ", ".join(f"%a{i}: {VECTOR}" for i in range(n + 1))
    lines = "\n".join(f"  {line}" for line in body(n))
    return f"func.func @main({arguments}) -> {VECTOR} {{\n{lines}\n}}\n"


def main() -> None:
    sizes = [int(word) for word in sys.argv[1:]] or SIZES
    print("| program | n | s | ms an operand | bodies | launches | lines of constraints |")
    print("|---|---|---|---|---|---|---|")
    for body in (chain, tree, selections):
        for n in sizes:
            program, times = text(body, n), list[float]()
            for _ in range(3):
                module = parse_module(program, "text")
                start = process_time()
                TieshapePass().apply(new_context(), module)
                times.append(process_time() - start)
            ops = list(module.walk())
            bodies = 1 + sum(isinstance(op, scf.IfOp) for op in ops)
            launches = sum(isinstance(op, mhlo.FusionOp) for op in ops)
            facts = sum(isinstance(op, sdim.ConstraintOp) for op in ops)
            each = 1000 * median(times) / n
            row = (body.__name__, n, f"{median(times):.2f}", f"{each:.0f}", bodies, launches, facts)
            print("|", " | ".join(map(str, row)), "|", flush=True)


if __name__ == "__main__":
    main()
