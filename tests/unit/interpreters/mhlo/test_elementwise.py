"""Elementwise operations against the definitions of the StableHLO specification."""

import math

import numpy as np
import pytest

INTEGERS = np.int32([0, 1, -1, 2, -2, 7, -7, 2**31 - 1, -(2**31), 12345, -12345, 31, 32, 33])
SMALL = np.array([0, 1, 5, 100, 127, 128, 255], np.uint8)
FLOATS = np.float32(
    [0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 1e9, -1e9, 0.49999997, np.inf, -np.inf, np.nan]
)


def pairs(values):
    a, b = np.meshgrid(values, values)
    return a.ravel(), b.ravel()


def wrap(value, dtype):
    info = np.iinfo(dtype)
    return (value - info.min) % (1 << info.bits) + info.min


def integer_quotient(a, b, dtype):
    if b == 0:
        return -1
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def integer_remainder(a, b, dtype):
    return a if b == 0 else a - b * integer_quotient(a, b, dtype)


def integer_power(a, b, dtype):
    if b >= 0:
        return pow(a, b, 1 << np.iinfo(dtype).bits)
    return {1: 1, -1: -1 if b % 2 else 1}.get(a, 0)


def bits_of(a, dtype):
    return a % (1 << np.iinfo(dtype).bits)


def shift_left(a, b, dtype):
    width, amount = np.iinfo(dtype).bits, bits_of(b, dtype)
    return a << amount if amount < width else 0


def shift_right_logical(a, b, dtype):
    width, amount = np.iinfo(dtype).bits, bits_of(b, dtype)
    return bits_of(a, dtype) >> amount if amount < width else 0


def shift_right_arithmetic(a, b, dtype):
    width = np.iinfo(dtype).bits
    signed = wrap(a, f"i{width // 8}")
    return signed >> min(bits_of(b, dtype), width)


BINARY = {
    "add": lambda a, b, _: a + b,
    "subtract": lambda a, b, _: a - b,
    "multiply": lambda a, b, _: a * b,
    "maximum": lambda a, b, _: max(a, b),
    "minimum": lambda a, b, _: min(a, b),
    "and": lambda a, b, _: a & b,
    "or": lambda a, b, _: a | b,
    "xor": lambda a, b, _: a ^ b,
    "divide": integer_quotient,
    "remainder": integer_remainder,
    "power": integer_power,
    "shift_left": shift_left,
    "shift_right_logical": shift_right_logical,
    "shift_right_arithmetic": shift_right_arithmetic,
}


@pytest.mark.parametrize("values", [INTEGERS, SMALL], ids=["i32", "ui8"])
@pytest.mark.parametrize("name", BINARY)
def test_integer_operations(expect, name, values):
    a, b = pairs(values)
    dtype = values.dtype
    results = [wrap(BINARY[name](int(x), int(y), dtype), dtype) for x, y in zip(a, b, strict=True)]
    expect(f'"mhlo.{name}"(%a0, %a1)', [a, b], np.array(results, dtype))


@pytest.mark.parametrize(
    ("name", "definition"),
    [
        ("add", lambda a, b: a or b),
        ("multiply", lambda a, b: a and b),
        ("and", lambda a, b: a and b),
        ("or", lambda a, b: a or b),
        ("xor", lambda a, b: a != b),
        ("maximum", lambda a, b: a or b),
        ("minimum", lambda a, b: a and b),
    ],
)
def test_operations_on_bools_are_logical(expect, name, definition):
    a, b = pairs(np.array([False, True]))
    results = np.array([definition(x, y) for x, y in zip(a, b, strict=True)])
    expect(f'"mhlo.{name}"(%a0, %a1)', [a, b], results)


def float_remainder(a, b):
    if math.isnan(a) or math.isnan(b) or math.isinf(a) or b == 0:
        return math.nan
    return math.fmod(a, b)


def of_nan(choose):
    return lambda a, b: math.nan if math.isnan(a) or math.isnan(b) else choose(a, b)


@pytest.mark.parametrize(
    ("name", "definition"),
    [
        ("remainder", float_remainder),
        ("maximum", of_nan(max)),
        ("minimum", of_nan(min)),
        ("atan2", math.atan2),
    ],
)
def test_float_operations(expect, name, definition):
    a, b = pairs(FLOATS)
    results = [definition(float(x), float(y)) for x, y in zip(a, b, strict=True)]
    expect(f'"mhlo.{name}"(%a0, %a1)', [a, b], np.float32(results))


def test_float_arithmetic_stays_in_float32(expect):
    big, one = np.float32([16777216.0]), np.float32([1.0])
    expect('"mhlo.add"(%a0, %a1)', [big, one], big)
    huge = np.float32([1e30])
    expect('"mhlo.multiply"(%a0, %a1)', [huge, huge], np.float32([np.inf]))


def away_from_zero(a):
    if not math.isfinite(a):
        return a
    return math.copysign(math.floor(abs(a) + 0.5) if abs(a) != 0.49999997019767761 else 0, a)


def sign(a):
    return a if a == 0 or math.isnan(a) else math.copysign(1.0, a)


@pytest.mark.parametrize(
    ("name", "definition"),
    [
        ("round_nearest_afz", away_from_zero),
        ("round_nearest_even", lambda a: float(round(a)) if math.isfinite(a) else a),
        ("floor", lambda a: float(math.floor(a)) if math.isfinite(a) else a),
        ("ceil", lambda a: float(math.ceil(a)) if math.isfinite(a) else a),
        ("sign", sign),
        ("negate", lambda a: -a),
        ("abs", abs),
        ("erf", math.erf),
        ("tanh", math.tanh),
        ("logistic", lambda a: 0.0 if a < -700 else 1 / (1 + math.exp(-a))),
        ("cbrt", lambda a: math.copysign(abs(a) ** (1 / 3), a)),
    ],
)
def test_float_functions(expect, name, definition):
    expect(f'"mhlo.{name}"(%a0)', [FLOATS], np.float32([definition(float(a)) for a in FLOATS]))


@pytest.mark.parametrize(
    ("name", "definition"),
    [
        ("exponential", math.exp),
        ("exponential_minus_one", math.expm1),
        ("log", math.log),
        ("log_plus_one", math.log1p),
        ("sqrt", math.sqrt),
        ("rsqrt", lambda a: 1 / math.sqrt(a)),
        ("sine", math.sin),
        ("cosine", math.cos),
        ("tan", math.tan),
    ],
)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_functions_of_positive_floats(expect, name, definition, dtype):
    values = np.array([0.25, 0.5, 1.0, 1.25, 3.0], dtype)
    expect(f'"mhlo.{name}"(%a0)', [values], np.array([definition(a) for a in values], dtype))


def test_bits_are_counted(expect):
    ones = np.int32([bin(int(a) % 2**32).count("1") for a in INTEGERS])
    zeros = np.int32([32 - (int(a) % 2**32).bit_length() for a in INTEGERS])
    expect('"mhlo.popcnt"(%a0)', [INTEGERS], ones)
    expect('"mhlo.count_leading_zeros"(%a0)', [INTEGERS], zeros)
    expect('"mhlo.popcnt"(%a0)', [INTEGERS[:0]], INTEGERS[:0])


def test_integer_functions(expect):
    expect(
        '"mhlo.sign"(%a0)', [INTEGERS], np.int32([(int(a) > 0) - (int(a) < 0) for a in INTEGERS])
    )
    expect('"mhlo.not"(%a0)', [INTEGERS], np.int32([~int(a) for a in INTEGERS]))
    expect('"mhlo.not"(%a0)', [np.array([True, False])], np.array([False, True]))
    expect('"mhlo.negate"(%a0)', [np.int8([-128, 3])], np.int8([-128, -3]))


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        (np.float32([1.9, -1.9, 3e9, -3e9, np.nan]), np.int32, [1, -1, 2**31 - 1, -(2**31), 0]),
        (np.float32([-1.0, 300.0, 7.5, np.inf]), np.uint8, [0, 255, 7, 255]),
        (np.float32([1e19, -1e19]), np.int64, [2**63 - 1, -(2**63)]),
        (np.int32([300, -1, 127]), np.int8, [44, -1, 127]),
        (np.int32([-1]), np.uint8, [255]),
        (np.float32([0.0, -0.0, 0.5, np.nan]), np.bool_, [False, False, True, True]),
        (np.int32([0, 2]), np.bool_, [False, True]),
        (np.array([True, False]), np.float32, [1.0, 0.0]),
        (np.complex64([1 + 2j]), np.float32, [1.0]),
        (np.complex64([1j, 1, -2 + 1j, 0]), np.bool_, [False, True, True, False]),
        (np.float32([2.0]), np.complex64, [2 + 0j]),
        (np.float64([0.1]), np.float32, [np.float32(0.1)]),
    ],
)
def test_conversion(expect, source, target, expected):
    expect('"mhlo.convert"(%a0)', [source], np.array(expected, target))


ORDERS = {
    "EQ": lambda a, b: a == b,
    "NE": lambda a, b: a != b,
    "LT": lambda a, b: a < b,
    "LE": lambda a, b: a <= b,
    "GT": lambda a, b: a > b,
    "GE": lambda a, b: a >= b,
}


def place_in_total_order(a):
    return (-1 if math.copysign(1, a) < 0 else 1) * (math.isnan(a) + 1), a


@pytest.mark.parametrize("direction", ORDERS)
def test_comparison(expect, direction):
    order = ORDERS[direction]
    for values in (INTEGERS, SMALL, FLOATS, np.array([False, True])):
        a, b = pairs(values)
        results = np.array([order(x, y) for x, y in zip(a, b, strict=True)], np.bool_)
        attribute = f"#mhlo<comparison_direction {direction}>"
        expect(
            f'"mhlo.compare"(%a0, %a1) <{{comparison_direction = {attribute}}}>', [a, b], results
        )


@pytest.mark.parametrize("direction", ORDERS)
def test_comparison_in_total_order(expect, direction):
    ascending = np.float32([-np.nan, -np.inf, -1.0, -0.0, 0.0, 1.0, np.inf, np.nan])
    ascending[0] = np.copysign(np.float32(np.nan), np.float32(-1))
    a, b = pairs(np.arange(len(ascending)))
    expect(
        '"mhlo.compare"(%a0, %a1) <{'
        f"comparison_direction = #mhlo<comparison_direction {direction}>, "
        "compare_type = #mhlo<comparison_type TOTALORDER>}>",
        [ascending[a], ascending[b]],
        ORDERS[direction](a, b),
    )


def test_select_takes_whole_tensors_or_elements(expect):
    a, b = np.float32([1, 2]), np.float32([3, 4])
    each, whole = np.array([True, False]), np.array(False)
    expect('"mhlo.select"(%a0, %a1, %a2)', [each, a, b], np.float32([1, 4]))
    expect('"mhlo.select"(%a0, %a1, %a2)', [whole, a, b], b)


def test_clamp_takes_scalar_bounds_and_keeps_nan(expect):
    values = np.float32([-5, 0.5, 5, np.nan])
    low, high = np.float32(0), np.float32(1)
    expect('"mhlo.clamp"(%a0, %a1, %a2)', [low, values, high], np.float32([0, 0.5, 1, np.nan]))
    lows, highs = np.float32([-9, 1, 0, 0]), np.float32([9, 2, 3, 4])
    expect('"mhlo.clamp"(%a0, %a1, %a2)', [lows, values, highs], np.float32([-5, 1, 3, np.nan]))


def test_complex_numbers(expect):
    real, imaginary = np.float32([3, 0]), np.float32([4, 0])
    z = np.complex64([3 + 4j, 0])
    expect('"mhlo.complex"(%a0, %a1)', [real, imaginary], z)
    expect('"mhlo.real"(%a0)', [z], real)
    expect('"mhlo.imag"(%a0)', [z], imaginary)
    expect('"mhlo.abs"(%a0)', [z], np.float32([5, 0]))
    expect('"mhlo.sign"(%a0)', [z], np.complex64([0.6 + 0.8j, 0]))
    expect('"mhlo.multiply"(%a0, %a1)', [z, z], np.complex64([-7 + 24j, 0]))
    y, x = np.complex64([3, -1, 0.5j, 1]), np.complex64([4, -1, 1, 1j + 1])
    # The last two by atan(y / x) = (log(1 + i y / x) - log(1 - i y / x)) / 2i.
    of_quotient = np.log([1 - 0.5, 1 + 0.5 + 0.5j]) - np.log([1 + 0.5, 1 - 0.5 - 0.5j])
    angles = [math.atan2(3, 4), math.atan2(-1, -1), *(of_quotient / 2j)]
    expect('"mhlo.atan2"(%a0, %a1)', [y, x], np.complex64(angles))


def test_finite(expect):
    expect('"mhlo.is_finite"(%a0)', [FLOATS], np.array([math.isfinite(a) for a in FLOATS]))


@pytest.mark.parametrize("shape", [(), (1,), (0,), (2, 0, 3), (1, 1)])
def test_shapes_of_any_size(expect, shape):
    a = np.full(shape, 3, np.float32)
    expect('"mhlo.add"(%a0, %a1)', [a, a], a + a)
    b = np.full(shape, 3, np.int32)
    expect('"mhlo.divide"(%a0, %a1)', [b, b], np.ones(shape, np.int32))
    expect('"mhlo.erf"(%a0)', [np.zeros(shape, np.float32)], np.zeros(shape, np.float32))


def test_reduced_precision_drops_bits(expect):
    a = np.float32([1.0, 1.0 + 2**-8, 1.0 + 2**-7, 3.0e38, 1e-42, np.inf, np.nan, -0.0])
    to_bf16 = "<{exponent_bits = 8 : i32, mantissa_bits = 7 : i32}>"
    wanted = np.float32([1.0, 1.0, 1.0 + 2**-7, 226 * 2.0**120, 0.0, np.inf, np.nan, -0.0])
    expect(f'"mhlo.reduce_precision"(%a0) {to_bf16}', [a], wanted)
    narrow = "<{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}>"
    expect(
        f'"mhlo.reduce_precision"(%a0) {narrow}',
        [np.float32([70000.0, 65504.0, 1e-6])],
        np.float32([np.inf, 65504.0, 0.0]),
    )
    without = "<{exponent_bits = 5 : i32, mantissa_bits = 0 : i32}>"
    expect(
        f'"mhlo.reduce_precision"(%a0) {without}',
        [np.float32([np.nan, np.inf, 2.5])],
        np.float32([np.inf, np.inf, 2.0]),
    )


def test_bf16_is_rounded_after_each_operation(run):
    text = """
      func.func @main(%a: tensor<2xbf16>, %b: tensor<2xf32>) -> (tensor<2xbf16>, tensor<2xbf16>) {
        %r = "mhlo.add"(%a, %a) : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
        %c = "mhlo.convert"(%b) : (tensor<2xf32>) -> tensor<2xbf16>
        func.return %r, %c : tensor<2xbf16>, tensor<2xbf16>
      }"""
    a = np.float32([1.0 + 2**-10, 3.0])
    total, converted = run(text, a, np.float32([1 + 2**-8 + 2**-12, -(1 + 2**-8)]))
    assert total.tolist() == [2.0, 6.0]
    assert converted.tolist() == [1 + 2**-7, -1.0]
