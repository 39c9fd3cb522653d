"""Writes questions about conditionals and broadcasts, each with the answer of two methods.

`python tests/symbolic/label_by_cases.py > tests/symbolic/by_cases.jsonl`, with z3-solver installed.
The methods share nothing with the engine: Python's `eval` on all small sizes, and an SMT solver on
formulas made from Python's syntax tree. A question on which they do not agree is left out.
"""

from __future__ import annotations

import ast
import itertools
import json
import random
import sys
from collections.abc import Iterator

import z3

NAMES = ("a", "b", "c", "d")
WIDTH = {1: 60, 2: 14, 3: 8, 4: 6, 5: 4, 6: 4, 7: 3}
"""How many values a symbol has, by the number of symbols."""


def broadcast(*sizes: int) -> int:
    return max([size for size in sizes if size != 1], default=1)


def broadcastable(*sizes: int) -> bool:
    return len({size for size in sizes if size != 1}) < 2


FUNCTIONS = {"broadcast": broadcast, "broadcastable": broadcastable, "max": max, "min": min}

STATED: tuple[tuple[dict[str, int], list[str], str], ...] = (
    # (least values, facts, question)
    ({"a": 1, "b": 1}, [], "broadcast(a, b) == max(a, b)"),
    ({"a": 0, "b": 0}, [], "broadcast(a, b) == max(a, b)"),
    ({"a": 0, "b": 0}, [], "broadcast(a, b) <= max(a, b)"),
    ({"a": 0, "b": 0}, [], "broadcast(a, b) == a or broadcast(a, b) == b"),
    ({"a": -2, "b": -2}, ["broadcastable(a, b)"], "broadcast(a, b) == a or a == 1"),
    ({"a": -2, "b": -2}, ["broadcastable(a, b)"], "a == 1 or b == 1 or a == b"),
    ({"a": -2, "b": -2}, ["a == 1 or b == 1 or a == b"], "broadcastable(a, b)"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)", "a != 1"], "broadcast(a, b) == a"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)", "a >= 1"], "broadcast(a, b) == a"),
    ({"a": 0, "b": 0}, ["a != 1"], "broadcast(a, b) == a"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)", "broadcast(a, b) == a"], "b == 1 or b == a"),
    ({"a": 0, "b": 0}, ["broadcast(a, b) == a"], "b == 1 or b == a"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)", "b == 1 or b == a"], "broadcast(a, b) == a"),
    ({"a": 0, "b": 0}, ["b == 1 or b == a"], "broadcast(a, b) == a"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)"], "(b if a == 1 else a) == broadcast(a, b)"),
    ({"a": 0, "b": 0}, [], "(b if a == 1 else a) == broadcast(a, b)"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)"], "(a if b == 1 else b) == (b if a == 1 else a)"),
    ({"a": 0, "b": 0}, [], "(a if b == 1 else b) == (b if a == 1 else a)"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)", "a*b == 0"], "broadcast(a, b) == 0"),
    ({"a": 1, "b": 1}, ["broadcastable(a, b)"], "a*b % broadcast(a, b) == 0"),
    ({"a": 1, "b": 1}, ["broadcastable(a, b)", "a == 2*b"], "b == 1"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)", "a == 2*b"], "b <= 1"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)", "a == b + 3"], "broadcast(a, b) == a"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)", "a == b + 3"], "b == 1"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)", "a % 4 == 0"], "broadcast(a, b) % 4 == 0"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)", "a % 4 == 1"], "broadcast(a, b) % 4 == 1"),
    ({"a": 0, "b": 0}, ["a % 4 == 0", "b % 6 == 0"], "broadcast(a, b) % 2 == 0"),
    ({"a": 0, "b": 0}, ["a >= 2", "b <= 9", "a <= 5"], "broadcast(a, b) <= 9"),
    ({"a": 0, "b": 0}, ["a >= 2", "b <= 9", "a <= 5"], "broadcast(a, b) >= 2"),
    ({"a": 0, "b": 0}, ["broadcast(a, b) == 1"], "a == 1 and b == 1"),
    ({"a": 0, "b": 0}, ["broadcast(a, b) == 0"], "a <= 1"),
    ({"a": 0, "b": 0, "c": 0}, ["broadcast(a, b, c) == 1"], "a + b + c == 3"),
    ({"a": 0, "b": 0, "c": 0}, ["broadcastable(a, b)", "broadcastable(b, c)"],
     "broadcastable(a, b, c)"),
    ({"a": 0, "b": 0, "c": 0}, ["broadcastable(a, b)", "broadcastable(broadcast(a, b), c)"],
     "broadcastable(a, b, c)"),
    ({"a": 0, "b": 0, "c": 0}, ["broadcastable(broadcast(a, b), c)"], "broadcastable(a, b, c)"),
    ({"a": 0, "b": 0, "c": 0}, ["broadcastable(a, b)", "broadcastable(b, c)", "b != 1"],
     "broadcastable(a, b, c)"),
    ({"a": 0, "b": 0, "c": 0}, ["broadcastable(a, b, c)"], "broadcastable(broadcast(a, c), b)"),
    ({"a": 0, "b": 0, "c": 0}, ["broadcastable(a, b, c)"], "broadcastable(a, c)"),
    ({"a": 0, "b": 0, "c": 0}, ["broadcastable(a, b, c)", "a >= 2", "b >= 2"], "a == b"),
    ({"a": 0, "b": 0, "c": 0}, ["broadcastable(a, b, c)", "a >= 2", "b >= 2"], "a == c"),
    ({"a": 0, "b": 0, "c": 0}, ["broadcastable(a, b, c)", "a != b", "b != c", "a != c"], "a == 1"),
    ({"a": 0, "b": 0, "c": 0}, ["broadcastable(a, b, c)", "c == broadcast(a, b)"],
     "c == broadcast(a, b, c)"),
    ({"a": 0, "b": 0, "s": 0}, ["s == broadcast(a, b)", "s != a"], "b != 1"),
    ({"a": 0, "b": 0, "s": 0}, ["s == broadcast(a, b)", "broadcastable(a, b)", "s != a"], "a == 1"),
    ({"a": 0, "b": 0, "s": 0}, ["s == broadcast(a, b)", "s != a"], "a == 1"),
    ({"a": 0, "b": 0, "s": 0}, ["s == broadcast(a, b)", "s > a", "s > b"], "a == b"),
    ({"a": 0, "b": 0, "c": 0}, [], "(a if c == 1 else b) <= max(a, b)"),
    ({"a": 0, "b": 0, "c": 0}, [], "(a if c == 1 else b) >= a"),
    ({"a": 0, "b": 0, "c": 0}, ["c >= 2"], "(a if c == 1 else b) == b"),
    ({"a": 0, "b": 0, "c": 0}, ["c == 1"], "(a if c == 1 else b) == b"),
    ({"a": 0, "b": 0, "c": 0}, ["c == 1"], "(a if c == 1 else b) == a"),
    ({"a": 0, "b": 0, "c": 0}, ["(a if c == 1 else b) == a", "c == 0"], "a == b"),
    ({"a": 0, "b": 0, "c": 0}, ["(a if c == 1 else b) == a", "a != b"], "c == 1"),
    ({"a": 0, "b": 0, "c": 0}, ["(a if c == 1 else b) == 0", "a >= 1"], "b == 0"),
    ({"a": 0, "b": 0, "c": 0}, ["(a if c == 1 else b) == 0", "a >= 1"], "c == 1"),
    ({"a": 0, "b": 0, "c": 0}, ["a % 4 == 0", "b % 6 == 0"], "(a if c <= 3 else b) % 2 == 0"),
    ({"a": 0, "b": 0, "c": 0}, ["a % 4 == 0", "b % 6 == 0"], "(a if c <= 3 else b) % 4 == 0"),
    ({"a": 0, "b": 0, "c": 0}, [], "2*(a if c <= 3 else b) == (2*a if c <= 3 else 2*b)"),
    ({"a": 0, "b": 0, "c": 0}, [], "(a if c <= 3 else b) + (b if c <= 3 else a) == a + b"),
    ({"a": 0, "b": 0, "c": 0}, [], "(a if c <= 3 else b)*(b if c <= 3 else a) == a*b"),
    ({"a": 0, "b": 0, "c": 0}, [], "(a if c <= 3 else b) == (b if c >= 4 else a)"),
    ({"a": 0, "b": 0, "c": 0}, [], "(a if c <= 3 else b) == (b if c >= 3 else a)"),
    ({"a": 0, "b": 0}, [], "(a if a <= b else b) == min(a, b)"),
    ({"a": 0, "b": 0}, [], "(a//b if b != 0 else 0) <= a"),
    ({"a": 0, "b": 1}, [], "(a if a < b else b) <= b"),
    ({"a": 0, "b": 0, "c": 0}, ["c == (a if a >= 1 else b)", "a == 0"], "c == b"),
    ({"a": -1, "b": 0}, [], "(b if a == -1 else a) >= 0"),
    ({"a": -1, "b": 1, "c": 1}, ["c == (b if a == -1 else a)", "c == 0"], "a == 0"),
    ({"a": -1, "b": 1, "c": 1}, ["c == (b if a == -1 else a)", "c == 0"], "b == 0"),
    ({"a": 0, "b": 0, "c": 0, "d": 0}, ["broadcastable(a, b)", "broadcastable(c, d)"],
     "broadcast(a, b) + broadcast(c, d) == broadcast(b, a) + broadcast(d, c)"),
    ({"a": 0, "b": 0, "c": 0, "d": 0}, ["broadcastable(a, b)", "broadcastable(c, d)", "a != 1",
     "d == 1"], "broadcast(a, b) + broadcast(c, d) == a + c"),
    ({"a": 1, "b": 1, "c": 1, "d": 1}, ["broadcastable(a, b, c, d)"],
     "(b if a == 1 else a)*(d if c == 1 else c) >= broadcast(a, b, c, d)"),
    ({"a": 1, "b": 1, "c": 1}, ["broadcastable(a, b)", "c == broadcast(a, b)", "c >= 5"],
     "a >= 5 or b >= 5"),
    ({"a": 1, "b": 1, "c": 1}, ["broadcastable(a, b)", "c == broadcast(a, b)", "c >= 5"], "a >= 5"),
    ({"a": 1, "b": 1}, ["broadcastable(a, b)"], "broadcast(a, b)*a >= a*b"),
    ({"a": 1, "b": 1}, ["broadcastable(a, b)"], "broadcast(a, b)*a == a*b"),
    ({"a": 1, "b": 1}, ["broadcastable(a, b)"], "broadcast(a, b)*broadcast(a, b) >= a*b"),
    ({"a": 0, "b": 0}, ["broadcastable(a, b)", "broadcastable(a + 1, b)"], "b == 1"),
    ({"a": 2, "b": 2}, ["broadcastable(a, b)", "broadcastable(a + 1, b)"], "a == 3"),
    ({"a": 2, "b": 2}, ["broadcastable(a, b)"], "a == b"),
    ({"a": 2, "b": 2}, ["broadcastable(a, b)", "a != b"], "a == 3"),
    ({"a": 0}, [], "broadcast(4, a) == 4"),
    ({"a": 0}, ["broadcastable(4, a)"], "broadcast(4, a) == 4"),
    ({"a": 0}, ["broadcastable(4, a)", "a >= 2"], "a == 4"),
    ({"a": 0}, ["broadcastable(4, a)"], "a == 4"),
)  # fmt: skip


def chain(rng: random.Random) -> tuple[dict[str, int], list[str], str]:
    """Partial results over a few operands, and a question about two of them."""
    n = rng.choice((3, 4))
    least = rng.choice((0, 0, 1))
    minimum = {f"x{i}": least for i in range(n)}
    facts: list[str] = []
    last = "x0"
    for i in range(1, n):
        fit = f"broadcastable({last}, x{i})"
        if rng.random() < 0.85:
            facts.append(fit)
        last = f"broadcast({last}, x{i})"
    if rng.random() < 0.5:
        facts.append(f"x{rng.randrange(n)} {rng.choice(('!= 1', '>= 2', '== 1', '== 3', '<= 2'))}")
    some = sorted(rng.sample(range(n), rng.choice((1, 2, 2, 3))))
    part = f"broadcast({', '.join(f'x{i}' for i in some)})"
    one = f"x{rng.randrange(n)}"
    question = rng.choice((
        f"{part} == 1 or {part} == {last}", f"{part} == {last}", f"{part} <= {last}",
        f"{one} == 1 or {one} == {last}", f"{one} == {last}", f"broadcast({part}, {one}) == {last}",
        f"({one} if {part} == 1 else {part}) == broadcast({part}, {one})",
        f"broadcastable({part}, {one})", f"{part}*{one} == {last}*{one}", f"{last} - {part} >= 0",
    ))  # fmt: skip
    return minimum, facts, question


def term(rng: random.Random, depth: int, names: list[str]) -> str:
    if not depth or rng.random() < 0.25:
        return rng.choice((*names, *names, str(rng.choice((0, 1, 1, 2, 3, 4)))))
    a, b = term(rng, depth - 1, names), term(rng, depth - 1, names)
    kind = rng.randrange(10)
    if kind < 3:
        return f"({a} if {claim(rng, 0, names)} else {b})"
    if kind < 6:
        return f"broadcast({a}, {b})" if kind < 5 else f"broadcast({a}, {b}, {rng.choice(names)})"
    if kind < 8:
        return f"({a} {rng.choice('+-')} {b})"
    return f"({a})*{rng.choice((2, 3))}" if kind == 8 else f"({a})//{rng.choice((2, 3))}"


def claim(rng: random.Random, depth: int, names: list[str]) -> str:
    kind = rng.randrange(8)
    if kind < 2 and depth:
        sizes = [term(rng, depth - 1, names) for _ in range(rng.choice((2, 2, 3)))]
        return f"broadcastable({', '.join(sizes)})"
    if kind == 2:
        name = rng.choice(names)
        return f"{name} == 1 or {name} == {term(rng, depth, names)}"
    sign = rng.choice(("==", "==", "!=", "<=", "<", ">="))
    return f"{term(rng, depth, names)} {sign} {term(rng, max(depth - 1, 0), names)}"


def drawn(rng: random.Random) -> tuple[dict[str, int], list[str], str]:
    names = list(NAMES[: rng.choice((2, 3, 3))])
    minimum = {name: rng.choice((1, 1, 0, 0, -1)) for name in names}
    facts = [claim(rng, 1, names) for _ in range(rng.choice((1, 2, 2, 3)))]
    return minimum, facts, claim(rng, 2, names)


def by_trying(minimum: dict[str, int], facts: list[str], query: str) -> set[bool]:
    """The truth values that the question has for small sizes."""
    width = WIDTH[len(minimum)]
    compiled = [compile(fact, "fact", "eval") for fact in (*facts, query)]
    found = set[bool]()
    for values in itertools.product(*(range(low, low + width) for low in minimum.values())):
        sizes = {**FUNCTIONS, **dict(zip(minimum, values, strict=True))}
        try:
            *known, asked = (eval(code, {}, sizes) for code in compiled)
        except ZeroDivisionError:
            continue
        if all(known):
            found.add(bool(asked))
    return found


COMPARE = {
    ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b, ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b, ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
}  # fmt: skip


def formula(node: ast.expr):
    """A syntax tree as a formula; floor division and remainder by positive numbers alone."""
    match node:
        case ast.Constant(value):
            return z3.IntVal(value)
        case ast.Name(name):
            return z3.Int(name)
        case ast.UnaryOp(ast.USub(), inner):
            return -formula(inner)
        case ast.UnaryOp(ast.Not(), inner):
            return z3.Not(formula(inner))
        case ast.BinOp(left, sign, right):
            a, b = formula(left), formula(right)
            if isinstance(sign, ast.FloorDiv | ast.Mod):
                # z3's division agrees with Python's where the divisor is positive
                return a / b if isinstance(sign, ast.FloorDiv) else a % b
            return (
                a + b
                if isinstance(sign, ast.Add)
                else a - b
                if isinstance(sign, ast.Sub)
                else a * b
            )
        case ast.Compare(first, signs, others):
            sides = [formula(first), *map(formula, others)]
            pairs = zip(signs, sides, sides[1:], strict=False)
            return z3.And([COMPARE[type(sign)](a, b) for sign, a, b in pairs])
        case ast.BoolOp(sign, args):
            return (z3.And if isinstance(sign, ast.And) else z3.Or)(list(map(formula, args)))
        case ast.IfExp(condition, then, otherwise):
            return z3.If(formula(condition), formula(then), formula(otherwise))
        case ast.Call(ast.Name(name), args):
            return call(name, list(map(formula, args)))
    raise ValueError(ast.dump(node))


def call(name: str, sizes: list):
    if name == "broadcastable":
        pairs = itertools.combinations(sizes, 2)
        return z3.And([z3.Or(a == 1, b == 1, a == b) for a, b in pairs])
    value = z3.IntVal(1) if name == "broadcast" else sizes[0]
    for size in sizes:
        if name == "broadcast":
            value = z3.If(z3.And(size != 1, z3.Or(value == 1, size > value)), size, value)
        else:
            value = z3.If(size > value if name == "max" else size < value, size, value)
    return value


def by_solving(minimum: dict[str, int], facts: list[str], query: str) -> set[bool] | None:
    """The truth values that the question can have; None where the solver does not know."""
    found = set[bool]()
    asked = formula(ast.parse(query, mode="eval").body)
    for truth in (True, False):
        solver = z3.Solver()
        solver.set("timeout", 5000)
        solver.add(*(z3.Int(name) >= least for name, least in minimum.items()))
        solver.add(*(formula(ast.parse(fact, mode="eval").body) for fact in facts))
        solver.add(asked if truth else z3.Not(asked))
        verdict = solver.check()
        if verdict == z3.unknown:
            return None
        if verdict == z3.sat:
            found.add(truth)
    return found


def questions() -> Iterator[tuple[str, dict[str, int], list[str], str]]:
    for question in STATED:
        yield "stated", *question
    rng = random.Random(1)
    for _ in range(110):
        yield "chain", *chain(rng)
    for _ in range(260):
        yield "drawn", *drawn(rng)


def main() -> int:
    written = 0
    for family, minimum, facts, query in questions():
        found = by_trying(minimum, facts, query)
        solved = by_solving(minimum, facts, query)
        if solved is None or found != solved:
            print(f"not agreed: {minimum} {facts} {query}: {found} {solved}", file=sys.stderr)
            continue
        truth = "unknown" if len(found) == 2 else "proved" if found == {True} else "refuted"
        record = {
            "id": f"by-cases-{written:03}", "family": family, "minimum": minimum, "facts": facts,
            "query": query, "truth": truth, "consistent": bool(found),
        }  # fmt: skip
        written += 1
        print(json.dumps(record))
    return 0


if __name__ == "__main__":
    sys.exit(main())
