"""tf ops that resize images: rows and columns are gathered along one dimension at a time.

Source: https://www.tensorflow.org/api_docs/python/tf/raw_ops/ResizeBilinear
"""

from __future__ import annotations

from xdsl.dialects.builtin import f32, i32
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.tensors import element_type_of, tensor_type
from ...dialects.tf.images import Resize
from ...symbolic import Expr, as_expr
from .builder import Builder, LoweringTable
from .elementwise import Values, binary, compare, with_number
from .reductions import iota, number
from .slicing import take


def scale(b: Builder, op: Resize, size: Expr, target: Expr) -> SSAValue:
    """From one element of the result to the next, in elements of the image: a scalar f32."""
    known, wanted = size.constant_value, target.constant_value
    if known is not None and wanted is not None:
        aligned = op.align_corners and wanted > 1
        return b.scalar((known - 1) / (wanted - 1) if aligned else known / wanted, f32)
    before, after = number(b, size, f32), number(b, target, f32)
    plain = binary(b, mhlo.DivideOp, before, after)
    if not op.align_corners:
        return plain
    steps = [with_number(b, mhlo.SubtractOp, value, 1) for value in (before, after)]
    aligned = binary(b, mhlo.DivideOp, *steps)
    several = compare(b, "GT", after, b.scalar(1, f32))
    return b.create(mhlo.SelectOp, [several, aligned, plain], plain.type)


def bind_size(b: Builder, op: Resize) -> None:
    """Makes height and width of the result readable from `size`, where nothing else tells them."""
    result = b.shape_of_type(b.type(op.results[0]))
    for place, size in enumerate(result[1:3]):
        if not b.sizes.has(size):
            b.bind(size, b.element(op.operands[1], place))


def positions(b: Builder, op: Resize, axis: int, centre: float) -> SSAValue:
    """Where each element of the result along `axis` stands in the image; `centre` is that of a pixel."""
    size = b.shape(op.operands[0])[axis]
    target = b.shape_of_type(b.type(op.results[0]))[axis]
    type = b.ranked(f32, [target])
    index = iota(b, type, 0)
    factor = b.broadcast(scale(b, op, size, target), type)
    if not op.half_pixel_centers:
        return binary(b, mhlo.MultiplyOp, index, factor)
    middle = with_number(b, mhlo.AddOp, index, 0.5)
    return with_number(b, mhlo.SubtractOp, binary(b, mhlo.MultiplyOp, middle, factor), centre)


def inside(b: Builder, index: SSAValue, size: Expr) -> SSAValue:
    """`index`, floats, as integers from 0 to `size - 1`."""
    type = tensor_type(index)
    last = with_number(b, mhlo.SubtractOp, number(b, size, f32), 1)
    below = binary(b, mhlo.MinimumOp, index, b.broadcast(last, type))
    return b.convert(with_number(b, mhlo.MaximumOp, below, 0), i32)


def picked(b: Builder, images: SSAValue, indices: SSAValue, axis: int) -> SSAValue:
    """`images` at `indices` along `axis`."""
    shape = list(b.shape(images))
    shape[axis] = b.shape(indices)[0]
    return take(b, images, indices, axis, 0, b.ranked(element_type_of(images), shape))


def nearest(op: tf.ResizeNearestNeighborOp, b: Builder) -> Values:
    bind_size(b, op)
    value = b.operand(op.operands[0])
    for axis in (1, 2):
        place = positions(b, op, axis, 0)
        rounding = mhlo.RoundNearestAfzOp if op.align_corners else mhlo.FloorOp
        index = b.create(rounding, [place], place.type)
        value = picked(b, value, inside(b, index, b.shape(op.operands[0])[axis]), axis)
    return (value,)


def bilinear(op: tf.ResizeBilinearOp, b: Builder) -> Values:
    """Columns are interpolated first, then rows."""
    bind_size(b, op)
    value = b.convert(b.operand(op.operands[0]), f32)
    for axis in (2, 1):
        value = interpolated(b, op, value, axis)
    return (b.convert(value, b.type(op.results[0]).element_type),)


def interpolated(b: Builder, op: Resize, value: SSAValue, axis: int) -> SSAValue:
    """`low + (high - low) * fraction` of the two neighbours along `axis`."""
    size = as_expr(b.shape(op.operands[0])[axis])
    place = positions(b, op, axis, 0.5)
    below = b.create(mhlo.FloorOp, [place], place.type)
    above = b.create(mhlo.CeilOp, [place], place.type)
    low, high = (picked(b, value, inside(b, at, size), axis) for at in (below, above))
    fraction = b.broadcast(binary(b, mhlo.SubtractOp, place, below), tensor_type(low), [axis])
    rise = binary(b, mhlo.MultiplyOp, binary(b, mhlo.SubtractOp, high, low), fraction)
    return binary(b, mhlo.AddOp, low, rise)


RESIZING: LoweringTable = {
    tf.ResizeBilinearOp: bilinear,
    tf.ResizeNearestNeighborOp: nearest,
}
