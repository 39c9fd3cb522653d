"""The floats next to others, by the integers that have their bits."""

from __future__ import annotations

from math import inf, nan

from xdsl.dialects.builtin import AnyFloat, IntegerType
from xdsl.ir import Attribute

from ...dialects import mhlo
from .formulas import Elements, where
from .reducers import integer_limits


def neighbour(x: Elements, y: Elements) -> Elements:
    """One more or less as an integer; from 0 to the least number of either sign."""
    b = x.b
    if not isinstance(x.element_type, AnyFloat):
        raise b.fail(f"elements of type {x.element_type} are not supported")
    bits = IntegerType(x.element_type.bitwidth)

    def read_as(value: Elements, element_type: Attribute) -> Elements:
        type = b.like(value.value, element_type)
        return Elements(b, b.create(mhlo.BitcastConvertOp, [value.value], type))

    number = read_as(x, bits)
    outwards = (y > x).equals(x > 0)
    moved = read_as(where(outwards, number + 1, number - 1), x.element_type)
    least = where(y > 0, number.full(1), integer_limits(bits)[0] + 1)
    moved = where(x.equals(0), read_as(least, x.element_type), moved)
    moved = where(x.equals(y), y, moved)
    known = (abs(x) <= inf) & (abs(y) <= inf)
    return where(known, moved, nan)
