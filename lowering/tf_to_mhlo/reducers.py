"""Reductions with mhlo: bodies, start values and `mhlo.reduce`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    IntegerType,
    f32,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import element_type_of, is_integer, is_unsigned, scalar_type
from ...symbolic import shapes
from .builder import Builder

Start = Callable[[Attribute], float]


def lowest(element_type: Attribute) -> float:
    """The value that changes no maximum."""
    return integer_limits(element_type)[0] if is_integer(element_type) else -inf


def highest(element_type: Attribute) -> float:
    """The value that changes no minimum."""
    return integer_limits(element_type)[1] if is_integer(element_type) else inf


def integer_limits(type: IntegerType) -> tuple[int, int]:
    """The least and the greatest number of an integer type; a single bit is 0 or 1."""
    width = type.width.data
    if width == 1 or is_unsigned(type):
        return 0, 2**width - 1
    return -(2 ** (width - 1)), 2 ** (width - 1) - 1


def scalar_body(op: type[Operation], element_type: Attribute) -> Region:
    """The region that combines two scalars with `op`."""
    scalar = scalar_type(element_type)
    block = Block(arg_types=[scalar, scalar])
    combined = op.create(operands=list(block.args), result_types=[scalar])
    block.add_ops([combined, mhlo.ReturnOp.create(operands=[combined.results[0]])])
    return Region(block)


def reduce(
    b: Builder, value: SSAValue, op: type[Operation], start: float, axes: Sequence[int]
) -> SSAValue:
    """`value` combined by `op` along `axes`, which disappear."""
    if not axes:
        return value
    element_type = element_type_of(value)
    shape = shapes.reduce(b.shape(value), axes)
    new = mhlo.ReduceOp.create(
        operands=[value, b.scalar(start, element_type)],
        result_types=[b.ranked(element_type, shape)],
        properties={"dimensions": dense_i64(sorted(axes))},
        regions=[scalar_body(op, element_type)],
    )
    return b.insert(new).results[0]


def wide_float(element_type: Attribute) -> Attribute:
    """The type to add many elements in: `f32` for floats of 16 bits."""
    return f32 if isinstance(element_type, Float16Type | BFloat16Type) else element_type
