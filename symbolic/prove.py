"""Questions to a store, answered by refutation: a claim is proved where its negation is infeasible.

First what bounds, substitutions and rows say at once; then known models, which show that a claim
does not follow; then a search over the cone of influence of the claim, in stages of growing size.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from .answers import SearchResult, search_once
from .broadcast import Broadcastable
from .broadcast_models import broadcast_models
from .cone_of_influence import MAX_ROWS, cone_of_influence, is_wide_claim, subproblem
from .expr import SymbolAtom, TooLarge
from .following_ones import by_all_that_follow, fit_by_equations
from .local_search import Assignment, LocalSearch, holds, nearest
from .outcomes import Exhausted, Infeasible
from .predicate import FALSE, TRUE, And, Or, Predicate, Relation, Truth
from .problem import Problem
from .refutation import Limits, Search
from .rows import RowKey
from .single_changes import followed, holds_after_a_change
from .store import Store
from .witness import Witness
from .witnesses import Witnesses

STAGES = (3, 16, MAX_ROWS)
"""How many facts of a question's cone of influence are used: more where fewer do not suffice."""
MAX_STARTS = 3
"""Single changes of at most this many witnesses are tried."""
STEPS_OF_WALK = 4
"""What looking for sizes near the witnesses counts as, for each fact."""
STEPS_OF_ALL = 500
"""What a search counts as that was given up as too large before it began."""


def proves(store: Store, seen: Witnesses, claim: Predicate, limits: Limits) -> bool:
    """Whether `claim` follows from the facts of `store`."""
    if isinstance(claim, And):
        if isinstance(claim, Broadcastable):
            verdict = store.decide(claim)
            if verdict == TRUE:
                return True
            screened = "models" in limits.layers and isinstance(verdict, Broadcastable)
            if screened and _has_broadcast_model(store, seen, verdict, False):
                return False
            if isinstance(verdict, Broadcastable) and fit_by_equations(store, verdict):
                return True
        return all(proves(store, seen, arg, limits) for arg in claim.args)
    verdict = _decide(store, claim)
    if isinstance(verdict, Truth):
        return verdict.value
    return _search(store, seen, verdict.negate(), limits)


def infeasible(store: Store, seen: Witnesses, claim: Predicate, limits: Limits) -> bool:
    """Whether `claim` contradicts the facts of `store`."""
    if isinstance(claim, Or):
        return all(infeasible(store, seen, arg, limits) for arg in claim.args)
    verdict = _decide(store, claim)
    if isinstance(verdict, Truth):
        return not verdict.value
    return _search(store, seen, verdict, limits)


def _decide(store: Store, claim: Predicate) -> Predicate:
    decided = store.decided
    if decided is not None and decided[0] is claim:
        return decided[1]
    try:
        verdict = store.decide(claim)
    except TooLarge:
        verdict = claim
    store.decided = (claim, verdict)
    return verdict


def contradictory(store: Store, seen: Witnesses, limits: Limits) -> bool:
    """Whether the facts of `store` contradict each other."""
    if seen.first.valid:
        return False
    done: set[RowKey] = set()
    for row in list(store.rows):
        if row not in done:
            rows = cone_of_influence(store, row[1].symbol_atoms)
            done.update(rows)
            if _refuted(store, set(), rows, TRUE, limits)[0]:
                return True
    return False


def check_affected(
    store: Store, changes: Iterable[tuple[object, object, object]], limits: Limits
) -> tuple[bool, Assignment | None]:
    """Whether the cone of influence of `changes` is contradictory; else a model, if found."""
    symbols: set[SymbolAtom] = set()
    changed = {key for table, key, _ in changes if table is store.rows}
    for row in store.rows.keys() & changed:
        symbols |= row[1].symbol_atoms
    for _, key, _ in changes:
        if isinstance(key, SymbolAtom) and key not in store.solved:
            symbols.add(key)
    limit = STAGES[0] if store.fruitless > limits.fruitless else MAX_ROWS
    rows = cone_of_influence(store, symbols, limit)
    refuted, model = _refuted(store, symbols, rows, TRUE, limits)
    return refuted, model if len(rows) < limit else None


def _search(store: Store, seen: Witnesses, claim: Predicate, limits: Limits) -> bool:
    if isinstance(claim, Or):
        return all(_search(store, seen, arg, limits) for arg in claim.args)
    if is_wide_claim(claim):
        return False
    models = "models" in limits.layers
    witnesses = seen.valid() if models else []
    for witness in witnesses:
        if witness.satisfies(store, claim):
            return False
    if models and _has_broadcast_model(store, seen, claim):
        return False
    if isinstance(claim, Relation) and claim.rebuild(partial(by_all_that_follow, store)) is FALSE:
        return True
    if holds_after_a_change(store, witnesses[:MAX_STARTS], claim):
        return False
    for number, limit in enumerate(STAGES):
        if store.fruitless > (limits.fruitless if number else limits.exhausted):
            return False
        rows = cone_of_influence(store, claim.symbol_atoms, limit)
        is_large = len(rows) == limit
        if number == 1 and models and is_large and _is_satisfiable(store, seen, claim, witnesses):
            return False
        symbols = set(claim.symbol_atoms).union(*(row[1].symbol_atoms for row in rows))
        guess = seen.guesses.satisfying(store, symbols, rows, claim) if models else None
        if guess is not None and (not is_large or any(w.admits(store, guess) for w in witnesses)):
            return False
        refuted, model = _refuted(store, symbols, rows, claim, limits)
        if refuted:
            return True
        if model is not None and (not is_large or any(w.admits(store, model) for w in witnesses)):
            seen.guesses.remember(model)
            return False
        if not is_large:
            return False
    return False


def _has_broadcast_model(
    store: Store, seen: Witnesses, claim: Predicate, wanted: bool = True
) -> bool:
    """Whether `claim` is `wanted` for sizes, nearly all of them 1, for which all facts hold.

    False: none were found.
    """
    ones = seen.ones
    if not ones.valid:
        return False
    known: Assignment | None = None
    plain = store.terms.keys().isdisjoint(claim.symbol_atoms)
    for changes in broadcast_models(store, claim, ones):
        if known is None:
            known = ones.of(store, claim.symbol_atoms)
        if plain and holds(claim, known | changes) is not wanted:
            continue  # what else changes is not in the claim
        if (model := followed(store, ones, changes)) is None:
            continue
        if holds(claim, known | model) is wanted and _admits(store, ones, model):
            return True
    return False


def _admits(store: Store, ones: Witness, model: Assignment) -> bool:
    """`ones.admits`, evaluated once until facts change."""
    key = frozenset(model.items())
    answer = store.admitted.get(key)
    if answer is None:
        answer = store.admitted[key] = ones.admits(store, model)
    return answer


def _is_satisfiable(
    store: Store, seen: Witnesses, claim: Predicate, witnesses: Iterable[Witness]
) -> bool:
    """Whether sizes near a witness satisfy `claim` and its cone of influence. False: not found."""
    rows = cone_of_influence(store, claim.symbol_atoms)
    if len(rows) == MAX_ROWS:
        return False
    store.fruitless += len(rows) * STEPS_OF_WALK
    search = LocalSearch([*(store.claim_of(row) for row in rows), claim], partial(nearest, store))
    symbols = claim.symbol_atoms.union(*(row[1].symbol_atoms for row in rows))
    for witness in witnesses:
        values = witness.of(store, symbols)
        if search.finds_model(values):
            seen.guesses.remember(values)
            return True
    return False


def _refuted(
    store: Store, symbols: set[SymbolAtom], rows: list[RowKey], claim: Predicate, limits: Limits
) -> tuple[bool, Assignment | None]:
    """Whether `rows` and `claim` have no solution; else a model, if one was found."""
    symbols = symbols.union(*(row[1].symbol_atoms for row in rows))
    known = [(s, store.low.get(s), store.high.get(s), store.congruences.get(s)) for s in symbols]
    given = (claim, tuple(map(store.claim_of, rows)), frozenset(known), limits)
    found = search_once(given, lambda: _searched(store, symbols, rows, claim, limits))
    refuted, model, steps = found
    if not refuted:
        store.fruitless += steps
    return refuted, model


def _searched(
    store: Store, symbols: set[SymbolAtom], rows: list[RowKey], claim: Predicate, limits: Limits
) -> SearchResult:
    problem: Problem | None = None
    refuted, model = False, None
    try:
        problem, groups = subproblem(store, symbols, rows, claim)
        search = Search(problem, limits, [*symbols, *groups])
        refuted = search.refutes()
        if (model := search.model) is not None:
            for group, members in groups.items():
                value = model.pop(group)
                model.update((member, nearest(store, member, value)) for member in members)
            if groups and not all(holds(c, model) for c in (claim, *map(store.claim_of, rows))):
                model = None
    except Infeasible:
        refuted = True
    except (Exhausted, TooLarge):
        pass
    return refuted, model, STEPS_OF_ALL if problem is None else problem.all_steps + problem.steps
