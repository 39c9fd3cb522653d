"""Convolutions and windows as machine code, against the interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.convert_fusions_to_loops import lowered
from tieshape.lowering.fusions_to_loops.kernels.places import places_tile
from tieshape.lowering.share_loops import share_loops
from tieshape.native import program as program_module
from tieshape.native.engine import is_available
from tieshape.native.program import NativeProgram
from tieshape.native.session import Refused
from tieshape.symbolic import parse_expr
from tieshape.text.module import parse_module
from xdsl.dialects import func

from .programs import agree, all_agree, both, fenced, interpreted, not_native, shared_by, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

SPECIAL = (np.nan, np.inf, -np.inf, -0.0, 1e-42)
NHWC = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
NCHW = "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"


def convolution(
    layout: str,
    window: str,
    types: tuple[str, str, str],
    groups: tuple[int, int] = (1, 1),
) -> str:
    """A program of one convolution."""
    names = "\n".join(f"sdim.symbol @{s}" for s in "bhwnpq")

    x, k, r = map(tensor, types)
    return f"""
{names}
func.func @main(%x: {x}, %k: {k}) -> {r} {{
  %r = mhlo.convolution(%x, %k) dim_numbers = {layout}, window = {{{window}}}
      {{feature_group_count = {groups[0]} : i64, batch_group_count = {groups[1]} : i64}}
      : ({x}, {k}) -> {r}
  func.return %r : {r}
}}
"""


CONVOLUTIONS = {
    "a window of one element": (NHWC, "", ("b h w 3", "1 1 3 5", "b p q 5"), (1, 1)),
    "strides over single elements": (
        *(NHWC, "stride = [2, 3]", ("b h w 3", "1 1 3 5", "b p q 5"), (1, 1)),
    ),
    "padding": (*(NHWC, "pad = [[1, 1], [2, 0]]", ("b h w 3", "3 3 3 17", "b p q 17"), (1, 1)),),
    "padding that cuts off": (
        *(NHWC, "pad = [[-1, 2], [0, -1]]", ("b h w 3", "2 2 3 4", "b p q 4"), (1, 1)),
    ),
    "strides and holes": (
        NHWC,
        "stride = [2, 1], pad = [[1, 2], [0, 3]], rhs_dilate = [2, 3]",
        ("b h w 2", "3 2 2 4", "b p q 4"),
        (1, 1),
    ),
    "elements apart": (
        NHWC,
        "stride = [1, 2], pad = [[1, 1], [2, 2]], lhs_dilate = [2, 3]",
        ("b h w 2", "3 3 2 4", "b p q 4"),
        (1, 1),
    ),
    "a window turned round": (
        *(NHWC, "pad = [[1, 1], [1, 1]], reverse = [1, 0]"),
        *(("b h w 2", "3 2 2 4", "b p q 4"), (1, 1)),
    ),
    "each feature by itself": (
        *(NHWC, "pad = [[1, 1], [1, 1]]", ("b h w 20", "3 3 1 20", "b p q 20"), (20, 1)),
    ),
    "each feature twice": (
        *(NHWC, "stride = [2, 2]", ("b h w 6", "3 2 1 12", "b p q 12"), (6, 1)),
    ),
    "groups of few features": (
        *(NHWC, "pad = [[1, 0], [0, 1]]", ("b h w 6", "2 2 3 4", "b p q 4"), (2, 1)),
    ),
    "groups of many features": (
        *(NHWC, "pad = [[1, 0], [0, 1]]", ("b h w 48", "3 3 24 10", "b p q 10"), (2, 1)),
    ),
    "groups of vectors": (
        *(NHWC, "stride = [1, 2], pad = [[1, 1], [2, 1]]"),
        *(("b h w 6", "3 2 3 40", "b p q 40"), (2, 1)),
    ),
    "vectors of features": (
        *(NHWC, "pad = [[1, 1], [1, 1]]", ("b h w 3", "3 3 3 48", "b p q 48"), (1, 1)),
    ),
    "vectors of an unknown number of features": (
        *(NHWC, "rhs_dilate = [1, 2]", ("b h w 3", "2 2 3 n", "b p q n"), (1, 1)),
    ),
    "windows over whole rows": (
        *(NHWC, "stride = [2, 1]", ("b h 4 3", "2 4 3 20", "b p 1 20"), (1, 1)),
    ),
    "groups of images": (
        *(NHWC, "pad = [[1, 0], [0, 1]]", ("6 h w 3", "2 2 3 8", "3 p q 8"), (1, 2)),
    ),
    "features first": (
        *(NCHW, "pad = [[1, 1], [1, 1]]", ("b 3 h w", "5 3 3 3", "b 5 p q"), (1, 1)),
    ),
    "features first, in groups": (
        *(NCHW, "pad = [[1, 1], [1, 1]]", ("b 4 h w", "4 1 3 3", "b 4 p q"), (4, 1)),
    ),
    "features first, strides and holes": (
        *(NCHW, "stride = [1, 2], pad = [[1, 2], [0, 3]], rhs_dilate = [2, 3]"),
        *(("b 3 h w", "5 3 2 3", "b 5 p q"), (1, 1)),
    ),
    "features first, strides of three over padding that cuts off": (
        *(NCHW, "stride = [2, 3], pad = [[0, -1], [-1, 4]]"),
        *(("b 2 h w", "11 2 1 4", "b 11 p q"), (1, 1)),
    ),
    "features first, elements apart": (
        *(NCHW, "stride = [1, 2], pad = [[1, 1], [2, 2]], lhs_dilate = [2, 3]"),
        *(("b 2 h w", "4 2 3 3", "b 4 p q"), (1, 1)),
    ),
    "features first, one column": (
        *(NCHW, "stride = [2, 1], pad = [[1, 2], [0, 0]], rhs_dilate = [2, 3]"),
        *(("b 3 h 1", "33 3 3 1", "b 33 p q"), (1, 1)),
    ),
    "features first, one column and some beside it": (
        *(NCHW, "pad = [[1, 1], [1, 2]]", ("b 3 h 1", "33 3 3 1", "b 33 p q"), (1, 1)),
    ),
    "features first, one row": (
        *(NCHW, "pad = [[0, 0], [1, 2]]", ("b 3 1 w", "33 3 1 3", "b 33 p q"), (1, 1)),
    ),
    "features first, one place": (NCHW, "", ("b 3 1 1", "33 3 1 1", "b 33 p q"), (1, 1)),
    "features first, a long row": (
        *(NCHW, "pad = [[0, 0], [5, 5]]", ("b 2 h w", "13 2 1 11", "b 13 p q"), (1, 1)),
    ),
    "features first, a longer row of strides": (
        *(NCHW, "stride = [1, 2], pad = [[0, 0], [33, 33]]"),
        *(("b 2 h w", "3 2 1 34", "b 3 p q"), (1, 1)),
    ),
    "features first, many": (
        *(NCHW, "pad = [[1, 1], [1, 1]]", ("b 3 h w", "33 3 3 3", "b 33 p q"), (1, 1)),
    ),
    "features first, groups of few": (
        *(NCHW, "stride = [2, 2]", ("b 6 h w", "8 3 2 2", "b 8 p q"), (2, 1)),
    ),
    "features first, each by itself": (
        *(NCHW, "stride = [2, 2], pad = [[1, 1], [1, 1]]"),
        *(("b 19 h w", "19 1 3 3", "b 19 p q"), (19, 1)),
    ),
    "features first, single elements": (
        *(NCHW, "pad = [[0, 0], [1, 0]]", ("b 3 h w", "5 3 1 1", "b 5 p q"), (1, 1)),
    ),
    "features first, strides over single elements": (
        *(NCHW, "stride = [2, 2]", ("b 3 h w", "5 3 1 1", "b 5 p q"), (1, 1)),
    ),
    "features first, a window turned round": (
        *(NCHW, "reverse = [1, 0]", ("b 3 h w", "5 3 2 2", "b 5 p q"), (1, 1)),
    ),
    "features first in the image only": (
        "[b, f, 0, 1]x[o, i, 0, 1]->[b, 0, 1, f]",
        *("pad = [[1, 1], [1, 1]]", ("b 3 h w", "5 3 3 3", "b p q 5"), (1, 1)),
    ),
    "features first, one dimension": (
        *("[b, f, 0]x[o, i, 0]->[b, f, 0]", "stride = [2], pad = [[2, 2]]"),
        *(("b 3 h", "4 3 5", "b 4 p"), (1, 1)),
    ),
    "features first, f64": (
        *(NCHW, "stride = [1, 2]", ("b 3 h w:f64", "5 3 2 2:f64", "b 5 p q:f64"), (1, 1)),
    ),
    "features first, i32": (*(NCHW, "", ("b 3 h w:i32", "5 3 2 2:i32", "b 5 p q:i32"), (1, 1)),),
    "transposed": (
        *(NHWC, "pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]"),
        *(("b h w 3", "2 2 3 5", "b p q 5"), (1, 1)),
    ),
    "transposed, larger windows": (
        *(NHWC, "pad = [[2, 2], [3, 2]], lhs_dilate = [2, 3], reverse = [1, 1]"),
        *(("b h w 3", "4 4 3 20", "b p q 20"), (1, 1)),
    ),
    "transposed, few features first": (
        *(NCHW, "pad = [[2, 2], [1, 2]], lhs_dilate = [2, 2]"),
        *(("b 3 h w", "2 3 4 3", "b 2 p q"), (1, 1)),
    ),
    "transposed, features first": (
        *(NCHW, "pad = [[1, 1], [0, 0]], lhs_dilate = [3, 2], reverse = [1, 0]"),
        *(("b 3 h w", "9 3 3 1", "b 9 p q"), (1, 1)),
    ),
    "transposed, with padding that cuts off": (
        *(NHWC, "pad = [[-1, 3], [4, -2]], lhs_dilate = [3, 2]"),
        *(("b h w 2", "3 5 2 4", "b p q 4"), (1, 1)),
    ),
    "transposed, the result in another order": (
        "[b, f, 0, 1]x[o, i, 0, 1]->[0, b, 1, f]",
        *("pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]",),
        *(("b 3 h w", "5 3 2 2", "p b q 5"), (1, 1)),
    ),
    "transposed, one dimension": (
        *("[b, 0, f]x[0, i, o]->[b, 0, f]", "pad = [[2, 1]], lhs_dilate = [4]"),
        *(("b h 3", "5 3 4", "b p 4"), (1, 1)),
    ),
    "transposed, i32": (
        *(NHWC, "pad = [[1, 0], [1, 1]], lhs_dilate = [2, 2]"),
        *(("b h w 3:i32", "3 2 3 5:i32", "b p q 5:i32"), (1, 1)),
    ),
    "transposed, in groups": (
        *(NHWC, "pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]"),
        *(("b h w 4", "2 2 2 6", "b p q 6"), (2, 1)),
    ),
    "the result in another order": (
        "[b, 0, 1, f]x[0, 1, i, o]->[f, 0, b, 1]",
        *("", ("b h w 3", "2 2 3 5", "5 p b q"), (1, 1)),
    ),
    "a kernel of unknown features": (*(NHWC, "", ("b h w n", "2 2 n 5", "b p q 5"), (1, 1)),),
    "a kernel of unknown size": (
        *(NHWC, "rhs_dilate = [1, 2]", ("b h w 3", "h n 3 5", "b p q 5"), (1, 1)),
    ),
    "one dimension": (
        *("[b, 0, f]x[0, i, o]->[b, 0, f]", "pad = [[2, 2]]"),
        *(("b h 3", "5 3 4", "b p 4"), (1, 1)),
    ),
    "three dimensions": (
        *("[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]", "stride = [1, 2, 1]"),
        *(("b h w 4 2", "2 2 3 2 3", "b p q 2 3"), (1, 1)),
    ),
    "f64": (*(NHWC, "", ("b h w 3:f64", "2 2 3 5:f64", "b p q 5:f64"), (1, 1)),),
    "i32": (*(NHWC, "", ("b h w 3:i32", "2 2 3 5:i32", "b p q 5:i32"), (1, 1)),),
    "i64 in groups": (
        *(NHWC, "pad = [[1, 1], [1, 1]]"),
        *(("b h w 4:i64", "2 2 1 4:i64", "b p q 4:i64"), (4, 1)),
    ),
}
SIZES = (
    *((1, 5, 7, 2), (2, 8, 8, 3), (3, 17, 4, 1), (0, 5, 5, 2), (2, 4, 0, 2), (1, 1, 1, 1)),
    *((1, 3, 36, 33), (2, 6, 15, 0)),
)


def arrays(types: Sequence[str], sizes: tuple[int, int, int, int], seed: int) -> list[Array]:
    """Arguments of types in which b, h, w, n have these sizes."""
    random, found = np.random.default_rng(seed), list[Array]()
    for type_ in types:
        shape, _, element = type_.partition(":")
        known = dict(zip("bhwn", sizes, strict=True))
        drawn = random.normal(size=[known[s] if s in known else int(s) for s in shape.split()])
        wide = np.dtype({"": "f4", "f64": "f8", "i32": "i4", "i64": "i8", "i8": "i1"}[element])
        found.append((drawn * (3 if "i" in element else 1)).astype(wide))
    return found


class Case(NamedTuple):
    """One of `CONVOLUTIONS`, compiled for one thread."""

    text: str
    types: Sequence[str]
    runner: Runner
    program: NativeProgram


@pytest.fixture(scope="module", params=CONVOLUTIONS)
def case(request: pytest.FixtureRequest) -> Case:
    layout, window, types, groups = CONVOLUTIONS[request.param]
    text = convolution(layout, window, types, groups)
    return Case(text, types[:2], *both(text))


def test_convolutions_are_those_of_the_interpreter(case: Case) -> None:
    assert not case.program.callbacks
    accepted = [
        agree(case.runner, case.program, arrays(case.types, sizes, seed))
        for seed, sizes in enumerate(SIZES)
    ]
    assert sum(accepted) >= 3


@pytest.mark.parametrize(
    "case",
    [
        *("padding", "each feature by itself", "elements apart", "a window of one element"),
        *("vectors of features", "features first", "features first, elements apart"),
    ],
    indirect=True,
)
def test_special_values_stay_in_their_windows(case: Case) -> None:
    for seed, value in enumerate(SPECIAL):
        image, kernel = arrays(case.types, (2, 6, 5, 1), seed)
        image[1, 1, 3, 1] = value
        assert agree(case.runner, case.program, [image, kernel])


def test_images_with_features_first_end_where_memory_does() -> None:
    for name in CONVOLUTIONS:
        if name.startswith(("features first", "transposed")):
            layout, window, types, groups = CONVOLUTIONS[name]
            text = convolution(layout, window, types, groups)
            runner = interpreted(text)
            programs = [fenced(text, at_end=end) for end in (True, False)]
            for seed, sizes in enumerate(SIZES[::2]):
                all_agree(runner, programs, arrays(types[:2], sizes, seed))


def test_many_images_are_laid_out_some_at_a_time() -> None:
    layout, window, types, groups = CONVOLUTIONS["padding"]
    runner, program = both(convolution(layout, window, types, groups))
    for sizes in ((7, 40, 45, 1), (1, 120, 90, 1)):  # 27 elements in each window
        assert agree(runner, program, arrays(types[:2], sizes, 1))


def test_padding_that_an_operand_says() -> None:
    types = ("b h w 3", "3 3 3 5", "b p q 5")
    x, k, r = map(tensor, types)
    runner, program = both(f"""
{chr(10).join(f"sdim.symbol @{s}" for s in "bhwpq")}
func.func @main(%x: {x}, %k: {k}, %p: tensor<2x2xi32>) -> {r} {{
  %r = "mhlo.dynamic_conv"(%x, %k, %p) <{{dimension_numbers = #mhlo.conv<{NHWC}>,
      feature_group_count = 1 : i64, batch_group_count = 1 : i64}}>
      : ({x}, {k}, tensor<2x2xi32>) -> {r}
  func.return %r : {r}
}}
""")
    assert not program.callbacks
    for seed, padding in enumerate(([[0, 0], [0, 0]], [[1, 2], [0, 3]], [[-1, 1], [2, -1]])):
        arguments = arrays(types[:2], (2, 6, 5, 1), seed)
        assert agree(runner, program, [*arguments, np.array(padding, np.int32)])
    too_much = np.array([[-9, 0], [0, 0]], np.int32)
    assert not agree(runner, program, [*arrays(types[:2], (2, 6, 5, 1), 1), too_much])


def followed(body: str) -> str:
    """A convolution `%c`, and a group that makes `%r` of it, a bias `%v` and an image `%y`."""
    x, k, c, v = map(tensor, ("b h w 3", "3 3 3 20", "b p q 20", "20"))
    sizes = "tensor<4xindex>"
    dims = "".join(
        f"  %i{i} = arith.constant {i} : index\n  %d{i} = tensor.dim %c, %i{i} : {c}\n"
        for i in range(4)
    )
    return f"""
{chr(10).join(f"sdim.symbol @{s}" for s in "bhwpq")}
func.func @main(%x: {x}, %k: {k}, %v: {v}, %y: {c}) -> {c} {{
  %c = mhlo.convolution(%x, %k) dim_numbers = {NHWC}, window = {{pad = [[1, 1], [1, 1]]}}
      {{feature_group_count = 1 : i64, batch_group_count = 1 : i64}} : ({x}, {k}) -> {c}
{dims.replace("%c,", "%y,")}
  %s = tensor.from_elements %d0, %d1, %d2, %d3 : {sizes}
  %r = "mhlo.fusion"(%c, %v, %y, %s) ({{
  ^bb0(%a: {c}, %w: {v}, %z: {c}, %u: {sizes}):
    %e = "mhlo.dynamic_broadcast_in_dim"(%w, %u) <{{broadcast_dimensions = dense<3> : tensor<1xi64>}}> : ({v}, {sizes}) -> {c}
{body.replace("C!", c)}
  }}) {{tieshape.kind = "after"}} : ({c}, {v}, {c}, {sizes}) -> {c}
  func.return %r : {c}
}}
"""


AFTER = {
    "a bias, a maximum, another image": (
        """
    %b = mhlo.add %a, %e : C!
    %n = mhlo.negate %b : C!
    %m = mhlo.maximum %b, %n : C!
    %t = mhlo.add %z, %m : C!
    mhlo.return %t : C!
""",
        True,
    ),
    "the image twice": (
        """
    %t = mhlo.multiply %a, %a : C!
    mhlo.return %t : C!
""",
        True,
    ),
    "what is dear": (
        """
    %t = mhlo.exponential %a : C!
    mhlo.return %t : C!
""",
        False,
    ),
    "what moves": (
        """
    %t = "mhlo.reverse"(%a) <{dimensions = dense<[1, 2]> : tensor<2xi64>}> : (C!) -> C!
    %q = mhlo.add %t, %a : C!
    mhlo.return %q : C!
""",
        False,
    ),
    "what it is not a part of": (
        """
    %t = mhlo.negate %z : C!
    mhlo.return %t : C!
""",
        False,
    ),
}


@pytest.mark.parametrize("name", AFTER)
def test_cheap_ops_on_the_result_are_in_the_kernel(name: str) -> None:
    body, is_joined = AFTER[name]
    text = followed(body)
    runner, program = both(text)
    (function,) = (f for f in parse_module(text, "p").body.ops if isinstance(f, func.FuncOp))
    names = [kernel.sym_name.data for kernel in lowered(function).kernels]
    assert [n.rpartition("_")[0] for n in names] == (
        ["pad", "after"] if is_joined else ["pad", "direct_convolution", "after"]
    )
    programs = [program, *(fenced(text, at_end=end) for end in (True, False))]
    for seed, (b, h, w, _) in enumerate(SIZES):
        image, kernel = arrays(("b h w 3", "3 3 3 20"), (b, h, w, 1), seed)
        bias, other = arrays(("20", "b h w 20"), (b, h, w, 1), seed + 1)
        if seed % 2 and image.size:
            image.flat[:: max(1, image.size // 5)] = SPECIAL[seed % len(SPECIAL)]
        assert all_agree(runner, programs, [image, kernel, bias, other])


def test_narrow_integers_are_left_to_the_interpreter() -> None:
    types = ("b h w 3:i8", "2 2 3 5:i8", "b p q 5:i8")
    runner, program = both(convolution(NHWC, "", types))
    assert [callback.op.name for callback in program.callbacks] == ["mhlo.convolution"]
    assert agree(runner, program, arrays(types[:2], (2, 5, 6, 1), 1))


def windows(window: str, body: str, element: str = "f32", count: int = 1, start: str = "0") -> str:
    """A program that folds windows of `count` images by `body`."""
    image, result = (tensor(f"{sizes} 3:{element}") for sizes in ("b h w", "b p q"))
    scalar = f"tensor<{element}>"
    names = "\n".join(f"sdim.symbol @{s}" for s in "bhwpq")
    inputs = ", ".join(f"%x{i}" for i in range(count))
    arguments = ", ".join(f"%{side}{i}: {scalar}" for side in "ab" for i in range(count))
    starts, results = ", ".join(["%z"] * count), ", ".join([result] * count)
    return f"""
{names}
func.func @main({", ".join(f"%x{i}: {image}" for i in range(count))}) -> ({results}) {{
  %z = mhlo.constant dense<{start}> : {scalar}
  %r{f":{count}" if count > 1 else ""} = "mhlo.reduce_window"({inputs}, {starts}) <{{{window}}}> ({{
  ^bb0({arguments}):
{body}
  }}) : ({", ".join([image] * count + [scalar] * count)}) -> ({results})
  func.return {", ".join(f"%r#{i}" for i in range(count)) if count > 1 else "%r"} : {results}
}}
"""


def attributes(**values: Sequence[int]) -> str:
    """Properties of a window: one number for each dimension, or pairs."""
    found = list[str]()
    for name, numbers in values.items():
        kind = "4xi64" if len(numbers) == 4 else "4x2xi64"
        pairs = [list(numbers[i : i + 2]) for i in range(0, len(numbers), 2)]
        text = list(numbers) if len(numbers) == 4 else pairs
        found.append(f"{name} = dense<{text}> : tensor<{kind}>")
    return ", ".join(found)


def fold(op: str, element: str = "f32") -> str:
    """A body of one op."""
    return (
        f"    %s = mhlo.{op} %a0, %b0 : tensor<{element}>\n    mhlo.return %s : tensor<{element}>"
    )


SQUARES = """
    %p = mhlo.multiply %b0, %b0 : tensor<f32>
    %s = mhlo.add %a0, %p : tensor<f32>
    mhlo.return %s : tensor<f32>
"""
GREATEST = """
    %c = mhlo.compare GE, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = mhlo.select %c, %a0, %b0 : tensor<i1>, tensor<f32>
    %t = mhlo.select %c, %a1, %b1 : tensor<i1>, tensor<f32>
    mhlo.return %s, %t : tensor<f32>, tensor<f32>
"""
POOL = attributes(
    window_dimensions=(1, 3, 2, 1), window_strides=(1, 2, 1, 1), padding=(0, 0, 1, 1, 0, 2, 0, 0)
)
WIDE = attributes(window_dimensions=(1, 6, 7, 1), padding=(0, 0, 3, 2, 3, 3, 0, 0))
HOLES = attributes(
    window_dimensions=(1, 2, 2, 2),
    window_strides=(1, 1, 2, 1),
    base_dilations=(1, 2, 1, 1),
    window_dilations=(1, 3, 2, 1),
    padding=(0, 0, 1, 1, 2, 0, 0, 1),
)
WINDOWS = {
    "maxima": windows(POOL, fold("maximum"), start="0xFF800000"),
    "sums": windows(POOL, fold("add")),
    "sums of wide windows": windows(WIDE, fold("add")),
    "maxima of wide windows": windows(WIDE, fold("maximum"), start="0xFF800000"),
    "holes": windows(HOLES, fold("minimum"), start="5.0"),
    "squares": windows(POOL, SQUARES),
    "two results": windows(POOL, GREATEST, count=2, start="0xFF800000"),
    "i32": windows(POOL, fold("add", "i32"), "i32"),
    "i64": windows(POOL, fold("maximum", "i64"), "i64", start="-9"),
    "f64": windows(HOLES, fold("multiply", "f64"), "f64", start="1.0"),
}


@pytest.mark.parametrize("name", WINDOWS)
def test_windows_are_those_of_the_interpreter(name: str) -> None:
    runner, program = both(WINDOWS[name])
    assert not program.callbacks
    element = name if name in ("i32", "i64", "f64") else ""
    count = len(program.frame.arguments)
    for seed, sizes in enumerate(SIZES):
        images = arrays([f"b h w 3:{element}"] * count, sizes, seed)
        assert agree(runner, program, images)
        if images[0].size and not element:
            images[0].flat[:: max(1, images[0].size // 5)] = SPECIAL[seed % len(SPECIAL)]
            assert agree(runner, program, images)


def test_a_window_with_a_body_that_is_not_native() -> None:
    body = f"{not_native('%s', '%a0')}    mhlo.return %s : tensor<f32>\n"
    _, program = both(windows(POOL, body))
    assert [callback.op.name for callback in program.callbacks] == ["mhlo.reduce_window"]


@pytest.mark.parametrize("at_end", [True, False])
@pytest.mark.parametrize(
    "name",
    [
        *("padding", "strides and holes", "each feature by itself", "groups of images"),
        *("groups of vectors", "vectors of features", "vectors of an unknown number of features"),
    ],
)
def test_convolutions_stay_in_their_buffers(name: str, at_end: bool) -> None:
    layout, window, types, groups = CONVOLUTIONS[name]
    text = convolution(layout, window, types, groups)
    runner, program = interpreted(text), fenced(text, at_end=at_end)
    for seed, sizes in enumerate(SIZES):
        agree(runner, program, arrays(types[:2], sizes, seed))


@pytest.mark.parametrize("at_end", [True, False])
@pytest.mark.parametrize("name", ["maxima", "holes", "sums of wide windows"])
def test_windows_stay_in_their_buffers(name: str, at_end: bool) -> None:
    runner, program = interpreted(WINDOWS[name]), fenced(WINDOWS[name], at_end=at_end)
    for seed, sizes in enumerate(SIZES):
        agree(runner, program, arrays(["b h w 3"], sizes, seed))


@pytest.mark.parametrize(
    ("count", "registers", "wanted"),
    [("5", 32, (5,)), ("12", 32, (6,)), ("16", 32, (8,)), ("13", 32, (8, 5)), ("n", 32, (8, 1))]
    + [("5", 16, (5,)), ("6", 16, (6,)), ("12", 16, (6,)), ("n", 16, (6, 1)), ("0", 32, (1,))],
)
def test_features_are_summed_at_once_as_registers_allow(
    count: str, registers: int, wanted: tuple[int, ...]
) -> None:
    assert places_tile(parse_expr(count), registers).counts == wanted


def test_fewer_registers_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_module, "registers", lambda: 16)
    for name in ("features first, groups of few", "features first, many", "features first, f64"):
        layout, window, types, groups = CONVOLUTIONS[name]
        runner, program = both(convolution(layout, window, types, groups))
        for seed, sizes in enumerate(SIZES[:3]):
            assert agree(runner, program, arrays(types[:2], sizes, seed))


@pytest.mark.parametrize("layout", [NHWC, NCHW])
def test_two_convolutions_are_added(layout: str) -> None:
    image, kernel = ("b h w 3", "1 3 3 20") if layout is NHWC else ("b 3 h w", "5 3 1 3")
    x, k, r = map(tensor, (image, kernel, "b p q 20" if layout is NHWC else "b 5 p q"))
    call = f"mhlo.convolution(%x, %k) dim_numbers = {layout}, window = {{pad = [[0, 0], [1, 1]]}}"
    groups = "{feature_group_count = 1 : i64, batch_group_count = 1 : i64}"
    text = f"""
{chr(10).join(f"sdim.symbol @{s}" for s in "bhwpq")}
func.func @main(%x: {x}, %k: {k}) -> {r} {{
  %c = {call} {groups} : ({x}, {k}) -> {r}
  %d = {call.replace("[1, 1]]", "[1, 1]], rhs_dilate = [2, 1]")} {groups}
      : ({x}, {k}) -> {r}
  %s = mhlo.add %c, %d : {r}
  func.return %s : {r}
}}
"""
    runner, program = both(text)
    assert not program.callbacks
    for seed, sizes in enumerate(SIZES):
        assert agree(runner, program, arrays((image, kernel), sizes, seed))


def test_threads_share_few_images_too(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows or features of them, as many as there are: the same sums."""
    monkeypatch.setattr(share_loops, "ELEMENTS", 1)
    shared = shared_by(parse_module(case.text, "shared.mlir"), 2, 5)
    for seed, sizes in enumerate(SIZES):
        given = arrays(case.types, sizes, seed)
        try:
            wanted = case.program.run(given)
        except Refused:
            continue
        for program in shared:
            for found, other in zip(program.run(given), wanted, strict=True):
                np.testing.assert_array_equal(found, other)


SINGLE = {
    "rows": ("1 h w 3", "3 3 3 20", "1 p q 20"),
    "rows of any features": ("1 h w 3", "3 3 3 n", "1 p q n"),
    "places of any features": ("1 7 7 64", "3 3 64 n", "1 5 5 n"),
    "features": ("1 7 7 64", "3 3 64 64", "1 5 5 64"),
}


@pytest.mark.parametrize("name", SINGLE)
def test_threads_share_the_one_image_that_a_model_takes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No loop goes over images: the outermost one may be that over features."""
    monkeypatch.setattr(share_loops, "ELEMENTS", 1)
    text = convolution(NHWC, "", SINGLE[name], (1, 1))
    _, alone = both(text)
    shared = shared_by(parse_module(text, "single.mlir"), 2, 5)
    for seed, sizes in enumerate(((1, 5, 7, 2), (1, 3, 3, 20), (1, 31, 9, 33))):
        given = arrays(SINGLE[name][:2], sizes, seed)
        wanted = alone.run(given)[0]
        for program in shared:
            np.testing.assert_array_equal(program.run(given)[0], wanted)
