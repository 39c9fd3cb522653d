"""Broadcasts of many sizes in terms of known ones: the same number at all sizes, and few operands."""

import random
from collections.abc import Sequence
from itertools import accumulate

from tieshape.materialize.named_broadcasts import FLAT, NamedBroadcasts
from tieshape.symbolic import Expr, Symbol, broadcast

SIZES = [Symbol(f"s{i}") for i in range(12)]


def known(*wholes: Sequence[Expr]) -> NamedBroadcasts:
    broadcasts = NamedBroadcasts()
    for sizes in wholes:
        broadcasts.add(broadcast(*sizes))
    return broadcasts


def check(broadcasts: NamedBroadcasts, sizes: Sequence[Expr]) -> Sequence[Expr]:
    """What `sizes` are covered by, which broadcasts to the same numbers, none of them allowed."""
    covered = broadcasts.cover(sizes)
    assert broadcast(*covered) == broadcast(*sizes)
    rng = random.Random(len(sizes))
    for _ in range(20):
        values = {f"s{i}": rng.choice((-1, 0, 1, 1, 2, 3)) for i in range(len(SIZES))}
        assert broadcast(*covered).evaluate(values) == broadcast(*sizes).evaluate(values)
    return covered


def test_each_step_of_a_chain_has_two_operands() -> None:
    broadcasts = NamedBroadcasts()
    for sizes in accumulate(([size] for size in SIZES), list.__add__):
        covered = check(broadcasts, sizes)
        assert len(covered) == (len(sizes) if len(sizes) <= FLAT else 2)
        broadcasts.add(broadcast(*sizes))


def test_a_tree_is_covered_by_its_halves() -> None:
    assert len(check(known(SIZES[:6], SIZES[6:], SIZES[:4]), SIZES)) == 2


def test_known_broadcasts_may_overlap() -> None:
    assert len(check(known(SIZES[:7], SIZES[5:]), SIZES)) == 2


def test_what_has_other_sizes_too_is_not_used() -> None:
    assert check(known(SIZES[:8]), SIZES[1:8]) == SIZES[1:8]
    assert check(known(SIZES[:5]), SIZES[1:9]) == SIZES[1:9]
    assert check(known(SIZES), SIZES) == SIZES  # not by itself


def test_few_sizes_are_written_out() -> None:
    assert check(known(SIZES[:2], SIZES[:3]), SIZES[:4]) == SIZES[:4]
    assert check(known(SIZES[:2], SIZES[:3]), SIZES[:6]) == SIZES[:6]
