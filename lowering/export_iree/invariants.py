"""Takes what a loop hands on unchanged out of what it carries: it is the value from before."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import mhlo


def hoist_invariants(module: ModuleOp) -> None:
    """Replaces the loops of `module` by ones that carry only what a trip may change."""
    for op in list(module.walk()):
        if isinstance(op, mhlo.WhileOp):
            _hoist(op)


def _hoist(op: mhlo.WhileOp) -> None:
    cond, body = op.cond.block, op.body.block
    last = body.last_op
    assert last is not None
    kept = [i for i in range(len(op.operand)) if not _is_invariant(op, cond, body, i)]
    if len(kept) == len(op.operand):
        return
    results: list[SSAValue] = list(op.operand)
    for number in reversed(range(len(op.operand))):
        if number not in kept:
            for block in (cond, body):
                block.args[number].replace_all_uses_with(op.operand[number])
                block.erase_arg(block.args[number])
    last.operands = [last.operands[number] for number in kept]
    operands = [op.operand[number] for number in kept]
    types = [op.outputs[number].type for number in kept]
    regions = [op.detach_region(region) for region in (op.cond, op.body)]
    new = mhlo.WhileOp(operands, *regions, result_types=types)
    new.attributes.update(op.attributes)
    new.location = op.location
    Rewriter.insert_op(new, InsertPoint.before(op))
    for number, result in zip(kept, new.outputs, strict=True):
        result.name_hint = op.outputs[number].name_hint
        results[number] = result
    Rewriter.replace_op(op, [], results)


def _is_invariant(op: mhlo.WhileOp, cond: Block, body: Block, number: int) -> bool:
    last = body.last_op
    types = op.operand[number].type, cond.args[number].type, body.args[number].type
    return (
        last is not None
        and last.operands[number] is body.args[number]
        and len({*types, op.outputs[number].type}) == 1
    )
