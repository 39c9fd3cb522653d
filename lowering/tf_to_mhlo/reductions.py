"""tf ops that combine elements along dimensions, and the softmaxes made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    IntegerType,
    Signedness,
    TensorType,
    f32,
    f64,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.dense import dense_i64
from ...dialects.mhlo.element_types import COMPLEX, kind_of
from ...dialects.tensors import element_type_of, is_integer, tensor_type
from ...dialects.tf.reductions import PositionOfExtreme, Reduction
from ...rules.axes import axis_of
from ...rules.tf.reductions import reduced_axes
from ...symbolic import Expr, shapes
from .builder import Builder, Lowering, LoweringTable, integer
from .complex_numbers import part_type
from .elementwise import Values, binary, compare, square

Start = Callable[[Attribute], float]


def lowest(element_type: Attribute) -> float:
    """The value that changes no maximum."""
    return integer_limits(element_type)[0] if is_integer(element_type) else -inf


def highest(element_type: Attribute) -> float:
    """The value that changes no minimum."""
    return integer_limits(element_type)[1] if is_integer(element_type) else inf


def integer_limits(type: IntegerType) -> tuple[int, int]:
    """The least and the greatest number of an integer type; a single bit is 0 or 1."""
    width = type.width.data
    if width == 1 or type.signedness.data is Signedness.UNSIGNED:
        return 0, 2**width - 1
    return -(2 ** (width - 1)), 2 ** (width - 1) - 1


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


def axes_of(op: Reduction, b: Builder) -> list[int]:
    """The dimensions that `op` reduces, in order, which must be constant."""
    axes = reduced_axes(op, b.analysis)
    if axes is None:
        raise b.fail("the dimensions to reduce must be constant")
    return axes


def reduction(op_type: type[Operation], start: Start) -> Lowering:
    """A reduction by one op; floats of 16 bits are added and multiplied with 32."""

    def lower(op: Reduction, b: Builder) -> Values:
        value, type = b.operand(op.operands[0]), b.type(op.results[0])
        if op_type in (mhlo.AddOp, mhlo.MultiplyOp):
            value = b.convert(value, wide_float(type.element_type))
        reduced = reduce(b, value, op_type, start(element_type_of(value)), axes_of(op, b))
        return (b.reshape(b.convert(reduced, type.element_type), type),)

    return lower


def wide_float(element_type: Attribute) -> Attribute:
    """The type to add many elements in: `f32` for floats of 16 bits."""
    return f32 if isinstance(element_type, Float16Type | BFloat16Type) else element_type


def mean(op: tf.MeanOp, b: Builder) -> Values:
    """The sum over the number of elements that it combines; the mean of integers is rounded towards zero."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    axes = axes_of(op, b)
    count = shapes.product(b.shape(value)[axis] for axis in axes)
    wide = i64 if is_integer(type.element_type) else wide_float(type.element_type)
    total = reduce(b, b.convert(value, wide), mhlo.AddOp, 0, axes)
    divisor = b.broadcast(number(b, count, element_type_of(total)), tensor_type(total))
    return (
        b.reshape(b.convert(binary(b, mhlo.DivideOp, total, divisor), type.element_type), type),
    )


def euclidean_norm(op: tf.EuclideanNormOp, b: Builder) -> Values:
    """The square root of the sum of squares; of integers rounded down."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    element_type = type.element_type
    if kind_of(element_type) == COMPLEX:
        part = b.create(mhlo.AbsOp, [value], b.like(value, part_type(value)))
    else:
        part = b.convert(value, f64 if is_integer(element_type) else wide_float(element_type))
    total = reduce(b, square(b, part), mhlo.AddOp, 0, axes_of(op, b))
    root = b.create(mhlo.SqrtOp, [total], total.type)
    return (b.reshape(b.convert(root, element_type), type),)


def number(b: Builder, size: Expr, element_type: Attribute) -> SSAValue:
    """`size` as a scalar tensor of `element_type`."""
    if (constant := b.facts.simplify(size).constant_value) is not None:
        return b.scalar(constant, element_type)
    return b.convert(b.sizes.scalar(size, b.at, i64), element_type)


def softmax(op: tf.SoftmaxOp, b: Builder) -> Values:
    """exp(x - max) / sum(exp(x - max)) along the last dimension."""
    shifted, type = shift(op, b)
    exponential = b.create(mhlo.ExponentialOp, [shifted], shifted.type)
    total = along_last(b, exponential, mhlo.AddOp, 0)
    return (b.convert(binary(b, mhlo.DivideOp, exponential, total), type.element_type),)


def log_softmax(op: tf.LogSoftmaxOp, b: Builder) -> Values:
    """x - max - log(sum(exp(x - max))) along the last dimension."""
    shifted, type = shift(op, b)
    exponential = b.create(mhlo.ExponentialOp, [shifted], shifted.type)
    total = reduce(b, exponential, mhlo.AddOp, 0, [len(b.shape(exponential)) - 1])
    logarithm = b.create(mhlo.LogOp, [total], total.type)
    spread = rows_to(b, logarithm, tensor_type(shifted))
    return (b.convert(binary(b, mhlo.SubtractOp, shifted, spread), type.element_type),)


def shift(op: Operation, b: Builder) -> tuple[SSAValue, TensorType[Attribute]]:
    """The operand less its maximum along the last dimension, with 32 bits or more, and the operand's type."""
    value = b.operand(op.operands[0])
    type = tensor_type(value)
    value = b.convert(value, wide_float(type.element_type))
    largest = along_last(b, value, mhlo.MaximumOp, lowest(type.element_type))
    return binary(b, mhlo.SubtractOp, value, largest), type


def along_last(b: Builder, value: SSAValue, op: type[Operation], start: float) -> SSAValue:
    """`value` combined along its last dimension and spread over it again."""
    reduced = reduce(b, value, op, start, [len(b.shape(value)) - 1])
    return rows_to(b, reduced, tensor_type(value))


def rows_to(b: Builder, value: SSAValue, type: TensorType[Attribute]) -> SSAValue:
    """One number a row, spread along the last dimension of `type`."""
    return b.broadcast(value, type, range(type.get_num_dims() - 1))


def position(direction: str, start: Start) -> Lowering:
    """The first index of the extreme along a dimension: values and indices reduced together."""

    def lower(op: PositionOfExtreme, b: Builder) -> Values:
        value, type = b.operand(op.operands[0]), b.type(op.results[0])
        element_type = element_type_of(value)
        (constant,) = b.constants(op.operands[1], "the dimension")
        axis = axis_of(op, constant, len(b.shape(value)))
        indices = iota(b, b.like(value, type.element_type), axis)
        starts = [b.scalar(start(element_type), element_type), b.scalar(0, type.element_type)]
        new = mhlo.ReduceOp.create(
            operands=[value, indices, *starts],
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
    """Keeps the more extreme of two values, of equal ones that with the lower index, a number rather than NaN.

    The elements are to the right of what is kept, with a start to the left; so a NaN is never found, as in
    TensorFlow's own kernels, and 0 where there are NaNs only.
    """
    values, indices = TensorType(element_type, []), TensorType(index_type, [])
    truth = TensorType(i1, [])
    block = Block(arg_types=[values, indices, values, indices])
    left, left_index, right, right_index = block.args

    def add(
        op: type[Operation],
        operands: Sequence[SSAValue],
        type: TensorType[Attribute],
        **attributes: Attribute,
    ) -> SSAValue:
        new = op.create(operands=operands, result_types=[type], properties=attributes)
        block.add_op(new)
        return new.results[0]

    def compare_to(name: str, a: SSAValue, c: SSAValue) -> SSAValue:
        return add(mhlo.CompareOp, [a, c], truth, comparison_direction=direction_of(name))

    better = compare_to(direction, right, left)
    equal = compare_to("EQ", right, left)
    earlier = add(mhlo.AndOp, [equal, compare_to("LT", right_index, left_index)], truth)
    number = add(mhlo.AndOp, [compare_to("NE", left, left), compare_to("EQ", right, right)], truth)
    takes = add(mhlo.OrOp, [add(mhlo.OrOp, [better, earlier], truth), number], truth)
    value = add(mhlo.SelectOp, [takes, right, left], values)
    index = add(mhlo.SelectOp, [takes, right_index, left_index], indices)
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
    tf.EuclideanNormOp: euclidean_norm,
    tf.SoftmaxOp: softmax,
    tf.LogSoftmaxOp: log_softmax,
    tf.ArgMaxOp: position("GT", lowest),
    tf.ArgMinOp: position("LT", highest),
}

__all__ = ["REDUCTIONS", "compare", "iota", "reduce", "scalar_body"]
