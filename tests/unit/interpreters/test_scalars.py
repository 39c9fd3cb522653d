"""`arith`, `tensor` and `scf` against Python's own integers and numpy."""

import math

import numpy as np
import pytest
from tieshape.interpreters import RunError

EDGES = [0, 1, -1, 2, -2, 3, 7, -7, 100, 127, -128]


def wrapped(value, bits=8):
    return (value + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))


def to_zero(a, b):
    return math.trunc(a / b)


DEFINITIONS = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "divsi": to_zero,
    "floordivsi": lambda a, b: a // b,
    "ceildivsi": lambda a, b: math.ceil(a / b),
    "remsi": lambda a, b: a - b * to_zero(a, b),
    "divui": lambda a, b: (a % 256) // (b % 256),
    "ceildivui": lambda a, b: -(-(a % 256) // (b % 256)),
    "remui": lambda a, b: (a % 256) % (b % 256),
    "minsi": min,
    "maxsi": max,
    "minui": lambda a, b: min(a % 256, b % 256),
    "maxui": lambda a, b: max(a % 256, b % 256),
    "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b,
    "xori": lambda a, b: a ^ b,
}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_integer_arithmetic_wraps_around(run, name):
    text = f"""
      func.func @main(%a: i8, %b: i8) -> i8 {{
        %r = arith.{name} %a, %b : i8
        func.return %r : i8
      }}"""
    for a in EDGES:
        for b in EDGES:
            if b == 0 and "div" in name + "div" * name.startswith("rem"):
                continue
            (found,) = run(text, np.int8(a), np.int8(b))
            assert found == wrapped(DEFINITIONS[name](a, b)), (a, b)


def test_division_by_zero_is_an_error_with_the_operation(run):
    text = """
      func.func @main(%a: index, %b: index) -> index {
        %r = arith.divsi %a, %b : index
        func.return %r : index
      }"""
    with pytest.raises(RunError, match=r"arith\.divsi: "):
        run(text, 1, 0)


@pytest.mark.parametrize(
    ("predicate", "definition"),
    [
        ("eq", lambda a, b: a == b),
        ("ne", lambda a, b: a != b),
        ("slt", lambda a, b: a < b),
        ("sle", lambda a, b: a <= b),
        ("sgt", lambda a, b: a > b),
        ("sge", lambda a, b: a >= b),
        ("ult", lambda a, b: a % 256 < b % 256),
        ("ule", lambda a, b: a % 256 <= b % 256),
        ("ugt", lambda a, b: a % 256 > b % 256),
        ("uge", lambda a, b: a % 256 >= b % 256),
    ],
)
def test_integer_comparison(run, predicate, definition):
    text = f"""
      func.func @main(%a: i8, %b: i8) -> i1 {{
        %r = arith.cmpi {predicate}, %a, %b : i8
        func.return %r : i1
      }}"""
    for a in EDGES:
        for b in EDGES:
            assert run(text, np.int8(a), np.int8(b))[0] == definition(a, b), (a, b)


def test_signed_bools_are_0_and_minus_1(run):
    text = """
      func.func @main(%a: i1, %b: i1) -> (i1, i32, i32) {
        %less = arith.cmpi slt, %a, %b : i1
        %signed = arith.extsi %a : i1 to i32
        %unsigned = arith.extui %a : i1 to i32
        func.return %less, %signed, %unsigned : i1, i32, i32
      }"""
    assert run(text, True, False) == [True, -1, 1]
    assert run(text, False, True) == [False, 0, 0]


def test_casts_between_index_and_integers(run):
    text = """
      func.func @main(%a: index) -> (i8, index) {
        %small = arith.index_cast %a : index to i8
        %back = arith.index_cast %small : i8 to index
        func.return %small, %back : i8, index
      }"""
    assert run(text, 300) == [44, 44]
    assert run(text, 200) == [-56, -56]


@pytest.mark.parametrize(
    "predicate", ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ult", "une", "uno"]
)
def test_float_comparison_with_nan(run, predicate):
    text = f"""
      func.func @main(%a: f32, %b: f32) -> i1 {{
        %r = arith.cmpf {predicate}, %a, %b : f32
        func.return %r : i1
      }}"""
    orders = {
        "eq": lambda a, b: a == b,
        "gt": lambda a, b: a > b,
        "ge": lambda a, b: a >= b,
        "lt": lambda a, b: a < b,
        "le": lambda a, b: a <= b,
        "ne": lambda a, b: a != b,
    }
    for a in (1.0, 2.0, math.nan):
        for b in (1.0, 2.0, math.nan):
            unordered = math.isnan(a) or math.isnan(b)
            if predicate in ("ord", "uno"):
                wanted = unordered == (predicate == "uno")
            elif unordered:
                wanted = predicate[0] == "u"
            else:
                wanted = orders[predicate[1:]](a, b)
            assert run(text, np.float32(a), np.float32(b)) == [wanted], (a, b)


def test_arithmetic_on_tensors_is_elementwise(run):
    text = """
      func.func @main(%a: tensor<3xi8>, %c: i1) -> (tensor<3xi8>, tensor<3xi8>) {
        %k = arith.constant dense<[100, 2, 3]> : tensor<3xi8>
        %r = arith.addi %a, %k : tensor<3xi8>
        %s = arith.select %c, %r, %a : tensor<3xi8>
        func.return %r, %s : tensor<3xi8>, tensor<3xi8>
      }"""
    a = np.int8([100, 5, -3])
    assert [list(r) for r in run(text, a, True)] == [[-56, 7, 0], [-56, 7, 0]]
    assert [list(r) for r in run(text, a, False)] == [[-56, 7, 0], [100, 5, -3]]


def test_tensors_out_of_scalars_and_back(run):
    text = """
      func.func @main(%a: index, %b: index) -> (tensor<2xindex>, index, tensor<?x2xf32>) {
        %one = arith.constant 1 : index
        %f = arith.constant 1.5 : f32
        %t = tensor.from_elements %a, %b : tensor<2xindex>
        %u = tensor.insert %a into %t[%one] : tensor<2xindex>
        %r = tensor.extract %u[%one] : tensor<2xindex>
        %s = tensor.splat %f[%b] : tensor<?x2xf32>
        func.return %t, %r, %s : tensor<2xindex>, index, tensor<?x2xf32>
      }"""
    elements, taken, filled = run(text, 7, 3)
    assert elements.tolist() == [7, 3]
    assert taken == 7
    assert filled.tolist() == [[1.5, 1.5]] * 3


def test_an_index_out_of_range_is_an_error(run):
    text = """
      func.func @main(%x: tensor<2xf32>, %i: index) -> f32 {
        %r = tensor.extract %x[%i] : tensor<2xf32>
        func.return %r : f32
      }"""
    x = np.float32([1, 2])
    assert run(text, x, 1) == [2]
    for index in (2, -1):
        with pytest.raises(RunError, match=r"tensor.extract: indices \[-?\d\] are out of range"):
            run(text, x, index)


def test_slices_of_tensors(run):
    text = """
      func.func @main(%x: tensor<?x4xf32>, %n: index, %y: tensor<?x2xf32>)
          -> (tensor<?x2xf32>, tensor<2xf32>, tensor<?x4xf32>) {
        %s = tensor.extract_slice %x[1, 0] [%n, 2] [1, 2] : tensor<?x4xf32> to tensor<?x2xf32>
        %row = tensor.extract_slice %x[1, 0] [1, 2] [1, 2] : tensor<?x4xf32> to tensor<2xf32>
        %i = tensor.insert_slice %y into %x[0, 1] [%n, 2] [1, 1]
          : tensor<?x2xf32> into tensor<?x4xf32>
        func.return %s, %row, %i : tensor<?x2xf32>, tensor<2xf32>, tensor<?x4xf32>
      }"""
    x, y = np.arange(12, dtype=np.float32).reshape(3, 4), -np.ones((2, 2), np.float32)
    part, row, put = run(text, x, 2, y)
    assert part.tolist() == x[1:3, ::2].tolist()
    assert row.tolist() == x[1, ::2].tolist()
    expected = x.copy()
    expected[:2, 1:3] = y
    assert put.tolist() == expected.tolist()


def test_reassociating_reshapes(run):
    text = """
      func.func @main(%x: tensor<?x2x3xf32>, %n: index) -> (tensor<?x3xf32>, tensor<?x2x3xf32>) {
        %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x2x3xf32> into tensor<?x3xf32>
        %e = tensor.expand_shape %c [[0, 1], [2]] output_shape [%n, 2, 3]
          : tensor<?x3xf32> into tensor<?x2x3xf32>
        func.return %c, %e : tensor<?x3xf32>, tensor<?x2x3xf32>
      }"""
    x = np.arange(12, dtype=np.float32).reshape(2, 2, 3)
    flat, back = run(text, x, 2)
    assert flat.tolist() == x.reshape(4, 3).tolist()
    assert back.tolist() == x.tolist()


def test_loops_carry_their_values(run):
    text = """
      func.func @main(%n: index) -> (index, index) {
        %zero = arith.constant 0 : index
        %one = arith.constant 1 : index
        %sum = scf.for %i = %zero to %n step %one iter_args(%s = %zero) -> (index) {
          %t = arith.addi %s, %i : index
          scf.yield %t : index
        }
        %rest, %log = "scf.while"(%n, %zero) ({
        ^bb0(%a: index, %k: index):
          %more = arith.cmpi sgt, %a, %one : index
          "scf.condition"(%more, %a, %k) : (i1, index, index) -> ()
        }, {
        ^bb0(%a: index, %k: index):
          %two = arith.constant 2 : index
          %half = arith.divsi %a, %two : index
          %next = arith.addi %k, %one : index
          "scf.yield"(%half, %next) : (index, index) -> ()
        }) : (index, index) -> (index, index)
        func.return %sum, %log : index, index
      }"""
    assert run(text, 0) == [0, 0]
    assert run(text, 9) == [36, 3]


def test_unsigned_elements_wrap(run):
    text = """
      func.func @main(%x: tensor<1xui8>) -> (tensor<1xui8>, tensor<2xui8>) {
        %i = arith.constant 255 : index
        %c = arith.index_cast %i : index to ui8
        %t = tensor.from_elements %c : tensor<1xui8>
        %s = tensor.splat %c : tensor<2xui8>
        func.return %t, %s : tensor<1xui8>, tensor<2xui8>
      }
    """
    assert [r.tolist() for r in run(text, np.zeros(1, np.uint8))] == [[255], [255, 255]]
