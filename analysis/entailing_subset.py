"""A small subset of a module's facts that entails all of them.

Guards are minimized by halving (QuickXplain, Junker 2004): a half is kept only as far as the other
half and the assumptions do not prove it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ..dialects import sdim
from ..symbolic import And, Broadcast, Broadcastable, Eq, Expr, Facts, Le, Ne, Or, Predicate
from ..symbolic.independence import Independence
from ..symbolic.refutation import Limits
from .module_facts import ModuleFact
from .shape_analysis import LEAST_INTEGER

LIMITS = Limits(work=400, fruitless=1_500, exhausted=3_000)
"""What is not found to follow is kept, so less is tried than where a proof decides."""


def entailing_subset(
    facts: Sequence[ModuleFact],
    names: Sequence[str],
    arguments: Collection[str],
    before_tests: frozenset[str] | None = None,
    like: Facts | None = None,
) -> list[ModuleFact]:
    """A subset of `facts` that entails all: assumptions first, then an irredundant set of guards.

    Of facts that say the same the first is kept. That sizes broadcast is dropped only for guards
    that are checked before it: a later one, of more sizes, has the words of another op.

    names: the symbols, in their order
    arguments: those that arguments carry; they are no sizes by a guard's grace, and so at least 0
        before any is checked
    before_tests: where code tests sizes, the symbols of which everything holds before the tests;
        what is assumed of others drops no guard about these
    like: what knows all facts, if anything does
    """
    first = {(fact.predicate, fact.strength): fact for fact in reversed(facts)}
    facts = list(first.values())[::-1]
    independent = _Independent(facts, like)
    by_strength = {s: [fact for fact in facts if fact.strength == s] for s in sdim.Strength}
    kept = _assumed(by_strength[sdim.Strength.ASSUME], names, independent, like)
    if len(by_strength[sdim.Strength.ASSUME]) == len(facts):
        return kept
    known = Facts(LIMITS, like=like)
    for name in names:
        known.symbol(name, 0 if name in arguments else LEAST_INTEGER)
    for fact in kept:
        if before_tests is None or fact.symbols() <= before_tests:
            known.learn(fact.predicate)
    guards = list[ModuleFact]()
    cost = _Costs(known).of
    # No expectation is dropped for a demand, which may exist only for the expected branch.
    for strength in (sdim.Strength.EXPECT, sdim.Strength.ASSERT):
        candidates = sorted(by_strength[strength], key=cost, reverse=True)
        broadcasts = [f for f in candidates if isinstance(f.predicate, Broadcastable)]
        others = [f for f in candidates if not isinstance(f.predicate, Broadcastable)]
        guards += _irredundant(others, known, independent)
        guards += _not_proved_again(sorted(broadcasts, key=cost), (), known, independent)
    left = [fact for fact in facts if fact.strength != "assume"]
    guards += _not_proved_again(sorted(left, key=cost), guards, known, independent)
    return kept + sorted(guards, key=cost)


def _assumed(
    facts: Sequence[ModuleFact],
    names: Sequence[str],
    independent: _Independent,
    like: Facts | None,
) -> list[ModuleFact]:
    """The facts that do not follow from those before them."""
    known = Facts(LIMITS, like=like)
    for name in names:
        known.symbol(name)
    kept, waiting = list[ModuleFact](), list[ModuleFact]()
    later = set(independent.numbers())
    for fact in facts:
        later.discard(independent.number_of(fact))
        if not independent.of(fact, later):
            for earlier in waiting:
                known.learn(earlier.predicate)
            waiting.clear()
            if known.proves(fact.predicate):
                continue
        waiting.append(fact)
        kept.append(fact)
    return kept


def _not_proved_again(
    facts: Sequence[ModuleFact],
    guards: Sequence[ModuleFact],
    known: Facts,
    independent: _Independent,
) -> list[ModuleFact]:
    """The facts that followed only from others dropped after them; `known` learns them."""
    found, held = list[ModuleFact](), set(guards)
    later = {independent.number_of(fact) for fact in facts if fact not in held}
    for fact in facts:
        later.discard(independent.number_of(fact))
        if fact in held:
            continue
        if independent.of(fact, later) or not known.proves(fact.predicate):
            known.learn(fact.predicate)
            found.append(fact)
    return found


def _irredundant(
    candidates: Sequence[ModuleFact], known: Facts, independent: _Independent
) -> list[ModuleFact]:
    """A subset of `candidates` none of which follows from the others; `known` learns it."""
    found = [fact for fact in candidates if fact in independent]
    for fact in found:
        known.learn(fact.predicate)
    dependent = irredundant([f for f in candidates if f not in independent], known)
    for fact in dependent:
        known.learn(fact.predicate)
    kept = {*found, *dependent}
    return [fact for fact in candidates if fact in kept]


class _Independent:
    """The facts that are seen not to follow from all others: of these no proof is looked for."""

    def __init__(self, facts: Sequence[ModuleFact], like: Facts | None) -> None:
        models = () if like is None else like.models(ones=True)
        self._numbers = {fact: number for number, fact in enumerate(facts)}
        self._independence = Independence([fact.predicate for fact in facts], models)
        self._known = dict[ModuleFact, bool]()

    def __contains__(self, fact: ModuleFact) -> bool:
        if fact not in self._known:
            self._known[fact] = self.of(fact, ())
        return self._known[fact]

    def numbers(self) -> Iterable[int]:
        return self._numbers.values()

    def number_of(self, fact: ModuleFact) -> int:
        return self._numbers[fact]

    def of(self, fact: ModuleFact, without: Collection[int]) -> bool:
        """Whether `fact` is seen not to follow from all others but those numbered `without`."""
        return self._independence.of(self._numbers[fact], without)


def irredundant(candidates: Sequence[ModuleFact], known: Facts) -> list[ModuleFact]:
    """A subset of `candidates` none of which follows from the others and `known` (QuickXplain).

    Earlier candidates are dropped first.
    """
    if len(candidates) <= 1:
        return [fact for fact in candidates if not known.proves(fact.predicate)]
    middle = len(candidates) // 2
    first, second = candidates[:middle], candidates[middle:]
    kept = _least_beside(first, second, known)
    return kept + _least_beside(second, kept, known)


def _least_beside(
    candidates: Sequence[ModuleFact], others: Sequence[ModuleFact], known: Facts
) -> list[ModuleFact]:
    with known.scope():
        for fact in others:
            known.learn(fact.predicate)
        return irredundant(candidates, known)


class _Costs:
    """What it costs to check facts, all of what symbols stand for included.

    So a guard that names what other sizes broadcast to comes after the guard that these do.
    """

    def __init__(self, known: Facts) -> None:
        self._sizes = dict[Expr, Expr]()
        self._known = known
        self._costs = dict[int, int]()

    def of(self, fact: ModuleFact) -> int:
        cost = self._costs.get(id(fact))
        if cost is None:
            claim = fact.predicate
            if isinstance(claim, Broadcastable):
                claim = claim.rebuild(self._written_out)
            cost = self._costs[id(fact)] = checking_cost(claim)
        return cost

    def _written_out(self, size: Expr) -> Expr:
        known = self._sizes.get(size)
        if known is None:
            known = self._sizes[size] = self._known.simplify(size)
        return known


def checking_cost(claim: Predicate) -> int:
    """About how much work it is to check `claim`: the operations in it, divisions counted more."""
    if isinstance(claim, Broadcastable):
        if claim.is_plain:
            return 3 * len(claim.symbol_atoms)
        return sum(2 + _cost_of_size(size) for size in claim.sizes)
    if isinstance(claim, And | Or):
        return sum(map(checking_cost, claim.args))
    return 1 + sum(map(_cost_of_size, _parts(claim)))


def _parts(claim: Predicate) -> list[Expr]:
    return [claim.expr] if isinstance(claim, Eq | Ne | Le) else []


def _cost_of_size(size: Expr) -> int:
    total = 0
    for monomial in size.polynomial:
        total += len(monomial)
        for atom in monomial:
            if isinstance(atom, Broadcast) and atom.is_plain:
                total += 4 * len(atom.args)
            else:
                total += sum(3 + _cost_of_size(arg) for arg in atom.args)
    return total
