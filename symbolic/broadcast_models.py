"""Models in which sizes that broadcast are told apart: most are 1, one or two are not.

Sizes that fit are 1 or one common number, so a claim about broadcasts that does not follow is
false already where nearly all sizes are 1 (a small model in the sense of Bradley and Manna, "The
Calculus of Computation", 11: one value that differs for each index suffices). Trying these costs
about as much as reading the claim; finding them by search takes milliseconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, islice
from operator import attrgetter

from .broadcast import Broadcast, Broadcastable
from .conditional import expressions
from .expr import Atom, Expr, SymbolAtom
from .fit_clauses import add_broadcasts
from .following_ones import may_differ_from_one, strangers, two_apart
from .local_search import Assignment, nearest
from .predicate import Predicate
from .store import Store
from .witness import Witness

_serial_of = attrgetter("serial")
MAX_SINGLED_OUT = 6
"""At most this many sizes are tried as the one that is not 1."""
MAX_TOGETHER = 5
"""Of at most this many sizes each subset is tried as those that are not 1."""
MAX_STRANGERS = 3
"""At most this many pairs of sizes that no fact says to fit are tried as two that do not."""


def broadcast_models(store: Store, claim: Predicate, ones: Witness) -> Iterator[Assignment]:
    """Changes of some values of `ones`, for sizes in `claim`, which is in normal form.

    Within bounds and residues; whether the facts hold then is for the caller to see. None where
    `claim` is about no broadcast.
    """
    symbols = _by_rarity(store, claim)
    if not symbols:
        return
    common = _common(store, symbols, ones)
    yield {}
    chosen = symbols[:MAX_SINGLED_OUT]
    most = symbols[-1:] if len(symbols) > MAX_SINGLED_OUT else ()
    for symbol in (*chosen, *most):
        yield {symbol: nearest(store, symbol, common)}
    for some in may_differ_from_one(store, claim):
        yield {symbol: nearest(store, symbol, common) for symbol in some}
    for pair in islice(strangers(store, claim), MAX_STRANGERS):
        for lesser, greater in (pair, pair[::-1]):
            if (sets := two_apart(store, lesser, greater)) is not None:
                small = {symbol: nearest(store, symbol, common) for symbol in sets[0]}
                yield small | {symbol: nearest(store, symbol, 2 * common) for symbol in sets[1]}
                break
    together = len(symbols) <= MAX_TOGETHER
    neighbours = zip(chosen, (*chosen[1:], symbols[-1]), strict=True)
    for pair in combinations(chosen, 2) if together else neighbours:
        for first, second in (pair, pair[::-1]):
            yield {
                first: nearest(store, first, common),
                second: nearest(store, second, 2 * common),
            }
    if together:
        equal = {symbol: nearest(store, symbol, common) for symbol in symbols}
        for number in range(2, len(symbols) + 1):
            for some in combinations(symbols, number):
                yield {symbol: equal[symbol] for symbol in some}


def _by_rarity(store: Store, claim: Predicate) -> Sequence[SymbolAtom]:
    """The symbols of `claim`, those first that are in fewest of its broadcasts and known to fit
    with least.

    Nothing where none of them is in a broadcast.
    """
    if isinstance(claim, Broadcastable) and claim.is_plain:
        return _fewest_rows_first(store, claim.symbol_atoms)
    terms: dict[Atom, bool] = {}
    seen = Counter[SymbolAtom]()
    exprs = claim.sizes if isinstance(claim, Broadcastable) else tuple(expressions(claim))
    for expr in dict.fromkeys(exprs):
        add_broadcasts(expr, terms)
        for symbol in _plain(expr):
            seen[symbol] += 1
    rows = store.fits.rows
    known = [atom for atom, is_broadcast in terms.items() if is_broadcast]
    if not known and not isinstance(claim, Broadcastable) and rows.keys().isdisjoint(seen):
        return ()
    for atom in known:
        seen.update(atom.symbol_atoms)
    for atom in _factors_again(exprs):
        seen.update(atom.symbol_atoms)
    ordered = _fewest_rows_first(store, seen)
    ordered.sort(key=seen.__getitem__)
    return ordered


def _fewest_rows_first(store: Store, symbols: Iterable[SymbolAtom]) -> list[SymbolAtom]:
    """`symbols` by how many facts say what they fit with, then by age."""
    rows = store.fits.rows
    ordered = sorted(symbols, key=_serial_of)
    fitting = [s for s in ordered if s in rows]
    counts = dict(zip(fitting, map(len, map(rows.__getitem__, fitting)), strict=True))
    ordered.sort(key=(dict.fromkeys(ordered, 0) | counts).__getitem__)
    return ordered


def _factors_again(exprs: Iterable[Expr]) -> Iterator[Atom]:
    """Broadcasts that are a factor of several terms, once less than of how many.

    Sizes that are in each term of a difference alike tell nothing apart.
    """
    for expr in exprs:
        factors = Counter(a for m in expr.polynomial for a in set(m) if isinstance(a, Broadcast))
        for atom, number in factors.items():
            yield from (atom for _ in range(number - 1))


def _plain(expr: Expr) -> Iterator[SymbolAtom]:
    """The symbols that are terms of `expr`, or factors of terms."""
    return (a for m in expr.polynomial for a in m if isinstance(a, SymbolAtom))


def _common(store: Store, symbols: Sequence[SymbolAtom], ones: Witness) -> int:
    """What a size is to be that is not 1: as those are that cannot be 1, among those that fit."""
    value = _other_than_one(store, symbols, ones)
    if value == 1:
        value = _fitting_value(store, symbols[0], ones)
    return 2 if value == 1 else value


def _fitting_value(store: Store, symbol: SymbolAtom, ones: Witness) -> int:
    """What sizes that fit `symbol` are, unless all are 1; found once until facts change."""
    value = store.fitting_values.get(symbol)
    if value is None:
        rows = store.fits.rows.get(symbol, ())
        values = (_other_than_one(store, row[1].symbol_atoms, ones) for row in rows)
        value = store.fitting_values[symbol] = next((v for v in values if v != 1), 1)
    return value


def _other_than_one(store: Store, symbols: Collection[SymbolAtom], ones: Witness) -> int:
    """The value of the first of `symbols` that is not 1, if any, else 1."""
    free = frozenset(symbols).difference(store.solved)
    if ones.values_of(store, free) <= {1}:
        return 1
    return next(v for s in symbols if s in free and (v := ones.value(store, s)) != 1)
