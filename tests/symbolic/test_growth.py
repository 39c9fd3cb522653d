"""Cost must not grow with the number of facts; the full table is printed by bench/engine/engine.py."""

from typing import Any

import pytest
from tieshape.symbolic import Facts

KINDS = {
    "equality": ("x{i} == x{j}", "x0 == x{k}"),
    "affine": ("x{j} == x{i} + 2", "x{k} >= x0 + {k}"),
    "product": ("p{i} == b*s*h{m}", "p{k}*h0 == p0*h{km}"),
    "divisibility": ("d{i} % 8 == 0", "(d{k} + d0) % 4 == 0"),
    "at most": ("x{i} <= x{j}", "x0 <= x{k}"),
}


def cost(work: Any, fact: str, question: str, n: int) -> tuple[float, float]:
    """Calls of Python functions per fact and per question."""
    facts = Facts()
    with work.counted():
        for i in range(n):
            facts.learn(fact.format(i=i, j=i + 1, m=i % 10))
    learn = work.calls / n
    with work.counted():
        for k in range(n - 50, n):
            assert facts.proves(question.format(k=k, km=k % 10)), question
    return learn, work.calls / 50


@pytest.mark.parametrize("kind", KINDS)
def test_ten_times_the_facts_cost_no_more_each(kind: str, work: Any):
    small, large = cost(work, *KINDS[kind], n=200), cost(work, *KINDS[kind], n=2_000)
    for part in (0, 1):  # linear growth would be tenfold
        assert large[part] < 2 * small[part]
