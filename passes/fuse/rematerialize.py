"""Cheap ops that each user gets a copy of, so that they never separate groups.

A broadcast is repeated for each user that can be fused. What is computed of single elements alone,
in few ops, is repeated too: in a group that runs over many elements it costs nothing, outside it
costs a launch. A value that says how large something is must be known before a launch and is not
repeated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.broadcasts import BROADCASTS
from ...analysis.module_parts import operands_of
from ...materialize.copies import copy_of
from .fusable_ops import RESHAPES, is_elementwise, is_fusable, shape_operands

MAX_COPIED = 8
"""The greatest number of scalar ops that are rematerialized for a user."""


def rematerialize(ops: Sequence[Operation]) -> tuple[list[Operation], set[Operation]]:
    """Gives each user its copies.

    Returns `ops`, a block in canonical order, with the copies right before their users; and what
    may be there twice now.
    """
    copied = set[Operation]()
    return _with_scalars(_with_broadcasts(ops, copied), copied), copied


def deduplicate(ops: Sequence[Operation], copied: set[Operation]) -> list[Operation]:
    """Replaces equal ops of `copied` among `ops` by the first of them; returns those kept."""
    known = defaultdict[object, list[Operation]](list)
    kept = list[Operation]()
    for op in ops:
        if op in copied:
            alike = known[type(op), *op.operands]
            first = next((other for other in alike if _are_alike(op, other)), None)
            if first is not None:
                op.results[0].replace_all_uses_with(first.results[0])
                Rewriter.erase_op(op)
                continue
            alike.append(op)
        kept.append(op)
    return kept


def _are_alike(a: Operation, b: Operation) -> bool:
    """Whether two ops of one class and the same operands compute the same."""
    return a.results[0].type == b.results[0].type and a.properties == b.properties


def _with_broadcasts(ops: Sequence[Operation], copied: set[Operation]) -> list[Operation]:
    place = {op: i for i, op in enumerate(ops)}
    copies = dict[Operation, list[Operation]]()
    for op in ops:
        if type(op) in BROADCASTS:
            copied.add(op)
            users = dict.fromkeys(use.operation for use in op.results[0].uses)
            inner = sorted(
                (u for u in users if u in place and is_fusable(u)), key=place.__getitem__
            )
            for user in inner[1:] if len(inner) == len(users) else inner:
                copy = copy_of(op, {})
                _replace_uses(user, op.results[0], copy.results[0])
                Rewriter.insert_op(copy, InsertPoint.before(user))
                copies.setdefault(user, []).append(copy)
                copied.add(copy)
    return [each for op in ops for each in (*copies.get(op, ()), op)]


def _with_scalars(ops: list[Operation], copied: set[Operation]) -> list[Operation]:
    made_of = _scalars(ops)
    if not made_of:
        return ops
    wanted = dict[Operation, list[Operation]]()
    users_of = dict[Operation, set[Operation]]()
    for op in ops:
        if op not in made_of and is_fusable(op):
            needed = _needed_by(op, made_of)
            if needed:
                wanted[op] = needed
                for scalar in needed:
                    users_of.setdefault(scalar, set()).add(op)
    result = list[Operation]()
    for op in ops:
        if op in wanted and any(len(users_of[scalar]) > 1 for scalar in wanted[op]):
            copies = _copied_for(op, wanted[op])
            copied.update(copies)
            result += copies
        result.append(op)
    unused = set[Operation]()
    for op in reversed(made_of):
        if op.results[0].first_use is None:
            Rewriter.erase_op(op)
            unused.add(op)
    return [op for op in result if op not in unused]


def _scalars(ops: Sequence[Operation]) -> dict[Operation, tuple[Operation, ...]]:
    """The scalar ops that can be rematerialized, each with its transitive operands and itself."""
    block = set(ops)
    found = dict[Operation, tuple[Operation, ...]]()
    for op in ops:
        if not _is_scalar(op) or not _is_only_fused(op.results[0], block):
            continue
        needed = _needed_by(op, found)
        if len(needed) < MAX_COPIED:
            found[op] = (*needed, op)
    return found


def _needed_by(op: Operation, scalars: Mapping[Operation, Sequence[Operation]]) -> list[Operation]:
    """Those of `scalars` that lead to `op`, definitions before uses."""
    owners = [value.owner for value in operands_of(op)]
    lists = [scalars[o] for o in owners if o in scalars and isinstance(o, Operation)]
    return list(dict.fromkeys(each for found in lists for each in found)) if lists else []


def _is_scalar(op: Operation) -> bool:
    """Whether `op` makes a single element of single elements."""
    kind = type(op)
    if not (is_elementwise(kind) or kind in BROADCASTS or kind in RESHAPES):
        return False
    if not _is_single(op.results[0]):
        return False
    shapes = shape_operands(op)
    return all(_is_single(value) for value in op.operands if value not in shapes)


def _is_single(value: SSAValue) -> bool:
    type = value.type
    return isinstance(type, TensorType) and all(size.data == 1 for size in type.shape)


def _is_only_fused(value: SSAValue, block: set[Operation]) -> bool:
    """Whether all users of `value` are fusable ops of `block` that use its elements."""
    users = {use.operation for use in value.uses}
    return all(
        user in block and is_fusable(user) and value not in shape_operands(user) for user in users
    )


def _copied_for(user: Operation, scalars: Sequence[Operation]) -> list[Operation]:
    """Copies of `scalars`, in front of `user`, which uses them instead."""
    mapping = dict[SSAValue, SSAValue]()
    copies = list[Operation]()
    for scalar in scalars:
        copy = copy_of(scalar, mapping)
        Rewriter.insert_op(copy, InsertPoint.before(user))
        copies.append(copy)
    for old, new in mapping.items():
        _replace_uses(user, old, new)
    return copies


def _replace_uses(user: Operation, old: SSAValue, new: SSAValue) -> None:
    user.operands = [new if operand is old else operand for operand in user.operands]
