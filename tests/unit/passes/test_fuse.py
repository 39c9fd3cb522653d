"""Fusion groups: one index space each, and independent of the order of the text."""

import random
from collections import Counter
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tieshape.analysis.analyze import analyze
from tieshape.analysis.broadcasts import BROADCASTS
from tieshape.analysis.shape_analysis import ShapeAnalysis
from tieshape.dialects import mhlo
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes.fuse import fuse
from tieshape.passes.fuse.equal_counts import EqualCounts
from tieshape.passes.fuse.exact_counts import ExactCounts, suppose_identities, undecided_in
from tieshape.passes.fuse.fusable_ops import CHEAP, PLACING, is_fusable
from tieshape.passes.fuse.fuse import FusePass
from tieshape.passes.fuse.group_order import GroupOrder
from tieshape.passes.fuse.groups import KIND_ATTRIBUTE, FusionGroup
from tieshape.symbolic import Expr, eq
from tieshape.symbolic.shapes import ONE, product
from tieshape.text.module import parse_module, print_module
from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Block, Operation

MODELS = Path(__file__).parents[3] / "examples" / "models"


@cache
def before_fusion(model: str) -> str:
    module = parse_module((MODELS / model / "model.mlir").read_text(), "model.mlir")
    for step in TieshapePass().pipeline():
        if isinstance(step, FusePass):
            break
        step.apply(Context(), module)
    return print_module(module)


def shuffle(block: Block, rng: random.Random) -> None:
    """Another order of the ops of `block` in which definitions still precede uses."""
    terminator = block.last_op
    assert terminator is not None
    rest = [op for op in block.ops if op is not terminator]
    for op in rest:
        op.detach()
    placed = set[Operation]()
    while rest:
        waiting = set(rest)
        ready = [
            op
            for op in rest
            if not any(o.owner in waiting for inner in op.walk() for o in inner.operands)
        ]
        chosen = rng.choice(ready)
        block.insert_op_before(chosen, terminator)
        placed.add(chosen)
        rest.remove(chosen)


def groups(module: ModuleOp, limit: int = 128) -> Counter[tuple[str, ...]]:
    """What the fusions consist of: their ops, and the types of their results."""
    FusePass(limit).apply(Context(), module)
    module.verify()
    return Counter(
        tuple(sorted([*(inner.name for inner in op.walk()), *(str(t) for t in op.result_types)]))
        for op in module.walk()
        if isinstance(op, mhlo.FusionOp)
    )


COMPETING = """
sdim.symbol @S0 {hint = 1000 : i64}
sdim.symbol @S1 {hint = 3 : i64}
func.func @main(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S0, @S1]>, %l: tensor<f32>, %s: tensor<2xindex>) -> (tensor<?xf32, [@S0]>, tensor<?x?xf32, [@S0, @S1]>, tensor<?x?xf64, [@S0, @S1]>) {
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %r = mhlo.sqrt %l : tensor<f32>
  %b = "mhlo.dynamic_broadcast_in_dim"(%r, %s) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]>
  %c = "mhlo.dynamic_broadcast_in_dim"(%l, %s) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S1]>
  %0 = mhlo.abs %x : tensor<?x?xf32, [@S0, @S1]>
  %1 = mhlo.abs %y : tensor<?x?xf32, [@S0, @S1]>
  %2 = mhlo.add %0, %b : tensor<?x?xf32, [@S0, @S1]>
  %3 = mhlo.multiply %1, %b : tensor<?x?xf32, [@S0, @S1]>
  %4 = mhlo.reduce(%2 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %5 = mhlo.reduce(%3 init: %zero) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
  %6 = mhlo.add %4, %5 : tensor<?xf32, [@S0]>
  %7 = mhlo.negate %3 : tensor<?x?xf32, [@S0, @S1]>
  %8 = mhlo.subtract %7, %c : tensor<?x?xf32, [@S0, @S1]>
  %9 = mhlo.convert %2 : (tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf64, [@S0, @S1]>
  %10 = mhlo.negate %9 : tensor<?x?xf64, [@S0, @S1]>
  func.return %6, %8, %10 : tensor<?xf32, [@S0]>, tensor<?x?xf32, [@S0, @S1]>, tensor<?x?xf64, [@S0, @S1]>
}
"""
"""Merges compete under any limit: two reductions, shared scalars, branches of unequal bytes."""


@pytest.mark.parametrize("limit", [128, 5, 3, 2])
@pytest.mark.parametrize("model", ["competing", "mlp", "layernorm_softmax", "kh_bert"])
def test_groups_do_not_depend_on_the_order_of_ops(model: str, limit: int) -> None:
    text = COMPETING if model == "competing" else before_fusion(model)
    expected = groups(parse_module(text, "text"), limit)
    assert expected
    for seed in range(12 if model == "competing" else 3):
        module = parse_module(text, "text")
        for op in module.walk():
            if isinstance(op, func.FuncOp):
                shuffle(op.body.block, random.Random(seed))
        assert groups(module, limit) == expected


def spaces_of(fusion: mhlo.FusionOp, analysis: ShapeAnalysis) -> list[Expr]:
    """The element counts in `fusion` that are pairwise not provably equal.

    Parts aside that are only placed in the rest, and cheap ones that are only spread over it.
    """
    found = list[Expr]()
    parts, cheap = set[Operation](), set[Operation]()
    for op in reversed(list(fusion.fused_computation.block.ops)):
        users = {use.operation for result in op.results for use in result.uses}
        if users and all(user in parts or type(user) in PLACING for user in users):
            parts.add(op)
        elif (
            users
            and type(op) in CHEAP
            and all(user in cheap or type(user) in BROADCASTS for user in users)
        ):
            cheap.add(op)
        elif is_fusable(op):
            values = (op.operands[0], *op.results) if isinstance(op, mhlo.ReduceOp) else op.results
            for value in values:
                count = product(analysis.shape(value))
                if not any(analysis.facts.proves(eq(count, other)) for other in (*found, ONE)):
                    found.append(count)
    return found


def wrong_groups(text: str) -> list[list[Expr]]:
    """The spaces of the fusions of the module `text` beyond elements and their rows."""
    module = parse_module(text, "text")
    FusePass().apply(Context(), module)
    analysis = analyze(module)
    fusions = [op for op in module.walk() if isinstance(op, mhlo.FusionOp)]
    assert fusions
    wrong = [
        spaces for op in fusions if len(spaces := results_of(op, analysis)) > spaces_allowed(op)
    ]
    for op in fusions:
        with analysis.local():
            suppose_identities(undecided_in(op.fused_computation.block.ops, analysis), analysis)
            if len(spaces := spaces_of(op, analysis)) > spaces_allowed(op):
                wrong.append(spaces)
    return wrong


def results_of(fusion: mhlo.FusionOp, analysis: ShapeAnalysis) -> list[Expr]:
    """The element counts of the results of `fusion` that are pairwise not provably equal."""
    found = list[Expr]()
    for result in fusion.results:
        count = product(analysis.shape(result))
        if not any(analysis.facts.proves(eq(count, other)) for other in (*found, ONE)):
            found.append(count)
    return found


def spaces_allowed(fusion: mhlo.FusionOp) -> int:
    """Elements, and rows or columns where something reduces or is spread, or both of them."""
    if str(fusion.attributes[KIND_ATTRIBUTE]) == '"row_and_column_reduction"':
        return 3
    kinds = (mhlo.ReduceOp, mhlo.GatherOp, *BROADCASTS)
    return 1 + any(isinstance(op, kinds) for op in fusion.fused_computation.block.ops)


@pytest.mark.parametrize("model", ["competing", "mlp", "layernorm_softmax", "kh_bert"])
def test_a_group_runs_over_provably_equal_counts(model: str) -> None:
    assert not wrong_groups(COMPETING if model == "competing" else before_fusion(model))


def equal_unasked(_counts: EqualCounts, _a: Expr, _b: Expr) -> bool:
    return True


def test_counts_that_are_only_likely_equal_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
sdim.symbol @S0
sdim.symbol @S1
func.func @main(%x: tensor<?xf32, [@S0]>, %s: tensor<1xindex>) -> tensor<?xf32, [@S1]> {
  %0 = mhlo.abs %x : tensor<?xf32, [@S0]>
  %1 = mhlo.negate %0 : tensor<?xf32, [@S0]>
  %2 = mhlo.dynamic_reshape %1, %s : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
  %3 = mhlo.abs %2 : tensor<?xf32, [@S1]>
  func.return %3 : tensor<?xf32, [@S1]>
}
"""
    assert not wrong_groups(text)
    monkeypatch.setattr(EqualCounts, "equal", equal_unasked)
    assert wrong_groups(text)


@pytest.mark.parametrize("model", ["layernorm_softmax", "kh_bert"])
def test_softmax_and_layer_norm_are_one_group_each(model: str) -> None:
    module = parse_module(before_fusion(model), "text")
    reductions = [op for op in module.walk() if isinstance(op, mhlo.ReduceOp)]
    FusePass().apply(Context(), module)
    spread = [op for op in reductions if not isinstance(op.parent_op(), mhlo.FusionOp)]
    assert reductions
    assert not spread
    for op in reductions:
        fusion = op.parent_op()
        assert fusion is not None
        if fusion.attributes[KIND_ATTRIBUTE] == StringAttr("stitch"):
            inside = [o for o in fusion.walk() if isinstance(o, mhlo.ReduceOp)]
            assert len(inside) >= 2


STORED = """
func.func @main(%x: tensor<4xf32>, %m: memref<4xf32>) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %0 = mhlo.abs %x : tensor<4xf32>
  %1 = tensor.extract %0[%c0] : tensor<4xf32>
  memref.store %1, %m[%c0] : memref<4xf32>
  %2 = memref.load %m[%c0] : memref<4xf32>
  %3 = mhlo.negate %0 : tensor<4xf32>
  func.return %3, %2 : tensor<4xf32>, f32
}
"""


def test_what_has_effects_keeps_its_order() -> None:
    module = parse_module(STORED, "stored.mlir")
    (group,) = groups(module)
    assert {"mhlo.abs", "mhlo.negate"} <= set(group)
    assert [op.name for op in module.walk() if op.name.startswith("memref.")] == [
        "memref.store",
        "memref.load",
    ]


LOADED = """
func.func @main(%x: tensor<4xf32>, %m: memref<4xf32>) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %0 = mhlo.abs %x : tensor<4xf32>
  %1 = tensor.extract %0[%c0] : tensor<4xf32>
  memref.store %1, %m[%c0] : memref<4xf32>
  %2 = memref.load %m[%c0] : memref<4xf32>
  %3 = tensor.from_elements %2, %2, %2, %2 : tensor<4xf32>
  %4 = mhlo.add %0, %3 : tensor<4xf32>
  func.return %4, %2 : tensor<4xf32>, f32
}
"""


def test_no_group_needs_what_is_loaded_behind_a_store_of_its_own_result() -> None:
    module = parse_module(LOADED, "loaded.mlir")
    assert not groups(module)
    names = [op.name for op in module.walk()]
    order = ["mhlo.abs", "memref.store", "memref.load", "mhlo.add"]
    assert sorted(order, key=names.index) == order


RANDOM_TYPE = "tensor<?xf32, [@S0]>"


def random_sums(count: int, seed: int) -> str:
    """A graph in which each sum uses any two values before it."""
    rng, values, lines = random.Random(seed), ["%x", "%y"], list[str]()
    for i in range(count):
        a, b = rng.choice(values), rng.choice(values)
        lines.append(f"  %v{i} = mhlo.add {a}, {b} : {RANDOM_TYPE}")
        values.append(f"%v{i}")
    lines.append(f"  func.return {values[-1]} : {RANDOM_TYPE}")
    signature = f"(%x: {RANDOM_TYPE}, %y: {RANDOM_TYPE}) -> {RANDOM_TYPE}"
    return "\n".join(["sdim.symbol @S0", f"func.func @main{signature} {{", *lines, "}"])


@pytest.mark.parametrize("limit", [4, 16, 128])
def test_groups_that_are_full_never_depend_on_each_other_in_a_circle(limit: int) -> None:
    for seed in range(8):
        assert groups(parse_module(random_sums(160, seed), "text"), limit)


def test_an_order_of_groups_finds_exactly_the_paths_that_there_are() -> None:
    """Random merges of a random graph: what is found is what a search of everything finds."""
    for seed in range(40):
        rng = random.Random(seed)
        group_of = [FusionGroup(None, i, i, [i], 1) for i in range(30)]
        for i in range(1, 30):
            for source in rng.sample(range(i), min(i, rng.randint(1, 3))):
                group_of[i].sources.add(source)
                group_of[source].users.add(i)
        order = GroupOrder(group_of)
        for _ in range(200):
            producer = group_of[rng.randrange(30)]
            users = sorted(i for i in producer.users if group_of[i] is not producer)
            if not users:
                continue
            consumer = group_of[rng.choice(users)]
            expected = has_path_around(group_of, producer, consumer)
            between = order.between(producer, consumer)
            assert (between is not None) == expected
            if between is not None:
                assert between is not producer and between is not consumer
                assert reaches(group_of, producer, between)
                assert reaches(group_of, between, consumer)
            if not expected and rng.random() < 0.5:
                is_announced = rng.random() < 0.8
                if is_announced:
                    order.merge(producer, consumer, producer)
                for i in consumer.ops:
                    group_of[i] = producer
                producer.ops += consumer.ops
                for mine, its in (
                    (producer.users, consumer.users),
                    (producer.sources, consumer.sources),
                ):
                    mine |= its
                    mine.difference_update(producer.ops)
                if not is_announced:
                    order.renew()


def reaches(group_of: list[FusionGroup], first: FusionGroup, second: FusionGroup) -> bool:
    return any(group_of[i] is second for i in first.users) or has_path_around(
        group_of, first, second
    )


def has_path_around(group_of: list[FusionGroup], first: FusionGroup, second: FusionGroup) -> bool:
    stack = [group_of[i] for i in first.users if group_of[i] is not second]
    seen = set(stack)
    while stack:
        for i in stack.pop().users:
            if group_of[i] is second:
                return True
            if group_of[i] not in seen:
                seen.add(group_of[i])
                stack.append(group_of[i])
    return False


TWO_SIZES = """
sdim.symbol @S0
sdim.symbol @S1
func.func @main(%x: tensor<?xf32, [@S0]>, %s: tensor<1xindex>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>) {
  %0 = mhlo.abs %x : tensor<?xf32, [@S0]>
  %1 = mhlo.negate %0 : tensor<?xf32, [@S0]>
  %2 = "mhlo.dynamic_broadcast_in_dim"(%1, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
  %3 = mhlo.abs %2 : tensor<?xf32, [@S1]>
  func.return %1, %3 : tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>
}
"""


def results_of_groups(text: str) -> list[int]:
    """How many results each group of the module `text` has."""
    module = parse_module(text, "text")
    FusePass().apply(Context(), module)
    return [len(op.results) for op in module.walk() if isinstance(op, mhlo.FusionOp)]


def test_results_of_sizes_that_may_differ_leave_two_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    assert results_of_groups(TWO_SIZES) == [1, 1]
    monkeypatch.setattr(ExactCounts, "agree", lambda *_: True)
    assert results_of_groups(TWO_SIZES) == [2]


def choices_in_a_chain(count: int) -> str:
    """Each step chooses by a condition of a size of its own."""
    value, bits = "tensor<?xf32>", "tensor<?xi1>"
    arguments = [f"%a{i}: {value}, %c{i}: {bits}" for i in range(count + 1)]
    lines = [
        f'  %r{i + 1} = "tf.SelectV2"(%c{i}, {f"%r{i}" if i else "%a0"}, %a{i + 1})'
        f" : ({bits}, {value}, {value}) -> {value}"
        for i in range(count)
    ]
    lines.append(f"  func.return %r{count} : {value}")
    return "\n".join([f"func.func @main({', '.join(arguments)}) -> {value} {{", *lines, "}"])


def test_undecided_broadcasts_in_a_chain_cost_the_same_each(work: Any) -> None:
    calls = list[float]()
    for count in (8, 32):
        module = parse_module(choices_in_a_chain(count), "text")
        for step in TieshapePass().pipeline():
            if isinstance(step, FusePass):
                with work.counted():
                    step.apply(Context(), module)
                break
            step.apply(Context(), module)
        calls.append(work.calls / count)
    assert calls[1] < 1.3 * calls[0]


BROADCAST_TO = """
sdim.symbol @A
sdim.symbol @B
sdim.symbol @C
sdim.constraints {{
  sdim.broadcast [@A, @B] -> @C
  sdim.broadcastable assert [@A, @B]
}}
func.func @main(%a: tensor<?xf32, [@A]>, %b: tensor<?xf32, [@B]>, %s: tensor<1xindex>) -> ({results}) {{
{ops}
}}
"""


@pytest.mark.parametrize(("repeated", "is_equal"), [("AB", True), ("A", False), ("B", False)])
def test_only_what_identities_imply_is_supposed(repeated: str, is_equal: bool) -> None:
    """That broadcasting A to C does nothing leaves it open whether B is 1 or A."""
    result = "tensor<?xf32, [@C]>"
    ops = [
        f'  %r{name} = "mhlo.dynamic_broadcast_in_dim"(%{name.lower()}, %s)'
        " <{broadcast_dimensions = dense<0> : tensor<1xi64>}>"
        f" : (tensor<?xf32, [@{name}]>, tensor<1xindex>) -> {result}"
        for name in repeated
    ]
    types = ", ".join([result] * len(ops))
    values = ", ".join(f"%r{name}" for name in repeated)
    ops.append(f"  func.return {values} : {types}")
    module = parse_module(BROADCAST_TO.format(results=types, ops="\n".join(ops)), "text")
    analysis = analyze(module)
    with analysis.local():
        suppose_identities(undecided_in(module.walk(), analysis), analysis)
        assert all(analysis.facts.proves(f"{name} == C") for name in repeated)
        assert analysis.facts.proves("A == B") == is_equal


BRANCHES = """
func.func @main(%c: tensor<i1>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %r = "mhlo.if"(%c) ({
    OPS
    mhlo.return %y : tensor<8xf32>
  }, {
    mhlo.return %x : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  func.return %r : tensor<8xf32>
}
"""
SINGLE = "%y = mhlo.tanh %x : tensor<8xf32>"
PAIR = "%z = mhlo.tanh %x : tensor<8xf32>\n    %y = mhlo.exponential %z : tensor<8xf32>"


@pytest.mark.parametrize(("ops", "read"), [(SINGLE, 0), (PAIR, 1)])
def test_branches_are_analysed_only_where_groups_may_be(
    ops: str, read: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    met = list[Block]()
    known = fuse.inside

    def counted(block: Block, analysis: ShapeAnalysis) -> AbstractContextManager[None]:
        met.append(block)
        return known(block, analysis)

    monkeypatch.setattr(fuse, "inside", counted)
    module = parse_module(BRANCHES.replace("OPS", ops), "branches.mlir")
    FusePass().apply(Context(), module)
    assert len(met) == read
    assert print_module(module).count('"mhlo.fusion"') == read


def sums_in_a_branch(count: int) -> str:
    """Assumptions on a size of a fusable op and on one of an argument, each doubled `count` times."""
    ops = ["%z = mhlo.tanh %x : tensor<?xf32>", "%i = arith.constant 0 : index"]
    for name, value in (("a", "z"), ("b", "x")):
        ops.append(f"%{name}0 = tensor.dim %{value}, %i : tensor<?xf32>")
        places = range(count)
        ops += [f"%{name}{i + 1} = arith.addi %{name}{i}, %{name}{i} : index" for i in places]
        ops.append(f"sdim.divisible %{name}{count} by 4")
    ops.append("%y = mhlo.exponential %z : tensor<?xf32>")
    branch = BRANCHES.replace("8xf32", "?xf32")
    return branch.replace("OPS", "\n    ".join(ops))


def test_only_assumptions_on_sizes_of_what_may_fuse_are_dropped(work: Any) -> None:
    """Each sum is met once, not each way through the sums."""
    calls = list[float]()
    for count in (4, 16):
        module = parse_module(sums_in_a_branch(count), "sums.mlir")
        (choice,) = (op for op in module.walk() if isinstance(op, mhlo.IfOp))
        block = choice.regions[0].block
        with work.counted():
            fuse.forget_inner_sizes(block)
        calls.append(work.calls / count)
        text = print_module(module)
        assert text.count("sdim.divisible") == 1
        assert "sdim.divisible %b" in text
    assert calls[1] < 1.5 * calls[0]
