"""Which branch of an op runs."""

from __future__ import annotations

from ..symbolic import Expr, all_of, eq, ne
from .rule import Conditions


def case_conditions(index: Expr | None, count: int) -> Conditions:
    """When each of `count` branches runs; the last one does for every index without a branch."""
    if index is None:
        return (None,) * count
    return (
        *(eq(index, i) for i in range(count - 1)),
        all_of(*(ne(index, i) for i in range(count - 1))),
    )
