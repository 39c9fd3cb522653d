"""What products allow beyond what is linear in them.

`product_rows` multiplies inequalities where the products already occur: McCormick's envelopes
(1976) and the reformulation-linearization technique (Sherali and Adams 1990). `Binomials` is linear
algebra on exponents: equations between two products of positive symbols determine a factor as a
quotient of products (binomial ideals, Eisenbud 1996).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from math import gcd

from .expr import Atom, Expr, Monomial, Terms, add_terms, sum_of
from .table import FactTable

MAX_ENVELOPES = 24
"""Envelopes are computed for at most this many products."""
MAX_PRODUCTS = 80
"""At most this many products of inequalities are tried."""


def product_rows(
    table: FactTable, rows: Sequence[Expr], equations: Sequence[Expr], new: bool = False
) -> tuple[list[Expr], list[Expr]]:
    """Further `(inequalities, equations)` (at most 0, and 0) that follow from these and the bounds.

    new: also those with one product that does not occur, where several of them share it
    """
    wanted, factors = _parts(m for e in (*rows, *equations) for m in e.polynomial if len(m) > 1)
    found: list[Expr] = []
    known = _FactorBounds(table)
    for monomial in sorted(wanted, key=len)[:MAX_ENVELOPES]:
        found.extend(_envelope(known, monomial))
    extra: list[Expr] = []
    budget = MAX_PRODUCTS
    symbols = [f for f in factors if len(f) == 1]
    limits = [limit for f in symbols for limit in known[f]]
    for equation in equations:
        for factor in symbols:
            budget -= 1
            if budget <= 0:
                continue
            product = equation * Expr.of_terms({factor: 1})
            if _occurs(product, wanted):
                extra.append(product)
    pool = [-row for row in rows if all(len(m) < 2 for m in row.polynomial)]
    opposites = [-limit for limit in limits]
    waiting: dict[Monomial, list[Expr]] = {}
    for i, row in enumerate(rows):
        for other in opposites if i >= len(pool) else (*opposites, *pool[: i + 1]):
            budget -= 1
            if budget < 0:
                break
            product = row * other
            unseen = [m for m in product.polynomial if len(m) > 1 and m not in wanted]
            if not unseen:
                found.append(product)
            elif new and len(unseen) == 1:
                waiting.setdefault(unseen[0], []).append(product)
    for products in waiting.values():
        if len(products) > 1:
            found.extend(products)
    return found, extra


def _parts(monomials: Iterable[Monomial]) -> tuple[dict[Monomial, None], dict[Monomial, None]]:
    """The products that occur, also as cofactors in others; and the factors and cofactors."""
    wanted: dict[Monomial, None] = {}
    factors: dict[Monomial, None] = {}
    for monomial in sorted(set(monomials), key=lambda m: (len(m), [a.serial for a in m])):
        wanted[monomial] = None
        for i, atom in enumerate(monomial):
            rest = monomial[:i] + monomial[i + 1 :]
            factors[(atom,)] = None
            factors[rest] = None
            if len(rest) > 1:
                wanted[rest] = None
    return wanted, factors


def _occurs(product: Expr, wanted: Container[Monomial]) -> bool:
    return all(len(m) < 2 or m in wanted for m in product.polynomial)


class _FactorBounds(dict[Monomial, list[Expr]]):
    """By product of symbols: expressions that are at most 0, its bounds."""

    def __init__(self, table: FactTable) -> None:
        self.table = table

    def __missing__(self, factor: Monomial) -> list[Expr]:
        value = Expr.of_terms({factor: 1})
        least, greatest = self.table.range(value)
        result = self[factor] = []
        if least is not None:
            result.append(least - value)
        if greatest is not None:
            result.append(value - greatest)
        return result


def _envelope(known: _FactorBounds, monomial: Monomial) -> Iterable[Expr]:
    """McCormick's inequalities for each way to take one factor out of `monomial`."""
    for i, atom in enumerate(monomial):
        if i and monomial[i - 1] is atom:
            continue
        rest = monomial[:i] + monomial[i + 1 :]
        others = known[rest]
        for limit in known[(atom,)]:
            opposite = -limit
            for other in others:
                yield opposite * other


class Binomials:
    """Equations between two products of positive symbols, solved for one symbol each."""

    def __init__(self) -> None:
        self.solved: dict[Atom, tuple[int, int, dict[Atom, int]]] = {}
        """symbol == numerator/denominator * product(atom**exponent)"""

    @staticmethod
    def of(table: FactTable, equations: Iterable[Expr]) -> Binomials:
        self = Binomials()
        for equation in equations:
            if len(equation.polynomial) == 2 and all(
                table.low.get(s, 0) > 0 for s in equation.symbol_atoms
            ):
                self._add(equation)
        return self

    def _add(self, equation: Expr) -> None:
        reduced = without_common_factor(self.reduce(equation))
        if len(reduced.polynomial) != 2:
            return
        (x, a), (y, b) = reduced.polynomial.items()
        exponents: dict[Atom, int] = {}
        for monomial, sign in ((x, 1), (y, -1)):
            for atom in monomial:
                exponents[atom] = exponents.get(atom, 0) + sign
        # a*x + b*y == 0, so the product of atom**exponent is -b/a.
        for atom, exponent in exponents.items():
            if exponent in (1, -1):
                rest = {o: -e * exponent for o, e in exponents.items() if o is not atom and e}
                ratio = (-b, a) if exponent == 1 else (a, -b)
                self._solve(atom, ratio, rest)
                return

    def _solve(self, atom: Atom, ratio: tuple[int, int], rest: dict[Atom, int]) -> None:
        common = gcd(*ratio) * (1 if ratio[1] > 0 else -1)
        self.solved[atom] = (ratio[0] // common, ratio[1] // common, rest)

    def reduce(self, expr: Expr) -> Expr:
        """`expr` in the symbols that are left, times something positive."""
        for _ in range(len(self.solved)):
            atom = next((s for s in self.solved if any(s in m for m in expr.polynomial)), None)
            if atom is None:
                break
            expr = _insert(expr, atom, *self.solved[atom])
        return expr


def _insert(expr: Expr, atom: Atom, up: int, down: int, rest: dict[Atom, int]) -> Expr:
    """`expr` with `atom` replaced, times what makes it a polynomial again."""
    greatest = max(monomial.count(atom) for monomial in expr.polynomial)
    above = _power(rest, 1)
    below = _power(rest, -1)
    total: Terms = {}
    for monomial, coefficient in expr.polynomial.items():
        power = monomial.count(atom)
        kept = tuple(a for a in monomial if a is not atom)
        factor = kept + above * power + below * (greatest - power)
        scale = coefficient * up**power * down ** (greatest - power)
        add_terms(total, sum_of([(scale, factor)]).polynomial)
    return Expr.of_terms({m: c for m, c in total.items() if c})


def _power(exponents: dict[Atom, int], sign: int) -> Monomial:
    return tuple(a for a, e in exponents.items() for _ in range(max(e * sign, 0)))


def without_common_factor(expr: Expr) -> Expr:
    """`expr` without the product that all its terms share."""
    terms = expr.polynomial
    if not terms:
        return expr
    shared = list(min(terms, key=len))
    for monomial in terms:
        left = list(monomial)
        kept: list[Atom] = []
        for atom in shared:
            if atom in left:
                left.remove(atom)
                kept.append(atom)
        shared = kept
    number = gcd(*terms.values())
    if not shared and number == 1:
        return expr
    result: Terms = {}
    for monomial, coefficient in terms.items():
        left = list(monomial)
        for atom in shared:
            left.remove(atom)
        result[tuple(left)] = coefficient // number
    return Expr.of_terms(result)
