"""The value of an expression where its symbols have values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .atoms import Atom, FloorDiv, Max, Mod, SymbolAtom

if TYPE_CHECKING:
    from .expr import Expr


def evaluate(expr: Expr, values: Mapping[str, int], memo: dict[Atom, int]) -> int:
    """The value of `expr`; `memo` may be shared between calls with the same `values`.

    Raises KeyError for a symbol without a value, ZeroDivisionError for a division by 0.
    """
    total = 0
    for monomial, coefficient in expr.polynomial.items():
        for atom in monomial:
            if isinstance(atom, SymbolAtom):
                coefficient *= values[atom.name]
            else:
                if atom not in memo:
                    memo[atom] = _evaluate_atom(atom, values, memo)
                coefficient *= memo[atom]
        total += coefficient
    return total


def _evaluate_atom(atom: Atom, values: Mapping[str, int], memo: dict[Atom, int]) -> int:
    args = [evaluate(arg, values, memo) for arg in atom.args]
    if isinstance(atom, FloorDiv):
        return args[0] // args[1]
    if isinstance(atom, Mod):
        return args[0] % args[1]
    return max(args) if isinstance(atom, Max) else min(args)
