"""Normal forms and indices that outlast a fact are dropped where it concerns them, and no later."""

import pytest
from tieshape.symbolic import (
    Contradiction,
    Facts,
    Symbol,
    broadcast,
    broadcastable,
    eq,
    maximum,
    minimum,
    simplifier,
)
from tieshape.symbolic.known_fit import KnownFit
from tieshape.symbolic.predicate import Ne
from tieshape.symbolic.store import Store

A, B, C, D, X, Y = map(Symbol, "abcdxy")
MANY = [Symbol(f"s{i}") for i in range(40)]


@pytest.mark.parametrize("extreme", [minimum, maximum])
@pytest.mark.parametrize(
    ("before", "fact", "least", "greatest"),
    [
        ("x >= 0", "a <= b", "min(a, c)", "max(b, c)"),
        ("x >= 0", "b <= a", "min(b, c)", "max(a, c)"),
        ("x >= 0", "a == b", "min(a, c)", "max(a, c)"),
        ("b >= 5", "a <= 5", "min(a, c)", "max(b, c)"),
        ("a <= x and y <= b", "x <= y", "min(a, c)", "max(b, c)"),
        ("x == b + 1", "a <= x - 1", "min(a, c)", "max(b, c)"),
    ],
)
def test_an_extreme_changes_with_what_is_learnt_of_its_arguments(
    extreme: type, before: str, fact: str, least: str, greatest: str
) -> None:
    """The extreme was in normal form before, and facts about other sizes were learnt since."""
    facts = Facts()
    for name in "abcxy":
        facts.symbol(name)
    term = extreme(A, B, C)
    facts.learn(before)
    for text in ("s == 7", "t >= 3", "t <= u", "u != v"):
        assert facts.simplify(term) == term
        facts.learn(text)
    wanted = facts.simplify(least if extreme is minimum else greatest)
    for known in (facts.copy(), facts):
        with known.scope():
            known.learn(fact)
            assert known.simplify(term) == known.simplify(wanted) != term
        assert known.simplify(term) == term
        known.learn(fact)
        assert known.simplify(term) == known.simplify(wanted) != term


@pytest.mark.parametrize("fact", ["s5 <= y", "s5 >= 3", "y <= 2", "x <= y", "x >= 6", "s5 == y"])
def test_a_large_term_is_compared_as_where_it_was_never_before(fact: str) -> None:
    """What is known of the symbol of a large term follows from what it is defined by."""
    facts, fresh = Facts(), Facts()
    terms = [minimum(X, Y), maximum(X, Y), minimum(X, Y, MANY[5]), maximum(X, MANY[5])]
    for known in (facts, fresh):
        known.learn(eq(X, minimum(*MANY)))
        known.symbol("y")
    for term in terms:
        facts.simplify(term)
    for known in (facts, fresh):
        known.learn(fact)
    for term in terms:
        assert facts.simplify(term) == fresh.simplify(term)


def test_what_was_compared_is_not_compared_again(monkeypatch: pytest.MonkeyPatch) -> None:
    folded = list[object]()
    fold = simplifier.Simplifier._fold_extreme
    monkeypatch.setattr(
        simplifier.Simplifier, "_fold_extreme", lambda s, a: folded.append(a) or fold(s, a)
    )
    facts = Facts()
    for i in range(10):
        facts.learn(f"other{i} >= 2")
        assert facts.simplify(minimum(A, B)) == minimum(A, B)
    assert len(folded) == 1
    facts.learn("a >= 1")
    assert facts.simplify(minimum(A, B)) == minimum(A, B)
    assert len(folded) == 2


def indexed(store: Store) -> list[object]:
    """The index as the rows tell it."""
    index = dict[object, set[object]]()
    for row in store.rows:
        for symbol in row[1].symbol_atoms:
            index.setdefault(symbol, set()).add(row)
    unequal = {s: len([r for r in rows if r[0] is Ne]) for s, rows in index.items()}
    fits = {s: {r for r in rows if r in store.fits.rows[s]} for s, rows in index.items()}
    return [index, {s: n for s, n in unequal.items() if n}, {s: r for s, r in fits.items() if r}]


def recorded(store: Store) -> list[object]:
    """The index as the store has it."""
    index = {symbol: set(rows) for symbol, rows in store.index.items() if rows}
    fits = {symbol: set(rows) for symbol, rows in store.fits.rows.items() if rows}
    return [index, dict(store.unequal), fits]


def test_the_index_follows_the_rows() -> None:
    """Rows are merged, substituted, taken back by scopes and by contradictions."""
    facts = Facts()

    def check(known: Facts) -> None:
        assert recorded(known._store) == indexed(known._store)

    for fact in ("a != b", "a != 1", "broadcastable(a, b, x)", "x <= y", "a == 1 or a == c"):
        facts.learn(fact)
        check(facts)
    before = recorded(facts._store)
    with facts.scope():
        for fact in ("broadcastable(a, b, x, y)", "b == x", "c != d", "y == 2*d"):
            facts.learn(fact)
            check(facts)
        with pytest.raises(Contradiction):
            facts.learn("b != x")
        check(facts)
    assert recorded(facts._store) == before
    other = facts.copy()
    check(other)
    other.learn("a == 5")
    check(other)
    check(facts)
    assert recorded(facts._store) == before


def test_sizes_that_fit_as_symbols_and_in_other_words() -> None:
    """The set of symbols answers as the sizes one by one do."""
    plain, mixed = broadcastable(A, B, C), broadcastable(A, B, C, 2 * D)
    assert plain is broadcastable(C, A, B) and plain == broadcastable(B, C, A)
    assert mixed == broadcastable(2 * D, C, B, A) != plain
    small, large = map(KnownFit.of, (plain, mixed))
    for size in (A, broadcast(A, C), broadcast(A, B, C)):
        assert small.has(size) and large.has(size)
    for size in (D, X, A + 1, broadcast(A, D), broadcast(A, X)):
        assert not small.has(size) and not large.has(size)
    assert large.has(broadcast(A, 2 * D)) and not small.has(broadcast(A, 2 * D))
    assert small.is_within(large) and not large.is_within(small)
    assert small.joined_with(large).sizes == large.sizes == large.joined_with(small).sizes


def test_a_witness_forgets_values_with_bounds() -> None:
    """Values that were asked for are looked up anew where bounds change, and after scopes."""
    facts = Facts()
    facts.learn(broadcastable(*MANY[:6]))
    assert not facts.proves(eq(MANY[0], MANY[1]))
    with facts.scope():
        facts.learn("s0 >= 9")
        facts.learn("s1 >= 9")
        assert facts.proves(eq(MANY[0], MANY[1]))
        with pytest.raises(Contradiction):
            facts.learn("s0 != s1")
        assert facts.proves(eq(broadcast(*MANY[:6]), MANY[0]))
    assert not facts.proves(eq(MANY[0], MANY[1]))
    assert not facts.proves(eq(broadcast(*MANY[:6]), MANY[0]))
    facts.learn("s0 != s1")
    assert facts.proves("s0 == 1 or s1 == 1")
    assert not facts.proves("s0 == 1")
