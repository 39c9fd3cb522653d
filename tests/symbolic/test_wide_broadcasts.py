"""Broadcasts of many sizes keep their symbols: what follows of sizes and results still does."""

from itertools import pairwise

import pytest
from tieshape.symbolic import Facts, Symbol, broadcast, eq, large_terms, wide_broadcasts

N = 14


@pytest.fixture(params=[2, 3, 8], autouse=True)
def limit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many sizes a broadcast has at most that takes the place of its symbol."""
    monkeypatch.setattr(large_terms, "WIDE_BROADCAST", request.param)
    monkeypatch.setattr(wide_broadcasts, "WIDE_BROADCAST", request.param)


def chain(facts: Facts, name: str, sizes: list[str], fits: bool = True) -> list[str]:
    """What a chain of ops says; its results."""
    results = [sizes[0], *(f"{name}{i}" for i in range(1, len(sizes)))]
    for (last, result), size in zip(pairwise(results), sizes[1:], strict=True):
        if fits:
            facts.learn(f"broadcastable({last}, {size})")
        facts.learn(f"{result} == broadcast({last}, {size})")
    return results[1:]


SIZES = [f"x{i}" for i in range(N)]


@pytest.mark.parametrize("minimum", [0, 1])
def test_chains_in_other_orders_have_one_result(minimum: int):
    facts = Facts()
    for size in SIZES:
        facts.symbol(size, minimum)
    s, t = chain(facts, "s", SIZES), chain(facts, "t", SIZES[::-1])
    assert facts.proves(f"{s[-1]} == {t[-1]}")
    assert facts.proves(eq(Symbol(s[-1]), broadcast(*map(Symbol, SIZES))))
    for result in (*s, *t, *SIZES):
        assert facts.proves(f"{result} == 1 or {result} == {t[-1]}")
        assert facts.proves(f"broadcast({result}, {s[-1]}) == {s[-1]}")
    assert facts.proves(f"broadcastable({', '.join((*SIZES, *s))})")
    assert not facts.proves(f"{s[-2]} == {t[-2]}") and not facts.proves(f"{s[-2]} == {s[-1]}")
    assert not facts.proves(f"{s[-2]} == 1 or {s[-2]} == {SIZES[-1]}")


def test_results_of_sizes_that_may_not_fit():
    """A broadcast is the greatest size that is not 1 then: no size below it is known to be it."""
    facts = Facts()
    s, t = chain(facts, "s", SIZES, fits=False), chain(facts, "t", SIZES[::-1], fits=False)
    assert facts.proves(f"{s[-1]} == {t[-1]}")
    assert facts.proves(f"broadcast({SIZES[3]}, {s[-1]}) == {t[-1]}")
    assert not facts.proves(f"{SIZES[3]} == 1 or {SIZES[3]} == {s[-1]}")
    assert not facts.proves(f"broadcastable({SIZES[0]}, {s[-1]})")
    facts.learn(f"broadcastable({', '.join(SIZES[:-1])})")
    assert facts.proves(f"broadcastable({SIZES[0]}, {s[-2]})")
    assert facts.proves(f"{SIZES[3]} == 1 or {SIZES[3]} == {s[-2]}")
    assert not facts.proves(f"broadcastable({SIZES[0]}, {s[-1]})")


def test_a_size_that_is_known_later():
    facts = Facts()
    s = chain(facts, "s", SIZES)
    with facts.scope():
        facts.learn("x5 == 7")
        assert facts.simplify(s[-1]).constant_value == 7
        assert facts.simplify(s[4]).constant_value == 7 and facts.simplify(s[3]).symbols()
    with facts.scope():
        for size in SIZES[1:]:
            facts.learn(f"{size} == x0")
        assert facts.proves(f"{s[-1]} == x0")
    assert not facts.proves(f"{s[-1]} == x0") and not facts.proves(f"{s[-1]} == 7")


def test_what_a_scope_learns_is_forgotten():
    facts = Facts()
    for size in (*SIZES, "s"):
        facts.symbol(size)
    whole = f"broadcast({', '.join(SIZES)})"
    with facts.scope():
        facts.learn(f"broadcastable({', '.join(SIZES)})")
        facts.learn(f"s == {whole}")
        other = facts.copy()
        assert facts.proves("x3 == 1 or x3 == s") and facts.proves(f"s == {whole}")
    assert other.proves("x3 == 1 or x3 == s") and other.proves("broadcast(x3, s) == s")
    assert not facts.proves("x3 == 1 or x3 == s") and not facts.proves("broadcastable(x0, s)")
    facts.learn("broadcast(x0, x1) == s")
    assert not facts.proves(f"s == {whole}") and not facts.proves("broadcast(x3, s) == s")


def test_symbols_that_are_broadcasts_of_each_other():
    """Both may be any size above all others, so neither is known by these."""
    facts = Facts()
    for size in (*SIZES, "s", "t", "u"):
        facts.symbol(size)
    facts.learn(f"s == broadcast({', '.join(SIZES[:7])}, t)")
    facts.learn(f"t == broadcast({', '.join(SIZES[7:])}, s)")
    facts.learn(f"u == broadcast({', '.join(SIZES)})")
    assert facts.proves("s == t") and facts.proves("broadcast(s, u) == s")
    assert not facts.proves("s == u") and not facts.proves("broadcast(s, u) == u")
    with facts.scope():
        for size in SIZES:
            facts.learn(f"{size} == 1")
        facts.learn("s == 5")
        assert facts.proves("t == 5") and facts.proves("u == 1")
