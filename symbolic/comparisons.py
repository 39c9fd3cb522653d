"""Comparisons of two integers, in the normal form of `predicate`."""

from __future__ import annotations

from .expr import Expr, as_expr
from .predicate import Predicate, at_most_zero, zero


def eq(a: Expr | int, b: Expr | int) -> Predicate:
    """`a == b`"""
    return zero(as_expr(a) - b)


def ne(a: Expr | int, b: Expr | int) -> Predicate:
    """`a != b`"""
    return zero(as_expr(a) - b).negate()


def le(a: Expr | int, b: Expr | int) -> Predicate:
    """`a <= b`"""
    return at_most_zero(as_expr(a) - b)


def lt(a: Expr | int, b: Expr | int) -> Predicate:
    """`a < b`"""
    return at_most_zero(as_expr(a) - b + 1)


def ge(a: Expr | int, b: Expr | int) -> Predicate:
    """`a >= b`"""
    return le(b, a)


def gt(a: Expr | int, b: Expr | int) -> Predicate:
    """`a > b`"""
    return lt(b, a)


def divides(divisor: Expr | int, expr: Expr | int) -> Predicate:
    """`expr % divisor == 0`. Raises ValueError where the divisor is the constant 0."""
    return zero(as_expr(expr) % as_expr(divisor))
