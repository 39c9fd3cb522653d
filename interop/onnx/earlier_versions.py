"""Operators of earlier operator sets as those of opset 13: what was an attribute is an operand,
and what broadcast in a way of its own broadcasts as numpy does.

The differences are those of the versions in ONNX's operator schemas (`onnx.defs`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder, axis_in
from .nodes import NodeCall, NodeRefused
from .protobuf import DATA_TYPES

Change = Callable[[NodeCall, GraphBuilder], NodeCall]


def as_now(call: NodeCall, b: GraphBuilder) -> NodeCall:
    """`call` in the form of opset 13."""
    version, change = CHANGES.get(call.node.op_type, (0, None))
    return change(call, b) if change is not None and call.version < version else call


def _with(call: NodeCall, *more: SSAValue | None, **attributes: object) -> NodeCall:
    """`call` with further operands, and with other attributes."""
    node = call.node
    if attributes:
        node = replace(node, attributes={**node.attributes, **attributes})
    return replace(call, node=node, operands=(*call.operands, *more))


def _clip(call: NodeCall, b: GraphBuilder) -> NodeCall:
    low, high = (float(end) for end in (np.finfo(np.float32).min, np.finfo(np.float32).max))
    bounds = (call.float("min", low), call.float("max", high))
    return _with(call, *(b.like(bound, call[0]) for bound in bounds))


def _pad(call: NodeCall, b: GraphBuilder) -> NodeCall:
    pads = call.ints("pads" if call.version > 1 else "paddings")
    if pads is None:
        raise NodeRefused("attribute pads is missing")
    value = call.float("value", 0.0)
    return _with(call, b.vector(pads), b.like(value, call[0]))


def _slice(call: NodeCall, b: GraphBuilder) -> NodeCall:
    starts, ends, axes = (call.ints(name) for name in ("starts", "ends", "axes"))
    if starts is None or ends is None:
        raise NodeRefused("attribute starts or ends is missing")
    return _with(call, b.vector(starts), b.vector(ends), None if axes is None else b.vector(axes))


def _top_k(call: NodeCall, b: GraphBuilder) -> NodeCall:
    return _with(call, b.vector([call.int("k")]))


def _upsample(call: NodeCall, b: GraphBuilder) -> NodeCall:
    scales = call.floats("scales")
    if scales is None:
        raise NodeRefused("attribute scales is missing")
    return _with(call, b.constant(scales, f32))


def _resize(call: NodeCall, b: GraphBuilder) -> NodeCall:
    """Coordinates are scaled and not moved; the nearest one is below them, above where the image
    becomes smaller, as in the test data of opset 10.
    """
    scales = b.arrays.get(call[1])
    smaller = call.text("mode", "nearest") == "nearest" and (scales is None or (scales < 1).any())
    if smaller and (scales is None or (scales > 1).any()):
        raise NodeRefused("before opset 11 the scales must be constants, all at least or most 1")
    moved = replace(call, operands=(call[0], None, call[1]))
    nearest = "ceil" if smaller else "floor"
    return _with(moved, coordinate_transformation_mode="asymmetric", nearest_mode=nearest)


def _reshape(call: NodeCall, b: GraphBuilder) -> NodeCall:
    return _with(call, b.vector(call.ints("shape") or ()))


def _concat(call: NodeCall, b: GraphBuilder) -> NodeCall:
    return _with(call, axis=call.int("axis", 1))


def _cast(call: NodeCall, b: GraphBuilder) -> NodeCall:
    name = call.text("to").lower()
    if name not in DATA_TYPES:
        raise NodeRefused(f"elements of type {name} are not supported")
    return _with(call, to=DATA_TYPES.index(name))


def _hardmax(call: NodeCall, b: GraphBuilder) -> NodeCall:
    """All dimensions from `axis` on were one."""
    if axis_in(call.int("axis", 1), rank := b.rank(call[0])) != rank - 1:
        raise NodeRefused("before opset 13 the axis must be the last one")
    return _with(call, axis=-1)


def _batch_normalization(call: NodeCall, b: GraphBuilder) -> NodeCall:
    if call.version < 7 and not call.flag("is_test"):
        raise NodeRefused("training is not supported before opset 7")
    if not call.flag("spatial", True):
        raise NodeRefused("statistics of each place are not supported")
    return call


def _dropout(call: NodeCall, b: GraphBuilder) -> NodeCall:
    if not call.flag("is_test"):
        raise NodeRefused("training is not supported before opset 7")
    return call


def _conv_transpose(call: NodeCall, b: GraphBuilder) -> NodeCall:
    if call.text("auto_pad", "NOTSET").startswith("SAME"):
        raise NodeRefused("SAME padding is not supported before opset 11")
    return call


def _broadcast(call: NodeCall, b: GraphBuilder) -> NodeCall:
    """The second operand's dimensions are those of the first from `axis` on, or its last ones."""
    axis = call.find("axis")
    if not call.flag("broadcast") or axis is None:
        return call
    after = b.rank(call[0]) - call.int("axis") - b.rank(call[1])
    return replace(call, operands=(call[0], _with_ones_after(b, call[1], after)))


def _slope(call: NodeCall, b: GraphBuilder) -> NodeCall:
    """One slope, or one for each channel."""
    slope = call[1]
    if b.rank(slope) != 1 or b.static(slope, 0) == 1:
        return call
    return replace(call, operands=(call[0], _with_ones_after(b, slope, b.rank(call[0]) - 2)))


def _with_ones_after(b: GraphBuilder, value: SSAValue, count: int) -> SSAValue:
    for _ in range(count):
        value = b.op(tf.ExpandDimsOp, value, b.integer(-1))
    return value


_BROADCAST = ("Add", "Sub", "Mul", "Div", "Pow", "And", "Or", "Xor", "Equal", "Greater", "Less")

CHANGES: Mapping[str, tuple[int, Change]] = {
    **dict.fromkeys(_BROADCAST, (7, _broadcast)),
    "BatchNormalization": (9, _batch_normalization),
    "Cast": (6, _cast),
    "Clip": (11, _clip),
    "Concat": (4, _concat),
    "ConvTranspose": (11, _conv_transpose),
    "Dropout": (7, _dropout),
    "Hardmax": (13, _hardmax),
    "PRelu": (7, _slope),
    "Pad": (11, _pad),
    "Reshape": (5, _reshape),
    "Resize": (11, _resize),
    "Slice": (10, _slice),
    "TopK": (10, _top_k),
    "Upsample": (9, _upsample),
}
"""What changes a call of an operator from before a version of the operator set."""

OLDEST: Mapping[str, int] = {
    "GRU": 3,
    "GlobalLpPool": 2,
    "LpPool": 2,
    "Scan": 9,
    "Tile": 6,
    "Upsample": 7,
}
"""The first version of the operator set that is supported, where that is not 1."""
