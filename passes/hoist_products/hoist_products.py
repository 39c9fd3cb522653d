"""Products of one entry of a tensor a trip, as one product of the whole tensor before the loop.

```mlir
mhlo.while(%i = %zero, …) … cond { mhlo.compare LT, %i, %n } do {
  %row = "mhlo.fusion"(%x, …) ({ … mhlo.real_dynamic_slice … mhlo.dynamic_reshape … })
  %p = "mhlo.dot_general"(%row, %w) …
  %h = "mhlo.fusion"(%p, …) …
```
becomes
```mlir
%all = "mhlo.dot_general"(%x, %w) …
mhlo.while(%i = %zero, …) … cond { mhlo.compare LT, %i, %n } do {
  %row = "mhlo.fusion"(%x, …) …
  %h = "mhlo.fusion"(%all, …) ({ … mhlo.real_dynamic_slice … mhlo.dynamic_reshape … })
```
A row of the product is the product of the row, whichever row that is. So it is right wherever no
trip changes `%x` and `%w`; it pays where the loop counts from 0 to the number of rows, so that no
more rows are multiplied than before. The slice of `%x` stays: it tests that the row is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IndexType,
    IntegerAttr,
    ModuleOp,
    TensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import mhlo, sdim
from ...dialects.mhlo.dimension_numbers import DotDimensionNumbersAttr, DotDimensions
from ...dialects.types import element_type_of, tensor_type
from ...materialize.places import keeping_places
from .counting import counts_to, entries_of, given_to, maker_of, outside_of_group

INDEX = IndexType()
NUMBERS = "dot_dimension_numbers"
RESHAPES = (mhlo.ReshapeOp, mhlo.DynamicReshapeOp)


@dataclass(frozen=True)
class HoistProductsPass(ModulePass):
    """Products of one entry a trip, as one product before the loop."""

    name = "tieshape-hoist-products"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        hoist_products(op)


def hoist_products(root: Operation) -> None:
    """Those of each loop below `root`."""
    for loop in [op for op in root.walk() if isinstance(op, mhlo.WhileOp)]:
        for op in list(loop.body.block.ops):
            if isinstance(op, mhlo.DotGeneralOp):
                _hoist(loop, op)


@dataclass(frozen=True, slots=True)
class _Row:
    """One entry of `source` along `axis`, with that dimension or without it."""

    source: SSAValue
    """As the loop is given it."""
    axis: int
    begin: SSAValue
    """Where it begins in each dimension, as the body has it."""
    is_reshaped: bool


def _hoist(loop: mhlo.WhileOp, dot: mhlo.DotGeneralOp) -> None:
    numbers = dot.dot_dimension_numbers.data
    row, weights = _row(loop, dot.lhs), given_to(loop, dot.rhs)
    users = [(use.operation, use.index) for use in dot.result.uses]
    if (
        row is None
        or weights is None
        or not users
        or not all(_is_group_of(loop, op) for op, _ in users)
    ):
        return
    inner, columns = numbers.lhs_contracting_dimensions, tensor_type(dot.rhs).get_shape()
    if numbers.lhs_batching_dimensions or len(inner) != 1 or len(columns) != 2:
        return
    width = columns[1 - numbers.rhs_contracting_dimensions[0]]
    if width == DYNAMIC_INDEX or not counts_to(loop, entries_of(row.source)[row.axis]):
        return
    axis = inner[0] + (row.is_reshaped and inner[0] >= row.axis)
    if axis == row.axis:
        return
    entries = entries_of(row.source)
    kept = [d for d in range(len(entries)) if d != axis]
    element = element_type_of(dot.result)
    whole = mhlo.DotGeneralOp.create(
        operands=[row.source, weights],
        properties={**dot.properties, NUMBERS: _numbers(axis, numbers.rhs_contracting_dimensions)},
        result_types=[sdim.encoded_type(element, [*(_known(entries[d]) for d in kept), width])],
    )
    Rewriter.insert_op(whole, InsertPoint.before(loop))
    one = [1 if d == row.axis else _known(entries[d]) for d in kept]
    entry = sdim.encoded_type(element, [*one, width])
    bounds = _bounds(dot, row, kept, width)
    sizes = _sizes(dot, inner[0], width) if row.is_reshaped else None
    for op, number in users:
        assert isinstance(op, mhlo.FusionOp)
        _read_inside(op, number, [whole.result, *bounds, *([sizes] if sizes else [])], entry)
    Rewriter.erase_op(dot)


# What is made


def _numbers(axis: int, inner: tuple[int, ...]) -> DotDimensionNumbersAttr:
    numbers = DotDimensions(lhs_contracting_dimensions=(axis,), rhs_contracting_dimensions=inner)
    return DotDimensionNumbersAttr(numbers)


def _known(size: str | int | None) -> str | int:
    assert size is not None
    return size


def _bounds(dot: mhlo.DotGeneralOp, row: _Row, kept: Sequence[int], width: int) -> list[SSAValue]:
    """Begin, end and step of the entry in the dimensions `kept` of the source, and in the last."""
    element, axis = element_type_of(row.begin), _constant(row.axis)
    begin = tensor.ExtractOp(row.begin, [axis.result], element)
    place = arith.IndexCastOp(begin.result, INDEX) if element != INDEX else begin
    zero, one, all_ = (_constant(number) for number in (0, 1, width))
    end = arith.AddiOp(place.result, one.result)
    made = [axis, begin, *([place] if place is not begin else []), zero, one, all_, end]
    sizes = list[SSAValue]()
    for d in kept:
        number = _constant(d)
        size = tensor.DimOp(row.source, number.result)
        made += [number, size] if d != row.axis else []
        sizes.append(end.result if d == row.axis else size.result)
    Rewriter.insert_op(made, InsertPoint.before(dot))
    begins = [place.result if d == row.axis else zero.result for d in kept]
    return [
        _vector(dot, numbers)
        for numbers in (
            [*begins, zero.result],
            [*sizes, all_.result],
            [one.result] * (len(kept) + 1),
        )
    ]


def _sizes(dot: mhlo.DotGeneralOp, inner: int, width: int) -> SSAValue:
    """The sizes of the result of `dot`."""
    numbers = list[SSAValue]()
    for d in range(len(tensor_type(dot.lhs).get_shape())):
        if d != inner:
            number = _constant(d)
            size = tensor.DimOp(dot.lhs, number.result)
            Rewriter.insert_op([number, size], InsertPoint.before(dot))
            numbers.append(size.result)
    last = _constant(width)
    Rewriter.insert_op(last, InsertPoint.before(dot))
    return _vector(dot, [*numbers, last.result])


def _constant(number: int) -> arith.ConstantOp:
    return arith.ConstantOp(IntegerAttr(number, INDEX))


def _vector(dot: Operation, numbers: Sequence[SSAValue]) -> SSAValue:
    """A tensor of sizes, before `dot`."""
    made = tensor.FromElementsOp.create(
        operands=numbers, result_types=[TensorType(INDEX, [len(numbers)])]
    )
    Rewriter.insert_op(made, InsertPoint.before(dot))
    return made.results[0]


def _read_inside(
    group: mhlo.FusionOp, number: int, given: Sequence[SSAValue], entry: TensorType[Attribute]
) -> None:
    """Operand `number` of `group` is read from what is `given` first, by bounds; the last one are
    the sizes of the operand, where they are others than those of `entry`.
    """
    block, (whole, *rest) = group.fused_computation.block, given
    group.operands = [
        *(whole if i == number else operand for i, operand in enumerate(group.operands)),
        *rest,
    ]
    old = block.args[number]
    places = [block.insert_arg(value.type, len(block.args)) for value in rest]
    source = block.insert_arg(whole.type, number)
    part = mhlo.RealDynamicSliceOp.create(operands=[source, *places[:3]], result_types=[entry])
    made: list[Operation] = [part]
    if len(places) > 3:
        made.append(
            mhlo.DynamicReshapeOp.create(operands=[part.result, places[3]], result_types=[old.type])
        )
    old.replace_all_uses_with(made[-1].results[0])
    block.erase_arg(old)
    first = block.first_op
    assert first is not None
    block.insert_ops_before(made, first)


def _is_group_of(loop: mhlo.WhileOp, op: Operation) -> bool:
    return isinstance(op, mhlo.FusionOp) and op.parent is loop.body.block


def _row(loop: mhlo.WhileOp, value: SSAValue) -> _Row | None:
    op = maker_of(value)
    reshaped = isinstance(op, RESHAPES)
    if reshaped:
        op = maker_of(op.operands[0])
    if not isinstance(op, mhlo.RealDynamicSliceOp):
        return None
    source, begin = outside_of_group(op.operand), outside_of_group(op.start_indices)
    given = None if source is None else given_to(loop, source)
    if given is None or begin is None:
        return None
    whole, part = entries_of(given), entries_of(op.result)
    axes = [d for d, (a, b) in enumerate(zip(whole, part, strict=True)) if a != b]
    if len(axes) != 1 or part[axes[0]] != 1 or None in whole:
        return None
    without = [size for d, size in enumerate(part) if d != axes[0]]
    if reshaped and entries_of(value) != without:
        return None
    return _Row(given, axes[0], begin, reshaped)
