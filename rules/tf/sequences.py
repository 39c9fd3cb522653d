"""Rules for tf ops on sequences of labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Operation

from ...dialects import tf
from ...dialects.tf.sequences import LabelLoss
from ...symbolic import Expr, as_expr, ge, le
from ...symbolic.shapes import Shape, product, same_size
from ..errors import ShapeError
from ..rule import ElementDemand, OpRule, RuleContext, Value
from .ranks import check_shape, shape_of_rank
from .sizes import element_sizes, larger

TWO = as_expr(2)


def loss(op: LabelLoss, ctx: RuleContext) -> Sequence[Shape | None]:
    """One loss for each row, of which there is one at least."""
    inputs = shape_of_rank(op, ctx, 0, 3)
    count, numbers = shape_of_rank(op, ctx, 1, 2)
    (values,), (rows,) = (shape_of_rank(op, ctx, i, 1) for i in (2, 3))
    same_size(ctx, numbers, TWO, "numbers of an index and the rank")
    same_size(ctx, count, values, "labels_indices and labels_values")
    batch = same_size(ctx, inputs[1], rows, "rows of inputs and sequence_length")
    ctx.require(ge(batch, 1), f"the number of rows {batch} must be at least 1")
    return ((batch,), (inputs[0], batch, inputs[2]))


def loss_operands(op: LabelLoss, ctx: RuleContext) -> Iterable[ElementDemand]:
    """Labels of no class are checked where they are lowered."""
    time, _, classes = ctx.shape(op.operands[0])
    yield ElementDemand(op.operands[1], "labels_indices", as_expr(0))
    yield ElementDemand(op.operands[3], "sequence_length", as_expr(0), [time + 1])
    if isinstance(op, tf.CTCLossV2Op):
        yield ElementDemand(op.operands[2], "labels_values", as_expr(1), [classes])
    else:
        yield ElementDemand(op.operands[2], "labels_values", as_expr(0))


def decoded(op: tf.CTCGreedyDecoderOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """At most one label for each step of each row."""
    inputs = shape_of_rank(op, ctx, 0, 3)
    (rows,) = shape_of_rank(op, ctx, 1, 1)
    for size in inputs:
        ctx.require(ge(size, 1), f"size {size} of inputs must be at least 1")
    time, batch, classes = inputs
    least = op.blank_index + 1 if op.blank_index >= 0 else -op.blank_index
    words = f"blank_index is {op.blank_index}, so there must be at least {least} classes"
    ctx.require(ge(classes, least), f"{words}, there are {classes}")
    batch = same_size(ctx, batch, rows, "rows of inputs and sequence_length")
    found = ctx.fresh()
    ctx.assume(le(found, product([time, batch])))
    return ((found, TWO), (found,), (TWO,), (batch, as_expr(1)))


def readings(op: tf.CTCBeamSearchDecoderOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """At most one label for each step of each row, in each of the readings."""
    inputs = shape_of_rank(op, ctx, 0, 3)
    (rows,) = shape_of_rank(op, ctx, 1, 1)
    for size in inputs:
        ctx.require(ge(size, 1), f"size {size} of inputs must be at least 1")
    time, batch, _ = inputs
    batch = same_size(ctx, batch, rows, "rows of inputs and sequence_length")
    counts = [ctx.fresh() for _ in range(op.top_paths)]
    for found in counts:
        ctx.assume(le(found, product([time, batch])))
    indices, values = [(found, TWO) for found in counts], [(found,) for found in counts]
    return (*indices, *values, *[(TWO,)] * op.top_paths, (batch, as_expr(op.top_paths)))


def reading_sizes(op: tf.CTCBeamSearchDecoderOp, ctx: RuleContext) -> Sequence[Value | None]:
    rows = (ctx.shape(op.operands[1])[0], None)
    return (*[None] * (2 * op.top_paths), *[rows] * op.top_paths, None)


def decoded_sizes(op: tf.CTCGreedyDecoderOp, ctx: RuleContext) -> Sequence[Value | None]:
    return (None, None, (ctx.shape(op.operands[1])[0], None), None)


def steps_exist(
    op: tf.CTCGreedyDecoderOp | tf.CTCBeamSearchDecoderOp, ctx: RuleContext
) -> Iterable[ElementDemand]:
    time = ctx.shape(op.operands[0])[0]
    yield ElementDemand(op.operands[1], "sequence_length", below=[time + 1])


def distances(op: tf.EditDistanceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The greater of both sizes in each dimension but the last one."""
    first, second = (sparse_sizes(op, ctx, i) for i in (0, 3))
    if first is None or second is None:
        return (None,)
    if len(first) != len(second):
        raise ShapeError(op, f"operands have ranks {len(first)} and {len(second)}")
    if len(first) < 2:
        raise ShapeError(op, f"operands have rank {len(first)}, needed at least 2")
    sizes = tuple(greater(ctx, a, b) for a, b in zip(first[:-1], second[:-1], strict=True))
    for size in sizes:
        ctx.require(ge(size, 1), f"size {size} of the result must be at least 1")
    return (sizes,)


def greater(ctx: RuleContext, a: Expr | None, b: Expr | None) -> Expr:
    """The greater of two sizes; a new one where one of them is not known."""
    if a is not None and b is not None:
        return larger(ctx, a, b)
    found = ctx.fresh()
    for size in (a, b):
        if size is not None:
            ctx.assume(ge(found, size))
    return found


def sparse_sizes(op: Operation, ctx: RuleContext, first: int) -> Sequence[Expr | None] | None:
    """The sizes, as far as known, of a sparse tensor: three operands from `first` on.

    None where their number is not known.
    """
    count, numbers = shape_of_rank(op, ctx, first, 2)
    (values,) = shape_of_rank(op, ctx, first + 1, 1)
    same_size(ctx, count, values, "indices and values")
    check_shape(op, ctx, first + 2, None)
    given = ctx.elements(op.operands[first + 2])
    if given is None:
        return None
    same_size(ctx, numbers, as_expr(len(given)), "numbers of an index and the rank")
    element_sizes(ctx, given, op.operands[first + 2])
    return given


RULES = (
    OpRule(tf.CTCLossOp, shape=loss, elements=loss_operands),
    OpRule(tf.CTCLossV2Op, shape=loss, elements=loss_operands),
    OpRule(tf.CTCGreedyDecoderOp, shape=decoded, value=decoded_sizes, elements=steps_exist),
    OpRule(tf.CTCBeamSearchDecoderOp, shape=readings, value=reading_sizes, elements=steps_exist),
    OpRule(tf.EditDistanceOp, shape=distances),
)
