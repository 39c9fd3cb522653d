"""Types, constants and ops with their dimensions in another order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from ...analysis.traffic import element_bytes
from ...dialects import mhlo, sdim
from ...dialects.mhlo.dense import dense_i64, dense_pairs, int_values, pair_values
from ...dialects.mhlo.dimension_numbers import ConvDimensionNumbersAttr
from ...dialects.types import is_dense, tensor_type
from ...materialize.op_builder import OpBuilder

Order = tuple[int, ...]
"""Which old dimension each new one is."""


def features_last(value: SSAValue) -> Order:
    """From `[batch, feature, spatial …]` to `[batch, spatial …, feature]`."""
    return (0, *range(2, tensor_type(value).get_num_dims()), 1)


def inverse(order: Order) -> Order:
    """From the new order to the old one."""
    return tuple(order.index(d) for d in range(len(order)))


def reordered(value: SSAValue, order: Order) -> TensorType[Attribute]:
    """The type of `value` with its dimensions, and their symbols, in `order`."""
    type_ = tensor_type(value)
    entries = sdim.encoding_of(type_)
    if entries is not None:
        return sdim.encoded_type(type_.element_type, [entries[d] for d in order])
    return TensorType(type_.element_type, [type_.get_shape()[d] for d in order])


def dense_reordered(value: DenseIntOrFPElementsAttr, order: Order) -> DenseIntOrFPElementsAttr:
    """The elements of a constant, its dimensions in `order`."""
    element, shape = value.get_element_type(), value.get_shape()
    words = np.frombuffer(value.data.data, f"V{element_bytes(element)}").reshape(shape)
    data = BytesAttr(words.transpose(order).tobytes())
    return DenseIntOrFPElementsAttr(TensorType(element, [shape[d] for d in order]), data)


def transposed(
    b: OpBuilder, value: SSAValue, order: Order, type_: Attribute | None = None
) -> SSAValue:
    """`value` with its dimensions in `order`: a constant anew, else by a transpose.

    type_: of the result, by default that of `value` in the other order
    """
    if order == tuple(range(len(order))) and type_ in (None, value.type):
        return value
    made = value.owner
    if isinstance(made, mhlo.ConstantOp) and is_dense(made.value):
        return b.value(mhlo.ConstantOp(dense_reordered(made.value, order)))
    if isinstance(made, mhlo.TransposeOp):
        before = int_values(made.permutation)
        return transposed(b, made.operand, tuple(before[d] for d in order), type_)
    type_ = type_ or reordered(value, order)
    return b.create(mhlo.TransposeOp, [value], type_, permutation=dense_i64(order))


def can_be_reordered(vector: SSAValue) -> bool:
    """Whether a vector with an entry for each dimension can be written in another order."""
    made = vector.owner
    return isinstance(made, tensor.FromElementsOp) or (
        isinstance(made, arith.ConstantOp | mhlo.ConstantOp) and is_dense(made.value)
    )


def vector_reordered(b: OpBuilder, vector: SSAValue, order: Order) -> SSAValue:
    """The entries of `vector`, of which `can_be_reordered` holds, in `order`."""
    made = vector.owner
    if isinstance(made, tensor.FromElementsOp):
        entries = [made.elements[d] for d in order]
        return b.value(tensor.FromElementsOp.create(operands=entries, result_types=[vector.type]))
    assert isinstance(made, arith.ConstantOp | mhlo.ConstantOp) and is_dense(made.value)
    element = np.dtype(f"V{element_bytes(made.value.get_element_type())}")
    data = np.frombuffer(made.value.data.data, element)[list(order)].tobytes()
    value = DenseIntOrFPElementsAttr(made.value.type, BytesAttr(data))
    return b.value(type(made).create(properties={"value": value}, result_types=[vector.type]))


def is_broadcast_to_reorder(op: Operation) -> bool:
    """Whether `op` repeats something to a shape that can be written in another order."""
    return isinstance(op, mhlo.BroadcastInDimOp) or (
        isinstance(op, mhlo.DynamicBroadcastInDimOp) and can_be_reordered(op.output_dimensions)
    )


def broadcast_reordered(b: OpBuilder, op: Operation, order: Order) -> SSAValue:
    """What `is_broadcast_to_reorder` says of `op`; the operand's dimensions stay ascending."""
    assert isinstance(op, mhlo.BroadcastInDimOp | mhlo.DynamicBroadcastInDimOp)
    places = [order.index(d) for d in int_values(op.broadcast_dimensions)]
    ascending = tuple(sorted(range(len(places)), key=places.__getitem__))
    if set(tensor_type(op.operand).get_shape()) == {1}:
        ascending = tuple(range(len(places)))
    properties = dict(op.properties)
    properties["broadcast_dimensions"] = dense_i64(sorted(places))
    for name in mhlo.EXPANSION_MARKS:
        known = op.properties.get(name)
        if known is not None and is_dense(known):
            places = sorted(ascending.index(d) for d in int_values(known))
            properties[name] = dense_i64(places)
    operands = [transposed(b, op.operand, ascending)]
    if isinstance(op, mhlo.DynamicBroadcastInDimOp):
        operands.append(vector_reordered(b, op.output_dimensions, order))
    type_ = reordered(op.result, order)
    return b.create(type(op), operands, type_, **properties)


def properties_reordered(op: Operation, order: Order) -> dict[str, Attribute]:
    """The properties of a pad, a window or an elementwise op for operands in `order`."""
    found = dict(op.properties)
    for name, value in op.properties.items():
        if not isinstance(op, mhlo.PadOp | mhlo.ReduceWindowOp) or not is_dense(value):
            continue
        if name == "padding":
            pairs = pair_values(value)
            found[name] = dense_pairs([pairs[d] for d in order])
        else:
            numbers = int_values(value)
            found[name] = dense_i64([numbers[d] for d in order])
    return found


def numbers_reordered(
    op: mhlo.ConvolutionOp, order: Order, *, input: bool, output: bool
) -> ConvDimensionNumbersAttr:
    """What the dimensions of a convolution are, with its image or its result in `order`."""
    numbers = op.dimension_numbers.data
    if input:
        numbers = replace(
            numbers,
            input_batch_dimension=order.index(numbers.input_batch_dimension),
            input_feature_dimension=order.index(numbers.input_feature_dimension),
            input_spatial_dimensions=_places(numbers.input_spatial_dimensions, order),
        )
    if output:
        numbers = replace(
            numbers,
            output_batch_dimension=order.index(numbers.output_batch_dimension),
            output_feature_dimension=order.index(numbers.output_feature_dimension),
            output_spatial_dimensions=_places(numbers.output_spatial_dimensions, order),
        )
    return ConvDimensionNumbersAttr(numbers)


def _places(dimensions: Sequence[int], order: Order) -> tuple[int, ...]:
    return tuple(order.index(d) for d in dimensions)
