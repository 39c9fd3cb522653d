"""Builds mhlo on tensors of rank 0."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.dialects.builtin import IndexType, IntegerAttr, TensorType, i1, i32, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64
from ...dialects.mhlo.enums import (
    ComparisonDirection,
    ComparisonDirectionAttr,
    ComparisonType,
    ComparisonTypeAttr,
)
from ...dialects.types import dense_elements, tensor_type
from ...materialize.op_builder import OpBuilder


class ScalarBuilder(OpBuilder):
    """Inserts constants, comparisons, sizes and vectors of scalars before one op."""

    def full(self, numbers: Sequence[float], type_: TensorType[Attribute]) -> SSAValue:
        """The constant of these elements."""
        elements = dense_elements(type_, list(numbers))
        return self.create(mhlo.ConstantOp, [], type_, value=elements)

    def number(self, value: float, element_type: Attribute = i64) -> SSAValue:
        """The constant scalar."""
        return self.full([value], TensorType(element_type, []))

    def comparison(
        self,
        how: str,
        left: SSAValue,
        right: SSAValue,
        kind: str = "SIGNED",
        type_: Attribute | None = None,
    ) -> SSAValue:
        """Truth values, one by default; `how` and `kind` as `mhlo.compare` spells them."""
        return self.create(
            mhlo.CompareOp,
            [left, right],
            TensorType(i1, []) if type_ is None else type_,
            comparison_direction=ComparisonDirectionAttr(ComparisonDirection(how)),
            compare_type=ComparisonTypeAttr(ComparisonType(kind)),
        )

    def size(self, value: SSAValue, dimension: int, element_type: Attribute) -> SSAValue:
        """A size of `value` as a scalar."""
        static = tensor_type(value).get_shape()[dimension]
        if static >= 0:
            return self.number(static, element_type)
        read = self.create(
            mhlo.GetDimensionSizeOp,
            [value],
            TensorType(i32, []),
            dimension=IntegerAttr(dimension, i64),
        )
        if element_type == i32:
            return read
        return self.create(mhlo.ConvertOp, [read], TensorType(element_type, []))

    def vector(self, scalars: list[SSAValue], type_: TensorType[Attribute]) -> SSAValue:
        """`scalars` in a tensor of `type_`."""
        create, element = self.create, type_.element_type
        parts = [create(mhlo.ReshapeOp, [s], TensorType(element, [1])) for s in scalars]
        flat = TensorType(element, [len(parts)])
        zero = IntegerAttr(0, i64)
        joined = (
            parts[0] if len(parts) == 1 else create(mhlo.ConcatenateOp, parts, flat, dimension=zero)
        )
        return joined if type_ == flat else create(mhlo.ReshapeOp, [joined], type_)

    # Tensors of any rank, with sizes as index values.

    def index_size(self, value: SSAValue, dimension: int) -> SSAValue:
        """A size of `value` as an index."""
        return self.create(tensor.DimOp, [value, self.index(dimension)], IndexType())

    def index_vector(self, sizes: Sequence[SSAValue]) -> SSAValue:
        """A shape."""
        return self.create(tensor.FromElementsOp, sizes, TensorType(IndexType(), [len(sizes)]))

    def shape_of(self, value: SSAValue) -> SSAValue:
        """The shape of `value`."""
        rank = len(tensor_type(value).get_shape())
        return self.index_vector([self.index_size(value, d) for d in range(rank)])

    def broadcast(
        self, value: SSAValue, shape: SSAValue, type_: TensorType[Attribute], dims: Sequence[int]
    ) -> SSAValue:
        """`value`, whose dimensions have the sizes of `dims` in `shape`."""
        kept = dense_i64([*range(len(dims))])
        marks = {"known_nonexpanding_dimensions": kept} if dims else {}
        return self.create(
            mhlo.DynamicBroadcastInDimOp,
            [value, shape],
            type_,
            broadcast_dimensions=dense_i64(dims),
            **marks,
        )
