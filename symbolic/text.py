"""Polynomials as text (https://docs.python.org/3/reference/expressions.html).

The order of printing is a total order of terms by their text, independent of how the polynomial was
computed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from keyword import iskeyword
from typing import ClassVar, Protocol, TypeVar

AUXILIARY = "?"
"""Names that start with this are the engine's own; no user's name does."""


class Factor(Protocol):
    """What products consist of, as far as printing is concerned."""

    is_division: ClassVar[bool]
    """Whether its text binds no closer than a product, so that it needs parentheses in one."""
    is_conditional: ClassVar[bool]
    """Whether its text binds less than a sum, so that it needs parentheses in one."""
    depth: int


FUNCTIONS = frozenset(("max", "min", "broadcast", "broadcastable"))
"""The names of the grammar's functions, which no symbol has."""

F = TypeVar("F", bound=Factor)


def check_name(name: str) -> None:
    """Raises ValueError where `name` is no symbol of the text form."""
    if not name.isidentifier() or iskeyword(name) or name in FUNCTIONS:
        raise ValueError(f"{name!r} is not a name for a symbol")


def ordered_terms(polynomial: Mapping[tuple[F, ...], int]) -> list[tuple[int, tuple[F, ...]]]:
    """The terms as they print: products first, then by text; the constant last."""
    keyed: list[tuple[tuple[int, int, tuple[str, ...]], int, tuple[F, ...]]] = []
    for monomial, coefficient in polynomial.items():
        factors = tuple(sorted(monomial, key=_factor_key))
        key = (not monomial, -len(monomial), tuple(map(str, factors)))
        keyed.append((key, coefficient, factors))
    keyed.sort(key=lambda entry: entry[0])
    return [(coefficient, monomial) for _, coefficient, monomial in keyed]


def _factor_key(factor: Factor) -> tuple[int, str]:
    return (factor.depth, str(factor))


def sum_text(polynomial: Mapping[tuple[F, ...], int]) -> str:
    """Text that parses back to the same polynomial."""
    parts: list[str] = []
    for coefficient, monomial in ordered_terms(polynomial):
        text = _term_text(abs(coefficient), monomial)
        if not parts:
            if coefficient == -1 and monomial and monomial[0].is_division:
                text = f"({text})"
            parts.append(f"-{text}" if coefficient < 0 else text)
        else:
            parts.append(f" - {text}" if coefficient < 0 else f" + {text}")
    return "".join(parts) or "0"


def _term_text(coefficient: int, monomial: tuple[Factor, ...]) -> str:
    """A term without sign."""
    if not monomial:
        return str(coefficient)
    if coefficient == 1 and len(monomial) == 1:
        return f"({monomial[0]})" if monomial[0].is_conditional else str(monomial[0])
    factors = [] if coefficient == 1 else [str(coefficient)]
    for factor, power in Counter(monomial).items():
        closed = not (factor.is_division or factor.is_conditional)
        text = str(factor) if closed else f"({factor})"
        factors += [text] * power
    return "*".join(factors)
