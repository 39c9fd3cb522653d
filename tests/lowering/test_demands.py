"""What ops demand of sizes: each row is an op on sizes that fit and on sizes that TensorFlow refuses."""

from dataclasses import dataclass

import numpy as np
import pytest
from tieshape.interpreters import GuardFailed, run_function
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module, print_module
from xdsl.context import Context

from .harness import Argument, Constant, Operand, tf_text

WINDOW = 'strides = [1, 1, 1, 1], padding = "SAME"'
VOLUME = 'strides = [1, 1, 1, 1, 1], padding = "SAME"'


@dataclass(frozen=True)
class Row:
    """`op` runs on arrays of the shapes `good` and not on those of `bad`, where `words` are said.

    `constants` come after the arrays, or before them where `first` says so; arrays number
    `indices` hold zeros of i32 and have a static last dimension.
    """

    op: str
    good: tuple[tuple[int, ...], ...]
    bad: tuple[tuple[int, ...], ...]
    words: str
    attributes: str = ""
    constants: tuple[object, ...] = ()
    first: bool = False
    indices: tuple[int, ...] = ()


ROWS = [
    Row("Conv2D", ((1, 4, 4, 2), (2, 2, 2, 3)), ((1, 4, 4, 0), (2, 2, 0, 3)), "filter depth", WINDOW),
    Row("Conv2D", ((1, 4, 4, 2), (2, 2, 2, 3)), ((1, 4, 4, 2), (0, 2, 2, 3)), "filter size", WINDOW),
    Row("Conv2D", ((0, 4, 4, 2), (2, 2, 2, 3)), ((1, 4, 4, 2), (2, 0, 2, 3)), "filter size", WINDOW),
    Row(
        "Conv3D",
        ((1, 4, 4, 4, 2), (2, 2, 2, 2, 3)),
        ((0, 4, 4, 4, 2), (2, 2, 2, 2, 0)),
        "filter size",
        VOLUME,
    ),
    Row(
        "Conv3D",
        ((0, 4, 4, 4, 2), (2, 2, 2, 2, 3)),
        ((1, 4, 4, 4, 0), (2, 2, 2, 0, 3)),
        "filter depth",
        VOLUME,
    ),
    Row(
        "Conv2DBackpropInput",
        ((0, 2, 2, 3), (1, 4, 4, 3)),
        ((2, 2, 0, 3), (1, 4, 4, 3)),
        "filter depth|channels",
        WINDOW,
        ([1, 4, 4, 2],),
        first=True,
    ),
    Row("ResizeBilinear", ((0, 2, 2, 1),), ((1, 2, 2, 0),), "number of channels", "", ([3, 3],)),
    Row("ResizeNearestNeighbor", ((1, 2, 2, 1),), ((1, 2, 2, 0),), "number of channels", "", ([3, 3],)),
    Row("MirrorPad", ((1, 2),), ((0, 2),), "padding 0", 'mode = "REFLECT"', ([[0, 0], [1, 1]],)),
    Row("RFFT", ((2, 8),), ((2, 7),), "must be at least 8", "", ([8],)),
    Row("RFFT", ((2, 0),), ((2, 1),), "must be at least 8", "", ([8],)),
    Row("RFFT2D", ((2, 6, 9),), ((2, 5, 9),), "must be at least 6", "", ([6, 8],)),
    Row("GatherNd", ((2, 3), (4, 1)), ((2, 0), (4, 1)), "where there are indices", indices=(1,)),
    Row("GatherNd", ((2, 0), (0, 1)), ((2, 0), (4, 1)), "where there are indices", indices=(1,)),
    Row("TensorScatterAdd", ((2, 0), (0, 1), (0, 0)), ((2, 0), (4, 1), (4, 0)), "where there are indices", indices=(1,)),
    Row("TensorScatterUpdate", ((2, 3), (4, 1), (4, 3)), ((2, 0), (4, 1), (4, 0)), "where there are indices", indices=(1,)),
    Row("SelectV2", ((5,), (5,), (1,)), ((5,), (5,), (0,)), "must be equal or one of them 1"),
]  # fmt: skip


def arrays_of(row: Row, shapes: tuple[tuple[int, ...], ...]) -> list[np.ndarray]:
    kinds = ["int32" if i in row.indices else "float32" for i in range(len(shapes))]
    if row.op == "SelectV2":
        kinds[0] = "bool"
    return [np.zeros(shape, kind) for shape, kind in zip(shapes, kinds, strict=True)]


def operands_of(row: Row) -> list[Operand]:
    arrays = arrays_of(row, row.good)
    given: list[Operand] = [
        Argument(a, (a.ndim - 1,) if i in row.indices else ()) for i, a in enumerate(arrays)
    ]
    constants: list[Operand] = [Constant(np.array(c, np.int32)) for c in row.constants]
    return [*constants, *given] if row.first else [*given, *constants]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.op)
def test_demand(row):
    result = "tensor<*xcomplex<f32>>" if "FFT" in row.op else "tensor<*xf32>"
    module = parse_module(
        tf_text(f"tf.{row.op}", operands_of(row), [result], row.attributes), "test.mlir"
    )
    TieshapePass().apply(Context(), module)
    module = parse_module(print_module(module), "out.mlir")
    run_function(module, "main", arrays_of(row, row.good))
    with pytest.raises(GuardFailed, match=rf"tf\.{row.op} at test\.mlir.*{row.words}"):
        run_function(module, "main", arrays_of(row, row.bad))


@pytest.mark.parametrize(
    ("op", "x", "good", "bad", "words"),
    [
        ("Tile", (2, 3), (2,), (3,), "must be 2"),
        ("Tile", (2, 3), (2,), (0,), "must be 2"),
        ("ResizeNearestNeighbor", (1, 2, 2, 1), (2,), (3,), "must be 2"),
        ("Pad", (2, 3), (2, 2), (3, 2), "must be 2"),
        ("Pad", (2, 3), (2, 2), (2, 0), "must be 2"),
    ],
)
def test_operand_of_unknown_length(op, x, good, bad, words):
    """An integer operand has an entry for each dimension."""
    operands = [Argument(np.zeros(x, np.float32)), Argument(np.ones(good, np.int32))]
    module = parse_module(tf_text(f"tf.{op}", operands, ["tensor<*xf32>"]), "test.mlir")
    TieshapePass().apply(Context(), module)
    run_function(module, "main", [o.value for o in operands])
    with pytest.raises(GuardFailed, match=rf"tf\.{op} at test\.mlir.*{words}"):
        run_function(module, "main", [operands[0].value, np.ones(bad, np.int32)])
