"""Elementwise tf ops against numpy, on operands that broadcast, empty ones and ones of size 1 among them."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from .harness import Argument, Constant, check_op

RNG = np.random.default_rng(20240)
SHAPES = [
    ((2, 3), (2, 3)),
    ((2, 1, 3), (4, 1)),
    ((0, 3), (1, 3)),
    ((), (5,)),
    ((1,), (0,)),
]


def numbers(shape: Sequence[int], dtype: str, low: float = -5, high: float = 5) -> np.ndarray:
    if dtype == "bool":
        return RNG.integers(0, 2, shape).astype(bool)
    if np.dtype(dtype).kind in "iu":
        return RNG.integers(
            int(max(low, 0 if dtype.startswith("u") else low)), int(high), shape
        ).astype(dtype)
    if np.dtype(dtype).kind == "c":
        return (RNG.uniform(low, high, shape) + 1j * RNG.uniform(low, high, shape)).astype(dtype)
    return RNG.uniform(low, high, shape).astype(dtype)


def apart(shape: Sequence[int], dtype: str) -> np.ndarray:
    """Numbers that are not 0."""
    result = np.asarray(numbers(shape, dtype, 1, 6))
    return result if dtype.startswith("u") else result * RNG.choice(np.array([-1, 1], dtype), shape)


def like(value: object, dtype: str) -> np.ndarray:
    return np.asarray(value).astype(dtype)


BINARY: dict[str, tuple[Callable[..., object], Sequence[str]]] = {
    "AddV2": (np.add, ("float32", "int32", "complex64")),
    "Sub": (np.subtract, ("float64", "int64")),
    "Mul": (np.multiply, ("float16", "int32", "complex64")),
    "Div": (lambda x, y: np.trunc(x / y), ("int32",)),
    "RealDiv": (np.divide, ("float32", "complex64")),
    "TruncateDiv": (lambda x, y: np.trunc(np.asarray(x, np.float64) / y), ("int32", "float32")),
    "FloorDiv": (np.floor_divide, ("int32", "int8", "uint8", "float32")),
    "FloorMod": (np.mod, ("int64", "uint8", "float32", "float64")),
    "Mod": (np.fmod, ("int32", "float32")),
    "TruncateMod": (np.fmod, ("int64", "float64")),
    "Atan2": (np.arctan2, ("float32", "float64")),
    "SquaredDifference": (lambda x, y: (x - y) * np.conj(x - y), ("float32", "int32", "complex64")),
    "Minimum": (np.minimum, ("float32", "int32")),
    "Maximum": (np.maximum, ("float64", "int64")),
    "BitwiseAnd": (np.bitwise_and, ("int32", "uint8")),
    "BitwiseOr": (np.bitwise_or, ("int64",)),
    "BitwiseXor": (np.bitwise_xor, ("int16",)),
}


@pytest.mark.parametrize(
    ("op", "dtype"), [(op, d) for op, (_, types) in BINARY.items() for d in types]
)
def test_binary(op: str, dtype: str) -> None:
    shapes = SHAPES[int(RNG.integers(len(SHAPES)))]
    x, y = numbers(shapes[0], dtype), apart(shapes[1], dtype)
    expected = like(BINARY[op][0](x, y), dtype)
    rtol = 1e-2 if dtype == "float16" else 1e-4
    check_op(f"tf.{op}", [Argument(x), Argument(y)], [expected], rtol=rtol)


@pytest.mark.parametrize("shapes", SHAPES)
def test_every_way_of_broadcasting(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    x, y = (numbers(shape, "float32") for shape in shapes)
    check_op("tf.Sub", [Argument(x), Argument(y, tuple(range(y.ndim)))], [x - y])


def with_zeros(x: np.ndarray) -> np.ndarray:
    return np.where(RNG.uniform(size=x.shape) < 0.5, 0, x).astype(x.dtype)


ZEROS: dict[str, Callable[[np.ndarray, np.ndarray], object]] = {
    "DivNoNan": lambda x, y: np.where(y == 0, 0, x / np.where(y == 0, 1, y)),
    "MulNoNan": lambda x, y: np.where(y == 0, 0, x * np.where(y == 0, 1, y)),
    "Xdivy": lambda x, y: np.where(x == 0, 0, x / np.where(y == 0, np.where(x == 0, 1, 0), y)),
    "Xlogy": lambda x, y: np.where(
        x == 0, 0, x * np.log(np.where(y == 0, np.where(x == 0, 1, 0), y))
    ),
}


@pytest.mark.parametrize("op", ["Sinh", "Cosh"])
def test_hyperbolic_functions_of_real_and_of_imaginary_numbers(op: str) -> None:
    z = np.array([0, 1e-30, 0.5, -100, np.inf, -np.inf, 2j, -3j, 1e-20j], np.complex64)
    with np.errstate(all="ignore"):
        check_op(f"tf.{op}", [Argument(z)], [like(getattr(np, op.lower())(z), "complex64")])


INVERSES = {
    "Acos": np.arccos,
    "Acosh": np.arccosh,
    "Asin": np.arcsin,
    "Asinh": np.arcsinh,
    "Atan": np.arctan,
    "Atanh": np.arctanh,
}


@pytest.mark.parametrize("op", INVERSES)
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_inverse_functions_of_complex_numbers(op: str, dtype: str) -> None:
    """In all quadrants, of great and of small numbers, on either side of each branch cut."""
    angles = np.exp(1j * np.arange(0.1, 6.3, 0.37))
    sizes = np.array([1e-9, 1e-3, 0.4, 1, 1.7, 40, 1e9])
    on_axes = [0.5, -0.5, 2, -2, 0.5j, -0.5j, 2j, -2j]
    beside_cuts = [complex(2, -0.0), complex(-2, -0.0), complex(-0.0, 2), complex(-0.0, -2)]
    z = np.concatenate([np.outer(sizes, angles).ravel(), on_axes, beside_cuts]).astype(dtype)
    expected = INVERSES[op](z.astype(np.complex128)).astype(dtype)
    tolerance = 1e-6 if dtype == "complex64" else 1e-14
    check_op(f"tf.{op}", [Argument(z)], [expected], rtol=tolerance, atol=0)


def test_truth_of_complex_numbers() -> None:
    """As in TensorFlow: that of the real part."""
    z = np.array([1j, 1, 0, -2j, -0.5 + 1j], np.complex64)
    check_op("tf.Cast", [Argument(z)], [np.array([False, True, False, False, True])])


@pytest.mark.parametrize("op", ZEROS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_zero_wins_over_nan(op: str, dtype: str) -> None:
    x, y = with_zeros(numbers((4, 1), dtype, 1, 5)), with_zeros(numbers((9,), dtype, 1, 5))
    if op == "MulNoNan":
        x[0, 0], x[1, 0] = math.inf, math.nan
    with np.errstate(all="ignore"):
        expected = like(ZEROS[op](x, y), dtype)
    check_op(f"tf.{op}", [Argument(x), Argument(y)], [expected])


UNARY: dict[str, tuple[Callable[..., object], Sequence[str], float, float]] = {
    "Neg": (np.negative, ("float32", "int32", "complex64"), -5, 5),
    "Abs": (np.abs, ("float32", "int64", "uint8"), -5, 5),
    "Sign": (np.sign, ("float32", "int32", "uint8"), -2, 3),
    "Square": (np.square, ("float16", "int32", "complex64"), -5, 5),
    "Sqrt": (np.sqrt, ("float64",), 0, 9),
    "Rsqrt": (lambda x: 1 / np.sqrt(x), ("float32",), 0.1, 9),
    "Reciprocal": (np.reciprocal, ("float32", "complex64"), 0.5, 9),
    "Exp": (np.exp, ("float32", "complex64"), -5, 5),
    "Expm1": (np.expm1, ("float64",), -1e-3, 1e-3),
    "Log": (np.log, ("float32",), 0.1, 9),
    "Log1p": (np.log1p, ("float64",), -1e-3, 1e-3),
    "Sin": (np.sin, ("float32",), -9, 9),
    "Cos": (np.cos, ("float64",), -9, 9),
    "Tan": (np.tan, ("float32",), -1, 1),
    "Asin": (np.arcsin, ("float32", "float64", "float16"), -1, 1),
    "Acos": (np.arccos, ("float32", "float64"), -1, 1),
    "Atan": (np.arctan, ("float32", "float64"), -30, 30),
    "Sinh": (np.sinh, ("float32", "float64", "complex64"), -30, 30),
    "Cosh": (np.cosh, ("float32", "float64", "complex64"), -30, 30),
    "Tanh": (np.tanh, ("float32",), -3, 3),
    "Asinh": (np.arcsinh, ("float32", "float64"), -30, 30),
    "Acosh": (np.arccosh, ("float32", "float64"), 1, 30),
    "Atanh": (np.arctanh, ("float32", "float64"), -0.99, 0.99),
    "Sigmoid": (lambda x: 1 / (1 + np.exp(-x)), ("float32",), -9, 9),
    "Erf": (np.vectorize(math.erf, otypes=[float]), ("float32", "float64"), -3, 3),
    "Ceil": (np.ceil, ("float32",), -3, 3),
    "Floor": (np.floor, ("float64",), -3, 3),
    "Round": (np.rint, ("float32", "int32"), -3, 3),
    "Rint": (np.rint, ("float32",), -3, 3),
    "Invert": (np.invert, ("int32", "uint8"), -5, 5),
    "LogicalNot": (np.logical_not, ("bool",), 0, 1),
    "Relu": (lambda x: np.maximum(x, 0), ("float32", "int32", "uint8"), -5, 5),
    "Relu6": (lambda x: np.clip(x, 0, 6), ("float32", "int64"), -9, 9),
    "Elu": (lambda x: np.where(x > 0, x, np.expm1(x)), ("float32",), -5, 5),
    "Selu": (
        lambda x: 1.05070098 * np.where(x > 0, x, 1.67326324 * np.expm1(x)),
        ("float32",),
        -5,
        5,
    ),
    "Softplus": (lambda x: np.log1p(np.exp(x)), ("float64", "float16"), -9, 9),
    "Softsign": (lambda x: x / (1 + np.abs(x)), ("float32",), -9, 9),
    "LeakyRelu": (lambda x: np.where(x > 0, x, np.float32(0.2) * x), ("float32",), -9, 9),
}


@pytest.mark.parametrize(("op", "dtype"), [(op, d) for op, row in UNARY.items() for d in row[1]])
def test_unary(op: str, dtype: str) -> None:
    function, _, low, high = UNARY[op]
    shape = [(7,), (2, 3), (0, 4), ()][int(RNG.integers(4))]
    x = np.asarray(numbers(shape, dtype, low, high))
    if op in ("Round", "Rint") and dtype == "float32":
        x = np.array([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 0.3], np.float32)
    with np.errstate(all="ignore"):
        expected = like(function(x.astype(np.float64) if x.dtype.kind == "f" else x), dtype)
    check_op(f"tf.{op}", [Argument(x)], [expected], rtol=1e-2 if dtype == "float16" else 1e-5)


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint8", "uint64"])
def test_population_count(dtype: str) -> None:
    bits = np.array([0, 1, 2, 127, 255, 2**31 + 5, 2**64 - 1], np.uint64)
    x = bits.astype(dtype)
    width = 8 * x.itemsize
    counts = [(int(v) & (2**width - 1)).bit_count() for v in x]
    check_op("tf.PopulationCount", [Argument(x)], [np.array(counts, np.uint8)])


def test_leaky_relu_with_a_slope_above_1() -> None:
    x = numbers((6,), "float32")
    expected = np.where(x > 0, x, np.float32(1.5) * x)
    check_op("tf.LeakyRelu", [Argument(x)], [expected], "alpha = 1.5 : f32")


EDGES: dict[str, Callable[..., object]] = {
    "Sinh": np.sinh,
    "Cosh": np.cosh,
    "Asin": np.arcsin,
    "Acos": np.arccos,
    "Atan": np.arctan,
    "Asinh": np.arcsinh,
    "Acosh": np.arccosh,
    "Atanh": np.arctanh,
    "Erfc": np.vectorize(math.erfc, otypes=[float]),
    "Softplus": lambda x: np.logaddexp(x, 0),
    "Elu": lambda x: np.where(x > 0, x, np.expm1(x)),
    "Sign": np.sign,
    "IsInf": np.isinf,
    "IsNan": np.isnan,
    "IsFinite": np.isfinite,
    "Relu": lambda x: np.maximum(x, 0),
}


@pytest.mark.parametrize("op", EDGES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_ends_of_the_domain(op: str, dtype: str) -> None:
    """Infinities, NaN, zeros, the branch points, and numbers near the ends of the range."""
    near = 88.5 if dtype == "float32" else 709.0
    small = 1e-6 if dtype == "float32" else 1e-12
    sizes = [0.0, small, 0.3, 1.0, 1.5, 19.0, 21.0, near, 1e8, 1e12, 1e30, math.inf]
    x = np.array([*sizes, *(-s for s in sizes), math.nan], dtype)
    with np.errstate(all="ignore"):
        expected = np.asarray(EDGES[op](x.astype(np.float64)))
        expected = expected if expected.dtype == bool else expected.astype(dtype)
    with np.errstate(all="ignore"):
        check_op(
            f"tf.{op}",
            [Argument(x)],
            [expected],
            rtol=2e-5 if dtype == "float32" else 1e-12,
            atol=0,
        )


def test_erfc_is_1_near_0() -> None:
    x = np.array([0, -0.0, 1e-9, -1e-9, 1e-30], np.float32)
    check_op("tf.Erfc", [Argument(x)], [np.ones(5, np.float32)], rtol=0, atol=0)


@pytest.mark.parametrize(
    ("dtype", "last", "rtol"), [("float32", 9.0, 1.5e-5), ("float64", 26.0, 2e-13)]
)
def test_erfc_is_accurate_in_its_tail(dtype: str, last: float, rtol: float) -> None:
    """The relative error, where the result is many orders below 1; the results are normal numbers."""
    x = np.concatenate([np.linspace(-4, last, 300), [0.0]]).astype(dtype)
    expected = np.array([math.erfc(v) for v in x], dtype)
    check_op("tf.Erfc", [Argument(x)], [expected], rtol=rtol, atol=0)


@pytest.mark.parametrize(("dtype", "rtol"), [("float32", 1e-5), ("float64", 1e-12)])
def test_erfinv_undoes_erf(dtype: str, rtol: float) -> None:
    y = np.concatenate([np.linspace(-2.6, 2.6, 53), [1e-5, -1e-9]])
    x = np.array([math.erf(v) for v in y], dtype)
    exact = np.array([inverse_erf(float(v)) for v in x], dtype)
    ends = np.array([1.0, -1.0, 1.5], dtype)
    with np.errstate(all="ignore"):
        check_op(
            "tf.Erfinv",
            [Argument(np.concatenate([x, ends]))],
            [np.concatenate([exact, [math.inf, -math.inf, math.nan]]).astype(dtype)],
            rtol=rtol,
            atol=1e-12,
        )


def inverse_erf(x: float) -> float:
    """By bisection."""
    low, high = -7.0, 7.0
    for _ in range(200):
        middle = (low + high) / 2
        below = math.erf(middle) < x if x < 0.5 else math.erfc(middle) > 1 - x
        low, high = (middle, high) if below else (low, middle)
    return low


@pytest.mark.parametrize("dtype", ["int8", "int32", "uint8"])
def test_shifts(dtype: str) -> None:
    x, y = numbers((3, 4), dtype, -100, 100), RNG.integers(0, 7, (4,)).astype(dtype)
    check_op("tf.LeftShift", [Argument(x), Argument(y)], [np.left_shift(x, y)])
    check_op("tf.RightShift", [Argument(x), Argument(y)], [np.right_shift(x, y)])


@pytest.mark.parametrize("dtype", ["int32", "int64", "float32", "float64"])
def test_powers(dtype: str) -> None:
    x = numbers((3, 1), dtype, 1, 5)
    exponents = RNG.integers(0, 5, (4,)).astype(dtype)
    check_op("tf.Pow", [Argument(x), Argument(exponents)], [np.power(x, exponents)])
    check_op(
        "tf.Pow",
        [Argument(-x), Constant(np.asarray(3, dtype))],
        [np.power(-x, np.asarray(3, dtype))],
    )


@pytest.mark.parametrize("op", ["Minimum", "Maximum"])
def test_extremes_of_nan_are_nan(op: str) -> None:
    x = np.array([math.nan, 1, math.inf, -math.inf], np.float32)
    y = np.array([1, math.nan, 2, 3], np.float32)
    expected = (np.minimum if op == "Minimum" else np.maximum)(x, y)
    check_op(f"tf.{op}", [Argument(x), Argument(y)], [expected])


@pytest.mark.parametrize("count", [1, 2, 5])
def test_add_n(count: int) -> None:
    terms = [numbers((2, 0 if count == 2 else 3), "float32") for _ in range(count)]
    check_op("tf.AddN", [Argument(t) for t in terms], [np.sum(terms, axis=0)])


COMPARISONS: dict[str, Callable[..., np.ndarray]] = {
    "Equal": np.equal,
    "NotEqual": np.not_equal,
    "Less": np.less,
    "LessEqual": np.less_equal,
    "Greater": np.greater,
    "GreaterEqual": np.greater_equal,
}


@pytest.mark.parametrize("op", COMPARISONS)
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_comparisons(op: str, dtype: str) -> None:
    x, y = numbers((3, 4), dtype, -2, 2), numbers((4,), dtype, -2, 2)
    check_op(f"tf.{op}", [Argument(x), Argument(y)], [COMPARISONS[op](x, y)])


@pytest.mark.parametrize("dtype", ["bool", "complex64"])
def test_equality_of_other_types(dtype: str) -> None:
    x, y = numbers((3, 4), dtype), numbers((1, 4), dtype)
    x[0] = y[0]
    check_op("tf.Equal", [Argument(x), Argument(y)], [x == y])
    check_op("tf.NotEqual", [Argument(x), Argument(y)], [x != y])


def test_tensors_that_never_broadcast_are_unequal() -> None:
    x, y = numbers((2, 3), "float32"), numbers((4,), "float32")
    operands = [Argument(x, (1,)), Argument(y, (0,))]
    loose = "incompatible_shape_error = false"
    check_op("tf.Equal", operands, [np.asarray(False)], loose)
    check_op("tf.NotEqual", operands, [np.asarray(True)], loose)
    same = [Argument(x), Argument(x + 0)]
    check_op("tf.Equal", same, [np.ones((2, 3), bool)], loose)


@pytest.mark.parametrize("op", ["LogicalAnd", "LogicalOr"])
def test_logic(op: str) -> None:
    x, y = numbers((3, 1), "bool"), numbers((4,), "bool")
    function = np.logical_and if op == "LogicalAnd" else np.logical_or
    check_op(f"tf.{op}", [Argument(x), Argument(y)], [function(x, y)])


@pytest.mark.parametrize(
    "op",
    ["Identity", "StopGradient", "PreventGradient", "Snapshot", "XlaSharding", "CheckNumerics"],
)
def test_identities(op: str) -> None:
    x = numbers((2, 0), "float32")
    check_op(f"tf.{op}", [Argument(x)], [x])


def test_identity_n_zeros_like_ones_like() -> None:
    x, y = numbers((2, 3), "float32"), numbers((0,), "int32")
    check_op("tf.IdentityN", [Argument(x), Argument(y)], [x, y])
    check_op("tf.ZerosLike", [Argument(x)], [np.zeros_like(x)])
    check_op("tf.OnesLike", [Argument(y)], [np.ones_like(y)])
