"""Models that compile themselves: hits, recompilation, eviction, threads."""

from collections.abc import Sequence
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import Any

import numpy as np
import pytest
from tieshape.analysis.shape_analysis import ShapeAnalysis
from tieshape.dialects import tf
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes.infer_shapes.infer_shapes import InferShapesPass
from tieshape.rules.rule import OpRule, table
from tieshape.rules.table import RULES
from tieshape.runtime import ArgumentError, Artifact, AssertGuardError, Model
from tieshape.runtime.header import Argument
from tieshape.runtime.model import Program
from tieshape.symbolic import eq, ne
from tieshape.symbolic.shapes import Shape
from tieshape.tools.model_program import ModelProgram
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from .models import ADD, ASSERT, DECLARED, MATMUL, OUTER_PRODUCT, SUM_OF_SIZES, claims


def arrays(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    return [np.random.default_rng(1).standard_normal(s).astype(np.float32) for s in shapes]


def counts(model: Model) -> tuple[int, int, int]:
    return model.stats.hits, model.stats.compiles, model.stats.evictions


def needs_the_sum(op: tf.EinsumOp, ctx: ShapeAnalysis) -> Sequence[Shape]:
    """A rule that must know whether the rows of its second operand are the first one's sizes together."""
    x, y = map(ctx.shape, op.operands)
    total = x[0] + x[1]
    ctx.expect(eq(total, y[0]), ne(total, y[0]))
    return ((*x, *y),)


class InferWithRule(InferShapesPass):
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        rules = {**RULES, **table(OpRule(tf.EinsumOp, shape=needs_the_sum))}
        self.infer(op, rules)


def with_rule(hints: str | None) -> list[ModulePass]:
    return [
        InferWithRule() if isinstance(step, InferShapesPass) else step
        for step in TieshapePass(hints=hints).pipeline()
    ]


@pytest.mark.parametrize("source", [None, 3, b"bytes", ["text"]])
def test_what_is_no_model_is_refused_at_once(source: object) -> None:
    with pytest.raises(
        TypeError, match=r"a model is text, a path, .* or a tf.function, not <class"
    ):
        Model(source)


def test_a_version_serves_all_sizes_that_its_guard_admits() -> None:
    model = Model(ModelProgram(OUTER_PRODUCT, with_rule))
    steps = [
        ([(2, 3), (5, 2)], (0, 1, 0)),
        ([(2, 3), (5, 2)], (1, 1, 0)),
        ([(3, 4), (7, 2)], (2, 1, 0)),
        ([(5, 4), (7, 2)], (2, 2, 0)),
        ([(3, 4), (7, 2)], (3, 2, 0)),
        ([(6, 4), (7, 2)], (4, 2, 0)),
    ]
    for shapes, expected in steps:
        x, y = arrays(*shapes)
        np.testing.assert_allclose(model(x, y)[0], np.multiply.outer(x, y), rtol=1e-6)
        assert counts(model) == expected
    assert [claims(v, "expect") for v in model.versions] == [["S0 + S1 == S2"], ["S0 + S1 != S2"]]


def test_the_same_with_a_broadcast_of_tensorflow() -> None:
    model = Model(SUM_OF_SIZES)
    for shapes, expected in [
        ([(2, 3), (5, 2)], (0, 1, 0)),
        ([(2, 3), (5, 2)], (1, 1, 0)),
        ([(3, 4), (7, 2)], (2, 1, 0)),
        ([(5, 4), (1, 2)], (2, 2, 0)),
    ]:
        x, y = arrays(*shapes)
        np.testing.assert_allclose(model(x, y)[0], np.ones(sum(x.shape)) + y.sum(axis=1), rtol=1e-6)
        assert counts(model) == expected


def test_what_can_never_run_is_refused_each_time() -> None:
    model = Model(ADD)
    for _ in range(2):
        with pytest.raises(AssertGuardError, match="sizes S0 and S1 must be equal or one of them"):
            model(*arrays((2, 2), (3, 2)))
    model(*arrays((2, 2), (2, 2)))
    with pytest.raises(AssertGuardError, match="sizes S0 and S1 must be equal or one of them"):
        model(*arrays((2, 2), (3, 2)))
    with pytest.raises(AssertGuardError, match="y: size 1 must be 2, it is 5"):
        model(*arrays((2, 2), (2, 5)))
    assert counts(model) == (0, 1, 0)


def test_the_first_call_is_refused_in_the_words_of_later_ones() -> None:
    """It tells the sizes to compile for; the caller knows nothing of hints."""
    model = Model(ADD)
    with pytest.raises(AssertGuardError, match=r"^y: size 1 must be 2, it is 5$"):
        model(*arrays((2, 2), (2, 5)))
    with pytest.raises(ArgumentError, match=r"^y: rank 2 is needed, 1 given$"):
        model(*arrays((2, 2), (2,)))


def test_a_failed_demand_of_a_version_compiles_nothing() -> None:
    model = Model(MATMUL)
    model(*arrays((2, 3), (3, 4)))
    with pytest.raises(AssertGuardError, match=r"tf\.MatMul at <text>:3:3"):
        model(*arrays((2, 3), (4, 4)))
    assert counts(model) == (0, 1, 0)


def test_a_user_assertion_is_a_guard() -> None:
    model = Model(ASSERT)
    model(*arrays((4, 1)))
    with pytest.raises(AssertGuardError, match="4 <= S0"):
        model(*arrays((3, 1)))


def test_wrong_rank_or_type_raises_before_and_after_compiling() -> None:
    model = Model(ADD)
    x, y = arrays((2, 2), (2, 2))
    for _ in range(2):
        with pytest.raises(ArgumentError, match="x: rank 2 is needed, 1 given"):
            model(x[0], y)
        with pytest.raises(ArgumentError, match="y: elements of type float32 are needed, int32"):
            model(x, y.astype(np.int32))
        with pytest.raises(ArgumentError, match="2 arguments are needed, 3 given"):
            model(x, y, y)
        model(x, y)
    assert counts(model) == (1, 1, 0)


def test_the_version_unused_for_longest_is_dropped() -> None:
    model = Model(ADD, max_versions=2)
    equal, left, right = [(3, 2), (3, 2)], [(1, 2), (3, 2)], [(3, 2), (1, 2)]
    for shapes in (equal, left, equal, right):
        model(*arrays(*shapes))
    assert counts(model) == (1, 3, 1)
    assert [claims(v, "expect") for v in model.versions] == [["S0 == S1"], ["S1 == 1"]]
    model(*arrays(*equal))
    assert counts(model) == (2, 3, 1)
    model(*arrays(*left))
    assert counts(model) == (2, 4, 2)
    assert [claims(v, "expect") for v in model.versions] == [["S0 == S1"], ["S0 == 1"]]


def test_a_declared_size_of_the_result_belongs_to_the_branch() -> None:
    model = Model(DECLARED)
    for shapes in ([(16, 2), (16, 2)], [(1, 2), (16, 2)], [(16, 2), (1, 2)]):
        x, y = arrays(*shapes)
        np.testing.assert_array_equal(model(x, y)[0], x + y)
    assert counts(model) == (0, 3, 0)
    with pytest.raises(AssertGuardError):
        model(*arrays((7, 2), (7, 2)))


def test_versions_inside_need_no_second_compilation() -> None:
    model = Model(ADD, undecided="version")
    for shapes in ([(3, 2), (3, 2)], [(1, 2), (3, 2)], [(3, 2), (1, 2)]):
        x, y = arrays(*shapes)
        np.testing.assert_array_equal(model(x, y)[0], x + y)
    assert counts(model) == (2, 1, 0)


def test_a_model_may_stand_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "add.mlir"
    path.write_text(ADD)
    x, y = arrays((3, 2), (3, 2))
    np.testing.assert_array_equal(Model(path)(x, y)[0], x + y)
    np.testing.assert_array_equal(Model(str(path))(x, y)[0], x + y)
    compiled_path = tmp_path / "add.tie"
    Model(path)._compile([(3, 2), (3, 2)]).save(compiled_path)  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(ArgumentError, match=r"use tieshape\.runtime\.load"):
        Model(compiled_path)


def test_user_facts_are_checked(tmp_path: Path) -> None:
    facts = tmp_path / "sizes.toml"
    facts.write_text(
        'where = ["rows % 4 == 0"]\n[arguments.0]\nsizes = ["rows", 2]\n'
        '[arguments.1]\nsizes = ["rows", 2]\n'
    )
    model = Model(ADD, facts=str(facts))
    x, y = arrays((8, 2), (8, 2))
    np.testing.assert_array_equal(model(x, y)[0], x + y)
    with pytest.raises(AssertGuardError, match="y: size 0 must be 8"):
        model(*arrays((8, 2), (4, 2)))
    with pytest.raises(AssertGuardError, match="rows % 4 == 0"):
        model(*arrays((6, 2), (6, 2)))
    assert counts(model) == (0, 1, 0)


def test_eight_threads() -> None:
    model = Model(ADD, max_versions=20)
    shapes = [[(n, 2), (n, 2)] for n in range(2, 16)]
    shapes += [[(1, 2), (n, 2)] for n in range(2, 5)] + [[(n, 2), (1, 2)] for n in range(2, 5)]
    inputs = [arrays(*pair) for pair in shapes]
    expected = [x + y for x, y in inputs]
    start, faults = Barrier(8), list[object]()

    def work(seed: int) -> None:
        order = np.random.default_rng(seed).integers(0, len(inputs), 1000)
        start.wait()
        try:
            for k in order:
                (found,) = model(*inputs[k])
                if not np.array_equal(found, expected[k]):
                    faults.append(shapes[k])
        except Exception as error:
            faults.append(error)

    threads = [Thread(target=work, args=(seed,), daemon=True) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=100)
    assert not any(thread.is_alive() for thread in threads)
    assert not faults
    assert len(inputs) == 20
    assert model.stats.compiles == 3
    assert model.stats.hits == 8000 - 3
    assert model.stats.evictions == 0


class SlowProgram:
    """A program whose second compilation waits for a signal to go on."""

    def __init__(self) -> None:
        self._program: Program = ModelProgram(
            ADD, lambda hints: TieshapePass(hints=hints).pipeline()
        )
        self.compiling, self.go_on, self.count = Event(), Event(), 0

    @property
    def arguments(self) -> tuple[Argument, ...]:
        return self._program.arguments

    def compile(self, shapes: Sequence[Sequence[int]] | None) -> Artifact:
        self.count += 1
        if self.count == 2:
            self.compiling.set()
            assert self.go_on.wait(timeout=60)
        return self._program.compile(shapes)


def test_readers_do_not_wait_for_a_compilation() -> None:
    program = SlowProgram()
    model = Model(program)
    x, y = arrays((3, 2), (3, 2))
    model(x, y)
    wide = Thread(target=lambda: model(*arrays((1, 2), (3, 2))), daemon=True)
    wide.start()
    assert program.compiling.wait(timeout=60)
    np.testing.assert_array_equal(model(x, y)[0], x + y)
    assert counts(model) == (1, 1, 0)
    program.go_on.set()
    wide.join(timeout=60)
    assert counts(model) == (1, 2, 0)


def test_other_public_functions_are_nothing_to_the_model() -> None:
    """The shapes of a call are those of `@main`, not of functions with other arguments."""
    other = "func.func @other(%z: tensor<f32>) -> tensor<f32> { return %z : tensor<f32> }"
    model = Model(f"{ADD}{other}")
    x, y = arrays((3, 2), (3, 2))
    np.testing.assert_allclose(model(x, y)[0], x + y, rtol=1e-6)


CALLED = "(tensor<?x2xf32>) -> tensor<?x2xf32>"


def test_public_functions_that_are_named_are_nothing_to_the_hints() -> None:
    """JAX's comparators are such: the shapes of a call are not those of their arguments."""
    other = "func.func @other(%z: tensor<f32>) -> tensor<f32> { return %z : tensor<f32> }"
    call = '"mhlo.custom_call"(%x) <{call_target_name = "mine", called_computations = [@other]}>'
    named = ADD.replace("func.return", f"%c = {call} : {CALLED}\n  func.return")
    model = Model(f"{named}{other}")
    x, y = arrays((3, 2), (3, 2))
    np.testing.assert_allclose(model(x, y)[0], x + y, rtol=1e-6)


@pytest.mark.parametrize("engine", ["interpreter", "auto"])
def test_bfloat16_of_other_packages_is_taken_as_float32(engine: str) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes", reason="ml_dtypes is not installed")
    text = ADD.replace("xf32", "xbf16")
    x = np.array([[1, 2], [3, 4]], ml_dtypes.bfloat16)
    model = Model(text, engine=engine)
    for given in (x, x.astype(np.float32), x):
        (found,) = model(given, x)
        assert found.dtype == np.float32
        assert found.tolist() == [[2, 4], [6, 8]]
    with pytest.raises(ArgumentError, match="float32 are needed, float64 given"):
        model(x.astype(np.float64), x)


def test_a_folder_that_is_no_saved_model(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="is a folder, and no SavedModel"):
        Model(tmp_path)(*arrays((1,)))


class _TensorOfOthers:
    """As PyTorch's: a shape that is a tuple, a type of elements that is not numpy's, an array."""

    def __init__(self, array: np.ndarray) -> None:
        self.shape, self.dtype, self._array = array.shape, object(), array

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return self._array


def test_tensors_of_others_are_taken_as_arrays() -> None:
    model = Model(ADD)
    x, y = arrays((2, 2), (2, 2))
    for _ in range(2):
        (found,) = model(_TensorOfOthers(x), y)
        np.testing.assert_array_equal(found, model(x, y)[0])
    with pytest.raises(ArgumentError, match="x: elements of type float32 are needed, float64"):
        model(_TensorOfOthers(x.astype(np.float64)), y)
