"""`mhlo.sort` as a stable merge of runs that double in length.

Each pass reads all rows from one set of buffers and writes them to another: the results and
buffers of their own. What goes next is selected, not branched to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import AnyFloat, i1, i32
from xdsl.ir import Block, BlockArgument, Region, SSAValue

from ...analysis.index_maps import product
from ...dialects import mhlo
from ...dialects.types import element_type_of
from .builder import INDEX, LoopBuilder
from .conversions import converted
from .elements import compare_floats, element_of_buffer
from .kernels.reducing import ScalarBody
from .kernels.scalars import is_total_order
from .kernels.sinks import buffer_type
from .temporaries import Temporaries
from .windows import ValueOp


def sort(made: Temporaries, op: mhlo.SortOp) -> None:
    """Raises NotNative where the interpreter must run it."""
    writer = made.writer
    order = _Order(op)
    for value in op.inputs:
        buffer_type(value)
    shape = writer.shape(op.inputs[0])
    for value, result in zip(op.inputs, op.outputs, strict=True):
        for a, b in zip(writer.shape(value), shape, strict=True):
            writer.sizes.same(a, b)
        writer.sizes.bind_type(result.type, shape)
    axis = -1 if op.dimension is None else op.dimension.value.data
    axes = list(range(len(shape)))
    if shape:
        axes.append(axes.pop(axis))
    inputs = [made.transposed(value, axes) for value in op.inputs]
    turned = tuple(shape[a] for a in axes)
    results = list[SSAValue](op.outputs)
    if inputs != list(op.inputs):
        results = [made.keep(ValueOp(value, len(shape)), turned) for value in op.outputs]
    sources = [writer.buffer(value) for value in inputs]
    writer.flush()
    outputs, count = [writer.allocate(result) for result in results], product(turned)
    spare = [writer.scratch(buffer_type(value), count) for value in inputs]
    for source, output in zip(sources, outputs, strict=True):
        writer.builder.here(memref.CopyOp.create(operands=[source, output]))
    length = turned[-1] if turned else count
    sizes = [writer.builder.expr(size) for size in (product(turned[:-1]), length)]
    function = made.shared(op, lambda name: _function(name, order, outputs))
    writer.call(function, [*outputs, *spare, *sizes])
    back = [axes.index(a) for a in range(len(shape))]
    for result, value, output in zip(op.outputs, results, outputs, strict=True):
        writer.set_buffer(value, output)
        if value is not result:
            made.transposed_into(value, back, result)


class _Order:
    """Which of two elements goes first, as `interpreters.mhlo.sorting` has it."""

    def __init__(self, op: mhlo.SortOp):
        self._body = ScalarBody(op.comparator)
        self.types = [element_type_of(value) for value in op.inputs]
        self._key = self._compared()

    def _compared(self) -> int | None:
        """The input of floats whose `<` or `>` is the whole order: NaN is put last there."""
        steps, arguments = self._body.steps, list(self._body.arguments)
        if len(steps) != 1 or not isinstance(op := steps[0], mhlo.CompareOp):
            return None
        if op.comparison_direction.data.value not in ("LT", "GT") or is_total_order(op):
            return None
        if self._body.ends != (op.result,):
            return None
        places = [arguments.index(x) for x in op.operands if isinstance(x, BlockArgument)]
        one = len(places) == 2 and places[0] != places[1] and places[0] // 2 == places[1] // 2
        of_floats = one and isinstance(self.types[places[0] // 2], AnyFloat)
        return places[0] // 2 if of_floats else None

    def precedes(
        self, builder: LoopBuilder, first: Sequence[SSAValue], second: Sequence[SSAValue]
    ) -> SSAValue:
        """Whether `first` must go before `second`."""
        operands = [x for pair in zip(first, second, strict=True) for x in pair]
        (before,) = self._body.apply(builder, operands)
        if self._key is not None:
            a, b = first[self._key], second[self._key]
            last = compare_floats(builder, "uno", b, b)
            number = builder.negation(compare_floats(builder, "uno", a, a))
            before = builder.either(before, builder.both(last, number))
        return before


@dataclass(frozen=True, slots=True)
class _Merge:
    """Two runs that lie side by side: the elements before, and where each begins and ends."""

    row: SSAValue
    first: SSAValue
    middle: SSAValue
    end: SSAValue


def _function(name: str, order: _Order, buffers: Sequence[SSAValue]) -> func.FuncOp:
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
    order: _Order,
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
    order: _Order,
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
    x = _elements(builder, order, sources, runs.row, left, last)
    y = _elements(builder, order, sources, runs.row, right, last)
    sooner = order.precedes(builder, y, x)
    takes_right = builder.both(is_right, builder.either(builder.negation(is_left), sooner))
    place = builder.pure(arith.AddiOp, (runs.first, step), INDEX)
    place = builder.pure(arith.AddiOp, (runs.row, place), INDEX)
    for a, b, target in zip(x, y, targets, strict=True):
        value = converted_to_memory(builder, builder.select(takes_right, b, a), target)
        builder.here(memref.StoreOp.create(operands=[value, target, place]))
    by = builder.select(takes_right, one, builder.constant(0))
    rest = builder.pure(arith.SubiOp, (one, by), INDEX)
    ends = [
        builder.pure(arith.AddiOp, (left, rest), INDEX),
        builder.pure(arith.AddiOp, (right, by), INDEX),
    ]
    count = builder.pure(arith.SubiOp, (runs.end, runs.first), INDEX)
    builder.close_loop(count, starts, ends)


def _elements(
    builder: LoopBuilder,
    order: _Order,
    buffers: Sequence[SSAValue],
    row: SSAValue,
    place: SSAValue,
    last: SSAValue,
) -> list[SSAValue]:
    """Those at `place`, or at `last` where that is less."""
    place = builder.pure(arith.MinSIOp, (place, last), INDEX)
    at = builder.pure(arith.AddiOp, (row, place), INDEX)
    found = list[SSAValue]()
    for buffer, type_ in zip(buffers, order.types, strict=True):
        load = memref.LoadOp.create(operands=[buffer, at], result_types=[element_of_buffer(buffer)])
        found.append(converted(builder, builder.here(load).results[0], type_))
    return found


def converted_to_memory(builder: LoopBuilder, value: SSAValue, buffer: SSAValue) -> SSAValue:
    """An element as it is stored."""
    stored = element_of_buffer(buffer)
    if value.type == stored:
        return value
    if value.type == i1:
        return builder.pure(arith.ExtUIOp, (value,), stored)
    if value.type == i32:
        return builder.pure(arith.TruncIOp, (value,), stored)
    return builder.pure(arith.IndexCastOp, (value,), stored)
