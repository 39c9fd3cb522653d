"""Facts out of the IR: the ops of the `sdim` dialect as predicates of the engine."""

from collections.abc import Sequence
from typing import Protocol

from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from ..dialects import sdim
from ..rules.errors import ShapeError
from ..symbolic import FALSE, Contradiction, Eq, Expr, Predicate, Symbol, divides, eq, ge, le
from ..symbolic.shapes import product
from .module_parts import constraint_ops, symbol_ops
from .shape_analysis import ShapeAnalysis


def read_module(analysis: ShapeAnalysis, module: ModuleOp) -> None:
    """Declares the symbols of `module` and learns the facts of its `sdim.constraints`.

    A fact may be readable only with the help of a later one: a division whose divisor is never
    0.
    """
    for op in symbol_ops(module):
        analysis.facts.symbol(op.sym_name.data)
    waiting = list(constraint_ops(module))
    while waiting:
        unread = [op for op in waiting if not learn_constraint(analysis, op)]
        if len(unread) == len(waiting):
            return
        waiting = unread
        analysis.forget_unknown_values()


def learn_constraint(analysis: ShapeAnalysis, op: sdim.ConstraintOp) -> bool:
    """Learns the fact of `op`, or its definition by cases; False where its values are not known."""
    if isinstance(op, sdim.EqualOp) and define_by_cases(analysis, op):
        return True
    return read_constraint(analysis, op)


def read_constraint(analysis: ShapeAnalysis, op: sdim.ConstraintOp) -> bool:
    """Learns what `op` states; raises ShapeError where it contradicts what is known.

    False where it is about values that are not known.
    """
    try:
        fact = predicate_of(analysis, op)
        if isinstance(op, sdim.EqualOp):
            _note_formula(analysis, op.lhs, op.rhs)
            _note_formula(analysis, op.rhs, op.lhs)
            _note_solutions(analysis, fact)
        if fact is not None:
            analysis.facts.learn(fact, why=origin_of(op))
        return fact is not None or isinstance(op, sdim.LikelyOp)
    except Contradiction as contradiction:
        raise ShapeError(op, conflict_message(contradiction)) from contradiction


def _note_formula(analysis: ShapeAnalysis, left: SSAValue, right: SSAValue) -> None:
    symbol, formula = analysis.scalar(left), analysis.scalar(right)
    name = None if symbol is None else symbol.symbol_name
    if name is None or formula is None or formula.symbol_name is not None:
        return
    if name not in formula.symbols():
        analysis.note_formula(name, formula)


def _note_solutions(analysis: ShapeAnalysis, fact: Predicate | None) -> None:
    """Solves `fact` for symbols, where it is about values by cases that no symbol names."""
    if not isinstance(fact, Eq):
        return
    unnamed = {name for name in fact.symbols() if name.startswith("_")}
    if not unnamed & analysis.definitions.keys():
        return
    for monomial, coefficient in fact.expr.polynomial.items():
        name = monomial[0].as_expr().symbol_name if len(monomial) == 1 else None
        if name is None or name in unnamed or abs(coefficient) != 1:
            continue
        formula = Symbol(name) - fact.expr * coefficient
        if name not in formula.symbols():
            analysis.note_formula(name, formula)


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


def define_by_cases(analysis: ShapeAnalysis, op: sdim.EqualOp) -> bool:
    """Reads `sdim.equal %symbol, %select`, which defines a symbol by cases."""
    select = op.rhs.owner
    symbol = analysis.scalar(op.lhs)
    if not isinstance(select, arith.SelectOp) or symbol is None or symbol.symbol_name is None:
        return False
    condition = analysis.condition(select.cond)
    then, otherwise = analysis.scalar(select.lhs), analysis.scalar(select.rhs)
    if condition is None or then is None or otherwise is None:
        return False
    simplify = analysis.facts.simplify
    then, otherwise = simplify(then), simplify(otherwise)
    used = condition.symbols() | then.symbols() | otherwise.symbols()
    if symbol.symbol_name in analysis.defining_symbols(used):
        return False
    try:
        analysis.define(symbol, condition, then, otherwise)
    except Contradiction as contradiction:
        raise ShapeError(op, conflict_message(contradiction)) from contradiction
    return True


class ValueReader(Protocol):
    """What tells values as sizes and claims; a shape analysis is one."""

    def scalar(self, value: SSAValue) -> Expr | None: ...

    def condition(self, value: SSAValue) -> Predicate | None: ...


def predicate_of(analysis: ValueReader, op: sdim.ConstraintOp) -> Predicate | None:
    """The fact of `op`; None for `sdim.likely`, and for values that are not known."""
    if isinstance(op, sdim.HoldsOp):
        return analysis.condition(op.condition)
    if isinstance(op, sdim.ProductEqualOp):
        left, right = _scalars(analysis, op.lhs), _scalars(analysis, op.rhs)
        if left is None or right is None:
            return None
        return eq(product(left), product(right))
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
