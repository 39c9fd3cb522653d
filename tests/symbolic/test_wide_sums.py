"""Sums of more sizes than are reasoned about: models still tell what is not known of them."""

import random
from typing import Any

import pytest
from tieshape.symbolic import Expr, Facts, Symbol, as_expr, eq, ge, le, prove
from tieshape.symbolic.local_search import satisfies
from tieshape.symbolic.predicate import Le
from tieshape.symbolic.repairs import Repairs, at_risk
from tieshape.symbolic.rows import RowKey

WHOLE = Symbol("n")


def split(count: int) -> tuple[Facts, list[Expr], list[Expr]]:
    """Facts of `n`, of which parts are taken; the parts; and what is left after each."""
    facts = Facts()
    facts.symbol("n")
    parts, rests, rest = list[Expr](), list[Expr](), WHOLE
    for i in range(count):
        part, left = facts.symbol(f"p{i}"), facts.symbol(f"r{i}")
        facts.learn(le(part, rest))
        rest -= part
        facts.learn(eq(left, rest))
        parts.append(part)
        rests.append(left)
    return facts, parts, rests


def test_what_is_left_of_many_parts_is_told_without_search(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = list[object]()
    monkeypatch.setattr(prove, "_refuted", lambda *args: searched.append(args) or (False, None))
    facts, parts, rests = split(80)
    for part, rest in zip(parts, rests, strict=True):
        assert not facts.proves(eq(part, rest))
        assert not facts.proves(eq(rest, WHOLE))
        assert not facts.proves(ge(part, 1))
    assert not searched


def test_what_follows_of_many_parts_is_proved() -> None:
    facts, parts, rests = split(80)
    total = sum(parts, start=as_expr(0))
    assert facts.proves(eq(total + rests[-1], WHOLE))
    assert facts.refutes(eq(total + rests[-1], WHOLE + 1))
    assert facts.proves(le(total, WHOLE)) and not facts.proves(le(total + 1, WHOLE))
    assert facts.proves(le(rests[-1], rests[-2]))
    assert not facts.proves(le(rests[-2], rests[-1]))


def test_a_part_more_costs_about_as_much_as_the_sum_is_long(work: Any) -> None:
    calls = list[int]()
    for count in (30, 120):
        with work.counted():
            split(count)
        calls.append(work.calls)
    assert calls[1] < 20 * calls[0]


def random_expr(noise: random.Random, names: list[Expr]) -> Expr:
    expr = as_expr(noise.randint(-6, 6))
    for name in names:
        expr += noise.randint(-2, 2) * name
    return expr + noise.choice([0, 0, names[0] * names[1]])


@pytest.mark.parametrize("seed", range(200))
def test_what_is_not_at_risk_holds(seed: int) -> None:
    noise = random.Random(seed)
    names = [Symbol(f"x{i}") for i in range(3)]
    symbol = names[0].single_atom
    values = {name.single_atom: noise.randint(-4, 4) for name in names}
    step = noise.choice([-3, -1, 1, 2])
    changed = values | {symbol: values[symbol] + step}
    exprs = [e for _ in range(20) if symbol in (e := random_expr(noise, names)).symbol_atoms]
    rows: list[RowKey] = [(Le, expr) for expr in exprs if satisfies(Le(expr), values)]
    endangered = set(at_risk(rows, symbol, step))
    assert all(satisfies(Le(row[1]), changed) for row in rows if row not in endangered)


@pytest.mark.parametrize("seed", range(200))
def test_a_repair_says_what_it_does(seed: int) -> None:
    """What it says of a sum is what evaluating the claim says."""
    noise = random.Random(seed)
    names = [Symbol(f"x{i}") for i in range(3)]
    values = {name.single_atom: noise.randint(-4, 4) for name in names}
    for make in (eq, le):
        claim = make(random_expr(noise, names), 0)
        if claim.symbol_atoms:
            repairs = Repairs(claim, values, barely=False)
            symbol = min(claim.symbol_atoms, key=lambda s: s.name)
            for new in repairs.of(symbol):
                wanted = satisfies(claim, values | {symbol: new})
                assert repairs.satisfies(symbol, new) is wanted
