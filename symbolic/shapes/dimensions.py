"""Dimensions joined, reduced, permuted and contracted.

Source: https://www.tensorflow.org/api_docs/python/tf/raw_ops (ConcatV2, Sum, Transpose,
BatchMatMulV2)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..expr import ONE
from .broadcasting import broadcast
from .context import Shape, ShapeContext, same_size


def concat(ctx: ShapeContext, shapes: Sequence[Shape], dimension: int) -> Shape:
    """Sizes add along `dimension` and agree along the others."""
    first, *others = shapes
    result = list(first)
    for other in others:
        for i, size in enumerate(other):
            if i == dimension:
                result[i] = result[i] + size
            else:
                result[i] = same_size(ctx, result[i], size, f"concatenated tensors, dimension {i}")
    return tuple(result)


def reduce(shape: Shape, dimensions: Iterable[int], keep: bool = False) -> Shape:
    """`shape` with `dimensions` gone, or kept with size 1."""
    gone = {d % len(shape) for d in dimensions} if shape else set[int]()
    if keep:
        return tuple(ONE if i in gone else size for i, size in enumerate(shape))
    return tuple(size for i, size in enumerate(shape) if i not in gone)


def transpose(shape: Shape, permutation: Iterable[int]) -> Shape:
    return tuple(shape[i] for i in permutation)


def matmul(
    ctx: ShapeContext, a: Shape, b: Shape, adjoint_a: bool = False, adjoint_b: bool = False
) -> Shape:
    """`[..., m, k] x [..., k, n] -> [..., m, n]`, the leading dimensions broadcast."""
    m, k = a[-2:] if not adjoint_a else a[:-3:-1]
    k_b, n = b[-2:] if not adjoint_b else b[:-3:-1]
    same_size(ctx, k, k_b, "contracting dimension")
    return (*broadcast(ctx, a[:-2], b[:-2]), m, n)
