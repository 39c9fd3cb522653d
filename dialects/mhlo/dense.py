"""Dense integer attributes, which is how mhlo writes dimensions, sizes and paddings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from struct import unpack

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, i1, i64

from ..types import is_dense


def int_values(attribute: DenseIntOrFPElementsAttr) -> tuple[int, ...]:
    """The elements of a dense integer or `i1` attribute, row by row; `true` is 1."""
    element_type = attribute.get_element_type()
    if is_dense(attribute) and (element_type is i64 or element_type == i64):
        return _of_64_bits(attribute.data.data)
    values = (int(value) for value in attribute.iter_values() if not isinstance(value, tuple))
    return tuple(values if element_type != i1 else map(abs, values))


@lru_cache(maxsize=1024)
def _of_64_bits(data: bytes) -> tuple[int, ...]:
    return unpack(f"<{len(data) // 8}q", data)


def pair_values(attribute: DenseIntOrFPElementsAttr) -> tuple[tuple[int, int], ...]:
    """The rows of an `n x 2` attribute: low and high padding of each dimension."""
    values = int_values(attribute)
    return tuple(zip(values[::2], values[1::2], strict=True))


@lru_cache(maxsize=1024)
def _dense_i64(values: tuple[int, ...]) -> DenseIntOrFPElementsAttr:
    return DenseIntOrFPElementsAttr.from_list(TensorType(i64, [len(values)]), values)


def dense_i64(values: Sequence[int]) -> DenseIntOrFPElementsAttr:
    """`dense<[…]> : tensor<nxi64>`; equal values give one shared attribute."""
    return _dense_i64(tuple(values))


def dense_pairs(pairs: Sequence[tuple[int, int]]) -> DenseIntOrFPElementsAttr:
    """`dense<[[low, high], …]> : tensor<nx2xi64>`"""
    flat = [value for pair in pairs for value in pair]
    return DenseIntOrFPElementsAttr.from_list(TensorType(i64, [len(pairs), 2]), flat)


def dense_bools(values: Sequence[bool]) -> DenseIntOrFPElementsAttr:
    """`dense<[true, …]> : tensor<nxi1>`"""
    flat = [int(value) for value in values]
    return DenseIntOrFPElementsAttr.from_list(TensorType(i1, [len(values)]), flat)
