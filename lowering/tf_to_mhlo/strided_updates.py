"""tf ops that put a tensor where `tf.StridedSlice` would take one from: `mhlo.dynamic_pad`."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i1
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of
from ...rules.tf.slice_entries import NewAxis, SliceEntry, Span, sizes_of
from ...symbolic import Expr, as_expr, eq
from ...symbolic.shapes import ONE
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .slicing import entries_at_run_time, reverse


def gradient(op: tf.StridedSliceGradOp, b: Builder) -> Results:
    """Zeros around and between the entries of `dy`."""
    type = b.type(op.results[0])
    for i, size in enumerate(b.shape_of_type(type)):
        b.bind(size, b.element(op.operands[0], i))
    entries = entries_at_run_time(op, b, b.shape_of_type(type))
    return (spread(b, b.operand(op.operands[4]), entries, type),)


def update(op: tf.TensorStridedSliceUpdateOp, b: Builder) -> Results:
    """The operand where a mask of the same places does not hold."""
    whole, value = b.operand(op.operands[0]), b.operand(op.operands[4])
    entries = entries_at_run_time(op, b, b.shape(whole))
    part = b.ranked(element_type_of(value), [b.facts.simplify(s) for s in sizes_of(entries)])
    new = spread(b, b.broadcast(value, part), entries, b.type(op.results[0]))
    everywhere = b.splat(1, b.like(b.broadcast(value, part), i1))
    mask = spread(b, everywhere, entries, b.like(whole, i1))
    return (where(Elements(b, mask), Elements(b, new), Elements(b, whole)).value,)


def spread(
    b: Builder, value: SSAValue, entries: list[SliceEntry], type: TensorType[Attribute]
) -> SSAValue:
    """`value` at the places of `entries` in zeros of `type`."""
    taken = [entry for entry in entries if not isinstance(entry, NewAxis)]
    sizes = [entry.size if isinstance(entry, Span) else ONE for entry in taken]
    value = b.reshape(value, b.ranked(type.element_type, [b.facts.simplify(s) for s in sizes]))
    backwards = [i for i, e in enumerate(taken) if isinstance(e, Span) and e.stride < 0]
    low, between = list[Expr](), list[Expr]()
    for entry, size in zip(taken, sizes, strict=True):
        stride = entry.stride if isinstance(entry, Span) else 1
        first = entry.start if stride > 0 else entry.start + (size - 1) * stride
        low.append(b.analysis.select(eq(size, 0), as_expr(0), first))
        between.append(as_expr(abs(stride) - 1))
    high = [
        whole - before - b.analysis.select(eq(n, 0), as_expr(0), (n - 1) * (gap + 1) + 1)
        for whole, before, n, gap in zip(b.shape_of_type(type), low, sizes, between, strict=True)
    ]
    if not taken:
        return value
    amounts = [b.sizes.shape_tensor(part, b.at) for part in (low, high, between)]
    zero = b.scalar(0, type.element_type)
    return b.create(mhlo.DynamicPadOp, [reverse(b, value, backwards), zero, *amounts], type)


LOWERINGS: LoweringTable = {
    tf.StridedSliceGradOp: gradient,
    tf.TensorStridedSliceUpdateOp: update,
}
