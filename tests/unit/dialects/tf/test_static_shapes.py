"""The shapes that verifiers compute, against numpy on random small cases."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from tieshape.dialects import tf
from tieshape.dialects.tf.checks import broadcast
from tieshape.dialects.tf.contraction import parse_equation
from tieshape.dialects.tf.strided_slice import SliceMasks, sliced_shape
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    StringAttr,
    TensorType,
    f32,
    i32,
)
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

SOME_OP = tf.NoOp.create()


def constant(values: list[int]) -> SSAValue:
    kind = TensorType(i32, [len(values)])
    value = DenseIntOrFPElementsAttr.from_list(kind, values)
    return tf.ConstOp.create(result_types=[kind], properties={"value": value}).results[0]


def scalar(value: int) -> SSAValue:
    kind = TensorType(i32, [])
    dense = DenseIntOrFPElementsAttr.from_list(kind, [value])
    return tf.ConstOp.create(result_types=[kind], properties={"value": dense}).results[0]


def tensor(*shape: int) -> SSAValue:
    return Block(arg_types=[TensorType(f32, shape)]).args[0]


def accepted(op: Operation) -> bool:
    try:
        op.verify()
    except VerifyException:
        return False
    return True


def outcome(compute: Callable[[], tuple[int, ...]]) -> tuple[int, ...] | None:
    try:
        return compute()
    except (ValueError, IndexError, VerifyException):
        return None


def test_broadcast():
    rng = random.Random(1)
    for _ in range(2000):
        shapes = [
            tuple(rng.choice((0, 1, 2, 3)) for _ in range(rng.randrange(4)))
            for _ in range(rng.randrange(1, 4))
        ]
        expected = outcome(lambda s=shapes: np.broadcast_shapes(*s))
        assert outcome(lambda s=shapes: broadcast(SOME_OP, s) or ()) == expected, shapes


def test_strided_slice():
    """numpy's basic indexing with slices, entries, an ellipsis and new axes is the definition."""
    rng = random.Random(2)
    for _ in range(5000):
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
        begin, end, step = (tuple(b) for b in bounds)
        found = outcome(
            lambda s=shape, b=(begin, end, step), m=masks: sliced_shape(
                SOME_OP, s, len(b[0]), b, SliceMasks(m[0], m[1], m[2], m[3], m[4])
            )
        )
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
    for _ in range(200):
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
        op = tf.EinsumOp.create(
            operands=[tensor(*shape) for shape in shapes],
            result_types=[TensorType(f32, expected or ())],
            properties={"equation": StringAttr(equation)},
        )
        assert accepted(op) == legal, (equation, shapes)


def test_reshape():
    rng = random.Random(3)
    for _ in range(2000):
        shape = tuple(rng.choice((0, 1, 2, 3, 4)) for _ in range(rng.randrange(4)))
        sizes = [rng.choice((-1, 0, 1, 2, 3, 6)) for _ in range(rng.randrange(4))]
        expected = outcome(lambda s=shape, t=sizes: np.zeros(s).reshape(t).shape)
        op = tf.ReshapeOp.create(
            operands=[tensor(*shape), constant(sizes)],
            result_types=[
                TensorType(f32, [-(2**63)] * len(sizes) if expected is None else expected)
            ],
        )
        assert accepted(op) == (expected is not None), (shape, sizes)


def test_range():
    rng = random.Random(4)
    for _ in range(1000):
        start, limit, delta = (rng.randint(-6, 6) for _ in range(3))
        legal = delta != 0 and (limit - start) * delta >= 0
        size = len(range(start, limit, delta)) if legal else -(2**63)
        op = tf.RangeOp.create(
            operands=[scalar(start), scalar(limit), scalar(delta)],
            result_types=[TensorType(i32, [size])],
        )
        assert accepted(op) == legal, (start, limit, delta)
        if legal:
            wrong = tf.RangeOp.create(
                operands=[scalar(start), scalar(limit), scalar(delta)],
                result_types=[TensorType(i32, [size + 1])],
            )
            assert not accepted(wrong), (start, limit, delta)


def test_diagonals():
    rng = random.Random(5)
    for _ in range(1000):
        rows, columns, k = rng.randint(1, 5), rng.randint(1, 5), rng.randint(-6, 6)
        length = len(np.zeros((rows, columns)).diagonal(k))
        op = tf.MatrixDiagPartV3Op.create(
            operands=[tensor(rows, columns), scalar(k), tensor()],
            result_types=[TensorType(f32, [length])],
        )
        assert accepted(op) == (-rows < k < columns), (rows, columns, k)
