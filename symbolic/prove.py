"""Questions to a store, answered by refutation: a claim is proved where its opposite is infeasible."""

from __future__ import annotations

from .expr import TooLarge
from .predicate import And, Or, Predicate, Truth
from .store import Store
from .system import Infeasible


def proves(store: Store, claim: Predicate) -> bool:
    """Whether `claim` follows from the facts of `store`."""
    if isinstance(claim, And):
        return all(proves(store, arg) for arg in claim.args)
    return infeasible(store, claim.negate())


def infeasible(store: Store, claim: Predicate) -> bool:
    """Whether `claim` contradicts the facts of `store`."""
    if isinstance(claim, Or):
        return all(infeasible(store, arg) for arg in claim.args)
    verdict = store.decide(claim)
    if isinstance(verdict, Truth):
        return not verdict.value
    mark = store.mark()
    try:
        store.assume(verdict)
    except Infeasible:
        return True
    except TooLarge:
        return False
    finally:
        store.undo(mark)
    return False
