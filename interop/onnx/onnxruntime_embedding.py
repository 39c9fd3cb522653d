"""Embeddings and positions in onnxruntime's own set, `com.microsoft`.

The meaning of the operators is in onnxruntime's ContribOperators.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1, i32, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder
from .elementwise import cast
from .nodes import NodeCall, NodeRefused, NodeTable
from .normalization import layer_normalization
from .onnxruntime_attention import places, split_last
from .shapes import entry, pack, shape_of, size_of


def embedding(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue | None]:
    """Rows for words, places and segments, added up and normalized; how many words are not masked;
    and the sum.
    """
    axis = b.integer(0)
    at = n.get(8)
    if at is None:
        at = places(b, size_of(b, n[0], 1))
    total = b.op(
        tf.AddV2Op,
        b.op(tf.GatherV2Op, n[2], n[0], axis),
        b.op(tf.GatherV2Op, n[3], at, axis),
    )
    if (segments := n.get(4)) is not None:
        total = b.op(tf.AddV2Op, total, b.op(tf.GatherV2Op, segments, n[1], axis))
    epsilon = n.float("epsilon", 1e-12)
    found = layer_normalization(n.of(total, n[5], n[6], epsilon=epsilon), b)[0]
    counts = None
    if n.wants(1):
        mask = n.get(7)
        if mask is None:
            counts = b.op(tf.FillOp, pack(b, [size_of(b, n[0], 0)]), b.number(0, i32), element=i32)
        else:
            shown = cast(b, b.op(tf.NotEqualOp, mask, 0, element=i1), i32)
            counts = b.op(tf.SumOp, shown, [1], keep_dims=False)
    return [found, counts, total]


def rotary_embedding(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Pairs of features turned by angles of their places, whose cosines and sines are given."""
    if n.flag("is_packed_batching") or n.float("scale", 1.0) != 1:
        raise NodeRefused("packed batches and a scale are not supported")
    x, tables = n[0], (n[2], n[3])
    if b.rank(x) == 4:
        return rotated(b, x, n[1], tables, interleaved=n.flag("interleaved"))
    half = _half(b, tables)
    last = [n.int("num_heads"), -1] if n.int("rotary_embedding_dim", 0) else [-1, 2 * half]
    x = b.op(tf.ReshapeOp, x, pack(b, [size_of(b, x, 0), size_of(b, x, 1), *last]))
    heads = b.op(tf.TransposeOp, x, [0, 2, 1, 3])
    found = rotated(b, heads, n[1], tables, interleaved=n.flag("interleaved"))
    sizes = [size_of(b, n[0], axis) for axis in range(3)]
    return b.op(tf.ReshapeOp, b.op(tf.TransposeOp, found, [0, 2, 1, 3]), pack(b, sizes))


def rotated(
    b: GraphBuilder,
    heads: SSAValue,
    given: SSAValue,
    tables: tuple[SSAValue, SSAValue],
    *,
    interleaved: bool,
) -> SSAValue:
    """The first features of heads turned.

    given: `[batch, places]`, rows of the tables, or one number, that of the first place
    tables: cosines and sines, with a column for each pair
    """
    half, size = _half(b, tables), b.static(heads, 3)
    if size is None or size < 2 * half:
        raise NodeRefused(f"heads need {2 * half} features or more, a known number")
    turned, rest = heads, None
    if size > 2 * half:
        turned, rest = split_last(b, heads, (2 * half, size - 2 * half))
    rows = _rows(b, given, size_of(b, heads, 2))
    cos, sin = (
        b.op(tf.ExpandDimsOp, b.op(tf.GatherV2Op, table, rows, b.integer(0)), b.integer(1))
        for table in tables
    )
    found = _turned(b, turned, (cos, sin), half, interleaved=interleaved)
    return found if rest is None else b.op(tf.ConcatV2Op, found, rest, b.integer(3))


def _half(b: GraphBuilder, tables: tuple[SSAValue, SSAValue]) -> int:
    if (half := b.static(tables[0], 1)) is None:
        raise NodeRefused("the number of angles must be known")
    return half


def _rows(b: GraphBuilder, given: SSAValue, count: SSAValue) -> SSAValue:
    """`[batch, places]`; of one number the place of the first."""
    if b.rank(given) == 2:
        return given
    shifted = b.op(tf.AddV2Op, places(b, count), cast(b, entry(b, given, 0), i64))
    return b.op(tf.ExpandDimsOp, shifted, b.integer(0))


def _turned(
    b: GraphBuilder,
    value: SSAValue,
    angles: tuple[SSAValue, SSAValue],
    half: int,
    *,
    interleaved: bool,
) -> SSAValue:
    """Pairs are neighbours where `interleaved`, else an entry of each half."""
    cos, sin = angles
    if interleaved:
        steps = [[1, 1, 1, 2]] * 2
        begins, ends = ([0, 0, 0, 0], [0, 0, 0, 1]), [[0, 0, 0, 2 * half]] * 2
        first, second = (
            b.op(tf.StridedSliceOp, value, *each, begin_mask=7, end_mask=7)
            for each in zip(begins, ends, steps, strict=True)
        )
    else:
        first, second = split_last(b, value, (half, half))
    # for more batches than there are they do not fit
    cos, sin = (b.op(tf.BroadcastToOp, each, shape_of(b, first)) for each in (cos, sin))
    parts = [
        b.op(tf.SubOp, b.op(tf.MulOp, first, cos), b.op(tf.MulOp, second, sin)),
        b.op(tf.AddV2Op, b.op(tf.MulOp, first, sin), b.op(tf.MulOp, second, cos)),
    ]
    if not interleaved:
        return b.op(tf.ConcatV2Op, *parts, b.integer(3))
    pairs = b.op(tf.PackOp, *parts, axis=4)
    sizes = [size_of(b, value, axis) for axis in range(3)]
    return b.op(tf.ReshapeOp, pairs, pack(b, [*sizes, 2 * half]))


NODES: NodeTable = {
    "EmbedLayerNormalization": embedding,
    "RotaryEmbedding": rotary_embedding,
}
