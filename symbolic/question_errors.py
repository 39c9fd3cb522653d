"""Words for questions that are none: a value that is no claim, a symbol that is misspelt."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .expr import Expr
from .text import near_names


class NoTruthValue:
    """What `if`, `and`, `or` and `not` refuse: whether it holds is a question to facts."""

    __slots__ = ()

    def __bool__(self) -> bool:
        raise TypeError(
            f"whether {self} holds depends on sizes: ask facts.proves(..); claims are joined by & "
            "and |, and negated by negate()"
        )


def no_claim(value: object) -> str:
    """Why `value` can be neither asked nor learnt."""
    if isinstance(value, bool):
        return (
            f"expected a claim, got {value}: `==` and `!=` of expressions compare them as they are "
            "written; for a claim write eq(a, b), ne(a, b) or the text 'a == b'"
        )
    if isinstance(value, Expr):
        return f"expected a claim, got the expression {value}: write a comparison, as in 'n >= 1'"
    return f"expected a claim or its text, got {type(value).__name__}"


def check_spelling(names: Iterable[str], known: Collection[str]) -> None:
    """Raises ValueError for a name that is not `known` and spelled like one that is."""
    for name in sorted(names):
        if name not in known and (near := near_names(name, known)):
            raise ValueError(
                f"no fact is about {name!r}; did you mean {near[0]}? A symbol of that name is "
                f"declared by symbol({name!r})"
            )
