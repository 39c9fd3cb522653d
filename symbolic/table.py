"""What a system of facts knows: substitutions, bounds and rows.

Equations that determine a symbol are kept in triangular solved form and composed on demand with
path compression, as in union-find (Tarjan, "Efficiency of a good but not linear set union
algorithm", JACM 1975). Comparisons of a symbol with a constant are bounds; all else are rows, in
normal form under the substitutions and indexed by symbol.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from itertools import chain

from .congruence import Congruence
from .expr import MAX_WIDTH, Atom, Expr, Monomial, SymbolAtom, TooLarge, drop, is_wide
from .predicate import (
    FALSE,
    TRUE,
    And,
    Connective,
    Eq,
    Le,
    Ne,
    Predicate,
    all_of,
    any_of,
    at_most_zero,
    zero,
)
from .ranges import Range, RangeMemo, excludes_zero, expr_range, factored_range, intersection
from .rows import IndexedRows, RowKey
from .substitute import rewrite

MAX_USERS = 16
"""The values of more symbols than this are brought up to date only when they are asked for."""


class FactTable(IndexedRows):
    """Substitutions, bounds and rows. Changes go through `put`; `undo` goes back to a `mark`.

    `Store`, a program's facts, and `Problem`, those of one question, differ in these hooks alone:

    | hook | `Store` | `Problem` |
    |---|---|---|
    | `rank` | the order of declaration | its own symbols after all others |
    | `normal` | divisions and extremes simplified | purified: symbols for them |
    | `range` | also by chains of differences | an empty range is a contradiction |
    | `enter`, `leave` | also under sizes that fit | |
    | `add_row` | also into the chains of differences | not where it is too large |
    | `take_equation` | a remainder becomes a residue of a symbol | |
    | `take_definition` | | tied to its arguments by inequalities |
    | `parametrize` | | a parameter with smaller coefficients, as in the Omega test |
    | `changed` | also forgets normal forms | |
    """

    def __init__(self) -> None:
        super().__init__()
        self.solved: dict[Atom, Expr] = {}
        self.low: dict[SymbolAtom, int] = {}
        self.high: dict[SymbolAtom, int] = {}
        self.congruences: dict[SymbolAtom | Monomial, Congruence] = {}
        self.resolved: set[Atom] = set()
        """Substituted symbols whose value has none in it."""
        self._users: defaultdict[Atom, dict[Atom, bool]] = defaultdict(dict)
        """By symbol: the substituted symbols whose value has it in it, or had."""
        self.ranges: RangeMemo = {}

    def undo(self, mark: int) -> None:
        super().undo(mark)
        self.resolved.clear()
        self.changed()

    def rank(self, symbol: SymbolAtom) -> int:
        """Symbols of greater rank are expressed by those of lesser rank."""
        return symbol.serial

    def normal(self, expr: Expr) -> Expr:
        """An equal expression, the same for all that are seen at once to be equal."""
        return self.substituted(expr)

    def range(self, expr: Expr) -> Range:
        """Bounds of `expr`, which is in normal form."""
        return self.range_by_rows(expr)

    def add_row(self, row: RowKey, value: int = 0) -> None:
        """Adds a row, or replaces a weaker one."""
        known = self.rows.get(row)
        if known is not None and known >= value:
            return
        self.put(self.rows, row, value)
        if known is None:
            self.enter(row)
        self.changed()

    def take_equation(self, expr: Expr) -> bool:
        """Whether `expr == 0`, in normal form, was recorded in another way than as an equation."""
        return False

    def take_definition(self, claim: Predicate) -> None:
        """Records a claim that is no comparison, connective or truth value."""

    def parametrize(self, expr: Expr) -> bool:
        """Whether `expr == 0`, which determines no symbol, was solved by a new one."""
        return False

    def changed(self) -> None:
        """Drops what was derived from the tables; called after every change."""
        self.ranges.clear()

    def range_by_rows(self, expr: Expr) -> Range:
        """Bounds of `expr` from those of its symbols and from rows about just it."""
        least, greatest = expr_range(expr, self.low, self.high, self.ranges)
        terms = expr.polynomial
        if len(terms) == 1:
            return least, greatest
        rows = self.rows
        if rows and self._has_rows(expr):
            offset = terms.get((), 0)
            base = expr - offset
            upper = rows.get((Le, base))
            if upper is not None and (greatest is None or offset - upper < greatest):
                greatest = offset - upper
            lower = rows.get((Le, -base))
            if lower is not None and (least is None or lower + offset > least):
                least = lower + offset
        if (least is None or greatest is None) and len(terms) < MAX_WIDTH:
            factored = factored_range(expr, self.low, self.high, self.ranges)
            return intersection((least, greatest), factored)
        return least, greatest

    def _has_rows(self, expr: Expr) -> bool:
        """Whether there may be a row about just `expr`."""
        index = self.index
        for monomial in expr.polynomial:
            for atom in monomial:
                if type(atom) is SymbolAtom and not index.get(atom):
                    return False
        return True

    def nonzero(self, expr: Expr) -> bool:
        """Whether `expr` is known not to be 0."""
        if excludes_zero(self.range(expr)):
            return True
        return isinstance(known := zero(expr), Eq) and (Ne, known.expr) in self.rows

    def substituted(self, expr: Expr) -> Expr:
        """`expr` under the substitutions."""
        solved = self.solved
        if not solved:
            return expr
        done = self.resolved
        if (single := expr.single_atom) is not None and single in solved:
            return solved[single] if single in done else self.value_of(single)
        touched = False
        for symbol in expr.symbol_atoms if expr.depth else chain.from_iterable(expr.polynomial):
            if symbol in solved:
                touched = True
                if symbol not in done:
                    self.value_of(symbol)
        return rewrite(expr, solved, {}) if touched else expr

    def value_of(self, symbol: Atom) -> Expr:
        """The value of `symbol`, which is substituted, in symbols that are not."""
        solved, done = self.solved, self.resolved
        stack = [symbol]
        while stack:
            top = stack[-1]
            if top not in done:
                value = solved[top]
                inner = [s for s in value.symbol_atoms if s in solved]
                if todo := [s for s in inner if s not in done]:
                    stack.extend(todo)
                    continue
                self._resolve(top, rewrite(value, solved, {}) if inner else value)
            stack.pop()
        return solved[symbol]

    def _resolve(self, symbol: Atom, value: Expr) -> None:
        """Records the value of `symbol` in symbols that are not substituted."""
        if self.solved.get(symbol) is not value:
            self.put(self.solved, symbol, value)
        self.resolved.add(symbol)
        for inner in value.symbol_atoms:
            self._users[inner][symbol] = True

    def express(self, symbol: Atom, value: Expr) -> None:
        """Replaces `symbol` by `value`, in normal form, in the values of few users."""
        self._resolve(symbol, value)
        done = self.resolved
        known: dict[Atom, Expr] = {symbol: value}
        users = [u for u in self._users.pop(symbol, ()) if u in done]
        done.difference_update(users)
        if len(users) <= MAX_USERS and len(value.polynomial) <= MAX_WIDTH:
            for user in users:
                old = self.solved[user]
                if len(old.polynomial) <= MAX_WIDTH:
                    with suppress(TooLarge):
                        self._resolve(user, rewrite(old, known, {}))

    def without_factors(self, expr: Expr) -> Expr:
        """`expr` divided by symbols, known not to be 0, that are factors of all its terms."""
        if () in expr.polynomial or is_wide(expr):
            return expr
        first, *others = expr.polynomial
        for atom in first:
            if all(atom in m for m in others) and self.nonzero(atom.as_expr()):
                reduced = {drop(m, atom): c for m, c in expr.polynomial.items()}
                return self.without_factors(Expr.of_terms(reduced))
        return expr

    def decide(self, claim: Predicate) -> Predicate:
        """`claim` in normal form, `TRUE` or `FALSE` where bounds and rows decide it at once."""
        if isinstance(claim, Le):
            return self._decide_order(claim)
        if isinstance(claim, Eq):
            return self._decide_equality(claim)
        if isinstance(claim, Ne):
            known = self._decide_equality(claim)
            return claim if known is claim else known.negate()
        if isinstance(claim, Connective):
            build = all_of if isinstance(claim, And) else any_of
            return build(*[self.decide(arg) for arg in claim.args])
        return claim

    def _decide_order(self, claim: Le) -> Predicate:
        expr = self.normal(claim.expr)
        if expr is not claim.expr:
            known = at_most_zero(expr)
            if not isinstance(known, Le):
                return known
            claim = known
        least, greatest = self.range(claim.expr)
        if greatest is not None and greatest <= 0:
            return TRUE
        return FALSE if least is not None and least > 0 else claim

    def _decide_equality(self, claim: Eq | Ne) -> Predicate:
        """Whether `claim.expr` is 0; an undecided claim is returned in normal form."""
        expr = self.normal(claim.expr)
        known: Predicate = claim
        if expr is not claim.expr:
            known = zero(expr)
            if not isinstance(known, Eq):
                return known
            expr = known.expr
        values = self.range(expr)
        if excludes_zero(values):
            return FALSE
        if values == (0, 0):
            return TRUE
        rows = self.rows
        if rows and (Eq, expr) in rows:
            return TRUE
        return FALSE if rows and (Ne, expr) in rows else known

    def claim_of(self, row: RowKey) -> Predicate:
        """The fact that a row states."""
        kind, about = row
        if isinstance(about, Predicate):
            return about
        if kind is Le:
            return at_most_zero(about + self.rows[row])
        return Eq(about) if kind is Eq else Ne(about)

    def remove_row(self, row: RowKey) -> None:
        if row in self.rows:
            self.put(self.rows, row, None)
            self.leave(row)
