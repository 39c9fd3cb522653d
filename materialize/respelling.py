"""Sizes spelt in other symbols that facts make equal: polynomial reduction by known equalities.

Where `S0 == S4*S5` is known, `S0` is simplified to the product. Code that has `S0` alone needs the
way back: `S4*S5 + 1` is `S0 + 1`; and `broadcast(S1, S2, S3)` is `broadcast(S0, S3)` where `S0` is
what `S1` and `S2` broadcast to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from ..symbolic import Expr, Symbol, as_expr, broadcast
from ..symbolic.broadcast import Broadcast, operands
from ..symbolic.expr import Atom, SymbolAtom
from ..symbolic.predicate import Eq

Factors = tuple[tuple[Atom, int], ...]
"""Atoms with their powers."""


def respelled(
    size: Expr, forms: Mapping[str, Expr], is_readable: Callable[[Expr], bool]
) -> Expr | None:
    """`size` in readable symbols; None where none is found.

    forms: for each readable symbol an expression that it equals, in the order of `deepest_first`
    """
    return _replaced(size, ((Symbol(name), form) for name, form in forms.items()), is_readable)


def respelled_by(
    size: Expr, claims: Iterable[Eq], is_readable: Callable[[Expr], bool]
) -> Expr | None:
    """`size` in readable symbols by equations like `S1*S2 == S5*S6`; None where none is found."""
    return _replaced(size, ((as_expr(0), claim.expr) for claim in claims), is_readable)


def _replaced(
    size: Expr, pairs: Iterable[tuple[Expr, Expr]], is_readable: Callable[[Expr], bool]
) -> Expr | None:
    """`size` in readable symbols; pairs: what is readable, and what equals it"""
    unreadable = _unreadable(size, is_readable)
    for equal, form in pairs:
        if unreadable.isdisjoint(form.symbol_atoms):
            continue
        lead = _lead(form, is_readable)
        if lead is not None:
            size = _reduced(size, lead, form, equal)
            if is_readable(size):
                return size
            unreadable = _unreadable(size, is_readable)
    return None


def deepest_first(forms: Mapping[str, Expr]) -> dict[str, Expr]:
    """`forms` in the order to replace them: operations before what may be in them, where they would
    not be found any more; else by name.
    """

    def key(form: tuple[str, Expr]) -> tuple[int, str]:
        name, size = form
        return -size.depth, name

    return dict(sorted(forms.items(), key=key))


def _unreadable(size: Expr, is_readable: Callable[[Expr], bool]) -> set[SymbolAtom]:
    return {symbol for symbol in size.symbol_atoms if not is_readable(symbol.as_expr())}


def _lead(form: Expr, is_readable: Callable[[Expr], bool]) -> tuple[int, Factors] | None:
    """The term of `form` of the highest degree that cannot be read, of these the deepest: what is
    in its operations may be another term.
    """
    unreadable = [
        (coefficient, factors)
        for coefficient, factors in form.terms()
        if not all(is_readable(atom.as_expr()) for atom, _ in factors)
    ]

    def key(term: tuple[int, Factors]) -> tuple[int, int]:
        return sum(power for _, power in term[1]), max((a.depth for a, _ in term[1]), default=0)

    return max(unreadable, key=key, default=None)


def _reduced(expr: Expr, lead: tuple[int, Factors], form: Expr, equal: Expr) -> Expr:
    """`expr` with multiples of `lead`, a term of `form`, replaced by what makes `form` `equal`."""
    number, factors = lead
    instead = equal - form + number * _product(factors)
    result = as_expr(0)
    for coefficient, others in expr.terms():
        rest, scale = Counter(dict(others)), as_expr(1)
        while coefficient % number == 0 and all(rest[atom] >= power for atom, power in factors):
            rest.subtract(dict(factors))
            coefficient, scale = coefficient // number, scale * instead
        scale = scale * coefficient
        for atom, power in rest.items():
            inner = _reduced_atom(atom, lead, form, equal)
            for _ in range(power):
                scale = scale * inner
        result = result + scale
    return result


def _reduced_atom(atom: Atom, lead: tuple[int, Factors], form: Expr, equal: Expr) -> Expr:
    if isinstance(atom, SymbolAtom):
        return atom.as_expr()
    part = set(operands(form))
    if isinstance(atom, Broadcast) and len(part) > 1 and part <= set(atom.args):
        others = [arg for arg in atom.args if arg not in part]
        return broadcast(equal, *(_reduced(arg, lead, form, equal) for arg in others))
    return atom.rebuild(lambda arg: _reduced(arg, lead, form, equal))


def _product(factors: Factors) -> Expr:
    result = as_expr(1)
    for atom, power in factors:
        for _ in range(power):
            result = result * atom.as_expr()
    return result
