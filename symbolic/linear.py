"""Linear inequalities over the integers by Fourier-Motzkin elimination: are they infeasible?

Equations are eliminated by Gauss first, then variables by Fourier and Motzkin's method, the one
that makes the fewest rows first. As in the Omega test (Pugh, CACM 1992) every row is divided by the
gcd of its coefficients and its constant rounded. Each distinct monomial counts as a variable.
"Infeasible" is sure; "not known" is not.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from .expr import Expr, Monomial

MAX_ROWS = 160
"""No variable is eliminated that would leave more rows than this."""
MAX_COEFFICIENT = 2**64

Linear = dict[Monomial, int]
"""Coefficients by variable; the constant under the empty monomial."""


class NoSolution(Exception):
    """The rows have no solution."""


def no_solution(equations: Iterable[Expr], inequalities: Iterable[Expr]) -> bool:
    """Whether no integers make `equations` 0 and `inequalities` at most 0. False: not known."""
    try:
        rows = _eliminate_equations(
            [dict(e.polynomial) for e in equations], [dict(e.polynomial) for e in inequalities]
        )
        table = _Rows()
        for row in rows:
            table.add(row)
        while table.eliminate_one():
            pass
    except NoSolution:
        return True
    return False


def makes_one_zero(equations: Iterable[Expr], exprs: Iterable[Expr]) -> bool:
    """Whether `equations`, which are 0, have no solution or make one of `exprs` 0: it is a linear
    combination of theirs. False: not known.
    """
    try:
        rows = _eliminate_equations(
            [dict(e.polynomial) for e in equations], [dict(e.polynomial) for e in exprs]
        )
    except NoSolution:
        return True
    return not all(rows)


def _eliminate_equations(equations: list[Linear], rows: list[Linear]) -> list[Linear]:
    """Solves each equation for a variable and puts the solution into the other rows."""
    while equations:
        equation = equations.pop()
        divisor = gcd(*(c for m, c in equation.items() if m))
        if divisor == 0:
            if equation.get((), 0):
                raise NoSolution
            continue
        if equation.get((), 0) % divisor:
            raise NoSolution
        pivot = min((m for m in equation if m), key=lambda m: (abs(equation[m]), -len(m)))
        for others in (equations, rows):
            for i, row in enumerate(others):
                if pivot in row:
                    others[i] = _without(row, equation, pivot)
    return rows


def _without(row: Linear, equation: Linear, pivot: Monomial) -> Linear:
    """`row` plus the multiple of `equation` that removes `pivot`, scaled by a positive number."""
    a, b = equation[pivot], row[pivot]
    common = gcd(a, b)
    scale, times = abs(a) // common, b // common * (1 if a > 0 else -1)
    total = {m: c * scale for m, c in row.items()}
    for monomial, coefficient in equation.items():
        value = total.get(monomial, 0) - coefficient * times
        if value:
            total[monomial] = value
        else:
            total.pop(monomial, None)
    return total


class _Rows:
    """Inequalities `coefficients + constant <= 0`, the strongest for each left side."""

    def __init__(self) -> None:
        self.rows: dict[frozenset[tuple[Monomial, int]], int] = {}
        self.uppers: dict[Monomial, set[frozenset[tuple[Monomial, int]]]] = {}
        self.lowers: dict[Monomial, set[frozenset[tuple[Monomial, int]]]] = {}

    def add(self, row: Linear) -> None:
        """Adds a row in normal form. Raises NoSolution where it contradicts its mirror image."""
        offset = row.pop((), 0)
        if not row:
            if offset > 0:
                raise NoSolution
            return
        divisor = gcd(*row.values())
        if divisor > 1:
            offset = -(-offset // divisor)
            row = {m: c // divisor for m, c in row.items()}
        elif any(abs(c) > MAX_COEFFICIENT for c in row.values()):
            return
        key = frozenset(row.items())
        known = self.rows.get(key)
        if known is not None:
            if offset > known:
                self.rows[key] = offset
                self.check_mirror(key, offset)
            return
        self.rows[key] = offset
        self.check_mirror(key, offset)
        for monomial, coefficient in key:
            side = self.uppers if coefficient > 0 else self.lowers
            side.setdefault(monomial, set()).add(key)

    def check_mirror(self, key: frozenset[tuple[Monomial, int]], offset: int) -> None:
        mirror = self.rows.get(frozenset((m, -c) for m, c in key))
        if mirror is not None and mirror + offset > 0:
            raise NoSolution

    def remove(self, key: frozenset[tuple[Monomial, int]]) -> None:
        del self.rows[key]
        for monomial, coefficient in key:
            (self.uppers if coefficient > 0 else self.lowers)[monomial].discard(key)

    def eliminate_one(self) -> bool:
        """Eliminates the variable that makes the fewest rows. False where none can be."""
        best: Monomial | None = None
        best_cost = MAX_ROWS * MAX_ROWS
        for variable in self.uppers.keys() | self.lowers.keys():
            up = len(self.uppers.get(variable, ()))
            down = len(self.lowers.get(variable, ()))
            cost = up * down - up - down
            if (up or down) and (
                cost < best_cost
                or (cost == best_cost and best is not None and _precedes(variable, best))
            ):
                best, best_cost = variable, cost
        if best is None or len(self.rows) + best_cost > MAX_ROWS:
            return False
        uppers = [(dict(k), self.rows[k]) for k in self.uppers.pop(best, set())]
        lowers = [(dict(k), self.rows[k]) for k in self.lowers.pop(best, set())]
        for coefficients, _ in uppers + lowers:
            key = frozenset(coefficients.items())
            del self.rows[key]
            for monomial, coefficient in key:
                if monomial != best:
                    (self.uppers if coefficient > 0 else self.lowers)[monomial].discard(key)
        for upper, upper_offset in uppers:
            for lower, lower_offset in lowers:
                self.add(_combine(upper, upper_offset, lower, lower_offset, best))
        return True


def _precedes(a: Monomial, b: Monomial) -> bool:
    """An order of variables, so that every run eliminates the same ones."""
    return [atom.serial for atom in a] < [atom.serial for atom in b]


def _combine(upper: Linear, p: int, lower: Linear, q: int, variable: Monomial) -> Linear:
    """The consequence of two rows in which `variable` has opposite signs, without it."""
    a, b = upper[variable], -lower[variable]
    common = gcd(a, b)
    a, b = a // common, b // common
    total = {m: c * b for m, c in upper.items() if m != variable}
    for monomial, coefficient in lower.items():
        if monomial != variable:
            value = total.get(monomial, 0) + coefficient * a
            if value:
                total[monomial] = value
            else:
                del total[monomial]
    total[()] = p * b + q * a
    return total
