"""Puts ops that run over provably equal sizes into `mhlo.fusion`.

```mlir
%1 = mhlo.add %x, %y : tensor<?xf32, [@S0]>
%2 = mhlo.abs %1 : tensor<?xf32, [@S0]>
```
becomes
```mlir
%2 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
^bb0(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S0]>):
  %3 = mhlo.add %a, %b : tensor<?xf32, [@S0]>
  %4 = mhlo.abs %3 : tensor<?xf32, [@S0]>
  mhlo.return %4
}) {tieshape.kind = "loop"}
```

Constants and iotas are copied into each group that uses them. No group depends on itself through the outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, scf, tensor
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from ..analysis.broadcasts import BROADCASTS
from ..analysis.shape_analysis import ShapeAnalysis
from ..dialects import mhlo, sdim
from .dead_code import erase_dead
from .fusion_groups import FusionKind, Group, Grouping, fusable, kind_of
from .schedule import canonical_order, sort_block

KINDS = {
    FusionKind.LOOP: mhlo.FusionKind.LOOP,
    FusionKind.ROW_REDUCTION: mhlo.FusionKind.INPUT,
    FusionKind.COLUMN_REDUCTION: mhlo.FusionKind.INPUT,
    FusionKind.STITCH: mhlo.FusionKind.CUSTOM,
}
COPIED = (mhlo.ConstantOp, mhlo.IotaOp)
CONTROL_FLOW = (mhlo.IfOp, mhlo.CaseOp, mhlo.WhileOp, scf.IfOp, scf.ForOp, scf.WhileOp)
KIND_ATTRIBUTE = "tieshape.kind"


@dataclass(frozen=True)
class FusePass(ModulePass):
    """Groups ops of provably equal sizes into mhlo.fusion."""

    name = "tieshape-fuse"

    limit: int = 128
    """The greatest number of ops in a group."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.limit < 2:
            raise PassFailedException(f"limit must be at least 2, got {self.limit}")
        analysis = ShapeAnalysis.of(op)
        for function in op.body.block.ops:
            if isinstance(function, func.FuncOp) and function.body.blocks:
                fuse_below(function, analysis, self.limit)
                fuse_block(function.body.block, analysis, self.limit)
        erase_dead(op)


def fuse_below(root: Operation, analysis: ShapeAnalysis, limit: int) -> None:
    """Fuses the groups of the blocks in branches and loops below `root`."""
    for op in list(root.walk()):
        if isinstance(op, CONTROL_FLOW):
            for region in op.regions:
                for block in region.blocks:
                    with analysis.inside(block):
                        forget_inner_sizes(block)
                        fuse_block(block, analysis, limit)


def forget_inner_sizes(block: Block) -> None:
    """Drops what is assumed of sizes that are read from fusable ops of `block`: to read them is to keep their results."""
    for op in list(block.ops):
        is_assumed = isinstance(op, sdim.GuardedConstraintOp) and op.strength == "assume"
        if is_assumed and any(_is_inner_size(operand, block) for operand in op.operands):
            Rewriter.erase_op(op)
    for op in reversed(list(block.ops)):
        if isinstance(op, tensor.DimOp) and op.result.first_use is None:
            Rewriter.erase_op(op)


def _is_inner_size(value: SSAValue, block: Block) -> bool:
    owner = value.owner
    if not isinstance(owner, Operation) or owner.parent is not block:
        return False
    if isinstance(owner, tensor.DimOp):
        made = owner.source.owner
        return isinstance(made, Operation) and made.parent is block and fusable(made)
    return any(_is_inner_size(operand, block) for operand in owner.operands)


def fuse_block(block: Block, analysis: ShapeAnalysis, limit: int) -> None:
    """Fuses the groups of `block` that have at least two ops."""
    for op in list(block.ops):
        if isinstance(op, BROADCASTS):
            copy_to_users(op)
    grouping = Grouping(canonical_order(block), analysis, limit)
    groups = [group for group in grouping.groups() if len(group.ops) > 1]
    order = {op: i for i, op in enumerate(block.ops)}
    for group in groups:
        group.ops.sort(key=order.__getitem__)
        share_broadcasts(group)
    for group in groups:
        outline(group)
    sort_block(block)
    share_broadcasts_outside(block)


def copy_to_users(op: Operation) -> None:
    """Gives each further fusable user of a broadcast one of its own: repeating it is cheaper than keeping it."""
    users = dict.fromkeys(use.operation for use in op.results[0].uses)
    fusable_users = [user for user in users if user.parent is op.parent and fusable(user)]
    spare = fusable_users[1:] if len(fusable_users) == len(users) else fusable_users
    for user in spare:
        copy = op.clone()
        Rewriter.insert_op(copy, InsertPoint.after(op))
        user.operands = [copy.results[0] if o is op.results[0] else o for o in user.operands]


def share_broadcasts(group: Group) -> None:
    """Keeps one of several equal broadcasts in a group."""
    group.ops = _shared(group.ops)


def share_broadcasts_outside(block: Block) -> None:
    """Keeps one of several equal broadcasts that ended up in no group."""
    _shared(list(block.ops))


def _shared(ops: Sequence[Operation]) -> list[Operation]:
    known = dict[object, Operation]()
    kept = list[Operation]()
    for op in ops:
        if isinstance(op, BROADCASTS):
            key = (*op.operands, op.results[0].type, op.broadcast_dimensions)
            first = known.setdefault(key, op)
            if first is not op:
                op.results[0].replace_all_uses_with(first.results[0])
                Rewriter.erase_op(op)
                continue
        kept.append(op)
    return kept


def outline(group: Group) -> Operation:
    """Moves the ops of `group` into the region of a new fusion, which stands where its last op stood."""
    kind = kind_of(group)
    members = set(group.ops)
    results = [r for op in group.ops for r in op.results if _used_outside(r, members)]
    operands = _operands_of(group.ops, members)
    inner = Block(arg_types=[operand.type for operand in operands])
    inside = dict[SSAValue, SSAValue](zip(operands, inner.args, strict=True))
    fusion = mhlo.FusionOp.create(
        operands=operands,
        result_types=[result.type for result in results],
        properties={"fusion_kind": mhlo.FusionKindAttr(KINDS[kind])},
        attributes={KIND_ATTRIBUTE: StringAttr(kind.value)},
        regions=[Region(inner)],
    )
    Rewriter.insert_op(fusion, InsertPoint.after(group.ops[-1]))
    for old, new in zip(results, fusion.results, strict=True):
        for use in list(old.uses):
            if use.operation not in members:
                use.operation.operands[use.index] = new
        new.name_hint = old.name_hint
    for op in group.ops:
        op.detach()
        op.operands = [_inside_value(o, inside, inner) for o in op.operands]
        inner.add_op(op)
    inner.add_op(mhlo.ReturnOp.create(operands=results))
    return fusion


def _used_outside(result: SSAValue, members: set[Operation]) -> bool:
    return any(use.operation not in members for use in result.uses)


def _operands_of(ops: Sequence[Operation], members: set[Operation]) -> list[SSAValue]:
    """The values that come from outside, each once; copied ops are not among them."""
    found = dict[SSAValue, None]()
    for op in ops:
        for operand in op.operands:
            if operand.owner not in members and not isinstance(operand.owner, COPIED):
                found[operand] = None
    return list(found)


def _inside_value(value: SSAValue, inside: dict[SSAValue, SSAValue], block: Block) -> SSAValue:
    """`value` as seen in the region: an argument, a copied constant, or a member's result."""
    owner = value.owner
    if value not in inside and isinstance(owner, COPIED):
        copy = owner.clone()
        block.add_op(copy)
        inside[value] = copy.results[0]
    return inside.get(value, value)
