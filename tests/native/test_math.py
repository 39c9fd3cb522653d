"""Elementwise functions of machine code against float64, over the whole range of f32."""

import ctypes
import math

import numpy as np
import pytest
from tieshape.interpreters.runner import entry_function
from tieshape.lowering.expand_math import ExpandMathPass
from tieshape.native.engine import MachineCode, is_available
from tieshape.native.program import NativeProgram
from tieshape.text.generic_form import generic_form
from tieshape.text.module import parse_module
from xdsl.context import Context

from .programs import both

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

TEXT = """
sdim.symbol @a
func.func @main(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %r = mhlo.OP %x : tensor<?xf32, [@a]>
  func.return %r : tensor<?xf32, [@a]>
}
"""


def _erf(x: np.ndarray) -> np.ndarray:
    return np.vectorize(math.erf, otypes=[float])(x)


FUNCTIONS = {"exponential": (np.exp, 2), "tanh": (np.tanh, 5), "log": (np.log, 2), "erf": (_erf, 5)}
FUNCTIONS |= {"exponential_minus_one": (np.expm1, 4), "log_plus_one": (np.log1p, 4)}
FUNCTIONS |= {"sine": (np.sin, 2), "cosine": (np.cos, 2), "tan": (np.tan, 4)}
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1e-45, -1e-45, 1.1754944e-38, 3e38]


@pytest.mark.parametrize("op", FUNCTIONS)
def test_errors_in_units_of_the_last_place(op: str) -> None:
    function, most = FUNCTIONS[op]
    module = parse_module(TEXT.replace("OP", op), "op.mlir")
    program = NativeProgram(module, entry_function(module))
    bits = np.arange(0, 2**32, 99_991, dtype=np.uint64).astype(np.uint32)
    near = np.linspace(-20, 20, 20_001, dtype=np.float32)
    far = np.linspace(-140_000, 140_000, 20_001, dtype=np.float32)
    x = np.concatenate([bits.view(np.float32), near, far, np.array(SPECIAL, np.float32)])
    with np.errstate(all="ignore"):
        exact = function(x.astype(np.float64))
        rounded = exact.astype(np.float32)
    (found,) = program.run([x])
    finite = np.isfinite(rounded) & (rounded != 0)
    same = (found == rounded) | (np.isnan(found) & np.isnan(rounded))
    assert same[~finite].all()
    error = np.abs(found[finite].astype(np.float64) - exact[finite])
    assert (error / np.spacing(np.abs(rounded[finite])).astype(np.float64)).max() <= most


@pytest.mark.parametrize("op", ["sine", "cosine", "tan"])
def test_turns_near_multiples_of_a_quarter(op: str) -> None:
    """Where nothing is left of the turn but what the third part of pi/2 decides, and signs of 0."""
    module = parse_module(TEXT.replace("OP", op), "op.mlir")
    program = NativeProgram(module, entry_function(module))
    nearest = (np.arange(-83_000, 83_000, 7) * (np.pi / 2)).astype(np.float32)
    x = np.concatenate([nearest, np.float32([0.0, -0.0, 1e-40, -1e-40])])
    (found,) = program.run([x])
    exact = FUNCTIONS[op][0](x.astype(np.float64))
    error = np.abs(found.astype(np.float64) - exact)
    assert (error <= FUNCTIONS[op][1] * np.spacing(np.abs(exact.astype(np.float32)))).all()
    np.testing.assert_array_equal(np.signbit(found), np.signbit(exact))


@pytest.mark.parametrize("lanes", [1, 37])
def test_angles_of_all_quarters(lanes: int) -> None:
    """`lanes` numbers at once: one is computed by itself, more are in vectors."""
    text = TEXT.replace("(%x:", "(%y: tensor<?xf32, [@a]>, %x:").replace("OP %x", "atan2 %y, %x")
    module = parse_module(text, "angles.mlir")
    program = NativeProgram(module, entry_function(module))
    turns = np.linspace(-np.pi, np.pi, 2_001)
    few = np.array([*SPECIAL, 2e38, -3e38, 1e38, 0.41421356, 5e-39], np.float32)
    pairs = [np.stack(np.meshgrid(few, few)).reshape(2, -1)]
    pairs += [size * np.stack([np.sin(turns), np.cos(turns)]) for size in (1, 1e-38, 1e-42, 3e38)]
    pairs += [np.stack([np.linspace(-9, 9, 2_001), np.ones(2_001)])]
    both_ = np.concatenate(pairs, axis=1).astype(np.float32)
    step = both_.shape[1] if lanes > 1 else 97
    for start in range(0, both_.shape[1], step):
        y, x = both_[:, start : start + (step if lanes > 1 else 1)]
        (found,) = program.run([y, x])
        exact = np.arctan2(y.astype(np.float64), x.astype(np.float64))
        rounded = exact.astype(np.float32)
        np.testing.assert_array_equal(np.isnan(found), np.isnan(exact))
        known = ~np.isnan(exact)
        np.testing.assert_array_equal(np.signbit(found[known]), np.signbit(exact[known]))
        error = np.abs(found[known].astype(np.float64) - exact[known])
        assert (error <= 3 * np.spacing(np.abs(rounded[known]))).all()


POWERS = [*SPECIAL, 2, -2, 3, -3, 0.5, -0.5, 16777215, -16777216, 33554432, 1.0000001, 0.99999994]


@pytest.mark.parametrize("lanes", [1, 37])
def test_powers(lanes: int) -> None:
    text = TEXT.replace("(%x:", "(%x: tensor<?xf32, [@a]>, %y:").replace("OP %x", "power %x, %y")
    module = parse_module(text, "powers.mlir")
    program = NativeProgram(module, entry_function(module))
    draw = np.random.default_rng(1)
    of_bits = draw.integers(0, 2**32, 20_000, dtype=np.uint32).view(np.float32)
    with np.errstate(all="ignore"):
        pairs = [np.stack(np.meshgrid(POWERS, POWERS)).reshape(2, -1)]
        pairs += [np.stack([of_bits, draw.uniform(-5, 5, 20_000)])]
        pairs += [np.stack([of_bits, draw.integers(-5, 6, 20_000)])]
        pairs += [np.stack([draw.uniform(0, 9, 20_000), draw.uniform(-50, 50, 20_000)])]
        pairs += [np.stack([draw.uniform(0.9999, 1.0001, 20_000), draw.uniform(-1e6, 1e6, 20_000)])]
        both_ = np.concatenate(pairs, axis=1).astype(np.float32)
    step = both_.shape[1] if lanes > 1 else 97
    for start in range(0, both_.shape[1], step):
        x, y = both_[:, start : start + (step if lanes > 1 else 1)]
        (found,) = program.run([x, y])
        with np.errstate(all="ignore"):
            exact = np.power(x.astype(np.float64), y.astype(np.float64))
            rounded = exact.astype(np.float32)
        np.testing.assert_array_equal(np.isnan(found), np.isnan(exact))
        number = np.isfinite(rounded)
        special = ~number & ~np.isnan(exact)
        np.testing.assert_array_equal(found[special], rounded[special])
        known = ~np.isnan(exact)
        np.testing.assert_array_equal(np.signbit(found[known]), np.signbit(exact[known]))
        error = np.abs(found[number].astype(np.float64) - exact[number])
        assert (error <= 0.51 * np.spacing(np.abs(rounded[number]))).all()


@pytest.mark.parametrize(("op", "least"), [("tanh", 9.02), ("erf", 3.95)])
def test_what_is_one_is_one(op: str, least: float) -> None:
    """A gradient takes the square of it from 1, and may multiply that by a large number."""
    module = parse_module(TEXT.replace("OP", op), "op.mlir")
    program = NativeProgram(module, entry_function(module))
    x = np.concatenate([np.linspace(least, 100, 1001), [1e10, 3e38, np.inf]]).astype(np.float32)
    (found,) = program.run([np.concatenate([x, -x])])
    np.testing.assert_array_equal(found, np.repeat(np.float32([1, -1]), len(x)))


@pytest.mark.parametrize("factor", [1.0, -2.0])
def test_one_and_a_power_of_e(factor: float) -> None:
    """Nearest to the sum's exact value over the whole range, where the power is a subnormal number
    or larger than all others too.
    """
    ops = f"%f = arith.constant {factor} : f32\n  %y = arith.mulf %x, %f : f32\n  "
    text = f"""func.func @main(%x: f32) -> f32 attributes {{llvm.emit_c_interface}} {{
  {ops}%e = math.exp %y : f32
  %one = arith.constant 1.0 : f32
  %r = arith.addf %e, %one : f32
  func.return %r : f32
}}"""
    module = parse_module(text, "sum.mlir")
    ExpandMathPass().apply(Context(), module)
    code = MachineCode(generic_form(module))
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.address("main"))
    bits = np.arange(0, 2**32, 999_983, dtype=np.uint64).astype(np.uint32).view(np.float32)
    edges = np.concatenate([np.linspace(a, a + 3, 301) for a in (-105, -88, -1.5, 86.5)]) / factor
    xs = np.concatenate([bits, edges.astype(np.float32), np.array(SPECIAL, np.float32)])
    cells, found = (ctypes.c_void_p * 2)(), np.empty_like(xs)
    for i in range(len(xs)):
        cells[0], cells[1] = xs.ctypes.data + 4 * i, found.ctypes.data + 4 * i
        call(ctypes.addressof(cells))
    with np.errstate(all="ignore"):
        exact = 1 + np.exp(factor * xs.astype(np.float64))
        rounded = exact.astype(np.float32)
    finite = np.isfinite(rounded)
    assert ((found == rounded) | (np.isnan(found) & np.isnan(rounded)))[~finite].all()
    error = np.abs(found[finite].astype(np.float64) - exact[finite])
    assert (error / np.spacing(rounded[finite]).astype(np.float64)).max() <= 2


F64 = {"exponential": 2, "log": 2, "tanh": 4, "exponential_minus_one": 4, "log_plus_one": 4}


@pytest.mark.parametrize("lanes", [1, 37])
@pytest.mark.parametrize("op", F64)
def test_errors_of_f64(op: str, lanes: int) -> None:
    """`lanes` numbers at once: one is computed by itself, more are in vectors."""
    module = parse_module(TEXT.replace("OP", op).replace("f32", "f64"), "op.mlir")
    program = NativeProgram(module, entry_function(module))
    bits = np.random.default_rng(2).integers(0, 2**64, 20_000, dtype=np.uint64)
    near = [np.linspace(-760, 760, 9_001), np.linspace(-3, 3, 9_001), np.logspace(-320, 300, 901)]
    beside = [*SPECIAL, 5e-324, -5e-324, 2.2e-308, 709.8, -745.2, 1 + 1e-15]
    x = np.concatenate([bits.view(np.float64), *near, -near[2], np.array(beside)])
    step = len(x) if lanes > 1 else 53
    with np.errstate(all="ignore"):
        exact = FUNCTIONS[op][0](x.astype(np.longdouble))
        rounded = exact.astype(np.float64)
    for start in range(0, len(x), step):
        part = slice(start, start + (step if lanes > 1 else 1))
        (found,), wanted = program.run([x[part]]), rounded[part]
        finite = np.isfinite(wanted)
        same = (found == wanted) | (np.isnan(found) & np.isnan(wanted))
        assert same[~finite].all()
        known = ~np.isnan(wanted)
        np.testing.assert_array_equal(np.signbit(found[known]), np.signbit(wanted[known]))
        error = np.abs(found[finite].astype(np.longdouble) - exact[part][finite])
        assert (error <= F64[op] * np.spacing(np.abs(wanted[finite]))).all()


@pytest.mark.parametrize("op", ["exponential_minus_one", "log_plus_one"])
def test_f64_near_zero(op: str) -> None:
    """Where 1 + x and e^x round to 1 or close to it, the result is about x."""
    module = parse_module(TEXT.replace("OP", op).replace("f32", "f64"), "op.mlir")
    program = NativeProgram(module, entry_function(module))
    small = np.logspace(-300, -1, 600)
    x = np.concatenate(
        [small, -small, np.linspace(-0.99, 700, 4001), SPECIAL, [709.7, 1e300, -800]]
    )
    (found,) = program.run([x])
    with np.errstate(all="ignore"):
        wanted = FUNCTIONS[op][0](x)
    np.testing.assert_allclose(found, wanted, rtol=3e-15, atol=0)


NUMBERS = np.array(
    [
        *(0, 1, 2, 3, 0.1, 7.5, 1 / 3, 16777217, 1e30, 3.4028235e38, np.inf, np.nan),
        *(1e-45, 5e-39, 1.1754942e-38, 1.1754944e-38),
    ],
    np.float32,
)


@pytest.mark.parametrize("element", ["f32", "bf16", "f16"])
def test_remainders_are_exact(element: str) -> None:
    """Of any bits, and of quotients that are whole but for rounding; bits and signs are `fmod`'s."""
    type_ = f"tensor<?x{element}, [@n]>"
    text = f"""sdim.symbol @n
    func.func @main(%a: {type_}, %b: {type_}) -> {type_} {{
      %r = mhlo.remainder %a, %b : {type_}
      func.return %r : {type_}
    }}"""
    runner, program = both(text)
    assert not program.callbacks
    random = np.random.default_rng(0)
    signed = np.concatenate([NUMBERS, -NUMBERS])
    pairs = [tuple(part.ravel() for part in np.meshgrid(signed, signed))]
    bits = random.integers(0, 1 << 32, (2, 100_000), np.uint64).astype(np.uint32)
    pairs.append(tuple(bits.view(np.float32)))
    tenths = random.integers(-999, 999, (2, 100_000)) * 0.1
    pairs.append(tuple(tenths.astype(np.float32)))
    with np.errstate(all="ignore"):
        for pair in pairs:
            if element == "f16":
                pair = tuple(part.astype(np.float16) for part in pair)
            (found,), (wanted,) = program.run(pair), runner.run(pair)
            np.testing.assert_array_equal(found, wanted)
            signs = np.signbit(found) == np.signbit(wanted)
            assert (signs | np.isnan(found)).all()
