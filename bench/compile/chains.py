"""Compile time, launches and bodies of programs whose sizes broadcast or add up in long chains.

    python bench/compile/chains.py [PROGRAM | N ...]

Each program has n ops on operands of unknown sizes, as a chain ((a0 + a1) + a2) + ... or as a
balanced tree. Times are user CPU seconds of the whole pipeline in one process, the least of three;
x 2 is the ratio to the time of half as many ops. Garbage is collected as by the commands.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from resource import RUSAGE_SELF, getrusage

from tieshape.dialects import mhlo, sdim
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.context import new_context
from tieshape.text.module import parse_module
from tieshape.tools.start import THRESHOLDS
from xdsl.dialects import scf

VECTOR = "tensor<?xf32>"
MATRICES = "tensor<?x4x4xf32>"
SIZES = (6, 12, 24, 48, 96)

Join = Callable[[int, str, str], Iterator[str]]
"""The lines that make `%r{i}` of two values."""


def addition(i: int, a: str, b: str) -> Iterator[str]:
    yield f'%r{i} = "tf.AddV2"({a}, {b}) : ({VECTOR}, {VECTOR}) -> {VECTOR}'


def selection(i: int, a: str, b: str) -> Iterator[str]:
    """The lesser of both, by a comparison."""
    yield f'%c{i} = "tf.Less"({a}, {b}) : ({VECTOR}, {VECTOR}) -> tensor<?xi1>'
    operands = f"(%c{i}, {a}, {b}) : (tensor<?xi1>, {VECTOR}, {VECTOR})"
    yield f'%r{i} = "tf.SelectV2"{operands} -> {VECTOR}'


def where(i: int, a: str, b: str) -> Iterator[str]:
    """One of both, by a condition that is an argument of a size of its own."""
    operands = f"(%w{i}, {a}, {b}) : (tensor<?xi1>, {VECTOR}, {VECTOR})"
    yield f'%r{i} = "tf.SelectV2"{operands} -> {VECTOR}'


def concatenation(i: int, a: str, b: str) -> Iterator[str]:
    operands = f"({a}, {b}, %axis) : ({VECTOR}, {VECTOR}, tensor<i32>)"
    yield f'%r{i} = "tf.ConcatV2"{operands} -> {VECTOR}'


def product(i: int, a: str, b: str) -> Iterator[str]:
    """Products of 4 x 4 matrices, whose batch dimensions broadcast."""
    types = f"({MATRICES}, {MATRICES}) -> {MATRICES}"
    yield f'%r{i} = "tf.BatchMatMulV2"({a}, {b}) : {types}'


JOINS: dict[str, Join] = {
    "add": addition,
    "select": selection,
    "where": where,
    "concat": concatenation,
    "matmul batch": product,
}


def chain(n: int, join: Join) -> Iterator[str]:
    """((a0 + a1) + a2) + ..."""
    last = "%a0"
    for i in range(1, n + 1):
        yield from join(i, last, f"%a{i}")
        last = f"%r{i}"


def tree(n: int, join: Join) -> Iterator[str]:
    """(a0 + a1) + (a2 + a3) + ..., balanced."""
    level, count = [f"%a{i}" for i in range(n + 1)], 0
    while len(level) > 1:
        above = level[len(level) // 2 * 2 :]
        for left, right in zip(level[::2], level[1::2], strict=False):
            count += 1
            yield from join(count, left, right)
            above.append(f"%r{count}")
        level = above


def text(form: Callable[[int, Join], Iterator[str]], join: Join, n: int) -> str:
    """The program with n ops of n + 1 arguments."""
    type = MATRICES if join is product else VECTOR
    arguments = [f"%a{i}: {type}" for i in range(n + 1)]
    if join is where:
        arguments += [f"%w{i}: tensor<?xi1>" for i in range(1, n + 1)]
    lines = list(form(n, join))
    if join is concatenation:
        lines.insert(0, '%axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>')
    lines.append(f"func.return %r{n} : {type}")
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @main({', '.join(arguments)}) -> {type} {{\n{body}\n}}\n"


def main() -> None:
    sizes = [int(word) for word in sys.argv[1:] if word.isdigit()] or SIZES
    gc.set_threshold(*THRESHOLDS)
    wanted = [word for word in sys.argv[1:] if not word.isdigit()] or JOINS
    print("| program | n | user s | x 2 | bodies | launches | constraints: lines | operands |")
    print("|---|---|---|---|---|---|---|---|")
    for name in wanted:
        for form in (chain, tree):
            before: dict[int, float] = {}
            for n in sizes:
                program, times = text(form, JOINS[name], n), list[float]()
                for _ in range(3):
                    module = parse_module(program, "text")
                    start = getrusage(RUSAGE_SELF).ru_utime
                    TieshapePass().apply(new_context(), module)
                    times.append(getrusage(RUSAGE_SELF).ru_utime - start)
                ops = list(module.walk())
                bodies = 1 + sum(isinstance(op, scf.IfOp) for op in ops)
                launches = sum(isinstance(op, mhlo.FusionOp) for op in ops)
                facts = [op for op in ops if isinstance(op, sdim.ConstraintOp)]
                operands = sum(len(op.operands) for op in facts)
                before[n] = min(times)
                ratio = f"{before[n] / before[n // 2]:.1f}" if n // 2 in before else ""
                title = f"{name}, {form.__name__}"
                row = (title, n, f"{min(times):.2f}", ratio, bodies, launches, len(facts), operands)
                print("|", " | ".join(map(str, row)), "|", flush=True)


if __name__ == "__main__":
    main()
