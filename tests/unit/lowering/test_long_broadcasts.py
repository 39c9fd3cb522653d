"""What a chain of undecided broadcasts costs the whole pipeline grows as the chain does."""

from typing import Any

import pytest
from tieshape.analysis.constraint_cache import clear_constraint_cache
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module
from xdsl.context import Context

TYPE = "tensor<?xf32>"


def additions(n: int, tree: bool) -> str:
    """n additions of n + 1 arguments of unknown sizes, one after another or balanced."""
    waiting, lines = [f"%a{i}" for i in range(n + 1)], list[str]()
    while len(waiting) > 1:
        first, second, *rest = waiting
        made = f"%r{len(lines)}"
        lines.append(f'{made} = "tf.AddV2"({first}, {second}) : ({TYPE}, {TYPE}) -> {TYPE}')
        waiting = [*rest, made] if tree else [made, *rest]
    arguments = ", ".join(f"%a{i}: {TYPE}" for i in range(n + 1))
    body = "\n".join([*lines, f"func.return {waiting[0]} : {TYPE}"])
    return f"func.func @main({arguments}) -> {TYPE} {{\n{body}\n}}"


@pytest.mark.parametrize("tree", [False, True])
def test_four_times_as_many_broadcasts_cost_about_four_times_as_much(tree: bool, work: Any) -> None:
    calls = dict[int, int]()
    for n in (4, 8, 32):  # the first one imports and fills what is remembered of types
        clear_constraint_cache()
        module = parse_module(additions(n, tree), "additions.mlir")
        with work.counted():
            TieshapePass().apply(Context(), module)
        calls[n] = work.calls
    assert calls[32] < 4.4 * calls[8]
