"""Cost must not grow with the number of facts; the full table is printed by bench/engine.py."""

from time import perf_counter

import pytest
from tieshape.symbolic import Facts

KINDS = {
    "equality": ("x{i} == x{j}", "x0 == x{k}"),
    "affine": ("x{j} == x{i} + 2", "x{k} >= x0 + {k}"),
    "product": ("p{i} == b*s*h{m}", "p{k}*h0 == p0*h{km}"),
    "divisibility": ("d{i} % 8 == 0", "(d{k} + d0) % 4 == 0"),
    "at most": ("x{i} <= x{j}", "x0 <= x{k}"),
}


def cost(fact: str, question: str, n: int) -> tuple[float, float]:
    """Seconds per fact and per question."""
    facts = Facts()
    start = perf_counter()
    for i in range(n):
        facts.learn(fact.format(i=i, j=i + 1, m=i % 10))
    learn = (perf_counter() - start) / n
    start = perf_counter()
    for k in range(n - 50, n):
        assert facts.proves(question.format(k=k, km=k % 10)), question
    return learn, (perf_counter() - start) / 50


@pytest.mark.parametrize("kind", KINDS)
def test_ten_times_the_facts_cost_no_more_each(kind: str):
    small = [cost(*KINDS[kind], n=200) for _ in range(3)]
    large = [cost(*KINDS[kind], n=2_000) for _ in range(2)]
    for part in (0, 1):  # generous, since the machine may be busy; linear growth would be tenfold
        assert min(c[part] for c in large) < 6 * min(c[part] for c in small) + 20e-6
