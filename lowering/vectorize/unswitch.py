"""Branches on what a loop does not change, around the loop in place of in it.

```mlir
scf.for %i { %a = .. scf.if %flag { A } else { B } }
```
becomes
```mlir
scf.if %flag { scf.for %i { %a = .. A } } else { scf.for %i { %a = .. B } }
```
Where a row is a few vectors long, to ask for its flags takes as long as the row. Where a loop goes
over a row several times, all branches on one flag of the function are taken together.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import Pure

from ...dialects.effects import DIVISIONS
from .positions import constant_of

MOST = 60
"""Ops before a branch up to which there may be two of them."""
MOST_BESIDE = 150
"""As MOST, of the ops beside branches on a flag of the function."""


@dataclass(frozen=True, slots=True)
class Tests:
    """What a function says at its begin."""

    flags: Collection[SSAValue]
    """Whether flags have certain values."""
    large: Collection[SSAValue]
    """Whether its buffers are large."""

    def are_worth_it(self, cond: SSAValue, beside: Sequence[Operation]) -> bool:
        """Whether there may be two of `beside`, one for each value of `cond`."""
        ops = [inner for op in beside for inner in op.walk()]
        if len(ops) > MOST_BESIDE:
            return False
        # Rows that functions are taken of are long enough to ask for their size.
        is_short = not any(op.name.startswith("math.") for op in ops)
        return cond in self.flags or (cond in self.large and is_short)


def unswitch(function: func.FuncOp, tests: Tests) -> None:
    """Every loop of `function` that carries nothing, from the inside out."""
    loops = [op for op in function.walk() if isinstance(op, scf.ForOp)]
    for loop in reversed(loops):
        if not loop.iter_args:
            _hoist(loop)
            _unswitch(loop, tests)


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
    if isinstance(op, DIVISIONS):
        return (constant_of(op.operands[1]) or 0) > 0
    return op.has_trait(Pure)


def _is_made_in(value: SSAValue, loop: scf.ForOp) -> bool:
    owner: Operation | Block | None = value.owner
    while owner is not None:
        if owner is loop.body.block:
            return True
        owner = owner.parent if isinstance(owner, Operation) else owner.parent_op()
    return False


def _unswitch(loop: scf.ForOp, tests: Tests) -> None:
    """Puts branches of the loop around it, if there are such, and goes on in both parts."""
    branches, parent = _last(loop) or _on_a_test(loop, tests), loop.parent
    if not branches or _is_made_in(branches[0].cond, loop) or parent is None:
        return
    loops = [loop, _with_other_part(loop, branches)]
    regions = [Region(Block()), Region(Block())]
    around = scf.IfOp.create(operands=[branches[0].cond], regions=regions)
    parent.insert_op_before(around, loop)
    loop.detach()
    for branch in branches:
        _take(branch, 0)
    for made, region in zip(loops, around.regions, strict=True):
        does_something = not all(op.has_trait(Pure) for op in list(made.body.block.ops)[:-1])
        region.block.add_ops([*([made] if does_something else []), scf.YieldOp.create()])
        if does_something:
            _fold(made)
            _drop_unused(made)
            _hoist(made)
            _unswitch(made, tests)
        else:
            made.erase()


def _fold(loop: scf.ForOp) -> None:
    """Takes the branches that nothing is left to decide of."""
    for op in list(loop.body.block.ops):
        if isinstance(op, scf.IfOp) and isinstance(op.cond.owner, arith.ConstantOp):
            _take(op, 0 if constant_of(op.cond) else 1)


def _drop_unused(loop: scf.ForOp) -> None:
    """What only the other branches have used."""
    for op in reversed(list(loop.body.block.ops)):
        used = op.regions or not op.results or any(result.uses for result in op.results)
        if not used and op.has_trait(Pure):
            op.detach()
            op.erase()


def _last(loop: scf.ForOp) -> Sequence[scf.IfOp]:
    """The branch at the end of the body, if little and nothing with a region is before it."""
    *before, last, _ = [None, None, *loop.body.block.ops]
    if not isinstance(last, scf.IfOp) or last.results or len(before) > MOST:
        return ()
    return () if any(op is not None and op.regions for op in before) else (last,)


def _on_a_test(loop: scf.ForOp, tests: Tests) -> Sequence[scf.IfOp]:
    """All branches of the body on one of `tests`, if there is little beside them."""
    ops = list(loop.body.block.ops)
    found = [op for op in ops if isinstance(op, scf.IfOp)]
    for cond in dict.fromkeys(branch.cond for branch in found):
        branches = [branch for branch in found if branch.cond is cond]
        if tests.are_worth_it(cond, [op for op in ops if op not in branches]):
            return branches
    return ()


def _with_other_part(loop: scf.ForOp, branches: Sequence[scf.IfOp]) -> scf.ForOp:
    """The loop as it is where its branches are not taken."""
    body = Block(arg_types=[arg.type for arg in loop.body.block.args])
    values = dict[SSAValue, SSAValue](zip(loop.body.block.args, body.args, strict=True))
    for op in loop.body.block.ops:
        if isinstance(op, scf.IfOp) and op in branches:
            body.add_ops([inner.clone(values) for inner in _done(op, 1)])
            for result, end in zip(op.results, _ends(op, 1), strict=True):
                values[result] = values.get(end, end)
        else:
            body.add_op(op.clone(values))
    return scf.ForOp.create(
        operands=loop.operands, attributes=loop.attributes, regions=[Region(body)]
    )


def _ends(branch: scf.IfOp, number: int) -> Sequence[SSAValue]:
    """The results where a region is done."""
    blocks = branch.regions[number].blocks
    last = None if blocks.first is None else blocks.first.last_op
    return () if last is None else last.operands


def _done(branch: scf.IfOp, number: int) -> Sequence[Operation]:
    """What is done in a region, but for its end."""
    blocks = branch.regions[number].blocks
    return list(blocks.first.ops)[:-1] if blocks.first is not None else ()


def _take(branch: scf.IfOp, number: int) -> None:
    """Puts what a branch does in one region in its place."""
    block, ends = branch.parent, _ends(branch, number)
    assert block is not None
    for op in _done(branch, number):
        op.detach()
        block.insert_op_before(op, branch)
    for result, end in zip(branch.results, ends, strict=True):
        result.replace_all_uses_with(end)
    branch.detach()
    branch.erase()
