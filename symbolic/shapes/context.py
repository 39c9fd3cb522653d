"""What shape rules work with: shapes, the context that they speak to, and sizes that must agree.

A shape is a tuple of expressions, one per dimension. Design by contract (Meyer, 1992): what holds
by definition is assumed, what an op needs is required.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from math import prod
from typing import Protocol

from ..comparisons import eq
from ..expr import ONE, ZERO, Expr, as_expr
from ..facts import Facts
from ..predicate import Predicate

Shape = tuple[Expr, ...]


class ShapeContext(Protocol):
    """What a rule may ask and say."""

    @property
    def facts(self) -> Facts: ...

    @property
    def broadcast_sizes(self) -> MutableMapping[tuple[Expr, Expr], Expr]:
        """What pairs of sizes were found to broadcast to, as far as the facts tell."""
        ...

    def fresh(self, minimum: int = 0) -> Expr:
        """A new symbol that is at least `minimum`."""
        ...

    def assume(self, fact: Predicate) -> None:
        """Records what holds by the op's definition."""
        ...

    def require(self, claim: Predicate, message: str, /) -> None:
        """Records what the op needs; `message` says it to the user. Raises where it is refuted."""
        ...

    def select(self, condition: Predicate, then: Expr, otherwise: Expr) -> Expr:
        """`then` where `condition` holds, else `otherwise`; a symbol by cases if undecided."""
        ...

    def expect(self, *branches: Predicate) -> Predicate | None:
        """The branch that the hints satisfy, expected to hold from now on; None without a hint.

        For a rule that needs one of `branches` and has asked the facts already. After None it stays
        general.
        """
        ...


def product(sizes: Iterable[Expr]) -> Expr:
    """The number of elements of a shape; 1 for a scalar."""
    return prod(sizes, start=ONE)


def total(sizes: Iterable[Expr]) -> Expr:
    return sum(sizes, start=ZERO)


def same_size(ctx: ShapeContext, a: Expr, b: Expr, message: str) -> Expr:
    """The size shared by `a` and `b`, which must agree; a constant where there is one."""
    if a != b:
        ctx.require(eq(a, b), f"{message}: sizes {a} and {b} must agree")
    return a if b.constant_value is None else b


def same_shape(ctx: ShapeContext, a: Shape, b: Shape, message: str) -> Shape:
    """The shape shared by `a` and `b`, which must agree; `a` in a branch that ranks rule out."""
    if len(a) != len(b):
        ctx.require(eq(0, 1), f"{message}: ranks {len(a)} and {len(b)} must agree")
        return a
    return tuple(same_size(ctx, x, y, message) for x, y in zip(a, b, strict=True))


def ceil_div(a: Expr, b: Expr | int) -> Expr:
    """`a / b` rounded up, for `b >= 1`."""
    return a if as_expr(b) == ONE else (a + b - 1) // b
