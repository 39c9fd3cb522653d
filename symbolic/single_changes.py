"""Models that differ from a witness in one size, or in what makes a case of a claim hold: they show
that most claims of order, and about sizes by cases, do not follow.

Small steps from a known solution, as in min-conflicts (Minton et al., Artificial Intelligence
1992), tried before any search: about as much work as reading the claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from .conditional import Conditional, expressions
from .expr import Expr, SymbolAtom
from .local_search import Assignment, nearest, satisfies, value_of
from .predicate import And, Eq, Predicate
from .store import Store
from .witness import Witness

MAX_CHANGED = 6
"""At most this many symbols of a claim are changed, each alone."""
MAX_DEPENDENT = 64
"""At most this many symbols that name large terms of others change with one."""
GREATER = 2**40
"""More than the sums of sizes in witnesses."""


def holds_after_a_change(store: Store, witnesses: Sequence[Witness], claim: Predicate) -> bool:
    """Whether some change of one symbol of a witness satisfies `claim` and all facts.

    False: not found. Changes that other sizes would have to follow are tried last.
    """
    following = list[tuple[Witness, Assignment]]()
    for witness in witnesses:
        for model in _changed(store, witness, claim):
            if witness.admits(store, model):
                return True
            following.append((witness, model))
    if any(witness.can_follow(store, model, claim) for witness, model in following):
        return True
    cases = list(_cases(claim))
    return any(
        witness.can_follow(store, model, claim, stays=True)
        for witness in (witnesses if cases else ())
        for model in _taken(store, witness, claim, cases)
    )


def _cases(claim: Predicate) -> Iterator[list[Expr]]:
    """Of each size by cases in `claim` what its condition says is 0, all of these at once."""
    for size in expressions(claim):
        for atom in size.atoms():
            if isinstance(atom, Conditional):
                condition = atom.condition
                parts = condition.args if isinstance(condition, And) else (condition,)
                if zeros := [part.expr for part in parts if isinstance(part, Eq)]:
                    yield zeros


def _taken(
    store: Store, witness: Witness, claim: Predicate, cases: Sequence[list[Expr]]
) -> Iterator[Assignment]:
    """Values that satisfy `claim`: a case of it holds, as a size is 0 in each of its products."""
    old = witness.of(store, claim.symbol_atoms)
    for zeros in cases:
        model: Assignment = {}
        for size in zeros:
            factors = next(iter(size.polynomial)) if len(size.polynomial) == 1 else ()
            may_be_0 = [s for s in factors if type(s) is SymbolAtom and nearest(store, s, 0) == 0]
            model.update((symbol, 0) for symbol in may_be_0[:1])
        with suppress(ZeroDivisionError):
            if len(model) > 1 and satisfies(claim, {**old, **model}):
                yield model


def _changed(store: Store, witness: Witness, claim: Predicate) -> Iterator[Assignment]:
    """Values that satisfy `claim`: one symbol of it is another one, and what that defines."""
    symbols = sorted(claim.symbol_atoms - store.terms.keys(), key=lambda s: s.serial)
    old = witness.of(store, claim.symbol_atoms)
    for symbol in symbols[-MAX_CHANGED:]:
        low = store.low.get(symbol, 0)
        for value in (low, low + 1, GREATER):
            new = nearest(store, symbol, value)
            try:
                if new == old[symbol] or not satisfies(claim, {**old, symbol: new}):
                    continue
                model = followed(store, witness, {symbol: new})
                if model is not None and satisfies(claim, {**old, **model}):
                    yield model
            except ZeroDivisionError:
                continue


def followed(store: Store, witness: Witness, changes: Assignment) -> Assignment | None:
    """`changes`, and those of the symbols of large terms with changed symbols in them.

    None where that divides by 0.
    """
    if not store.terms:
        return changes
    model, waiting = dict(changes), list(changes)
    while waiting and len(model) <= len(changes) + MAX_DEPENDENT:
        changed = waiting.pop()
        for named, term in store.terms.items():
            if changed in term.symbol_atoms and named not in model:
                assert isinstance(named, SymbolAtom)
                try:
                    model[named] = value_of(term, witness.of(store, term.symbol_atoms) | model)
                except ZeroDivisionError:
                    return None
                waiting.append(named)
    return model
