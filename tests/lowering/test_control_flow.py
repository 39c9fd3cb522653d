"""Calls, branches, loops and assertions: the same numbers at every stage, no fact outside the region where it holds."""

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.interpreters import run_function
from tieshape.interpreters.errors import GuardFailed
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import PassFailedException

from .harness import check_text, run_stages, stages

VECTOR = "tensor<?xf32>"
ADD = f'"tf.AddV2"(%x, %x) : ({VECTOR}, {VECTOR}) -> {VECTOR}'
MUL = f'"tf.Mul"(%x, %x) : ({VECTOR}, {VECTOR}) -> {VECTOR}'


def unary(name: str, op: str, visibility: str = "private ") -> str:
    return (
        f"func.func {visibility}@{name}(%x: {VECTOR}) -> {VECTOR} {{\n"
        f"  %r = {op}\n  func.return %r : {VECTOR}\n}}\n"
    )


def floats(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def final(text: str) -> str:
    return list(stages(text).values())[-1]


@pytest.mark.parametrize("call", ['"tf.PartitionedCall"(%x) <{f = @twice}>', '"tf.StatefulPartitionedCall"(%x) <{f = @twice}>', '"tf.LegacyCall"(%x) <{f = @twice}>', "func.call @twice(%x)"])  # fmt: skip
def test_a_chain_of_calls_is_inlined(call: str) -> None:
    text = unary("main", f"{call} : ({VECTOR}) -> {VECTOR}", "") + unary(
        "twice", f'"tf.PartitionedCall"(%x) <{{f = @add}}> : ({VECTOR}) -> {VECTOR}'
    )
    text += unary("add", ADD)
    for size in (0, 1, 3):
        check_text(text, [floats(size)], [2 * floats(size)])
    assert "@twice" not in final(text)


def test_a_call_is_specialised_to_its_sizes() -> None:
    """One function called with different sizes: each call knows its own."""
    call = '"tf.PartitionedCall"(%{0}) <{{f = @double}}> : (tensor<?xf32>) -> tensor<?xf32>'
    text = f"""
    func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {{
      %0 = {call.format("a")}
      %1 = {call.format("b")}
      func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
    }}
    {unary("double", ADD)}"""
    check_text(text, [floats(2), floats(5)], [2 * floats(2), 2 * floats(5)])
    assert "-> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>)" in final(text)


def test_recursion_is_refused_with_its_circle() -> None:
    text = unary("main", f'"tf.PartitionedCall"(%x) <{{f = @a}}> : ({VECTOR}) -> {VECTOR}', "")
    text += unary("a", f'"tf.PartitionedCall"(%x) <{{f = @b}}> : ({VECTOR}) -> {VECTOR}')
    text += unary("b", f'"tf.PartitionedCall"(%x) <{{f = @a}}> : ({VECTOR}) -> {VECTOR}')
    with pytest.raises(PassFailedException, match=r"recursion .*@a -> @b -> @a"):
        stages(text)


def branches(condition: str = "tensor<i1>") -> str:
    return f"""
    func.func @main(%p: {condition}, %x: tensor<?xf32>) -> tensor<?xf32> {{
      %0 = "tf.If"(%p, %x) <{{then_branch = @t, else_branch = @e, is_stateless = true}}>
          : ({condition}, tensor<?xf32>) -> tensor<?xf32>
      %1 = "tf.AddV2"(%0, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      func.return %1 : tensor<?xf32>
    }}
    {unary("t", ADD)}{unary("e", MUL)}"""


@pytest.mark.parametrize("size", [0, 1, 4])
def test_a_branch_is_chosen_by_data(size: int) -> None:
    x = floats(size)
    check_text(branches(), [np.array(True), x], [3 * x])
    check_text(branches(), [np.array(False), x], [x * x + x])
    assert "mhlo.if" in final(branches()) and "[@S1]" not in final(branches())


def test_numbers_and_tensors_are_conditions() -> None:
    x = floats(3)
    check_text(branches("tensor<i32>"), [np.array(2, np.int32), x], [3 * x])
    check_text(branches("tensor<f32>"), [np.array(0, np.float32), x], [x * x + x])
    check_text(branches("tensor<?xi32>"), [np.zeros(0, np.int32), x], [x * x + x])
    check_text(branches("tensor<?xi32>"), [np.zeros(2, np.int32), x], [3 * x])


SIZES_OF_BRANCHES = """
func.func @main(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.IfRegion"(%p) ({
    %1 = "tf.ConcatV2"(%x, %y, %axis) : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
    "tf.Yield"(%1) : (tensor<?xf32>) -> ()
  }, {
    %q = "tf.Less"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = "tf.IfRegion"(%q) ({
      "tf.Yield"(%x) : (tensor<?xf32>) -> ()
    }, {
      %3 = "tf.ConcatV2"(%y, %y, %axis) : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
      %4 = "tf.Neg"(%3) : (tensor<?xf32>) -> tensor<?xf32>
      "tf.Yield"(%4) : (tensor<?xf32>) -> ()
    }) : (tensor<i1>) -> tensor<?xf32>
    "tf.Yield"(%2) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  %r = "tf.Neg"(%0) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0, %r : tensor<?xf32>, tensor<?xf32>
}
""".replace(
    "  %0 =",
    """  %rx = "tf.Sum"(%x, %axis) <{keep_dims = false}> : (tensor<?xf32>, tensor<i32>) -> tensor<f32>
  %a = "tf.Identity"(%rx) : (tensor<f32>) -> tensor<f32>
  %b = "tf.Const"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 =""",
    1,
)


@pytest.mark.parametrize("sizes", [(2, 3), (0, 1), (1, 0)])
def test_nested_branches_with_different_sizes(sizes: tuple[int, int]) -> None:
    x, y = (floats(size, seed=size) for size in sizes)
    inner = x if x.sum() < 0 else -np.concatenate([y, y])
    for taken, wanted in ((True, np.concatenate([x, y])), (False, inner)):
        check_text(SIZES_OF_BRANCHES, [np.array(taken), x, y], [wanted, -wanted])


def test_a_condition_on_sizes_holds_in_its_branch_only() -> None:
    """The squeeze is possible in one branch alone; nothing of it is known outside."""
    text = """
    func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
      %zero = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
      %ones = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
      %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %s = "tf.Shape"(%x) : (tensor<?x3xf32>) -> tensor<2xi32>
      %n = "tf.StridedSlice"(%s, %zero, %ones, %ones) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}>
          : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
      %p = "tf.Equal"(%n, %one) : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %0 = "tf.IfRegion"(%p) ({
        %1 = "tf.Squeeze"(%x) <{squeeze_dims = [0]}> : (tensor<?x3xf32>) -> tensor<3xf32>
        %2 = "tf.Neg"(%1) : (tensor<3xf32>) -> tensor<3xf32>
        %3 = "tf.ExpandDims"(%2, %axis) : (tensor<3xf32>, tensor<i32>) -> tensor<1x3xf32>
        "tf.Yield"(%3) : (tensor<1x3xf32>) -> ()
      }, {
        "tf.Yield"(%x) : (tensor<?x3xf32>) -> ()
      }) : (tensor<i1>) -> tensor<?x3xf32>
      func.return %0 : tensor<?x3xf32>
    }"""
    check_text(text, [floats(1, 3)], [-floats(1, 3)])
    check_text(text, [floats(4, 3)], [floats(4, 3)])
    for stage in stages(text).values():
        analysis = analyze(parse_module(stage, "stage.mlir"))
        assert not analysis.facts.proves("S0 == 1") and not analysis.facts.refutes("S0 == 1")
        assert "assert" not in stage
    assert "-> tensor<?x3xf32, [@S0, 3]>" in final(text)


def test_a_decided_condition_leaves_its_branch() -> None:
    text = branches().replace("%p: tensor<i1>, ", "").replace(
        '%0 = "tf.If"', '%p = "tf.Const"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>\n%0 = "tf.If"'
    )  # fmt: skip
    check_text(text, [floats(3)], [3 * floats(3)])
    assert "mhlo.if" not in final(text)


def test_the_branch_that_never_runs_makes_no_demand() -> None:
    text = """
    func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
      %p = "tf.Const"() <{value = dense<false> : tensor<i1>}> : () -> tensor<i1>
      %c = "tf.Const"() <{value = dense<0.0> : tensor<4xf32>}> : () -> tensor<4xf32>
      %0 = "tf.IfRegion"(%p) ({
        %1 = "tf.AddV2"(%x, %c) : (tensor<3xf32>, tensor<4xf32>) -> tensor<*xf32>
        %2 = "tf.Identity"(%x) : (tensor<3xf32>) -> tensor<3xf32>
        "tf.Yield"(%2) : (tensor<3xf32>) -> ()
      }, {
        "tf.Yield"(%x) : (tensor<3xf32>) -> ()
      }) : (tensor<i1>) -> tensor<3xf32>
      func.return %0 : tensor<3xf32>
    }""".replace('%1 = "tf.AddV2"(%x, %c) : (tensor<3xf32>, tensor<4xf32>) -> tensor<*xf32>', "")
    check_text(text, [floats(3)], [floats(3)])


@pytest.mark.parametrize("index", [-1, 0, 1, 2, 7])
def test_case_takes_the_last_branch_for_any_other_index(index: int) -> None:
    text = f"""
    func.func @main(%i: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {{
      %0 = "tf.Case"(%i, %x) <{{branches = [@a, @b, @c], is_stateless = true}}> : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
      func.return %0 : tensor<?xf32>
    }}
    {unary("a", ADD)}{unary("b", MUL)}{unary("c", '"tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>')}"""
    x = floats(3)
    check_text(text, [np.array(index, np.int32), x], [{0: 2 * x, 1: x * x}.get(index, -x)])


GROWING = """
func.func @main(%n: tensor<i32>, %x: tensor<?x2xf32>, %y: tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0:4 = "tf.While"(%zero, %n, %x, %x) <{cond = @go, body = @grow, is_stateless = true, shape_invariant}>
      : (tensor<i32>, tensor<i32>, tensor<?x2xf32>, tensor<?x2xf32>) -> (tensor<i32>, tensor<i32>, tensor<?x2xf32>, tensor<?x2xf32>)
  %1 = "tf.AddV2"(%0#2, %0#3) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  func.return %0#2, %0#3, %1 : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}
func.func private @go(%i: tensor<i32>, %n: tensor<i32>, %a: tensor<?x2xf32>, %b: tensor<?x2xf32>) -> tensor<i1> {
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  func.return %0 : tensor<i1>
}
func.func private @grow(%i: tensor<i32>, %n: tensor<i32>, %a: tensor<?x2xf32>, %b: tensor<?x2xf32>) -> (tensor<i32>, tensor<i32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %row = "tf.Const"() <{value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>}> : () -> tensor<1x2xf32>
  %0 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = "tf.AddV2"(%a, %b) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %2 = "tf.ConcatV2"(%1, %row, %axis) : (tensor<?x2xf32>, tensor<1x2xf32>, tensor<i32>) -> tensor<?x2xf32>
  %3 = "tf.ConcatV2"(%row, %b, %axis) : (tensor<1x2xf32>, tensor<?x2xf32>, tensor<i32>) -> tensor<?x2xf32>
  func.return %0, %n, %2, %3 : tensor<i32>, tensor<i32>, tensor<?x2xf32>, tensor<?x2xf32>
}
"""


def grown(trips: int, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    row = np.array([[1, 2]], np.float32)
    a = b = x
    for _ in range(trips):
        a, b = np.concatenate([a + b, row]), np.concatenate([row, b])
    return a, b


@pytest.mark.parametrize(("trips", "size"), [(0, 2), (1, 0), (3, 1), (2, 4)])
def test_sizes_that_grow_in_a_loop(trips: int, size: int) -> None:
    x = floats(size, 2)
    a, b = grown(trips, x)
    check_text(GROWING, [np.array(trips, np.int32), x, floats(1, 2)], [a, b, a + b])


def test_sizes_that_grow_together_are_one_symbol() -> None:
    """Both carried tensors start equal and grow by one row a trip: no broadcast, no guard, one size."""
    text = final(GROWING)
    assert "broadcast_in_dim" not in text and "assert" not in text
    module = parse_module(text, "final.mlir")
    analysis = analyze(module)
    (function,) = [op for op in module.body.ops if op.name == "func.func"]
    first, second, _ = [analysis.shape(v)[0] for v in function.regions[0].block.last_op.operands]  # pyright: ignore
    assert first == second
    assert analysis.facts.proves(f"{first} >= S0") and not analysis.facts.proves(f"{first} == S0")


def test_facts_of_a_body_do_not_leak() -> None:
    """The body needs at least one row; a loop without a trip does not, so no row is a legal input."""
    text = """
    func.func @main(%n: tensor<i32>, %x: tensor<?xf32>) -> (tensor<i32>, tensor<f32>) {
      %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %sum = "tf.Const"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
      %0:2 = "tf.WhileRegion"(%zero, %sum) ({
      ^bb0(%i: tensor<i32>, %s: tensor<f32>):
        %go = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%go) : (tensor<i1>) -> ()
      }, {
      ^bb0(%i: tensor<i32>, %s: tensor<f32>):
        %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
        %b = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
        %e = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
        %shape = "tf.Const"() <{value = dense<[2, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
        %square = "tf.Reshape"(%x, %shape) : (tensor<?xf32>, tensor<2xi32>) -> tensor<2x2xf32>
        %axes = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
        %total = "tf.Sum"(%square, %axes) <{keep_dims = false}> : (tensor<2x2xf32>, tensor<2xi32>) -> tensor<f32>
        %next = "tf.AddV2"(%s, %total) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        "tf.Yield"(%j, %next) : (tensor<i32>, tensor<f32>) -> ()
      }) : (tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>)
      func.return %0#0, %0#1 : tensor<i32>, tensor<f32>
    }"""
    x = floats(4)
    check_text(text, [np.array(2, np.int32), x], [np.array(2, np.int32), 2 * x.sum()])
    check_text(
        text, [np.array(0, np.int32), floats(3)], [np.array(0, np.int32), np.array(0, np.float32)]
    )
    for stage in stages(text).values():
        assert not analyze(parse_module(stage, "stage.mlir")).facts.proves("S0 == 4")
        with pytest.raises(GuardFailed, match=r"tf\.Reshape"):
            run_function(
                parse_module(stage, "stage.mlir"), "main", [np.array(1, np.int32), floats(3)]
            )


def test_a_loop_in_a_branch_in_a_loop() -> None:
    text = """
    func.func @main(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
      %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %0:2 = "tf.WhileRegion"(%zero, %x) <{shape_invariant}> ({
      ^bb0(%i: tensor<i32>, %a: tensor<?xf32>):
        %go = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%go) : (tensor<i1>) -> ()
      }, {
      ^bb0(%i: tensor<i32>, %a: tensor<?xf32>):
        %first = "tf.Equal"(%i, %zero) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %b = "tf.IfRegion"(%first) ({
          %2:2 = "tf.WhileRegion"(%zero, %a) <{shape_invariant}> ({
          ^bb0(%k: tensor<i32>, %c: tensor<?xf32>):
            %more = "tf.Less"(%k, %one) : (tensor<i32>, tensor<i32>) -> tensor<i1>
            "tf.Yield"(%more) : (tensor<i1>) -> ()
          }, {
          ^bb0(%k: tensor<i32>, %c: tensor<?xf32>):
            %d = "tf.ConcatV2"(%c, %x, %zero) : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
            %l = "tf.AddV2"(%k, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
            "tf.Yield"(%l, %d) : (tensor<i32>, tensor<?xf32>) -> ()
          }) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>)
          "tf.Yield"(%2#1) : (tensor<?xf32>) -> ()
        }, {
          %e = "tf.Mul"(%a, %a) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
          "tf.Yield"(%e) : (tensor<?xf32>) -> ()
        }) : (tensor<i1>) -> tensor<?xf32>
        %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        "tf.Yield"(%j, %b) : (tensor<i32>, tensor<?xf32>) -> ()
      }) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>)
      func.return %0#1 : tensor<?xf32>
    }"""
    x = floats(3)
    check_text(text, [np.array(0, np.int32), x], [x])
    check_text(text, [np.array(2, np.int32), x], [np.concatenate([x, x]) ** 2])


def asserted(condition: str) -> str:
    return f"""
    func.func @main(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {{
      %words = "tf.Const"() <{{value = dense<"sizes must be good"> : tensor<!tf_type.string>}}> : () -> tensor<!tf_type.string>
      %axes = "tf.Const"() <{{value = dense<0> : tensor<1xi32>}}> : () -> tensor<1xi32>
      %limit = "tf.Const"() <{{value = dense<4> : tensor<i32>}}> : () -> tensor<i32>
      %nx = "tf.Size"(%x) : (tensor<?xi32>) -> tensor<i32>
      %ny = "tf.Size"(%y) : (tensor<?xi32>) -> tensor<i32>
      {condition}
      "tf.Assert"(%ok, %words, %x) <{{summarize = 3 : i64}}> : (tensor<i1>, tensor<!tf_type.string>, tensor<?xi32>) -> ()
      func.return %x : tensor<?xi32>
    }}"""


def test_an_assertion_on_sizes_is_a_fact_with_the_users_words() -> None:
    text = asserted('%ok = "tf.Equal"(%nx, %ny) : (tensor<i32>, tensor<i32>) -> tensor<i1>')
    x = np.arange(3, dtype=np.int32)
    check_text(text, [x, x], [x])
    for stage in stages(text).values():
        module = parse_module(stage, "stage.mlir")
        with pytest.raises(GuardFailed, match="sizes must be good"):
            run_function(module, "main", [x, x[:2]])


def test_an_assertion_that_never_holds_is_refused() -> None:
    text = asserted('%ok = "tf.Less"(%nx, %ny) : (tensor<i32>, tensor<i32>) -> tensor<i1>')
    text = text.replace("%y: tensor<?xi32>", "%y: tensor<0xi32>").replace('"tf.Size"(%y) : (tensor<?xi32>)', '"tf.Size"(%y) : (tensor<0xi32>)')  # fmt: skip
    with pytest.raises(PassFailedException, match=r"tf.Assert: sizes must be good"):
        stages(text)


def test_an_assertion_on_data_is_checked_where_it_stands() -> None:
    less = '%l = "tf.Less"(%x, %limit) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi1>\n'
    every = '%ok = "tf.All"(%l, %axes) <{keep_dims = false}> : (tensor<?xi1>, tensor<1xi32>) -> tensor<i1>'
    text = asserted(less + every)
    x = np.arange(3, dtype=np.int32)
    for name, results in run_stages(text, [x, x]).items():
        np.testing.assert_array_equal(results[0], x, err_msg=name)
    for stage in stages(text).values():
        with pytest.raises(GuardFailed, match="sizes must be good"):
            run_function(parse_module(stage, "stage.mlir"), "main", [x + 3, x])


def test_variables_that_are_read_become_arguments() -> None:
    text = """
    func.func @main(%i: tensor<?xi32>, %w: tensor<!tf_type.resource<tensor<?x3xf32>>>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
      %h = "tf.VarHandleOp"() <{container = "", shared_name = "bias"}> : () -> tensor<!tf_type.resource<tensor<3xf32>>>
      %0 = "tf.ResourceGather"(%w, %i) <{batch_dims = 0 : i64, validate_indices = true}> : (tensor<!tf_type.resource<tensor<?x3xf32>>>, tensor<?xi32>) -> tensor<?x3xf32>
      %1 = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<3xf32>>>) -> tensor<3xf32>
      %2 = "tf.PartitionedCall"(%w, %1) <{f = @f}> : (tensor<!tf_type.resource<tensor<?x3xf32>>>, tensor<3xf32>) -> tensor<?x3xf32>
      func.return %0, %2 : tensor<?x3xf32>, tensor<?x3xf32>
    }
    func.func private @f(%w: tensor<!tf_type.resource>, %b: tensor<3xf32>) -> tensor<?x3xf32> {
      %0 = "tf.ReadVariableOp"(%w) : (tensor<!tf_type.resource>) -> tensor<?x3xf32>
      %1 = "tf.AddV2"(%0, %b) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
      func.return %1 : tensor<?x3xf32>
    }"""
    w, bias, i = floats(4, 3), floats(3, seed=1), np.array([3, 0], np.int32)
    check_text(text, [i, w, bias], [w[i], w + bias])


def test_a_variable_that_is_written_is_refused() -> None:
    text = """
    func.func @main(%x: tensor<3xf32>) {
      %h = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<3xf32>>>
      "tf.AssignVariableOp"(%h, %x) <{validate_shape = false}> : (tensor<!tf_type.resource<tensor<3xf32>>>, tensor<3xf32>) -> ()
      func.return
    }"""
    with pytest.raises(
        PassFailedException, match=r"tf\.AssignVariableOp: a variable is not only read"
    ):
        stages(text)


def test_placeholders_are_arguments_and_prints_are_gone() -> None:
    text = """
    func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %p = "tf.Placeholder"() {device = ""} : () -> tensor<?xf32>
      %d = "tf.PlaceholderWithDefault"(%x) {shape = #tf_type.shape<?>} : (tensor<?xf32>) -> tensor<?xf32>
      %q = "tf.Print"(%d, %x) {message = "x"} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      %s = "tf.StringFormat"(%x) {template = "x"} : (tensor<?xf32>) -> tensor<!tf_type.string>
      "tf.PrintV2"(%s) {end = "."} : (tensor<!tf_type.string>) -> ()
      %a = "tf.AddV2"(%q, %p) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      func.return %a : tensor<?xf32>
    }"""
    check_text(text, [floats(3), floats(3, seed=1)], [floats(3) + floats(3, seed=1)])


@pytest.mark.parametrize("condition", ["data", "sizes"])
def test_a_shape_that_a_branch_chooses(condition: str) -> None:
    less = """%one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %n = "tf.Size"(%x) : (tensor<?x?xf32>) -> tensor<i32>
      %q = "tf.Less"(%n, %one) : (tensor<i32>, tensor<i32>) -> tensor<i1>"""
    text = f"""
    func.func @main(%p: tensor<i1>, %x: tensor<?x?xf32>) -> (tensor<*xf32>, tensor<2xi32>) {{
      {less}
      %s = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
      %0 = "tf.IfRegion"(%{"p" if condition == "data" else "q"}) ({{
        "tf.Yield"(%s) : (tensor<2xi32>) -> ()
      }}, {{
        %first = "tf.Const"() <{{value = dense<0> : tensor<1xi32>}}> : () -> tensor<1xi32>
        %r = "tf.ReverseV2"(%s, %first) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
        "tf.Yield"(%r) : (tensor<2xi32>) -> ()
      }}) : (tensor<i1>) -> tensor<2xi32>
      %1 = "tf.Reshape"(%x, %0) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<*xf32>
      func.return %1, %0 : tensor<*xf32>, tensor<2xi32>
    }}"""
    for shape in ((2, 3), (0, 4), (1, 1)):
        for p in (True, False):
            x = floats(*shape)
            kept = p if condition == "data" else x.size < 1
            wanted = x if kept else x.reshape(shape[::-1])
            sizes = np.array(wanted.shape, np.int32)
            check_text(text, [np.array(p), x], [wanted, sizes])
