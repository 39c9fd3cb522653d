"""Prefix sums and other folds as one pass in the place of a loop whose steps double, and its twins."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.native.engine import is_available
from tieshape.native.program import on_buffers
from tieshape.text.module import parse_module

from .programs import agree, both, fenced, interpreted

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

SIZES = {"rows": (3, 5), "one": (1, 1), "one step": (4, 1), "two": (2, 2), "none": (0, 4)}
SIZES |= {"no steps": (4, 0), "many": (5, 67), "a power": (16, 16)}


def folding(
    fold: str = "add",
    start: str = "0.0",
    element: str = "f32",
    axis: int = 1,
    reverse: bool = False,
) -> str:
    """A loop over `x` that folds along `axis` each element with all before it, or after it."""
    sizes = ["%zero", "%zero"]
    low, high = [*sizes], [*sizes]
    low[axis], high[axis] = ("%minus", "%step") if reverse else ("%step", "%minus")
    type_ = f"tensor<?x?x{element}, [@a, @b]>"
    return f"""
      sdim.symbol @a
      sdim.symbol @b
      func.func @main(%x: {type_}) -> {type_} {{
        %axis = arith.constant {axis} : index
        %zero = arith.constant 0 : index
        %size = tensor.dim %x, %axis : {type_}
        %number = arith.index_cast %size : index to i64
        %count = tensor.from_elements %number : tensor<i64>
        %one = mhlo.constant dense<1> : tensor<i64>
        %start = mhlo.constant dense<{start}> : tensor<{element}>
        %none = tensor.from_elements %zero, %zero : tensor<2xindex>
        %k, %r = mhlo.while(%s = %one, %v = %x) : tensor<i64>, {type_} cond {{
          %c = mhlo.compare LT, %s, %count : (tensor<i64>, tensor<i64>) -> tensor<i1>
          mhlo.return %c : tensor<i1>
        }} do {{
          %given = tensor.extract %s[] : tensor<i64>
          %step = arith.index_cast %given : i64 to index
          %minus = arith.subi %zero, %step : index
          %low = tensor.from_elements {", ".join(low)} : tensor<2xindex>
          %high = tensor.from_elements {", ".join(high)} : tensor<2xindex>
          %p = mhlo.dynamic_pad %v, %start, %low, %high, %none
              : ({type_}, tensor<{element}>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> {type_}
          %f = mhlo.{fold} %v, %p : {type_}
          %t = mhlo.add %s, %s : tensor<i64>
          mhlo.return %t, %f : tensor<i64>, {type_}
        }}
        func.return %r : {type_}
      }}
    """


def array(element: str, shape: tuple[int, ...]) -> np.ndarray:
    random = np.random.default_rng(sum(shape))
    if element.startswith("i"):
        return random.integers(-9, 9, shape).astype(f"i{int(element[1:]) // 8}")
    made = random.standard_normal(shape).astype(f"f{int(element[1:]) // 8}")
    if made.size > 3:
        made.flat[2] = -0.0
    return made


def loops(text: str) -> int:
    """How many loops until a test fails there are in the code of the function."""
    native = on_buffers(Runner(parse_module(text, "program.mlir")).function)
    return sum(op.name == "scf.while" for op in native.function.walk())


LEAST = "0xFF800000"
FOLDS = [("add", "0.0", "f32"), ("multiply", "1.0", "f32"), ("maximum", LEAST, "f32")]
FOLDS += [("minimum", "0x7F800000", "f32"), ("add", "0.0", "f64"), ("add", "0", "i32")]
FOLDS += [("multiply", "1", "i64"), ("maximum", str(-(1 << 31)), "i32")]
FOLDS += [("minimum", str((1 << 63) - 1), "i64")]


@pytest.mark.parametrize("reverse", [False, True], ids=["forward", "reverse"])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize(("fold", "start", "element"), FOLDS)
def test_each_element_is_visited_once(
    fold: str, start: str, element: str, axis: int, reverse: bool
) -> None:
    text = folding(fold, start, element, axis, reverse)
    assert loops(text) == 0
    runner, program = both(text)
    for shape in SIZES.values():
        assert agree(runner, program, [array(element, shape)])


@pytest.mark.parametrize("number", [-0.0, np.inf, np.nan])
def test_a_single_element_stays_as_it_is(number: float) -> None:
    _, program = both(folding())
    (result,) = program.run([np.full((1, 1), number, np.float32)])
    np.testing.assert_array_equal(result, np.full((1, 1), number, np.float32))
    assert np.signbit(result[0, 0]) == np.signbit(number)


def test_nan_goes_on_from_where_it_is() -> None:
    x = np.float32([[1, np.nan, 2, 3], [np.inf, -np.inf, 1, 2]])
    for fold, start in (("add", "0.0"), ("maximum", LEAST)):
        runner, program = both(folding(fold, start))
        assert agree(runner, program, [x])


TWINS = {
    "a start that changes something": (
        ("%start = mhlo.constant dense<0.0>", "%start = mhlo.constant dense<1.0>"),
    ),
    "a fold that is not associative": (("mhlo.add %v, %p", "mhlo.subtract %v, %p"),),
    "steps that grow otherwise": (("mhlo.add %s, %s", "mhlo.add %s, %one"),),
    "a first step of two": (("%one = mhlo.constant dense<1>", "%one = mhlo.constant dense<2>"),),
    "another end": (
        ("tensor.from_elements %number", "tensor.from_elements %fewer"),
        (
            "%count =",
            "%two = arith.constant 2 : i64\n%fewer = arith.subi %number, %two : i64\n%count =",
        ),
    ),
    "the last step is used": (
        (
            "func.return %r",
            "%e = tensor.extract %k[] : tensor<i64>\n"
            "sdim.elements %k from %zero below %far : tensor<i64>\nfunc.return %r",
        ),
        ("%count =", "%far = arith.constant 99999 : index\n%count ="),
    ),
    "moved by another number": (("arith.subi %zero, %step", "arith.subi %zero, %size"),),
    "elements of another tensor": (("mhlo.add %v, %p", "mhlo.add %x, %p"),),
    "a call in each trip": (
        (
            "%minus =",
            "mhlo.custom_call @seen(%s) {has_side_effect = true} : (tensor<i64>) -> ()\n%minus =",
        ),
    ),
    "a test in each trip": (
        ("%minus =", "sdim.elements %s from %zero below %far : tensor<i64>\n%minus ="),
        ("%count =", "%far = arith.constant 99999 : index\n%count ="),
    ),
}


@pytest.mark.parametrize("twin", TWINS)
def test_another_loop_stays_a_loop(twin: str) -> None:
    text = folding()
    for old, new in TWINS[twin]:
        assert old in text
        text = text.replace(old, new, 1)
    assert loops(text) == 1
    runner, program = both(text)
    for shape in ((3, 5), (4, 1), (2, 2)):
        agree(runner, program, [array("f32", shape)])


@pytest.mark.parametrize("at_end", [True, False])
@pytest.mark.parametrize("axis", [0, 1])
def test_folds_stay_in_their_buffers(axis: int, at_end: bool) -> None:
    runner, program = interpreted(folding(axis=axis)), fenced(folding(axis=axis), at_end=at_end)
    for shape in SIZES.values():
        assert agree(runner, program, [array("f32", shape)])
