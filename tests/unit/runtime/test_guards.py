"""Which guards a model gets, from facts, hints and demands."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.analysis.entailing_subset import entailing_subset
from tieshape.analysis.module_facts import ModuleFact
from tieshape.dialects import sdim
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes.symbolize import SymbolizePass
from tieshape.runtime import AssertGuardError
from tieshape.symbolic import Facts, parse_predicate
from tieshape.text.module import parse_module
from xdsl.context import Context

from .models import (
    ADD,
    ASSERT,
    MATMUL,
    RESHAPE,
    SIX_SYMBOLS,
    SLICE,
    SPLIT,
    SUM_OF_SIZES,
    claims,
    compiled,
)


@pytest.mark.parametrize(
    ("rows", "guard", "size"),
    [
        ((2, 2), "S0 == S1", "S0"),
        ((1, 2), "S0 == 1", "S1"),
        ((2, 1), "S1 == 1", "S0"),
    ],
)
def test_a_broadcast_takes_the_branch_that_the_hints_satisfy(
    rows: tuple[int, int], guard: str, size: str
) -> None:
    artifact = compiled(ADD, [(rows[0], 2), (rows[1], 2)])
    assert claims(artifact, "expect") == [guard]
    assert claims(artifact, "assert") == []
    (result,) = artifact.header.results
    assert list(map(str, result.shape or ())) == [size, "2"]


def test_without_hints_a_broadcast_stays_open() -> None:
    artifact = compiled(ADD)
    assert claims(artifact, "expect") == []
    assert claims(artifact, "assert") == ["broadcastable(S0, S1)"]
    assert "dynamic_broadcast_in_dim" in artifact.code
    assert "scf.if" not in artifact.code  # nothing tells that a version would pay


def test_versions_can_be_had_with_hints() -> None:
    artifact = compiled(ADD, [(4096, 2), (4096, 2)], undecided="version")
    assert claims(artifact, "expect") == []
    assert "scf.if" in artifact.code
    assert [size.hint for size in artifact.header.symbols][:2] == [4096, 4096]


def test_equal_hints_do_not_merge_symbols() -> None:
    module = parse_module(MATMUL)
    SymbolizePass(hints="0=4x4,1=4x4").apply(Context(), module)
    facts = analyze(module).facts
    names = [op.sym_name.data for op in module.body.ops if isinstance(op, sdim.SymbolOp)]
    assert names == ["S0", "S1", "S2", "S3"]
    assert [str(facts.simplify(name)) for name in names] == names


def test_every_symbol_has_its_own_hint_and_the_sum_feeds_the_product() -> None:
    artifact = compiled(SIX_SYMBOLS, [(2, 3, 4, 2), (2, 3, 1, 2), (2, 3, 1, 2)])
    hints = {s.name: s.hint for s in artifact.header.symbols if s.hint is not None}
    assert hints == {"S0": 2, "S1": 3, "S2": 4, "S3": 2, "S4": 1, "S5": 3}
    (result,) = artifact.header.results
    assert list(map(str, result.shape or ())) == ["2", "3", "S2", "2"]
    assert "tensor<2x3x?x2xf32, [2, 3, @S2, 2]>" in artifact.code


@pytest.mark.parametrize(
    ("model", "guard", "right", "wrong", "words"),
    [
        (MATMUL, "S1 == S2", [(2, 3), (3, 4)], [(2, 3), (4, 4)], "tf.MatMul at model.mlir:3:3"),
        (RESHAPE, "(S0*S1) % 2 == 0", [(2, 3)], [(3, 3)], "tf.Reshape at model.mlir:4:3"),
        (SLICE, "2 <= S0", [(2, 3)], [(1, 3)], "tf.Slice at model.mlir:5:3"),
        (SPLIT, "S0 % 3 == 0", [(6, 2)], [(4, 2)], "tf.Split at model.mlir:4:3"),
        (ASSERT, "4 <= S0", [(4, 1)], [(3, 1)], "tf.Assert at model.mlir:9:3"),
    ],
    ids=["matmul", "reshape", "slice", "split", "assert"],
)
def test_what_an_op_demands_is_asserted(
    model: str,
    guard: str,
    right: list[tuple[int, ...]],
    wrong: list[tuple[int, ...]],
    words: str,
) -> None:
    artifact = compiled(model)
    assert claims(artifact, "assert") == [guard]
    assert artifact.check(right)
    refused = artifact.check(wrong)
    assert not refused
    assert refused.kind == "assert"
    assert refused.guard is not None
    assert refused.guard.startswith(f"{guard} ({words}")
    with pytest.raises(AssertGuardError, match="the sizes are S"):
        compiled(model, wrong)


def test_a_guard_simplifies_sizes() -> None:
    artifact = compiled(SUM_OF_SIZES, [(2, 3), (5, 2)])
    assert claims(artifact, "expect") == ["S0 + S1 == S2"]
    facts = artifact.header.known
    assert facts.proves("S2 == S0 + S1")
    facts = Facts()
    for name in ("s0", "s1", "s2"):
        facts.symbol(name)
    facts.learn("s2 == s0 + s1", why="expect")
    assert str(facts.simplify("s2")) == "s0 + s1"
    facts.learn("s0 == 2", why="expect")
    assert str(facts.simplify("s2")) == "s1 + 2"


def stated(text: str, strength: str) -> ModuleFact:
    return ModuleFact(parse_predicate(text), strength, None)


def test_the_guards_are_least_and_the_cheapest_come_first() -> None:
    facts = [
        stated("a % 4 == 0", "assert"),
        stated("a % 2 == 0", "assert"),
        stated("a == b or b == 1", "assert"),
        stated("a == b", "expect"),
        stated("b == c", "expect"),
        stated("a == c", "expect"),
        stated("c >= 0", "assert"),
        stated("d >= 3", "assume"),
        stated("d >= 2", "expect"),
    ]
    kept = entailing_subset(facts, list("abcd"), "abcd")
    assert [f.strength for f in kept] == ["assume", "expect", "expect", "assert"]
    assert str(kept[-1].predicate) == "a % 4 == 0"
    known = Facts()
    for fact in kept:
        assert not known.proves(fact.predicate)
        known.learn(fact.predicate)
    assert all(known.proves(fact.predicate) for fact in facts)


def test_an_expectation_is_not_dropped_for_a_demand() -> None:
    kept = entailing_subset(
        [stated("a == 4 and b == 4", "assert"), stated("a == b", "expect")], "ab", "ab"
    )
    assert {(str(f.predicate), f.strength) for f in kept} >= {("a == b", "expect")}


def test_a_guard_is_not_implied_by_the_size_that_rests_on_it() -> None:
    facts = [stated("b == a - 2", "assume"), stated("2 <= a", "assert")]
    assert entailing_subset(facts, "ab", "a") == facts
    assert entailing_subset(facts, "ab", "ab") == facts[:1]


def test_arguments_keep_their_sizes_and_the_guard_keeps_its_words() -> None:
    module = parse_module(MATMUL, "model.mlir")
    for step in TieshapePass().pipeline():
        step.apply(Context(), module)
    module.verify()
    (guard,) = [op for op in module.walk() if isinstance(op, sdim.EqualOp)]
    assert guard.strength == "assert"
    (tie,) = [op for op in module.walk() if isinstance(op, sdim.TieShapeOp)]
    assert sdim.encoding_of(tie.source.type) == ("S2", "S3")
    assert sdim.encoding_of(tie.result.type) == ("S1", "S3")


@pytest.mark.parametrize(
    ("hints", "words"),
    [
        ("x", "expected NAME=2x3"),
        ("z=2", "no argument `z`"),
        ("0=2xq", "expected sizes as in 2x3"),
        ("0=2", "hint has 1 entries, the argument has rank 2"),
        ("0=2x3,1=2x2", "the hint for size 1 is 3, the size is 2"),
    ],
)
def test_wrong_hints_are_refused(hints: str, words: str) -> None:
    from xdsl.utils.exceptions import PassFailedException

    with pytest.raises(PassFailedException, match=words):
        SymbolizePass(hints=hints).apply(Context(), parse_module(ADD))


def test_hints_may_come_from_attributes(tmp_path: Path) -> None:
    text = ADD.replace("%y: tensor<?x2xf32>", "%y: tensor<?x2xf32> {sdim.hint = [1, 2]}").replace(
        "%x: tensor<?x2xf32>", "%x: tensor<?x2xf32> {sdim.hint = [7, 2]}"
    )
    assert claims(compiled(text), "expect") == ["S1 == 1"]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_checks_of_broadcasts_are_numpys(count: int) -> None:
    names = [f"%x{i}" for i in range(count)]
    lines = [
        f'%r{i} = "tf.AddV2"({f"%r{i - 1}" if i > 1 else names[0]}, {names[i]}) : '
        "(tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>"
        for i in range(1, count)
    ]
    arguments = ", ".join(f"{name}: tensor<?xf32>" for name in names)
    body = "\n".join([*lines, f"func.return %r{count - 1} : tensor<?xf32>"])
    artifact = compiled(f"func.func @main({arguments}) -> tensor<?xf32> {{\n{body}\n}}")
    for sizes in product(range(4), repeat=count):
        shapes = [(size,) for size in sizes]
        try:
            wanted = [np.broadcast_shapes(*shapes)]
        except ValueError:
            assert not artifact.check(shapes)
        else:
            found = artifact.check(shapes).sizes
            assert artifact.output_shapes(shapes) == wanted
            computed = {s.name: s.value for s in artifact.header.symbols if s.value is not None}
            assert computed
            assert all(found[name] == value.evaluate(found) for name, value in computed.items())
