"""Groups that only add up, to one element each, what another group makes.

Each row or element is added when it is made, so such a group need not wait for all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from xdsl.ir import Block, Operation, SSAValue

from ...analysis.broadcasts import is_broadcast
from ...dialects import mhlo
from ...dialects.mhlo.dense import int_values
from ...dialects.types import is_tensor
from .fusable_ops import COPIED, RESHAPES, is_elementwise, shape_operands
from .groups import KIND_ATTRIBUTE, GroupKind, kind_named

IN_TURN = (GroupKind.LOOP, GroupKind.ROW_REDUCTION, GroupKind.STITCH)
"""Groups whose results are made an element or a row at a time; columns are known at the end."""


def adds_up(op: Operation, of: Collection[Operation]) -> bool:
    """Whether `op` only adds up results of one of `of`, the ops of a launch.

    It may compute of one element what it makes of the totals, and use such of `of` as well.
    """
    if not all(map(_is_single, op.results)):
        return False
    ops, outer = _inner(op)
    made = {value: owner for value, owner in outer.items() if owner in of}
    sources = {owner for value, owner in made.items() if not _is_single(value)}
    if len(sources) != 1 or not _makes_in_turn(sources.pop()):
        return False
    inside = {result for each in ops for result in each.results} | made.keys()
    return all(_is_total_or_in_place(each, inside) for each in ops)


def _inner(op: Operation) -> tuple[Sequence[Operation], dict[SSAValue, Operation | Block]]:
    """What `op` computes, constants aside, and whose results stand for which values in it."""
    if not isinstance(op, mhlo.FusionOp):
        return (op,), {value: value.owner for value in op.operands}
    block = op.fused_computation.block
    pairs = zip(block.args, op.operands, strict=True)
    ops = [o for o in block.ops if type(o) not in (*COPIED, mhlo.ReturnOp)]
    return ops, {inner: outer.owner for inner, outer in pairs}


def _makes_in_turn(op: Operation | Block) -> bool:
    """Whether what `op` makes is known an element or a row at a time."""
    if isinstance(op, mhlo.FusionOp):
        return kind_named(op.attributes.get(KIND_ATTRIBUTE)) in IN_TURN
    if not isinstance(op, mhlo.ReduceOp) or not is_tensor(op.inputs[0].type):
        return False
    rank, axes = op.inputs[0].type.get_num_dims(), sorted(int_values(op.dimensions))
    return axes == list(range(rank - len(axes), rank))


def _is_total_or_in_place(op: Operation, inside: Collection[SSAValue]) -> bool:
    """Whether `op` adds up all, computes of one element, or of elements at its own place.

    inside: what it must not read elsewhere, or before its end where that is a total
    """
    if any(value in inside for value in shape_operands(op)):
        return False
    if isinstance(op, mhlo.ReduceOp):
        type_, starts_late = op.inputs[0].type, any(v in inside for v in op.init_values)
        is_whole = is_tensor(type_) and len(int_values(op.dimensions)) == type_.get_num_dims()
        return is_whole and not starts_late
    read = [value for value in op.operands if value in inside]
    if is_broadcast(op):
        return not read
    if type(op) not in RESHAPES and not is_elementwise(type(op)):
        return False
    single = all(map(_is_single, op.results))
    return all(_is_single(value) is single for value in read)


def _is_single(value: SSAValue) -> bool:
    """Whether `value` is known to have one element."""
    type_ = value.type
    return is_tensor(type_) and all(size == 1 for size in type_.get_shape())
