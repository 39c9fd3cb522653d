"""Types that are one for all trips, branches or calls, so that inference changes none: of loops
and switches of the scf dialect, and of functions that are called.
"""

from __future__ import annotations

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.ir import Attribute, Operation

from ..dialects import sdim
from ..dialects.types import is_tensor, is_unranked
from ..rules.errors import ShapeError
from .module_parts import instances_below


def check_fixed_types(module: ModuleOp) -> None:
    """Raises ShapeError at a loop of scf that carries a tensor with a size without a symbol, at a
    switch that gives one, and at a call of a function in `module` that takes or gives one.
    """
    for op in instances_below(module, scf.ForOp, scf.WhileOp):
        for type in _carried(op):
            if is_unranked(type) or _is_open(type):
                raise ShapeError(
                    op,
                    f"the loop carries {type}, whose size may change from trip to trip; such a "
                    "loop must be an mhlo.while or a tf.WhileRegion",
                )
    for op in instances_below(module, scf.IndexSwitchOp):
        for type in op.result_types:
            if is_unranked(type) or _is_open(type):
                raise ShapeError(
                    op,
                    f"the result is {type}, whose size may be another one in each region; such a "
                    "choice must be an scf.if or an mhlo.case",
                )
    bodies = {f.sym_name.data for f in instances_below(module, func.FuncOp) if f.body.blocks}
    for op in instances_below(module, func.CallOp):
        if op.callee.string_value() not in bodies:
            continue
        for type in (*op.operand_types, *op.result_types):
            if is_unranked(type) or _is_open(type):
                raise ShapeError(
                    op,
                    f"a value of type {type} may have another size in each call of "
                    f"@{op.callee.string_value()}; run tieshape-inline-tf-functions first",
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
