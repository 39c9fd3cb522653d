"""Growing systems of facts: how the cost of a fact and of a question depends on their number."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from statistics import median
from time import process_time

from tieshape.symbolic import Facts
from tieshape.symbolic.answers import clear_searches

System = tuple[list[str], list[str]]
"""Facts, and questions about them (half of them hold)."""

SIZES = (100, 1_000, 10_000)
QUESTIONS = 1_000


def equality(n: int) -> System:
    """One chain of equal sizes; questions about any two."""
    rng = random.Random(1)
    facts = [f"x{i} == x{i + 1}" for i in range(n)]
    asked = list[str]()
    for _ in range(QUESTIONS // 2):
        i, j = rng.randrange(n), rng.randrange(n)
        asked += [f"x{i} == x{j}", f"x{i} == x{j} + 1"]
    return facts, asked


def affine(n: int) -> System:
    """Each size is the one before plus a constant."""
    rng = random.Random(2)
    facts = [f"x{i + 1} == x{i} + {i % 3}" for i in range(n)]
    sums = [0]
    for i in range(n):
        sums.append(sums[-1] + i % 3)
    asked = list[str]()
    for _ in range(QUESTIONS // 2):
        i, j = sorted((rng.randrange(n), rng.randrange(n)))
        asked += [f"x{j} == x{i} + {sums[j] - sums[i]}", f"x{j} <= x{i} - 1"]
    return facts, asked


def product(n: int) -> System:
    """Layers of products of a few sizes."""
    rng = random.Random(3)
    facts = [f"p{i} == b*s*h{i % 10}" for i in range(n)]
    asked = list[str]()
    for _ in range(QUESTIONS // 2):
        i, k = rng.randrange(n), rng.randrange(n)
        asked += [f"p{i}*h{k % 10} == p{k}*h{i % 10}", f"p{i} == b*s*h{(i + 1) % 10}"]
    return facts, asked


def divisibility(n: int) -> System:
    """Sizes that are multiples of some numbers."""
    rng = random.Random(4)
    facts = [f"d{i} % {(2, 4, 8, 6, 12)[i % 5]} == 0" for i in range(n)]
    asked = list[str]()
    for _ in range(QUESTIONS // 2):
        i, j = rng.randrange(n), rng.randrange(n)
        asked += [f"(d{i} + d{j}) % 2 == 0", f"d{i} % 5 == 0"]
    return facts, asked


def at_most(n: int) -> System:
    """One chain of `<=`; questions about any two, far apart."""
    rng = random.Random(5)
    facts = [f"x{i} <= x{i + 1}" for i in range(n)]
    asked = list[str]()
    for _ in range(QUESTIONS // 2):
        i, j = sorted((rng.randrange(n), rng.randrange(n)))
        asked += [f"x{i} <= x{j}", f"x{j} + 1 <= x{i}" if i < j else f"x{j} < x{i}"]
    return facts, asked


def model(n: int) -> System:
    """Layers of a transformer with padded sequence lengths, about ten facts a layer."""
    rng = random.Random(6)
    facts = ["e == h*d", "d % 8 == 0", "t == s + past", "s <= 4096"]
    layers = max(n // 10, 1)
    for i in range(layers):
        facts += [
            f"x{i} == b*s" if i == 0 else f"x{i} == x{i - 1}",
            f"q{i} == x{i}*e",
            f"q{i} == b*s*h*d{i}",
            f"a{i} == b*h*s*t",
            f"o{i} == x{i}*h*d",
            f"m{i} == 4*e",
            f"l{i} <= s",
            f"g{i} == (l{i} + 63)//64*64",
            f"w{i} % 4 == 0",
            f"w{i} <= l{i}",
        ]
    asked = list[str]()
    for _ in range(QUESTIONS // 5):
        i, j = rng.randrange(layers), rng.randrange(layers)
        asked += [
            f"o{i} == q{j}",
            f"m{i} % 32 == 0",
            f"g{i} >= l{i}",
            f"w{i} <= s",
            f"a{i} == b*s*t",
        ]
    return facts, asked


KINDS: tuple[Callable[[int], System], ...] = (
    model,
    equality,
    affine,
    product,
    divisibility,
    at_most,
)


def measure(kind: Callable[[int], System], n: int) -> tuple[float, float, int]:
    """Microseconds per fact and per question, and how many questions were decided."""
    facts, asked = kind(n)
    best_learn = list[float]()
    base = Facts()
    for _ in range(3 if n < 5_000 else 1):
        base = Facts()
        clear_searches()
        start = process_time()
        for fact in facts:
            base.learn(fact)
        best_learn.append((process_time() - start) / len(facts) * 1e6)
    gc.collect()  # what building the system left behind is not a question's cost
    spent, decided = 0.0, 0
    for question in asked:
        forget_answers(base)
        start = process_time()
        decided += base.proves(question) or base.refutes(question)
        spent += process_time() - start
    return median(best_learn), spent / len(asked) * 1e6, decided


def forget_answers(facts: Facts) -> None:
    """Drops the memoized answers of `facts`, so that small systems have no advantage."""
    facts._proved.clear()
    facts._refuted.clear()


def table() -> list[str]:
    """The lines of a Markdown table: cost at each size, and the ratio of largest to smallest."""
    lines = ["| facts | n | us a fact | us a question | decided | fact ratio | question ratio |"]
    lines.append("|---|---|---|---|---|---|---|")
    for kind in KINDS:
        first: tuple[float, float] | None = None
        for n in SIZES:
            learn, ask, decided = measure(kind, n)
            first = first or (learn, ask)
            lines.append(
                f"| {kind.__name__} | {n} | {learn:.0f} | {ask:.0f} | {decided} of {QUESTIONS} "
                f"| {learn / first[0]:.1f} | {ask / first[1]:.1f} |"
            )
    return lines
