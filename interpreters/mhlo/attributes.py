"""Integers out of the attributes of mhlo operations."""

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    IntegerType,
)
from xdsl.ir import Attribute

from ..arrays import dense_array

Ints = Sequence[int]


def integers(attribute: Attribute | None, default: Sequence[int] = ()) -> list[int]:
    """The integers of a dense or array attribute in row-major order; `default` where it is
    absent."""
    match attribute:
        case None:
            return list(default)
        case DenseArrayBase():
            return [int(v) for v in cast("DenseArrayBase[IntegerType]", attribute).get_values()]
        case DenseIntOrFPElementsAttr():
            return dense_array(attribute).ravel().tolist()
        case ArrayAttr():
            return [int(item.value.data) for item in attribute if isinstance(item, IntegerAttr)]
        case _:
            raise ValueError(f"{attribute} is no list of integers")


def paddings(attribute: Attribute | None, rank: int) -> list[tuple[int, int]]:
    """Low and high padding of each of `rank` dimensions; none where the attribute is absent."""
    flat = integers(attribute, [0] * (2 * rank))
    return list(zip(flat[::2], flat[1::2], strict=True))
