"""Operators that combine elements along dimensions."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import i1, i32, i64
from xdsl.ir import Operation, SSAValue

from ...dialects import tf
from ...dialects.types import is_boolean
from .builder import GraphBuilder, Operand, axis_in
from .elementwise import cast, scalar_of
from .nodes import NodeCall, NodeRefused, NodeTable, NodeTranslation

Prepare = Callable[[GraphBuilder, SSAValue], SSAValue]


def reduced_axes(n: NodeCall, b: GraphBuilder) -> Operand | None:
    """The dimensions to reduce; None where nothing is reduced.

    Without axes these are all dimensions, unless `noop_with_empty_axes` says otherwise.
    """
    given = n.get(1)
    if given is None:
        listed = n.ints("axes")
        axes = None if listed is None else list(listed)
    else:
        known = b.integers(given)
        if known is None:
            if b.count(given) == 0:
                axes = []
            else:
                return given
        else:
            axes = list(known)
    if axes:
        return axes
    if n.int("noop_with_empty_axes", 0) == 1:
        return None
    if b.has_rank(n[0]):
        return list(range(b.rank(n[0])))
    return b.op(tf.RangeOp, b.integer(0), b.op(tf.RankOp, n[0], element=i64), b.integer(1))


def reduction(
    kind: type[Operation], before: Prepare | None = None, after: Prepare | None = None
) -> NodeTranslation:
    """A tf reduction of what `before` makes of the operand, finished by `after`."""

    def translate(n: NodeCall, b: GraphBuilder) -> SSAValue:
        axes = reduced_axes(n, b)
        value = n[0] if before is None else before(b, n[0])
        if axes is not None:
            value = b.op(kind, value, axes, keep_dims=n.int("keepdims", 1) == 1)
        return value if after is None else after(b, value)

    return translate


def extreme(kind: type[Operation], of_truth: type[Operation]) -> NodeTranslation:
    """The greatest or least elements; of truth values whether any or all hold."""

    def translate(n: NodeCall, b: GraphBuilder) -> SSAValue:
        axes = reduced_axes(n, b)
        if axes is None:
            return n[0]
        used = of_truth if is_boolean(b.element(n[0])) else kind
        return b.op(used, n[0], axes, keep_dims=n.int("keepdims", 1) == 1)

    return translate


def log_sum_exp(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The greatest element is taken out first, so that nothing overflows."""
    axes = reduced_axes(n, b)
    if axes is None:
        return n[0]
    most = b.op(tf.MaxOp, n[0], axes, keep_dims=True)
    finite = b.op(tf.IsFiniteOp, most, element=i1)
    shift = b.op(tf.SelectV2Op, finite, most, b.like(0, most), element=b.element(most))
    keep = n.int("keepdims", 1) == 1
    powers = b.op(tf.ExpOp, b.op(tf.SubOp, n[0], shift))
    total = b.op(tf.LogOp, b.op(tf.SumOp, powers, axes, keep_dims=keep))
    if not keep:
        shift = b.op(tf.SumOp, shift, axes, keep_dims=False)
    return b.op(tf.AddV2Op, total, shift)


def position(kind: type[Operation]) -> NodeTranslation:
    """The place of the first, or of the last, extreme element."""

    def translate(n: NodeCall, b: GraphBuilder) -> SSAValue:
        axis = axis_in(n.int("axis", 0), b.rank(n[0]))
        value = n[0]
        last = n.flag("select_last_index")
        if last:
            value = b.op(tf.ReverseV2Op, value, [axis])
        found = b.op(kind, value, b.integer(axis), element=i64)
        if last:
            size = b.op(tf.ShapeOp, n[0], element=i64)
            place = b.op(tf.GatherV2Op, size, b.integer(axis), b.integer(0))
            found = b.op(tf.SubOp, b.op(tf.SubOp, place, 1), found)
        if n.int("keepdims", 1) == 1:
            found = b.op(tf.ExpandDimsOp, found, b.integer(axis))
        return found

    return translate


def cumulative(kind: type[Operation]) -> NodeTranslation:
    def translate(n: NodeCall, b: GraphBuilder) -> SSAValue:
        axis = cast(b, scalar_of(b, n[1]), i32)
        known = b.scalar(n[1])
        if known is not None:
            axis = b.integer(axis_in(known, b.rank(n[0])))
        exclusive, reverse = n.flag("exclusive"), n.flag("reverse")
        return b.op(kind, n[0], axis, exclusive=exclusive, reverse=reverse)

    return translate


def square(b: GraphBuilder, value: SSAValue) -> SSAValue:
    return b.op(tf.MulOp, value, value)


def _absolute(b: GraphBuilder, value: SSAValue) -> SSAValue:
    return b.op(tf.AbsOp, value)


def _root(b: GraphBuilder, value: SSAValue) -> SSAValue:
    return b.op(tf.SqrtOp, value)


def _log(b: GraphBuilder, value: SSAValue) -> SSAValue:
    return b.op(tf.LogOp, value)


def hardmax(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """1 at the first greatest element along `axis`, 0 elsewhere."""
    axis = axis_in(n.int("axis", -1), b.rank(n[0]))
    first = b.op(tf.ArgMaxOp, n[0], b.integer(axis), element=i64)
    shape = b.op(tf.ShapeOp, n[0], element=i64)
    depth = b.op(tf.GatherV2Op, shape, b.integer(axis), b.integer(0))
    on, off = b.like(1, n[0]), b.like(0, n[0])
    depth = cast(b, depth, i32)
    return b.op(tf.OneHotOp, first, depth, on, off, element=b.element(n[0]), axis=axis)


def mean(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Of integers too: the quotient is rounded towards zero."""
    if "ui" in str(b.element(n[0])):
        raise NodeRefused("the mean of unsigned integers is not supported")
    return reduction(tf.MeanOp)(n, b)  # pyright: ignore[reportReturnType]


NODES: NodeTable = {
    "ReduceSum": reduction(tf.SumOp),
    "ReduceMean": mean,
    "ReduceProd": reduction(tf.ProdOp),
    "ReduceMax": extreme(tf.MaxOp, tf.AnyOp),
    "ReduceMin": extreme(tf.MinOp, tf.AllOp),
    "ReduceL1": reduction(tf.SumOp, before=_absolute),
    "ReduceL2": reduction(tf.SumOp, before=square, after=_root),
    "ReduceSumSquare": reduction(tf.SumOp, before=square),
    "ReduceLogSum": reduction(tf.SumOp, after=_log),
    "ReduceLogSumExp": log_sum_exp,
    "ArgMax": position(tf.ArgMaxOp),
    "ArgMin": position(tf.ArgMinOp),
    "CumSum": cumulative(tf.CumsumOp),
    "CumProd": cumulative(tf.CumprodOp),
    "Hardmax": hardmax,
}
