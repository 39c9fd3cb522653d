"""What TensorFlow refuses because of the elements of a tensor, at every stage.

The op is named, the element and what it must be. Beside each stand elements that it takes.
"""

from dataclasses import dataclass

import numpy as np
import pytest
from tieshape.interpreters import GuardFailed
from tieshape.runtime import AssertGuardError, Model, load
from tieshape.tools.runtime_provider import program

from .harness import Argument, Constant, Operand, all_runners, tf_text

F = np.float32
I = np.int32  # noqa: E741


@dataclass(frozen=True)
class Case:
    """Operands of an op, which takes them, and arguments that it refuses for `reason`."""

    op: str
    operands: tuple[Operand, ...]
    refused: tuple[np.ndarray, ...]
    reason: str
    result: str = "tensor<*xf32>"
    attributes: str = ""


def ints(*values: object) -> np.ndarray:
    return np.array(values[0] if len(values) == 1 else values, I)


def arg(array: np.ndarray, *static: int) -> Argument:
    return Argument(array, static)


X = arg(np.arange(12, dtype=F).reshape(3, 4))
V = arg(np.arange(3, dtype=F))
ZERO = Constant(ints(0))
AXIS = "batch_dims = 0 : i64"
NONE = np.zeros((3, 0), F)
IMAGES = arg(np.ones((2, 2, 3, 1), F))
BOXES = arg(np.array([[0, 0, 1, 1], [0, 0, 0.5, 1]], F), 1)
CROP = Constant(ints([2, 2]))

CASES = [
    Case("tf.CheckNumerics", (X,), (np.array([[0, np.inf]], F),), r"x: elements must be finite", attributes='message = "x"'),
    Case("tf.CheckNumerics", (arg(NONE),), (np.array([[1], [np.nan]], F),), r"element \[1, 0\] is 0", attributes='message = ""'),
    Case("tf.CheckNumerics", (arg(F(1)),), (F(-np.inf),), r"elements must be finite", attributes='message = ""'),
    Case("tf.Gather", (X, arg(ints([0, 2]))), (X.value, ints([0, 3])), r"0 <= element < 3, element \[1\] is 3"),
    Case("tf.Gather", (arg(NONE), arg(ints([0, 9]))), (X.value, ints([0, 9])), "element < 3"),
    Case("tf.GatherV2", (X, arg(ints([[0], [2]])), ZERO), (X.value, ints([[0], [-1]])), r"element \[1, 0\] is -1", attributes=AXIS),
    Case("tf.GatherNd", (X, arg(ints([[2, 3]]), 1)), (X.value, ints([[3, 0]])), r"element < 3, element \[0, 0\] is 3"),
    Case("tf.GatherNd", (X, arg(ints([[2, 3]]), 1)), (X.value, ints([[0, 4]])), r"element < 4, element \[0, 1\] is 4"),
    Case("tf.TensorScatterAdd", (V, arg(ints([[2]]), 1), arg(np.ones(1, F))), (V.value, ints([[-1]]), np.ones(1, F)), "indices"),
    Case("tf.ScatterNd", (arg(ints([[2]]), 1), arg(np.ones(1, F)), Constant(ints([3]))), (ints([[3]]), np.ones(1, F)), "indices"),
    Case("tf.UnsortedSegmentSum", (V, arg(ints([0, -1, 1])), arg(ints(2))), (V.value, ints([0, -1, 2]), ints(2)), "segment_ids"),
    Case("tf.UnsortedSegmentSum", (arg(NONE), arg(ints([0, 7, 1])), arg(ints(2))), (X.value, ints([0, 7, 1]), ints(2)), "segment_ids"),
    Case("tf.SegmentSum", (V, arg(ints([0, 2, 2]))), (V.value, ints([0, 2, 1])), r"ascending elements, element \[2\] is 1 after 2"),
    Case("tf.SegmentSum", (V, arg(ints([0, 2, 2]))), (V.value, ints([-1, 2, 2])), "segment_ids"),
    Case("tf.FloorDiv", (arg(ints([7, 8])), arg(ints([2, -3]))), (ints([7, 8]), ints([2, 0])), r"element != 0, element \[1\] is 0", "tensor<*xi32>"),
    Case("tf.FloorMod", (arg(ints([])), arg(ints(0))), (ints([1]), ints(0)), "divisor", "tensor<*xi32>"),
    Case("tf.TruncateDiv", (arg(ints([7, 8])), arg(ints(2))), (ints([7, 8]), ints(0)), "divisor", "tensor<*xi32>"),
    Case("tf.Pow", (arg(ints([2, 3])), arg(ints([0, 2]))), (ints([2, 3]), ints([0, -2])), "exponent", "tensor<*xi32>"),
    Case("tf.InvertPermutation", (arg(ints([2, 0, 1])),), (ints([2, 0, 2]),), "distinct elements, 2 is there 2 times", "tensor<*xi32>"),
    Case("tf.InvertPermutation", (arg(ints([2, 0, 1])),), (ints([3, 0, 1]),), "element < 3", "tensor<*xi32>"),
    Case("tf.ReverseSequence", (X, arg(ints([0, 4, 1]))), (X.value, ints([0, 5, 1])), "seq_lengths", attributes="batch_dim = 0 : i64, seq_dim = 1 : i64"),
    Case("tf.MatrixBandPart", (X, arg(ints(3)), arg(ints(-7))), (X.value, ints(4), ints(-7)), "num_lower"),
    Case("tf.MatrixBandPart", (X, arg(ints(-1)), arg(ints(4))), (X.value, ints(-1), ints(5)), "num_upper"),
    Case("tf.CropAndResize", (IMAGES, BOXES, arg(ints([1, 0])), CROP), (IMAGES.value, BOXES.value, ints([1, 2])), "box_ind"),
    Case("tf.CropAndResize", (IMAGES, BOXES, arg(ints([1, 0])), CROP), (IMAGES.value, BOXES.value, ints([1, -1])), "box_ind"),
    Case("tf.Range", (ZERO, arg(ints(3)), arg(ints(2))), (ints(3), ints(0)), "delta", "tensor<*xi32>"),
    Case("tf.Range", (ZERO, arg(ints(-3)), arg(ints(-2))), (ints(3), ints(-2)), "limit - start", "tensor<*xi32>"),
    Case("tf.Range", (ZERO, arg(ints(0)), Constant(ints(1))), (ints(-1),), "limit", "tensor<*xi32>"),
    Case("tf.Range", (arg(F(0)), arg(F(1)), arg(F(0.5))), (F(1), F(0.5), F(0.5)), "limit - start"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.op}-{c.reason}")
def test_refused_at_every_stage(case: Case) -> None:
    taken = [o.value for o in case.operands if isinstance(o, Argument)]
    text = tf_text(case.op, case.operands, [case.result], case.attributes)
    for runner in all_runners(text).values():
        runner.run(taken)
        with pytest.raises(GuardFailed, match=case.reason) as refusal:
            runner.run(list(case.refused))
        assert case.op in str(refusal.value)


def test_labels() -> None:
    logits, labels = arg(np.ones((2, 3), F)), arg(ints([0, 2]))
    op = "tf.SparseSoftmaxCrossEntropyWithLogits"
    for runner in all_runners(tf_text(op, (logits, labels), ["tensor<*xf32>"] * 2)).values():
        runner.run([logits.value, labels.value])
        with pytest.raises(GuardFailed, match=rf"0 <= element < 3, element \[0\] is -1.*{op}"):
            runner.run([logits.value, ints([-1, 0])])


def test_left_out_of_a_model(tmp_path) -> None:
    text = tf_text("tf.Gather", (X, arg(ints([0, 2]))), ["tensor<*xf32>"])
    with pytest.raises(AssertGuardError, match=r"tf\.Gather"):
        Model(text)(X.value, ints([0, 3]))
    (result,) = Model(text, value_checks=False)(X.value, ints([0, 3]))
    assert result.shape == (2, 4)
    path = tmp_path / "gather.tie"
    program(text, "gather.mlir").compile().save(path)
    with pytest.raises(AssertGuardError, match=r"tf\.Gather"):
        load(path)(X.value, ints([0, 3]))
    (result,) = load(path, value_checks=False)(X.value, ints([0, 3]))
    assert result.shape == (2, 4)


SPLIT = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %rest = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %sizes = "tf.Pack"(%n, %rest) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %a, %b = "tf.SplitV"(%x, %sizes, %axis) : (tensor<?xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return %a, %b : tensor<?xf32>, tensor<?xf32>
}
"""


def test_a_part_beside_the_rest():
    model, x = Model(SPLIT), np.arange(5, dtype=F)
    for size in range(6):
        first, rest = model(x, I(size))
        assert first.tolist() == x[:size].tolist() and rest.tolist() == x[size:].tolist()
    for size in (-2, -1, 6):
        with pytest.raises(AssertGuardError, match=r"tf\.SplitV"):
            model(x, I(size))
