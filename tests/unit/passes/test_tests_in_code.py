"""Demands on sizes that no argument carries are tested in the code, by every stage, before anything relies on them."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from tieshape.analysis.survival import Snapshot
from tieshape.dialects import sdim
from tieshape.dialects.sdim import StrengthAttr
from tieshape.interpreters.errors import GuardFailed
from tieshape.interpreters.runner import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module, print_module, verify_module
from xdsl.context import Context
from xdsl.dialects import arith, func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint, Rewriter

UNSTACK = """
func.func @main(%x: tensor<?xf32>) -> (tensor<i64>, tensor<i64>) {
  %where = "tf.Where"(%x) : (tensor<?xf32>) -> tensor<?x1xi64>
  %flat = "tf.Squeeze"(%where) <{squeeze_dims = [1]}> : (tensor<?x1xi64>) -> tensor<?xi64>
  %0:2 = "tf.Unpack"(%flat) <{axis = 0 : i64}> : (tensor<?xi64>) -> (tensor<i64>, tensor<i64>)
  func.return %0#0, %0#1 : tensor<i64>, tensor<i64>
}
"""

STACK = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<2x?xf32> {
  %where = "tf.Where"(%x) : (tensor<?xf32>) -> tensor<?x1xi64>
  %flat = "tf.Squeeze"(%where) <{squeeze_dims = [1]}> : (tensor<?x1xi64>) -> tensor<?xi64>
  %numbers = "tf.Cast"(%flat) <{Truncate = false}> : (tensor<?xi64>) -> tensor<?xf32>
  %r = "tf.Pack"(%numbers, %y) <{axis = 0 : i64}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  func.return %r : tensor<2x?xf32>
}
"""

SKIP_TWO = """
func.func @main(%x: tensor<?xf32>) -> tensor<?x1xi64> {
  %where = "tf.Where"(%x) : (tensor<?xf32>) -> tensor<?x1xi64>
  %begin = "tf.Const"() <{value = dense<[2, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %size = "tf.Const"() <{value = dense<-1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Slice"(%where, %begin, %size) : (tensor<?x1xi64>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x1xi64>
  func.return %r : tensor<?x1xi64>
}
"""

PAIRS_THEN_TWO = """
func.func @main(%x: tensor<?xf32>) -> (tensor<2xi64>, tensor<2xi64>) {
  %where = "tf.Where"(%x) : (tensor<?xf32>) -> tensor<?x1xi64>
  %target = "tf.Const"() <{value = dense<[-1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %pairs = "tf.Reshape"(%where, %target) : (tensor<?x1xi64>, tensor<2xi32>) -> tensor<?x2xi64>
  %0:2 = "tf.Unpack"(%pairs) <{axis = 0 : i64}> : (tensor<?x2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  func.return %0#0, %0#1 : tensor<2xi64>, tensor<2xi64>
}
"""

RESHAPE = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %target = "tf.Pack"(%n, %two) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %0 = "tf.Reshape"(%x, %target) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  %all = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Reshape"(%0, %all) : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""

SPLIT = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %sizes = "tf.Pack"(%n, %two) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0:2 = "tf.SplitV"(%x, %sizes, %axis) : (tensor<?xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
"""

FILL = """
func.func @main(%n: tensor<i32>, %y: tensor<?x3xf32>) -> tensor<1x3xf32> {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %dims = "tf.Pack"(%one, %n) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %half = "tf.Const"() <{value = dense<0.5> : tensor<f32>}> : () -> tensor<f32>
  %ones = "tf.Fill"(%dims, %half) : (tensor<2xi32>, tensor<f32>) -> tensor<1x?xf32>
  %r = "tf.MatMul"(%ones, %y) : (tensor<1x?xf32>, tensor<?x3xf32>) -> tensor<1x3xf32>
  func.return %r : tensor<1x3xf32>
}
"""

BRANCH = """
func.func @main(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<i64> {
  %r = "tf.IfRegion"(%p) ({
    %where = "tf.Where"(%x) : (tensor<?xf32>) -> tensor<?x1xi64>
    %flat = "tf.Squeeze"(%where) <{squeeze_dims = [1]}> : (tensor<?x1xi64>) -> tensor<?xi64>
    %0:2 = "tf.Unpack"(%flat) <{axis = 0 : i64}> : (tensor<?xi64>) -> (tensor<i64>, tensor<i64>)
    %1 = "tf.AddV2"(%0#0, %0#1) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "tf.Yield"(%1) : (tensor<i64>) -> ()
  }, {
    %2 = "tf.Const"() <{value = dense<7> : tensor<i64>}> : () -> tensor<i64>
    "tf.Yield"(%2) : (tensor<i64>) -> ()
  }) {is_stateless = true} : (tensor<i1>) -> tensor<i64>
  func.return %r : tensor<i64>
}
"""

Arrays = list[np.ndarray]


def floats(*numbers: float) -> np.ndarray:
    return np.array(numbers, np.float32)


def integer(number: int) -> np.ndarray:
    return np.array(number, np.int32)


CASES: dict[str, tuple[str, str, list[tuple[Arrays, Arrays]], list[Arrays]]] = {
    "unstack": (
        UNSTACK,
        "tf.Unpack",
        [([floats(0, 1, 2)], [np.array(1), np.array(2)])],
        [[floats(1, 1, 1)], [floats(0, 0, 1)], [floats()]],
    ),
    "stack": (
        STACK,
        "tf.Pack",
        [([floats(0, 1), floats(5)], [np.array([[1], [5]])])],
        [[floats(0, 1), floats(5, 6)], [floats(1, 1), floats(5)]],
    ),
    "skip two": (
        SKIP_TWO,
        "tf.Slice",
        [([floats(1, 0, 1, 1)], [np.array([[3]])]), ([floats(1, 1)], [np.zeros((0, 1))])],
        [[floats(1, 0, 0)], [floats(0)]],
    ),
    "pairs, then two": (
        PAIRS_THEN_TWO,
        "tf.",
        [([floats(1, 1, 1, 1)], [np.array([0, 1]), np.array([2, 3])])],
        [[floats(1, 1, 1)], [floats(1, 1)], [floats(1, 1, 1, 1, 1, 1)]],
    ),
    "reshape": (
        RESHAPE,
        "tf.Reshape",
        [
            ([floats(1, 2, 3, 4), integer(2)], [floats(1, 2, 3, 4)]),
            ([floats(1, 2, 3, 4), integer(-1)], [floats(1, 2, 3, 4)]),
            ([floats(), integer(0)], [floats()]),
        ],
        [
            [floats(1, 2, 3, 4), integer(3)],
            [floats(1, 2, 3), integer(-1)],
            [floats(1, 2, 3), integer(1)],
            [floats(1, 2, 3, 4), integer(-2)],
            [floats(), integer(2)],
        ],
    ),
    "split": (
        SPLIT,
        "tf.SplitV",
        [
            ([floats(1, 2, 3), integer(1)], [floats(1), floats(2, 3)]),
            ([floats(1, 2, 3), integer(-1)], [floats(1), floats(2, 3)]),
            ([floats(1, 2), integer(0)], [floats(), floats(1, 2)]),
        ],
        [
            [floats(1, 2, 3), integer(2)],
            [floats(1, 2, 3), integer(0)],
            [floats(1), integer(-1)],
            [floats(), integer(-2)],
        ],
    ),
    "fill": (
        FILL,
        "tf.",
        [([integer(2), np.ones((2, 3), np.float32)], [np.ones((1, 3))])],
        [
            [integer(1), np.ones((2, 3), np.float32)],
            [integer(3), np.ones((2, 3), np.float32)],
            [integer(-2), np.ones((2, 3), np.float32)],
        ],
    ),
    "branch": (
        BRANCH,
        "tf.Unpack",
        [
            ([np.array(True), floats(0, 1, 2)], [np.array(3)]),
            ([np.array(False), floats(1, 1, 1)], [np.array(7)]),
        ],
        [[np.array(True), floats(1, 1, 1)], [np.array(True), floats(0, 1)]],
    ),
}


def stages(text: str) -> Iterator[tuple[str, ModuleOp]]:
    """The module after each pass from the conversion on, read from its own text; no pass loses a guard."""
    module = parse_module(text, "test.mlir")
    before, converted = Snapshot.of(module), False
    for step in TieshapePass().pipeline():
        step.apply(Context(), module)
        verify_module(module)
        after = Snapshot.of(module)
        assert not (lost := before.lost_in(after)), f"{step.name}: {[*map(str, lost)]}"
        before, converted = after, converted or step.name == "convert-tf-to-mhlo"
        if converted:
            yield step.name, parse_module(print_module(module), "stage.mlir")


@pytest.mark.parametrize("name", CASES)
def test_each_stage_refuses_what_breaks_the_demand(name: str) -> None:
    text, op, accepted, refused = CASES[name]
    for stage, module in stages(text):
        runner = Runner(module)
        for inputs, outputs in accepted:
            for found, wanted in zip(runner.run(inputs), outputs, strict=True):
                np.testing.assert_array_equal(found, wanted, err_msg=stage)
        for inputs in refused:
            with pytest.raises(GuardFailed, match=op.replace(".", r"\.")):
                pytest.fail(f"{stage} accepts {inputs}: {runner.run(inputs)}")


def guards_in(module: ModuleOp) -> list[sdim.GuardedConstraintOp]:
    functions = [op for op in module.body.block.ops if isinstance(op, func.FuncOp)]
    return [
        op
        for f in functions
        for op in f.walk()
        if isinstance(op, sdim.GuardedConstraintOp) and op.strength != "assume"
    ]


def test_a_demand_on_arguments_is_no_test_in_the_code() -> None:
    text = STACK.replace('"tf.Pack"(%numbers, %y)', '"tf.Pack"(%x, %y)')
    for stage, module in stages(text):
        assert not guards_in(module), stage
        with pytest.raises(GuardFailed, match=r"tf\.Pack"):
            Runner(module).run([floats(1, 2), floats(1)])


def erase(op: sdim.GuardedConstraintOp) -> None:
    Rewriter.erase_op(op)


def spend(op: sdim.GuardedConstraintOp) -> None:
    """What the claim itself says makes it true."""
    op.operands = [op.operands[-1]] * len(op.operands)


def spend_condition(op: sdim.GuardedConstraintOp) -> None:
    """The condition becomes one that holds always."""
    truth = arith.ConstantOp.from_int_and_width(1, 1)
    Rewriter.insert_op(truth, InsertPoint.before(op))
    op.operands = [truth.result]


def assume(op: sdim.GuardedConstraintOp) -> None:
    op.properties["strength"] = StrengthAttr(sdim.Strength.ASSUME)


@pytest.mark.parametrize("fault", [erase, spend, assume])
@pytest.mark.parametrize("stage", ["tieshape-infer-shapes", "tieshape-optimize-shapes"])
def test_a_guard_that_a_pass_loses_is_named(
    fault: Callable[[sdim.GuardedConstraintOp], None], stage: str
) -> None:
    for text, claims in ((UNSTACK, 1), (STACK, 1)):
        module = parse_module(text, "test.mlir")
        for step in TieshapePass().pipeline():
            step.apply(Context(), module)
            if step.name == stage:
                break
        before = Snapshot.of(module)
        assert not before.lost_in(before)
        found = guards_in(module)
        assert len(found) == claims
        for op in found:
            fault(op)
        (lost,) = before.lost_in(Snapshot.of(module))
        assert lost.is_guard
        assert "the guard `" in str(lost)
        assert "tf." in str(lost)


NUMBER = """
func.func @main(%x: tensor<3xf32>, %n: tensor<i32>) -> tensor<3xf32> {
  %three = arith.constant 3 : i32
  %number = tensor.extract %n[] : tensor<i32>
  %same = arith.cmpi eq, %number, %three : i32
  sdim.holds assert %same {why = "a size must be 3"}
  func.return %x : tensor<3xf32>
}
"""


@pytest.mark.parametrize("fault", [erase, spend_condition, assume])
def test_a_guard_on_a_number_is_missed_where_nothing_is_assumed(
    fault: Callable[[sdim.GuardedConstraintOp], None],
) -> None:
    """Sizes that are found at the same time excuse nothing."""
    module = parse_module(NUMBER, "test.mlir")
    before = Snapshot.of(module)
    assert not before.symbols
    assert not before.stated
    assert not before.lost_in(before)
    (guard,) = guards_in(module)
    fault(guard)
    module.body.block.add_op(sdim.SymbolOp("New"))
    (lost,) = before.lost_in(Snapshot.of(module))
    assert lost.is_guard
    assert "a size must be 3" in str(lost)


def test_a_guard_on_arguments_that_becomes_an_assumption_is_lost() -> None:
    def guards(module: ModuleOp) -> Iterator[Operation]:
        return (
            op for op in module.walk() if isinstance(op, sdim.EqualOp) and op.strength == "assert"
        )

    text = STACK.replace('"tf.Pack"(%numbers, %y)', '"tf.Pack"(%x, %y)')
    module = parse_module(text, "test.mlir")
    for step in TieshapePass().pipeline():
        step.apply(Context(), module)
    before = Snapshot.of(module)
    for op in guards(module):
        assert isinstance(op, sdim.EqualOp)
        assume(op)
    (lost,) = before.lost_in(Snapshot.of(module))
    assert lost.is_guard
