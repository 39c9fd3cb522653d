"""The greatest of more sizes is at least that of some of them; the least is at most that."""

import itertools

import pytest
from tieshape.symbolic import Facts, parse_predicate, prove

MANY = ", ".join(f"s{i}" for i in range(12))
FOLLOWS = [
    "max(a, b, c) >= max(a, b)",
    "max(a, b, c, d) >= d",
    "max(a, b, c, d) + e >= max(b, d) + e",
    "max(a, b, c, d) - max(a, c) + b >= b",
    "min(a, b, c, d) <= min(a, c)",
    "min(a, b, c, d) <= b",
    "3*max(a, b, c, d) >= 3*max(b, c)",
    "max(a + b, b, c, d) >= max(c, a + b)",
    "max(a//2, b, c, d) >= a//2",
]
DOES_NOT_FOLLOW = [
    "max(a, b, c) > max(a, b)",
    "max(a, b) >= max(a, b, c)",
    "max(a, b, c, d) >= max(a, b, e)",
    "max(b, c, d) >= min(a, e)",
    "max(a, b, c, d) <= max(a, c)",
    "min(a, b, c, d) >= min(a, c)",
    "max(a, b, c, d) >= 2*max(b, c)",
    "2*max(a, b, c, d) - 3*max(b, c) >= 0",
    "max(a, b, c, d) >= a + b",
]


@pytest.mark.parametrize("claim", [*FOLLOWS, f"max({MANY}) >= max(s3, s7, s11)"])
def test_it_is_seen_without_a_search(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove, "_searched", lambda *_: pytest.fail("a search where none is needed"))
    assert Facts().proves(claim)


@pytest.mark.parametrize("claim", DOES_NOT_FOLLOW)
def test_what_is_no_part_tells_nothing(claim: str) -> None:
    assert not Facts().proves(claim)


@pytest.mark.parametrize("claim", FOLLOWS)
def test_it_holds(claim: str) -> None:
    for some in itertools.product((-1, 0, 1, 3), repeat=5):
        assert parse_predicate(claim).holds(dict(zip("abcde", some, strict=True)))


@pytest.mark.parametrize("claim", DOES_NOT_FOLLOW)
def test_it_does_not_always_hold(claim: str) -> None:
    sizes = (
        dict(zip("abcde", some, strict=True)) for some in itertools.product(range(4), repeat=5)
    )
    assert not all(parse_predicate(claim).holds(known) for known in sizes)
