"""Ops that only mhlo has, as ops of StableHLO whose sizes every consumer infers.

```mlir
%0 = mhlo.erf %x : tensor<?xf32>
%v, %i = mhlo.topk(%y, k = 2) : tensor<?x8xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
```
become a quotient of polynomials, and a stable sort whose first two columns are sliced. As custom
calls XLA's refinement would leave their results without sizes.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    BoolAttr,
    Float32Type,
    Float64Type,
    IntegerAttr,
    ModuleOp,
    TensorType,
    f32,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import DYNAMIC, is_boolean, is_integer, is_unsigned, tensor_type
from ..erf_coefficients import (
    ERF_ABOVE,
    ERF_ABOVE_64,
    ERF_BELOW,
    ERF_BELOW_64,
    ERF_END,
    ERF_END_64,
    ERFC_ABOVE_64,
    ERFC_BELOW_64,
)
from .scalar_builder import ScalarBuilder


def expand_only_mhlo(module: ModuleOp) -> None:
    """Replaces every `mhlo.erf` and `mhlo.topk`."""
    for op in list(module.walk()):
        if isinstance(op, mhlo.ErfOp):
            Rewriter.replace_op(op, [], [_ErfBuilder(op).erf(op.operand)])
        elif isinstance(op, mhlo.TopkOp):
            Rewriter.replace_op(op, [], _TopkBuilder(op).first(op))


class _ErfBuilder(ScalarBuilder):
    """Elementwise arithmetic on tensors of one type."""

    def __init__(self, op: mhlo.ErfOp):
        super().__init__(op)
        self.type = tensor_type(op.operand)
        self.operand = op.operand
        self._shape: SSAValue | None = None

    def erf(self, x: SSAValue) -> SSAValue:
        """erf, computed in f32 or f64."""
        element = self.type.element_type
        if isinstance(element, Float64Type):
            return self._in_f64(x)
        if isinstance(element, Float32Type):
            return self._in_f32(x)
        narrow, self.type = self.type, TensorType(f32, self.type.shape, self.type.encoding)
        return self.create(mhlo.ConvertOp, [self._in_f32(self._apply(mhlo.ConvertOp, x))], narrow)

    def _in_f32(self, x: SSAValue) -> SSAValue:
        inside = self._clamped(x, ERF_END)
        return self._clamped(self._odd(inside, ERF_ABOVE, ERF_BELOW), 1.0)

    def _in_f64(self, x: SSAValue) -> SSAValue:
        """The odd function up to 1, and beyond it 1 - erfc with the sign of `x`."""
        near = self._odd(x, ERF_ABOVE_64, ERF_BELOW_64)
        inside = self._clamped(x, ERF_END_64)
        size = self._apply(mhlo.AbsOp, inside)
        exponent = self._apply(mhlo.NegateOp, self._apply(mhlo.MultiplyOp, inside, inside))
        quotient = self._quotient(size, ERFC_ABOVE_64, ERFC_BELOW_64)
        rest = self._apply(mhlo.MultiplyOp, self._apply(mhlo.ExponentialOp, exponent), quotient)
        one = self._splat(1.0)
        far = self._apply(mhlo.SubtractOp, one, rest)
        far = self._apply(mhlo.MultiplyOp, self._apply(mhlo.SignOp, x), far)
        mask = TensorType(i1, self.type.shape, self.type.encoding)
        is_far = self.comparison("GT", size, one, "FLOAT", mask)
        return self._apply(mhlo.SelectOp, is_far, far, near)

    def _odd(self, x: SSAValue, above: Sequence[float], below: Sequence[float]) -> SSAValue:
        """x * above(x^2) / below(x^2)"""
        square = self._apply(mhlo.MultiplyOp, x, x)
        top = self._apply(mhlo.MultiplyOp, x, self._polynomial(square, above))
        return self._apply(mhlo.DivideOp, top, self._polynomial(square, below))

    def _quotient(self, x: SSAValue, above: Sequence[float], below: Sequence[float]) -> SSAValue:
        return self._apply(mhlo.DivideOp, self._polynomial(x, above), self._polynomial(x, below))

    def _polynomial(self, x: SSAValue, coefficients: Sequence[float]) -> SSAValue:
        result = self._splat(coefficients[0])
        for coefficient in coefficients[1:]:
            product = self._apply(mhlo.MultiplyOp, result, x)
            result = self._apply(mhlo.AddOp, product, self._splat(coefficient))
        return result

    def _clamped(self, x: SSAValue, end: float) -> SSAValue:
        element = self.type.element_type
        low, high = self.number(-end, element), self.number(end, element)
        return self._apply(mhlo.ClampOp, low, x, high)

    def _apply(self, op: type[Operation], *operands: SSAValue) -> SSAValue:
        return self.create(op, operands, self.type)

    def _splat(self, number: float) -> SSAValue:
        if self.type.has_static_shape():
            return self.full([number], self.type)
        scalar = self.number(number, self.type.element_type)
        if self._shape is None:
            self._shape = self.shape_of(self.operand)
        return self.broadcast(scalar, self._shape, self.type, [])


class _TopkBuilder(ScalarBuilder):
    """A sort of values and their places, cut off after `k`."""

    def first(self, op: mhlo.TopkOp) -> list[SSAValue]:
        """The values and places of the `k` first elements."""
        values, places = tensor_type(op.operand), tensor_type(op.indices)
        all_places = TensorType(places.element_type, values.shape, values.encoding)
        direction = "LT" if op.largest is not None and not op.largest.value.data else "GT"
        axis = len(values.get_shape()) - 1
        sort = mhlo.SortOp.create(
            operands=[op.operand, self._iota(op.operand, all_places, axis)],
            result_types=[values, all_places],
            properties={"dimension": IntegerAttr(axis, i64), "is_stable": BoolAttr.from_bool(True)},
            regions=[self._comparator(direction, values.element_type, places.element_type)],
        )
        results = zip(self.insert(sort).results, (op.values, op.indices), strict=True)
        return [self._cut(value, tensor_type(result)) for value, result in results]

    def _iota(self, like: SSAValue, type_: TensorType[Attribute], axis: int) -> SSAValue:
        along = IntegerAttr(axis, i64)
        if type_.has_static_shape():
            return self.create(mhlo.IotaOp, [], type_, iota_dimension=along)
        return self.create(mhlo.DynamicIotaOp, [self.shape_of(like)], type_, iota_dimension=along)

    def _comparator(self, direction: str, element: Attribute, place: Attribute) -> Region:
        scalars = [TensorType(e, []) for e in (element, element, place, place)]
        block = Block(arg_types=scalars)
        returned = mhlo.ReturnOp.create(operands=[])
        block.add_op(returned)
        kind = _kind(element)
        left, right, *_ = block.args
        order = ScalarBuilder(returned).comparison(direction, left, right, kind)
        returned.operands = [order]
        return Region(block)

    def _cut(self, value: SSAValue, type_: TensorType[Attribute]) -> SSAValue:
        """The first elements along the last dimension, as many as `type_` has."""
        sizes = tensor_type(value).get_shape()
        rank = len(sizes)
        if DYNAMIC not in sizes:
            return self.create(
                mhlo.SliceOp,
                [value],
                type_,
                start_indices=dense_i64([0] * rank),
                limit_indices=dense_i64(type_.get_shape()),
                strides=dense_i64([1] * rank),
            )
        *others, _ = [self.index_size(value, d) for d in range(rank)]
        limit = self.index_vector([*others, self.index(type_.get_shape()[-1])])
        start, step = (self.index_vector([self.index(n)] * rank) for n in (0, 1))
        return self.create(mhlo.RealDynamicSliceOp, [value, start, limit, step], type_)


def _kind(element: Attribute) -> str:
    if is_boolean(element):
        return "UNSIGNED"
    if not is_integer(element):
        return "TOTALORDER"
    return "UNSIGNED" if is_unsigned(element) else "SIGNED"
