"""Large terms keep their symbols: what follows still follows, what does not, does not."""

from collections.abc import Iterator, Mapping
from types import ModuleType

import pytest
from tieshape.symbolic import Atom, Expr, Facts, Symbol, large_terms, store
from tieshape.symbolic.refutation import DEFAULT, Limits

LARGE = "((((((n*2//3)*2//3)*2//3)*2//3)*2//3)*2//3)*2//3"
"""Seven quotients inside each other."""
SUM = " + ".join(f"a{i}" for i in range(60))


@pytest.fixture
def all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every term with an operation in it keeps its symbol."""
    monkeypatch.setattr(large_terms, "MAX_DEPTH", 0)


@pytest.mark.parametrize("term", [LARGE, SUM])
def test_a_symbol_of_a_large_term_stays_a_symbol(term: str):
    facts = Facts()
    facts.learn(f"s == {term} + 5")
    assert facts.simplify("s") == Symbol("s")
    assert facts.simplify(f"{term} + 7") == Symbol("s") + 2
    assert facts.proves(f"s == {term} + 5")
    assert not facts.proves(f"s == {term} + 4")
    assert facts.refutes(f"s == {term} + 4")


def test_a_symbol_of_a_small_term_does_not():
    facts = Facts()
    facts.learn("s == (n*2//3)*2//3 + 5")
    assert facts.simplify("s") == facts.simplify("(n*2//3)*2//3 + 5")


def test_symbols_of_one_large_term_are_equal():
    facts = Facts()
    facts.learn(f"s == {LARGE}")
    facts.learn(f"t == {LARGE} + 1")
    facts.learn(f"u == {LARGE.replace('n', 'm')}")
    assert facts.proves("t == s + 1")
    assert not facts.proves("t == s") and not facts.proves("u == s")
    facts.learn("m == n")
    assert facts.proves("u == s")


def test_what_a_scope_learns_of_a_large_term_is_forgotten():
    facts = Facts()
    facts.symbol("s")
    with facts.scope():
        facts.learn(f"s == {LARGE}")
        assert facts.simplify(LARGE) == Symbol("s")
    assert "s" not in facts.simplify(LARGE).symbols()
    assert not facts.proves(f"s == {LARGE}")


def test_a_copy_knows_large_terms_of_its_own():
    facts = Facts()
    facts.learn(f"s == {LARGE}")
    other = facts.copy()
    other.learn(f"t == {SUM}")
    assert other.proves(f"s == {LARGE}") and other.proves(f"t == {SUM}")
    assert not facts.proves(f"t == {SUM}")


def test_bounds_see_through_symbols_of_large_terms():
    facts = Facts()
    for i in range(12):
        facts.learn(f"x{i + 1} == x{i} + x{i}//2 + (x{i} + b)//3")
    assert facts.proves("x12 >= x0") and facts.proves("x11 <= x12")
    assert not facts.proves("x12 > x0")


def test_numbers_decide_large_terms():
    facts = Facts()
    facts.learn(f"s == {LARGE}")
    facts.learn("n == 3*3*3*3*3*3*3")
    assert facts.proves("s == 128") and facts.refutes("s == 127")


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.usefixtures("all_are_large")
def test_random_systems_of_large_terms(fuzz: ModuleType, seed: int):
    assert fuzz.run(120, seed) is None
    assert fuzz.run(60, seed, make=fuzz.random_broadcasts) is None


@pytest.mark.usefixtures("all_are_large")
def test_a_wrong_definition_is_found(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch):
    def unfolded(expr: Expr, terms: Mapping[Atom, Expr]) -> Iterator[Expr]:
        for atom in terms.keys() & expr.atoms():
            yield expr - atom.as_expr() + terms[atom] + 1

    monkeypatch.setattr(store, "unfolded", unfolded)
    assert fuzz.run(600, 1) is not None


def test_after_fruitless_searches_the_nearest_facts_still_count(fuzz: ModuleType):
    limits = Limits(fruitless=-1)
    facts = Facts(limits)
    facts.learn("a*b == c*d")
    facts.learn("a == 2*c")
    facts.learn("c >= 1")
    assert facts.proves("d == 2*b")
    assert fuzz.run(60, 3, limits) is None


def test_searches_that_prove_nothing_come_to_an_end():
    facts = Facts()
    for i in range(80):
        facts.learn(f"x{i}*x{i + 1}//(y{i} + 1) <= x{i + 2} + y{i + 3}")
    for i in range(80):
        assert not facts.proves(f"x{i} <= y{i}*x{i + 3}//(y{i + 2} + 2)")
    store = facts._store  # pyright: ignore[reportPrivateUsage]
    assert store.fruitless < DEFAULT.fruitless * 3


@pytest.mark.parametrize("size", [f"min({SUM.replace(' + ', ', ')})", f"{SUM} + n//3"])
def test_a_symbol_of_a_term_of_many_sizes_gets_values(size: str):
    facts = Facts()
    facts.learn(f"s == {size}")
    models = [[model[name] for name in ("s", "a0", "a59")] for model in facts.models()]
    assert any(s > 1 and a != b for s, a, b in models), "sizes that differ satisfy all facts"
    assert not facts.proves("s == a0")
    facts.learn("s != a0")
    assert not facts.proves("s == a59")


def rows_of(elements: str, size: str) -> str:
    """The rows of `size` that so many elements are, as a reshape counts them."""
    return f"(({elements})//max(1, {size}) if {size} != 0 or ({elements}) != 0 else 1)"


def test_a_product_is_written_as_the_symbols_that_it_is():
    facts = Facts()
    whole = f"n*{rows_of('x', 'n')}"
    assert facts.simplify(whole) != Symbol("x")
    with facts.scope():
        facts.learn(f"{whole} == x")
        assert facts.simplify(whole) == Symbol("x")
        assert facts.simplify(f"{whole} + 2") == Symbol("x") + 2
        assert facts.simplify(f"m*{rows_of('x', 'm')}") != Symbol("x")
        assert not facts.proves(f"m*{rows_of('x', 'm')} == x")
    assert facts.simplify(whole) != Symbol("x")
    assert not facts.proves(f"{whole} == x")


def test_a_product_is_written_as_one_of_symbols():
    facts = Facts()
    whole = f"n*{rows_of('x*y', 'n')}"
    facts.learn(f"{whole} == x*y")
    assert facts.simplify(whole) == Symbol("x") * Symbol("y")
    assert facts.proves(f"{whole} == y*x")
    assert not facts.proves(f"{whole} == x")


@pytest.mark.parametrize("other", ["2*y", "y + 1"])
def test_a_product_that_is_something_else_is_not(other: str):
    facts = Facts()
    whole = f"n*{rows_of('x', 'n')}"
    facts.learn(f"{whole} == {other}")
    for wrong in ("x", "y", "x*y"):
        assert facts.simplify(whole) != facts.simplify(wrong)
        assert not facts.proves(f"{whole} == {wrong}")
