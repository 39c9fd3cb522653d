"""Claims that do not follow from others, told by values for which all the others hold.

Independence by models, as of axioms (Hilbert, "Grundlagen der Geometrie", 1899): starting from
values for which every claim holds, one size is changed so that just one claim fails; definitions
follow. So no proof has to be looked for where none can be found.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import permutations

from .broadcast import Broadcast, Broadcastable
from .conditional import expressions
from .expr import Expr, SymbolAtom
from .local_search import MAX_VALUE, Assignment, holds, value_of
from .predicate import Eq, Predicate

MAX_CHANGED = 4
"""At most this many sizes of a claim are changed, each alone."""
MAX_FOLLOWING = 3
"""At most this many others follow a change."""
MAX_DEFINING = 4
"""And this many sizes by which sizes of the claim are defined."""
MAX_READ = 800
"""Where evaluating claims reads more sizes than about this for one claim, it is given up."""
MAX_WEIGHT = 64
"""Claims of more sizes, or of operations on operations, are not tried."""
GREATER = 2**40
"""More than the sums of sizes in known models."""


class Independence:
    """Tells which of `claims` do not follow from others of them.

    All symbols are at least 0. models: values by name; those for which some claim fails are no help
    """

    def __init__(self, claims: Sequence[Predicate], models: Iterable[Mapping[str, int]]) -> None:
        self._claims = claims
        self._about: dict[SymbolAtom, dict[int, None]] = {}
        for number, claim in enumerate(claims):
            for symbol in claim.symbol_atoms:
                self._about.setdefault(symbol, {})[number] = None
        self._dropped = self._drop_definitions()
        self._read = 0
        self._weights = list(map(_weight, claims))
        self._models = list(filter(self._is_model, map(self._values, models)))

    def of(self, number: int, without: Collection[int] = ()) -> bool:
        """Whether claim `number` is seen not to follow from all others but those in `without`."""
        if number in self._dropped:
            return bool(self._models)
        if self._weights[number] > MAX_WEIGHT:
            return False
        self._read = 0
        return any(self._fails_alone(number, without, model) for model in self._models)

    def _values(self, model: Mapping[str, int]) -> Assignment:
        return {s: model[s.name] for s in self._about if s.name in model}

    def _is_model(self, values: Assignment) -> bool:
        if len(values) < len(self._about) or any(value < 0 for value in values.values()):
            return False
        numbers = dict.fromkeys(n for about in self._about.values() for n in about)
        return all(holds(self._claims[number], values) for number in numbers)

    def _drop_definitions(self) -> set[int]:
        """Leaves out claims that hold for some value of a size that no other claim is about."""
        waiting, dropped = list(self._about), set[int]()
        while waiting:
            symbol = waiting.pop()
            about = self._about[symbol]
            if len(about) == 1 and _defines(self._claims[number := next(iter(about))], symbol):
                dropped.add(number)
                for other in self._claims[number].symbol_atoms:
                    del self._about[other][number]
                    waiting.append(other)
        return dropped

    def _fails_alone(self, number: int, without: Collection[int], model: Assignment) -> bool:
        claim = self._claims[number]
        for changes in self._changes(claim, model):
            values = model | changes
            fails = changes.keys().isdisjoint(claim.symbol_atoms) or not self._holds(number, values)
            if fails and self._others_hold(number, without, values, changes):
                return True
            if self._read > MAX_READ:
                break
        return False

    def _holds(self, number: int, values: Mapping[SymbolAtom, int]) -> bool:
        self._read += self._weights[number]
        return holds(self._claims[number], values)

    def _changes(self, claim: Predicate, model: Assignment) -> Iterator[Assignment]:
        symbols = self._rarest(claim.symbol_atoms, MAX_CHANGED)
        for symbol in symbols:
            for new in dict.fromkeys((model[symbol] + 1, 2, GREATER, 0)):
                yield {symbol: new}
        if isinstance(claim, Broadcastable):
            for first, second in permutations(symbols, 2):
                yield {first: 2, second: 3}
        for symbol in self._defining(symbols) if isinstance(claim, Eq) else ():
            yield {symbol: 2}

    def _rarest(self, symbols: Iterable[SymbolAtom], limit: int) -> list[SymbolAtom]:
        return sorted(symbols, key=lambda s: (len(self._about[s]), s.serial))[:limit]

    def _defining(self, symbols: Collection[SymbolAtom]) -> list[SymbolAtom]:
        """Sizes by which others of `symbols` may be defined."""
        found = set[SymbolAtom]()
        for symbol in symbols:
            for number in self._about[symbol] if len(self._about[symbol]) <= MAX_DEFINING else ():
                claim = self._claims[number]
                if isinstance(claim, Eq) and (symbol,) in claim.expr.polynomial:
                    found |= claim.symbol_atoms
        return self._rarest(found.difference(symbols), MAX_DEFINING)

    def _others_hold(
        self, number: int, without: Collection[int], values: Assignment, changes: Assignment
    ) -> bool:
        """Whether the other claims hold for `values`, after definitions followed `changes`."""
        waiting, changed, claims = list(changes), set(changes), self._claims
        while waiting:
            for other in self._about[waiting.pop()]:
                if self._read > MAX_READ:
                    return False
                if other == number or other in without or self._holds(other, values):
                    continue
                if len(changed) > MAX_FOLLOWING:
                    return False
                following = self._following(claims[other], values, changed)
                if following is None:
                    return False
                values.update(following)
                waiting += following
                changed |= following.keys()
        return not self._holds(number, values)

    def _following(
        self, claim: Predicate, values: Assignment, changed: Collection[SymbolAtom]
    ) -> Assignment | None:
        """A value of a symbol that is not `changed` yet for which `claim` holds."""
        if not isinstance(claim, Eq):
            return None
        for symbol, sign in _alone(claim.expr):
            if symbol not in changed:
                try:
                    new = values[symbol] - sign * value_of(claim.expr, values)
                except ZeroDivisionError:
                    return None
                if 0 <= new <= MAX_VALUE:
                    return {symbol: new}
        return None


def _weight(claim: Predicate) -> int:
    """About how many sizes are read to evaluate `claim`."""
    if isinstance(claim, Broadcastable):  # what its sizes broadcast to need not be written for that
        depth = 1 if claim.is_plain else 1 + max(size.depth for size in claim.sizes)
    else:
        depth = max((expr.depth for expr in expressions(claim)), default=0)
    return len(claim.symbol_atoms) * max(1, depth) ** 2


def _alone(expr: Expr) -> Iterator[tuple[SymbolAtom, int]]:
    """The symbols that `expr` has as a term and nowhere else, with their signs."""
    for monomial, sign in expr.polynomial.items():
        if len(monomial) == 1 and abs(sign) == 1 and isinstance(monomial[0], SymbolAtom):
            others = (atom for other in expr.polynomial if other != monomial for atom in other)
            if not any(monomial[0] in atom.symbol_atoms for atom in others):
                yield monomial[0], sign


def _defines(claim: Predicate, symbol: SymbolAtom) -> bool:
    """Whether `claim` is that `symbol` is what some sizes, each at least 0, sum up to."""
    if not isinstance(claim, Eq):
        return False
    sign = claim.expr.polynomial.get((symbol,), 0)
    others = {m: c for m, c in claim.expr.polynomial.items() if m != (symbol,)}
    return (
        abs(sign) == 1
        and all(c * sign < 0 for c in others.values())
        and all(_is_size(atom, symbol) for monomial in others for atom in monomial)
    )


def _is_size(atom: object, other: SymbolAtom) -> bool:
    """Whether `atom` is a symbol but `other`, or a broadcast of such."""
    if isinstance(atom, Broadcast):
        return atom.is_plain and other not in atom.symbol_atoms
    return isinstance(atom, SymbolAtom) and atom is not other
