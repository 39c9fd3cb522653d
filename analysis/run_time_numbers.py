"""Integers that a run brings along and sizes are computed from: `x[n : n + 4]`, `n` and `2 * n`.

An integer whose value several sizes or bounds of slices use gets a symbol of its own, so that they
are related. Symbols of the IR are sizes: a number that may be negative keeps none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod

from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType
from xdsl.ir import Block, Operation, SSAValue

from ..dialects import mhlo, tf
from ..dialects.foreign import arith_tensors
from ..dialects.types import INDEX, SIGNED, is_integer_or_index, is_tensor, kind_of
from ..rules.mhlo.shape_operands import SHAPE_OPERANDS
from ..rules.rule import RuleTable
from ..symbolic import Facts, Symbol, ge
from .statements import Statement
from .values import may_be_evaluated

Kinds = frozenset[type[Operation]]

FEW = 8
"""Vectors of more numbers are no shapes."""

MOVING = (
    tensor.FromElementsOp,
    tensor.ExtractOp,
    tensor.CastOp,
    arith_tensors.IndexCastOp,
    mhlo.ReshapeOp,
    mhlo.ConcatenateOp,
    tf.CastOp,
    tf.IdentityOp,
    tf.PackOp,
    tf.ConcatV2Op,
    tf.ReshapeOp,
    tf.StridedSliceOp,
)
"""Ops that compute no new number."""

LINEAR = (tf.AddOp, tf.AddV2Op, tf.SubOp, tf.MulOp, tf.NegOp)
"""Arithmetic of tf of which a size is related to what it is computed from. A quotient or remainder
of what has overflowed may still look like a size.
"""

BOUNDS: dict[type[Operation], Sequence[int]] = {
    **{op: (number,) for op, number in SHAPE_OPERANDS.items()},
    mhlo.RealDynamicSliceOp: (1, 2),
    tf.FillOp: (0,),
    tf.BroadcastToOp: (1,),
}
"""For each op the operands that its result's sizes are computed from."""


def shared_numbers(function: func.FuncOp, rules: RuleTable) -> list[SSAValue]:
    """The values in `function` of which sizes are computed, and that more than one size needs."""
    uses, computed, hidden = Counter[SSAValue](), set[SSAValue](), set[SSAValue]()
    for block in function.body.blocks:
        for op in block.ops:
            for number in BOUNDS.get(type(op), ()):
                for leaf, between in _numbers(op.operands[number], block, rules):
                    uses[leaf] += 1
                    if between:
                        computed.add(leaf)
                    if any(kind.name.startswith("tf.") and kind not in LINEAR for kind in between):
                        hidden.add(leaf)
    return [leaf for leaf, n in uses.items() if n > 1 and leaf in computed and leaf not in hidden]


def _numbers(value: SSAValue, block: Block, rules: RuleTable) -> Iterator[tuple[SSAValue, Kinds]]:
    """The values that `value` is computed from, and the kinds of arithmetic between."""
    seen, pending = set[SSAValue](), [(value, Kinds())]
    while pending:
        current, between = pending.pop()
        if current in seen or not may_be_evaluated(current.type):
            continue
        seen.add(current)
        made = current.owner
        rule = rules.get(type(made)) if isinstance(made, Operation) else None
        if rule is None or rule.value is None:
            if number_count(current) and (made is block or _is_in(made, block)):
                yield current, between
            continue
        assert isinstance(made, Operation)
        if _is_in(made, block):
            here = between if isinstance(made, MOVING) else between | {type(made)}
            pending += [(operand, here) for operand in made.operands]


def _is_in(made: Operation | Block, block: Block) -> bool:
    return isinstance(made, Operation) and made.parent_block() is block


def number_count(value: SSAValue) -> int:
    """How many numbers `value`, an index or a small tensor of integers, holds; 0 for any other."""
    type = value.type
    if isinstance(type, IndexType):
        return 1
    if not is_tensor(type) or not is_integer_or_index(type.element_type):
        return 0
    shape = type.get_shape()
    if kind_of(type.element_type) not in (INDEX, SIGNED) or DYNAMIC_INDEX in shape:
        return 0
    return prod(shape) if len(shape) <= 1 and prod(shape) <= FEW else 0


def may_be_negative(names: set[str], statements: Sequence[Statement]) -> set[str]:
    """Those of `names` that the facts among `statements`, guards left out, do not make sizes."""
    facts = Facts()
    for name in names:
        facts.symbol(name, -(2**63))
    for statement in statements:
        if statement.strength == "assume":
            facts.learn(statement.fact)
    return {name for name in names if not facts.proves(ge(Symbol(name), 0))}
