"""Local search for integers that satisfy a problem: a model shows that a refutation cannot succeed.

WalkSAT (Selman, Kautz, Cohen, AAAI 1994) on integer constraints: a random violated row, a random
symbol of it, the value that repairs the row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import repeat
from operator import attrgetter

from .broadcast import Broadcast, Broadcastable
from .definition import Definition
from .expr import Atom, Expr, SymbolAtom
from .predicate import Connective, Eq, Le, Ne, Or, Predicate, Relation, Truth
from .problem import Problem
from .table import FactTable

_NAME = attrgetter("name")
MAX_REPAIRS = 40
"""A guess is repaired at most this often."""
MAX_VALUE = 2**128
"""Greater values are not tried."""

Assignment = dict[SymbolAtom, int]


def find_model(problem: Problem) -> Assignment | None:
    """Integers that satisfy all rows of `problem`, by symbol. None means "not found"."""
    values = {s: _within(problem, s, 1 + problem.low.get(s, 0)) for s in problem.index}
    walk = LocalSearch(list(problem.claims()), partial(_within, problem))
    return values if walk.finds_model(values) else None


class _Noise:
    """Small pseudo-random numbers, the same in every run."""

    def __init__(self) -> None:
        self.state = 12345

    def below(self, limit: int) -> int:
        self.state = (self.state * 1103515245 + 12345) % 2147483648
        return (self.state >> 8) % limit


class LocalSearch:
    """Changes one symbol after another until all rows hold, or gives up.

    rows: what is to hold, over symbols, quotients and so on
    within: for a symbol and a value one near it that the symbol may have
    """

    __slots__ = ("_about", "_rows", "_within", "noise")

    def __init__(self, rows: Sequence[Predicate], within: Callable[[SymbolAtom, int], int]):
        self._rows = rows
        self._within = within
        self._about: dict[SymbolAtom, list[int]] = {}
        for number, row in enumerate(rows):
            for symbol in row.symbol_atoms:
                self._about.setdefault(symbol, []).append(number)
        self.noise = _Noise()

    def finds_model(self, values: Assignment) -> bool:
        """Changes `values`; whether they satisfy all rows then."""
        rows, below = self._rows, self.noise.below
        known: dict[Atom, int] = {}  # what operations are now, shared by all rows
        violated = {number for number, row in enumerate(rows) if not holds(row, values, known)}
        for _ in range(MAX_REPAIRS):
            if not violated:
                return True
            row = rows[sorted(violated)[below(len(violated))]]
            while isinstance(row, Connective) and not isinstance(row, Broadcastable):
                if isinstance(row, Or):
                    row = row.args[below(len(row.args))]
                else:
                    row = next((r for r in row.args if not holds(r, values, known)), row.args[0])
            changed = self._repair(row, values)
            if not changed:
                return False
            known.clear()
            for number in {n for symbol in changed for n in self._about.get(symbol, ())}:
                if holds(rows[number], values, known):
                    violated.discard(number)
                else:
                    violated.add(number)
        return False

    def _repair(self, row: Predicate, values: Assignment) -> Collection[SymbolAtom]:
        """Changes one symbol so that `row` holds, or nearly so; returns what it has changed."""
        if isinstance(row, Definition):
            return self._repair_definition(row, values)
        if isinstance(row, Broadcastable):
            news = fitting_values(row, values, self.noise.below)
            values.update((s, self._within(s, new)) for s, new in news.items())
            return news
        if not isinstance(row, Relation):
            return ()
        symbols = sorted(row.expr.symbol_atoms, key=lambda s: s.serial)
        if not symbols:
            return ()
        below = self.noise.below
        symbol = symbols[below(len(symbols))]
        old = values.get(symbol, 0)
        if isinstance(row, Ne):
            new = old + 1 + below(2)
        else:
            slope, value = _slope(row.expr, symbol, values)
            if slope == 0:
                new = old + below(5) - 2
            elif isinstance(row, Eq):
                new = old - value // slope
            else:
                new = old - value // slope if slope < 0 else old - -(-value // slope)
        if abs(new) > MAX_VALUE:
            return ()
        values[symbol] = self._within(symbol, new)
        return (symbol,)

    def _repair_definition(self, row: Definition, values: Assignment) -> Collection[SymbolAtom]:
        """Gives the operation's value to the symbol that names it, or changes some argument."""
        args = [value_of(arg, values) for arg in row.args]
        result = row.value.single_atom
        below = self.noise.below
        if isinstance(result, SymbolAtom) and below(4):
            new = row.result_of(args)
            if new is None or abs(new) > MAX_VALUE:
                return ()
            values[result] = self._within(result, new)
            return (result,)
        symbols = sorted(row.symbol_atoms, key=lambda s: s.serial)
        symbol = symbols[below(len(symbols))]
        values[symbol] = self._within(symbol, values.get(symbol, 0) + below(7) - 3)
        return (symbol,)


def fitting_values(
    claim: Broadcastable, values: Mapping[SymbolAtom, int], below: Callable[[int], int]
) -> Assignment:
    """New values for those sizes that are symbols and neither 1 nor what most others are."""
    if claim.is_plain:
        return _fitting_symbols(claim, values, below)
    try:
        found = Counter(value for size in claim.sizes if (value := value_of(size, values)) != 1)
    except ZeroDivisionError:
        return {}
    common = found.most_common(1)[0][0] if found else 1
    news: Assignment = {}
    for size in claim.sizes:
        atom = size.single_atom
        if isinstance(atom, SymbolAtom) and values.get(atom, 0) not in (1, common):
            news[atom] = 1 if below(2) else common
    return news


def _fitting_symbols(
    claim: Broadcastable, values: Mapping[SymbolAtom, int], below: Callable[[int], int]
) -> Assignment:
    """`fitting_values` where all sizes are symbols."""
    symbols = claim.symbol_atoms
    sizes = dict(zip(symbols, map(values.get, symbols, repeat(0)), strict=False))
    found = Counter(sizes.values())
    del found[1]
    most = max(found.values(), default=0)
    tied = {value for value, count in found.items() if count == most}
    if len(tied) > 1:  # that of the first size counts, as for sizes in general
        tied = {next(sizes[s] for s in sorted(symbols, key=_NAME) if sizes[s] in tied)}
    common = next(iter(tied), 1)
    outliers = [s for s, value in sizes.items() if value != 1 and value != common]
    return {s: 1 if below(2) else common for s in sorted(outliers, key=_NAME)}


def values_of(values: Mapping[SymbolAtom, int], symbols: Iterable[SymbolAtom]) -> set[int]:
    """The different values of `symbols`; those without one count as 0."""
    found = set(map(values.get, symbols))
    if None in found:
        found.add(0)
    return {value for value in found if value is not None}


def _slope(expr: Expr, symbol: SymbolAtom, values: Assignment) -> tuple[int, int]:
    """How much `expr` grows with `symbol` + 1, and its value; both 0 where a divisor is 0."""
    old = values.get(symbol, 0)
    try:
        value = value_of(expr, values)
        values[symbol] = old + 1
        return value_of(expr, values) - value, value
    except ZeroDivisionError:
        return 0, 0
    finally:
        values[symbol] = old


def holds(
    claim: Predicate, values: Mapping[SymbolAtom, int], memo: dict[Atom, int] | None = None
) -> bool:
    """Whether `claim` holds; not where it divides by 0."""
    try:
        return satisfies(claim, values, memo)
    except ZeroDivisionError:
        return False


def satisfies(
    claim: Predicate, values: Mapping[SymbolAtom, int], memo: dict[Atom, int] | None = None
) -> bool:
    """Whether `claim`, over symbols alone, holds.

    memo: what operations are under `values`, as far as known
    """
    if isinstance(claim, Le):
        return value_of(claim.expr, values, memo) <= 0
    if isinstance(claim, Eq):
        return value_of(claim.expr, values, memo) == 0
    if isinstance(claim, Ne):
        return value_of(claim.expr, values, memo) != 0
    if isinstance(claim, Broadcastable):
        if claim.is_plain:
            return len(values_of(values, claim.symbol_atoms) - {1}) < 2
        return claim.truth(partial(value_of, values=values, memo=memo))
    if isinstance(claim, Connective):
        wanted = isinstance(claim, Or)
        for arg in claim.args:
            if satisfies(arg, values, memo) is wanted:
                return wanted
        return not wanted
    if isinstance(claim, Definition):
        return value_of(claim.value, values, memo) == claim.result_of(
            [value_of(arg, values, memo) for arg in claim.args]
        )
    return isinstance(claim, Truth) and claim.value


def value_of(
    expr: Expr, values: Mapping[SymbolAtom, int], memo: dict[Atom, int] | None = None
) -> int:
    """The value of an expression; symbols without a value count as 0. Raises ZeroDivisionError."""
    total = 0
    for monomial, coefficient in expr.polynomial.items():
        for atom in monomial:
            if type(atom) is SymbolAtom:
                coefficient *= values.get(atom, 0)
            else:
                memo = {} if memo is None else memo
                if atom not in memo:
                    if type(atom) is Broadcast and atom.is_plain:
                        memo[atom] = atom.compute(values_of(values, atom.symbol_atoms))
                    else:
                        memo[atom] = atom.value(partial(value_of, values=values, memo=memo))
                coefficient *= memo[atom]
        total += coefficient
    return total


def _within(problem: Problem, symbol: SymbolAtom, value: int) -> int:
    low, high = problem.low.get(symbol), problem.high.get(symbol)
    if low is not None and value < low:
        return low
    return high if high is not None and value > high else value


def extend(problem: Problem, values: Assignment, symbols: Iterable[SymbolAtom]) -> Assignment:
    """The values of `symbols` in a model of the rows of `problem`."""
    result: Assignment = {}
    for symbol in symbols:
        expr = problem.normal(symbol.as_expr())
        for inner in expr.symbol_atoms:
            if inner not in values:
                values[inner] = _within(problem, inner, 0)
        result[symbol] = value_of(expr, values)
    return result


def nearest(table: FactTable, symbol: SymbolAtom, value: int) -> int:
    """A value of `symbol` within its bounds and residue, near `value`."""
    low, high = table.low.get(symbol), table.high.get(symbol)
    modulus, residue = table.congruences.get(symbol, (1, 0))
    if low is not None and value < low:
        value = low
    if high is not None and value > high:
        value = high
    up = value + (residue - value) % modulus
    return up if high is None or up <= high else up - modulus
