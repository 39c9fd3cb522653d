"""Operators that normalise: by statistics that are given, or of the input itself."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute, SSAValue

from ...dialects import tf
from .builder import GraphBuilder, axis_in
from .element_types import element_numbered
from .elementwise import cast
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import pack, shape_of, size_of
from .windows import windows


def along_channels(b: GraphBuilder, vector: SSAValue, rank: int) -> SSAValue:
    """A vector with a number for each channel, as it broadcasts with `[batch, channel, …]`."""
    return b.op(tf.ReshapeOp, vector, [-1, *[1] * (rank - 2)]) if rank > 2 else vector


def scaled(
    b: GraphBuilder, x: SSAValue, mean: SSAValue, variance: SSAValue, epsilon: float
) -> SSAValue:
    root = b.op(tf.RsqrtOp, b.op(tf.AddV2Op, variance, epsilon))
    return b.op(tf.MulOp, b.op(tf.SubOp, x, mean), root)


def moments(b: GraphBuilder, x: SSAValue, axes: Sequence[int]) -> tuple[SSAValue, SSAValue]:
    """Mean and variance along `axes`, which stay with size 1."""
    mean = b.op(tf.MeanOp, x, list(axes), keep_dims=True)
    away = b.op(tf.SubOp, x, mean)
    square = b.op(tf.MulOp, away, away)
    return mean, b.op(tf.MeanOp, square, list(axes), keep_dims=True)


def batch_normalization(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue | None]:
    rank, epsilon = b.rank(n[0]), n.float("epsilon", 1e-5)
    type = b.element(n[0])
    x = n[0]
    if n.flag("training_mode"):
        axes = [0, *range(2, rank)]
        mean, variance = moments(b, x, axes)
        new = [b.op(tf.ReshapeOp, each, [-1]) for each in (mean, variance)]
    else:
        mean, variance = (cast(b, along_channels(b, n[place], rank), type) for place in (3, 4))
        new = list[SSAValue]()
    scale, bias = (cast(b, along_channels(b, n[place], rank), type) for place in (1, 2))
    y = b.op(tf.AddV2Op, b.op(tf.MulOp, scaled(b, x, mean, variance, epsilon), scale), bias)
    if not new:
        return [y]
    keep = n.float("momentum", 0.9)
    running = [
        b.op(
            tf.AddV2Op,
            b.op(tf.MulOp, n[place], keep),
            b.op(tf.MulOp, cast(b, each, b.element(n[place])), 1 - keep),
        )
        for place, each in zip((3, 4), new, strict=True)
    ]
    return [y, *running]


def instance_normalization(n: NodeCall, b: GraphBuilder) -> SSAValue:
    rank = b.rank(n[0])
    mean, variance = moments(b, n[0], range(2, rank))
    y = scaled(b, n[0], mean, variance, n.float("epsilon", 1e-5))
    scale, bias = (along_channels(b, n[place], rank) for place in (1, 2))
    return b.op(tf.AddV2Op, b.op(tf.MulOp, y, scale), bias)


def stash_type(n: NodeCall) -> Attribute:
    kind = n.int("stash_type", 1)
    return element_numbered(kind) if kind else f32


def layer_normalization(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue]:
    """Statistics over the dimensions from `axis` on are computed in the stash type."""
    rank = b.rank(n[0])
    axes = range(axis_in(n.int("axis", -1), rank), rank)
    type, inner = b.element(n[0]), stash_type(n)
    x = cast(b, n[0], inner)
    mean, variance = moments(b, x, axes)
    root = b.op(tf.RsqrtOp, b.op(tf.AddV2Op, variance, n.float("epsilon", 1e-5)))
    y = cast(b, b.op(tf.MulOp, b.op(tf.SubOp, x, mean), root), type)
    y = b.op(tf.MulOp, y, n[1])
    if (bias := n.get(2)) is not None:
        y = b.op(tf.AddV2Op, y, bias)
    return [y, mean, root]


def lp_normalization(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Divided by the norm along an axis; where that is 0 the result is 0."""
    axis, p = axis_in(n.int("axis", -1), b.rank(n[0])), n.int("p", 2)
    size = b.op(tf.AbsOp, n[0])
    if p == 1:
        norm = b.op(tf.SumOp, size, [axis], keep_dims=True)
    elif p == 2:
        total = b.op(tf.SumOp, b.op(tf.MulOp, size, size), [axis], keep_dims=True)
        norm = b.op(tf.SqrtOp, total)
    else:
        raise NodeRefused(f"p is {p}, it must be 1 or 2")
    return b.op(tf.DivNoNanOp, n[0], norm)


def local_response(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Divided by a power of the mean of the squares of the neighbours among the channels."""
    rank, size = b.rank(n[0]), n.int("size")
    sizes = [size if axis == 1 else 1 for axis in range(rank)]
    before = (size - 1) // 2
    pads = [(before, size - 1 - before) if axis == 1 else (0, 0) for axis in range(rank)]
    total = windows(b, b.op(tf.MulOp, n[0], n[0]), "sum", sizes, pads=pads)
    part = b.op(tf.MulOp, total, n.float("alpha", 1e-4) / size)
    base = b.op(tf.AddV2Op, part, n.float("bias", 1.0))
    return b.op(tf.RealDivOp, n[0], b.op(tf.PowOp, base, n.float("beta", 0.75)))


def group_normalization(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Statistics of groups of channels; scale and bias are a channel's from opset 21, else a
    group's.
    """
    groups, rank, type = n.int("num_groups"), b.rank(n[0]), b.element(n[0])
    inner = stash_type(n) if n.version >= 21 else type
    x = cast(b, n[0], inner)
    shape = shape_of(b, x)
    grouped = b.op(tf.ReshapeOp, x, pack(b, [size_of(b, x, 0), groups, -1]))
    mean, variance = moments(b, grouped, [2])
    y = scaled(b, grouped, mean, variance, n.float("epsilon", 1e-5))
    if n.version < 21:
        scale, bias = (b.op(tf.ReshapeOp, n[place], [1, -1, 1]) for place in (1, 2))
        y = b.op(tf.AddV2Op, b.op(tf.MulOp, y, scale), bias)
        return b.op(tf.ReshapeOp, y, shape)
    y = cast(b, b.op(tf.ReshapeOp, y, shape), type)
    scale, bias = (along_channels(b, n[place], rank) for place in (1, 2))
    return b.op(tf.AddV2Op, b.op(tf.MulOp, y, scale), bias)


NODES: NodeTable = {
    "BatchNormalization": batch_normalization,
    "InstanceNormalization": instance_normalization,
    "LayerNormalization": layer_normalization,
    "GroupNormalization": group_normalization,
    "LpNormalization": lp_normalization,
    "LRN": local_response,
}
