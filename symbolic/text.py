"""Polynomials as text (https://docs.python.org/3/reference/expressions.html).

The order of printing is a total order of terms by their text, independent of how the polynomial was
computed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
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


FUNCTIONS = frozenset(("abs", "broadcast", "broadcastable", "ceil", "max", "min"))
"""The names of the grammar's functions, which no symbol has."""

F = TypeVar("F", bound=Factor)


@lru_cache(maxsize=1 << 12)
def check_name(name: str) -> None:
    """Raises ValueError where `name` is no symbol of the text form."""
    if not name.isidentifier() or _is_word(name):
        form = "letters, digits and _, and no word of the grammar or of Python"
        raise ValueError(f"{name!r} is not a name for a symbol: expected {form}")


def name_like(text: str) -> str:
    """A name of the text form for what others call `text`: `batch size` is `batch_size`, `in` is
    `in_`, `1x` is `size_1x`.
    """
    if text.isidentifier():
        return f"{text}_" if _is_word(text) else text
    name = re.sub(r"\W+", "_", text).strip("_")
    return name_like(name if name.isidentifier() else f"size_{name}")


def _is_word(name: str) -> bool:
    """Whether the grammar of texts has `name` as a word of its own."""
    return iskeyword(name) or name in FUNCTIONS


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Words that name the closest of `known`; empty where none is spelled like `name`."""
    found = near_names(name, known)
    return f"; did you mean {found[0]}?" if found else ""


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Those of `known` of which `name` may be a misspelling, closest first: same but for case, or
    most letters the same. Names that differ in their numbers alone are different names.
    """
    by_case: dict[str, list[str]] = {}
    for other in known:
        by_case.setdefault(other.casefold(), []).append(other)
    letters = _letters(name)
    from difflib import get_close_matches  # only errors need it

    close = get_close_matches(name.casefold(), by_case, n=3, cutoff=0.75)
    return [n for form in close for n in by_case[form] if n != name and _is_near(n, name, letters)]


def _letters(name: str) -> str:
    return "".join(c for c in name if not c.isdecimal())


def _is_near(other: str, name: str, letters: str) -> bool:
    return other.casefold() == name.casefold() or _letters(other) != letters


def ordered_terms(polynomial: Mapping[tuple[F, ...], int]) -> list[tuple[int, tuple[F, ...]]]:
    """The terms as they print: products first, then by text; the constant last."""
    if len(polynomial) == 1:
        ((monomial, coefficient),) = polynomial.items()
        return [(coefficient, tuple(sorted(monomial, key=_factor_key)))]
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


def comparison_text(polynomial: Mapping[tuple[F, ...], int], sign: str) -> str:
    """`polynomial sign 0`, with what is subtracted on the right."""
    left = {m: c for m, c in polynomial.items() if c > 0}
    right = {m: -c for m, c in polynomial.items() if c < 0}
    return f"{sum_text(left)} {sign} {sum_text(right)}"


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
