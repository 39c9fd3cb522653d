"""Operands that a problem need not tell apart, as one: a problem's size does not grow with them.

Operands that occur only in broadcasts, all of them in the same ones, are replaced by one symbol for
what they broadcast to (predicate abstraction by an existentially quantified term: Graf and Saïdi,
CAV 1997). Every solution of the claims is one of the claims that result, so these may be refuted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .broadcast import Broadcast, Broadcastable
from .conditional import Conditional, expressions
from .congruence import ANYTHING, Congruence, join
from .expr import Atom, Expr, SymbolAtom
from .predicate import Predicate
from .ranges import broadcast_range
from .substitute import rewrite
from .table import FactTable
from .text import AUXILIARY

Groups = Mapping[SymbolAtom, list[SymbolAtom]]
"""The operands that one symbol of a problem's own stands for."""


class _Uses:
    """Which symbols are operands of which broadcasts, and which are used in other ways."""

    def __init__(self, claims: Iterable[Predicate]) -> None:
        self.operands: dict[SymbolAtom, set[object]] = {}
        self.others: set[SymbolAtom] = set()
        self._seen: set[Atom] = set()
        for claim in claims:
            if isinstance(claim, Broadcastable):
                self._take_sizes(claim.sizes, claim)
            else:
                for expr in expressions(claim):
                    self._take(expr)

    def _take(self, expr: Expr) -> None:
        for monomial in expr.polynomial:
            for atom in monomial:
                if isinstance(atom, SymbolAtom):
                    self.others.add(atom)
                elif atom not in self._seen:
                    self._seen.add(atom)
                    self._take_operation(atom)

    def _take_operation(self, atom: Atom) -> None:
        if isinstance(atom, Broadcast):
            self._take_sizes(atom.args, atom)
            return
        if isinstance(atom, Conditional):
            for expr in expressions(atom.condition):
                self._take(expr)
        for arg in atom.args:
            self._take(arg)

    def _take_sizes(self, sizes: Iterable[Expr], use: object) -> None:
        for size in sizes:
            atom = size.single_atom
            if isinstance(atom, SymbolAtom):
                self.operands.setdefault(atom, set()).add(use)
            else:
                self._take(size)


def grouped(claims: list[Predicate]) -> tuple[list[Predicate], Groups]:
    """`claims`, all of which hold, with one symbol for each group of operands."""
    if not any(_may_have_groups(claim) for claim in claims):
        return claims, {}
    uses = _Uses(claims)
    members: dict[frozenset[object], list[SymbolAtom]] = {}
    for symbol, places in uses.operands.items():
        if symbol not in uses.others:
            members.setdefault(frozenset(places), []).append(symbol)
    groups: dict[SymbolAtom, list[SymbolAtom]] = {}
    known: dict[Atom, Expr] = {}
    for symbols in members.values():
        if len(symbols) > 1:
            group = SymbolAtom(f"{AUXILIARY}g{len(groups)}")
            groups[group] = symbols
            known.update((symbol, group.as_expr()) for symbol in symbols)
    if not groups:
        return claims, {}
    memo: dict[Atom, Expr] = {}
    result = list[Predicate]()
    for claim in claims:
        touched = not known.keys().isdisjoint(claim.symbol_atoms)
        result.append(claim.rebuild(lambda e: rewrite(e, known, memo)) if touched else claim)
    return result, groups


def _may_have_groups(claim: Predicate) -> bool:
    """Whether there is a broadcast of three sizes or more, not inside of another operation."""
    if isinstance(claim, Broadcastable):
        return len(claim.sizes) > 2
    return any(
        isinstance(atom, Broadcast) and len(atom.args) > 2
        for expr in expressions(claim)
        if expr.depth
        for monomial in expr.polynomial
        for atom in monomial
    )


class GroupKnowledge:
    """What is known of the groups' symbols, each of which is 1 or equals one of its operands."""

    def __init__(self, table: FactTable, groups: Groups) -> None:
        self.low: dict[SymbolAtom, int] = {}
        self.high: dict[SymbolAtom, int] = {}
        self.congruences: dict[SymbolAtom, Congruence] = {}
        for group, symbols in groups.items():
            least, greatest = broadcast_range([table.range(s.as_expr()) for s in symbols])
            if least is not None:
                self.low[group] = least
            if greatest is not None:
                self.high[group] = greatest
            first, *others = (table.congruences.get(s, ANYTHING) for s in symbols)
            for other in others:
                first = join(first, other)
            if first != ANYTHING:
                self.congruences[group] = first
