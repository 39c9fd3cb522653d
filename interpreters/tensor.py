"""`tensor` operations on numpy arrays; out-of-range indices are errors."""

from itertools import combinations
from typing import Any

import numpy as np
from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Attribute

from .arrays import Array, dtype_of, element_of
from .kernels import scalar_op, table, tensor_op


def shape_with(type_: Attribute, dynamic: tuple[int, ...]) -> tuple[int, ...]:
    """The sizes of a tensor type with the unknown ones filled from `dynamic`, in order."""
    assert isinstance(type_, TensorType)
    return mixed(type_.get_shape(), dynamic)


def mixed(static: tuple[int, ...], dynamic: tuple[int, ...]) -> tuple[int, ...]:
    """`static` with each placeholder of an unknown value replaced by the next of `dynamic`."""
    values = iter(dynamic)
    return tuple(next(values) if value == DYNAMIC_INDEX else value for value in static)


def _element_dtype(type_: Attribute) -> "np.dtype[Any]":
    return dtype_of(element_of(type_))


def _dim(_op: tensor.DimOp, source: Array, axis: int) -> int:
    if not 0 <= axis < source.ndim:
        raise IndexError(f"dimension {axis} is out of range for rank {source.ndim}")
    return source.shape[axis]


def _checked(source: Array, indices: tuple[int, ...]) -> tuple[int, ...]:
    if any(not 0 <= index < size for index, size in zip(indices, source.shape, strict=True)):
        raise IndexError(f"indices {list(indices)} are out of range for shape {source.shape}")
    return indices


def _extract(_op: tensor.ExtractOp, source: Array, *indices: int) -> object:
    return source[_checked(source, indices)].item()


def _insert(_op: tensor.InsertOp, scalar: object, dest: Array, *indices: int) -> Array:
    result = dest.copy()
    result[_checked(dest, indices)] = scalar
    return result


def _from_elements(op: tensor.FromElementsOp, *elements: object) -> Array:
    """Integers wrap: arith has those of unsigned types as signed ones."""
    type_ = op.result.type
    return np.array(elements).astype(_element_dtype(type_)).reshape(shape_with(type_, ()))


def _splat(op: tensor.SplatOp, value: object, *sizes: int) -> Array:
    type_ = op.result.type
    return np.full(shape_with(type_, sizes), np.array(value).astype(_element_dtype(type_)))


def _empty(op: tensor.EmptyOp, *sizes: int) -> Array:
    type_ = op.tensor.type
    return np.zeros(shape_with(type_, sizes), dtype=_element_dtype(type_))


def _collapse(op: tensor.CollapseShapeOp, source: Array) -> Array:
    groups = [[axis.value.data for axis in group] for group in op.reassociation]
    return source.reshape([int(np.prod([source.shape[axis] for axis in g])) for g in groups])


def _expand(op: tensor.ExpandShapeOp, source: Array, *sizes: int) -> Array:
    return source.reshape(mixed(op.static_output_shape.get_values(), sizes))


def _window(op: tensor.ExtractSliceOp | tensor.InsertSliceOp, args: Any) -> tuple[slice, ...]:
    split = len(op.offsets), len(op.offsets) + len(op.sizes)
    offsets = mixed(op.static_offsets.get_values(), args[: split[0]])
    sizes = mixed(op.static_sizes.get_values(), args[split[0] : split[1]])
    strides = mixed(op.static_strides.get_values(), args[split[1] :])
    return tuple(
        slice(offset, offset + (size - 1) * stride + 1 if size else offset, stride)
        for offset, size, stride in zip(offsets, sizes, strides, strict=True)
    )


def _extract_slice(op: tensor.ExtractSliceOp, source: Array, *args: int) -> Array:
    part = source[_window(op, args)]
    type_ = op.result.type
    assert isinstance(type_, TensorType)
    return part.reshape(_without_ones(part.shape, type_.get_shape()))


def _without_ones(shape: tuple[int, ...], target: tuple[int, ...]) -> tuple[int, ...]:
    """`shape` after the drop of as many unit sizes as makes it fit `target`."""
    for kept in combinations(range(len(shape)), len(target)):
        dropped = set(range(len(shape))) - set(kept)
        sizes = tuple(shape[axis] for axis in kept)
        fits = all(b in (a, DYNAMIC_INDEX) for a, b in zip(sizes, target, strict=True))
        if fits and all(shape[axis] == 1 for axis in dropped):
            return sizes
    raise ValueError(f"a slice of shape {shape} does not fit the result's shape")


def _insert_slice(op: tensor.InsertSliceOp, source: Array, dest: Array, *args: int) -> Array:
    result, window = dest.copy(), _window(op, args)
    result[window] = source.reshape(result[window].shape)
    return result


def _cast(_op: tensor.CastOp, source: Array) -> Array:
    return source


def _reshape(_op: tensor.ReshapeOp, source: Array, shape: Array) -> Array:
    return source.reshape(tuple(shape))


def _concat(op: tensor.ConcatOp, *inputs: Array) -> Array:
    return np.concatenate(inputs, axis=op.dim.value.data)


TENSOR_KERNELS = table(
    scalar_op(tensor.DimOp, _dim),
    scalar_op(tensor.ExtractOp, _extract),
    tensor_op(tensor.InsertOp, _insert),
    tensor_op(tensor.FromElementsOp, _from_elements),
    tensor_op(tensor.SplatOp, _splat),
    tensor_op(tensor.EmptyOp, _empty),
    tensor_op(tensor.CastOp, _cast),
    tensor_op(tensor.ReshapeOp, _reshape),
    tensor_op(tensor.CollapseShapeOp, _collapse),
    tensor_op(tensor.ExpandShapeOp, _expand),
    tensor_op(tensor.ExtractSliceOp, _extract_slice),
    tensor_op(tensor.InsertSliceOp, _insert_slice),
    tensor_op(tensor.ConcatOp, _concat),
)
