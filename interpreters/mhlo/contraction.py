"""mhlo products of tensors: dot, dot_general, einsum."""

from typing import Any

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import table, tensor_op
from .attributes import Ints
from .result_types import element_dtype


def dot_general(
    lhs: Array,
    rhs: Array,
    batching: tuple[Ints, Ints],
    contracting: tuple[Ints, Ints],
    dtype: "np.dtype[Any]",
) -> Array:
    """Sums of products; the result has batching dimensions, then those left of lhs and of rhs."""
    left = _free_axes(lhs, batching[0], contracting[0])
    right = _free_axes(rhs, batching[1], contracting[1])
    batch = [lhs.shape[axis] for axis in batching[0]]
    _check_equal(lhs, rhs, zip(batching[0], batching[1], strict=True))
    _check_equal(lhs, rhs, zip(contracting[0], contracting[1], strict=True))
    rows, columns = [lhs.shape[axis] for axis in left], [rhs.shape[axis] for axis in right]
    depth = _product(lhs.shape[axis] for axis in contracting[0])
    count, height, width = _product(batch), _product(rows), _product(columns)
    wide = np.dtype(np.float32) if dtype == np.float16 else dtype
    a = lhs.transpose(*batching[0], *left, *contracting[0]).astype(wide, copy=False)
    b = rhs.transpose(*batching[1], *contracting[1], *right).astype(wide, copy=False)
    product = np.matmul(a.reshape(count, height, depth), b.reshape(count, depth, width))
    return product.astype(dtype, copy=False).reshape((*batch, *rows, *columns))


def _free_axes(array: Array, batching: Ints, contracting: Ints) -> list[int]:
    return [axis for axis in range(array.ndim) if axis not in batching and axis not in contracting]


def _product(sizes: Any) -> int:
    return int(np.prod(list(sizes), dtype=np.int64))


def _check_equal(lhs: Array, rhs: Array, pairs: Any) -> None:
    for a, b in pairs:
        if lhs.shape[a] != rhs.shape[b]:
            raise ValueError(
                f"lhs has size {lhs.shape[a]} in dimension {a}, rhs has {rhs.shape[b]} in "
                f"dimension {b}; they must be equal"
            )


def _dot_general_op(op: mhlo.DotGeneralOp, lhs: Array, rhs: Array) -> Array:
    numbers = op.dot_dimension_numbers.data
    batching = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
    contracting = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    return dot_general(lhs, rhs, batching, contracting, element_dtype(op.results[0].type))


def _dot(op: mhlo.DotOp, lhs: Array, rhs: Array) -> Array:
    contracting = [lhs.ndim - 1], [0]
    return dot_general(lhs, rhs, ([], []), contracting, element_dtype(op.results[0].type))


def _einsum(op: mhlo.EinsumOp, lhs: Array, rhs: Array) -> Array:
    return np.einsum(op.einsum_config.data, lhs, rhs)


def _unary_einsum(op: mhlo.UnaryEinsumOp, operand: Array) -> Array:
    return np.einsum(op.einsum_config.data, operand)


KERNELS = table(
    tensor_op(mhlo.DotGeneralOp, _dot_general_op),
    tensor_op(mhlo.DotOp, _dot),
    tensor_op(mhlo.EinsumOp, _einsum),
    tensor_op(mhlo.UnaryEinsumOp, _unary_einsum),
)
