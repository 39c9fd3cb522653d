"""The first entries of sorted rows, where nothing reads the others: no row is sorted whole.

A row's best entries so far stay sorted at the begin of the results; an element that belongs to
them moves the later ones by one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from xdsl.dialects import arith, func, scf
from xdsl.ir import Block, Region, SSAValue, Use

from ....dialects import mhlo
from ....dialects.mhlo.dense import int_values
from ....dialects.types import tensor_type
from ..builder import INDEX, LoopBuilder
from ..origins import number_of
from .order import SortOrder, load_all, store_all
from .rows import SortedRow, over_rows

MOST: Final = 64
"""Up to as many entries, rows whose every element belongs to the best so far cost about as much as
they do to be sorted whole.
"""


def entries_read(op: mhlo.SortOp, axis: int) -> int | None:
    """How many entries along `axis` are read of the results at most; None: that is not known."""
    numbers = [_entries_of(use, axis) for result in op.outputs for use in _uses(result)]
    known = [number for number in numbers if number is not None]
    return max(known, default=None) if len(known) == len(numbers) else None


def _uses(value: SSAValue) -> Iterator[Use]:
    """Those of `value`, in the groups that it is an operand of too."""
    for use in value.uses:
        if isinstance(group := use.operation, mhlo.FusionOp):
            yield from _uses(group.fused_computation.block.args[use.index])
        else:
            yield use


def _entries_of(use: Use, axis: int) -> int | None:
    op = use.operation
    if isinstance(op, mhlo.SliceOp):
        return int_values(op.limit_indices)[axis]
    if not isinstance(op, mhlo.RealDynamicSliceOp) or use.index != 0:
        return None
    if number_of(op.start_indices) != 0 or number_of(op.strides) != 1:
        return None
    size = tensor_type(op.result).get_shape()[axis]
    return None if size < 0 else size


def first_entries(
    name: str, order: SortOrder, buffers: Sequence[SSAValue], most: int
) -> func.FuncOp:
    """`@first(results.., sources.., rows, length)`: the first entries of each row of the sources.

    Each row of the results has room for all entries.

    order: which has a key
    buffers: of the sources
    most: entries that are wanted of a row
    """

    def write(builder: LoopBuilder, row: SortedRow) -> None:
        number, _ = builder.open_loop()
        elements = load_all(builder, order, row.sources, _sum(builder, row.start, number))
        free = builder.pure(arith.MinSIOp, (number, builder.constant(most - 1)), INDEX)
        is_room = builder.compare("slt", number, builder.constant(most))
        worst = load_all(builder, order, row.targets, _sum(builder, row.start, free))
        belongs = builder.either(is_room, order.precedes(builder, elements, worst))
        builder.open(Block())
        _insert(builder, order, row.targets, elements, (row.start, free))
        builder.here(scf.YieldOp.create())
        then = Region(builder.close())
        builder.here(scf.IfOp.create(operands=[belongs], regions=[then, Region()]))
        builder.close_loop(row.length)

    return over_rows(name, buffers, write)


def _insert(
    builder: LoopBuilder,
    order: SortOrder,
    targets: Sequence[SSAValue],
    elements: Sequence[SSAValue],
    places: tuple[SSAValue, SSAValue],
) -> None:
    """Into the row that begins at the first of `places`, whose second may be overwritten."""
    start, free = places
    before = Block(arg_types=[INDEX])
    builder.open(before)
    (place,) = before.args
    zero = builder.constant(0)
    previous = builder.pure(arith.MaxSIOp, (_minus_one(builder, place), zero), INDEX)
    other = load_all(builder, order, targets, _sum(builder, start, previous))
    sooner = order.precedes(builder, elements, other)
    moves = builder.both(builder.compare("sgt", place, zero), sooner)
    builder.here(scf.ConditionOp.create(operands=[moves, place]))
    builder.close()
    body = Block(arg_types=[INDEX])
    builder.open(body)
    (place,) = body.args
    previous = _minus_one(builder, place)
    other = load_all(builder, order, targets, _sum(builder, start, previous))
    store_all(builder, other, targets, _sum(builder, start, place))
    builder.here(scf.YieldOp.create(operands=[previous]))
    builder.close()
    regions = [Region(before), Region(body)]
    loop = scf.WhileOp.create(operands=[free], result_types=[INDEX], regions=regions)
    (place,) = builder.here(loop).results
    store_all(builder, elements, targets, _sum(builder, start, place))


def _sum(builder: LoopBuilder, a: SSAValue, b: SSAValue) -> SSAValue:
    return builder.pure(arith.AddiOp, (a, b), INDEX)


def _minus_one(builder: LoopBuilder, place: SSAValue) -> SSAValue:
    return builder.pure(arith.SubiOp, (place, builder.constant(1)), INDEX)
