"""Elements of small tensors in row-major order: which ones meet when tensors broadcast, are reduced
or rearranged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product as tuples
from math import prod
from typing import TypeVar

from xdsl.ir import SSAValue

from .rule import Element, RuleContext

T = TypeVar("T")
StaticSizes = tuple[int, ...]


def static_sizes(ctx: RuleContext, value: SSAValue, count: int) -> StaticSizes | None:
    """The shape of `value`, of which `count` elements are known; None where it is not certain.

    Raises UnknownRank where the rank is not known.
    """
    shape = ctx.shape(value)
    if len(shape) == 1:
        return (count,)
    sizes = tuple(n for n in (size.constant_value for size in shape) if n is not None)
    return sizes if len(sizes) == len(shape) and prod(sizes) == count else None


def places(sizes: StaticSizes) -> Iterator[StaticSizes]:
    """Every index into a tensor of `sizes`, in row-major order."""
    return tuples(*map(range, sizes))


def offset(place: Sequence[int], sizes: StaticSizes) -> int:
    """The row-major position of the element at `place`."""
    result = 0
    for index, size in zip(place, sizes, strict=True):
        result = result * size + index
    return result


def common_sizes(*shapes: StaticSizes) -> StaticSizes | None:
    """The shape that all `shapes` broadcast to; None where they do not."""
    result = [1] * max(map(len, shapes), default=0)
    for sizes in shapes:
        for i, size in enumerate(sizes, len(result) - len(sizes)):
            if size != result[i] and 1 not in (size, result[i]):
                return None
            result[i] = size if result[i] == 1 else result[i]
    return tuple(result)


def spread(elements: Sequence[T], sizes: StaticSizes, target: StaticSizes) -> tuple[T, ...]:
    """`elements` of a tensor of `sizes`, broadcast to `target`."""
    if sizes == target:
        return tuple(elements)
    lead = len(target) - len(sizes)
    return tuple(
        elements[offset([0 if s == 1 else i for i, s in zip(p[lead:], sizes, strict=True)], sizes)]
        for p in places(target)
    )


def groups(elements: Sequence[T], sizes: StaticSizes, axes: Sequence[int]) -> list[list[T]]:
    """The elements that a reduction along `axes` combines, one list for each element of its
    result."""
    kept = [i for i in range(len(sizes)) if i not in axes]
    result_sizes = tuple(sizes[i] for i in kept)
    result: list[list[T]] = [[] for _ in range(prod(result_sizes))]
    for place, element in zip(places(sizes), elements, strict=True):
        result[offset([place[i] for i in kept], result_sizes)].append(element)
    return result


def transposed(elements: Sequence[T], sizes: StaticSizes, order: Sequence[int]) -> tuple[T, ...]:
    """`elements` of a tensor of `sizes` with dimension `order[i]` at place `i`."""
    result = tuple(sizes[i] for i in order)
    inverse = [order.index(i) for i in range(len(order))]
    return tuple(elements[offset([p[i] for i in inverse], sizes)] for p in places(result))


def stacked(
    parts: Sequence[Sequence[Element]], sizes: StaticSizes, axis: int
) -> tuple[Element, ...]:
    """The elements of tensors of `sizes` stacked along a new dimension `axis`."""
    target = (*sizes[:axis], len(parts), *sizes[axis:])
    return tuple(parts[p[axis]][offset(p[:axis] + p[axis + 1 :], sizes)] for p in places(target))
