"""tf ops that choose between elements, bound them, or give them another type, against numpy."""

import numpy as np
import pytest
from tieshape.text.diagnostics import LocatedError
from xdsl.utils.exceptions import PassFailedException, VerifyException

from .harness import ELEMENT_TYPES, Argument, Constant, check_op, run_stages, stages, tf_text

RNG = np.random.default_rng(77)
REFUSED = (PassFailedException, VerifyException, LocatedError)


def numbers(shape: tuple[int, ...], dtype: str = "float32") -> np.ndarray:
    return (RNG.uniform(-9, 9, shape)).astype(dtype)


@pytest.mark.parametrize(
    ("condition", "then", "otherwise"),
    [((2, 3), (2, 3), (2, 3)), ((), (2, 1), (3,)), ((4, 1), (), (0,)), ((1,), (2, 3), (1, 1))],
)
def test_select_broadcasts(
    condition: tuple[int, ...], then: tuple[int, ...], otherwise: tuple[int, ...]
) -> None:
    c, x, y = RNG.integers(0, 2, condition) == 1, numbers(then), numbers(otherwise)
    operands = [Argument(np.asarray(c)), Argument(x), Argument(y)]
    check_op("tf.SelectV2", operands, [np.where(c, x, y)])


@pytest.mark.parametrize("rank", [0, 1, 3])
def test_select_of_rows(rank: int) -> None:
    """A vector chooses whole entries of the first dimension."""
    shape = (4, 2, 3)
    c = np.asarray(RNG.integers(0, 2, shape[:rank]) == 1)
    x, y = numbers(shape), numbers(shape)
    spread = c.reshape(c.shape + (1,) * (3 - rank))
    check_op("tf.Select", [Argument(c), Argument(x), Argument(y)], [np.where(spread, x, y)])


def test_select_of_rows_states_one_size_for_all() -> None:
    """The condition's size is the branches' first size, from the lowered text alone."""
    c, x = np.array([True, False]), numbers((2, 3))
    text = tf_text("tf.Select", [Argument(c), Argument(x), Argument(x)], ["tensor<*xf32>"])
    with pytest.raises(Exception, match="must agree"):
        run_stages(text, [np.array([True, False, True]), x, x])


def test_select_refuses_branches_of_other_sizes() -> None:
    c, x, y = np.array([True, False]), numbers((2, 3)), numbers((2, 4))
    text = tf_text(
        "tf.Select", [Argument(c), Argument(x, (1,)), Argument(y, (1,))], ["tensor<*xf32>"]
    )
    with pytest.raises(REFUSED, match=r"tf\.Select"):
        stages(text)


@pytest.mark.parametrize("dtype", ["float32", "int32"])
@pytest.mark.parametrize("full", [False, True])
def test_clip(dtype: str, full: bool) -> None:
    x = numbers((3, 4), dtype)
    low, high = (np.full((3, 4), v, dtype) if full else np.asarray(v, dtype) for v in (-2, 3))
    expected = np.maximum(np.minimum(x, high), low)
    check_op("tf.ClipByValue", [Argument(x), Argument(low), Argument(high)], [expected])


def test_clip_between_bounds_that_cross_gives_the_lower_one() -> None:
    x = numbers((5,))
    bounds = [Constant(np.float32(2)), Constant(np.float32(-1))]
    bounds = [Constant(np.asarray(b.value)) for b in bounds]
    check_op("tf.ClipByValue", [Argument(x), *bounds], [np.full((5,), 2, np.float32)])


TYPES = [t for t in ELEMENT_TYPES if t != "complex128"]


@pytest.mark.parametrize("source", TYPES)
def test_cast_to_every_type(source: str) -> None:
    """All targets of one source in one function: towards zero, truth for what is not zero."""
    base = np.array([0, 1, 2.75, -3.5, 5.5, 100.25])
    if source.startswith("u") or source == "bool":
        base = np.abs(base)
    x = base.astype(source)
    if source.startswith("complex"):
        x = x + np.asarray(1j, source)
    lines, targets = list[str](), list[np.ndarray]()
    for i, target in enumerate(ELEMENT_TYPES):
        lines.append(
            f'%{i} = "tf.Cast"(%x) : (tensor<?x{ELEMENT_TYPES[source]}>)'
            f" -> tensor<?x{ELEMENT_TYPES[target]}>"
        )
        targets.append(cast(x, target))
    types = ", ".join(f"tensor<?x{name}>" for name in ELEMENT_TYPES.values())
    names = ", ".join(f"%{i}" for i in range(len(targets)))
    text = (
        f"func.func @main(%x: tensor<?x{ELEMENT_TYPES[source]}>) -> ({types}) {{\n"
        + "\n".join(lines)
        + f"\nfunc.return {names} : {types}\n}}\n"
    )
    for results in run_stages(text, [x]).values():
        for found, expected in zip(results, targets, strict=True):
            assert found.dtype == expected.dtype
            np.testing.assert_array_equal(found, expected)


def cast(x: np.ndarray, target: str) -> np.ndarray:
    """What TensorFlow gives where the number fits the target; negative ones wrap around in unsigned types."""
    if x.dtype.kind == "c" and not target.startswith("complex"):
        x = x.real
    if target == "bool":
        return x != 0
    if x.dtype.kind == "f" and target.startswith("u"):
        return np.maximum(np.trunc(x), 0).astype(target)
    return x.astype(target)


@pytest.mark.parametrize(("source", "target"), [("float64", "float32"), ("float32", "float16")])
def test_cast_that_truncates(source: str, target: str) -> None:
    """No result is farther from zero than its source, and the next number of the type is."""
    x = numbers((200,), source)
    x[:3] = [0, 1, -2]
    rounded = x.astype(target)
    expected = np.where(
        np.abs(rounded.astype(source)) > np.abs(x),
        np.nextafter(rounded, rounded.dtype.type(0)),
        rounded,
    )
    check_op("tf.Cast", [Argument(x)], [expected], "Truncate = true", rtol=0, atol=0)


def test_casts_keep_sizes_known() -> None:
    """A shape cast to i64 and back still tells the sizes of a reshape."""
    text = """
func.func @main(%x: tensor<?x4xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %s = "tf.Shape"(%x) : (tensor<?x4xf32>) -> tensor<2xi32>
  %w = "tf.Cast"(%s) : (tensor<2xi32>) -> tensor<2xi64>
  %n = "tf.Cast"(%w) : (tensor<2xi64>) -> tensor<2xi32>
  %r = "tf.Reshape"(%y, %n) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<*xf32>
  %z = "tf.AddV2"(%r, %x) : (tensor<*xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %z : tensor<*xf32>
}
"""
    x, y = numbers((3, 4)), numbers((6, 2))
    for name, results in run_stages(text, [x, y]).items():
        np.testing.assert_allclose(results[0], y.reshape(3, 4) + x, rtol=1e-6, err_msg=name)
    assert "broadcast" not in stages(text)["convert-tf-to-mhlo"]
