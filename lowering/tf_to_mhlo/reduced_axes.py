"""Which dimensions a reduction reduces, where that may be known at run time only."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ...dialects import tf
from ...dialects.tf.reductions import Reduction
from ...dialects.types import element_of, element_type_of, is_tensor
from ...rules.tf.reductions import is_reduced, reduced_axes
from ...symbolic import Expr, Predicate, all_of, as_expr, eq
from ...symbolic.shapes import ONE, Shape
from .builder import Builder
from .elementwise import Results
from .run_time_axes import named_by


def folded(op: Reduction, b: Builder) -> tuple[SSAValue, list[int]]:
    """The operand and the dimensions to reduce.

    A dimension of which it is not known whether it is reduced is split in two, one that is and one
    that is kept: of one of them the size is 1. The sizes of the result, where it has a rank, can be
    computed afterwards.
    """
    value = b.operand(op.operands[0])
    axes = reduced_axes(op, b.analysis)
    if axes is not None:
        return value, axes
    shape = b.shape(value)
    flags = is_reduced(op, b.analysis)
    if flags is None:
        flags = named_by(b, op.operands[1], len(shape))
    bind_kept(op, b, shape, flags)
    gone, split = list[int](), list[Expr]()
    for size, kept in zip(shape, kept_sizes(op, b, shape, flags), strict=True):
        if b.equal(size, kept):
            split.append(size)
            continue
        gone.append(len(split))
        split += [size] if kept == ONE else [b.facts.simplify(size - kept + 1), kept]
    return b.reshape(value, b.ranked(element_type_of(value), split)), gone


def kept_sizes(
    op: Reduction, b: Builder, shape: Shape, flags: Sequence[Predicate]
) -> Sequence[Expr]:
    """What is left of each dimension: 1 where it is reduced, else its size."""
    if op.keep_dims:
        return b.shape_of_type(b.type(op.results[0]))
    return [b.analysis.select(flag, ONE, s) for flag, s in zip(flags, shape, strict=True)]


def bind_kept(op: Reduction, b: Builder, shape: Shape, flags: Sequence[Predicate]) -> None:
    """Makes the sizes of the result readable: those of the dimensions that are kept, in order."""
    if not is_tensor(op.results[0].type):
        return
    sizes = b.shape_of_type(op.results[0].type)
    if op.keep_dims:
        for size, whole, flag in zip(sizes, shape, flags, strict=True):
            b.bind(size, b.analysis.select(flag, ONE, whole))
        return
    for place, size in enumerate(sizes):
        before, found = as_expr(0), as_expr(0)
        for whole, flag in zip(shape, flags, strict=True):
            here = all_of(flag.negate(), eq(before, place))
            found = b.analysis.select(here, whole, found)
            before = before + b.analysis.select(flag, as_expr(0), ONE)
        b.bind(size, found)


def finished(op: Reduction, b: Builder, reduced: SSAValue) -> Results:
    """`reduced` in the element type and shape of the result.

    A result without a rank keeps dimensions of size 1: all that use it look at its elements only.
    """
    reduced = b.convert(reduced, element_of(op.operands[0].type))
    if is_tensor(op.results[0].type):
        return (b.reshape(reduced, op.results[0].type),)
    if not all(isinstance(use.operation, tf.ReshapeOp) for use in op.results[0].uses):
        raise b.fail("the rank of the result depends on the number of dimensions to reduce")
    return (reduced,)
