"""Values of elementwise mhlo ops: small integer and boolean tensors, element by element."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from xdsl.ir import Operation

from ...symbolic import Expr, Predicate
from ..rule import Element, RuleContext, Value

T = TypeVar("T", Expr, Predicate)

ValueOf = Callable[[Operation, RuleContext], Sequence[Value | None]]


def rows(op: Operation, ctx: RuleContext) -> list[tuple[Element, ...]] | None:
    """For each element of the result those of the operands, a scalar with every one; None where one
    is not known."""
    values = list[Value]()
    for operand in op.operands:
        value = ctx.value(operand)
        if value is None:
            return None
        values.append(value)
    count = max(map(len, values))
    if any(len(value) not in (1, count) for value in values):
        return None
    return list(zip(*(value * (count // len(value)) for value in values if value), strict=True))


def unary(compute: Callable[[Element], Element]) -> ValueOf:
    """The value rule of an op on one operand."""

    def rule(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
        value = ctx.value(op.operands[0])
        return (None if value is None else tuple(map(compute, value)),)

    return rule


def binary(compute: Callable[[RuleContext, Expr, Expr], Element]) -> ValueOf:
    """The value rule of an op on two integers."""
    return _on_pairs(Expr, compute)


def booleans(combine: Callable[[Predicate, Predicate], Predicate]) -> ValueOf:
    """The value rule of an op on two truth values."""
    return _on_pairs(Predicate, lambda _, a, b: combine(a, b))


def _on_pairs(kind: type[T], compute: Callable[[RuleContext, T, T], Element]) -> ValueOf:
    """The value rule of an op on two elements of one kind."""

    def rule(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
        found = rows(op, ctx)
        if found is None:
            return (None,)
        return (
            tuple(
                compute(ctx, a, b) if isinstance(a, kind) and isinstance(b, kind) else None
                for a, b in found
            ),
        )

    return rule
