"""Attention of more queries than keys, with a cache of the past, in onnxruntime's own set: what
models that generate text are made of.

The meaning of `GroupQueryAttention` is in onnxruntime's ContribOperators.md. Where it says nothing
it is that of onnxruntime's kernel for CPUs. Places of keys that a row does not have are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder
from .element_types import dtype_of_element
from .elementwise import cast
from .nodes import NodeCall, NodeRefused, NodeTable
from .onnxruntime_attention import from_heads, places, split_last, to_heads
from .onnxruntime_embedding import rotated
from .shapes import pack, size_of


@dataclass(frozen=True, slots=True)
class CacheRows:
    """How many keys each row of a batch has: numbers of type i64.

    before: those of the past, `[batch]`
    total: the most, with those of the present
    """

    before: SSAValue
    total: SSAValue

    @staticmethod
    def of(n: NodeCall, b: GraphBuilder, present: SSAValue) -> CacheRows:
        """Where there are no more keys than those of the present, none are of the past."""
        lengths = b.op(tf.AddV2Op, cast(b, n[5], i64), 1)
        total = b.op(tf.ReshapeOp, cast(b, n[6], i64), [])
        first = b.op(tf.EqualOp, total, present, element=i1)
        before = b.op(tf.SubOp, lengths, present)
        none = b.op(tf.ZerosLikeOp, before)
        before = b.op(tf.SelectV2Op, first, none, before, element=i64)
        fits = b.op(
            tf.LogicalAndOp,
            b.op(tf.GreaterEqualOp, before, 0, element=i1),
            b.op(tf.LessEqualOp, b.op(tf.AddV2Op, before, present), total, element=i1),
        )
        whole = b.op(tf.AllOp, fits, [0], keep_dims=False)
        b.check(
            whole, "seqlens_k must be less than total_sequence_length, with all that is present"
        )
        return CacheRows(before, total)

    def places(self, b: GraphBuilder, count: SSAValue) -> SSAValue:
        """`[batch, count]`: the places of what is present."""
        return b.op(tf.AddV2Op, b.op(tf.ReshapeOp, self.before, [-1, 1]), places(b, count))

    def cached(self, b: GraphBuilder, past: SSAValue, present: SSAValue) -> SSAValue:
        """Heads of the past and, in each row after its own, of the present."""
        old, new = size_of(b, past, 2), size_of(b, present, 2)
        both = b.op(tf.TransposeOp, b.op(tf.ConcatV2Op, past, present, b.integer(2)), [0, 2, 1, 3])
        place = b.op(tf.ExpandDimsOp, places(b, b.op(tf.MaximumOp, old, self.total)), b.integer(0))
        before = b.op(tf.ReshapeOp, self.before, [-1, 1])
        moved = b.op(tf.AddV2Op, b.op(tf.SubOp, place, before), old)
        of_past = b.op(tf.LessOp, place, before, element=i1)
        of_row = b.op(tf.LessOp, place, b.op(tf.AddV2Op, before, new), element=i1)
        last = b.op(tf.SubOp, b.op(tf.AddV2Op, old, new), 1)
        row = b.op(tf.SelectV2Op, of_past, place, moved, element=i64)
        row = b.op(tf.MinimumOp, b.op(tf.MaximumOp, row, 0), last)
        found = b.op(tf.GatherV2Op, both, row, b.integer(1), batch_dims=1)
        shown = b.op(tf.ExpandDimsOp, b.op(tf.ExpandDimsOp, of_row, b.integer(2)), b.integer(3))
        found = b.op(tf.SelectV2Op, shown, found, b.like(0, found), element=b.element(found))
        return b.op(tf.TransposeOp, found, [0, 2, 1, 3])

    def seen(self, b: GraphBuilder, count: SSAValue, keys: SSAValue, window: int) -> SSAValue:
        """`[batch, 1, 1, queries, keys]`: the keys that a query sees, those up to its own place.

        window: at most so many; -1: all
        """
        at = b.op(tf.ExpandDimsOp, self.places(b, count), b.integer(2))
        key = places(b, size_of(b, keys, 2))
        found = b.op(tf.LessEqualOp, key, at, element=i1)
        if window > 0:
            near = b.op(tf.GreaterOp, key, b.op(tf.SubOp, at, window), element=i1)
            found = b.op(tf.LogicalAndOp, found, near)
        for _ in range(2):
            found = b.op(tf.ExpandDimsOp, found, b.integer(1))
        return found


def grouped_attention(n: NodeCall, b: GraphBuilder) -> Sequence[SSAValue | None]:
    """Neighbouring heads of queries share a head of keys and values."""
    count, groups = n.int("num_heads"), n.int("kv_num_heads")
    refused = [n.flag("smooth_softmax"), *(n.get(place) is not None for place in (9, 10, 11))]
    if any(refused) or n.get(3) is None or n.get(4) is None:
        raise NodeRefused("given places, a bias, a sink or no past are not supported")
    queries, keys, values = (
        to_heads(b, part, heads)
        for part, heads in zip(_parts(n, b, count, groups), (count, groups, groups), strict=True)
    )
    present = size_of(b, queries, 2)
    rows = CacheRows.of(n, b, present)
    if n.flag("do_rotary"):
        at = rows.places(b, present)
        interleaved = n.flag("rotary_interleaved")
        queries, keys = (
            rotated(b, each, at, (n[7], n[8]), interleaved=interleaved) for each in (queries, keys)
        )
    keys, values = rows.cached(b, n[3], keys), rows.cached(b, n[4], values)
    size = b.static(queries, 3)
    if size is None:
        raise NodeRefused("the size of a head must be known")
    seen = rows.seen(b, present, keys, n.int("local_window_size", -1))
    found = _weighed(n, b, (queries, keys, values), seen, size)
    return [from_heads(b, found), keys, values]


def _parts(n: NodeCall, b: GraphBuilder, count: int, groups: int) -> Sequence[SSAValue]:
    """Queries, keys and values, which may come in one."""
    if (keys := n.get(1)) is not None:
        return [n[0], keys, n[2]]
    width = b.static(n[0], 2)
    if width is None or width % (count + 2 * groups):
        raise NodeRefused(
            "the features of packed operands must be known, and as many as of all heads"
        )
    size = width // (count + 2 * groups)
    return split_last(b, n[0], (count * size, groups * size, groups * size))


def _weighed(
    n: NodeCall,
    b: GraphBuilder,
    heads: tuple[SSAValue, SSAValue, SSAValue],
    seen: SSAValue,
    size: int,
) -> SSAValue:
    """The values as each query weighs them, by heads of queries."""
    queries, keys, values = heads
    count, groups = n.int("num_heads"), n.int("kv_num_heads")
    batch, rows = size_of(b, queries, 0), size_of(b, queries, 2)
    stack = b.op(tf.MulOp, rows, count // groups)
    stacked = b.op(tf.ReshapeOp, queries, pack(b, [batch, groups, stack, size]))
    scores = b.op(tf.BatchMatMulV2Op, stacked, keys, adj_x=False, adj_y=True)
    scale = n.float("scale", 0.0) or size**-0.5
    scores = b.op(tf.MulOp, scores, scale)
    if cap := n.float("softcap", 0.0):
        scores = b.op(tf.MulOp, b.op(tf.TanhOp, b.op(tf.RealDivOp, scores, cap)), cap)
    last = size_of(b, keys, 2)
    apart = b.op(tf.ReshapeOp, scores, pack(b, [batch, groups, count // groups, rows, last]))
    element = b.element(apart)
    least = b.like(float(np.finfo(dtype_of_element(element)).min), apart)
    apart = b.op(tf.SelectV2Op, seen, apart, least, element=element)
    weights = b.op(tf.ReshapeOp, b.op(tf.SoftmaxOp, apart), pack(b, [batch, groups, stack, last]))
    found = b.op(tf.BatchMatMulV2Op, weights, values, adj_x=False, adj_y=False)
    width = b.static(values, 3)
    return b.op(tf.ReshapeOp, found, pack(b, [batch, count, rows, -1 if width is None else width]))


NODES: NodeTable = {"GroupQueryAttention": grouped_attention}
