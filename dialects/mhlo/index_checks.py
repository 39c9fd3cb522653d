"""Demands that reading and writing at computed positions share.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ..types import TypeShape, rank_of, sizes_agree
from .checks import check_dimension, check_sizes_equal, check_unique, fail


def verify_index_vector(
    op: Operation,
    index_vector_dim: int,
    index_map: Sequence[int],
    indices: TypeShape | None,
    clauses: tuple[str, str],
) -> None:
    """`index_vector_dim` is in range and as long as the map from index to operand dimension."""
    if indices is None:
        return
    if not 0 <= index_vector_dim <= len(indices):
        fail(
            op,
            f"index_vector_dim is {index_vector_dim}, 0 to {len(indices)} is needed",
            clauses[0],
        )
    length = indices[index_vector_dim] if index_vector_dim < len(indices) else 1
    if not sizes_agree(length, len(index_map)):
        fail(
            op,
            f"index vectors have {length} elements, the index map {list(index_map)} has "
            f"{len(index_map)}",
            clauses[1],
        )


def verify_index_batching(
    op: Operation,
    batching: tuple[Sequence[int], Sequence[int]],
    shapes: tuple[TypeShape | None, TypeShape | None],
    index_vector_dim: int,
    clauses: tuple[str, str, str, str, str],
) -> None:
    """Batching dimensions of the operand and of the indices pair up with equal sizes."""
    unique, in_range, not_vector, same_count, same_size = clauses
    operand_dims, index_dims = batching
    shape, indices = shapes
    check_unique(op, "batching dimensions of the indices", index_dims, unique)
    check_in_range(op, "batching dimensions of the indices", index_dims, indices, in_range)
    if index_vector_dim in index_dims:
        fail(op, f"index_vector_dim {index_vector_dim} is a batching dimension too", not_vector)
    if len(operand_dims) != len(index_dims):
        fail(
            op,
            f"operand 0 has {len(operand_dims)} batching dimensions, the indices have "
            f"{len(index_dims)}",
            same_count,
        )
    if shape is None or indices is None:
        return
    for a, b in zip(operand_dims, index_dims, strict=True):
        check_sizes_equal(
            op,
            f"batching size of operand 0 in dimension {a}",
            shape[a],
            f"of the indices in dimension {b}",
            indices[b],
            same_size,
        )


def check_sorted(op: Operation, name: str, values: Sequence[int], clause: str) -> None:
    """No value is smaller than the one before."""
    if list(values) != sorted(values):
        fail(op, f"{name} {list(values)} must be in ascending order", clause)


def check_in_range(
    op: Operation, name: str, dimensions: Sequence[int], shape: TypeShape | None, clause: str
) -> None:
    """Each dimension exists in a tensor of this shape."""
    for dimension in dimensions:
        check_dimension(op, f"{name} entry", dimension, rank_of(shape), clause)


def interleave(batch: Sequence[int], window: Sequence[int], positions: Sequence[int]) -> list[int]:
    """The sizes of `window` at `positions`, those of `batch` everywhere else, each in order."""
    rest = iter(batch)
    inner = iter(window)
    rank = len(batch) + len(window)
    return [next(inner) if dimension in positions else next(rest) for dimension in range(rank)]
