"""Elements of small integer tensors as the scalars that they were made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce as fold
from itertools import product as combinations
from math import prod

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...dialects import mhlo
from ...dialects.foreign import arith_tensors
from ...dialects.mhlo import int_values
from ...dialects.sdim import constant_of
from ...dialects.types import is_dense, is_integer_or_index, is_tensor
from ...materialize.op_builder import OpBuilder

Position = tuple[int, ...]

IDENTITIES: dict[type[Operation], tuple[int, type[arith.AddiOp | arith.MuliOp]]] = {
    mhlo.AddOp: (0, arith.AddiOp),
    mhlo.MultiplyOp: (1, arith.MuliOp),
}
"""For each op that reductions combine with: its neutral element and the op on scalars."""


def scalarize(function: func.FuncOp) -> None:
    """Replaces each `tensor.extract` at constant positions by the producing scalar, where known."""
    for op in list(function.walk()):
        if isinstance(op, tensor.ExtractOp):
            _extract(op)
        elif isinstance(op, arith.IndexCastOp):
            _cast_back(op)


def _extract(op: tensor.ExtractOp) -> None:
    indices = [constant_of(index) for index in op.indices]
    known = tuple(index for index in indices if index is not None)
    if len(known) == len(indices) and is_integer_or_index(op.result.type):
        scalar = ScalarFinder(op).find(op.tensor, known)
        if scalar is not None:
            op.result.replace_all_uses_with(scalar)
            Rewriter.erase_op(op)


def _cast_back(op: arith.IndexCastOp) -> None:
    """A cast to `index` and back is nothing."""
    inner = op.input.owner
    if isinstance(inner, arith.IndexCastOp) and inner.input.type == op.result.type:
        op.result.replace_all_uses_with(inner.input)
        Rewriter.erase_op(op)


class ScalarFinder(OpBuilder):
    """Finds the scalars that elements are; inserts what must be computed for them."""

    def find(self, value: SSAValue, position: Position) -> SSAValue | None:
        """The scalar at `position` of `value`; None where it is not known."""
        shape, made = shape_of(value), value.owner
        if shape is None or len(shape) != len(position):
            return None
        if not all(0 <= i < n for i, n in zip(position, shape, strict=True)):
            return None
        find = FINDERS.get(type(made)) if isinstance(made, Operation) else None
        return None if find is None else find(self, made, position)

    def constant(self, value: int, type: Attribute) -> SSAValue | None:
        if not is_integer_or_index(type):
            return None
        return self.value(arith.ConstantOp(IntegerAttr(value, type)))


def shape_of(value: SSAValue) -> Position | None:
    """The sizes of a tensor of static shape and integer elements."""
    type = value.type
    if not is_tensor(type) or not is_integer_or_index(type.element_type):
        return None
    shape = type.get_shape()
    return None if DYNAMIC_INDEX in shape else shape


def linear(position: Position, shape: Sequence[int]) -> int:
    """The place of `position` in row-major order."""
    return fold(lambda total, axis: total * axis[1] + axis[0], zip(position, shape, strict=True), 0)


def position_of(place: int, shape: Sequence[int]) -> Position:
    """The position of the element at `place` in row-major order."""
    result = list[int]()
    for size in reversed(shape):
        place, index = divmod(place, size)
        result.append(index)
    return tuple(reversed(result))


def from_elements(
    b: ScalarFinder, op: tensor.FromElementsOp, position: Position
) -> SSAValue | None:
    return op.operands[linear(position, shape_of(op.results[0]) or ())]


def constant(
    b: ScalarFinder, op: arith.ConstantOp | mhlo.ConstantOp, position: Position
) -> SSAValue | None:
    type = op.results[0].type
    if not is_dense(op.value) or not is_tensor(type):
        return None
    place = linear(position, type.get_shape())
    return b.constant(int_values(op.value)[place], type.element_type)


def same_place(b: ScalarFinder, op: Operation, position: Position) -> SSAValue | None:
    return b.find(op.operands[0], position)


def reshape(b: ScalarFinder, op: Operation, position: Position) -> SSAValue | None:
    before, after = shape_of(op.operands[0]), shape_of(op.results[0])
    if before is None or after is None or prod(before) != prod(after):
        return None
    return b.find(op.operands[0], position_of(linear(position, after), before))


def concatenate(b: ScalarFinder, op: mhlo.ConcatenateOp, position: Position) -> SSAValue | None:
    axis = op.dimension.value.data
    index = position[axis]
    for operand in op.val:
        shape = shape_of(operand)
        if shape is None:
            return None
        if index < shape[axis]:
            return b.find(operand, (*position[:axis], index, *position[axis + 1 :]))
        index -= shape[axis]
    return None


def slice_(b: ScalarFinder, op: mhlo.SliceOp, position: Position) -> SSAValue | None:
    starts, strides = int_values(op.start_indices), int_values(op.strides)
    axes = zip(position, starts, strides, strict=True)
    return b.find(op.operand, tuple(start + i * stride for i, start, stride in axes))


def gather(
    b: ScalarFinder, op: mhlo.GatherOp | mhlo.DynamicGatherOp, position: Position
) -> SSAValue | None:
    """Single elements of a vector at constant positions, each moved to be inside."""
    numbers, shape = op.dimension_numbers.data, shape_of(op.operands[0])
    made = op.start_indices.owner
    if not isinstance(made, mhlo.ConstantOp | arith.ConstantOp) or not is_dense(made.value):
        return None
    if shape is None or len(shape) != 1 or numbers.offset_dims or not shape[0]:
        return None
    result = shape_of(op.results[0])
    indices = int_values(made.value)
    if result is None or len(indices) != prod(result):
        return None
    index = indices[linear(position, result)]
    return b.find(op.operands[0], (max(0, min(index, shape[0] - 1)),))


def reduce(b: ScalarFinder, op: mhlo.ReduceOp, position: Position) -> SSAValue | None:
    """All elements along the dimensions, combined by one op."""
    body, shape = op.body.block, shape_of(op.inputs[0])
    first, end = body.first_op, body.last_op
    known = None if first is None else IDENTITIES.get(type(first))
    if len(op.inputs) != 1 or shape is None or known is None or first is None or end is None:
        return None
    if set(first.operands) != set(body.args) or end.operands[:] != first.results[:]:
        return None
    neutral, combine = known
    dimensions = int_values(op.dimensions)
    rest = iter(position)
    ranges = [range(size) if d in dimensions else [next(rest)] for d, size in enumerate(shape)]
    elements = [b.find(op.inputs[0], place) for place in combinations(*ranges)]
    start = b.find(op.init_values[0], ())
    if start is not None and constant_of(start) != neutral:
        elements.append(start)
    found = [element for element in elements if element is not None]
    if start is None or not found or len(found) != len(elements):
        return start if not elements else None
    return fold(lambda x, y: b.value(combine(x, y)), found)


def index_cast(b: ScalarFinder, op: Operation, position: Position) -> SSAValue | None:
    element, type = b.find(op.operands[0], position), op.results[0].type
    if element is None or not is_tensor(type) or element.type == type.element_type:
        return element
    return b.value(arith.IndexCastOp(element, type.element_type))


FINDERS: dict[type[Operation], Callable[..., SSAValue | None]] = {
    tensor.FromElementsOp: from_elements,
    tensor.CastOp: same_place,
    arith.ConstantOp: constant,
    arith_tensors.IndexCastOp: index_cast,
    mhlo.ConstantOp: constant,
    mhlo.ReshapeOp: reshape,
    mhlo.DynamicReshapeOp: reshape,
    mhlo.ConcatenateOp: concatenate,
    mhlo.SliceOp: slice_,
    mhlo.GatherOp: gather,
    mhlo.DynamicGatherOp: gather,
    mhlo.ReduceOp: reduce,
}
