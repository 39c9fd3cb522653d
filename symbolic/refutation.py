"""Refutation by case splitting: whether a problem has no solution, by layers and then by cases.

Depth-first branch and prune with backtracking (Davis, Logemann, Loveland, CACM 1962), the layers as
theory solvers. Each layer is sound alone: it says "no solution" only where there is none. Limits
make it give up, never guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import lcm

from .broadcast import Broadcast
from .definition import Definition
from .expr import NO_SYMBOLS, Division, Expr, FloorDiv, Max, Min, SymbolAtom, TooLarge
from .linear import makes_one_zero, no_solution
from .local_search import Assignment, extend, find_model
from .outcomes import Exhausted, Infeasible
from .predicate import Eq, Le, Ne, Or, Predicate, Relation, at_most_zero, zero
from .problem import MAX_COMPARED, Problem
from .products import Binomials, product_rows
from .ranges import excludes_zero
from .text import AUXILIARY

Branch = tuple[Predicate, ...]
"""What is assumed in one case."""

MAX_CANDIDATES = 3
"""Which of its operands a broadcast is, is no question of cases where it has more than this."""

LAYERS = frozenset({"linear", "products", "binomials", "models", "cases", "residues", "ranges"})


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work a question may cost.

    work: cases in all, each counted with the number of its rows
    depth: case splits inside each other
    modulus: greatest modulus of a split by residues
    width: greatest number of values of a split by values
    layers: what is tried at all
    fruitless: after this many steps of searches that proved nothing, over all questions to the same
        facts, questions use only the nearest facts
    exhausted: after this many nothing is searched for any more
    """

    work: int = 1_500
    depth: int = 6
    modulus: int = 24
    width: int = 16
    layers: frozenset[str] = LAYERS
    fruitless: int = 6_000
    exhausted: int = 15_000


DEFAULT = Limits()


class _Satisfiable(Exception):
    """The problem has a solution."""


class Search:
    """One question's search. `refutes` may be asked once."""

    def __init__(self, problem: Problem, limits: Limits, wanted: Iterable[SymbolAtom] = ()):
        self.problem = problem
        self.wanted = wanted
        self.limits = limits
        self.work = 0
        self.model: Assignment | None = None
        """Values of the wanted symbols in a model, if one was found."""

    def refutes(self) -> bool:
        """Whether the problem has no solution. False means "not known"."""
        try:
            return self._refute(0)
        except (_Satisfiable, Exhausted, TooLarge):
            return False

    def _refute(self, depth: int) -> bool:
        layers = self.limits.layers
        if self._no_solution():
            return True
        if "models" in layers:
            values = find_model(self.problem)
            if values is not None:
                self.model = extend(self.problem, values, self.wanted)
                raise _Satisfiable
        if self._no_solution(new_products=True):
            return True
        if depth == self.limits.depth:
            return False
        branches = self._split()
        return branches is not None and all(self._closed(b, depth) for b in branches)

    def _closed(self, branch: Branch, depth: int) -> bool:
        mark = self.problem.mark()
        self.work += 4 + len(self.problem.rows)
        if self.work > self.limits.work:
            raise Exhausted
        try:
            self.problem.assume(*branch)
            return self._refute(depth + 1)
        except Infeasible:
            return True
        finally:
            self.problem.undo(mark)

    def _no_solution(self, new_products: bool = False) -> bool:
        """The layers without cases."""
        problem, layers = self.problem, self.limits.layers
        claims = list(problem.claims())
        equations = [c.expr for c in claims if isinstance(c, Eq)]
        rows = [c.expr for c in claims if isinstance(c, Le)]
        nonlinear = any(len(m) > 1 for e in (*equations, *rows) for m in e.polynomial)
        if new_products and not (nonlinear and "products" in layers):
            return False
        if "binomials" in layers and equations:
            binomials = Binomials.of(problem, equations)
            if binomials.solved:
                if any(
                    not binomials.reduce(c.expr).polynomial for c in claims if isinstance(c, Ne)
                ):
                    return True
                equations += [binomials.reduce(e) for e in equations]
                rows += [r for e in rows if (r := binomials.reduce(e)) is not e]
        if "linear" not in layers:
            return False
        unequal = [c.expr for c in claims if isinstance(c, Ne)]
        if unequal and equations and makes_one_zero(equations, unequal):
            return True
        if "products" in layers and nonlinear:
            more, extra = product_rows(problem, rows, equations, new_products)
            rows, equations = rows + more, equations + extra
        return no_solution(equations, [*rows, *self._bounds(rows, equations)])

    def _bounds(self, rows: list[Expr], equations: list[Expr]) -> Iterator[Expr]:
        problem = self.problem
        seen = dict.fromkeys(m for e in (*rows, *equations) for m in e.polynomial if m)
        for monomial in seen:
            value = Expr.of_terms({monomial: 1})
            least, greatest = problem.range(value)
            if least is not None:
                yield least - value
            if greatest is not None:
                yield value - greatest

    def _split(self) -> list[Branch] | None:
        """Cases of which one must hold."""
        claims = list(self.problem.claims())
        layers = self.limits.layers
        branches: list[Branch] | None = None
        if "cases" in layers:
            branches = (
                split_broadcasts(claims)
                or self._split_claims(claims)
                or self._split_definitions(claims)
            )
        if branches is None and "ranges" in layers:
            branches = self._split_values(claims)
        if branches is None and "residues" in layers:
            branches = self._split_residues(claims)
        if branches is None and "ranges" in layers:
            branches = self._split_least(claims)
        return branches

    def _split_claims(self, claims: list[Predicate]) -> list[Branch] | None:
        ors = [c for c in claims if isinstance(c, Or)]
        if ors:
            others = (c.symbol_atoms for c in claims if not isinstance(c, Or))
            about = NO_SYMBOLS.union(*others)
            nearest = min(ors, key=lambda c: (len(c.symbol_atoms - about), len(c.args)))
            return [(arg,) for arg in nearest.args]
        for claim in claims:
            if isinstance(claim, Ne) and not excludes_zero(self.problem.range(claim.expr)):
                return [(at_most_zero(claim.expr + 1),), (at_most_zero(1 - claim.expr),)]
        return None

    def _split_definitions(self, claims: list[Predicate]) -> list[Branch] | None:
        """The order of two arguments of an extreme, or the sign of a denominator."""
        definitions = [c for c in claims if isinstance(c, Definition)]
        extremes = [
            c
            for c in definitions
            if (c.kind is Max or c.kind is Min) and len(c.args) <= MAX_COMPARED
        ]
        if extremes:
            first = min(extremes, key=lambda c: sum(s.name[0] == AUXILIARY for s in c.arg_symbols))
            difference = first.args[0] - first.args[1]
            return [
                (at_most_zero(difference), *extremes),
                (at_most_zero(1 - difference), *extremes),
            ]
        for claim in definitions:
            if not issubclass(claim.kind, Division):
                continue
            d = claim.args[1]
            if not excludes_zero(self.problem.range(d)):
                return [(at_most_zero(1 - d), claim), (at_most_zero(d + 1), claim), (zero(d),)]
        return None

    def _split_values(self, claims: list[Predicate]) -> list[Branch] | None:
        """The values of the symbol with the fewest, where it is part of what is not linear."""
        problem = self.problem
        best: SymbolAtom | None = None
        best_width = self.limits.width
        for symbol in nonlinear_symbols(claims):
            low, high = problem.low.get(symbol), problem.high.get(symbol)
            if low is not None and high is not None and high - low < best_width:
                best, best_width = symbol, high - low
        if best is None:
            return None
        low = problem.low[best]
        return [(zero(best.as_expr() - v),) for v in range(low, low + best_width + 1)]

    def _split_least(self, claims: list[Predicate]) -> list[Branch] | None:
        """The least value of a symbol, and all others."""
        for symbol in nonlinear_symbols(claims):
            low = self.problem.low.get(symbol)
            if low is not None and -1 <= low <= 2:
                value = symbol.as_expr()
                return [(zero(value - low),), (at_most_zero(low + 1 - value),)]
        return None

    def _split_residues(self, claims: list[Predicate]) -> list[Branch] | None:
        """The residues of a symbol modulo what it is divided by."""
        moduli: dict[SymbolAtom, int] = {}
        for claim in claims:
            if isinstance(claim, Definition) and claim.kind is FloorDiv:
                divisor = claim.args[1].constant_value
                if divisor is not None:
                    for symbol in claim.args[0].symbol_atoms:
                        modulus = lcm(moduli.get(symbol, 1), divisor)
                        if modulus <= self.limits.modulus:
                            moduli[symbol] = modulus
        if not moduli:
            return None
        symbol = min(moduli, key=lambda s: (moduli[s], s.serial))
        modulus = moduli[symbol]
        quotient = self.problem.fresh()
        return [(zero(symbol.as_expr() - quotient * modulus - r),) for r in range(modulus)]


def split_broadcasts(claims: list[Predicate]) -> list[Branch] | None:
    """Which of its operands a broadcast of few sizes is."""
    for claim in claims:
        if (
            isinstance(claim, Definition)
            and claim.kind is Broadcast
            and claim.value not in claim.args
        ):
            branches = [(zero(arg - claim.value), claim) for arg in claim.args]
            if len(branches) <= MAX_CANDIDATES:
                return branches
    return None


def nonlinear_symbols(claims: list[Predicate]) -> list[SymbolAtom]:
    """The symbols in products and in the arguments of quotients."""
    found: dict[SymbolAtom, None] = {}
    for claim in claims:
        if isinstance(claim, Relation):
            for monomial in claim.expr.polynomial:
                if len(monomial) > 1:
                    found.update((a, None) for a in monomial if isinstance(a, SymbolAtom))
        elif isinstance(claim, Definition) and claim.kind is not Broadcast:
            for arg in claim.args:
                found.update((s, None) for s in arg.symbol_atoms)
    return sorted(found, key=lambda s: s.serial)
