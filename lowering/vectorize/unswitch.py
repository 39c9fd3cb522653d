"""Branches on what a loop does not change, around the loop in place of in it.

```mlir
scf.for %i { %a = .. scf.if %flag { A } else { B } }
```
becomes
```mlir
scf.if %flag { scf.for %i { %a = .. A } } else { scf.for %i { %a = .. B } }
```
Where a row is a few vectors long, to ask for its flags takes as long as the row.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import Pure

from .lanes import constant_of

_DIVISIONS = (
    *(arith.DivUIOp, arith.DivSIOp, arith.RemUIOp, arith.RemSIOp),
    *(arith.CeilDivSIOp, arith.CeilDivUIOp, arith.FloorDivSIOp),
)
MOST = 60
"""Ops before a branch up to which there may be two of them."""


def unswitch(function: func.FuncOp) -> None:
    """Every loop of `function` that carries nothing, from the inside out."""
    loops = [op for op in function.walk() if isinstance(op, scf.ForOp)]
    for loop in reversed(loops):
        if not loop.iter_args:
            _hoist(loop)
            _unswitch(loop)


def _hoist(loop: scf.ForOp) -> None:
    """Puts what only says sizes and flags, the same on each trip, before the loop."""
    parent = loop.parent
    assert parent is not None
    for op in list(loop.body.block.ops):
        if _is_cheap(op) and not any(_is_made_in(operand, loop) for operand in op.operands):
            op.detach()
            parent.insert_op_before(op, loop)


def _is_cheap(op: Operation) -> bool:
    """Whether `op` says a size or a flag, and may be computed though nobody asks for it."""
    if op.regions or len(op.results) != 1:
        return False
    type_ = op.results[0].type
    if not isinstance(type_, IndexType) and type_ != IntegerType(1):
        return False
    if isinstance(op, _DIVISIONS):
        return (constant_of(op.operands[1]) or 0) > 0
    return op.has_trait(Pure)


def _is_made_in(value: SSAValue, loop: scf.ForOp) -> bool:
    owner: Operation | Block | None = value.owner
    while owner is not None:
        if owner is loop.body.block:
            return True
        owner = owner.parent if isinstance(owner, Operation) else owner.parent_op()
    return False


def _unswitch(loop: scf.ForOp) -> None:
    """Puts the last op of the loop around it, if it is such a branch, and goes on in both parts."""
    branch, parent = _last(loop), loop.parent
    if branch is None or _is_made_in(branch.cond, loop) or parent is None:
        return
    loops = [loop, _with_other_part(loop, branch)]
    around = scf.IfOp.create(operands=[branch.cond], regions=[Region(Block()), Region(Block())])
    parent.insert_op_before(around, loop)
    loop.detach()
    _take(branch)
    for made, region in zip(loops, around.regions, strict=True):
        does_something = not all(op.has_trait(Pure) for op in list(made.body.block.ops)[:-1])
        region.block.add_ops([*([made] if does_something else []), scf.YieldOp.create()])
        if does_something:
            _hoist(made)
            _unswitch(made)
        else:
            made.erase()


def _last(loop: scf.ForOp) -> scf.IfOp | None:
    """The branch at the end of the body, if little and nothing with a region is before it."""
    *before, last, _ = [None, None, *loop.body.block.ops]
    if not isinstance(last, scf.IfOp) or last.results or len(before) > MOST:
        return None
    return None if any(op is not None and op.regions for op in before) else last


def _with_other_part(loop: scf.ForOp, branch: scf.IfOp) -> scf.ForOp:
    """The loop as it is where its branch is not taken."""
    body = Block(arg_types=[arg.type for arg in loop.body.block.args])
    values = dict[SSAValue, SSAValue](zip(loop.body.block.args, body.args, strict=True))
    for op in loop.body.block.ops:
        if op is branch:
            body.add_ops([inner.clone(values) for inner in _done(branch, 1)])
        else:
            body.add_op(op.clone(values))
    return scf.ForOp.create(
        operands=loop.operands, attributes=loop.attributes, regions=[Region(body)]
    )


def _done(branch: scf.IfOp, number: int) -> Sequence[Operation]:
    """What is done in a region, but for its end."""
    blocks = branch.regions[number].blocks
    return list(blocks.first.ops)[:-1] if blocks.first is not None else ()


def _take(branch: scf.IfOp) -> None:
    """Puts what a branch does where it is taken in its place."""
    block = branch.parent
    assert block is not None
    for op in _done(branch, 0):
        op.detach()
        block.insert_op_before(op, branch)
    branch.detach()
    branch.erase()
