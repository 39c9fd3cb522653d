"""Which sizes can be computed from those that are read, by equations between sizes.

Unit propagation over equations (Dowling and Gallier, "Linear-time algorithms for testing the
satisfiability of propositional Horn formulae", 1984): an equation of which one symbol alone is not
known yields it. What is computed first makes no circle, and each equation is read once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from ..symbolic import Expr, Fact, Facts, Predicate, Symbol
from ..symbolic.predicate import Eq
from ..symbolic.solutions import is_solvable, solved_for


class ComputedSizes:
    """Symbols that can be read or computed; grows with the facts, and with what can be read."""

    def __init__(self, facts: Facts, read: Iterable[str]):
        self.ways: dict[str, Expr] = {}
        """What a symbol that is not read is computed as."""
        self.leaves: dict[str, set[str]] = {}
        """For each symbol that is known those that are read for it."""
        self._facts = facts
        self._claims = list[Predicate]()
        self._unknown = list[set[str]]()
        """By claim its symbols that are not known."""
        self._claims_of: defaultdict[str, list[int]] = defaultdict(list)
        self._equations: defaultdict[str, list[Eq]] = defaultdict(list)
        """By symbol the equations in it that can be solved for no symbol."""
        self._users: defaultdict[str, list[str]] = defaultdict(list)
        """By symbol those that are computed from it."""
        self._heard = list[Fact]()
        """The facts that this rests on, in the order in which they were learnt."""
        self._revision = -1
        for name in read:
            self.leaves[name] = {name}

    def add(self, name: str) -> None:
        """Lets the symbol `name` be read."""
        is_new = name not in self.leaves
        self.ways.pop(name, None)
        self.leaves[name] = {name}
        if is_new:
            self._propagate([name])
        else:
            self._refresh(name)

    def of(self, size: Expr) -> set[str] | None:
        """The symbols that are read for `size`; None where one of its symbols is not known."""
        self._hear()
        leaves = set[str]()
        for name in size.symbols():
            if name not in self.leaves and not self._take_simplest(name):
                return None
            leaves |= self.leaves[name]
        return leaves

    def equations_of(self, size: Expr) -> Iterator[Eq]:
        """The equations in a symbol of `size` that can be solved for no symbol, each once."""
        self._hear()
        names = sorted(size.symbols() & self._equations.keys())
        yield from dict.fromkeys(chain.from_iterable(map(self._equations.__getitem__, names)))

    def copy(self) -> ComputedSizes:
        """An independent copy."""
        other = ComputedSizes(self._facts, ())
        other.ways, other.leaves = self.ways.copy(), self.leaves.copy()
        other._claims, other._heard = self._claims.copy(), self._heard.copy()
        other._unknown = [names.copy() for names in self._unknown]
        other._claims_of.update((name, found.copy()) for name, found in self._claims_of.items())
        other._equations.update((name, found.copy()) for name, found in self._equations.items())
        other._users.update((name, found.copy()) for name, found in self._users.items())
        other._revision = self._revision
        return other

    def is_outdated(self, facts: Facts) -> bool:
        """Whether `facts` are others than this rests on: some were forgotten, and perhaps others
        learnt since.
        """
        if self._facts is not facts:
            return True
        if self._revision == self._facts.revision or not self._heard:
            return False
        learnt, heard = self._facts.learnt, len(self._heard)
        return len(learnt) < heard or learnt[heard - 1] is not self._heard[-1]

    def _hear(self) -> None:
        """Takes in the facts that were learnt since."""
        if self._revision == self._facts.revision:
            return
        self._revision = self._facts.revision
        new = self._facts.learnt[len(self._heard) :]
        self._heard += new
        for fact in new:
            self._enter(fact.predicate)

    def _enter(self, claim: Predicate) -> None:
        if not is_solvable(claim):
            if isinstance(claim, Eq):
                for name in claim.symbols():
                    self._equations[name].append(claim)
            return
        unknown = set(claim.symbols() - self.leaves.keys())
        number = len(self._claims)
        self._claims.append(claim)
        self._unknown.append(unknown)
        for name in unknown:
            self._claims_of[name].append(number)
        if len(unknown) == 1:
            self._solve(number)

    def _solve(self, number: int) -> None:
        """Makes known the last unknown symbol of a claim, where that can be solved for it."""
        (name,) = self._unknown[number]
        if name in self.leaves or self._take_simplest(name):  # known: its claims are on their way
            return
        value = solved_for(name, self._claims[number])
        if value is not None:
            self._take(name, value)

    def _take_simplest(self, name: str) -> bool:
        """Makes `name` known by its simplest form, where that is of symbols that are known."""
        symbol = Symbol(name)
        size = self._facts.simplify(symbol)
        if size == symbol or not size.symbols() <= self.leaves.keys():
            return False
        self._take(name, size)
        return True

    def _take(self, name: str, way: Expr) -> None:
        self.ways[name] = way
        self.leaves[name] = set[str]().union(*(self.leaves[part] for part in way.symbols()))
        for part in way.symbols():
            self._users[part].append(name)
        self._propagate([name])

    def _propagate(self, names: list[str]) -> None:
        for name in names:
            for number in self._claims_of.pop(name, ()):
                unknown = self._unknown[number]
                unknown.discard(name)
                if len(unknown) == 1:
                    self._solve(number)

    def _refresh(self, name: str) -> None:
        """Lets what is computed from `name` rest on what is read for it now."""
        pending = [name]
        while pending:
            for user in self._users.get(pending.pop(), ()):
                if (way := self.ways.get(user)) is None:
                    continue
                leaves = set[str]().union(*(self.leaves[part] for part in way.symbols()))
                if leaves != self.leaves[user]:
                    self.leaves[user] = leaves
                    pending.append(user)
