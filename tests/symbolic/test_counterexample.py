"""Counterexamples satisfy all facts and refute the claim; a claim that is proved has none."""

import random

import pytest
from tieshape.symbolic import Facts, ceil_div, eq, ge, parse_expr, parse_predicate


def of(*facts: str, **least: int) -> Facts:
    known = Facts()
    for name, minimum in least.items():
        known.symbol(name, minimum)
    for fact in facts:
        known.learn(fact)
    return known


@pytest.mark.parametrize(
    ("facts", "claim"),
    [
        (["s % 4 == 0"], "s % 8 == 0"),
        (["a == 1 or a == b"], "a == b"),
        (["a*b == 12", "a <= b"], "a == 3"),
        (["x == 1000003*y + 7"], "x <= 100"),
        (["broadcastable(a, b)"], "broadcast(a, b) == a"),
        (["n//8 == m"], "n == 8*m"),
        (["a < b", "b < c", "c < d", "d < e"], "e == a + 4"),
        (["p*q == r*s", "p >= 2"], "q == s"),
        (["n >= 500", "n % 7 == 3"], "n >= 507"),
    ],
)
def test_what_is_not_known_has_a_counterexample(facts: list[str], claim: str) -> None:
    known = of(*facts)
    assert not known.proves(claim)
    sizes = known.counterexample(claim)
    assert sizes is not None
    assert all(parse_predicate(fact).holds(sizes) for fact in facts)
    assert not parse_predicate(claim).holds(sizes)


@pytest.mark.parametrize(
    ("facts", "claim"),
    [
        (["s % 4 == 0", "s >= 1"], "s >= 4"),
        (["a == 1 or a == b", "a >= 2"], "a == b"),
        (["n >= 5", "n <= 5"], "n == 5"),
    ],
)
def test_what_is_proved_has_none(facts: list[str], claim: str) -> None:
    assert of(*facts).counterexample(claim) is None


def test_least_values_are_kept() -> None:
    assert of(n=3).counterexample("n >= 4") == {"n": 3}
    assert of(n=4).counterexample("n >= 4") is None
    assert of(n=-1).counterexample("n >= 0") == {"n": -1}


def test_sizes_that_divide_by_zero_do_not_count() -> None:
    sizes = of().counterexample("n//d*d == n")
    assert sizes is not None
    assert sizes["d"] != 0


def test_nothing_is_learnt_by_asking() -> None:
    known = of("a <= b")
    assert known.counterexample("a == b") == {"a": 0, "b": 1}
    assert len(known.learnt) == 1
    assert not known.proves("a < b")
    assert not known.proves("a == b")


def test_no_counterexample_is_wrong_on_random_facts() -> None:
    """Against all small sizes: what is found is one, and few that exist are missed."""
    noise, found, missed = random.Random(7), 0, 0
    claims = [
        "a == b",
        "a <= b + 1",
        "a % 2 == 0",
        "a*b == 6",
        "a//3 == b",
        "max(a, b) >= 4",
        "a != 2",
    ]
    for _ in range(150):
        *facts, claim = noise.sample(claims, 3)
        known = of()
        sizes = {"a": noise.randrange(8), "b": noise.randrange(8)}
        facts = [f for f in facts if parse_predicate(f).holds(sizes)]
        for fact in facts:
            known.learn(fact)
        wrong = [
            (a, b)
            for a in range(12)
            for b in range(12)
            if all(parse_predicate(f).holds({"a": a, "b": b}) for f in facts)
            and not parse_predicate(claim).holds({"a": a, "b": b})
        ]
        answer = known.counterexample(claim)
        if answer is None:
            missed += bool(wrong)
            continue
        found += 1
        answer = {"a": 0, "b": 0} | answer
        assert all(parse_predicate(f).holds(answer) for f in facts)
        assert not parse_predicate(claim).holds(answer)
    assert found >= 50
    assert missed == 0


def test_ceilings_powers_and_absolute_values_agree_with_integers() -> None:
    for a in range(-9, 10):
        for b in (-4, -3, -1, 1, 2, 5):
            values = {"a": a, "b": b}
            rounded = -(-a // b)
            assert parse_expr("ceil(a/b)").evaluate(values) == rounded
            assert (
                parse_expr(f"ceil(a/{b})" if b > 0 else f"ceil(a/({b}))").evaluate(values)
                == rounded
            )
            assert ceil_div(parse_expr("a"), b).evaluate(values) == rounded
            assert parse_expr("ceil(2*a/b) - 1").evaluate(values) == -(-2 * a // b) - 1
            assert parse_expr("abs(a - b)").evaluate(values) == abs(a - b)
            assert parse_expr("-a**2*b + 2**3*a").evaluate(values) == -(a**2) * b + 8 * a
            assert (parse_expr("a + b") ** 3).evaluate(values) == (a + b) ** 3


def test_a_choice_of_claims_is_the_claim_of_its_branch() -> None:
    claim = parse_predicate("s == 7 if t == 1 else s == 9")
    for s in (7, 8, 9):
        for t in (1, 2):
            assert claim.holds({"s": s, "t": t}) == (s == (7 if t == 1 else 9))
    assert of("s == 7 if t == 1 else s == 9").proves("s >= 7")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a**b", "an exponent must be a number from 0 to 64 at column 2"),
        ("a**65", "an exponent must be a number from 0 to 64"),
        ("ceil(a + b/8)", "ceil takes one quotient, as in ceil((a + b) / c) at column 8"),
        ("ceil(a/8*8)", "ceil takes one quotient"),
        ("ceil(a/0)", "division by zero at column 7"),
        ("a/b", "unexpected '/' at column 2"),
        ("abs(a, b)", "abs takes one argument at column 1"),
        ("ciel(a/8)", "unknown function 'ciel'; did you mean ceil? at column 1"),
    ],
)
def test_text_that_is_none(text: str, message: str) -> None:
    with pytest.raises(
        ValueError,
        match=message.replace("(", r"\(")
        .replace(")", r"\)")
        .replace("+", r"\+")
        .replace("?", r"\?"),
    ):
        parse_expr(text)


def test_misleading_uses_of_expressions_are_errors() -> None:
    known = Facts()
    a, b = known.symbol("a"), known.symbol("b")
    for misleading in (
        lambda: a == 4,
        lambda: a != 4,
        lambda: 4 in [a],
        lambda: a < b,
        lambda: max(a, b),
        lambda: bool(a),
        lambda: bool(eq(a, b)),
        lambda: eq(a, b) and ge(a, 1),
        lambda: known.proves(a == b),  # type: ignore[arg-type]
        lambda: known.learn(a != b),  # type: ignore[arg-type]
        lambda: known.proves(a),  # type: ignore[arg-type]
        lambda: int(a),
    ):
        with pytest.raises(TypeError, match=r"facts|claim|depends"):
            misleading()
    assert a == a
    assert (a == b) is False
    assert a - a + 4 == 4
    assert {a - a + 4: 1}[4] == 1
    assert eq(a, a)
    assert not eq(a, a + 1)


def test_misspelt_symbols_are_named() -> None:
    known = of("batch % 4 == 0", S0=1)
    for claim, near in (("bacth >= 0", "batch"), ("s0 >= 1", "S0")):
        for ask in (known.proves, known.refutes, known.why, known.counterexample):
            with pytest.raises(ValueError, match=f"did you mean {near}"):
                ask(claim)
    with pytest.raises(ValueError, match="did you mean batch"):
        known.bounds("2*bach")
    assert not known.proves("S1 >= 1")  # another number is another symbol
    known.symbol("bacth")
    assert known.proves("bacth >= 0")
