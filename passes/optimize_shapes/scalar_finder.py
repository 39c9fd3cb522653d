"""What scalars the elements of small integer tensors are, found where the tensors are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce as fold
from itertools import product as combinations
from math import prod

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from ...analysis.broadcasts import BroadcastOp, dimensions_of
from ...dialects import mhlo
from ...dialects.foreign import arith_tensors
from ...dialects.mhlo import int_values
from ...dialects.sdim import constant_of
from ...dialects.types import (
    INDEX,
    PRED,
    SIGNED,
    element_type_of,
    is_dense,
    is_integer_or_index,
    is_tensor,
    kind_of,
)
from ...materialize.op_builder import OpBuilder
from .scalar_forms import SCALAR_FORMS

Position = tuple[int, ...]

IDENTITIES: dict[type[Operation], tuple[int, type[arith.AddiOp | arith.MuliOp]]] = {
    mhlo.AddOp: (0, arith.AddiOp),
    mhlo.MultiplyOp: (1, arith.MuliOp),
}
"""For each op that reductions combine with: its neutral element and the op on scalars."""


FEW = 16
"""Tensors with more elements than this are not taken apart."""


MAX_DEPTH = 100
"""What an element is computed by is followed through at most this many ops, then it is read."""


class ScalarFinder(OpBuilder):
    """Finds the scalars that elements are; inserts what must be computed for them."""

    def __init__(self, at: Operation):
        super().__init__(at)
        self._found: dict[tuple[SSAValue, Position], SSAValue | None] = {}
        self._depth = 0

    def find(self, value: SSAValue, position: Position) -> SSAValue | None:
        """The scalar at `position` of `value`; None where no op tells what it is."""
        shape, made = shape_of(value), value.owner
        if shape is None or len(shape) != len(position):
            return None
        if not all(0 <= i < n for i, n in zip(position, shape, strict=True)):
            return None
        if (value, position) not in self._found:
            find = FINDERS.get(type(made)) if isinstance(made, Operation) else None
            if find is not None and self._depth == MAX_DEPTH:
                return None
            self._depth += 1
            found = None if find is None else find(self, made, position)
            self._depth -= 1
            self._found[value, position] = found
        return self._found[value, position]

    def part(self, value: SSAValue, position: Position) -> SSAValue | None:
        """The scalar at `position` of an operand, read from it where no op tells what it is."""
        found = self.find(value, position)
        if found is None:
            found = self._found[value, position] = self._read(value, position)
        return found

    def _read(self, value: SSAValue, position: Position) -> SSAValue | None:
        shape, type = shape_of(value), value.type
        if shape is None or prod(shape) > FEW or not is_tensor(type) or not _is_plain(type):
            return None
        if not all(0 <= i < n for i, n in zip(position, shape, strict=True)):
            return None
        indices = [self.index(i) for i in position]
        return self.value(tensor.ExtractOp(value, indices, type.element_type))

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


def _is_plain(type: TensorType[Attribute]) -> bool:
    """Whether the elements are signless integers or indices, which scalars can be."""
    return kind_of(type.element_type) in (PRED, SIGNED, INDEX)


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
    return b.part(op.operands[0], position)


def reshape(b: ScalarFinder, op: Operation, position: Position) -> SSAValue | None:
    before, after = shape_of(op.operands[0]), shape_of(op.results[0])
    if before is None or after is None or prod(before) != prod(after):
        return None
    return b.part(op.operands[0], position_of(linear(position, after), before))


def broadcast(b: ScalarFinder, op: BroadcastOp, position: Position) -> SSAValue | None:
    before = shape_of(op.operands[0])
    if before is None:
        return None
    axes = zip(before, dimensions_of(op), strict=True)
    return b.part(op.operands[0], tuple(0 if size == 1 else position[d] for size, d in axes))


def concatenate(b: ScalarFinder, op: mhlo.ConcatenateOp, position: Position) -> SSAValue | None:
    axis = op.dimension.value.data
    index = position[axis]
    for operand in op.val:
        shape = shape_of(operand)
        if shape is None:
            return None
        if index < shape[axis]:
            return b.part(operand, (*position[:axis], index, *position[axis + 1 :]))
        index -= shape[axis]
    return None


def slice_(b: ScalarFinder, op: mhlo.SliceOp, position: Position) -> SSAValue | None:
    starts, strides = int_values(op.start_indices), int_values(op.strides)
    axes = zip(position, starts, strides, strict=True)
    return b.part(op.operand, tuple(start + i * stride for i, start, stride in axes))


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
    return b.part(op.operands[0], (max(0, min(index, shape[0] - 1)),))


def reduce(b: ScalarFinder, op: mhlo.ReduceOp, position: Position) -> SSAValue | None:
    """All elements along the dimensions, combined by one op.

    Truth values stay: their sum is `or`, which `arith.addi` is not.
    """
    body, shape = op.body.block, shape_of(op.inputs[0])
    if kind_of(element_type_of(op.inputs[0])) not in (SIGNED, INDEX):
        return None
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
    if prod(shape) > FEW:
        return None
    elements = [b.part(op.inputs[0], place) for place in combinations(*ranges)]
    start = b.part(op.init_values[0], ())
    if start is not None and constant_of(start) != neutral:
        elements.append(start)
    found = [element for element in elements if element is not None]
    if start is None or not found or len(found) != len(elements):
        return start if not elements else None
    others = [element for element in found if constant_of(element) != neutral]
    return fold(lambda x, y: b.value(combine(x, y)), others) if others else found[0]


def index_cast(b: ScalarFinder, op: Operation, position: Position) -> SSAValue | None:
    element, type = b.part(op.operands[0], position), op.results[0].type
    if element is None or not is_tensor(type) or element.type == type.element_type:
        return element
    return b.value(arith.IndexCastOp(element, type.element_type))


def dimension_size(
    b: ScalarFinder, op: mhlo.GetDimensionSizeOp, position: Position
) -> SSAValue | None:
    type = element_type_of(op.results[0])
    if not is_tensor(op.operand.type) or not is_integer_or_index(type):
        return None
    size = b.value(tensor.DimOp(op.operand, b.index(op.dimension.value.data)))
    return b.value(arith.IndexCastOp(size, type))


FINDERS: dict[type[Operation], Callable[..., SSAValue | None]] = {
    **SCALAR_FORMS,
    tensor.FromElementsOp: from_elements,
    tensor.CastOp: same_place,
    arith.ConstantOp: constant,
    arith_tensors.IndexCastOp: index_cast,
    mhlo.ConstantOp: constant,
    mhlo.ReshapeOp: reshape,
    mhlo.DynamicReshapeOp: reshape,
    mhlo.BroadcastInDimOp: broadcast,
    mhlo.DynamicBroadcastInDimOp: broadcast,
    mhlo.ConcatenateOp: concatenate,
    mhlo.SliceOp: slice_,
    mhlo.GatherOp: gather,
    mhlo.DynamicGatherOp: gather,
    mhlo.ReduceOp: reduce,
    mhlo.GetDimensionSizeOp: dimension_size,
}
