"""mhlo operations that compute on shapes: sizes as values, reshapes and broadcasts of sizes."""

from collections.abc import Sequence
from itertools import groupby

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import general_op, scalar_op, table, tensor_op


def _get_dimension_size(op: mhlo.GetDimensionSizeOp, operand: Array) -> Array:
    return np.asarray(operand.shape[op.dimension.value.data], dtype=np.int32)


def _compute_reshape_shape(_op: mhlo.ComputeReshapeShapeOp, elements: int, shape: Array) -> Array:
    """`shape` with a -1 replaced by what makes the number of elements right."""
    known = int(np.prod(shape[shape != -1]))
    return np.where(shape == -1, elements // known if known else 0, shape).astype(shape.dtype)


def _cstr_reshapable(_op: mhlo.CstrReshapableOp, elements: int, shape: Array) -> bool:
    sizes: list[int] = shape.tolist()
    known = int(np.prod([size for size in sizes if size != -1], dtype=np.int64))
    wildcards = sizes.count(-1)
    fits = elements == known if not wildcards else bool(known) and elements % known == 0
    if wildcards > 1 or min(sizes, default=0) < -1 or not fits:
        raise ValueError(f"{elements} elements cannot be reshaped to {sizes}")
    return True


def minimum_broadcast_shapes(shapes: Sequence[Sequence[int]]) -> list[list[int]]:
    """Shapes of least rank that broadcast against each other as `shapes` do.

    Neighbouring dimensions are joined where the same shapes have size 1 in them; dimensions of
    size 1 in all shapes, and leading ones of each shape, are dropped.
    """
    rank = max(map(len, shapes), default=0)
    aligned = [[1] * (rank - len(shape)) + list(shape) for shape in shapes]
    columns = [column for column in zip(*aligned, strict=True) if set(column) != {1}]
    joined = [
        [int(np.prod(sizes)) for sizes in zip(*group, strict=True)]
        for _, group in groupby(columns, key=lambda column: [size == 1 for size in column])
    ]
    result: list[list[int]] = []
    for number in range(len(shapes)):
        sizes = [column[number] for column in joined]
        first = next((axis for axis, size in enumerate(sizes) if size != 1), len(sizes))
        result.append(sizes[first:])
    return result


def _minimum_broadcast_shapes(
    _interpreter: Interpreter, _op: mhlo.MinimumBroadcastShapesOp, args: PythonValues
) -> PythonValues:
    minimal = minimum_broadcast_shapes([shape.tolist() for shape in args])
    return tuple(np.array(sizes, shape.dtype) for sizes, shape in zip(minimal, args, strict=True))


KERNELS = table(
    tensor_op(mhlo.GetDimensionSizeOp, _get_dimension_size),
    tensor_op(mhlo.ComputeReshapeShapeOp, _compute_reshape_shape),
    scalar_op(mhlo.CstrReshapableOp, _cstr_reshapable),
    general_op(mhlo.MinimumBroadcastShapesOp, _minimum_broadcast_shapes),
)
