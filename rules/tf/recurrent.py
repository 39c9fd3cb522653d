"""Rules for tf ops that are steps of recurrent layers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.ir import Operation

from ...dialects import tf
from ...dialects.tf.recurrent import BlockLSTM
from ...symbolic import Expr, as_expr, ge
from ...symbolic.shapes import Shape, same_shape
from ..rule import ElementDemand, OpRule, RuleContext
from .ranks import check_shape, shape_of_rank


def require(op: Operation, ctx: RuleContext, index: int, what: str, *sizes: Expr | int) -> None:
    """Demands that operand `index` has `sizes`."""
    same_shape(ctx, shape_of_rank(op, ctx, index, len(sizes)), tuple(map(as_expr, sizes)), what)


def state_of(
    op: tf.LSTMBlockCellOp | BlockLSTM, ctx: RuleContext, first: int, batch: Expr, inputs: Expr
) -> Shape:
    """The shape of the state, which is operand `first`; demands of the others that they fit it.

    Of a peephole a single step takes as many elements as there are cells, and ignores the others.
    """
    _, cells = shape_of_rank(op, ctx, first, 2)
    for index, what in ((first, "cs_prev"), (first + 1, "h_prev")):
        require(op, ctx, index, what, batch, cells)
    require(op, ctx, first + 2, "w", inputs + cells, cells * 4)
    for index, what in enumerate(("wci", "wcf", "wco"), first + 3):
        if isinstance(op, BlockLSTM):
            require(op, ctx, index, what, cells)
            continue
        (size,) = shape_of_rank(op, ctx, index, 1)
        if op.use_peephole:
            ctx.require(ge(size, cells), f"{what} of size {size} must have {cells} elements")
    require(op, ctx, first + 6, "b", cells * 4)
    return batch, cells


def one_step(op: tf.LSTMBlockCellOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The state must not be empty."""
    state = state_of(op, ctx, 1, *shape_of_rank(op, ctx, 0, 2))
    for size in state:
        ctx.require(ge(size, 1), f"the size {size} of the state must not be 0")
    return (state,) * 7


def all_steps(op: BlockLSTM, ctx: RuleContext) -> Sequence[Shape | None]:
    check_shape(op, ctx, 0)
    steps, *inputs = shape_of_rank(op, ctx, 1, 3)
    return ((steps, *state_of(op, ctx, 2, *inputs)),) * 7


def steps_exist(op: BlockLSTM, ctx: RuleContext) -> Iterable[ElementDemand]:
    """As many steps as there are inputs, or less."""
    steps = ctx.shape(op.operands[1])[0]
    yield ElementDemand(op.operands[0], "seq_len_max", as_expr(0), [steps + 1])


def gated_step(op: tf.GRUBlockCellOp, ctx: RuleContext) -> Sequence[Shape | None]:
    batch, inputs = shape_of_rank(op, ctx, 0, 2)
    _, cells = shape_of_rank(op, ctx, 1, 2)
    require(op, ctx, 1, "h_prev", batch, cells)
    require(op, ctx, 2, "w_ru", inputs + cells, cells * 2)
    require(op, ctx, 3, "w_c", inputs + cells, cells)
    require(op, ctx, 4, "b_ru", cells * 2)
    require(op, ctx, 5, "b_c", cells)
    return ((batch, cells),) * 4


RULES = (
    OpRule(tf.LSTMBlockCellOp, shape=one_step),
    OpRule(tf.BlockLSTMOp, shape=all_steps, elements=steps_exist),
    OpRule(tf.BlockLSTMV2Op, shape=all_steps, elements=steps_exist),
    OpRule(tf.GRUBlockCellOp, shape=gated_step),
)
