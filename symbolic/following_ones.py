"""Sizes that must be 1 where others are, by equations between broadcasts, and those that need not.

A broadcast is 1 where all that it broadcasts is, and only there: an equation of two broadcasts is
two Horn clauses over "this size is 1". Unit propagation finds all sizes that must be 1 with given
ones (Dowling and Gallier, "Linear-time algorithms for testing the satisfiability of propositional
Horn formulae", J. Logic Programming 1984); all others may be one common size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import prod

from .broadcast import Broadcast, Broadcastable
from .expr import NO_SYMBOLS, ZERO, Atom, Expr, SymbolAtom, constant
from .predicate import Eq, Predicate, Relation
from .store import Store

Sides = tuple[frozenset[SymbolAtom], frozenset[SymbolAtom]]
"""What the two sides of an equation broadcast."""


def may_differ_from_one(store: Store, claim: Predicate) -> Iterator[frozenset[SymbolAtom]]:
    """Sets of sizes that may be one common size, not 1, while all others are 1.

    For each broadcast in `claim` one in which that is 1, but as few of the others as possible; none
    where no equation of broadcasts has a symbol of `claim` in it.
    """
    if not isinstance(claim, Relation):
        return
    about = _BroadcastEquations(store, claim.symbol_atoms)
    if about.sides:
        for some in _operands_of_atoms(claim.expr):
            ones = about.following_ones(some)
            yield about.closed(claim.symbol_atoms - ones, ones)


def two_apart(
    store: Store, lesser: SymbolAtom, greater: SymbolAtom
) -> tuple[frozenset[SymbolAtom], frozenset[SymbolAtom]] | None:
    """Sizes that may be like `lesser` and like `greater`, which differ, while all others are 1.

    None where equations say that the one is not the greater: what fits `lesser` is as great at most
    then, and so is what has the same broadcasts.
    """
    about = _BroadcastEquations(store, (lesser, greater))
    if not about.sides:
        return frozenset((lesser,)), frozenset((greater,))
    as_small = about.following_ones(store.fits.fitting(lesser))
    if greater in as_small:
        return None
    great = about.closed(frozenset((greater,)), as_small)
    fitting = NO_SYMBOLS.union(*map(store.fits.fitting, great))
    return about.closed(frozenset((lesser,)), about.following_ones(fitting)), great


def strangers(store: Store, claim: Predicate) -> Iterator[tuple[SymbolAtom, SymbolAtom]]:
    """Pairs of symbols of different sizes of `claim` that no fact says to fit, the latest first."""
    beside = dict[SymbolAtom, frozenset[SymbolAtom]]()
    if isinstance(claim, Broadcastable) and not claim.is_plain:
        number = Counter(symbol for size in claim.sizes for symbol in size.symbol_atoms)
        for size in claim.sizes:
            alone = frozenset([s for s in size.symbol_atoms if number[s] == 1])
            beside.update(dict.fromkeys(alone, alone))
    latest_first = sorted(claim.symbol_atoms, key=lambda s: s.serial, reverse=True)
    return store.fits.strangers(latest_first, beside)


def fit_by_equations(store: Store, claim: Broadcastable) -> bool:
    """Whether equations say of each two sizes of `claim` that none is the greater, if no fact does.

    Sizes that are symbols or broadcasts of symbols only; False: not seen.
    """
    if any(_broadcast_symbols(size.single_atom) is None for size in claim.sizes):
        return False
    pairs = strangers(store, claim)
    return all(two_apart(store, *pair) is two_apart(store, *pair[::-1]) is None for pair in pairs)


def by_all_that_follow(store: Store, expr: Expr) -> Expr:
    """`expr` with broadcasts of all sizes that must be 1 with those broadcast, where these fit.

    It has the same value: both are 1 in the same cases, and else what all sizes that fit are.
    """
    plain = [atom for atom in expr.atoms() if isinstance(atom, Broadcast) and atom.is_plain]
    if len(plain) < 2 or not (about := _BroadcastEquations(store, expr.symbol_atoms)).sides:
        return expr
    known = dict[Atom, Expr]()
    for atom in plain:
        symbols = about.following_ones(atom.symbol_atoms)
        claim = Broadcastable.of_symbols(symbols)
        if store.fits.contain(claim) or fit_by_equations(store, claim):
            known[atom] = Broadcast.of_symbols(symbols).as_expr()
    total = ZERO
    for monomial, coefficient in expr.polynomial.items():
        factors = [known.get(atom, atom.as_expr()) for atom in monomial]
        total = total + prod(factors, start=constant(coefficient))
    return total


def _operands_of_atoms(expr: Expr) -> Iterable[frozenset[SymbolAtom]]:
    """What each broadcast of symbols in `expr` broadcasts; of a symbol itself."""
    return dict.fromkeys(
        atom.symbol_atoms for atom in expr.atoms() if _broadcast_symbols(atom) is not None
    )


class _BroadcastEquations:
    """The equations of broadcasts that `symbols` take part in, directly or through each other."""

    def __init__(self, store: Store, symbols: Iterable[SymbolAtom]) -> None:
        self.sides: list[Sides] = []
        seen, waiting = set[object](), list(symbols)
        met = set(waiting)
        while waiting:
            for row in store.index.get(waiting.pop(), ()):
                if row[0] is Eq and row not in seen and (sides := _sides(row[1])) is not None:
                    seen.add(row)
                    self.sides.append(sides)
                    fresh = sides[0].union(sides[1]) - met
                    met |= fresh
                    waiting += sorted(fresh, key=lambda s: s.serial)

    def following_ones(self, symbols: frozenset[SymbolAtom]) -> frozenset[SymbolAtom]:
        """What must be 1 where `symbols` are, these included."""
        ones, before = symbols, NO_SYMBOLS
        while ones != before:
            before = ones
            for left, right in self.sides:
                if left <= ones or right <= ones:
                    ones = ones | left | right
        return ones

    def closed(
        self, symbols: frozenset[SymbolAtom], ones: frozenset[SymbolAtom]
    ) -> frozenset[SymbolAtom]:
        """`symbols`, and of all but `ones` what makes both sides of equations no 1 with them."""
        chosen, before = symbols, NO_SYMBOLS
        while chosen != before:
            before = chosen
            for left, right in self.sides:
                if left.isdisjoint(chosen) is not right.isdisjoint(chosen):
                    chosen = chosen | (left | right) - ones
        return chosen


def _sides(about: object) -> Sides | None:
    """What the sides of the equation `about == 0` broadcast, where that is all that it says."""
    if not isinstance(about, Expr) or sorted(about.polynomial.values()) != [-1, 1]:
        return None
    found = list[frozenset[SymbolAtom]]()
    for monomial in about.polynomial:
        if len(monomial) != 1 or (symbols := _broadcast_symbols(monomial[0])) is None:
            return None
        found.append(symbols)
    return found[0], found[1]


def _broadcast_symbols(atom: object) -> frozenset[SymbolAtom] | None:
    if isinstance(atom, SymbolAtom):
        return frozenset((atom,))
    return atom.symbol_atoms if isinstance(atom, Broadcast) and atom.is_plain else None
