"""Classes of element counts: equal where that is provable, and only there."""

import pytest
from tieshape.analysis.analyze import analyze
from tieshape.analysis.example_sizes import ExampleSizes, models_of
from tieshape.analysis.shape_analysis import ShapeAnalysis
from tieshape.passes.fuse.equal_counts import EqualCounts
from tieshape.symbolic import Expr, Symbol, as_expr
from tieshape.symbolic.shapes import product
from tieshape.text.module import parse_module


def analysis_of(*facts: str) -> ShapeAnalysis:
    symbols = "".join(f"sdim.symbol @{name}\n" for name in "ABCDE")
    analysis = analyze(parse_module(symbols, "text"))
    for fact in facts:
        analysis.facts.learn(fact)
    return analysis


def shape(text: str) -> tuple[Expr, ...]:
    return tuple(as_expr(int(size)) if size.isdigit() else Symbol(size) for size in text.split())


def same(analysis: ShapeAnalysis, a: str, b: str) -> bool:
    counts = EqualCounts(analysis)
    counts.relate([(shape(a), shape(b))])
    classes = counts.classes()
    return classes[shape(a)] == classes[shape(b)]


@pytest.mark.parametrize(
    ("facts", "a", "b"),
    [
        ((), "A B", "B A"),
        ((), "A 1 B", "A B"),
        (("A == B",), "A C", "B C"),
        (("A*B == C",), "C", "A B"),
        (("A*B == C", "A*B == D*E"), "C", "D E"),
        (("A >= 1", "C == A*B//A"), "A C", "A B"),
        (("A*B % 4 == 0", "C == A*B//4"), "C 4", "A B"),
        (("A >= B", "B >= A"), "A", "B"),
    ],
)
def test_provably_equal(facts: tuple[str, ...], a: str, b: str) -> None:
    assert same(analysis_of(*facts), a, b)


@pytest.mark.parametrize(
    ("facts", "a", "b"),
    [
        ((), "A", "B"),
        ((), "A B", "A C"),
        (("A*B == C",), "C", "D E"),
        (("C == A*B//4",), "C 4", "A B"),
        (("A >= B",), "A", "B"),
        (("A == B or A == 1",), "A", "B"),
    ],
)
def test_not_known_to_be_equal(facts: tuple[str, ...], a: str, b: str) -> None:
    assert not same(analysis_of(*facts), a, b)


@pytest.mark.parametrize(
    ("facts", "is_equal"),
    [
        (("A*B == A*C",), True),
        (("A*B == A*C", "A >= 1"), True),
        (("A*B == A*C", "A == 0"), True),
        (("A*D*B == A*D*C",), True),
        (("E*B == E*C",), False),
        ((), False),
    ],
)
def test_sums_with_a_factor_in_common(facts: tuple[str, ...], is_equal: bool) -> None:
    counts = EqualCounts(analysis_of(*facts))
    a, b, c, d, e = map(Symbol, "ABCDE")
    assert counts.equal(a * d * (b + e), a * d * (c + e)) is is_equal


def test_what_a_factor_makes_equal_is_not_equal_without_it() -> None:
    counts = EqualCounts(analysis_of("A*B == A*C"))
    assert not counts.equal(Symbol("B") + Symbol("E"), Symbol("C") + Symbol("E"))


def test_what_follows_from_two_pairs_is_one_class() -> None:
    counts = EqualCounts(analysis_of("A*B == C", "D == C"))
    counts.relate([(shape("A B"), shape("C")), (shape("D"), shape("C"))])
    classes = counts.classes()
    assert classes[shape("A B")] == classes[shape("D")] == classes[shape("C")]


def test_the_count_1_has_the_class_0() -> None:
    counts = EqualCounts(analysis_of())
    counts.relate([(shape("1 1"), shape("A"))])
    assert counts.classes() == {shape("1 1"): 0, shape("A"): 1}


FACTS = ("A == B or A == 1 or B == 1", "C*4 == A*D", "E >= 2", "E <= 16", "D % 4 == 0", "B <= 100")


def test_all_facts_hold_of_each_model() -> None:
    analysis = analysis_of(*FACTS)
    models = list(models_of(analysis, "ABCDE"))
    assert models
    for model in models:
        assert all(model.holds(fact.predicate) for fact in analysis.facts.learnt)
    assert len({tuple(model.of(Symbol(name)) for name in "ABCDE") for model in models}) > 1


def test_an_example_follows_definitions() -> None:
    analysis = analysis_of("A == B*C")
    example = ExampleSizes(analysis, {"B": 3, "C": 5})
    assert example.of(Symbol("A")) == 15
    assert example.of_shape((Symbol("A"), as_expr(2))) == 30
    assert not example.free


def test_sizes_that_define_each_other_are_no_example_of_nothing() -> None:
    analysis = analysis_of("C == A + B", "D == 2*A", "B == E")
    for order in ("ABCDE", "EDCBA", "CABED", "BDACE"):
        example = ExampleSizes(analysis, {})
        sizes = {name: example.of(Symbol(name)) for name in order}
        assert sizes == {"A": 128, "B": 128, "C": 256, "D": 256, "E": 128}, order
        assert sorted(example.free) == ["A", "B"]


def test_a_size_that_nothing_tells_keeps_its_bounds() -> None:
    analysis = analysis_of("A <= 16", "B % 100 == 0", "C >= 1000")
    example = ExampleSizes(analysis, {})
    sizes = [example.of(Symbol(name)) for name in "ABCD"]
    assert sizes == [16, 200, 1000, 128]
    assert sorted(example.free) == list("ABCD")
    assert product(shape("A D")) is not None
