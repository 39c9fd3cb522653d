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

Constants, iotas and cheap broadcasts are copied into each group that uses them. Groups run over
provably equal numbers of elements, or over the rows of one another (`groups`); merges that
save most bytes come first (`merge_producers`). No group depends on itself through the outside.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import is_not

from xdsl.context import Context
from xdsl.dialects import scf, tensor
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from ...analysis.analyze import analyze_sizes
from ...analysis.branches import inside
from ...analysis.example_sizes import ExampleSizes
from ...analysis.module_parts import functions, operands_of, ops_below, ops_of
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo, sdim
from ...dialects.foreign.shape_witnesses import AssumingOp
from ...materialize.copies import copy_of
from ...materialize.dead_code import erase_dead
from ...materialize.places import keeping_places
from .fusable_ops import is_copied, is_fusable, take_constants_inside
from .groups import KIND_ATTRIBUTE, GroupKind, kind_of
from .horizontal import merge_horizontally
from .merge_producers import Grouping
from .rematerialize import deduplicate, rematerialize
from .schedule import advance_unary, canonical_order, sort_block
from .unions import UnionText, remember_union, unite

KINDS = {
    GroupKind.LOOP: mhlo.FusionKind.LOOP,
    GroupKind.ROW_REDUCTION: mhlo.FusionKind.INPUT,
    GroupKind.COLUMN_REDUCTION: mhlo.FusionKind.INPUT,
    GroupKind.ROW_AND_COLUMN_REDUCTION: mhlo.FusionKind.INPUT,
    GroupKind.STITCH: mhlo.FusionKind.CUSTOM,
    GroupKind.SIDE_BY_SIDE: mhlo.FusionKind.CUSTOM,
}
CONTROL_FLOW = (
    mhlo.IfOp, mhlo.CaseOp, mhlo.WhileOp,
    scf.IfOp, scf.IndexSwitchOp, scf.ForOp, scf.WhileOp, AssumingOp,
)  # fmt: skip

Group = tuple[Sequence[Operation], GroupKind]

MAX_OPS = 512
"""The greatest number of ops in a group, broadcasts not counted, where nothing else is said.

It bounds the text of one kernel, which a compiler of loops may take more than linear time for.
Grouping takes no longer with greater groups, and no chain of ops that people write is cut.
"""


@dataclass(frozen=True)
class FusePass(ModulePass):
    """Groups ops of provably equal sizes into mhlo.fusion."""

    name = "tieshape-fuse"

    limit: int = MAX_OPS
    """The greatest number of ops in a group."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.limit < 2:
            raise PassFailedException(f"limit must be at least 2, got {self.limit}")
        analysis = analyze_sizes(op)
        example = ExampleSizes.from_hints(op, analysis)
        for function in functions(op):
            fuse_below(function, analysis, example, self.limit)
            fuse_block(function.body.block, analysis, example, self.limit)
        erase_dead(op)


def fuse_below(root: Operation, analysis: ShapeAnalysis, example: ExampleSizes, limit: int) -> None:
    """Fuses the groups of the blocks in branches and loops below `root`."""
    for op in ops_below(root):
        if op.regions and isinstance(op, CONTROL_FLOW):
            for region in op.regions:
                for block in region.blocks:
                    take_constants_inside(block)
                    if not may_have_groups(block):  # so nothing need be known where it runs
                        forget_inner_sizes(block)
                        sort_block(block)
                        continue
                    with inside(block, analysis):
                        forget_inner_sizes(block)
                        fuse_block(block, analysis, example, limit)


def may_have_groups(block: Block) -> bool:
    """Whether some ops of `block` may make a group that saves a launch."""
    fusable = [op for op in block.ops if is_fusable(op)]
    return len(fusable) > 1 or any(saves_a_launch((op,)) for op in fusable)


def forget_inner_sizes(block: Block) -> None:
    """Drops assumptions on sizes read from fusable ops of `block`: reading keeps results alive."""
    inner = set[Operation]()
    for op in ops_of(block):
        if _is_inner_size(op, block, inner):
            inner.add(op)
            if isinstance(op, sdim.GuardedConstraintOp) and op.strength == "assume":
                Rewriter.erase_op(op)
    for op in reversed(ops_of(block)):
        if isinstance(op, tensor.DimOp) and op.result.first_use is None:
            Rewriter.erase_op(op)


def _is_inner_size(op: Operation, block: Block, inner: set[Operation]) -> bool:
    """Whether `op` reads a size from a fusable op of `block`, or computes with one of `inner`."""
    if isinstance(op, tensor.DimOp):
        made = op.source.owner
        return isinstance(made, Operation) and made.parent is block and is_fusable(made)
    return any(operand.owner in inner for operand in op.operands)


def fuse_block(block: Block, analysis: ShapeAnalysis, example: ExampleSizes, limit: int) -> None:
    """Fuses the groups of `block` that save a launch."""
    take_constants_inside(block)
    advance_unary(block)
    order, copied = rematerialize(canonical_order(block))
    place = {op: i for i, op in enumerate(ops_of(block))}
    with analysis.local():
        grouping = Grouping(order, analysis, example, limit)
        grouping.merge_producers()
        merge_horizontally(grouping)
        found = [
            (group.first, sorted((order[i] for i in group.ops), key=place.__getitem__), group.space)
            for group in grouping.all_groups()
        ]
        unions = unite(grouping, place.__getitem__)
    groups, part_of = list[Group](), list[UnionText | None]()
    for first, ops, space in found:
        if space is not None and saves_a_launch(ops):
            ops = deduplicate(ops, copied)
            groups.append((ops, kind_of(ops, space)))
            part_of.append(unions.get(first))
        elif (union := unions.get(first)) is not None:
            remember_union(order[first], union)
    for fusion, union in zip(outline_all(block, groups), part_of, strict=True):
        if union is not None:
            remember_union(fusion, union)
    deduplicate(ops_of(block), copied)


def outline_all(block: Block, groups: Iterable[Group]) -> list[Operation]:
    """Makes a fusion of each of `groups`, ops of `block` in its order, and sorts the block."""
    replaced = dict[SSAValue, SSAValue]()
    fusions = [outline(ops, kind, replaced) for ops, kind in groups]
    end = block.last_op
    if replaced and end is not None:
        end.operands = [replaced.get(operand, operand) for operand in end.operands]
    sort_block(block)
    return fusions


def saves_a_launch(ops: Sequence[Operation]) -> bool:
    """Whether `ops` are several, or one that uses an iota, which is copied."""
    iotas = (mhlo.IotaOp, mhlo.DynamicIotaOp)
    return len(ops) > 1 or any(isinstance(operand.owner, iotas) for operand in ops[0].operands)


def outline(
    ops: Sequence[Operation], kind: GroupKind, at_end: dict[SSAValue, SSAValue]
) -> Operation:
    """Moves `ops`, in their order, into a new fusion at the place of the last one.

    What the end of the block is to use instead of which value is entered into `at_end`: it may have
    many operands, and they are replaced at once.
    """
    members = set(ops)
    results = [r for op in ops for r in op.results if _used_outside(r, members)]
    operands = _operands_of(ops, members)
    inner = Block(arg_types=[operand.type for operand in operands])
    inside = dict[SSAValue, SSAValue](zip(operands, inner.args, strict=True))
    fusion = mhlo.FusionOp.create(
        operands=operands,
        result_types=[result.type for result in results],
        properties={"fusion_kind": fusion_kind(kind)},
        attributes={KIND_ATTRIBUTE: kind_text(kind)},
        regions=[Region(inner)],
    )
    Rewriter.insert_op(fusion, InsertPoint.after(ops[-1]))
    replaced = dict[SSAValue, SSAValue](zip(results, fusion.results, strict=True))
    places = defaultdict[Operation, list[int]](list)
    for old in results:
        for use in old.uses:
            places[use.operation].append(use.index)
    for user, indices in places.items():
        if user.next_op is None and user.parent is fusion.parent:
            at_end |= replaced
        elif user in members:
            continue
        elif type(user) is mhlo.FusionOp:  # which may have many others
            for i in indices:
                user.operands[i] = replaced[user.operands[i]]
        else:
            user.operands = [replaced.get(operand, operand) for operand in user.operands]
    for old, new in replaced.items():
        new.name_hint = old.name_hint
    for op in ops:
        op.detach()
        old = operands_of(op)
        new = [inside.get(operand) or _inside_value(operand, inside, inner) for operand in old]
        if any(map(is_not, new, old)):
            op.operands = new
        inner.add_op(op)
    inner.add_op(mhlo.ReturnOp.create(operands=results))
    return fusion


@cache
def fusion_kind(kind: GroupKind) -> Attribute:
    return mhlo.FusionKindAttr(KINDS[kind])


@cache
def kind_text(kind: GroupKind) -> StringAttr:
    return StringAttr(kind.value)


def _used_outside(result: SSAValue, members: set[Operation]) -> bool:
    return any(use.operation not in members for use in result.uses)


def _operands_of(ops: Sequence[Operation], members: set[Operation]) -> list[SSAValue]:
    """The values from outside, each once; for copied ops, their operands."""
    found = dict[SSAValue, None]()
    for op in ops:
        for operand in operands_of(op):
            if (owner := operand.owner) not in members:
                needed = owner.operands if is_copied(owner) else (operand,)
                found.update(dict.fromkeys(needed))
    return list(found)


def _inside_value(value: SSAValue, inside: dict[SSAValue, SSAValue], block: Block) -> SSAValue:
    """`value`, not met yet, as seen in the region: a copied constant, or a member's result."""
    owner = value.owner
    if is_copied(owner):
        copy = copy_of(owner, {o: inside[o] for o in owner.operands})
        block.add_op(copy)
        inside[value] = value = copy.results[0]
    return value
