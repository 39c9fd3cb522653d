"""Integers by cases: `then if condition else otherwise`, in normal form from construction.

The if-then-else terms of McCarthy ("A basis for a mathematical theory of computation", 1963), with
the laws by which such terms become shorter. Only the branch that is taken is ever evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from .expr import (
    NO_SYMBOLS,
    Atom,
    Expr,
    SymbolAtom,
    as_expr,
    digest,
    maximum,
    minimum,
    operation_serial,
    signed_factor,
    without_shared,
)
from .interning import interned
from .predicate import (
    And,
    Connective,
    Eq,
    Le,
    Predicate,
    Relation,
    Truth,
    at_most_zero,
    zero,
)
from .substitute import rewrite
from .text import sum_text


class Conditional(Atom):
    """`then` where `condition` holds, else `otherwise`. `args` are both."""

    __slots__ = ("condition", "otherwise", "then")
    is_conditional: ClassVar[bool] = True
    symbol = "if"
    condition: Predicate
    then: Expr
    otherwise: Expr

    def __new__(cls, condition: Predicate, then: Expr, otherwise: Expr) -> Conditional:
        key = (cls, condition, then, otherwise)
        known = interned(key, cls)
        if known is not None:
            return known
        atom = object.__new__(cls)
        atom.condition, atom.then, atom.otherwise = condition, then, otherwise
        depth = 1 + max(then.depth, otherwise.depth, *(e.depth for e in expressions(condition)))
        parts = (_digest(condition), digest(then), digest(otherwise))
        return atom._enter(key, depth, operation_serial(6, *parts))

    @property
    def args(self) -> tuple[Expr, ...]:
        return (self.then, self.otherwise)

    @property
    def symbol_atoms(self) -> frozenset[SymbolAtom]:
        symbols = self._symbols
        if symbols is None:
            branches = (self.then.symbol_atoms, self.otherwise.symbol_atoms)
            symbols = self._symbols = NO_SYMBOLS.union(self.condition.symbol_atoms, *branches)
        return symbols

    def value(self, value_of: Callable[[Expr], int]) -> int:
        return value_of(self.then if self.condition.truth(value_of) else self.otherwise)

    def rebuild(self, change: Callable[[Expr], Expr]) -> Expr:
        condition = self.condition.rebuild(change)
        if isinstance(condition, Truth):
            return change(self.then if condition.value else self.otherwise)
        return conditional(condition, change(self.then), change(self.otherwise))

    def _spell(self) -> str:
        then = sum_text(self.then.polynomial)
        return f"{then} if {self.condition} else {self.otherwise}"

    def __reduce__(self) -> tuple[type[Conditional], tuple[Predicate, Expr, Expr]]:
        return (Conditional, (self.condition, self.then, self.otherwise))


def expressions(claim: Predicate) -> Iterator[Expr]:
    """The expressions that `claim` compares."""
    if isinstance(claim, Relation):
        yield claim.expr
    elif isinstance(claim, Connective):
        for arg in claim.args:
            yield from expressions(arg)


def _digest(claim: Predicate) -> int:
    """A hash that depends only on what the claim is, the same in all runs."""
    if isinstance(claim, Relation):
        return hash((int.from_bytes(claim.sign.encode()), digest(claim.expr)))
    assert isinstance(claim, Connective)
    return hash((int.from_bytes(claim.word.encode()), *map(_digest, claim.args)))


def conditional(condition: Predicate, then: Expr | int, otherwise: Expr | int) -> Expr:
    """`then` where `condition` holds, else `otherwise`."""
    then, otherwise = as_expr(then), as_expr(otherwise)
    if isinstance(condition, Truth):
        return then if condition.value else otherwise
    if not _is_canonical(condition):
        condition, then, otherwise = condition.negate(), otherwise, then
    atom = then.single_atom
    if isinstance(atom, Conditional) and atom.condition == condition:
        then = atom.then
    atom = otherwise.single_atom
    if isinstance(atom, Conditional) and atom.condition == condition:
        otherwise = atom.otherwise
    then = _where(condition, then)
    if then == otherwise:
        return then
    known = _comparison(condition, then, otherwise)
    if known is not None:
        return known
    (then, otherwise), factor, shared = without_shared((then, otherwise))
    if then.constant_value is not None and otherwise.constant_value is not None:
        return Conditional(condition, then * factor, otherwise * factor).as_expr() + shared
    leading = (then if then.polynomial else otherwise).polynomial
    if (signed_factor(leading) if len(leading) > (() in leading) else leading[()]) < 0:
        then, otherwise, factor = -then, -otherwise, -factor
    return Conditional(condition, then, otherwise).as_expr() * factor + shared


def _is_canonical(condition: Predicate) -> bool:
    """Whether this is the form to keep, out of a condition and its negation."""
    if isinstance(condition, Connective):
        return _is_canonical(condition.args[0])
    if isinstance(condition, Le):
        return signed_factor(condition.expr.polynomial) > 0
    return isinstance(condition, Eq)


def _where(condition: Predicate, then: Expr) -> Expr:
    """`then` with the symbols replaced that `condition` makes constants."""
    known: dict[Atom, Expr] = {}
    for claim in condition.args if isinstance(condition, And) else (condition,):
        if isinstance(claim, Eq) and len(claim.expr.polynomial) <= 2:
            for monomial, coefficient in claim.expr.polynomial.items():
                if len(monomial) == 1 and abs(coefficient) == 1 and not monomial[0].depth:
                    rest = claim.expr - Expr.of_terms({monomial: coefficient})
                    if rest.constant_value is not None:
                        known[monomial[0]] = rest * -coefficient
    return rewrite(then, known, {}) if known else then


def _comparison(condition: Predicate, then: Expr, otherwise: Expr) -> Expr | None:
    """A choice between what the condition itself compares: one of them, or an extreme."""
    difference = then - otherwise
    if isinstance(condition, Eq):
        return otherwise if zero(difference) == condition else None
    if isinstance(condition, Le):
        if condition in (at_most_zero(difference), at_most_zero(difference + 1)):
            return minimum(then, otherwise)
        if condition in (at_most_zero(-difference), at_most_zero(1 - difference)):
            return maximum(then, otherwise)
    return None
