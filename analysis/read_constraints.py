"""Facts out of the IR: the ops of the `sdim` dialect as predicates of the engine."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from ..dialects import sdim
from ..rules.errors import ShapeError
from ..symbolic import (
    FALSE,
    Contradiction,
    Expr,
    Predicate,
    broadcast,
    broadcastable,
    divides,
    eq,
    folded,
    ge,
    le,
    ne,
)
from ..symbolic.shapes import product, total
from .module_parts import argument_symbols, constraint_ops, symbol_ops
from .shape_analysis import ShapeAnalysis

DIVISIONS: Final = (
    *(arith.DivSIOp, arith.DivUIOp, arith.FloorDivSIOp, arith.CeilDivSIOp, arith.CeilDivUIOp),
    *(arith.RemSIOp, arith.RemUIOp),
)


def read_module(analysis: ShapeAnalysis, module: ModuleOp) -> None:
    """Declares the symbols of `module` and learns the facts of its `sdim.constraints`.

    Raises ShapeError where a fact contradicts what is known, where a guard or a fact about
    arguments cannot be read, which would lose it, and where a name is none of the engine's. What a
    size in a branch is may be known only there (a quotient, where the divisor is not 0).
    """
    for op in learn_readable(analysis, module):
        if is_test(op) or _sizes_of(op) <= argument_symbols(module):
            words = f"cannot be read{source(op.why)}: {_hindrance(analysis, op)}"
            raise ShapeError(op, words)


def learn_readable(analysis: ShapeAnalysis, module: ModuleOp) -> Sequence[sdim.ConstraintOp]:
    """As `read_module`, but gives the facts that cannot be read.

    One may be readable only with the help of a later one: a division whose divisor is never 0.
    """
    for op in symbol_ops(module):
        try:
            analysis.facts.symbol(op.sym_name.data)
        except ValueError as error:
            raise ShapeError(op, str(error)) from error
    waiting = sorted(constraint_ops(module), key=_is_read_late)
    while waiting:
        unread = [op for op in waiting if not read_constraint(analysis, op)]
        if len(unread) == len(waiting):
            break
        waiting = unread
        analysis.forget_unknown_values()
    return waiting


def _sizes_of(op: Operation) -> set[str]:
    """The symbols that the operands of `op` are computed from."""
    found, seen = set[str](), {op}
    pending = [op]
    while pending:
        current = pending.pop()
        if isinstance(current, sdim.SizeOp):
            found.add(current.symbol.root_reference.data)
        owners = {o.owner for o in current.operands if isinstance(o.owner, Operation)} - seen
        seen |= owners
        pending += owners
    return found


def _hindrance(analysis: ShapeAnalysis, op: sdim.ConstraintOp) -> str:
    """What keeps the values that `op` is about from being known."""
    owner, unknown = op, list(_unknown(analysis, op))
    while unknown and isinstance(unknown[0].owner, Operation):
        owner = unknown[0].owner
        unknown = list(_unknown(analysis, owner))
    if not unknown and isinstance(owner, DIVISIONS):
        divisor = analysis.scalar(owner.rhs)
        if divisor is not None and not analysis.facts.proves(ne(divisor, 0)):
            return f"it divides by {divisor}, which may be 0; state beside it that it is not"
        return f"the sign of an operand of its {owner.name} is not known"
    return f"it depends on {owner.name}, whose value is not known here"


def _unknown(analysis: ShapeAnalysis, op: Operation) -> Iterator[SSAValue]:
    """The operands of `op` that are not known."""
    for operand in op.operands:
        if analysis.scalar(operand) is None and analysis.condition(operand) is None:
            yield operand


def _is_read_late(op: sdim.ConstraintOp) -> bool:
    """Whether `op` waits for facts by which chains of selects that it uses are broadcasts."""
    return not isinstance(op, sdim.BroadcastableOp)


def read_constraint(analysis: ShapeAnalysis, op: sdim.ConstraintOp) -> bool:
    """Learns what `op` states; raises ShapeError where it contradicts what is known.

    False where it is about values that are not known.
    """
    try:
        fact = predicate_of(analysis, op)
        if fact is not None:
            analysis.facts.learn(fact, why=origin_of(op))
        return fact is not None or isinstance(op, sdim.LikelyOp)
    except Contradiction as contradiction:
        raise ShapeError(op, conflict_message(contradiction)) from contradiction


def is_test(op: sdim.ConstraintOp) -> bool:
    """Whether `op` is a guard on sizes: it does not say that its claim holds but finds out."""
    return (
        isinstance(op, sdim.GuardedConstraintOp)
        and not isinstance(op, sdim.ElementsOp)
        and op.strength != sdim.Strength.ASSUME
    )


def conflict_message(contradiction: Contradiction) -> str:
    """The words for facts that contradict each other, each with where it was stated."""
    facts = [fact for fact in contradiction.facts if fact.predicate != FALSE]
    if not facts:
        return "can hold for no sizes"
    return "contradicts " + " and ".join(f"`{fact.predicate}`{source(fact.why)}" for fact in facts)


def source(why: object) -> str:
    """Where a fact comes from, in parentheses; empty where there is nothing to say."""
    return f" ({why})" if why else ""


def origin_of(op: sdim.ConstraintOp) -> str:
    """Where the fact of `op` comes from: the words that it carries, or its name."""
    return op.why or op.name


class ValueReader(Protocol):
    """What tells values as sizes and claims; a shape analysis is one."""

    def scalar(self, value: SSAValue) -> Expr | None: ...

    def condition(self, value: SSAValue) -> Predicate | None: ...


def predicate_of(analysis: ValueReader, op: sdim.ConstraintOp) -> Predicate | None:
    """The fact of `op`; None for `sdim.likely`, and for values that are not known."""
    if isinstance(op, sdim.HoldsOp):
        condition = analysis.condition(op.condition)
        return None if condition is None else folded(condition)
    if isinstance(op, sdim.BroadcastOp):
        sizes, common = _scalars(analysis, op.sizes), analysis.scalar(op.common)
        return None if sizes is None or common is None else eq(common, broadcast(*sizes))
    if isinstance(op, sdim.BroadcastableOp):
        sizes = _scalars(analysis, op.sizes)
        return None if sizes is None else broadcastable(*sizes)
    if isinstance(op, sdim.ProductEqualOp | sdim.SumEqualOp):
        left, right = _scalars(analysis, op.lhs), _scalars(analysis, op.rhs)
        if left is None or right is None:
            return None
        joined = product if isinstance(op, sdim.ProductEqualOp) else total
        return eq(joined(left), joined(right))
    if isinstance(op, sdim.EqualOp | sdim.LessEqualOp):
        pair = _scalars(analysis, (op.lhs, op.rhs))
        if pair is None:
            return None
        return (eq if isinstance(op, sdim.EqualOp) else le)(*pair)
    if isinstance(op, sdim.DivisibleOp):
        size = analysis.scalar(op.value)
        return None if size is None else divides(op.divisor.value.data, size)
    if isinstance(op, sdim.RangeOp):
        size = analysis.scalar(op.value)
        return None if size is None else _range(size, op.bounds())
    return None


def _range(size: Expr, bounds: tuple[int | None, int | None]) -> Predicate:
    low, high = bounds
    if high is None:
        return ge(size, 0 if low is None else low)
    upper = le(size, high)
    return upper if low is None else ge(size, low) & upper


def _scalars(analysis: ValueReader, values: Sequence[SSAValue]) -> list[Expr] | None:
    sizes = [analysis.scalar(value) for value in values]
    known = [size for size in sizes if size is not None]
    return known if len(known) == len(sizes) else None
