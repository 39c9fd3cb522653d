"""What is seen without a search: single changes of known models, sums over what was broadcast."""

import pytest
from tieshape.symbolic import Facts, prove
from tieshape.symbolic.refutation import Limits

from .learning import facts

SUM = " + ".join(f"a{i}" for i in range(60))


@pytest.mark.usefixtures("without_searches")
@pytest.mark.parametrize("size", [SUM, f"max({SUM}, n//3) + n//2"])
def test_an_order_that_does_not_follow_needs_no_search(size: str) -> None:
    known = facts(f"s == {size}")
    assert not known.proves("s >= k")
    assert not known.proves("s <= k")
    assert not known.proves("a7 <= k + 3")
    assert not known.proves("s + n >= k*2 + 1")


def test_an_order_that_follows_is_still_proved() -> None:
    known = facts("s == 2*(n//3) + a", "k <= a", "m <= s")
    assert known.proves("s >= k")
    assert not known.proves("s > k")
    assert not known.proves("m >= k")


@pytest.mark.parametrize(
    ("size", "simple"),
    [
        ("1 if a == 1 else broadcast(a, b)", "a"),
        ("1 if a == 1 and a != b else broadcast(a, b)", "a"),
        ("1 if b == 1 and (a != b or c != d) else broadcast(a, b)", "b"),
        ("1 if b == 1 and (c != d or b != broadcast(a, c)) else broadcast(a, b, c)", "b"),
        ("1 if 1 == broadcast(a, b) and broadcast(a, b) != c else broadcast(a, b, c)", "broadcast(a, b)"),
    ],
)  # fmt: skip
def test_a_gradient_has_the_size_of_what_was_broadcast(size: str, simple: str) -> None:
    known = facts("broadcastable(a, b, c)", "broadcastable(c, d)")
    assert known.simplify(size) == known.simplify(simple)


@pytest.mark.parametrize(
    "size",
    [
        "1 if a == 1 and c != d else broadcast(a, b)",
        "1 if a == 1 and (a == b or c != d) else broadcast(a, b)",
        "1 if a == 1 and a != b and c != d else broadcast(a, b)",
        "1 if a == 1 and a != c else broadcast(a, b)",
        "2 if a == 1 and a != b else broadcast(a, b)",
        "1 if a == 1 and a != e else broadcast(a, e)",
        "1 if a != 1 and a != b else broadcast(a, b)",
    ],
)
def test_another_condition_or_sizes_that_may_not_fit_do_not(size: str) -> None:
    known = facts("broadcastable(a, b, c)")
    assert known.simplify(size) != known.simplify("a")
    assert not known.proves(f"({size}) == a")


def test_gradient_sizes_by_value() -> None:
    """In every run in which the sizes fit, what was simplified has the value that was written."""
    known = facts("broadcastable(a, b)")
    size = "1 if b == 1 and (a != b or c != d) else broadcast(a, b)"
    simple = known.simplify(size)
    for a, b in [(0, 0), (1, 0), (0, 1), (1, 1), (3, 1), (1, 3), (3, 3)]:
        for c, d in [(1, 1), (1, 2)]:
            whole = b if a == 1 else a
            wanted = 1 if b == 1 and (a != b or c != d) else whole
            assert simple.evaluate({"a": a, "b": b, "c": c, "d": d}) == wanted


QUESTION = "(n*k) % 2 == 0 or (n % 2 == 1 and k % 2 == 1)"


def test_after_many_searches_in_vain_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Facts().proves(QUESTION), "a search by residues proves it"
    known = Facts(Limits(fruitless=-1, exhausted=-1))
    monkeypatch.setattr(prove, "_searched", lambda *_: pytest.fail("a search"))  # pyright: ignore
    assert not known.proves(QUESTION)
    assert known.proves("n + k >= n"), "what is seen at once is still seen"


@pytest.mark.usefixtures("without_searches")
@pytest.mark.parametrize("count", [8, 24])
def test_sizes_by_cases_that_follow_each_other_need_no_search(count: int) -> None:
    """Each size is that before it, and another one where it is less: all may be so or otherwise."""
    size, known = "s0", facts()
    for i in range(count):
        known.learn(f"s{i + 1} == {size} + (t{i} if {size} < t{i} else 0)")
        size = str(known.simplify(f"s{i + 1}"))
    for i in range(count - 1):
        with known.scope():
            known.learn(f"s{count - 1} < t{count - 1}")
            assert not known.proves(f"s{i} < t{i}")
            assert not known.refutes(f"s{i} < t{i}")


@pytest.mark.usefixtures("without_searches")
def test_a_sum_of_products_of_many_broadcasts_needs_no_search() -> None:
    known = facts()
    products = list[str]()
    for i in range(30):
        known.learn(f"broadcastable(a{i}, b{i})")
        known.learn(f"broadcastable(c{i}, d{i})")
        products.append(f"broadcast(a{i}, b{i})*broadcast(c{i}, d{i})")
    known.learn(f"total == {' + '.join(products)}")
    for i in range(0, 30, 5):
        assert not known.proves(f"broadcast(a{i}, b{i}) == a{i}")
        assert not known.proves(f"broadcastable(a{i}, d{i})")


@pytest.mark.usefixtures("without_searches")
def test_sizes_of_two_broadcasts_are_not_known_to_fit() -> None:
    """Whatever fits with what: of each two that no fact names together, one may be 2, one 3."""
    first, second = (", ".join(f"{c}{i}" for i in range(9)) for c in "ab")
    known = facts(f"broadcastable({first})", f"broadcastable({second})")
    assert not known.proves(f"broadcastable({first}, {second})")
    assert not known.proves(f"broadcastable({first}, b8)")
    assert known.proves("broadcastable(a1, a4, a8)")


@pytest.mark.usefixtures("without_searches")
def test_products_of_broadcasts_differ_by_one_size() -> None:
    sides = ["abcdefg", "hijk", "lmno"]
    texts = [", ".join(f"{c}1" for c in side) for side in sides]
    known = facts(*(f"broadcastable({text})" for text in texts), "broadcastable(a1, x)")
    first, second, third = (f"broadcast({text})" for text in texts)
    assert not known.proves(f"{first}*{second}*{third} == broadcast({first}, x)*{second}*{third}")
    assert known.proves(f"{first}*{second}*{third} == broadcast({first}, c1)*{third}*{second}")


MANY = ", ".join("bcdefghi")


@pytest.mark.usefixtures("without_searches")
def test_that_one_of_many_fitting_sizes_is_neither_one_nor_the_rest_needs_no_search() -> None:
    known = facts(
        f"broadcastable(a, {MANY})", f"s == broadcast({MANY})", f"t == broadcast(a, {MANY})"
    )
    assert not known.proves(f"a == 1 or a == broadcast({MANY})")


def test_that_it_is_one_of_them_is_still_proved() -> None:
    known = facts(f"broadcastable(a, {MANY})", "a != 1 or b == 1", "b != 1")
    assert known.proves(f"a == 1 or a == broadcast({MANY})")
    assert known.proves(f"a == 1 or a == broadcast(a, {MANY})")


def flat(i: int) -> str:
    """What reading `[b, s, w]` as `[-1, w]` gives, for the width numbered `i`."""
    return f"(max(1, b)*max(1, s) if w{i} == 0 and b*s == 0 else b*s)"


def read_in_turn(widths: int) -> Facts:
    """Each width is 0 where the one before is and there are no rows."""
    return facts(*(f"b*s*w{i + 1} == w{i + 1}*{flat(i)}" for i in range(widths - 1)))


@pytest.mark.usefixtures("without_searches")
def test_sizes_by_cases_that_a_chain_of_zeros_tells_apart_need_no_search() -> None:
    known = read_in_turn(24)
    for i in range(22):
        assert not known.proves(f"{flat(i)} == {flat(i + 1)}")


def test_sizes_by_cases_that_are_equal_where_one_case_cannot_be_are_proved() -> None:
    known = read_in_turn(4)
    known.learn("w1 >= 1")
    known.learn("w2 >= 1")
    assert known.proves(f"{flat(1)} == {flat(2)}")
    assert not known.proves(f"{flat(2)} == {flat(3)}")
