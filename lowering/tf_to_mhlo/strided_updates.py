"""tf ops that put a tensor in a part of another: `mhlo.dynamic_pad`, `dynamic_update_slice`."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i1, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import element_type_of
from ...rules.tf.slice_entries import NewAxis, SliceEntry, Span, sizes_of
from ...rules.tf.strided_updates import is_empty
from ...symbolic import Expr, any_of, as_expr, eq
from ...symbolic.shapes import ONE, Shape
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements, where
from .indices import number
from .padding import pad_with_number
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
    filled = b.broadcast(fitting(b, value, b.shape_of_type(part)), part)
    new = spread(b, filled, entries, b.type(op.results[0]))
    everywhere = b.splat(1, b.like(filled, i1))
    mask = spread(b, everywhere, entries, b.like(whole, i1))
    return (where(Elements(b, mask), Elements(b, new), Elements(b, whole)).value,)


def fitting(b: Builder, value: SSAValue, part: Shape) -> SSAValue:
    """`value`, in sizes that broadcast to `part` where that is empty and its own do not."""
    sizes = b.shape(value)
    if len(sizes) > len(part):
        return b.splat(0, b.ranked(element_type_of(value), part))
    high = [as_expr(0)] * len(sizes)
    for i, (a, target) in enumerate(zip(sizes, part[len(part) - len(sizes) :], strict=True)):
        if a != ONE and not b.facts.proves(any_of(eq(a, target), eq(a, 1))):
            high[i] = b.analysis.select(is_empty(part), target - a, as_expr(0))
    return pad_with_number(b, value, 0, [as_expr(0)] * len(high), high)


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


def dynamic_update(op: tf.XlaDynamicUpdateSliceOp, b: Builder) -> Results:
    whole, value, indices = op.operands
    starts = [number(b, b.element(indices, i), i64) for i in range(len(b.shape(whole)))]
    made = mhlo.DynamicUpdateSliceOp(b.operand(whole), b.operand(value), starts)
    return (b.insert(made).results[0],)


LOWERINGS: LoweringTable = {
    tf.StridedSliceGradOp: gradient,
    tf.TensorStridedSliceUpdateOp: update,
    tf.XlaDynamicUpdateSliceOp: dynamic_update,
}
