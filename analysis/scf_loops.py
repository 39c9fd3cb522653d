"""Loops of the scf dialect: their types are one for all trips, so that inference changes none."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.ir import Attribute, Operation

from ..dialects import sdim
from ..dialects.types import is_tensor, is_unranked
from ..rules.errors import ShapeError
from .module_parts import instances_below


def check_scf_loops(module: ModuleOp) -> None:
    """Raises ShapeError at a loop of scf that carries a tensor with a size without a symbol."""
    for op in instances_below(module, scf.ForOp, scf.WhileOp):
        for type in _carried(op):
            if is_unranked(type) or _is_open(type):
                raise ShapeError(
                    op,
                    f"the loop carries {type}, whose size may change from trip to trip; such a "
                    "loop must be an mhlo.while or a tf.WhileRegion",
                )


def _carried(op: Operation) -> list[Attribute]:
    blocks = [block for region in op.regions for block in region.blocks]
    values = [arg for block in blocks for arg in block.args]
    values += [value for block in blocks if block.last_op for value in block.last_op.operands]
    return [value.type for value in (*op.operands, *op.results, *values)]


def _is_open(type: Attribute) -> bool:
    if not is_tensor(type):
        return False
    entries = sdim.encoding_of(type)
    return DYNAMIC_INDEX in (type.get_shape() if entries is None else entries)
