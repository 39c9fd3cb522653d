"""Versions of groups: which are made, which one a shape takes, and equal numbers of all."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from tieshape.analysis.survival import Snapshot
from tieshape.dialects import mhlo, sdim
from tieshape.interpreters import GuardFailed, Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes.version_broadcasts.version_broadcasts import VersionBroadcastsPass
from tieshape.rules.errors import ShapeError
from tieshape.text.module import parse_module, print_module, verify_module
from xdsl.context import Context
from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import PassFailedException

MATRIX = "tensor<?x?xf32>"
Shapes = Sequence[tuple[int, ...]]


def sizes(*names: str, hint: Sequence[int] = ()) -> str:
    """The attributes of an argument with these sizes, and perhaps an example shape."""
    quoted = ", ".join(f'"{name}"' for name in names)
    example = f", sdim.hint = [{', '.join(map(str, hint))}]" if hint else ""
    return f"{{sdim.sizes = [{quoted}]{example}}}"


def added(a: str, b: str) -> str:
    """`-(x + y)` of two matrices with these argument attributes."""
    return f"""
func.func @main(%x: {MATRIX} {a}, %y: {MATRIX} {b}) -> {MATRIX} {{
  %0 = "tf.AddV2"(%x, %y) : ({MATRIX}, {MATRIX}) -> {MATRIX}
  %1 = "tf.Neg"(%0) : ({MATRIX}) -> {MATRIX}
  func.return %1 : {MATRIX}
}}
"""


def versioned(text: str, **options: int) -> ModuleOp:
    """`text` through the pipeline; versioning keeps every fact, and is done after one run."""
    module = parse_module(text, "test.mlir")
    for step in TieshapePass(undecided="version").pipeline():
        before = Snapshot.of(module)
        if isinstance(step, VersionBroadcastsPass):
            step = replace(step, **({"saving": 0} | options))
        step.apply(Context(), module)
        verify_module(module)
        assert not before.lost_in(Snapshot.of(module))
    return parse_module(print_module(module), "versioned.mlir")


def choices(module: ModuleOp) -> list[scf.IfOp]:
    return [op for op in module.walk() if isinstance(op, scf.IfOp)]


def guards(choice: scf.IfOp) -> int:
    """How many comparisons the guard of `choice` has."""
    pending, count = [choice.cond.owner], 0
    while pending:
        op = pending.pop()
        if isinstance(op, arith.AndIOp):
            pending += [operand.owner for operand in op.operands]
        else:
            assert isinstance(op, arith.CmpiOp)
            count += 1
    return count


def broadcasts(choice: scf.IfOp) -> int:
    """How many broadcasts the version of `choice` has."""
    return sum(isinstance(op, mhlo.DynamicBroadcastInDimOp) for op in choice.true_region.walk())


def numbers(shapes: Shapes) -> list[np.ndarray]:
    rng = np.random.default_rng(3)
    return [rng.standard_normal(shape).astype(np.float32) for shape in shapes]


def holding(module: ModuleOp, shapes: Shapes) -> list[bool]:
    """Which conditions hold for these shapes, in the order in which they are tried."""
    return conditions_in(module, numbers(shapes))


def conditions_in(module: ModuleOp, inputs: list[np.ndarray]) -> list[bool]:
    module = module.clone()
    (function,) = [op for op in module.body.block.ops if isinstance(op, func.FuncOp)]
    end = function.body.block.last_op
    assert isinstance(end, func.ReturnOp)
    conditions = [choice.cond for choice in choices(module)]
    end.operands = conditions
    types = function.function_type.inputs.data
    function.function_type = FunctionType.from_lists(types, [c.type for c in conditions])
    return [bool(found) for found in Runner(module).run(inputs)]


def check_sum(module: ModuleOp, shapes: Shapes) -> None:
    x, y = numbers(shapes)
    (found,) = Runner(module).run([x, y])
    np.testing.assert_allclose(found, -(x + y), 1e-6)


FULL, ROW, COLUMN = (4, 8), (1, 8), (4, 1)


def test_without_hints_one_version_makes_all_pairs_equal() -> None:
    module = versioned(added(sizes("a", "b"), sizes("c", "d")))
    (choice,) = choices(module)
    assert guards(choice) == 2
    assert broadcasts(choice) == 0
    for shapes, taken in [
        ((FULL, FULL), True),
        ((ROW, FULL), False),
        ((FULL, COLUMN), False),
        ((ROW, COLUMN), False),
    ]:
        assert holding(module, shapes) == [taken]
        check_sum(module, shapes)
    with pytest.raises(GuardFailed):
        Runner(module).run(numbers(((3, 8), FULL)))


APART = """
sdim.symbol @S0 {hint = 8 : i64}
sdim.symbol @S1 {hint = 8 : i64}
sdim.symbol @S2 {hint = HINT : i64}
sdim.symbol @S3 {hint = 8 : i64}
func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S2]>, %p: tensor<1xi32>, %q: tensor<1xi32>)
    -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S3]>) {
  %0, %1 = "mhlo.fusion"(%x, %y, %p, %q) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S2]>, %s: tensor<1xi32>, %t: tensor<1xi32>):
    %2 = "mhlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
      : (tensor<?xf32, [@S0]>, tensor<1xi32>) -> tensor<?xf32, [@S1]>
    %3 = "mhlo.dynamic_broadcast_in_dim"(%b, %t) <{broadcast_dimensions = dense<0> : tensor<1xi64>}>
      : (tensor<?xf32, [@S2]>, tensor<1xi32>) -> tensor<?xf32, [@S3]>
    %4 = mhlo.abs %2 : tensor<?xf32, [@S1]>
    %5 = mhlo.abs %3 : tensor<?xf32, [@S3]>
    mhlo.return %4, %5 : tensor<?xf32, [@S1]>, tensor<?xf32, [@S3]>
  }) : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S2]>, tensor<1xi32>, tensor<1xi32>)
    -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S3]>)
  func.return %0, %1 : tensor<?xf32, [@S1]>, tensor<?xf32, [@S3]>
}
"""


def test_hints_leave_pairs_out_of_the_guard() -> None:
    """Target sizes that no tensor has are read from the shape operands."""
    module, both = (parse_module(APART.replace("HINT", hint), "apart.mlir") for hint in "18")
    for m in (module, both):
        VersionBroadcastsPass(saving=0).apply(Context(), m)
        verify_module(m)
    (choice,), (full,) = choices(module), choices(both)
    assert (guards(choice), broadcasts(choice)) == (1, 1)
    assert (guards(full), broadcasts(full)) == (2, 0)
    for m, n, p, q in [(8, 1, 8, 8), (8, 8, 8, 8), (1, 8, 8, 8), (1, 1, 5, 6), (3, 1, 3, 2)]:
        x, y = numbers(((m,), (n,)))
        for version, taken in ((module, m == p), (both, m == p and n == q)):
            shapes = [np.array([size], np.int32) for size in (p, q)]
            found = Runner(version).run([x, y, *shapes])
            np.testing.assert_array_equal(found[0], np.broadcast_to(np.abs(x), p))
            np.testing.assert_array_equal(found[1], np.broadcast_to(np.abs(y), q))
            assert conditions_in(version, [x, y, *shapes]) == [taken]


def test_a_size_that_hints_say_is_1_is_a_real_broadcast_under_its_guard() -> None:
    module = versioned(added(sizes("a", "b", hint=ROW), sizes("c", "d", hint=FULL)))
    (choice,) = choices(module)
    assert (guards(choice), broadcasts(choice)) == (2, 1)
    for shapes, taken in [
        ((ROW, FULL), True),
        ((ROW, ROW), True),
        ((FULL, FULL), False),
        ((FULL, ROW), False),
        ((ROW, COLUMN), False),
    ]:
        assert holding(module, shapes) == [taken], shapes
        check_sum(module, shapes)


def test_sizes_that_are_known_have_no_version() -> None:
    text = added(sizes("a", "b"), sizes("c", "d"))
    head = f"-> {MATRIX} {{"
    for where, count in [
        ('"a == c", "b == d"', 0),
        ('"a == c"', 1),
        ('"a > c", "b == d", "c > 1"', -1),
    ]:
        known = text.replace(head, f"-> {MATRIX} attributes {{sdim.where = [{where}]}} {{")
        if count < 0:
            with pytest.raises(ShapeError):
                versioned(known)
            continue
        found = choices(versioned(known))
        assert len(found) == count
        assert all(guards(choice) == 1 for choice in found)


LIKELY = """
sdim.symbol @a
sdim.symbol @b
sdim.symbol @c
sdim.symbol @d
sdim.constraints {
  %a = sdim.size @a
  %b = sdim.size @b
  %c = sdim.size @c
  %d = sdim.size @d
  sdim.likely %a in LA
  sdim.likely %b in LB
  sdim.likely %c in LC
  sdim.likely %d in LD
}
""" + added("", "").replace(f"%x: {MATRIX}", "%x: tensor<?x?xf32, [@a, @b]>").replace(
    f"%y: {MATRIX}", "%y: tensor<?x?xf32, [@c, @d]>"
).replace(
    f"(%x, %y) : ({MATRIX}, {MATRIX})",
    "(%x, %y) : (tensor<?x?xf32, [@a, @b]>, tensor<?x?xf32, [@c, @d]>)",
)


def likely(a: str, b: str, c: str, d: str) -> str:
    return LIKELY.replace("LA", a).replace("LB", b).replace("LC", c).replace("LD", d)


def test_likely_sizes_choose_the_version() -> None:
    row = versioned(likely("[1]", "[8, 16]", "[4]", "[8, 16]"))
    (choice,) = choices(row)
    assert broadcasts(choice) == 1
    assert holding(row, (ROW, FULL)) == [True]
    assert holding(row, (FULL, FULL)) == [False]
    full = versioned(likely("[4]", "[8, 16]", "[4]", "[8, 16]"))
    assert holding(full, (ROW, FULL)) == [False]
    assert holding(full, (FULL, FULL)) == [True]
    for module in (row, full):
        for shapes in ((ROW, FULL), (FULL, FULL), (COLUMN, ROW)):
            check_sum(module, shapes)


def test_more_versions_of_a_group_are_tried_one_after_the_other() -> None:
    text = likely("[1, 4]", "[8]", "[4]", "[8]")
    assert not choices(versioned(text, per_group=1))
    assert len(choices(versioned(text))) == 1
    module = versioned(text, per_group=3)
    first, second = choices(module)
    assert second.parent_op() is first
    assert sorted(map(broadcasts, (first, second))) == [0, 1]
    seen = set[tuple[bool, ...]]()
    for shapes in ((FULL, FULL), (ROW, FULL), (ROW, ROW), (COLUMN, FULL), (FULL, ROW)):
        check_sum(module, shapes)
        seen.add(tuple(holding(module, shapes)))
    assert len(seen) == 4
    assert len(choices(versioned(text, per_group=9))) == 2


SMALL, LARGE = "tensor<?x2xf32>", "tensor<?x512xf32>"
TWO_SUMS = f"""
func.func @main(%a: {SMALL}, %b: {SMALL}, %c: {LARGE}, %d: {LARGE}) -> ({SMALL}, {LARGE}) {{
  %0 = "tf.AddV2"(%a, %b) : ({SMALL}, {SMALL}) -> {SMALL}
  %1 = "tf.Neg"(%0) : ({SMALL}) -> {SMALL}
  %2 = "tf.AddV2"(%c, %d) : ({LARGE}, {LARGE}) -> {LARGE}
  %3 = "tf.Neg"(%2) : ({LARGE}) -> {LARGE}
  func.return %1, %3 : {SMALL}, {LARGE}
}}
"""


def test_one_guard_decides_for_the_whole_function() -> None:
    (choice,) = choices(versioned(TWO_SUMS, per_function=1))
    assert (guards(choice), broadcasts(choice), len(choice.results)) == (2, 0, 2)
    assert not choices(versioned(TWO_SUMS, per_function=0))
    apart = TWO_SUMS
    for name, rows in (("a", 1), ("b", 7), ("c", 3), ("d", 3)):
        type = SMALL if name in "ab" else LARGE
        columns = 2 if name in "ab" else 512
        hint = f"%{name}: {type} {{sdim.hint = [{rows}, {columns}]}}"
        apart = apart.replace(f"%{name}: {type}", hint, 1)
    (choice,) = choices(versioned(apart))
    assert (guards(choice), broadcasts(choice)) == (2, 1), "%a is broadcast, as hints say"


def test_a_version_must_pay() -> None:
    """An indexed operand costs little; a short inner loop and a launch more cost much."""
    row = added("", "").replace("?x?x", "?x512x")
    assert not choices(versioned(row, saving=5))
    (choice,) = choices(versioned(row.replace("512", "8"), saving=5))
    assert broadcasts(choice) == 0
    kept = row.replace("-> tensor<?x512xf32> {", "-> (tensor<?x512xf32>, tensor<?x512xf32>) {")
    kept = kept.replace('"tf.Neg"(%0) : (', '"tf.Mul"(%0, %z) : (tensor<?x512xf32>, ')
    kept = kept.replace("func.return %1 :", "func.return %0, %1 : tensor<?x512xf32>,")
    kept = kept.replace("%y: tensor<?x512xf32> ", "%y: tensor<?x512xf32>, %z: tensor<?x512xf32>")
    (choice,) = choices(versioned(kept, saving=5))
    first, last = (list(region.block.ops) for region in choice.regions)
    assert [sum(isinstance(op, mhlo.FusionOp) for op in ops) for ops in (first, last)] == [1, 2]


def test_the_limit_of_a_function_goes_to_what_saves_most() -> None:
    text = f"""
func.func @main(%a: {SMALL}, %b: {SMALL}, %c: {LARGE}, %d: {LARGE}, %p: tensor<i1>) -> ({SMALL}, {LARGE}) {{
  %r, %t = "tf.IfRegion"(%p) ({{
    %0 = "tf.AddV2"(%a, %b) : ({SMALL}, {SMALL}) -> {SMALL}
    %1 = "tf.Neg"(%0) : ({SMALL}) -> {SMALL}
    "tf.Yield"(%1, %c) : ({SMALL}, {LARGE}) -> ()
  }}, {{
    %2 = "tf.AddV2"(%c, %d) : ({LARGE}, {LARGE}) -> {LARGE}
    %3 = "tf.Neg"(%2) : ({LARGE}) -> {LARGE}
    "tf.Yield"(%a, %3) : ({SMALL}, {LARGE}) -> ()
  }}) {{is_stateless = true}} : (tensor<i1>) -> ({SMALL}, {LARGE})
  func.return %r, %t : {SMALL}, {LARGE}
}}
"""
    assert len(choices(versioned(text))) == 2
    (choice,) = choices(versioned(text, per_function=1))
    assert "512" in str(choice.results[0].type)
    hints = text
    for name, type, rows in (
        ("a", SMALL, 4096),
        ("b", SMALL, 4096),
        ("c", LARGE, 2),
        ("d", LARGE, 2),
    ):
        columns = 2 if type == SMALL else 512
        hint = f"%{name}: {type} {{sdim.hint = [{rows}, {columns}]}}"
        hints = hints.replace(f"%{name}: {type}", hint, 1)
    (choice,) = choices(versioned(hints, per_function=1))
    assert "x2x" in str(choice.results[0].type)
    assert not choices(versioned(text, per_function=0))


LOOP = """
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %r:2 = "tf.WhileRegion"(%zero, %a) ({
  ^bb0(%i: tensor<i32>, %x: tensor<?xf32>):
    %less = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%less) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %x: tensor<?xf32>):
    %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %y = "tf.AddV2"(%x, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %z = "tf.Neg"(%y) : (tensor<?xf32>) -> tensor<?xf32>
    "tf.Yield"(%next, %z) : (tensor<i32>, tensor<?xf32>) -> ()
  }) {is_stateless = true} : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>)
  func.return %r#1 : tensor<?xf32>
}
"""


def test_a_group_in_a_loop_has_versions_of_which_each_trip_chooses() -> None:
    module = versioned(LOOP)
    (choice,) = choices(module)
    assert isinstance(choice.parent_op(), mhlo.WhileOp)
    assert (guards(choice), broadcasts(choice)) == (1, 0)
    assert not choices(versioned(LOOP, per_function=0))
    for m, n, trips in [(1, 5, 3), (5, 5, 3), (5, 1, 2), (1, 1, 1), (5, 3, 0)]:
        (x, y), expected = numbers(((m,), (n,))), None
        expected = x
        for _ in range(trips):
            expected = -(expected + y)
        (found,) = Runner(module).run([x, y, np.array(trips, np.int32)])
        np.testing.assert_allclose(found, expected, 1e-6)
    with pytest.raises(GuardFailed):
        Runner(module).run([*numbers(((5,), (3,))), np.array(1, np.int32)])


BRANCH = f"""
func.func @main(%x: {MATRIX}, %y: {MATRIX}, %p: tensor<i1>) -> {MATRIX} {{
  %r = "tf.IfRegion"(%p) ({{
    %0 = "tf.AddV2"(%x, %y) : ({MATRIX}, {MATRIX}) -> {MATRIX}
    %1 = "tf.Neg"(%0) : ({MATRIX}) -> {MATRIX}
    "tf.Yield"(%1) : ({MATRIX}) -> ()
  }}, {{
    %0 = "tf.Neg"(%x) : ({MATRIX}) -> {MATRIX}
    %1 = "tf.Mul"(%0, %y) : ({MATRIX}, {MATRIX}) -> {MATRIX}
    "tf.Yield"(%1) : ({MATRIX}) -> ()
  }}) {{is_stateless = true}} : (tensor<i1>) -> {MATRIX}
  func.return %r : {MATRIX}
}}
"""


def test_groups_in_branches_have_versions_and_count_for_the_limit() -> None:
    module = versioned(BRANCH)
    assert len(choices(module)) == 2
    for choice in choices(module):
        assert isinstance(choice.parent_op(), mhlo.IfOp)
        assert broadcasts(choice) == 0
    assert len(choices(versioned(BRANCH, per_function=1))) == 1
    for shapes in ((FULL, FULL), (ROW, FULL), (FULL, COLUMN), (ROW, COLUMN)):
        x, y = numbers(shapes)
        for p in (True, False):
            (found,) = Runner(module).run([x, y, np.array(p)])
            np.testing.assert_allclose(found, -(x + y) if p else -x * y, 1e-6)


def test_equal_guards_are_compared_once() -> None:
    module = versioned(BRANCH)
    first, second = choices(module)
    assert first.cond is second.cond
    compared = [
        (op.predicate.value.data, op.lhs, op.rhs)
        for op in module.walk()
        if isinstance(op, arith.CmpiOp) and op.parent_op() in ops_around(first)
    ]
    assert len(set(compared)) == len(compared)


def ops_around(choice: scf.IfOp) -> set[Operation]:
    """The op around `choice`, and what is around that."""
    found, op = set[Operation](), choice.parent_op()
    while op is not None:
        found.add(op)
        op = op.parent_op()
    return found


@pytest.mark.parametrize(
    ("options", "words"),
    [({"per_group": 0}, "per_group must be at least 1"), ({"per_function": -1}, "per_function")],
)
def test_limits_that_mean_nothing_are_refused(options: dict[str, int], words: str) -> None:
    with pytest.raises(PassFailedException, match=words):
        VersionBroadcastsPass(**options).apply(Context(), ModuleOp([]))


def test_what_a_version_knows_is_not_known_outside() -> None:
    module = versioned(added(sizes("a", "b", hint=ROW), sizes("c", "d", hint=FULL)))
    stated = [op for op in module.walk() if isinstance(op, sdim.EqualOp)]
    assert {type(op.parent_op()) for op in stated} == {scf.IfOp}
    facts = Snapshot.of(module).facts
    for claim in ("a == 1", "b == d", "a == c"):
        assert not facts.proves(claim), claim
        assert not facts.refutes(claim), claim
