"""What a system of facts knows, and how it is looked up.

Equations that determine a symbol are substitutions; comparisons of one symbol with a constant are bounds; what is
left are rows, in normal form under the substitutions and indexed by symbol.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import chain

from .atoms import Atom, SymbolAtom, TooLarge
from .expr import Expr
from .predicate import (
    FALSE,
    TRUE,
    And,
    Comparison,
    Eq,
    Junction,
    Le,
    Ne,
    Or,
    Predicate,
    all_of,
    any_of,
    at_most_zero,
    zero,
)
from .ranges import Memo, Range, expr_range, multiply
from .rewriting import rewrite
from .terms import Monomial
from .trail import Trail

Row = tuple[type[Predicate], Expr | Or]
"""Kind and what it is about: `(Le, base)` stands for `base + rows[row] <= 0`, the others for themselves."""

MAX_USERS = 16
"""The values of more symbols than this are brought up to date only when they are asked for."""

MAX_WIDTH = 48
"""Nothing but the obvious is concluded from a row with more terms, or more factors in a term, than this."""


class Knowledge(Trail):
    """Substitutions, bounds and rows."""

    def __init__(self) -> None:
        super().__init__()
        self.solved: dict[Atom, Expr] = {}
        self.low: dict[SymbolAtom, int] = {}
        self.high: dict[SymbolAtom, int] = {}
        self.rows: dict[Row, int] = {}
        self.index: dict[SymbolAtom, dict[Row, bool]] = {}
        self._resolved: set[Atom] = set()
        """Substituted symbols whose value has none in it."""
        self._users: dict[Atom, dict[Atom, bool]] = {}
        """By symbol: those of them whose value has it in it, or had."""
        self._ranges: Memo = {}

    def changed(self) -> None:
        self._ranges.clear()

    def undo(self, mark: int) -> None:
        self._resolved.clear()
        super().undo(mark)

    def range(self, expr: Expr) -> Range:
        """Bounds of `expr`, which is in normal form."""
        return self.range_by_rows(expr)

    def range_by_rows(self, expr: Expr) -> Range:
        """Bounds of `expr` from those of its symbols and from rows about just it."""
        least, greatest = expr_range(expr, self.low, self.high, self._ranges)
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
            return self._factored_range(expr, least, greatest)
        return least, greatest

    def _factored_range(self, expr: Expr, least: int | None, greatest: int | None) -> Range:
        """The range of a sum whose terms share a symbol, as that of a product."""
        terms = expr.polynomial
        if () in terms or max(map(len, terms)) == 1:
            return least, greatest
        first, *others = terms
        for atom in first:
            if all(atom in m for m in others):
                rest = Expr.of_terms({drop(m, atom): c for m, c in terms.items()})
                factor = expr_range(atom.as_expr(), self.low, self.high, self._ranges)
                low, high = multiply(factor, expr_range(rest, self.low, self.high, self._ranges))
                if low is not None and (least is None or low > least):
                    least = low
                if high is not None and (greatest is None or high < greatest):
                    greatest = high
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
        least, greatest = self.range(expr)
        if (least is not None and least > 0) or (greatest is not None and greatest < 0):
            return True
        return isinstance(known := zero(expr), Eq) and (Ne, known.expr) in self.rows

    def normal(self, expr: Expr) -> Expr:
        """An equal expression, the same for all that are known to be equal as far as is seen at once."""
        return self.substituted(expr)

    def substituted(self, expr: Expr) -> Expr:
        """`expr` under the substitutions."""
        solved = self.solved
        if not solved:
            return expr
        done = self._resolved
        touched = False
        for symbol in expr.symbol_atoms if expr.depth else chain.from_iterable(expr.polynomial):
            if symbol in solved:
                touched = True
                if symbol not in done:
                    self.resolved(symbol)
        return rewrite(expr, solved, {}) if touched else expr

    def resolved(self, symbol: Atom) -> Expr:
        """What `symbol`, which is substituted, stands for in the end."""
        solved, done = self.solved, self._resolved
        stack = [symbol]
        while stack:
            top = stack[-1]
            if top not in done:
                value = solved[top]
                inner = [s for s in value.symbol_atoms if s in solved]
                if todo := [s for s in inner if s not in done]:
                    stack.extend(todo)
                    continue
                self._stands_for(top, rewrite(value, solved, {}) if inner else value)
            stack.pop()
        return solved[symbol]

    def _stands_for(self, symbol: Atom, value: Expr) -> None:
        """Records what `symbol` stands for in the end."""
        if self.solved.get(symbol) is not value:
            self.put(self.solved, symbol, value)
        self._resolved.add(symbol)
        users = self._users
        for inner in value.symbol_atoms:
            users.setdefault(inner, {})[symbol] = True

    def express(self, symbol: Atom, value: Expr) -> None:
        """Puts `value`, which is in normal form, in place of `symbol` wherever that is soon done."""
        self._stands_for(symbol, value)
        done = self._resolved
        known: dict[Atom, Expr] = {symbol: value}
        users = [u for u in self._users.pop(symbol, ()) if u in done]
        done.difference_update(users)
        if len(users) <= MAX_USERS and len(value.polynomial) <= MAX_WIDTH:
            for user in users:
                old = self.solved[user]
                if len(old.polynomial) <= MAX_WIDTH:
                    with suppress(TooLarge):
                        self._stands_for(user, rewrite(old, known, {}))

    def without_factors(self, expr: Expr) -> Expr:
        """`expr` divided by symbols that are factors of all its terms and not 0; itself where there are none."""
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
        if isinstance(claim, Junction):
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
        """Whether `claim.expr` is 0, for the kind `Eq`; an undecided claim in normal form is given back."""
        expr = self.normal(claim.expr)
        known: Predicate = claim
        if expr is not claim.expr:
            known = zero(expr)
            if not isinstance(known, Eq):
                return known
            expr = known.expr
        least, greatest = self.range(expr)
        if (least is not None and least > 0) or (greatest is not None and greatest < 0):
            return FALSE
        if least == 0 and greatest == 0:
            return TRUE
        rows = self.rows
        if rows and (Eq, expr) in rows:
            return TRUE
        return FALSE if rows and (Ne, expr) in rows else known

    def claim_of(self, row: Row) -> Predicate:
        """The fact that a row states."""
        kind, about = row
        if isinstance(about, Or):
            return about
        if kind is Le:
            return at_most_zero(about + self.rows[row])
        return Eq(about) if kind is Eq else Ne(about)

    def add_row(self, row: Row, value: int = 0) -> None:
        """Adds a row, or replaces a weaker one."""
        known = self.rows.get(row)
        if known is not None and known >= value:
            return
        self.put(self.rows, row, value)
        if known is None:
            for symbol in row[1].symbol_atoms:
                self.put(self.index.setdefault(symbol, {}), row, True)
        self.changed()

    def remove_row(self, row: Row) -> None:
        if row in self.rows:
            self.put(self.rows, row, None)
            for symbol in row[1].symbol_atoms:
                self.put(self.index[symbol], row, None)

    def claims(self) -> Iterable[Predicate]:
        """The facts that the rows state."""
        return [self.claim_of(row) for row in self.rows]


def is_wide(expr: Expr) -> bool:
    """Whether `expr` is too large to be reasoned about."""
    terms = expr.polynomial
    return len(terms) > MAX_WIDTH or (bool(terms) and max(map(len, terms)) > MAX_WIDTH)


def is_wide_claim(claim: Predicate) -> bool:
    """Whether some expression in `claim` is too large to be reasoned about."""
    if isinstance(claim, Comparison):
        return is_wide(claim.expr)
    return isinstance(claim, Junction) and any(map(is_wide_claim, claim.args))


def drop(monomial: Monomial, atom: Atom) -> Monomial:
    """`monomial` divided by one of its factors."""
    at = monomial.index(atom)
    return monomial[:at] + monomial[at + 1 :]
