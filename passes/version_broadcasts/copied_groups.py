"""Copies of groups for a version: their ops one by one, which become the same groups again.

The groups of one union (`unions`) become one. A group may lose ops meanwhile: broadcasts that do
nothing in the version, what is equal then, and what nothing uses any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.branches import terminator_of
from ...analysis.broadcasts import is_broadcast
from ...analysis.module_parts import ops_below
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...materialize.copies import copy_of
from ..eliminate_broadcasts.eliminate_broadcasts import simplify_broadcast
from ..fuse.fusable_ops import is_copied
from ..fuse.fuse import Group, forget_inner_sizes, outline_all, saves_a_launch
from ..fuse.groups import KIND_ATTRIBUTE, GroupKind, kind_named
from ..fuse.rematerialize import deduplicate
from ..fuse.unions import are_in_order, whole_unions
from .merged_types import retype_below


@dataclass(slots=True)
class CopiedGroup:
    """Copied ops that are to be one group, and what it is; None where it is not known."""

    kind: GroupKind | None
    ops: list[Operation] = field(default_factory=list[Operation])


def copy_groups(
    ops: Sequence[Operation],
    new: dict[SSAValue, SSAValue],
    body: Block,
    merged: Callable[[Attribute], Attribute],
) -> list[CopiedGroup]:
    """Adds copies of `ops` to `body`, those in groups one by one; `new` maps old values to them.

    merged: the type in which sizes that are equal have one name
    """
    found, unions = dict[object, CopiedGroup](), whole_unions(ops)
    for op in ops:
        copied = list[Operation]()
        _copy((op,), new, body, merged, copied)
        if (union := unions.get(op)) is not None:
            found.setdefault(union, CopiedGroup(union.kind)).ops.extend(copied)
        elif isinstance(op, mhlo.FusionOp):
            found[op] = CopiedGroup(kind_named(op.attributes.get(KIND_ATTRIBUTE)), copied)
    return list(found.values())


def _copy(
    ops: Iterable[Operation],
    new: dict[SSAValue, SSAValue],
    body: Block,
    merged: Callable[[Attribute], Attribute],
    copied: list[Operation],
) -> None:
    for op in ops:
        if isinstance(op, mhlo.FusionOp):
            inner = op.fused_computation.block
            for arg, operand in zip(inner.args, op.operands, strict=True):
                new[arg] = new[operand]
            end = terminator_of(inner)
            _copy((each for each in inner.ops if each is not end), new, body, merged, copied)
            for result, value in zip(op.results, end.operands, strict=True):
                new[result] = new[value]
        else:
            copy = copy_of(op, new)
            retype_below(copy, merged)
            body.add_op(copy)
            copied.append(copy)


def simplify_copies(groups: Iterable[CopiedGroup], body: Block, analysis: ShapeAnalysis) -> None:
    """Simplifies the broadcasts in `body`; what takes the place of one is in its group."""
    instead = dict[Operation, list[Operation]]()
    for op in [each for top in body.ops for each in ops_below(top)]:
        if is_broadcast(op):
            after, previous = op.next_op, op.prev_op
            simplify_broadcast(op, analysis)
            instead[op] = [each for each in _between(previous, after) if is_broadcast(each)]
    for group in groups:
        group.ops = [each for op in group.ops for each in instead.get(op, (op,))]


def _between(previous: Operation | None, after: Operation | None) -> Iterator[Operation]:
    """The ops after `previous`, or from the beginning of the block, and before `after`."""
    block = after.parent if after is not None else None
    op = previous.next_op if previous is not None else block.first_op if block is not None else None
    while op is not None and op is not after:
        yield op
        op = op.next_op


def can_be_groups(groups: Sequence[CopiedGroup], body: Block, limit: int) -> bool:
    """Whether each of `groups` can be one of at most `limit` ops in `body` as it is now."""
    if any(group.kind in (None, GroupKind.SIDE_BY_SIDE) for group in groups):
        return False
    if any(sum(not is_broadcast(op) for op in group.ops) > limit for group in groups):
        return False
    return are_in_order(body.ops, [[op for op in g.ops if not is_copied(op)] for g in groups])


def make_groups(groups: Sequence[CopiedGroup], body: Block) -> None:
    """Makes `groups` of what is left of them in `body`."""
    made = list[Group]()
    for group in reversed(groups):
        group.ops = deduplicate(group.ops, set(filter(may_be_one, group.ops)))
        for op in reversed(group.ops):
            if not any(result.first_use for result in op.results):
                Rewriter.erase_op(op)
    for group in groups:
        left = [op for op in group.ops if op.parent is body and not is_copied(op)]
        if group.kind is not None and left and saves_a_launch(left):
            made.append((left, group.kind))
    forget_inner_sizes(body)
    outline_all(body, made)


def may_be_one(op: Operation) -> bool:
    """Whether ops equal to `op` compute the same."""
    return op.dialect_name() == "mhlo" and not op.regions and len(op.results) == 1
