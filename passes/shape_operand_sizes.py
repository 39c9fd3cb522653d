"""Sizes that only a shape operand tells: a group broadcasts to them, and no tensor before it has them."""

from __future__ import annotations

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IndexType
from xdsl.ir import BlockArgument, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.sizes import INDEX, Sizes
from ..dialects import mhlo, sdim
from ..dialects.tensors import is_tensor
from ..symbolic import Expr


def is_readable(size: Expr, group: mhlo.FusionOp, sizes: Sizes) -> bool:
    """Whether code before `group` can have `size`, after `offer_shape_operands`."""
    return sizes.has(size) or size.symbol_name in _told_by_shape_operands(group)


def offer_shape_operands(group: mhlo.FusionOp, sizes: Sizes) -> None:
    """Lets sizes that nothing else has be read from the shape operands of the broadcasts in `group`."""
    for name, (shape, i) in _told_by_shape_operands(group).items():
        if not sizes.has(sizes.analysis.facts.symbol(name)):
            position = arith.ConstantOp.from_int_and_width(i, INDEX)
            element_type = shape.type.element_type if is_tensor(shape.type) else INDEX
            element = tensor.ExtractOp(shape, [position.result], element_type)
            Rewriter.insert_op((position, element), InsertPoint.before(group))
            index = element.result
            if not isinstance(element_type, IndexType):
                cast = arith.IndexCastOp(index, INDEX)
                Rewriter.insert_op(cast, InsertPoint.before(group))
                index = cast.result
            sizes.give(name, index)


def _told_by_shape_operands(group: mhlo.FusionOp) -> dict[str, tuple[SSAValue, int]]:
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
