"""Attention in onnxruntime's own set, `com.microsoft`: what its optimizer makes of transformers.

The meaning of the operators is in onnxruntime's ContribOperators.md. Heads are `[batch, heads,
places, size]`; keys and values of the past come before those of the present.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder
from .contraction import product
from .element_types import dtype_of_element
from .elementwise import cast
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import entry, pack, shape_of, size_of


def to_heads(b: GraphBuilder, value: SSAValue, count: int) -> SSAValue:
    """`[batch, places, count * size]`, by heads."""
    size = b.static(value, 2)
    if size is not None and size % count:
        raise NodeRefused(f"{size} features are not {count} heads")
    parts = [
        size_of(b, value, 0),
        size_of(b, value, 1),
        count,
        -1 if size is None else size // count,
    ]
    return b.op(tf.TransposeOp, b.op(tf.ReshapeOp, value, pack(b, parts)), [0, 2, 1, 3])


def from_heads(b: GraphBuilder, value: SSAValue) -> SSAValue:
    """The heads' features one after another."""
    turned = b.op(tf.TransposeOp, value, [0, 2, 1, 3])
    count, size = b.static(turned, 2), b.static(turned, 3)
    last = -1 if count is None or size is None else count * size
    return b.op(tf.ReshapeOp, turned, pack(b, [size_of(b, turned, 0), size_of(b, turned, 1), last]))


@dataclass(frozen=True, slots=True)
class Scoring:
    """What is added to scores before their softmax.

    scale: of the scores themselves; None: one over the root of the size of a head
    bias: numbers that broadcast to the scores
    keep: where none is added, `masked` elsewhere
    causal: whether a place sees none after it
    """

    scale: float | None
    bias: SSAValue | None
    keep: SSAValue | None
    masked: float
    causal: bool

    @staticmethod
    def of(n: NodeCall, b: GraphBuilder, mask: int, bias: int, keys: SSAValue) -> Scoring:
        """mask, bias: the places of operands"""
        given = n.get(mask)
        return Scoring(
            None if n.find("scale") in (None, 0) else n.float("scale"),
            n.get(bias),
            None if given is None else kept(b, given, keys),
            n.float("mask_filter_value", -10000.0),
            n.flag("unidirectional"),
        )

    def attended(
        self, b: GraphBuilder, queries: SSAValue, keys: SSAValue, values: SSAValue
    ) -> SSAValue:
        """The values as each query weighs them."""
        scale, size = self.scale, b.static(queries, 3)
        if scale is None and size is None:
            raise NodeRefused("the size of a head must be known")
        scores = b.op(tf.BatchMatMulV2Op, queries, keys, adj_x=False, adj_y=True)
        scores = b.op(tf.MulOp, scores, (size or 1) ** -0.5 if scale is None else scale)
        element, added = b.element(scores), [] if self.bias is None else [self.bias]
        if self.keep is not None:
            numbers = [b.like(number, scores) for number in (0, self.masked)]
            added.append(b.op(tf.SelectV2Op, self.keep, *numbers, element=element))
        for each in added:  # for more batches than there are it does not fit
            fitted = b.op(tf.BroadcastToOp, each, shape_of(b, scores))
            scores = b.op(tf.AddV2Op, scores, fitted)
        if self.causal:
            least = b.like(float(np.finfo(dtype_of_element(element)).min), scores)
            scores = b.op(tf.SelectV2Op, _before(b, scores), scores, least, element=element)
        weights = b.op(tf.SoftmaxOp, scores)
        return b.op(tf.BatchMatMulV2Op, weights, values, adj_x=False, adj_y=False)


def _before(b: GraphBuilder, scores: SSAValue) -> SSAValue:
    """Which keys come no later than a query, the last of which belongs to the last key."""
    queries, keys = size_of(b, scores, 2), size_of(b, scores, 3)
    rows = b.op(tf.ReshapeOp, places(b, queries), [-1, 1])
    last = b.op(tf.AddV2Op, rows, b.op(tf.SubOp, keys, queries))
    return b.op(tf.LessEqualOp, places(b, keys), last, element=i1)


def places(b: GraphBuilder, count: SSAValue) -> SSAValue:
    return b.op(tf.RangeOp, b.integer(0), count, b.integer(1))


def kept(b: GraphBuilder, mask: SSAValue, keys: SSAValue) -> SSAValue:
    """Where scores stay: `[batch]` numbers of keys, `[batch, keys]` or `[batch, queries, keys]`."""
    rank = b.rank(mask)
    if rank == 1:
        numbers = b.op(tf.ReshapeOp, cast(b, mask, i64), [-1, 1, 1, 1])
        return b.op(tf.LessOp, places(b, size_of(b, keys, 2)), numbers, element=i1)
    if rank not in (2, 3):
        raise NodeRefused(f"a mask of rank {rank} is not supported")
    found = b.op(tf.GreaterOp, mask, 0, element=i1)
    for _ in range(4 - rank):
        found = b.op(tf.ExpandDimsOp, found, b.integer(1))
    return found


def split_last(b: GraphBuilder, value: SSAValue, sizes: Sequence[int]) -> Sequence[SSAValue]:
    """Parts of these sizes of the last dimension."""
    axis, elements = b.integer(b.rank(value) - 1), [b.element(value)] * len(sizes)
    return b.ops(tf.SplitVOp, value, b.vector(sizes), axis, elements=elements)


def _joined(b: GraphBuilder, past: SSAValue | None, present: SSAValue) -> SSAValue:
    return present if past is None else b.op(tf.ConcatV2Op, past, present, b.integer(2))


def attention(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue | None]:
    """Queries, keys and values are products of the same input with parts of one matrix."""
    if n.flag("do_rotary") or n.flag("past_present_share_buffer") or n.get(6) is not None:
        raise NodeRefused("rotated positions and shared buffers of the past are not supported")
    width, count = b.static(n[1], 1), n.int("num_heads")
    sizes = n.ints("qkv_hidden_sizes") or (None if width is None else (width // 3,) * 3)
    if sizes is None:
        raise NodeRefused("the columns of the weights must be known")
    whole = product(b, n[0], n[1])
    if (bias := n.get(2)) is not None:
        whole = b.op(tf.AddV2Op, whole, bias)
    queries, keys, values = (to_heads(b, part, count) for part in split_last(b, whole, sizes))
    if (past := n.get(4)) is not None:
        keys, values = (_joined(b, entry(b, past, i), v) for i, v in enumerate((keys, values)))
    found = Scoring.of(n, b, 3, 5, keys).attended(b, queries, keys, values)
    present = b.op(tf.PackOp, keys, values, axis=0) if n.wants(1) else None
    return [from_heads(b, found), present]


def multi_head_attention(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue | None]:
    """Keys and values may come by heads already."""
    count, given = n.int("num_heads"), [n[0], n.get(1), n.get(2)]
    ranks = [None if value is None else b.rank(value) for value in given]
    if ranks not in ([3, 3, 3], [3, 4, 4]) or n.get(8) is not None or n.get(9) is not None:
        raise NodeRefused("packed operands and shared buffers of the past are not supported")
    parts = [value for value in given if value is not None]
    if (bias := n.get(3)) is not None:
        sizes = [b.static(value, 2) for value in parts]
        known = [size for size in sizes if size is not None]
        if ranks != [3, 3, 3] or len(known) < 3:
            raise NodeRefused("a bias needs features of known numbers")
        shifts = split_last(b, bias, known)
        parts = [b.op(tf.AddV2Op, *pair) for pair in zip(parts, shifts, strict=True)]
    queries, keys, values = (
        to_heads(b, part, count) if b.rank(part) == 3 else part for part in parts
    )
    keys, values = _joined(b, n.get(6), keys), _joined(b, n.get(7), values)
    found = Scoring.of(n, b, 4, 5, keys).attended(b, queries, keys, values)
    return [from_heads(b, found), keys, values]


NODES: NodeTable = {
    "Attention": attention,
    "MultiHeadAttention": multi_head_attention,
}
