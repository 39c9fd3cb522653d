"""What a box of the graph is, and what it says: the op by op part of `graph`."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import func, scf
from xdsl.ir import Block, Operation
from xdsl.traits import IsTerminator

from ...analysis.read_constraints import is_test
from ...dialects import mhlo, sdim, tf
from ...dialects.messages import at_place, op_name
from ...passes.fuse.groups import KIND_ATTRIBUTE
from ...passes.version_broadcasts.version_broadcasts import is_choice

_CONSTANTS = frozenset({"mhlo.constant", "tf.Const", "arith.constant", "stablehlo.constant"})
_SIZE_DIALECTS = frozenset({"arith", "tensor", "shape", "index"})


def own_place(op: Operation) -> str:
    """`file:line:col` of `op` itself, or empty."""
    return at_place(op).removeprefix(" at ")


def kind_of(op: Operation) -> str:
    """The kind of the box of `op`, as `PageNode.kind`."""
    name = op_name(op)
    if isinstance(op, mhlo.FusionOp):
        return "group"
    if isinstance(op, scf.IfOp) and is_choice(op):
        return "choice"
    if name in _CONSTANTS:
        return "constant"
    if isinstance(op, sdim.ConstraintOp):
        return "guard" if is_test(op) or isinstance(op, sdim.ElementsOp) else "fact"
    if name == "sdim.tie_shape":
        return "tie"
    if op.dialect_name() in _SIZE_DIALECTS:
        return "size"
    return "result" if op.has_trait(IsTerminator) else "op"


def is_drawn(owner: Operation | Block) -> bool:
    """Whether what an op makes is drawn by default; arguments of blocks are."""
    return isinstance(owner, Block) or kind_of(owner) not in ("constant", "size", "fact")


def title_of(op: Operation) -> str:
    """What a box says beside the op's name."""
    kind = getattr(op.attributes.get(KIND_ATTRIBUTE), "data", None)
    if isinstance(op, mhlo.FusionOp):
        return f"{kind or 'fusion'}, {sum(1 for _ in _inner_ops(op))} ops"
    if isinstance(op, sdim.GuardedConstraintOp):
        return op.why or ""
    if isinstance(op, mhlo.CustomCallOp):
        return op.call_target_name.data
    return f"@{op.callee.root_reference.data}" if isinstance(op, func.CallOp) else ""


def _inner_ops(op: mhlo.FusionOp) -> Iterator[Operation]:
    for inner in op.fused_computation.block.ops:
        if isinstance(inner, mhlo.FusionOp):
            yield from _inner_ops(inner)
        elif not inner.has_trait(IsTerminator) and kind_of(inner) != "constant":
            yield inner


_UNITS = (
    mhlo.FusionOp,
    mhlo.IfOp,
    mhlo.CaseOp,
    mhlo.WhileOp,
    scf.IfOp,
    scf.WhileOp,
    scf.ForOp,
    tf.IfRegionOp,
    tf.WhileRegionOp,
    tf.CaseRegionOp,
)
"""Ops whose regions are groups; those of others (the sum of a reduction) are part of the op."""


def inner_blocks(op: Operation) -> Iterator[tuple[str, Block]]:
    """The blocks of `op` that are groups, each with its title."""
    if not isinstance(op, _UNITS):
        return
    for i, region in enumerate(op.regions):
        for block in region.blocks:
            if block.ops:
                yield _region_title(op, i), block


def _region_title(op: Operation, region: int) -> str:
    if isinstance(op, mhlo.FusionOp):
        return title_of(op)
    if isinstance(op, scf.IfOp) and is_choice(op):
        return ("version", "every other call")[region]
    if isinstance(op, scf.IfOp | mhlo.IfOp | tf.IfRegionOp):
        return ("then", "else")[region]
    if isinstance(op, mhlo.CaseOp | tf.CaseRegionOp):
        return f"branch {region}"
    return "body" if len(op.regions) == 1 else ("condition", "body")[region]
