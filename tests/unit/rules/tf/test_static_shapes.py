"""The shapes that rules infer from static ones, and what they refuse, against numpy on random cases."""

import math
import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from tieshape.analysis.analyze import infer
from tieshape.dialects import tf
from tieshape.dialects.tf.contraction import parse_equation
from tieshape.rules.errors import ShapeError
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    f32,
    i32,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation

Shape = tuple[int, ...]
Operand = TensorType[Attribute] | tf.ConstOp


def constant(values: Sequence[int], *shape: int) -> tf.ConstOp:
    kind = TensorType(i32, shape or [len(values)])
    return tf.ConstOp.create(
        result_types=[kind],
        properties={"value": DenseIntOrFPElementsAttr.from_list(kind, values)},
    )


def scalar(value: int) -> tf.ConstOp:
    kind = TensorType(i32, [])
    dense = DenseIntOrFPElementsAttr.from_list(kind, [value])
    return tf.ConstOp.create(result_types=[kind], properties={"value": dense})


def tensor(*shape: int) -> TensorType[Attribute]:
    return TensorType(f32, shape)


def inferred(
    op: type[Operation],
    operands: Sequence[Operand],
    result: TensorType[Attribute],
    **attributes: Attribute,
) -> Shape | None:
    """The result's shape by inference, None where the op is refused."""
    arguments = [operand for operand in operands if not isinstance(operand, tf.ConstOp)]
    function = FuncOp("f", (arguments, []))
    block, given = function.body.block, iter(function.body.block.args)
    constants = [o.clone() for o in operands if isinstance(o, tf.ConstOp)]
    made = iter(constants)
    values = [next(made).results[0] if isinstance(o, tf.ConstOp) else next(given) for o in operands]
    new = op.create(operands=values, result_types=[result], properties=attributes)
    block.add_ops([*constants, new, ReturnOp()])
    module = ModuleOp([function])
    module.verify()
    try:
        shape = infer(module).shape(new.results[0])
    except ShapeError:
        return None
    return tuple(int(str(size)) for size in shape)


def open_type(rank: int, element: Attribute = f32) -> TensorType[Attribute]:
    return TensorType(element, [DYNAMIC_INDEX] * rank)


def outcome(compute: Callable[[], Shape]) -> Shape | None:
    try:
        return compute()
    except (ValueError, IndexError):
        return None


def test_strided_slice():
    """numpy's basic indexing with slices, entries, an ellipsis and new axes is the definition."""
    rng = random.Random(2)
    for _ in range(300):
        shape = tuple(rng.randrange(4) for _ in range(rng.randrange(1, 4)))
        index: list[object] = []
        bounds: tuple[list[int], list[int], list[int]] = ([], [], [])
        masks = [0] * 5
        for i in range(rng.randrange(1, 5)):
            begin, end = rng.randint(-4, 4), rng.randint(-4, 4)
            step = rng.choice((-2, -1, 1, 1, 2))
            kind = rng.choice(("slice", "slice", "entry", "ellipsis", "new"))
            if kind == "ellipsis" and masks[2]:
                kind = "new"
            if kind == "slice":
                open_begin, open_end = rng.random() < 0.3, rng.random() < 0.3
                masks[0] |= open_begin << i
                masks[1] |= open_end << i
                index.append(slice(None if open_begin else begin, None if open_end else end, step))
            elif kind == "entry":
                step = 1
                masks[4] |= 1 << i
                index.append(begin)
            else:
                masks[2 if kind == "ellipsis" else 3] |= 1 << i
                index.append(... if kind == "ellipsis" else None)
            for list_, value in zip(bounds, (begin, end, step), strict=True):
                list_.append(value)
        expected = outcome(lambda s=shape, i=index: np.zeros(s)[tuple(i)].shape)
        names = ("begin", "end", "ellipsis", "new_axis", "shrink_axis")
        attributes = {f"{n}_mask": IntegerAttr(m, i64) for n, m in zip(names, masks, strict=True)}
        operands = [tensor(*shape), *map(constant, bounds)]
        result = open_type(len(expected) if expected is not None else 1)
        found = inferred(tf.StridedSliceOp, operands, result, **attributes)
        assert found == expected, (shape, index)


def label_sizes(part: str, shape: tuple[int, ...]) -> list[tuple[str, int]]:
    before, _, after = part.partition(".")
    ends = len(shape) - len(after)
    return list(zip(before + after, shape[: len(before)] + shape[ends:], strict=False))


@pytest.mark.parametrize(
    "equation",
    [
        "ij,jk->ik",
        "ij,jk",
        "...ij,...jk->...ik",
        "ii->i",
        "ii",
        "abc->cba",
        "i,j->ij",
        "...i->i...",
    ],
)
def test_einsum(equation: str):
    """As numpy does it, but equal labels of sizes 1 and n are refused."""
    rng = random.Random(equation)
    parsed = parse_equation(equation)
    assert parsed is not None
    for _ in range(100):
        shapes = [
            tuple(rng.choice((1, 2, 2, 2)) for _ in range(len(part) + rng.choice((0, 0, 0, 1))))
            for part in parsed.operands
        ]
        expected = outcome(lambda s=shapes: np.einsum(equation, *(np.zeros(x) for x in s)).shape)
        pairs = {
            pair
            for part, shape in zip(parsed.operands, shapes, strict=True)
            for pair in label_sizes(part, shape)
        }
        legal = expected is not None and len(pairs) == len(dict(pairs))
        found = inferred(
            tf.EinsumOp,
            [tensor(*shape) for shape in shapes],
            tensor(*(expected or ())),
            equation=StringAttr(equation),
        )
        assert found == (expected if legal else None), (equation, shapes)


def tensorflow_reshape(shape: tuple[int, ...], sizes: list[int]) -> tuple[int, ...] | None:
    """As numpy does it; but where -1 has a 0 beside it, zeros count on neither side."""
    if -1 not in sizes or 0 not in sizes:
        return outcome(lambda: np.zeros(shape).reshape(sizes).shape)
    if sizes.count(-1) > 1 or 0 not in shape:
        return None
    elements, rest = (math.prod(n for n in of if n > 0) for of in (shape, sizes))
    return tuple(elements // rest if size == -1 else size for size in sizes)


def test_reshape():
    rng = random.Random(3)
    for _ in range(300):
        shape = tuple(rng.choice((0, 1, 2, 3, 4)) for _ in range(rng.randrange(4)))
        sizes = [rng.choice((-1, 0, 1, 2, 3, 6)) for _ in range(rng.randrange(4))]
        expected = tensorflow_reshape(shape, sizes)
        found = inferred(tf.ReshapeOp, [tensor(*shape), constant(sizes)], open_type(len(sizes)))
        assert found == expected, (shape, sizes)


def test_range():
    rng = random.Random(4)
    for _ in range(300):
        start, limit, delta = (rng.randint(-6, 6) for _ in range(3))
        legal = delta != 0 and (limit - start) * delta >= 0
        operands = [scalar(start), scalar(limit), scalar(delta)]
        found = inferred(tf.RangeOp, operands, open_type(1, i32))
        expected = (len(range(start, limit, delta)),) if legal else None
        assert found == expected, (start, limit, delta)
        if expected is not None:
            wrong = TensorType(i32, [expected[0] + 1])
            assert inferred(tf.RangeOp, operands, wrong) is None, (start, limit, delta)


def test_diagonals():
    rng = random.Random(5)
    for _ in range(300):
        rows, columns, k = rng.randint(1, 5), rng.randint(1, 5), rng.randint(-6, 6)
        length = len(np.zeros((rows, columns)).diagonal(k))
        operands = [tensor(rows, columns), scalar(k), tensor()]
        found = inferred(tf.MatrixDiagPartV3Op, operands, open_type(1))
        assert found == ((length,) if -rows < k < columns else None), (rows, columns, k)
