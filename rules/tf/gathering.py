"""Rules for tf ops that take slices at computed positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Operation, SSAValue

from ...dialects import tf
from ...symbolic import any_of, as_expr, eq, ge, shapes
from ...symbolic.shapes import Shape
from ..axes import axis_of
from ..element_demands import not_empty
from ..errors import ShapeError, UnknownRank
from ..rule import Bound, ElementDemand, OpRule, RuleContext, Value
from .ranks import shape_of_least_rank


def depth_of(op: Operation, ctx: RuleContext, indices: SSAValue) -> int:
    """The number of dimensions that a row of `indices` names.

    Raises UnknownRank where it is not known.
    """
    shape = ctx.shape(indices)
    if not shape:
        raise ShapeError(op, "indices is a scalar, it needs rows")
    depth = ctx.facts.simplify(shape[-1]).constant_value
    if depth is None:
        raise UnknownRank
    return depth


def require_entries(ctx: RuleContext, indices: Shape, entry: Shape) -> None:
    """What `indices` name, of shape `entry`, has elements, unless there are none of them."""
    none = [eq(size, 0) for size in indices[:-1]]
    for size in entry:
        message = f"size {size} must be at least 1 where there are indices"
        ctx.require(any_of(ge(size, 1), *none), message)


def gather_nd(op: tf.GatherNdOp, ctx: RuleContext) -> Sequence[Shape | None]:
    params, indices = shape_of_least_rank(op, ctx, 0, 1), ctx.shape(op.operands[1])
    depth = depth_of(op, ctx, op.operands[1])
    if depth > len(params):
        raise ShapeError(
            op, f"the rows of indices have size {depth}, params has rank {len(params)}"
        )
    require_entries(ctx, indices, params[depth:])
    return ((*indices[:-1], *params[depth:]),)


def batch_dims_of(op: tf.GatherV2Op, params: int, indices: int) -> int:
    """The number of dimensions that params and indices, of these ranks, share."""
    batch = op.batch_dims + (indices if op.batch_dims < 0 else 0)
    if not 0 <= batch <= min(params, indices):
        raise ShapeError(op, f"batch_dims is {op.batch_dims}, the ranks are {params} and {indices}")
    return batch


def gather(op: tf.GatherV2Op, ctx: RuleContext) -> Sequence[Shape | None]:
    """`params[:axis] + indices[batch_dims:] + params[axis + 1:]`, the batch dimensions shared."""
    params, indices = shape_of_least_rank(op, ctx, 0, 1), ctx.shape(op.operands[1])
    batch = batch_dims_of(op, len(params), len(indices))
    axes = ctx.constants(op.operands[2])
    if axes is None:
        return (tuple(ctx.fresh() for _ in range(len(params) + len(indices) - 1 - batch)),)
    axis = axis_of(op, axes[0], len(params))
    if axis < batch:
        raise ShapeError(op, f"axis {axis} is one of the {batch} batch dimensions")
    shared = shapes.same_shape(ctx, params[:batch], indices[:batch], "batch dimensions")
    return ((*shared, *params[batch:axis], *indices[batch:], *params[axis + 1 :]),)


def gather_first(op: tf.GatherOp, ctx: RuleContext) -> Sequence[Shape | None]:
    params, indices = shape_of_least_rank(op, ctx, 0, 1), ctx.shape(op.operands[1])
    return ((*indices, *params[1:]),)


def gather_value(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
    """The elements of a vector, picked."""
    value, indices = ctx.value(op.operands[0]), ctx.constants(op.operands[1])
    if value is None or indices is None or len(ctx.shape(op.operands[0])) != 1:
        return (None,)
    if not all(0 <= i < len(value) for i in indices):
        return (None,)
    return (tuple(value[i] for i in indices),)


def rows_inside(
    ctx: RuleContext, target: Sequence[Bound], indices: SSAValue
) -> Iterable[ElementDemand]:
    """Each row of `indices` names a place in a tensor of sizes `target`."""
    depth = ctx.facts.simplify(ctx.shape(indices)[-1]).constant_value
    if depth is not None:
        yield ElementDemand(indices, "indices", as_expr(0), target[:depth])


def inside(op: tf.GatherNdOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    return rows_inside(ctx, ctx.shape(op.operands[0]), op.operands[1])


def inside_along(op: tf.GatherOp | tf.GatherV2Op, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Indices are not looked at where what they name has no elements."""
    sizes = list(ctx.shape(op.operands[0]))
    axes = ctx.constants(op.operands[2]) if isinstance(op, tf.GatherV2Op) else (0,)
    if axes is not None:
        size = sizes.pop(axis_of(op, axes[0], len(sizes)))
        yield ElementDemand(op.operands[1], "indices", as_expr(0), [size], when=not_empty(*sizes))


RULES = (
    OpRule(tf.GatherNdOp, shape=gather_nd, elements=inside),
    OpRule(tf.GatherOp, shape=gather_first, value=gather_value, elements=inside_along),
    OpRule(tf.GatherV2Op, shape=gather, value=gather_value, elements=inside_along),
)
