"""Models as machine code, against TensorFlow's numbers and against the interpreter."""

import json
from pathlib import Path

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.engine import is_available
from tieshape.native.program import NativeProgram
from tieshape.native.session import Refused
from tieshape.runtime import AssertGuardError, Model
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, read_module
from xdsl.dialects.builtin import ModuleOp

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

EXAMPLES = Path(__file__).parents[2] / "examples" / "models"
MODELS = sorted(path for path in EXAMPLES.iterdir() if (path / "model.mlir").exists())


def compiled(module: ModuleOp) -> ModuleOp:
    TieshapePass().apply(new_context(), module)
    return module


def native(module: ModuleOp) -> tuple[NativeProgram, Runner]:
    runner = Runner(module)
    return NativeProgram(module, runner.function), runner


def agree(found: list[np.ndarray], expected: list[np.ndarray]) -> None:
    assert len(found) == len(expected)
    for a, b in zip(found, expected, strict=True):
        assert (a.shape, a.dtype) == (b.shape, b.dtype)
        np.testing.assert_allclose(a, b, 1e-4, 1e-5)


@pytest.mark.parametrize("folder", MODELS, ids=lambda path: path.name)
def test_references_match_and_no_op_is_left_to_the_interpreter(folder: Path) -> None:
    program, _ = native(compiled(read_module(str(folder / "model.mlir"))))
    assert not program.callbacks
    assert json.loads((folder / "meta.json").read_text())
    references = sorted(folder.glob("ref_*.npz"))
    assert references
    for file in references:
        with np.load(file) as data:
            inputs = [data[f"in_{i}"] for i in range(sum(k.startswith("in_") for k in data))]
            weights = [data[f"w_{i}"] for i in range(sum(k.startswith("w_") for k in data))]
            outputs = [data[f"out_{i}"] for i in range(sum(k.startswith("out_") for k in data))]
        agree(program.run([*inputs, *weights]), outputs)


SOFTMAX = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %s = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %r = "tf.Softmax"(%s) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}
"""
SIZES = [0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 31, 33, 64, 100]


def test_sizes_and_special_values_are_as_on_the_interpreter() -> None:
    program, runner = native(compiled(parse_module(SOFTMAX, "softmax.mlir")))
    assert not program.frame.late
    rng = np.random.default_rng(1)
    special = np.array([np.nan, np.inf, -np.inf, -0.0, 1e-42, 88.0, -104.0], np.float32)
    for columns in SIZES:
        for rows, bias in ((3, columns), (2, 1), (1, columns), (0, columns)):
            x = rng.normal(size=(rows, columns)).astype(np.float32) * 4
            if x.size > 8:
                x.ravel()[: special.size] = special
            arrays = [x, rng.normal(size=bias).astype(np.float32)]
            agree(program.run(arrays), runner.run(arrays))


def test_arguments_may_lie_in_any_order_and_are_not_changed() -> None:
    program, runner = native(compiled(parse_module(SOFTMAX, "softmax.mlir")))
    x = np.asfortranarray(np.arange(12, dtype=np.float32).reshape(3, 4))
    y = np.arange(8, dtype=np.float32)[::2]
    before = x.copy()
    first = program.run([x, y])
    agree(first, runner.run([x, y]))
    second = program.run([x + 1, y])
    agree(first, runner.run([x, y]))  # a result is not written again
    assert not np.shares_memory(first[0], second[0])
    np.testing.assert_array_equal(x, before)


WHERE = """
func.func @main(%x: tensor<?xf32>, %i: tensor<?xi32>) -> (tensor<?x1xi64>, tensor<?xf32>) {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %w = "tf.Where"(%x) : (tensor<?xf32>) -> tensor<?x1xi64>
  %g = "tf.GatherV2"(%x, %i, %axis) : (tensor<?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?xf32>
  func.return %w, %g : tensor<?x1xi64>, tensor<?xf32>
}
"""


def test_sizes_that_depend_on_data_and_failing_checks() -> None:
    program, runner = native(compiled(parse_module(WHERE, "where.mlir")))
    for x in ([0, 2, 0, 3], [0, 0], [1]):
        arrays = [np.array(x, np.float32), np.zeros(2, np.int32)]
        agree(program.run(arrays), runner.run(arrays))
    outside = [np.ones(3, np.float32), np.array([0, 3], np.int32)]
    with pytest.raises(Refused):
        program.run(outside)
    agree(
        program.run([np.ones(3, np.float32), np.array([2], np.int32)]),
        [np.arange(3).reshape(3, 1), np.ones(1, np.float32)],
    )


EMPTY = """
func.func @main(%x: tensor<?xf32>) -> tensor<?x0xf32> {
  %w = "tf.Where"(%x) : (tensor<?xf32>) -> tensor<?x1xi64>
  %b = "tf.Const"() <{value = dense<0> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tf.Const"() <{value = dense<[-1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c = "tf.Cast"(%w) : (tensor<?x1xi64>) -> tensor<?x1xf32>
  %r = "tf.Slice"(%c, %b, %s) : (tensor<?x1xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x0xf32>
  func.return %r : tensor<?x0xf32>
}
"""


def test_a_late_size_beside_a_size_of_none() -> None:
    program, runner = native(compiled(parse_module(EMPTY, "empty.mlir")))
    x = np.array([0, 2, 3], np.float32)
    agree(program.run([x]), runner.run([x]))


ADD = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = "tf.MatMul"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}
"""


def test_a_model_runs_natively_and_its_guards_still_speak() -> None:
    model = Model(ADD, engine="native")
    x, y = np.ones((2, 3), np.float32), np.ones((3, 4), np.float32)
    np.testing.assert_array_equal(model(x, y)[0], np.full((2, 4), 3, np.float32))
    with pytest.raises(AssertGuardError, match="must agree"):
        model(x, x)


LIE = """
sdim.symbol @a
sdim.symbol @b
sdim.constraints {
  %a = sdim.size @a
  %b = sdim.size @b
  sdim.equal %a, %b
}
func.func @main(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>) -> tensor<?xf32, [@a]> {
  %z = sdim.tie_shape %y, [%n] : tensor<?xf32, [@b]> -> tensor<?xf32, [@a]>
  %r = mhlo.add %x, %z : tensor<?xf32, [@a]>
  func.return %r : tensor<?xf32, [@a]>
}
""".replace(
    "  %z =",
    "  %c = arith.constant 0 : index\n  %n = tensor.dim %x, %c : tensor<?xf32, [@a]>\n  %z =",
)


def test_a_fact_that_does_not_hold_is_refused_before_anything_is_read() -> None:
    program, _ = native(parse_module(LIE, "lie.mlir"))
    good = [np.ones(4, np.float32), np.ones(4, np.float32)]
    assert program.run(good)[0].tolist() == [2, 2, 2, 2]
    with pytest.raises(Refused):
        program.run([np.ones(4, np.float32), np.ones(3, np.float32)])


LOOPS = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<i32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %i, %m, %r, %k = "tf.WhileRegion"(%zero, %n, %x, %x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<?xf32>, %d: tensor<?xf32>):
    %l = "tf.Less"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%l) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<?xf32>, %d: tensor<?xf32>):
    %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "tf.AddV2"(%a, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %s = "tf.AddV2"(%c, %d) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %axis = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %t = "tf.ReverseV2"(%s, %axis) : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
    %u = "tf.AddV2"(%t, %d) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    "tf.Yield"(%next, %b, %u, %c) : (tensor<i32>, tensor<i32>, tensor<?xf32>, tensor<?xf32>) -> ()
  }) {is_stateless = true} : (tensor<i32>, tensor<i32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<i32>, tensor<i32>, tensor<?xf32>, tensor<?xf32>)
  func.return %r, %i : tensor<?xf32>, tensor<i32>
}
"""


def test_loops_run_natively_whatever_the_number_of_trips() -> None:
    program, runner = native(compiled(parse_module(LOOPS, "loops.mlir")))
    assert not program.callbacks
    rng = np.random.default_rng(2)
    for size, trips in ((3, 0), (3, 1), (5, 2), (17, 5), (0, 3), (1, -1)):
        arrays = [rng.normal(size=size).astype(np.float32), np.array(trips, np.int32)]
        agree(program.run(arrays), runner.run(arrays))


GUARDED_LOOP = """
func.func @main(%x: tensor<?xf32>, %i: tensor<?xi32>) -> tensor<?xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %n, %r = "tf.WhileRegion"(%zero, %x) ({
  ^bb0(%a: tensor<i32>, %c: tensor<?xf32>):
    %five = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %l = "tf.Less"(%a, %five) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%l) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<i32>, %c: tensor<?xf32>):
    %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %next = "tf.AddV2"(%a, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %j = "tf.AddV2"(%i, %a) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
    %g = "tf.GatherV2"(%x, %j, %axis) : (tensor<?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?xf32>
    %all = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %s = "tf.Sum"(%g, %all) {keep_dims = false} : (tensor<?xf32>, tensor<1xi32>) -> tensor<f32>
    %u = "tf.AddV2"(%c, %s) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    "tf.Yield"(%next, %u) : (tensor<i32>, tensor<?xf32>) -> ()
  }) {is_stateless = true} : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>)
  func.return %r : tensor<?xf32>
}
"""


def test_a_check_that_fails_in_a_loop_ends_it() -> None:
    program, runner = native(compiled(parse_module(GUARDED_LOOP, "guarded.mlir")))
    good = [np.arange(8, dtype=np.float32), np.array([0, 3], np.int32)]
    agree(program.run(good), runner.run(good))
    with pytest.raises(Refused):
        program.run([good[0], np.array([0, 4], np.int32)])


CHOSEN = """
func.func @main(%x: tensor<?xf32>, %i: tensor<?xi32>) -> tensor<f32> {
  %y, %n = "tf.Unique"(%i) : (tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %g = "tf.GatherV2"(%x, %y, %axis) : (tensor<?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?xf32>
  %all = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Sum"(%g, %all) {keep_dims = false} : (tensor<?xf32>, tensor<1xi32>) -> tensor<f32>
  func.return %r : tensor<f32>
}
"""


def test_memory_of_a_size_that_depends_on_data_without_callbacks() -> None:
    program, runner = native(compiled(parse_module(CHOSEN, "chosen.mlir")))
    assert not program.callbacks
    assert program.frame.late
    x = np.arange(9, dtype=np.float32)
    for places in ([3, 1, 3, 3, 8], [0], [], [2, 2, 2]):
        arrays = [x, np.array(places, np.int32)]
        agree(program.run(arrays), runner.run(arrays))
