"""What each tf op computes, with numpy alone: the second opinion that the compiled module is held against.

Each function takes the operands, the attributes and the number of results. A ValueError or IndexError means that
TensorFlow refuses the operands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Parameters = Mapping[str, Any]
Evaluate = Callable[[list[Array], Parameters, int], list[Array]]


class Rejected(Exception):
    """TensorFlow refuses these operands."""


class Undefined(Exception):
    """What TensorFlow and mhlo do here is not the same, or not defined."""


def elementwise(function: Callable[..., Any]) -> Evaluate:
    def evaluate(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
        operands = list(np.broadcast_arrays(*operands))
        return [np.asarray(function(*operands))]

    return evaluate


def keeping_type(function: Callable[..., Any]) -> Evaluate:
    """Elementwise, with the element type of the first operand."""

    def evaluate(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
        operands = list(np.broadcast_arrays(*operands))
        return [np.asarray(function(*operands)).astype(operands[0].dtype)]

    return evaluate


def reduction(function: Callable[..., Any], start: float | None = None) -> Evaluate:
    """Along the dimensions in operand 1; `start` is the result for no elements where numpy has none."""

    def evaluate(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
        value, axes = operands[0], tuple(int(a) for a in operands[1].reshape(-1))
        initial = {} if start is None else {"initial": value.dtype.type(start)}
        result = function(value, axis=axes, keepdims=parameters["keep_dims"], **initial)
        return [np.asarray(result, dtype=value.dtype)]

    return evaluate


def reshape(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    sizes = [int(size) for size in operands[1]]
    if any(size < -1 for size in sizes):
        raise ValueError("negative size")
    if -1 in sizes and 0 in sizes:
        raise Undefined("-1 beside a size 0, which TensorFlow leaves out of the product")
    return [operands[0].reshape(sizes)]


def expand_dims(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    return [np.expand_dims(operands[0], int(operands[1]))]


def squeeze(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    return [np.squeeze(operands[0], tuple(parameters["squeeze_dims"]))]


def transpose(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    return [np.transpose(operands[0], [int(d) for d in operands[1]])]


def broadcast_to(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    return [np.broadcast_to(operands[0], [int(size) for size in operands[1]]).copy()]


def tile(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    times = [int(t) for t in operands[1]]
    if any(t < 0 for t in times):
        raise ValueError("negative multiple")
    return [np.tile(operands[0], times)]


def concat(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    return [np.concatenate(operands[:-1], int(operands[-1]))]


def split(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    return np.split(operands[1], count, int(operands[0]))


def pack(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    return [np.stack(operands, parameters["axis"])]


def unpack(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    axis = parameters["axis"]
    if operands[0].shape[axis] != count:
        raise ValueError(f"{operands[0].shape[axis]} parts, {count} results")
    return [np.take(operands[0], i, axis) for i in range(count)]


def gather(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    """An index outside is an error on some of TensorFlow's devices only."""
    params, indices, axis = operands[0], operands[1], int(operands[2])
    if indices.size and not (indices.min() >= 0 and indices.max() < params.shape[axis]):
        raise Undefined("index outside")
    return [np.take(params, indices, axis)]


def slice_(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    value, begins, sizes = operands
    cuts = list[slice]()
    for whole, begin, size in zip(value.shape, begins.tolist(), sizes.tolist(), strict=True):
        size = whole - begin if size == -1 else size
        if begin < 0 or size < 0 or begin + size > whole:
            raise ValueError(f"slice from {begin} of size {size} leaves size {whole}")
        cuts.append(slice(begin, begin + size))
    return [value[tuple(cuts)]]


def strided_slice(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    value, begins, ends, strides = operands
    index = list[Any]()
    for i, (begin, end, stride) in enumerate(zip(begins, ends, strides, strict=True)):
        if parameters["ellipsis_mask"] >> i & 1:
            index.append(Ellipsis)
        elif parameters["new_axis_mask"] >> i & 1:
            index.append(np.newaxis)
        elif parameters["shrink_axis_mask"] >> i & 1:
            index.append(int(begin))
        else:
            first = None if parameters["begin_mask"] >> i & 1 else int(begin)
            last = None if parameters["end_mask"] >> i & 1 else int(end)
            index.append(slice(first, last, int(stride)))
    return [np.asarray(value[tuple(index)])]


def matmul(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    a, b = operands
    if parameters.get("transpose_a") or parameters.get("adj_x"):
        a = np.swapaxes(a, -1, -2)
    if parameters.get("transpose_b") or parameters.get("adj_y"):
        b = np.swapaxes(b, -1, -2)
    return [np.matmul(a, b)]


def softmax(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    (value,) = operands
    if not value.size:
        return [value]
    powers = np.exp(value - value.max(-1, keepdims=True))
    return [powers / powers.sum(-1, keepdims=True)]


def shape(operands: list[Array], parameters: Parameters, count: int) -> list[Array]:
    return [np.array(operands[0].shape, np.int32)]


def select(condition: Array, then: Array, otherwise: Array) -> Array:
    return np.where(condition, then, otherwise)


def mean(value: Array, axis: tuple[int, ...], keepdims: bool) -> Array:
    number = reduce(lambda n, a: n * value.shape[a], axis, 1)
    return np.sum(value, axis, keepdims=keepdims) / np.float32(number)


EVALUATE: dict[str, Evaluate] = {
    "tf.Identity": keeping_type(lambda x: x),
    "tf.Neg": keeping_type(np.negative),
    "tf.Abs": keeping_type(np.abs),
    "tf.Square": keeping_type(np.square),
    "tf.Relu": keeping_type(lambda x: np.maximum(x, 0)),
    "tf.Tanh": keeping_type(np.tanh),
    "tf.Sigmoid": keeping_type(lambda x: 1 / (1 + np.exp(-x))),
    "tf.AddV2": keeping_type(np.add),
    "tf.Sub": keeping_type(np.subtract),
    "tf.Mul": keeping_type(np.multiply),
    "tf.Maximum": keeping_type(np.maximum),
    "tf.Minimum": keeping_type(np.minimum),
    "tf.FloorDiv": keeping_type(np.floor_divide),
    "tf.FloorMod": keeping_type(np.mod),
    "tf.SelectV2": elementwise(select),
    "tf.Equal": elementwise(np.equal),
    "tf.NotEqual": elementwise(np.not_equal),
    "tf.Less": elementwise(np.less),
    "tf.GreaterEqual": elementwise(np.greater_equal),
    "tf.LogicalAnd": elementwise(np.logical_and),
    "tf.LogicalOr": elementwise(np.logical_or),
    "tf.LogicalNot": elementwise(np.logical_not),
    "tf.Sum": reduction(np.sum),
    "tf.Prod": reduction(np.prod),
    "tf.Mean": reduction(mean),
    "tf.Max": reduction(np.max, -np.inf),
    "tf.Min": reduction(np.min, np.inf),
    "tf.All": reduction(np.all),
    "tf.Any": reduction(np.any),
    "tf.Softmax": softmax,
    "tf.Shape": shape,
    "tf.Reshape": reshape,
    "tf.ExpandDims": expand_dims,
    "tf.Squeeze": squeeze,
    "tf.Transpose": transpose,
    "tf.BroadcastTo": broadcast_to,
    "tf.Tile": tile,
    "tf.ConcatV2": concat,
    "tf.Split": split,
    "tf.Pack": pack,
    "tf.Unpack": unpack,
    "tf.GatherV2": gather,
    "tf.Slice": slice_,
    "tf.StridedSlice": strided_slice,
    "tf.MatMul": matmul,
    "tf.BatchMatMulV2": matmul,
}
"""Every op that graphs are made of; `tf.Cast` is evaluated by its result's type."""
