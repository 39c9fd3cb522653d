"""A sort by truths: two passes in the place of merges, the first to count those that go first."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func
from xdsl.ir import SSAValue

from ..builder import INDEX, LoopBuilder
from .order import SortOrder, load_all, store_all
from .rows import SortedRow, over_rows


def partition(name: str, order: SortOrder, buffers: Sequence[SSAValue]) -> func.FuncOp:
    """`@partition(results.., sources.., rows, length)`: the sources, sorted into the results.

    order: whose key is of i1
    buffers: of the sources
    """
    key = order.key
    assert key is not None

    def write(builder: LoopBuilder, row: SortedRow) -> None:
        def elements(number: SSAValue) -> tuple[list[SSAValue], SSAValue]:
            at = builder.pure(arith.AddiOp, (row.start, number), INDEX)
            found = load_all(builder, order, row.sources, at)
            truth = found[key.input]
            return found, builder.negation(truth) if key.is_ascending else truth

        starts = [row.start]
        number, (end,) = builder.open_loop(starts)
        _, goes_first = elements(number)
        (end,) = builder.close_loop(row.length, starts, [_next(builder, end, goes_first)])
        starts = [row.start, end]
        number, (first, other) = builder.open_loop(starts)
        found, goes_first = elements(number)
        store_all(builder, found, row.targets, builder.select(goes_first, first, other))
        goes_last = builder.negation(goes_first)
        ends = [_next(builder, first, goes_first), _next(builder, other, goes_last)]
        builder.close_loop(row.length, starts, ends)

    return over_rows(name, buffers, write)


def _next(builder: LoopBuilder, place: SSAValue, is_taken: SSAValue) -> SSAValue:
    """The place after `place` if that is taken, otherwise itself."""
    step = builder.select(is_taken, builder.constant(1), builder.constant(0))
    return builder.pure(arith.AddiOp, (place, step), INDEX)
