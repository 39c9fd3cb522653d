"""Batch normalisations as the elementwise ops and sums that they are, which fuse.

The formulas are those of the StableHLO specification (batch_norm_inference, batch_norm_training,
batch_norm_grad); floats of 16 bits are computed with as f32.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import BFloat16Type, Float16Type, TensorType, f32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.module_parts import ops_below
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import (
    dense_elements,
    element_of,
    element_type_of,
    is_float,
    is_tensor,
    tensor_type,
    with_element,
)
from ...materialize.op_builder import OpBuilder
from .rewriting import scalar_everywhere, shape_tensor, summed

BatchNormOp = mhlo.BatchNormInferenceOp | mhlo.BatchNormTrainingOp | mhlo.BatchNormGradOp


def unfuse_batch_norms(function: func.FuncOp) -> None:
    """Replaces each batch normalisation of floats of known rank in `function`."""
    for op in ops_below(function):
        formula = FORMULAS.get(type(op))
        if formula is None or not all(is_tensor(v.type) for v in (*op.operands, *op.results)):
            continue
        assert isinstance(op, BatchNormOp)
        if not is_float(element_type_of(op.operands[0])):
            continue
        b = FeatureBuilder(op)
        results = formula(b, *map(b.widened, op.operands))
        for old, new in zip(op.results, results, strict=True):
            old.replace_all_uses_with(b.cast(new, old.type))
        Rewriter.erase_op(op)


class FeatureBuilder(OpBuilder):
    """Computes with tensors of the shape of the operand of `op`, and with vectors of features."""

    def __init__(self, op: BatchNormOp):
        super().__init__(op)
        self._axis = op.feature_index.value.data
        type = tensor_type(op.operands[0])
        narrow = isinstance(type.element_type, Float16Type | BFloat16Type)
        self._element_type: Attribute = f32 if narrow else type.element_type
        self._epsilon = op.epsilon.value.data
        self._whole = self.widened(op.operands[0])
        self._axes = [d for d in range(type.get_num_dims()) if d != self._axis]

    def widened(self, value: SSAValue) -> SSAValue:
        return self.cast(value, with_element(value.type, self._element_type))

    def cast(self, value: SSAValue, type: Attribute) -> SSAValue:
        same = element_type_of(value) == element_of(type)
        return value if same else self.create(mhlo.ConvertOp, [value], type)

    def apply(self, op: type[Operation], *operands: SSAValue) -> SSAValue:
        return self.create(op, operands, operands[0].type)

    def along(self, vector: SSAValue) -> SSAValue:
        """`vector` broadcast along the features."""
        type = tensor_type(self._whole)
        to = dense_i64([self._axis])
        if type.has_static_shape() and tensor_type(vector).has_static_shape():
            return self.create(mhlo.BroadcastInDimOp, [vector], type, broadcast_dimensions=to)
        sizes = shape_tensor(self, [(self._whole, d) for d in range(type.get_num_dims())])
        return self.create(
            mhlo.DynamicBroadcastInDimOp, [vector, sizes], type, broadcast_dimensions=to
        )

    def total(self, value: SSAValue, vector: Attribute) -> SSAValue:
        """The sum for each feature, of the type of `vector`."""
        return summed(self, value, self._axes, vector) if self._axes else value

    def count(self, vector: SSAValue) -> SSAValue:
        """How many elements have one feature, in each element of a tensor like `vector`."""
        size = self.index(1)
        for axis in self._axes:
            number = self.value(tensor.DimOp(self._whole, self.index(axis)))
            size = self.value(arith.MuliOp(size, number))
        integer = self.value(arith.IndexCastOp(size, i64))
        made = tensor.FromElementsOp.create(operands=[integer], result_types=[TensorType(i64, [])])
        scalar = self.cast(self.value(made), TensorType(self._element_type, []))
        return self._spread(scalar, vector)

    def deviation(self, variance: SSAValue) -> SSAValue:
        return self.apply(mhlo.SqrtOp, self.softened(variance))

    def softened(self, variance: SSAValue) -> SSAValue:
        """`variance + epsilon`."""
        epsilon = self._spread(self._number(self._epsilon), variance)
        return self.apply(mhlo.AddOp, variance, epsilon)

    def _spread(self, scalar: SSAValue, like: SSAValue) -> SSAValue:
        dimensions = [(like, d) for d in range(tensor_type(like).get_num_dims())]
        return scalar_everywhere(self, scalar, dimensions, like.type)

    def _number(self, number: float) -> SSAValue:
        value = dense_elements(TensorType(self._element_type, []), [number])
        return self.create(mhlo.ConstantOp, [], value.type, value=value)


def inference(
    b: FeatureBuilder,
    x: SSAValue,
    scale: SSAValue,
    offset: SSAValue,
    mean: SSAValue,
    variance: SSAValue,
) -> Sequence[SSAValue]:
    centered = b.apply(mhlo.SubtractOp, x, b.along(mean))
    normal = b.apply(mhlo.DivideOp, centered, b.along(b.deviation(variance)))
    scaled = b.apply(mhlo.MultiplyOp, normal, b.along(scale))
    return (b.apply(mhlo.AddOp, scaled, b.along(offset)),)


def training(
    b: FeatureBuilder, x: SSAValue, scale: SSAValue, offset: SSAValue
) -> Sequence[SSAValue]:
    count = b.count(scale)
    mean = b.apply(mhlo.DivideOp, b.total(x, scale.type), count)
    centered = b.apply(mhlo.SubtractOp, x, b.along(mean))
    squares = b.total(b.apply(mhlo.MultiplyOp, centered, centered), scale.type)
    variance = b.apply(mhlo.DivideOp, squares, count)
    return (*inference(b, x, scale, offset, mean, variance), mean, variance)


def gradient(
    b: FeatureBuilder,
    x: SSAValue,
    scale: SSAValue,
    mean: SSAValue,
    variance: SSAValue,
    grad: SSAValue,
) -> Sequence[SSAValue]:
    deviation = b.deviation(variance)
    centered = b.apply(mhlo.SubtractOp, x, b.along(mean))
    normal = b.apply(mhlo.DivideOp, centered, b.along(deviation))
    grad_offset = b.total(grad, scale.type)
    grad_scale = b.total(b.apply(mhlo.MultiplyOp, grad, normal), scale.type)
    count = b.count(scale)
    shift = b.along(b.apply(mhlo.DivideOp, grad_offset, count))
    slope = b.along(b.apply(mhlo.DivideOp, grad_scale, count))
    rest = b.apply(mhlo.SubtractOp, grad, shift)
    rest = b.apply(mhlo.SubtractOp, rest, b.apply(mhlo.MultiplyOp, slope, normal))
    factor = b.along(b.apply(mhlo.DivideOp, scale, deviation))
    return b.apply(mhlo.MultiplyOp, factor, rest), grad_scale, grad_offset


FORMULAS: dict[type[Operation], Callable[..., Sequence[SSAValue]]] = {
    mhlo.BatchNormInferenceOp: inference,
    mhlo.BatchNormTrainingOp: training,
    mhlo.BatchNormGradOp: gradient,
}
