"""Operators that draw random numbers, with the generator that TensorFlow's ops have here.

ONNX leaves the generator open, so other runtimes draw other numbers. `seed` is its key; operators
without one have keys of their own.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i1, i32
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects import tf
from ...dialects.types import is_float
from .builder import GraphBuilder
from .element_types import element_numbered
from .elementwise import cast, scalar_of
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import shape_of


def uniform(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """From `low` to below `high`."""
    low, high = n.float("low", 0.0), n.float("high", 1.0)
    return _moved(b, _drawn(n, b, tf.RandomUniformOp), high - low, low)


def normal(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Around `mean`, with the deviation `scale`."""
    found = _drawn(n, b, tf.RandomStandardNormalOp)
    return _moved(b, found, n.float("scale", 1.0), n.float("mean", 0.0))


def _drawn(n: NodeCall, b: GraphBuilder, kind: type[Operation]) -> SSAValue:
    """Numbers of the sizes of the operand, or of `shape`."""
    numbered = n.find("dtype")
    if n.operands:
        shape = shape_of(b, n[0])
        element = b.element(n[0]) if numbered is None else element_numbered(n.int("dtype"))
    else:
        shape = b.vector(n.ints("shape") or ())
        element = element_numbered(n.int("dtype", 1))
    if not is_float(element):
        raise NodeRefused(f"elements of type {element} cannot be drawn, floats are needed")
    return b.op(kind, shape, element=element, **_seeds(n))


def _seeds(n: NodeCall) -> dict[str, int]:
    """The seed, a float in ONNX, as the two integers of tf; both 0 where there is none."""
    if n.find("seed") is None:
        return {"seed": 0, "seed2": 0}
    return {"seed": int(n.float("seed")), "seed2": 1}


def _moved(b: GraphBuilder, value: SSAValue, factor: float, start: float) -> SSAValue:
    if factor != 1:
        value = b.op(tf.MulOp, value, factor)
    return value if start == 0 else b.op(tf.AddV2Op, value, start)


def bernoulli(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """1 with the probability that an element tells, else 0.

    The function that ONNX gives for it has them the other way round.
    """
    drawn = b.op(tf.RandomUniformOp, shape_of(b, n[0]), element=b.element(n[0]), **_seeds(n))
    numbered = n.find("dtype")
    element = b.element(n[0]) if numbered is None else element_numbered(n.int("dtype"))
    return cast(b, b.op(tf.LessOp, drawn, n[0], element=i1), element)


def multinomial(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Classes by their logarithms of probabilities, `sample_size` of each batch."""
    count = b.number(n.int("sample_size", 1), i32)
    element: Attribute = element_numbered(n.int("dtype", 6))
    return b.op(tf.MultinomialOp, n[0], count, element=element, **_seeds(n))


def dropout(n: NodeCall, b: GraphBuilder) -> list[SSAValue]:
    """In training a share `ratio` of the elements becomes 0, and the others grow as much; else
    all stay. The mask tells which stay.
    """
    ratio = b.like(0.5, n[0]) if n.get(1) is None else scalar_of(b, n[1])
    training = n.get(2)
    known = False if training is None else _known_truth(b, training)
    array = b.arrays.get(ratio)
    if known is False or (array is not None and array.item() == 0):
        if not n.wants(1):
            return [n[0]]
        return [n[0], b.op(tf.FillOp, shape_of(b, n[0]), b.number(1, i1), element=i1)]
    share = cast(b, ratio, b.element(n[0]))
    drawn = b.op(tf.RandomUniformOp, shape_of(b, n[0]), element=b.element(n[0]), **_seeds(n))
    mask = b.op(tf.GreaterEqualOp, drawn, share, element=i1)
    scale = b.op(tf.RealDivOp, b.like(1, n[0]), b.op(tf.SubOp, b.like(1, n[0]), share))
    kept = b.op(tf.MulOp, n[0], scale)
    if known is None and training is not None:
        idle = b.op(tf.LogicalNotOp, scalar_of(b, training))
        mask = b.op(tf.LogicalOrOp, mask, idle)
        kept = b.op(tf.SelectV2Op, idle, n[0], kept, element=b.element(n[0]))
    zero = b.like(0, n[0])
    return [b.op(tf.SelectV2Op, mask, kept, zero, element=b.element(n[0])), mask]


def _known_truth(b: GraphBuilder, value: SSAValue) -> bool | None:
    array = b.arrays.get(value)
    return None if array is None else bool(array.item())


NODES: NodeTable = {
    "RandomUniform": uniform,
    "RandomUniformLike": uniform,
    "RandomNormal": normal,
    "RandomNormalLike": normal,
    "Bernoulli": bernoulli,
    "Multinomial": multinomial,
    "Dropout": dropout,
}
