"""Conditionals that spell out a broadcast of sizes that fit, or undo one."""

from __future__ import annotations

from .broadcast import operands
from .conditional import Conditional
from .expr import Expr
from .fits import Fits
from .known_fit import one_or
from .predicate import And, Eq, Ne, Or, Predicate


def chosen(atom: Conditional, fits: Fits) -> Expr | None:
    """The broadcast that a conditional in normal form spells out, or undoes, if it does.

    `b if a == 1 else a` is what `a` and `b` broadcast to, where they fit.
    """
    if not fits.rows:
        return None
    if isinstance(atom.condition, Eq):
        for size in one_or(atom.condition.expr):
            shared = atom.otherwise - size
            if fits.fit((size, atom.then - shared)):
                return fits.joined(size, atom.then - shared) + shared
    return _summed(atom, fits)


def _summed(atom: Conditional, fits: Fits) -> Expr | None:
    """The size that a gradient has where what was broadcast is summed over.

    `1 if a == 1 and (a != b or ...) else broadcast(a, b)` is `a`, where the two fit.
    """
    if atom.then.constant_value != 1:
        return None
    whole = set(operands(atom.otherwise))
    claims = atom.condition.args if isinstance(atom.condition, And) else (atom.condition,)
    for claim in claims:
        for size in one_or(claim.expr) if isinstance(claim, Eq) else ():
            rest = [other for other in claims if other is not claim]
            if (
                whole.issuperset(operands(size))
                and all(_is_false_if_equal(other, size, whole) for other in rest)
                and fits.fit(whole)
            ):
                return size
    return None


def _is_false_if_equal(claim: Predicate, size: Expr, whole: set[Expr]) -> bool:
    """Whether `claim` says that `size` is not another one, or more, of both `whole` being all."""
    for arg in claim.args if isinstance(claim, Or) else (claim,):
        for other in (size - arg.expr, size + arg.expr) if isinstance(arg, Ne) else ():
            if whole == {*operands(size), *operands(other)}:
                return True
    return False
