"""Entries padded, reversed, rotated and put in order, against numpy."""

import numpy as np
import pytest
from tieshape.native.engine import is_available
from tieshape.runtime import AssertGuardError, Model
from xdsl.utils.exceptions import DiagnosticException

from .harness import Argument, Constant, check_op, stages, tf_text


def integers(values, dtype=np.int32):
    return np.array(values, dtype)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("shape", "amounts"), [((2, 3), [[1, 0], [2, 3]]), ((0, 1), [[2, 2], [0, 0]]), ((3,), [[0, 4]])]
)
def test_pad(shape, amounts, known):
    x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    amounts = integers(amounts)
    given = Constant(amounts) if known else Argument(amounts, (0, 1))
    check_op("tf.Pad", [Argument(x), given], [np.pad(x, amounts)])
    fill = np.array(2.5, np.float32)
    expected = np.pad(x, amounts, constant_values=2.5)
    check_op("tf.PadV2", [Argument(x), given, Argument(fill)], [expected])


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("mode", ["REFLECT", "SYMMETRIC"])
def test_mirror_pad(mode, known):
    x = np.random.default_rng(0).standard_normal((4, 1, 3)).astype(np.float32)
    most = 4 if mode == "SYMMETRIC" else 3
    amounts = integers([[most, 1], [int(mode == "SYMMETRIC"), 0], [0, 2]], np.int64)
    given = Constant(amounts) if known else Argument(amounts, (0, 1))
    expected = np.pad(x, amounts, mode=mode.lower())
    check_op("tf.MirrorPad", [Argument(x), given], [expected], f'mode = "{mode}"')


def test_padding_is_refused():
    x = Argument(np.zeros((4, 3), np.float32), (0, 1))
    text = tf_text(
        "tf.Pad",
        [Argument(np.zeros((4,), np.float32)), Constant(integers([[-1, 0]]))],
        ["tensor<*xf32>"],
    )
    with pytest.raises(DiagnosticException, match=r"tf\.Pad"):
        stages(text)
    amounts = Constant(integers([[4, 0], [0, 0]]))
    text = tf_text("tf.MirrorPad", [x, amounts], ["tensor<*xf32>"], 'mode = "REFLECT"')
    with pytest.raises(DiagnosticException, match=r"tf\.MirrorPad"):
        stages(text)


@pytest.mark.parametrize("engine", ["interpreter", "native"])
@pytest.mark.parametrize("mode", ["REFLECT", "SYMMETRIC"])
def test_no_more_is_mirrored_than_there_is_whatever_the_run_says(mode, engine):
    if engine == "native" and not is_available():
        pytest.skip("torch-mlir is not installed")
    model = Model(
        f"""func.func @main(%x: tensor<?xf32>, %p: tensor<1x2xi32>) -> tensor<?xf32> {{
          %0 = "tf.MirrorPad"(%x, %p) <{{mode = "{mode}"}}> : (tensor<?xf32>, tensor<1x2xi32>) -> tensor<?xf32>
          func.return %0 : tensor<?xf32>
        }}""",
        engine=engine,
    )
    for size in range(6):
        x, amounts = np.arange(1, size + 1, dtype=np.float32), integers([[3, 2]])
        if size >= 3 + (mode == "REFLECT"):
            expected = np.pad(x, amounts, mode=mode.lower())
            np.testing.assert_array_equal(model(x, amounts)[0], expected)
        else:
            with pytest.raises(
                AssertGuardError, match=r"tf\.MirrorPad .*padding 0, 0 is too large"
            ):
                model(x, amounts)


@pytest.mark.parametrize("axes", [[0], [-1, 0], []])
def test_reverse(axes):
    x = np.arange(12, dtype=np.int64).reshape(3, 2, 2)
    expected = np.flip(x, axes) if axes else x
    check_op("tf.ReverseV2", [Argument(x), Constant(integers(axes))], [expected])


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("shape", "shift", "axes"),
    [((5, 3), [7, -2], [0, -1]), ((0, 2), [1], [0]), ((4,), [-1, 3], [0, 0])],
)
def test_roll(shape, shift, axes, known):
    x = np.random.default_rng(0).standard_normal(shape)
    shift = integers(shift)
    given = Constant(shift) if known else Argument(shift, (0,))
    expected = np.roll(x, shift, axes) if x.size else x
    check_op("tf.Roll", [Argument(x), given, Constant(integers(axes))], [expected])


@pytest.mark.parametrize(("seq", "batch"), [(1, 0), (0, 1), (2, 0)])
def test_reverse_sequence(seq, batch):
    rng = np.random.default_rng(seq)
    x = rng.standard_normal((3, 4, 2)).astype(np.float32)
    lengths = rng.integers(0, x.shape[seq] + 1, x.shape[batch]).astype(np.int64)
    expected = x.copy()
    for i, length in enumerate(lengths):
        at = [slice(None)] * 3
        at[batch], at[seq] = slice(i, i + 1), slice(0, length)
        expected[tuple(at)] = np.flip(x[tuple(at)], seq)
    attributes = f"seq_dim = {seq} : i64, batch_dim = {batch} : i64"
    check_op("tf.ReverseSequence", [Argument(x), Argument(lengths)], [expected], attributes)


@pytest.mark.parametrize("size", [0, 1, 6])
def test_invert_permutation(size):
    order = np.random.default_rng(size).permutation(size).astype(np.int32)
    check_op("tf.InvertPermutation", [Argument(order)], [np.argsort(order).astype(np.int32)])


def test_ensure_shape():
    x = np.ones((2, 3), np.float32)
    check_op("tf.EnsureShape", [Argument(x)], [x], "shape = #tf_type.shape<?x3>")
    text = tf_text(
        "tf.EnsureShape", [Argument(x, (1,))], ["tensor<*xf32>"], "shape = #tf_type.shape<2x4>"
    )
    with pytest.raises(DiagnosticException, match=r"tf\.EnsureShape"):
        stages(text)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("shape", "multiples"), [((2, 3), [2, 3]), ((2, 1), [1, 0]), ((0, 3), [3, 2])]
)
def test_tile(shape, multiples, known):
    x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    multiples = integers(multiples)
    given = Constant(multiples) if known else Argument(multiples, (0,))
    check_op("tf.Tile", [Argument(x), given], [np.tile(x, multiples)])
