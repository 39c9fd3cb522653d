"""Unsigned integers, against the interpreter."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.interpreters.arrays import Array
from tieshape.native.engine import is_available

from .programs import agree, both, fenced

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

DTYPES = {"ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32}
X = "tensor<?xE, [@n]>"
SCALAR = "%z = mhlo.constant dense<3> : tensor<E>"


def kernel(name: str, operands: str = "%x, %y") -> str:
    return f"%r = mhlo.{name} {operands} : {X}"


def converted(first: str, second: str) -> str:
    """`%f` of another type made of `%x`, and `%r` of that."""
    return f"""%f = mhlo.convert %x : ({X}) -> tensor<?x{first}, [@n]>
  %g = mhlo.{second} %f, %f : tensor<?x{first}, [@n]>
  %r = mhlo.convert %g : (tensor<?x{first}, [@n]>) -> {X}"""


REDUCED = (
    "%z = mhlo.constant dense<0> : tensor<E>\n"
    f"%s = mhlo.reduce(%x init: %z) applies mhlo.NAME across dimensions = [0] : ({X}, tensor<E>)"
    " -> tensor<E>\n"
    "%k = arith.constant 0 : index\n"
    f"%l = tensor.dim %x, %k : {X}\n"
    "%m = tensor.from_elements %l : tensor<1xindex>\n"
    '%r = "mhlo.dynamic_broadcast_in_dim"(%s, %m) <{broadcast_dimensions = dense<> : tensor<0xi64>}>'
    f" : (tensor<E>, tensor<1xindex>) -> {X}"
)
PROGRAMS = {
    **{
        name: kernel(name)
        for name in ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum")
    },
    **{name: kernel(name) for name in ("and", "or", "xor")},
    "not": kernel("not", "%x"),
    "bits": kernel("popcnt", "%x"),
    "leading zeros": kernel("count_leading_zeros", "%x"),
    "a chain": f"""%a = mhlo.multiply %x, %y : {X}
  %b = mhlo.add %a, %x : {X}
  %c = mhlo.divide %b, %y : {X}
  %r = mhlo.subtract %c, %b : {X}""",
    "compared": f"""%l = mhlo.compare LT, %x, %y : ({X}, {X}) -> tensor<?xi1, [@n]>
  %r = mhlo.select %l, %x, %y : tensor<?xi1, [@n]>, {X}""",
    "clamped": f"""{SCALAR}
  %w = mhlo.constant dense<200> : tensor<E>
  %r = mhlo.clamp %z, %x, %w : (tensor<E>, {X}, tensor<E>) -> {X}""",
    "as f32": converted("f32", "multiply"),
    "as f64": converted("f64", "subtract"),
    "as f16": converted("f16", "add"),
    "as i8": converted("i8", "add"),
    "as i32": converted("i32", "multiply"),
    "as i64": converted("i64", "multiply"),
    "as truth": f"""%t = mhlo.convert %x : ({X}) -> tensor<?xi1, [@n]>
  %r = mhlo.convert %t : (tensor<?xi1, [@n]>) -> {X}""",
    "quantized": f"""%f = mhlo.convert %x : ({X}) -> tensor<?xf32, [@n]>
  %c = mhlo.constant dense<-40.5> : tensor<f32>
  %k = arith.constant 0 : index
  %l = tensor.dim %x, %k : {X}
  %m = tensor.from_elements %l : tensor<1xindex>
  %d = "mhlo.dynamic_broadcast_in_dim"(%c, %m) <{{broadcast_dimensions = dense<> : tensor<0xi64>}}>
    : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
  %e = mhlo.add %f, %d : tensor<?xf32, [@n]>
  %q = mhlo.multiply %e, %f : tensor<?xf32, [@n]>
  %h = mhlo.round_nearest_even %q : tensor<?xf32, [@n]>
  %r = mhlo.convert %h : (tensor<?xf32, [@n]>) -> {X}""",
    "summed": REDUCED.replace("NAME", "add"),
    "the greatest": REDUCED.replace("NAME", "maximum"),
    "turned round": f'%r = "mhlo.reverse"(%x) <{{dimensions = dense<0> : tensor<1xi64>}}> : ({X}) -> {X}',
    "sorted": f"""%r = "mhlo.sort"(%x) ({{
  ^bb0(%p: tensor<E>, %q: tensor<E>):
    %l = mhlo.compare LT, %p, %q : (tensor<E>, tensor<E>) -> tensor<i1>
    mhlo.return %l : tensor<i1>
  }}) {{dimension = 0 : i64, is_stable = true}} : ({X}) -> {X}""",
    "shifted": kernel("shift_right_logical"),
    "shifted up": kernel("shift_left"),
    "shifted by little": f"""{SCALAR}
  %k = arith.constant 0 : index
  %l = tensor.dim %x, %k : {X}
  %m = tensor.from_elements %l : tensor<1xindex>
  %d = "mhlo.dynamic_broadcast_in_dim"(%z, %m) <{{broadcast_dimensions = dense<> : tensor<0xi64>}}>
    : (tensor<E>, tensor<1xindex>) -> {X}
  %a = mhlo.shift_left %x, %d : {X}
  %b = mhlo.shift_right_logical %y, %d : {X}
  %r = mhlo.xor %a, %b : {X}""",
    "negated": kernel("negate", "%x"),
    "chosen": f"""%l = mhlo.compare GE, %x, %y : ({X}, {X}) -> tensor<?xi1, [@n]>
  %s = mhlo.select %l, %x, %y : tensor<?xi1, [@n]>, {X}
  %e = mhlo.compare EQ, %s, %y : ({X}, {X}) -> tensor<?xi1, [@n]>
  %r = mhlo.select %e, %x, %s : tensor<?xi1, [@n]>, {X}""",
    "numbered": f"""%k = arith.constant 0 : index
  %l = tensor.dim %x, %k : {X}
  %m = tensor.from_elements %l : tensor<1xindex>
  %i = "mhlo.dynamic_iota"(%m) <{{iota_dimension = 0 : i64}}> : (tensor<1xindex>) -> {X}
  %r = mhlo.multiply %i, %x : {X}""",
    "as ui64": converted("ui64", "multiply"),
    "as ui32": converted("ui32", "multiply"),
    "as places": f"""sdim.elements assert %x from %low below %high : {X}
  %r = mhlo.add %x, %y : {X}""",
}


def text_of(name: str, element: str) -> str:
    body = PROGRAMS[name].replace("xE", f"x{element}").replace("<E>", f"<{element}>")
    x = X.replace("E", element)
    return f"""
sdim.symbol @n
func.func @main(%x: {x}, %y: {x}) -> {x} {{
  %low = arith.constant 0 : index
  %high = arith.constant 5000000000 : index
  {body}
  func.return %r : {x}
}}
"""


def arguments(element: str, n: int, seed: int) -> list[Array]:
    """Many of them would be negative if they had a sign; some are 0."""
    draw, top = np.random.default_rng(seed), int(np.iinfo(DTYPES[element]).max)
    drawn = [draw.integers(0, top + 1, n).astype(DTYPES[element]) for _ in range(2)]
    drawn[1][::5] = 0
    drawn[0][::4] = top
    return drawn


@pytest.mark.parametrize("element", DTYPES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_unsigned_numbers_are_those_of_the_interpreter(name: str, element: str) -> None:
    text = text_of(name, element)
    runner, native = both(text)
    assert not native.callbacks
    programs = [native, *(fenced(text, at_end=end) for end in (True, False))]
    for seed, n in enumerate((0, 1, 5, 16, 100)):
        for program in programs:
            assert agree(runner, program, arguments(element, n, seed))


def test_places_are_not_negative() -> None:
    """200 is a place below 201, and not one below 100."""
    text = text_of("as places", "ui8").replace("5000000000", "201")
    runner, native = both(text)
    x, y = np.array([200], np.uint8), np.array([1], np.uint8)
    assert agree(runner, native, [x, y])
    runner, native = both(text.replace("201", "100"))
    assert not agree(runner, native, [x, y])


BITS = {"f32": "ui32", "i32": "ui32", "f64": "ui64", "i16": "ui16"}


@pytest.mark.parametrize("element", BITS)
def test_bits_of_other_elements(element: str) -> None:
    x, u = f"tensor<?x{element}, [@n]>", f"tensor<?x{BITS[element]}, [@n]>"
    text = f"""
sdim.symbol @n
func.func @main(%x: {x}) -> ({u}, {x}) {{
  %a = "mhlo.bitcast_convert"(%x) : ({x}) -> {u}
  %b = mhlo.xor %a, %a : {u}
  %c = mhlo.subtract %b, %a : {u}
  %d = mhlo.subtract %b, %c : {u}
  %r = "mhlo.bitcast_convert"(%d) : ({u}) -> {x}
  func.return %c, %r : {u}, {x}
}}
"""
    runner, native = both(text)
    assert not native.callbacks
    dtype = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i16": np.int16}[element]
    numbers = np.random.default_rng(1).standard_normal(37) * 1000
    for n in (0, 1, 37):
        assert agree(runner, native, [numbers[:n].astype(dtype)])


WIDE = {
    **{name: f"mhlo.{name} %x, %y" for name in ("add", "subtract", "multiply", "and", "xor")},
    **{name: f"mhlo.{name} %x, %y" for name in ("shift_left", "shift_right_logical")},
    **{name: f"mhlo.{name} %x, %y" for name in ("divide", "remainder", "maximum", "minimum")},
    "not": "mhlo.not %x",
    "count_leading_zeros": "mhlo.count_leading_zeros %x",
}


@pytest.mark.parametrize("name", WIDE)
def test_numbers_of_64_bits_are_computed_where_no_sign_counts(name: str) -> None:
    x, b = "tensor<?xui64, [@n]>", "tensor<?xi1, [@n]>"
    text = f"""
sdim.symbol @n
func.func @main(%x: {x}, %y: {x}) -> ({x}, {b}, tensor<?xui32, [@n]>) {{
  %c = mhlo.constant dense<18446744073709551557> : tensor<ui64>
  %k = arith.constant 0 : index
  %l = tensor.dim %x, %k : {x}
  %m = tensor.from_elements %l : tensor<1xindex>
  %d = "mhlo.dynamic_broadcast_in_dim"(%c, %m) <{{broadcast_dimensions = dense<> : tensor<0xi64>}}>
    : (tensor<ui64>, tensor<1xindex>) -> {x}
  %s = {WIDE[name]} : {x}
  %r = mhlo.xor %s, %d : {x}
  %e = mhlo.compare NE, %x, %y : ({x}, {x}) -> {b}
  %w = mhlo.convert %s : ({x}) -> tensor<?xui32, [@n]>
  func.return %r, %e, %w : {x}, {b}, tensor<?xui32, [@n]>
}}
"""
    runner, native = both(text)
    assert bool(native.callbacks) == (name in ("divide", "remainder", "maximum", "minimum"))
    draw = np.random.default_rng(3)
    for n in (0, 1, 33):
        given = [draw.integers(0, 2**64, n, dtype=np.uint64) for _ in range(2)]
        given[1][::2] %= 70
        given[0][::3] = given[1][::3]
        assert agree(runner, native, given)


@pytest.mark.parametrize("order", ["LT", "GE"])
def test_orders_of_numbers_of_64_bits_are_the_interpreters(order: str) -> None:
    x, b = "tensor<?xui64, [@n]>", "tensor<?xi1, [@n]>"
    runner, native = both(f"""
sdim.symbol @n
func.func @main(%x: {x}, %y: {x}) -> ({b}, tensor<?xf32, [@n]>) {{
  %r = mhlo.compare {order}, %x, %y : ({x}, {x}) -> {b}
  %f = mhlo.convert %x : ({x}) -> tensor<?xf32, [@n]>
  func.return %r, %f : {b}, tensor<?xf32, [@n]>
}}
""")
    assert native.callbacks
    given = [np.array(v, np.uint64) for v in ([2**63, 1, 5], [1, 2**64 - 1, 5])]
    assert agree(runner, native, given)
