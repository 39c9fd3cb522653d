"""Calls of LAPACK as JAX writes them: their operands, settings and results."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    TensorType,
    i1,
    i32,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import Rewriter

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import is_tensor, tensor_type
from ...materialize.op_builder import OpBuilder
from ...rules.errors import ShapeError


def matrices_of(
    op: mhlo.CustomCallOp, count: int, results: int, least: int = 2
) -> Sequence[SSAValue]:
    """The matrices among the operands, each of a known rank, which is at least `least`."""
    name = op.call_target_name.data
    if len(op.inputs) < count or len(op.result_types) != results:
        raise ShapeError(op, f"@{name} has {count} matrices and {results} results")
    for number, type in enumerate(op.result_types):
        if not is_tensor(type):
            raise ShapeError(op, f"@{name}: result {number} must be a tensor of known rank")
    for matrix in op.inputs[:count]:
        if not is_tensor(matrix.type) or matrix.type.get_num_dims() < least:
            raise ShapeError(op, f"@{name} needs tensors of known rank {least} or more")
    return op.inputs[:count]


def letter_of(op: mhlo.CustomCallOp, name: str, letters: str) -> str:
    """A setting, one of `letters`."""
    settings = op.attributes.get("mhlo.backend_config", op.properties.get("backend_config"))
    value = settings.data.get(name) if isinstance(settings, DictionaryAttr) else None
    letter = chr(value.value.data) if isinstance(value, IntegerAttr) else ""
    if not letter or letter not in letters:
        words = f"@{op.call_target_name.data} needs {name}, the number of one of {letters}"
        raise ShapeError(op, words)
    return letter


def transposed(b: OpBuilder, matrix: SSAValue) -> SSAValue:
    """The transpose of each matrix."""
    type = tensor_type(matrix)
    rank = type.get_num_dims()
    order = dense_i64([*range(rank - 2), rank - 1, rank - 2])
    return b.create(mhlo.TransposeOp, [matrix], transposed_type(type), permutation=order)


def transposed_type(type: TensorType[Attribute]) -> TensorType[Attribute]:
    *batch, rows, columns = type.get_shape()
    return TensorType(type.element_type, [*batch, columns, rows])


def failures_of(b: OpBuilder, values: SSAValue, type: Attribute) -> SSAValue:
    """1 for each batch in which a value is not a number, else 0."""
    truth = TensorType(i1, tensor_type(values).get_shape())
    unknown = b.create(tf.NotEqualOp, [values, values], truth)
    batch = TensorType(i1, truth.get_shape()[:-1])
    return b.create(tf.CastOp, [b.create(tf.AnyOp, [unknown, integers(b, -1, ())], batch)], type)


def integers(b: OpBuilder, value: int | Sequence[int], shape: Sequence[int]) -> SSAValue:
    values = [value] if isinstance(value, int) else value
    elements = DenseIntOrFPElementsAttr.from_list(TensorType(i32, shape), values)
    return b.value(mhlo.ConstantOp(elements))


def replace_call(op: mhlo.CustomCallOp, values: Sequence[SSAValue]) -> None:
    for old, value in zip(op.results, values, strict=True):
        if value not in op.operands:
            value.name_hint = old.name_hint
        old.replace_all_uses_with(value)
    Rewriter.erase_op(op)
