"""Sizes that only a shape operand of a group's broadcast has, and no tensor before the group.

Where the operand's elements are known, the size is what they are; else it is read from the operand.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IndexType
from xdsl.ir import BlockArgument, SSAValue

from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo, sdim
from ...dialects.types import is_tensor
from ...materialize.op_builder import OpBuilder
from ...materialize.sizes import INDEX, SizeValues
from ...symbolic import Contradiction, Expr, Symbol, eq


def learn_shape_operands(group: mhlo.FusionOp, analysis: ShapeAnalysis) -> None:
    """Learns the sizes that the shape operands of the broadcasts in `group` give their results."""
    for name, (shape, i) in _sizes_by_shape_operands(group).items():
        elements = analysis.elements(shape)
        element = None if elements is None or i >= len(elements) else elements[i]
        if element is None:
            continue
        size = Symbol(name)
        if analysis.facts.simplify(size) == analysis.facts.simplify(element):
            continue
        with suppress(Contradiction):  # `group` never runs
            analysis.facts.learn(eq(size, element))


def is_readable(size: Expr, group: mhlo.FusionOp, sizes: SizeValues) -> bool:
    """Whether code before `group` can have `size`, after `offer_shape_operands`."""
    return sizes.has(size) or size.symbol_name in _sizes_by_shape_operands(group)


def offer_shape_operands(group: mhlo.FusionOp, names: Collection[str], sizes: SizeValues) -> None:
    """Lets those of `names` without another source be read from shape operands of `group`."""
    b = OpBuilder(group)
    for name, (shape, i) in _sizes_by_shape_operands(group).items():
        if name in names and not sizes.has(Symbol(name)):
            position = b.value(arith.ConstantOp.from_int_and_width(i, INDEX))
            element_type = shape.type.element_type if is_tensor(shape.type) else INDEX
            index = b.value(tensor.ExtractOp(shape, [position], element_type))
            if not isinstance(element_type, IndexType):
                index = b.value(arith.IndexCastOp(index, INDEX))
            sizes.give(name, index)


def _sizes_by_shape_operands(group: mhlo.FusionOp) -> dict[str, tuple[SSAValue, int]]:
    """For each symbol the operand of `group`, and its element, that a broadcast gets it from."""
    found = dict[str, tuple[SSAValue, int]]()
    for op in group.walk():
        if isinstance(op, mhlo.DynamicBroadcastInDimOp):
            shape = op.output_dimensions
            if isinstance(shape, BlockArgument) and shape.block.parent_op() is group:
                for i, entry in enumerate(sdim.encoding_of(op.result.type) or ()):
                    if isinstance(entry, str):
                        found.setdefault(entry, (group.operands[shape.index], i))
    return found
