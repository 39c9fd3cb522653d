"""The regions by which `mhlo.sort` compares."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType, i1
from xdsl.ir import Attribute, Block, Region

from ..dialects import mhlo
from ..dialects.mhlo.enums import (
    ComparisonDirection,
    ComparisonDirectionAttr,
    ComparisonType,
    ComparisonTypeAttr,
)


def by_total_order(direction: str, elements: Sequence[Attribute]) -> Region:
    """The total order of the first of several inputs, of these elements; that of IEEE 754 of
    floats.
    """
    types = [TensorType(element, []) for element in elements for _ in range(2)]
    block = Block(arg_types=types)
    order = mhlo.CompareOp.create(
        operands=block.args[:2],
        result_types=[TensorType(i1, [])],
        properties={
            "comparison_direction": ComparisonDirectionAttr(ComparisonDirection(direction)),
            "compare_type": ComparisonTypeAttr(ComparisonType.TOTALORDER),
        },
    )
    block.add_ops([order, mhlo.ReturnOp.create(operands=[order.result])])
    return Region(block)
