"""Demands on the elements of operands as asserts in code."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from xdsl.dialects.builtin import StringAttr, i8
from xdsl.ir import Operation, SSAValue

from ...dialects import sdim, tf
from ...dialects.messages import at_place, op_name
from ...dialects.types import is_tensor
from ...materialize.arith import Emitter
from ...materialize.constraint_ops import emit_constraint
from ...rules.element_demands import claims_of
from ...rules.errors import UnknownRank
from ...rules.rule import Bound, ElementDemand
from ...symbolic import Expr, Predicate, Symbol
from .builder import Builder

ASSERT = sdim.Strength.ASSERT


def check_elements(op: Operation, b: Builder) -> None:
    """Asserts what the rule of `op` demands of elements and the facts do not prove."""
    rule = b.analysis.rules.get(type(op))
    if rule is None or rule.elements is None:
        return
    emitter = Emitter(b.insert, lambda name: b.sizes.index(Symbol(name), b.at), b.facts)
    with suppress(UnknownRank):
        for demand in rule.elements(op, b.analysis):
            claims = claims_of(demand, b.analysis, b.element)
            if claims is None:
                _check_at_run_time(demand, op, b)
                continue
            for claim, words in claims:
                if not b.facts.proves(claim):
                    _readable(claim, b)
                    emit_constraint(emitter, claim, ASSERT, _at(op, words))


def check_not_negative(value: SSAValue, op: Operation, what: str, b: Builder) -> None:
    """Asserts that no element of `value`, made for `op`, is less than 0."""
    if b.value_checks:
        zero = b.sizes.index(0, b.at)
        _insert(sdim.ElementsOp(value, zero, strength=ASSERT), op, what, b)


def check_finite(finite: SSAValue, op: tf.CheckNumericsOp, b: Builder) -> None:
    """Asserts that no element of `finite`, 1 where an operand of `op` is finite, is 0."""
    words = f"{op.message}: elements must be finite; 1 where they are"
    _insert(sdim.ElementsOp(finite, non_zero=True, strength=ASSERT), op, words, b)


def check_true(claims: SSAValue, op: Operation, words: str, b: Builder) -> None:
    """Asserts that every element of `claims`, truth values made for `op`, holds."""
    if b.value_checks:
        numbers = b.convert(claims, i8)
        _insert(sdim.ElementsOp(numbers, non_zero=True, strength=ASSERT), op, words, b)


def check_rows(rows: SSAValue, sizes: Sequence[Expr], op: Operation, what: str, b: Builder) -> None:
    """Asserts that each of `rows`, made for `op`, names a place in a tensor of `sizes`."""
    if b.value_checks:
        zero, ends = b.sizes.index(0, b.at), [b.sizes.index(size, b.at) for size in sizes]
        _insert(sdim.ElementsOp(rows, zero, ends, strength=ASSERT), op, what, b)


def check_increasing(value: SSAValue, op: Operation, what: str, b: Builder) -> None:
    """Asserts that each element of `value`, made for `op`, is more than the one before it."""
    if b.value_checks:
        check = sdim.ElementsOp(value, ascending=True, distinct=True, strength=ASSERT)
        _insert(check, op, what, b)


def _check_at_run_time(demand: ElementDemand, op: Operation, b: Builder) -> None:
    if b.facts.refutes(demand.when):
        return
    if not is_tensor(b.operand(demand.value).type):  # then the op is a call, which nothing runs
        raise UnknownRank
    check = sdim.ElementsOp(
        b.operand(demand.value),
        None if demand.low is None else _index(demand.low, b),
        [_index(bound, b) for bound in demand.below],
        None if b.facts.proves(demand.when) else b.sizes.condition(_readable(demand.when, b), b.at),
        non_zero=demand.non_zero,
        ascending=demand.ascending,
        distinct=demand.distinct,
        strength=ASSERT,
    )
    _insert(check, op, demand.what, b)


def _insert(check: sdim.GuardedConstraintOp, op: Operation, words: str, b: Builder) -> None:
    b.insert(check).attributes["why"] = StringAttr(_at(op, words))


def _at(op: Operation, words: str) -> str:
    return f"{op_name(op)}{at_place(op)}: {words}"


def _readable(claim: Predicate, b: Builder) -> Predicate:
    """`claim`, of whose sizes all can be read here."""
    for name in claim.symbols():
        if not b.sizes.has_by_tests(Symbol(name)):
            raise b.fail(f"the size {name} depends on data in a way that is not supported")
    return claim


def _index(bound: Bound, b: Builder) -> SSAValue:
    return b.sizes.index(bound if isinstance(bound, Expr) else b.element(*bound), b.at)
