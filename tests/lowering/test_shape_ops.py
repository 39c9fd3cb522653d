"""tf ops that ask for shapes, or give elements another shape or order, against numpy."""

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.interpreters import RunError
from tieshape.symbolic import parse_predicate
from tieshape.text.diagnostics import LocatedError
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import PassFailedException, VerifyException

from .harness import Argument, Constant, Operand, check_op, check_text, run_stages, stages, tf_text

RNG = np.random.default_rng(31)
REFUSED = (PassFailedException, VerifyException, LocatedError)


def numbers(*shape: int) -> np.ndarray:
    return RNG.uniform(-9, 9, shape).astype(np.float32)


def vector(*elements: int, dtype: str = "int32") -> np.ndarray:
    return np.array(elements, dtype)


def constants(*elements: int, dtype: str = "int32") -> Constant:
    return Constant(vector(*elements, dtype=dtype))


@pytest.mark.parametrize("index", ["int32", "int64"])
@pytest.mark.parametrize("shape", [(2, 3), (), (0, 1, 4)])
def test_shape_size_and_rank(shape: tuple[int, ...], index: str) -> None:
    x = numbers(*shape)
    check_op("tf.Shape", [Argument(x)], [vector(*shape, dtype=index)])
    check_op("tf.Size", [Argument(x)], [np.asarray(x.size, index)])
    check_op("tf.Rank", [Argument(x)], [np.asarray(x.ndim, index)])
    check_op(
        "tf.ShapeN",
        [Argument(x), Argument(x[..., None])],
        [vector(*shape, dtype=index), vector(*shape, 1, dtype=index)],
    )


RESHAPES = [
    ((2, 6), (3, -1)),
    ((2, 6), (12,)),
    ((1, 1), ()),
    ((), (1, -1)),
    ((0, 4), (4, 0)),
    ((0, 4), (-1, 4)),
    ((0, 4), (2, -1)),
    ((2, 3, 4), (-1,)),
    ((4,), (2, 1, -1, 1)),
]


@pytest.mark.parametrize(("source", "target"), RESHAPES)
def test_reshape_to_constants(source: tuple[int, ...], target: tuple[int, ...]) -> None:
    x = numbers(*source)
    check_op("tf.Reshape", [Argument(x), constants(*target)], [x.reshape(target)])
    check_op(
        "tf.Reshape",
        [Argument(x, tuple(range(x.ndim))), constants(*target, dtype="int64")],
        [x.reshape(target)],
    )


@pytest.mark.parametrize(
    ("source", "target", "result"),
    [
        ((2, 6), (3, -1), (3, 4)),
        ((2, 6), (4, 3), (4, 3)),
        ((0, 3), (0, -1), (0, 3)),
        ((0, 3), (3, -1), (3, 0)),
        ((1,), (-1, 1), (1, 1)),
    ],
)
def test_reshape_to_an_argument(
    source: tuple[int, ...], target: tuple[int, ...], result: tuple[int, ...]
) -> None:
    """The target is known at run time only; what follows may use its sizes."""
    x = numbers(*source)
    text = f"""
func.func @main(%x: tensor<{"x".join("?" * len(source))}xf32>, %t: tensor<{len(target)}xi32>) -> tensor<*xf32> {{
  %r = "tf.Reshape"(%x, %t) : (tensor<{"x".join("?" * len(source))}xf32>, tensor<{len(target)}xi32>) -> tensor<*xf32>
  %y = "tf.AddV2"(%r, %r) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}}
"""
    check_text(text, [x, vector(*target)], [x.reshape(result) * 2])


@pytest.mark.parametrize("target", [(2, 3), (-1, 3), (6, -1)])
def test_reshape_of_constants_to_an_argument(target: tuple[int, ...]) -> None:
    """Known elements do not tell their shape."""
    x = np.array([3, 1, 4, 1, 5, 9])
    text = f"""
func.func @main(%t: tensor<2xi32>) -> tensor<?x?xi64> {{
  %x = "tf.Const"() <{{value = dense<{x.tolist()}> : tensor<6xi64>}}> : () -> tensor<6xi64>
  %r = "tf.Reshape"(%x, %t) : (tensor<6xi64>, tensor<2xi32>) -> tensor<?x?xi64>
  %y = "tf.Identity"(%r) : (tensor<?x?xi64>) -> tensor<?x?xi64>
  func.return %y : tensor<?x?xi64>
}}
"""
    check_text(text, [vector(*target)], [x.reshape(target)])


@pytest.mark.parametrize("target", [(-1, -1), (-1, -6), (-2, -3), (0, -1)])
def test_reshape_to_an_argument_that_is_refused(target: tuple[int, ...]) -> None:
    text = """
func.func @main(%x: tensor<?xf32>, %t: tensor<2xi32>) -> tensor<?x?xf32> {
  %r = "tf.Reshape"(%x, %t) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}
"""
    for size in (1, 6):
        with pytest.raises(RunError, match=r"tf\.Reshape.*number of elements must not change"):
            check_text(text, [numbers(size), vector(*target)], [])


def test_reshape_refines_an_operand_of_unknown_rank() -> None:
    text = """
func.func @main(%x: tensor<*xf32>, %n: tensor<?x7xf32>) -> tensor<*xf32> {
  %s = "tf.Shape"(%n) : (tensor<?x7xf32>) -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %s) : (tensor<*xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
"""
    assert "-> tensor<?x7xf32, [@S0, 7]>" in inferred(text)


def inferred(text: str) -> str:
    from tieshape.passes.infer_shapes.infer_shapes import InferShapesPass
    from tieshape.passes.symbolize import SymbolizePass
    from tieshape.text.module import print_module
    from xdsl.context import Context

    module = parse_module(text, "test.mlir")
    for step in (SymbolizePass(), InferShapesPass()):
        step.apply(Context(), module)
    return print_module(module)


def test_reshape_demands_divisibility() -> None:
    """Refused where it is static, guarded where not, and the guard says what holds."""
    x = numbers(3, 2)
    with pytest.raises(REFUSED, match=r"tf\.Reshape"):
        stages(tf_text("tf.Reshape", [Argument(x, (0, 1)), constants(4, -1)], ["tensor<*xf32>"]))
    open_text = tf_text("tf.Reshape", [Argument(x), constants(4, -1)], ["tensor<*xf32>"])
    for text in stages(open_text).values():
        facts = analyze(parse_module(text, "test.mlir")).facts
        assert facts.proves(parse_predicate("S0*S1 % 4 == 0"))
    with pytest.raises(Exception, match=r"tf\.Reshape"):
        run_stages(open_text, [x])


@pytest.mark.parametrize("shape", [(2, 0, 3), (5,), ()])
def test_expand_dims_and_squeeze(shape: tuple[int, ...]) -> None:
    x = numbers(*shape)
    for axis in (0, -1, len(shape)):
        wide = np.expand_dims(x, axis)
        check_op("tf.ExpandDims", [Argument(x), Constant(np.asarray(axis, np.int32))], [wide])
        dims = f"squeeze_dims = [{axis} : i64]"
        check_op("tf.Squeeze", [Argument(wide)], [x], dims)


def test_squeeze_without_a_list_takes_every_size_of_1() -> None:
    """What is 1 for certain goes; for a type of known rank a guard says that nothing else is 1."""
    x = numbers(1, 3, 1, 2)
    operand = Argument(x, (0, 2))
    check_op("tf.Squeeze", [operand], [x.reshape(3, 2)])
    text = tf_text("tf.Squeeze", [operand], ["tensor<?x?xf32>"])
    for stage in stages(text).values():
        facts = analyze(parse_module(stage, "test.mlir")).facts
        assert facts.proves(parse_predicate("S0 != 1"))
    with pytest.raises(Exception, match="must not be 1"):
        run_stages(text, [numbers(1, 1, 1, 2)])


def test_squeeze_refuses_a_size_other_than_1() -> None:
    x = numbers(2, 3)
    dims = "squeeze_dims = [1 : i64]"
    with pytest.raises(REFUSED, match=r"tf\.Squeeze"):
        stages(tf_text("tf.Squeeze", [Argument(x, (1,))], ["tensor<*xf32>"], dims))
    with pytest.raises(Exception, match="must be 1"):
        run_stages(tf_text("tf.Squeeze", [Argument(x)], ["tensor<*xf32>"], dims), [x])


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (-1, 1, 0), (1, -3, 2)])
def test_transpose(order: tuple[int, ...]) -> None:
    x = numbers(2, int(RNG.integers(0, 3)), 3)
    check_op("tf.Transpose", [Argument(x), constants(*order)], [x.transpose(order)])


@pytest.mark.parametrize(
    ("source", "target"),
    [((3,), (2, 3)), ((1, 3), (4, 3)), ((), (2, 0)), ((2, 1), (2, 1)), ((1,), (0,))],
)
@pytest.mark.parametrize("constant", [False, True])
def test_broadcast_to(source: tuple[int, ...], target: tuple[int, ...], constant: bool) -> None:
    """To constants, and to an argument whose elements become the sizes."""
    x = numbers(*source)
    shape: Operand = constants(*target) if constant else Argument(vector(*target), (0,))
    check_op("tf.BroadcastTo", [Argument(x), shape], [np.broadcast_to(x, target)])


@pytest.mark.parametrize("dims", [(2, 3), (), (0,), (1, 0, 4)])
@pytest.mark.parametrize("constant", [False, True])
def test_fill(dims: tuple[int, ...], constant: bool) -> None:
    shape: Operand = constants(*dims) if constant else Argument(vector(*dims, dtype="int64"), (0,))
    check_op(
        "tf.Fill", [shape, Argument(np.asarray(2.5, np.float32))], [np.full(dims, 2.5, np.float32)]
    )


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -3])
@pytest.mark.parametrize("count", [1, 3])
def test_pack_and_unpack(axis: int, count: int) -> None:
    parts = [numbers(2, 3) for _ in range(count)]
    stack = np.stack(parts, axis)
    attribute = f"axis = {axis} : i64"
    check_op("tf.Pack", [Argument(part) for part in parts], [stack], attribute)
    check_op("tf.Unpack", [Argument(stack)], parts, attribute)


def test_pack_of_scalars_and_of_empty_tensors() -> None:
    scalars = [Argument(np.asarray(v, np.float32)) for v in (1.5, -2)]
    check_op("tf.Pack", scalars, [np.array([1.5, -2], np.float32)])
    empty = numbers(0, 2)
    check_op(
        "tf.Pack",
        [Argument(empty), Argument(empty)],
        [np.stack([empty, empty], 1)],
        "axis = 1 : i64",
    )


def test_pack_and_unpack_state_equal_sizes() -> None:
    """Packed tensors have one shape, and what is taken apart has as many entries as results."""
    x, y = numbers(2, 3), numbers(2, 4)
    packed = tf_text("tf.Pack", [Argument(x), Argument(x)], ["tensor<*xf32>"])
    for text in stages(packed).values():
        facts = analyze(parse_module(text, "test.mlir")).facts
        assert facts.proves(parse_predicate("S1 == S3")) or "S3" not in text
    with pytest.raises(REFUSED, match=r"tf\.Pack"):
        stages(tf_text("tf.Pack", [Argument(x, (0, 1)), Argument(y, (0, 1))], ["tensor<*xf32>"]))
    unpacked = tf_text("tf.Unpack", [Argument(x)], ["tensor<*xf32>"] * 2, "axis = 1 : i64")
    with pytest.raises(Exception, match="number of results"):
        run_stages(unpacked, [x])


@pytest.mark.parametrize("axis", [0, -1])
def test_concat(axis: int) -> None:
    parts = [numbers(2, 3), numbers(0, 3) if axis == 0 else numbers(2, 0), numbers(2, 3)]
    operands: list[Operand] = [Argument(part) for part in parts]
    dimension = Constant(np.asarray(axis, np.int32))
    expected = [np.concatenate(parts, axis)]
    check_op("tf.ConcatV2", [*operands, dimension], expected)
    check_op("tf.Concat", [dimension, *operands], expected)


def test_matrices_of_sizes_are_followed() -> None:
    """Sizes through Pack along 1, Transpose, Unpack and BroadcastTo become the sizes of a reshape."""
    text = """
func.func @main(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %s = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %m = "tf.Pack"(%s, %s) <{axis = 1 : i64}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  %p = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %t = "tf.Transpose"(%m, %p) : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  %u:2 = "tf.Unpack"(%t) <{axis = 1 : i64}> : (tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  %a:2 = "tf.Unpack"(%u#0) : (tensor<2xi32>) -> (tensor<i32>, tensor<i32>)
  %b:2 = "tf.Unpack"(%u#1) : (tensor<2xi32>) -> (tensor<i32>, tensor<i32>)
  %n = "tf.Pack"(%b#0, %a#1) : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %n) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
"""
    x = numbers(2, 3)
    assert "[@S1, @S0]" in inferred(text)
    check_text(text, [x], [x.reshape(3, 2)])
