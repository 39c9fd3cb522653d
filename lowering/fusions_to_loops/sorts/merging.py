"""A sort as a stable merge of runs that double in length.

Each pass reads all rows from one set of buffers and writes them to another: the results and
buffers of their own. What goes next is selected, not branched to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, func, memref, scf
from xdsl.ir import Block, Region, SSAValue

from ..builder import INDEX, LoopBuilder
from .order import SortOrder, load_all, store_all


@dataclass(frozen=True, slots=True)
class _Merge:
    """Two runs that lie side by side: the elements before, and where each begins and ends."""

    row: SSAValue
    first: SSAValue
    middle: SSAValue
    end: SSAValue


def merging_sort(name: str, order: SortOrder, buffers: Sequence[SSAValue]) -> func.FuncOp:
    """`@sort(results.., spare.., rows, length)`: sorts rows of the results."""
    types = [buffer.type for buffer in buffers]
    entry = Block(arg_types=[*types, *types, INDEX, INDEX])
    *both, rows, length = entry.args
    builder = LoopBuilder()
    builder.open(entry)
    one = builder.constant(1)
    carried = [one, *both]
    before = Block(arg_types=[value.type for value in carried])
    builder.open(before)
    unsorted = builder.compare("slt", before.args[0], length)
    builder.here(scf.ConditionOp.create(operands=[unsorted, *before.args]))
    builder.close()
    body = Block(arg_types=[value.type for value in carried])
    builder.open(body)
    width, *pair = body.args
    sources, targets = pair[: len(types)], pair[len(types) :]
    _pass(builder, order, (sources, targets), (rows, length, width))
    twice = builder.pure(arith.AddiOp, (width, width), INDEX)
    builder.here(scf.YieldOp.create(operands=[twice, *targets, *sources]))
    builder.close()
    loop = scf.WhileOp.create(
        operands=carried,
        result_types=[value.type for value in carried],
        regions=[Region(before), Region(body)],
    )
    _, *ends = builder.here(loop).results
    for source, target in zip(ends[: len(types)], both[: len(types)], strict=True):
        _copy_unless_same(builder, source, target)
    builder.here(func.ReturnOp.create())
    builder.close()
    return func.FuncOp(name, ([a.type for a in entry.args], []), Region(entry), "private")


def _copy_unless_same(builder: LoopBuilder, source: SSAValue, target: SSAValue) -> None:
    places = [
        builder.pure(memref.ExtractAlignedPointerAsIndexOp, (buffer,), INDEX)
        for buffer in (source, target)
    ]
    other = builder.compare("ne", *places)
    builder.open(Block())
    builder.here(memref.CopyOp.create(operands=[source, target]))
    builder.here(scf.YieldOp.create())
    then = Region(builder.close())
    builder.here(scf.IfOp.create(operands=[other], regions=[then, Region()]))


def _pass(
    builder: LoopBuilder,
    order: SortOrder,
    buffers: tuple[Sequence[SSAValue], Sequence[SSAValue]],
    sizes: tuple[SSAValue, SSAValue, SSAValue],
) -> None:
    """Every two neighbouring runs of `width` in each row become one."""
    rows, length, width = sizes
    one = builder.constant(1)
    twice = builder.pure(arith.AddiOp, (width, width), INDEX)
    most = builder.pure(
        arith.SubiOp, (builder.pure(arith.AddiOp, (length, twice), INDEX), one), INDEX
    )
    runs = builder.pure(arith.DivUIOp, (most, twice), INDEX)
    row, _ = builder.open_loop()
    start = builder.pure(arith.MuliOp, (row, length), INDEX)
    run, _ = builder.open_loop()
    first = builder.pure(arith.MuliOp, (run, twice), INDEX)
    ends = [
        builder.pure(arith.MinSIOp, (builder.pure(arith.AddiOp, (first, by), INDEX), length), INDEX)
        for by in (width, twice)
    ]
    _merge(builder, order, buffers, _Merge(start, first, *ends))
    builder.close_loop(runs)
    builder.close_loop(rows)


def _merge(
    builder: LoopBuilder,
    order: SortOrder,
    buffers: tuple[Sequence[SSAValue], Sequence[SSAValue]],
    runs: _Merge,
) -> None:
    """An element of the left run, unless that is at its end or the right one precedes it."""
    sources, targets = buffers
    one = builder.constant(1)
    starts = [runs.first, runs.middle]
    step, (left, right) = builder.open_loop(starts)
    is_left = builder.compare("slt", left, runs.middle)
    is_right = builder.compare("slt", right, runs.end)
    last = builder.pure(arith.SubiOp, (runs.end, one), INDEX)
    x, y = (
        _elements_up_to(builder, order, sources, runs.row, (place, last)) for place in (left, right)
    )
    sooner = order.precedes(builder, y, x)
    takes_right = builder.both(is_right, builder.either(builder.negation(is_left), sooner))
    place = builder.pure(arith.AddiOp, (runs.first, step), INDEX)
    place = builder.pure(arith.AddiOp, (runs.row, place), INDEX)
    taken = [builder.select(takes_right, b, a) for a, b in zip(x, y, strict=True)]
    store_all(builder, taken, targets, place)
    by = builder.select(takes_right, one, builder.constant(0))
    rest = builder.pure(arith.SubiOp, (one, by), INDEX)
    ends = [
        builder.pure(arith.AddiOp, (left, rest), INDEX),
        builder.pure(arith.AddiOp, (right, by), INDEX),
    ]
    count = builder.pure(arith.SubiOp, (runs.end, runs.first), INDEX)
    builder.close_loop(count, starts, ends)


def _elements_up_to(
    builder: LoopBuilder,
    order: SortOrder,
    buffers: Sequence[SSAValue],
    row: SSAValue,
    places: tuple[SSAValue, SSAValue],
) -> list[SSAValue]:
    """Those of a row at the lesser of two places."""
    place = builder.pure(arith.MinSIOp, places, INDEX)
    return load_all(builder, order, buffers, builder.pure(arith.AddiOp, (row, place), INDEX))
