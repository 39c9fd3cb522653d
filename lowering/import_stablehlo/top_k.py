"""The greatest elements of each row, as many as an operand or an attribute says.

`stablehlo.dynamic_top_k`: as of `chlo.top_k`, whose number is an attribute, NaN is greater than all
else, and equal elements keep their order: a stable sort, of which the first are kept.
Source: `jax._src.lax.lax._top_k_lower`.

`ApproxTopK` and `stablehlo.dynamic_approx_top_k`, of `jax.lax.approx_max_k`: a comparator says
which of two elements comes first. All are found, as XLA does on CPUs, where fewer would do; with
`aggregate_to_topk = false` more, as many as the result has room for.
Source: `jax._src.lax.ann`, XLA's `xla/hlo/builder/lib/approx_topk.cc`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    BoolAttr,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    TensorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Region, SSAValue
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
    b = OpBuilder(op)
    places_type = TensorType(i32, type.get_shape())
    sizes = _sizes(b, values)
    axis = IntegerAttr(rank - 1, i64)
    places = b.create(mhlo.DynamicIotaOp, [_vector(b, sizes)], places_type, iota_dimension=axis)
    comparator = by_total_order("GT", [element_type_of(values), i32])
    _first_of_sorted(b, op, [values, places], comparator, rank - 1, _index(b, number))


def approximate_top_k(op: mhlo.CustomCallOp, functions: Mapping[str, func.FuncOp]) -> bool:
    """Whether it was replaced: a call for candidates stays, where their number is not known.

    functions: by name, the comparator among them
    Raises ShapeError where operands, the comparator or the number are missing.
    """
    config = op.attributes.get("mhlo.backend_config")
    entries = config.data if isinstance(config, DictionaryAttr) else dict[str, Attribute]()
    called = [] if op.called_computations is None else list(op.called_computations.data)
    names = [getattr(name, "string_value", str)() for name in called]
    body = functions.get(names[0]) if len(names) == 1 else None
    dimension, number = _number(entries.get("reduction_dim")), _number(entries.get("top_k"))
    values = list(op.inputs[: len(op.results)])
    if (
        body is None
        or dimension is None
        or len(op.inputs) < 2 * len(values) + (number is None)
        or not all(is_tensor(value.type) for value in values)
        or not 0 <= dimension < len(_shape(values[0]))
    ):
        words = "values, a start for each, a comparator, reduction_dim and a number"
        raise ShapeError(op, f"@{op.call_target_name.data} needs {words}")
    if entries.get("aggregate_to_topk") == BoolAttr.from_bool(False):
        number = _shape(op.results[0])[dimension]  # candidates for others to choose from
        if number == DYNAMIC_INDEX:
            return False
    b = OpBuilder(op)
    count = _index(b, op.inputs[2 * len(values)]) if number is None else b.index(number)
    comparator = body.body.clone()
    last = comparator.block.last_op
    assert last is not None
    Rewriter.replace_op(last, mhlo.ReturnOp(*last.operands))
    _first_of_sorted(b, op, values, comparator, dimension, count)
    return True


def _number(attribute: Attribute | None) -> int | None:
    return attribute.value.data if isinstance(attribute, IntegerAttr) else None


def _first_of_sorted(
    b: OpBuilder,
    op: mhlo.CustomCallOp,
    values: list[SSAValue],
    comparator: Region,
    dimension: int,
    count: SSAValue,
) -> None:
    """Puts the first `count` of `values`, sorted along `dimension`, in the place of `op`."""
    ordered = b.insert(
        mhlo.SortOp.create(
            operands=values,
            result_types=[value.type for value in values],
            properties={
                "dimension": IntegerAttr(dimension, i64),
                "is_stable": BoolAttr.from_bool(True),
            },
            regions=[comparator],
        )
    )
    ends = _sizes(b, values[0])
    rank, ends[dimension] = len(ends), count
    start, end, step = (
        _vector(b, each) for each in ([b.index(0)] * rank, ends, [b.index(1)] * rank)
    )
    for old, sorted_ in zip(op.results, ordered.results, strict=True):
        kept = b.create(mhlo.RealDynamicSliceOp, [sorted_, start, end, step], old.type)
        kept.name_hint = old.name_hint
        old.replace_all_uses_with(kept)
    Rewriter.erase_op(op)


def _shape(value: SSAValue) -> tuple[int, ...]:
    return cast("TensorType[Attribute]", value.type).get_shape()


def _sizes(b: OpBuilder, value: SSAValue) -> list[SSAValue]:
    rank = len(_shape(value))
    return [b.value(tensor.DimOp(value, b.index(i))) for i in range(rank)]


def _index(b: OpBuilder, number: SSAValue) -> SSAValue:
    extracted = b.value(tensor.ExtractOp(number, [], element_type_of(number)))
    return b.value(arith.IndexCastOp(extracted, IndexType()))


def _vector(b: OpBuilder, sizes: list[SSAValue]) -> SSAValue:
    type = TensorType(IndexType(), [len(sizes)])
    return b.value(tensor.FromElementsOp.create(operands=sizes, result_types=[type]))
