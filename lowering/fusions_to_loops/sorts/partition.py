"""A sort by truths: two passes in the place of merges, the first to count those that go first."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func
from xdsl.ir import Block, Region, SSAValue

from ..builder import INDEX, LoopBuilder
from .order import SortOrder, load_all, store_all


def partition(name: str, order: SortOrder, buffers: Sequence[SSAValue]) -> func.FuncOp:
    """`@partition(results.., sources.., rows, length)`: the sources, sorted into the results.

    order: whose key is of i1
    buffers: of the sources
    """
    key = order.key
    assert key is not None
    types = [buffer.type for buffer in buffers]
    entry = Block(arg_types=[*types, *types, INDEX, INDEX])
    *both, rows, length = entry.args
    targets, sources = both[: len(types)], both[len(types) :]
    builder = LoopBuilder()
    builder.open(entry)
    row, _ = builder.open_loop()
    start = builder.pure(arith.MuliOp, (row, length), INDEX)

    def elements(number: SSAValue) -> tuple[list[SSAValue], SSAValue]:
        at = builder.pure(arith.AddiOp, (start, number), INDEX)
        found = load_all(builder, order, sources, at)
        truth = found[key.input]
        return found, builder.negation(truth) if key.is_ascending else truth

    starts = [start]
    number, (end,) = builder.open_loop(starts)
    _, goes_first = elements(number)
    (end,) = builder.close_loop(length, starts, [_next(builder, end, goes_first)])
    starts = [start, end]
    number, (first, other) = builder.open_loop(starts)
    found, goes_first = elements(number)
    store_all(builder, found, targets, builder.select(goes_first, first, other))
    goes_last = builder.negation(goes_first)
    ends = [_next(builder, first, goes_first), _next(builder, other, goes_last)]
    builder.close_loop(length, starts, ends)
    builder.close_loop(rows)
    builder.here(func.ReturnOp.create())
    builder.close()
    return func.FuncOp(name, ([a.type for a in entry.args], []), Region(entry), "private")


def _next(builder: LoopBuilder, place: SSAValue, is_taken: SSAValue) -> SSAValue:
    """The place after `place` if that is taken, otherwise itself."""
    step = builder.select(is_taken, builder.constant(1), builder.constant(0))
    return builder.pure(arith.AddiOp, (place, step), INDEX)
