"""Random systems of facts, checked against small integers.

`python tests/symbolic/fuzz.py --count 20000 --seed 0` exits 1 where sizes satisfy the facts but not
a claim that was proved, or satisfy a claim that was refuted, or where facts that some sizes satisfy
were called contradictory.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass

from tieshape.symbolic import (
    Contradiction,
    Expr,
    Facts,
    Predicate,
    Symbol,
    any_of,
    as_expr,
    broadcast,
    broadcastable,
    conditional,
    eq,
    le,
    lt,
    maximum,
    minimum,
    ne,
)
from tieshape.symbolic.predicate import Relation
from tieshape.symbolic.refutation import DEFAULT, Limits

NAMES = ("a", "b", "c", "d")


@dataclass
class Case:
    """A random system and what may be asked of it."""

    minimum: dict[str, int]
    facts: list[Predicate]
    claims: list[Predicate]

    @property
    def terms(self) -> list[Expr]:
        """Expressions of the claims."""
        return [claim.expr for claim in self.claims if isinstance(claim, Relation)]

    def __str__(self) -> str:
        return f"minimum {self.minimum}; facts {[str(f) for f in self.facts]}"


def random_expr(rng: random.Random, depth: int, names: list[str]) -> Expr:
    if depth == 0 or rng.random() < 0.3:
        if rng.random() < 0.25:
            return as_expr(rng.choice((-3, -1, 0, 1, 1, 2, 2, 3, 4, 6, 8)))
        return Symbol(rng.choice(names))
    a = random_expr(rng, depth - 1, names)
    b = random_expr(rng, depth - 1, names)
    kind = rng.randrange(14)
    if kind == 12:
        sizes = [random_expr(rng, 0, names) for _ in range(rng.choice((1, 1, 2)))]
        return broadcast(a, *sizes)
    if kind == 13:
        return conditional(random_claim(rng, names, 0), a, b)
    if kind < 4:
        return a + b
    if kind < 5:
        return a - b
    if kind < 8:
        return a * b
    if kind < 9:
        return maximum(a, b) if rng.random() < 0.5 else minimum(a, b)
    divisor = rng.choice((2, 2, 3, 4, 5, 6, 8)) if rng.random() < 0.75 else b
    if isinstance(divisor, Expr) and divisor.constant_value == 0:
        return a
    return a // divisor if kind < 11 else a % divisor


def random_claim(rng: random.Random, names: list[str], depth: int = 2) -> Predicate:
    if rng.random() < 0.1:
        count = rng.choice((2, 2, 3))
        return broadcastable(
            *(random_expr(rng, rng.choice((0, 0, 1)), names) for _ in range(count))
        )
    if rng.random() < 0.12:
        return any_of(*(random_claim(rng, names, 1) for _ in range(rng.choice((2, 2, 3)))))
    a = random_expr(rng, depth, names)
    b = random_expr(rng, rng.choice((0, 0, depth)), names)
    if rng.random() < 0.15:
        divisor = rng.choice((2, 3, 4, 6))
        return eq(a % divisor, rng.randrange(divisor))
    return rng.choice((eq, eq, eq, le, le, lt, ne))(a, b)


def random_case(rng: random.Random) -> Case:
    names = list(NAMES[: rng.choice((2, 3, 3, 4))])
    minimum_of = {name: rng.choice((1, 1, 1, 0, 0, -1, 2, -3)) for name in names}
    facts = [random_claim(rng, names) for _ in range(rng.choice((1, 2, 2, 3, 3, 4)))]
    return Case(minimum_of, facts, [random_claim(rng, names) for _ in range(3)])


def random_broadcasts(rng: random.Random) -> Case:
    """Sizes that broadcast, some of them by way of others, and choices between them."""
    names = list(NAMES)
    minimum_of = {name: rng.choice((1, 1, 1, 0, 0, -1, 2)) for name in names}

    def size(depth: int) -> Expr:
        kind = rng.randrange(12)
        if kind < 6 or not depth:
            return Symbol(rng.choice(names)) + (kind == 0)
        if kind < 9:
            return broadcast(*(size(depth - 1) for _ in range(rng.choice((2, 2, 3)))))
        if kind == 9:
            return as_expr(rng.choice((0, 1, 2, 4)))
        then, otherwise = size(depth - 1), size(depth - 1)
        condition = eq(otherwise if kind == 10 else size(0), 1)
        return conditional(condition, then, otherwise)

    def claim() -> Predicate:
        kind = rng.randrange(12)
        if kind < 4:
            return broadcastable(*(size(1) for _ in range(rng.choice((2, 3, 3)))))
        if kind < 6:
            return eq(size(0), size(2))
        if kind < 7:
            return rng.choice((eq, ne, le))(size(0), rng.choice((1, 1, 2, 3)))
        a, b = size(2), size(1)
        if kind < 9:
            return any_of(eq(a, 1), eq(a, b), *[eq(b, 1)] * rng.randrange(2))
        if kind < 10:
            return le(a, b + size(0))
        return rng.choice((eq, eq, ne, le))(a, b)

    facts = [claim() for _ in range(rng.choice((1, 2, 3, 4, 5)))]
    return Case(minimum_of, facts, [claim() for _ in range(4)])


def models(case: Case, width: int) -> list[dict[str, int]]:
    """The sizes within `width` of their least values that satisfy the facts, without `x // 0`."""
    found = list[dict[str, int]]()
    for values in itertools.product(*(range(low, low + width) for low in case.minimum.values())):
        model = dict(zip(case.minimum, values, strict=True))
        if all(holds(fact, model) for fact in case.facts):
            found.append(model)
    return found


def holds(claim: Predicate, model: dict[str, int]) -> bool | None:
    try:
        return claim.holds(model)
    except ZeroDivisionError:
        return None


def value_of(expr: Expr, model: dict[str, int]) -> int | None:
    try:
        return expr.evaluate(model)
    except ZeroDivisionError:
        return None


def fault(case: Case, limits: Limits = DEFAULT) -> str | None:
    """What the engine says of `case` that small integers show to be wrong."""
    width = {2: 14, 3: 9, 4: 6}[len(case.minimum)]
    facts = Facts(limits)
    found = models(case, width)
    try:
        for name, least in case.minimum.items():
            facts.symbol(name, least)
        for fact in case.facts:
            facts.learn(fact)
    except Contradiction:
        return f"called contradictory, but {found[0]} satisfies it: {case}" if found else None
    for claim in case.claims:
        proved, refuted = facts.proves(claim), facts.refutes(claim)
        for model in found:
            truth = holds(claim, model)
            if proved and truth is False:
                return f"proved {claim}, but {model} is a counterexample: {case}"
            if refuted and truth is True:
                return f"refuted {claim}, but {model} satisfies it: {case}"
    for expr in (*(Symbol(name) * 2 // 3 + 1 for name in case.minimum), *case.terms):
        simple, (low, high) = facts.simplify(expr), facts.bounds(expr)
        divisor = facts.divisor(expr)
        for model in found:
            value = value_of(expr, model)
            if value is None:
                continue
            if (low is not None and value < low) or (high is not None and value > high):
                return f"bounds {low, high} of {expr}, but it is {value} for {model}: {case}"
            if divisor and value % divisor:
                return f"divisor {divisor} of {expr}, but it is {value} for {model}: {case}"
            if value_of(simple, model) not in (value, None):
                return f"simplified {expr} to {simple}, but not for {model}: {case}"
    return None


Make = Callable[[random.Random], Case]


def run(count: int, seed: int, limits: Limits = DEFAULT, make: Make = random_case) -> str | None:
    """The first fault in `count` random cases."""
    rng = random.Random(seed)
    for _ in range(count):
        found = fault(make(rng), limits)
        if found is not None:
            return found
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found = run(options.count, options.seed)
    found = found or run(options.count, options.seed, make=random_broadcasts)
    print(found or f"{options.count} random systems, no fault")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
