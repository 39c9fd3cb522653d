"""`stablehlo.dynamic_top_k`: the greatest elements of each row, as many as an operand says.

As of `chlo.top_k`, whose number is an attribute, NaN is greater than all else, and equal elements
keep their order: a stable sort, of which the first are kept.
Source: `jax._src.lax.lax._top_k_lower`.
"""

from __future__ import annotations

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    BoolAttr,
    IndexType,
    IntegerAttr,
    TensorType,
    i32,
    i64,
)
from xdsl.ir import SSAValue
from xdsl.rewriter import Rewriter

from ...dialects import mhlo
from ...dialects.types import element_type_of, is_tensor
from ...materialize.comparators import by_total_order
from ...materialize.op_builder import OpBuilder
from ...rules.errors import ShapeError


def top_k(op: mhlo.CustomCallOp) -> None:
    """Raises ShapeError where there is no tensor of rows and no number."""
    if len(op.inputs) != 2 or len(op.result_types) != 2:
        raise ShapeError(
            op, "@stablehlo.dynamic_top_k needs a tensor and a number, for two results"
        )
    values, number = op.inputs
    type = values.type
    if not is_tensor(type) or not (rank := len(type.get_shape())):
        raise ShapeError(op, f"@stablehlo.dynamic_top_k needs a tensor of rows, got {type}")
    b, axis = OpBuilder(op), IntegerAttr(rank - 1, i64)
    sizes = [b.value(tensor.DimOp(values, b.index(i))) for i in range(rank)]
    places_type = TensorType(i32, type.get_shape())
    places = b.create(mhlo.DynamicIotaOp, [_vector(b, sizes)], places_type, iota_dimension=axis)
    ordered = b.insert(
        mhlo.SortOp.create(
            operands=[values, places],
            result_types=[type, places_type],
            properties={"dimension": axis, "is_stable": BoolAttr.from_bool(True)},
            regions=[by_total_order("GT", [element_type_of(values), i32])],
        )
    )
    count = b.value(
        arith.IndexCastOp(
            b.value(tensor.ExtractOp(number, [], element_type_of(number))), IndexType()
        )
    )
    start, ends, steps = (
        _vector(b, sizes)
        for sizes in ([b.index(0)] * rank, [*sizes[:-1], count], [b.index(1)] * rank)
    )
    shape = [*type.get_shape()[:-1], DYNAMIC_INDEX]
    for old, sorted_ in zip(op.results, ordered.results, strict=True):
        kept_type = TensorType(element_type_of(sorted_), shape)
        kept = b.create(mhlo.RealDynamicSliceOp, [sorted_, start, ends, steps], kept_type)
        kept.name_hint = old.name_hint
        old.replace_all_uses_with(kept)
    Rewriter.erase_op(op)


def _vector(b: OpBuilder, sizes: list[SSAValue]) -> SSAValue:
    type = TensorType(IndexType(), [len(sizes)])
    return b.value(tensor.FromElementsOp.create(operands=sizes, result_types=[type]))
