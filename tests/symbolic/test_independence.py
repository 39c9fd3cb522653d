"""What is said not to follow from other claims does not: values show it, and nothing proves it."""

import random

import pytest
from tieshape.symbolic import Contradiction, Facts, Predicate, parse_predicate
from tieshape.symbolic.independence import Independence

NAMES = "abcd"


def random_size(noise: random.Random, depth: int = 0) -> str:
    kind = noise.random()
    if depth > 1 or kind < 0.5:
        return noise.choice(NAMES)
    x, y = random_size(noise, depth + 1), random_size(noise, depth + 1)
    return noise.choice([f"broadcast({x}, {y})", f"({x})*({y})", f"({x} + {y})", f"max({x}, {y})"])


def random_claim(noise: random.Random) -> Predicate:
    x, y = random_size(noise), random_size(noise)
    return parse_predicate(
        noise.choice([f"{x} == {y}", f"{x} <= {y}", f"broadcastable({x}, {y})", f"{x} != {y}"])
    )


@pytest.mark.parametrize("seed", range(150))
def test_nothing_independent_is_proved(seed: int) -> None:
    noise = random.Random(seed)
    claims = [random_claim(noise) for _ in range(noise.randint(1, 5))]
    facts = Facts()
    try:
        for claim in claims:
            facts.learn(claim)
    except Contradiction:
        return
    independence = Independence(claims, facts.models())
    for number, claim in enumerate(claims):
        without = {n for n in range(len(claims)) if n != number and noise.random() < 0.3}
        if independence.of(number, without):
            others = Facts()
            for other, known in enumerate(claims):
                if other != number and other not in without:
                    others.learn(known)
            assert not others.proves(claim), [*map(str, claims)]


def independent(*texts: str, without: tuple[int, ...] = ()) -> list[bool]:
    claims = [parse_predicate(text) for text in texts]
    facts = Facts()
    for claim in claims:
        facts.learn(claim)
    independence = Independence(claims, facts.models())
    return [independence.of(number, without) for number in range(len(claims))]


def test_claims_of_sizes_of_their_own_are_independent() -> None:
    assert independent("a == b", "c == d") == [True, True]
    assert independent("n == broadcast(a, b)", "broadcastable(a, b)") == [True, True]
    assert independent("n == broadcast(a, b)", "n == broadcast(a, c)") == [True, True]
    assert independent("n == a + b", "m == n*c", "n == d") == [True, True, True]


def test_what_follows_from_the_others_is_not() -> None:
    assert independent("a == b", "b == c", "a == c") == [False, False, False]
    assert independent("a == b", "a == b") == [False, False]
    assert independent("broadcastable(a, b)", "broadcastable(a, b, c)") == [False, True]
    assert independent("n == a + b", "n >= a") == [True, False]


def test_what_follows_from_a_claim_left_out_is() -> None:
    assert independent("a == b", "b == c", "a == c", without=(2,)) == [True, True, False]
    assert independent("broadcastable(a, b)", "broadcastable(a, b, c)", without=(1,))[0]


def test_without_models_nothing_is_known() -> None:
    claims = [parse_predicate("a <= b"), parse_predicate("b <= 2*c")]
    assert not Independence(claims, []).of(0)
    assert not Independence(claims, [{"a": 2, "b": 1, "c": 1}]).of(0)  # no model
    assert Independence(claims, [{"a": 1, "b": 1, "c": 1}]).of(0)
