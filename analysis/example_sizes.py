"""Example sizes of symbols: to compare costs, and to separate sizes that may differ. Never facts.

A size that nothing tells counts as `DEFAULT_SIZE`, brought into its known bounds and to a multiple
of its known divisor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import prod

from xdsl.dialects.builtin import ModuleOp

from ..symbolic import Expr, Predicate, Symbol, SymbolAtom
from ..symbolic.support import connected
from .hints import hints_of
from .module_facts import likely_sizes
from .shape_analysis import ShapeAnalysis

DEFAULT_SIZE = 128
"""What a size counts as that no hint, likely size or definition tells."""

PRIMES = (131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191)
MAX_VARIED = 24
"""The greatest number of sizes that are varied to find another example."""
STARTS = (DEFAULT_SIZE, 1)
"""What all sizes are before some are varied."""

FEW = 4
"""What depends on more sizes is computed from others that do, as far as equations tell."""


class _Definitions:
    """What symbols are equal to, read once for all examples of the same facts."""

    def __init__(self, analysis: ShapeAnalysis):
        self._facts = analysis.facts
        self._known: dict[str, Expr | None] = {}
        self._sources: dict[str, list[str]] = {}
        self._stand_ins: dict[tuple[str, int], int] = {}

    def of(self, name: str) -> Expr | None:
        """What the symbol `name` is computed from; None for a free one."""
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def sources(self, name: str) -> list[str]:
        """The symbols that the symbol `name` is computed from, the last of their names first."""
        found = self._sources.get(name)
        if found is None:
            size = self.of(name)
            names = () if size is None else size.symbols()
            found = self._sources[name] = sorted(names, reverse=True)
        return found

    def _find(self, name: str) -> Expr | None:
        symbol, facts = Symbol(name), self._facts
        simpler = facts.simplify(symbol)
        if simpler == symbol or len(simpler.symbols()) > FEW:
            found = (s for s in facts.solutions(name) if not self._is_computed_from(s, name))
            return next(found, None if simpler == symbol else simpler)
        return simpler

    def _is_computed_from(self, size: Expr, name: str) -> bool:
        """Whether a symbol of `size` is in its simplest form computed from `name`."""
        facts = self._facts
        others = facts.replaced(size.symbols())  # the rest is its own simplest form
        return any(name in facts.simplify(Symbol(other)).symbols() for other in others)

    def stand_in(self, name: str, default: int) -> int:
        """A size that the symbol `name`, which nothing defines, may have, near `default`."""
        found = self._stand_ins.get((name, default))
        if found is None:
            found = self._stand_ins[name, default] = self._stand_in(name, default)
        return found

    def _stand_in(self, name: str, default: int) -> int:
        symbol, facts = Symbol(name), self._facts
        low, high = facts.bounds(symbol)
        divisor = max(facts.divisor(symbol), 1)
        size = -(-default // divisor) * divisor
        if high is not None and size > high:
            size = high // divisor * divisor
        return size if low is None or size >= low else -(-low // divisor) * divisor


class ExampleSizes:
    """Sizes of all symbols: some are given, the others follow from their definitions."""

    def __init__(
        self,
        analysis: ShapeAnalysis,
        given: Mapping[str, int],
        default: int = DEFAULT_SIZE,
        definitions: _Definitions | None = None,
    ):
        self._default = default
        self._analysis = analysis
        self._given = given
        self._definitions = definitions or _Definitions(analysis)
        self._sizes = dict(given)
        self._value_of = partial(Expr.evaluate, values=self._sizes, memo={})
        self._known = dict[Expr, int]()
        """What was asked."""
        self._open = set[str]()
        self.free: dict[str, None] = {}
        """The symbols that were met and are neither given nor defined."""

    @staticmethod
    def from_hints(module: ModuleOp, analysis: ShapeAnalysis) -> ExampleSizes:
        """The sizes that hints tell, else the first likely ones."""
        given = hints_of(module)
        for entry in likely_sizes(module, analysis):
            name = entry.size.symbol_name
            if name is not None and entry.values:
                given.setdefault(name, entry.values[0])
        return ExampleSizes(analysis, given)

    def of(self, size: Expr) -> int:
        """What `size` is in the example."""
        found = self._known.get(size)
        if found is None:
            self._find_all(size.symbol_atoms)
            found = self._known[size] = self._evaluated(size)
        return found

    def of_shape(self, shape: Iterable[Expr]) -> int:
        """The number of elements of `shape` in the example; a size below 0 counts as 0."""
        return prod(max(self.of(size), 0) for size in shape)

    def holds(self, claim: Predicate) -> bool:
        """Whether `claim` is true of the example."""
        self._find_all(claim.symbol_atoms)
        try:
            return claim.truth(self._value_of)
        except ZeroDivisionError:
            return False

    def dependents(self, names: Iterable[str]) -> dict[str, set[str]]:
        """For each of the symbols `names`: it and what is computed from it of all that were met."""
        users = defaultdict[str, list[str]](list)
        for user in self._open:
            for source in self._definitions.sources(user):
                users[source].append(user)
        return {name: _reached(name, users) for name in names}

    def _find_all(self, symbols: Iterable[SymbolAtom]) -> None:
        """Finds the sizes of `symbols`, first those that they are computed from.

        In the order of their names: which of sizes that are computed from each other are free
        depends on it.
        """
        sizes = self._sizes
        unknown = sorted([s.name for s in symbols if s.name not in sizes], reverse=True)
        waiting: list[tuple[str, Expr | None]] = [(name, None) for name in unknown]
        while waiting:
            name, definition = waiting.pop()
            if definition is not None:
                sizes[name] = self._evaluated(definition)
            elif name not in sizes:
                definition = None if name in self._open else self._opened(name)
                if definition is None:
                    sizes[name] = self._definitions.stand_in(name, self._default)
                else:
                    waiting.append((name, definition))
                    inner = self._definitions.sources(name)
                    waiting += [(name, None) for name in inner if name not in sizes]

    def _opened(self, name: str) -> Expr | None:
        """What the symbol `name`, met for the first time, is computed from; None for a free one."""
        self._open.add(name)
        definition = self._definitions.of(name)
        if definition is None:
            self.free[name] = None
        return definition

    def _evaluated(self, size: Expr) -> int:
        try:
            return self._value_of(size)
        except ZeroDivisionError:
            return DEFAULT_SIZE

    def varied(self, name: str, size: int) -> ExampleSizes:
        """The same with another size for the symbol `name`."""
        given = {**self._given, name: size}
        return ExampleSizes(self._analysis, given, self._default, self._definitions)


def _reached(name: str, users: Mapping[str, Sequence[str]]) -> set[str]:
    """`name`, its users, theirs, and so on."""
    found, pending = set[str](), [name]
    while pending:
        met = pending.pop()
        if met not in found:
            found.add(met)
            pending += users.get(met, ())
    return found


def models_of(analysis: ShapeAnalysis, names: Iterable[str]) -> Iterator[ExampleSizes]:
    """Models of all facts: expressions over `names` that differ in one are not provably equal.

    The first are those that the facts know. Each other one starts from equal sizes and makes all
    symbols, one after the other, or one alone a prime, 1, or small, where the facts let it.
    """
    about = frozenset(names)
    names = sorted(about)
    for sizes in analysis.facts.models(about):
        yield ExampleSizes(analysis, sizes)
    claims = [fact.predicate for fact in connected(analysis.facts.learnt, names)]
    for default in STARTS:
        start = ExampleSizes(analysis, {}, default)
        if all(map(start.holds, claims)):
            for name in names:
                start.of(Symbol(name))
            free = list(start.free)[:MAX_VARIED]
            asked = [(claim, claim.symbols()) for claim in claims]
            claims_of = {
                name: [claim for claim, met in asked if not users.isdisjoint(met)]
                for name, users in start.dependents(free).items()
            }
            yield _varied(start, free, claims_of)
            yield _varied(start, free[::-1], claims_of)
            yield from (_varied(start, [name], claims_of) for name in free)


def _varied(
    start: ExampleSizes, names: Sequence[str], claims_of: Mapping[str, Sequence[Predicate]]
) -> ExampleSizes:
    """A model of all facts, like `start`, with other sizes for `names` where the facts allow them.

    claims_of: for each name the facts that depend on it
    """
    found = start
    for i, name in enumerate(names):
        for size in (PRIMES[i % len(PRIMES)], 1, 3 + i):
            other = found.varied(name, size)
            if all(map(other.holds, claims_of[name])):
                found = other
                break
    return found
