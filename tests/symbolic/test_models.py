"""Models that the facts keep: they refute what does not follow without any search."""

import itertools
import random
from typing import Any

import pytest
from tieshape.symbolic import Facts, Symbol, eq, ge, le, minimum, models, prove


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was searched for, in place of being asked of models alone."""
    asked = list[object]()
    refuted = prove._refuted  # pyright: ignore[reportPrivateUsage]

    def counted(store: object, symbols: object, rows: object, claim: object, limits: object):
        asked.append(claim)
        return refuted(store, symbols, rows, claim, limits)  # pyright: ignore

    monkeypatch.setattr(prove, "_refuted", counted)
    return asked


def test_a_chain_of_bounds_needs_no_search_for_what_does_not_follow(searches: list[object]):
    facts = Facts()
    sizes = [facts.symbol(f"s{i}") for i in range(100)]
    for greater, lesser in itertools.pairwise(sizes):
        facts.learn(le(lesser, greater))
    for greater, lesser in itertools.pairwise(sizes):
        assert not facts.proves(eq(lesser, greater))
        assert not facts.proves(ge(lesser, 1))
    assert not searches
    assert facts.proves(le(sizes[99], sizes[0]))


def test_least_of_more_and_more_sizes_need_no_search(searches: list[object]):
    facts = Facts()
    sizes = [facts.symbol(f"s{i}") for i in range(20)]
    for count in range(2, 20):
        assert not facts.proves(eq(minimum(*sizes[:count]), minimum(*sizes[: count + 1])))
    assert not searches


@pytest.mark.parametrize("seed", range(60))
def test_models_satisfy_all_facts(seed: int):
    rng = random.Random(seed)
    facts = Facts()
    for name in "abcdef":
        facts.symbol(name, rng.choice((0, 1, -3)))
    for _ in range(8):
        a, b, c = (Symbol(rng.choice("abcdef")) for _ in range(3))
        k = rng.randrange(-3, 9)
        facts.accepts(
            rng.choice(
                (
                    le(a, b + k),
                    eq(a % 4, k % 4),
                    eq(a, b + c - k),
                    eq(a * b, c * 2),
                    le(a + b, c),
                    le(minimum(a, b) // 2, k),
                )
            )
        )
    for values in facts.models():
        assert all(fact.predicate.holds(values) for fact in facts.learnt)


def test_some_models_are_known_of_ordinary_facts():
    facts = Facts()
    for text in ("a <= b", "b % 8 == 0", "c == a*b", "d <= 512", "e == max(0, d - 3)"):
        facts.learn(text)
    models = list(facts.models())
    assert len(models) == 4
    assert max(values["b"] for values in models) > 1000
    assert all(values["d"] <= 512 for values in models)


def test_models_are_found_again_only_where_facts_change(monkeypatch: pytest.MonkeyPatch):
    found, search = list[int](), models._found  # pyright: ignore[reportPrivateUsage]

    def counted(*given: Any) -> Any:
        found.append(1)
        return search(*given)

    monkeypatch.setattr(models, "_found", counted)
    facts = Facts()
    facts.learn("a <= b")
    known = list(facts.models())
    for _ in range(3):
        with facts.scope():
            assert list(facts.models()) == known
    assert len(found) == 1
    with facts.scope():
        facts.learn("a >= 5")
        inside = list(facts.models())
        assert inside
        assert all(5 <= values["a"] <= values["b"] for values in inside)
    assert len(found) == 2
    assert list(facts.models()) == known
    assert len(found) == 2
    facts.symbol("c")
    assert all("c" in values for values in facts.models())
    facts.learn("b <= 3")
    assert all(values["a"] <= values["b"] <= 3 for values in facts.models())
