"""Shifts by a distance of the run as gathers, which consumers of static sizes can read.

```mlir
%r = mhlo.dynamic_pad %x, %fill, [%d], [-%d], [0] : tensor<?xi64, [@n]> -> tensor<?xi64, [@n]>
```
A result of a padding that only the run knows has no size that XLA's refinement finds. Where facts
say that it is the operand's, element `i` is `x[i - d]` where there is one, and the fill elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType, i1, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.analyze import analyze
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64, int_values
from ...dialects.mhlo.dimension_numbers import GatherDimensionNumbersAttr, GatherDimensions
from ...dialects.types import DYNAMIC, is_dense, tensor_type
from ...materialize.guards import is_of_sizes
from ...symbolic import eq
from .scalar_builder import ScalarBuilder


def gather_shifts(module: ModuleOp) -> None:
    """Replaces each padding by distances of the run that keeps the sizes of its operand."""
    pads = [op for op in module.walk() if isinstance(op, mhlo.DynamicPadOp) and _is_of_data(op)]
    analysis = analyze(module) if pads else None
    for op in pads:
        assert analysis is not None
        moved = _moved_dimensions(op, analysis)
        if moved is None:
            continue
        builder = _ShiftBuilder(op)
        value = op.operand
        for dimension in moved:
            value = builder.shifted(value, dimension)
        Rewriter.replace_op(op, [], [value])


def _is_of_data(op: mhlo.DynamicPadOp) -> bool:
    return not all(map(is_of_sizes, (op.edge_padding_low, op.edge_padding_high)))


def _moved_dimensions(op: mhlo.DynamicPadOp, analysis: ShapeAnalysis) -> list[int] | None:
    """The dimensions that are shifted; None for a padding that is more than a shift."""
    shape, result = analysis.shape(op.operand), analysis.shape(op.result)
    if op.operand.type != op.result.type:
        return None
    if any(
        size != target and not analysis.facts.proves(eq(size, target))
        for size, target in zip(shape, result, strict=True)
    ):
        return None
    if _constants(op.interior_padding, len(shape)) != [0] * len(shape):
        return None
    low, high = (_constants(v, len(shape)) for v in (op.edge_padding_low, op.edge_padding_high))
    pairs = zip(low, high, strict=True)
    return [d for d, pair in enumerate(pairs) if pair != (0, 0)]


def _constants(vector: SSAValue, count: int) -> list[int | None]:
    """The elements of `vector`, None where they are computed."""
    op = vector.owner
    if isinstance(op, mhlo.ConstantOp | arith.ConstantOp) and is_dense(op.value):
        values = int_values(op.value)
        return [*(values * count if len(values) == 1 else values)]
    if isinstance(op, tensor.FromElementsOp):
        return [_constant(element) for element in op.elements]
    return [None] * count


def _constant(value: SSAValue) -> int | None:
    op = value.owner
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        number: int = op.value.value.data
        return number
    return None


class _ShiftBuilder(ScalarBuilder):
    """Inserts the gathers for one padding."""

    def __init__(self, pad: mhlo.DynamicPadOp):
        super().__init__(pad)
        self.pad = pad

    def shifted(self, value: SSAValue, dimension: int) -> SSAValue:
        """`value` moved by the padding before its first element in `dimension`."""
        type_ = tensor_type(value)
        sizes = [self.index_size(value, d) for d in range(len(type_.get_shape()))]
        places = TensorType(i64, [type_.get_shape()[dimension]])
        length = [sizes[dimension]]
        numbers = self.create(
            mhlo.DynamicIotaOp,
            [self.index_vector(length)],
            places,
            iota_dimension=IntegerAttr(0, i64),
        )
        distance = self._splat(self._distance(dimension), places, length)
        starts = self.create(mhlo.SubtractOp, [numbers, distance], places)
        inside = self._is_inside(starts, places, length)
        taken = self._taken(value, starts, dimension, sizes)
        mask_type = TensorType(i1, type_.shape)
        shape = self.index_vector(sizes)
        mask = self.broadcast(inside, shape, mask_type, [dimension])
        fill = self.broadcast(self.pad.padding_value, shape, type_, [])
        return self.create(mhlo.SelectOp, [mask, taken, fill], type_)

    def _distance(self, dimension: int) -> SSAValue:
        """The padding before the first element, as a tensor of rank 0."""
        index = self.index(dimension)
        low = self.pad.edge_padding_low
        element = self.create(tensor.ExtractOp, [low, index], tensor_type(low).element_type)
        if element.type != i64:
            element = self.create(arith.IndexCastOp, [element], i64)
        return self.create(tensor.FromElementsOp, [element], TensorType(i64, []))

    def _is_inside(
        self, starts: SSAValue, places: TensorType[Attribute], length: Sequence[SSAValue]
    ) -> SSAValue:
        size = self.create(arith.IndexCastOp, [length[0]], i64)
        end = self.create(tensor.FromElementsOp, [size], TensorType(i64, []))
        zero = self._splat(self.number(0), places, length)
        mask = TensorType(i1, places.shape)
        tests = [
            self.comparison(how, starts, limit, type_=mask)
            for how, limit in (("GE", zero), ("LT", self._splat(end, places, length)))
        ]
        return self.create(mhlo.AndOp, tests, mask)

    def _taken(
        self, value: SSAValue, starts: SSAValue, dimension: int, sizes: Sequence[SSAValue]
    ) -> SSAValue:
        type_ = tensor_type(value)
        others = [d for d in range(len(sizes)) if d != dimension]
        numbers = GatherDimensionNumbersAttr(
            GatherDimensions(
                offset_dims=tuple(others),
                collapsed_slice_dims=(dimension,),
                start_index_map=(dimension,),
                index_vector_dim=1,
            )
        )
        lengths = [1 if d == dimension else n for d, n in enumerate(type_.get_shape())]
        if DYNAMIC not in lengths:
            return self.create(
                mhlo.GatherOp,
                [value, starts],
                type_,
                dimension_numbers=numbers,
                slice_sizes=dense_i64(lengths),
            )
        one = self.index(1)
        slices = self.index_vector([one if d == dimension else n for d, n in enumerate(sizes)])
        return self.create(
            mhlo.DynamicGatherOp, [value, starts, slices], type_, dimension_numbers=numbers
        )

    def _splat(
        self, scalar: SSAValue, type_: TensorType[Attribute], sizes: Sequence[SSAValue]
    ) -> SSAValue:
        return self.broadcast(scalar, self.index_vector(sizes), type_, [])
