"""Ops that convolutions and windows are lowered to, and where the elements of their operands lie.

They stand in kernels only and in no module: their sizes are given to the function that is written.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product as every
from typing import TypeAlias

from xdsl.dialects.builtin import DYNAMIC_INDEX, AnyFloat, DenseIntOrFPElementsAttr, TensorType
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def

from ...analysis.index_maps import ONE, ZERO, Component, Index
from ...dialects import mhlo
from ...dialects.types import element_type_of, is_integer
from ...symbolic import Expr
from .kernels.moves import padded
from .kernels.reducing import ScalarBody
from .kernels.values import Rules, Scalar, Values

UNROLLED = 64
"""How many elements a window may have that is folded without a loop."""

Terms: TypeAlias = Sequence[tuple[int, Expr]]


def tensor_like(value: SSAValue, rank: int) -> TensorType[Attribute]:
    """A type of tensors of other sizes with the elements of `value`."""
    return TensorType(element_type_of(value), [DYNAMIC_INDEX] * rank)


def dense_zero(value: SSAValue) -> DenseIntOrFPElementsAttr:
    """A scalar 0 of the type of the elements of `value`."""
    element = element_type_of(value)
    if is_integer(element):
        return DenseIntOrFPElementsAttr.from_list(TensorType(element, []), [0])
    assert isinstance(element, AnyFloat)
    return DenseIntOrFPElementsAttr.from_list(TensorType(element, []), [0.0])


@irdl_op_definition
class ValueOp(IRDLOperation):
    """A tensor that is written in another way than by a kernel of this op."""

    name = "tieshape.value"

    result = result_def()

    def __init__(self, like: SSAValue, rank: int) -> None:
        super().__init__(result_types=[tensor_like(like, rank)])


@irdl_op_definition
class PadOp(IRDLOperation):
    """As `mhlo.pad`, by amounts that are expressions: low, high, interior of each dimension."""

    name = "tieshape.pad"

    operand = operand_def()
    padding = operand_def()
    result = result_def()

    def __init__(
        self, operand: SSAValue, padding: SSAValue, amounts: Sequence[Sequence[Expr]]
    ) -> None:
        type_ = tensor_like(operand, len(amounts[0]))
        super().__init__(operands=[operand, padding], result_types=[type_])
        self.amounts = amounts


@irdl_op_definition
class AffineOp(IRDLOperation):
    """The element at `i` is that of the operand at `offset + sum of factor * i[axis]`, in each of
    its dimensions.
    """

    name = "tieshape.affine"

    operand = operand_def()
    result = result_def()

    def __init__(
        self, operand: SSAValue, rank: int, terms: Sequence[Terms], offsets: Sequence[Expr]
    ) -> None:
        super().__init__(operands=[operand], result_types=[tensor_like(operand, rank)])
        self.terms = terms
        self.offsets = offsets


@dataclass(frozen=True, slots=True)
class Taps:
    """The elements of a window: how it moves along each dimension, and where they are in it."""

    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    sizes: tuple[int, ...]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """The elements, row by row."""
        return every(*map(range, self.sizes))

    def at(self, index: Index, tap: Sequence[int]) -> Index:
        """Where an element of the window at `index` is."""
        parts = zip(index, self.strides, self.dilations, tap, strict=True)
        return tuple(
            c if stride == 1 and k == 0 else Component(c.position * stride + k * dilation)
            for c, stride, dilation, k in parts
        )


@irdl_op_definition
class FoldWindowOp(IRDLOperation):
    """Each window of the operand folded by `body`, without a loop."""

    name = "tieshape.fold_window"

    operand = operand_def()
    init = operand_def()
    result = result_def()

    def __init__(self, operand: SSAValue, init: SSAValue, taps: Taps, body: Region) -> None:
        type_ = tensor_like(operand, len(taps.sizes))
        super().__init__(operands=[operand, init], result_types=[type_])
        self.taps = taps
        self.body = ScalarBody(body)


@irdl_op_definition
class GroupedConvolutionOp(IRDLOperation):
    """Sums of products without a loop: `[batch, spatial.., group, feature]` of
    `lhs [batch, spatial.., group * depth + i]` and `rhs [window.., i, group * features + feature]`.
    """

    name = "tieshape.grouped_convolution"

    lhs = operand_def()
    rhs = operand_def()
    result = result_def()

    def __init__(
        self, lhs: SSAValue, rhs: SSAValue, taps: Taps, depth: int, features: Expr
    ) -> None:
        type_ = tensor_like(lhs, len(taps.sizes) + 3)
        super().__init__(operands=[lhs, rhs], result_types=[type_])
        self.taps = taps
        self.depth = depth
        self.features = features
        self.multiply = mhlo.MultiplyOp.create()
        self.add = mhlo.AddOp.create()


@dataclass(frozen=True, slots=True)
class Tile:
    """How much of a convolution is summed at once: `counts` of places, from many to few, by so many
    vectors of features; or `counts` of features by so many vectors of places.
    """

    counts: tuple[int, ...]
    vectors: int


class SummedConvolutionOp(IRDLOperation, ABC):
    """A convolution without padding that is summed in registers."""

    lhs = operand_def()
    rhs = operand_def()
    result = result_def()

    def __init__(
        self,
        operands: Sequence[SSAValue],
        like: SSAValue,
        moves: tuple[tuple[int, ...], tuple[int, ...]],
        groups: int,
        tile: Tile,
    ) -> None:
        """like: has elements of the result's type
        moves: the strides and the dilations of windows
        """
        type_ = tensor_like(like, len(moves[0]) + 2)
        super().__init__(operands=operands, result_types=[type_])
        self.strides, self.dilations = moves
        self.groups = groups
        self.tile = tile
        self.seen: SSAValue = self.result
        """What the ops on its result have as their operand."""


@irdl_op_definition
class DirectConvolutionOp(SummedConvolutionOp):
    """`[batch, spatial.., feature]` of `lhs [batch, spatial.., channel]` and
    `rhs [window.., channel of a group, feature]`.
    """

    name = "tieshape.direct_convolution"

    def __init__(
        self,
        operands: Sequence[SSAValue],
        like: SSAValue,
        moves: tuple[tuple[int, ...], tuple[int, ...]],
        groups: int,
        tile: Tile,
        *,
        by_channel: bool = False,
        in_panels: bool = False,
        phases: Sequence[tuple[int, int]] = (),
        across_rows: bool = False,
    ) -> None:
        """by_channel: whether each group is one feature of one channel
        in_panels: whether it is `rhs [panel, window.., channel of a group, feature of the panel]`
        phases: of each spatial dimension how many there are, and which weight the first result has
            first; then it is `rhs [.., first weight.., window.., channel, feature]`
        across_rows: whether the places of a tile may be in several rows
        """
        super().__init__(operands, like, moves, groups, tile)
        self.by_channel = by_channel
        self.in_panels = in_panels
        self.phases = phases
        self.across_rows = across_rows


@irdl_op_definition
class PlacesConvolutionOp(SummedConvolutionOp):
    """`[batch, feature, spatial..]` of `lhs [batch, channel, spatial..]` and
    `rhs [feature, channel of a group, window..]`.

    Where windows move by several elements along the last dimension, the columns of the image may
    lie in classes by their remainder: `lhs [batch, channel, .., remainder, quotient]`.
    """

    name = "tieshape.places_convolution"


def _pad(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, PadOp)
    return padded(values, op, index, op.amounts)


def _affine(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, AffineOp)
    inner = list[Component]()
    for terms, offset in zip(op.terms, op.offsets, strict=True):
        moved = [(axis, factor) for axis, factor in terms if index[axis].position != ZERO]
        if len(moved) == 1 and moved[0][1] == ONE and offset == ZERO:
            inner.append(index[moved[0][0]])
            continue
        inner.append(Component(sum((index[a].position * factor for a, factor in moved), offset)))
    return values.at(op.operand, tuple(inner))


def _fold_window(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, FoldWindowOp)
    total = values.at(op.init, ())
    for tap in op.taps:
        element = values.at(op.operand, op.taps.at(index, tap))
        (total,) = op.body.evaluate(values.sink, [total, element])
    return total


def _grouped_convolution(values: Values, op: Operation, index: Index) -> Scalar:
    assert isinstance(op, GroupedConvolutionOp)
    *place, group, feature = index
    batch, *spatial = place
    total: Scalar = None
    for tap in op.taps:
        at = op.taps.at(tuple(spatial), tap)
        for i in range(op.depth):
            one = op.depth == 1
            channel = group if one else Component(group.position * op.depth + i)
            x = values.at(op.lhs, (batch, *at, channel))
            numbers = [Component(ZERO + number) for number in (*tap, i)]
            out = (
                group
                if op.features == ONE
                else Component(group.position * op.features + feature.position)
            )
            y = values.at(op.rhs, (*numbers, out))
            part = values.sink.apply(op.multiply, [x, y])
            total = part if total is None else values.sink.apply(op.add, [total, part])
    return total


WINDOWS: Rules = {
    PadOp: _pad,
    AffineOp: _affine,
    FoldWindowOp: _fold_window,
    GroupedConvolutionOp: _grouped_convolution,
}
"""How each of these ops finds an element of its result."""
