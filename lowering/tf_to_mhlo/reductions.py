"""tf ops that combine elements along dimensions, and the softmaxes made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from xdsl.dialects.builtin import AnyFloat, TensorType, i1, i32, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects import mhlo, tf
from ...dialects.tensors import element_type_of, is_integer, tensor_type
from ...dialects.tf.reductions import PositionOfExtreme, Reduction
from ...symbolic import Expr, shapes
from .builder import Builder, Lowering, LoweringTable, dense_i64, integer
from .elementwise import Values, binary, compare

Start = Callable[[Attribute], float]


def lowest(element_type: Attribute) -> float:
    """The value that changes no maximum."""
    if is_integer(element_type):
        return -(2 ** (element_type.width.data - 1))
    return -inf


def highest(element_type: Attribute) -> float:
    """The value that changes no minimum."""
    if is_integer(element_type):
        return 2 ** (element_type.width.data - 1) - 1
    return inf


def scalar_body(op: type[Operation], element_type: Attribute) -> Region:
    """The region that combines two scalars with `op`."""
    scalar = TensorType(element_type, [])
    block = Block(arg_types=[scalar, scalar])
    combined = op.create(operands=list(block.args), result_types=[scalar])
    block.add_ops([combined, mhlo.ReturnOp.create(operands=[combined.results[0]])])
    return Region(block)


def reduce(
    b: Builder, value: SSAValue, op: type[Operation], start: float, axes: Sequence[int]
) -> SSAValue:
    """`value` combined by `op` along `axes`, which disappear."""
    if not axes:
        return value
    element_type = element_type_of(value)
    shape = shapes.reduce(b.shape(value), axes)
    new = mhlo.ReduceOp.create(
        operands=[value, b.scalar(start, element_type)],
        result_types=[b.ranked(element_type, shape)],
        properties={"dimensions": dense_i64(sorted(axes))},
        regions=[scalar_body(op, element_type)],
    )
    return b.insert(new).results[0]


def reduced_axes(op: Reduction, b: Builder) -> list[int]:
    rank = len(b.shape(op.operands[0]))
    axes = b.constants(op.operands[1], "the dimensions to reduce")
    return sorted({axis % rank for axis in axes}) if rank else []


def reduction(op_type: type[Operation], start: Start) -> Lowering:
    def lower(op: Reduction, b: Builder) -> Values:
        value, type = b.operand(op.operands[0]), b.type(op.results[0])
        reduced = reduce(b, value, op_type, start(type.element_type), reduced_axes(op, b))
        return (b.reshape(reduced, type),)

    return lower


def mean(op: tf.MeanOp, b: Builder) -> Values:
    """The sum over the number of elements that it combines."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    axes = reduced_axes(op, b)
    shape = b.shape(value)
    total = b.reshape(reduce(b, value, mhlo.AddOp, 0, axes), type)
    count = number(b, shapes.product(shape[axis] for axis in axes), type.element_type)
    return (binary(b, mhlo.DivideOp, total, b.broadcast(count, type)),)


def number(b: Builder, size: Expr, element_type: Attribute) -> SSAValue:
    """`size` as a scalar tensor of `element_type`."""
    size = b.facts.simplify(size)
    if (constant := size.constant_value) is not None:
        return b.scalar(constant, element_type)
    wide = i32 if isinstance(element_type, AnyFloat) else i64
    return b.convert(b.sizes.scalar(size, b.at, wide), element_type)


def softmax(op: tf.SoftmaxOp, b: Builder) -> Values:
    """exp(x - max) / sum(exp(x - max)) along the last dimension."""
    shifted, type = shift(op, b)
    exponential = b.create(mhlo.ExponentialOp, [shifted], type)
    return (binary(b, mhlo.DivideOp, exponential, along_last(b, exponential, mhlo.AddOp, 0)),)


def log_softmax(op: tf.LogSoftmaxOp, b: Builder) -> Values:
    """x - max - log(sum(exp(x - max))) along the last dimension."""
    shifted, type = shift(op, b)
    exponential = b.create(mhlo.ExponentialOp, [shifted], type)
    total = reduce(b, exponential, mhlo.AddOp, 0, [len(b.shape(exponential)) - 1])
    logarithm = b.create(mhlo.LogOp, [total], total.type)
    return (binary(b, mhlo.SubtractOp, shifted, rows_to(b, logarithm, type)),)


def shift(op: Operation, b: Builder) -> tuple[SSAValue, TensorType[Attribute]]:
    """The operand less its maximum along the last dimension, and its type."""
    value = b.operand(op.operands[0])
    type = tensor_type(value)
    start = lowest(type.element_type)
    largest = along_last(b, value, mhlo.MaximumOp, start)
    return binary(b, mhlo.SubtractOp, value, largest), type


def along_last(b: Builder, value: SSAValue, op: type[Operation], start: float) -> SSAValue:
    """`value` combined along its last dimension and spread over it again."""
    reduced = reduce(b, value, op, start, [len(b.shape(value)) - 1])
    return rows_to(b, reduced, tensor_type(value))


def rows_to(b: Builder, value: SSAValue, type: TensorType[Attribute]) -> SSAValue:
    """One number a row, spread along the last dimension of `type`."""
    return b.broadcast(value, type, range(type.get_num_dims() - 1))


def position(direction: str) -> Lowering:
    """The first index of the extreme along a dimension: values and indices reduced together."""

    def lower(op: PositionOfExtreme, b: Builder) -> Values:
        value, type = b.operand(op.operands[0]), b.type(op.results[0])
        element_type = element_type_of(value)
        (axis,) = b.constants(op.operands[1], "the dimension")
        axis %= len(b.shape(value))
        index_type = b.like(value, type.element_type)
        indices = iota(b, index_type, axis)
        start = lowest(element_type) if direction == "GE" else highest(element_type)
        new = mhlo.ReduceOp.create(
            operands=[
                value,
                indices,
                b.scalar(start, element_type),
                b.scalar(0, type.element_type),
            ],
            result_types=[TensorType(element_type, type.shape, type.encoding), type],
            properties={"dimensions": dense_i64([axis])},
            regions=[_extreme_body(direction, element_type, type.element_type)],
        )
        return (b.insert(new).results[1],)

    return lower


def iota(b: Builder, type: TensorType[Attribute], axis: int) -> SSAValue:
    """The index along `axis` in every element."""
    if type.has_static_shape():
        return b.create(mhlo.IotaOp, [], type, iota_dimension=integer(axis))
    shape = b.sizes.shape_tensor(b.shape_of_type(type), b.at)
    return b.create(mhlo.DynamicIotaOp, [shape], type, iota_dimension=integer(axis))


def _extreme_body(direction: str, element_type: Attribute, index_type: Attribute) -> Region:
    """Keeps the more extreme of two values, of equal ones that with the lower index."""
    values, indices = TensorType(element_type, []), TensorType(index_type, [])
    truth = TensorType(i1, [])
    block = Block(arg_types=[values, indices, values, indices])
    left, left_index, right, right_index = block.args

    def add(
        op: type[Operation],
        operands: Sequence[SSAValue],
        type: TensorType[Attribute],
        **attributes: Attribute,
    ):
        new = op.create(operands=operands, result_types=[type], properties=attributes)
        block.add_op(new)
        return new.results[0]

    better = add(mhlo.CompareOp, [left, right], truth, comparison_direction=direction_of(direction))
    value = add(mhlo.SelectOp, [better, left, right], values)
    equal = add(mhlo.CompareOp, [left, right], truth, comparison_direction=direction_of("EQ"))
    lower = add(mhlo.MinimumOp, [left_index, right_index], indices)
    chosen = add(mhlo.SelectOp, [better, left_index, right_index], indices)
    index = add(mhlo.SelectOp, [equal, lower, chosen], indices)
    block.add_op(mhlo.ReturnOp.create(operands=[value, index]))
    return Region(block)


def direction_of(name: str) -> mhlo.ComparisonDirectionAttr:
    return mhlo.ComparisonDirectionAttr(mhlo.ComparisonDirection(name))


REDUCTIONS: LoweringTable = {
    tf.SumOp: reduction(mhlo.AddOp, lambda _: 0),
    tf.ProdOp: reduction(mhlo.MultiplyOp, lambda _: 1),
    tf.MaxOp: reduction(mhlo.MaximumOp, lowest),
    tf.MinOp: reduction(mhlo.MinimumOp, highest),
    tf.AllOp: reduction(mhlo.AndOp, lambda _: 1),
    tf.AnyOp: reduction(mhlo.OrOp, lambda _: 0),
    tf.MeanOp: mean,
    tf.SoftmaxOp: softmax,
    tf.LogSoftmaxOp: log_softmax,
    tf.ArgMaxOp: position("GE"),
    tf.ArgMinOp: position("LE"),
}

__all__ = ["REDUCTIONS", "compare", "iota", "reduce", "scalar_body"]
