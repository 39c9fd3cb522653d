"""Takes out of a module what only tieshape's own consumers use: groups and versions."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import mhlo
from ...passes.version_broadcasts.version_broadcasts import is_choice


def keep_general_versions(module: ModuleOp) -> None:
    """Replaces each choice between versions of a group by the last, which is for all sizes."""
    for op in list(module.walk()):
        if isinstance(op, scf.IfOp) and op.parent is not None and is_choice(op):
            _inline(op, op.false_region.block, ())


def inline_fusions(module: ModuleOp) -> None:
    """Replaces each `mhlo.fusion` by its body."""
    for op in list(module.walk()):
        if isinstance(op, mhlo.FusionOp):
            _inline(op, op.fused_computation.block, op.operands)


def _inline(op: Operation, block: Block, operands: Sequence[SSAValue]) -> None:
    for arg, operand in zip(list(block.args), list(operands), strict=True):
        arg.replace_all_uses_with(operand)
    terminator = block.last_op
    assert terminator is not None
    results = list(terminator.operands)
    Rewriter.erase_op(terminator)
    for arg in list(block.args):
        block.erase_arg(arg)
    Rewriter.inline_block(block, InsertPoint.before(op))
    for old, new in zip(op.results, results, strict=True):
        old.replace_all_uses_with(new)
    Rewriter.erase_op(op)
