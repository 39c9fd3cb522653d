"""tf ops that are steps of recurrent layers: products, gates, and a loop over steps."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import DotDimensions
from ...dialects.tf.recurrent import BlockLSTM
from ...dialects.types import element_type_of, tensor_type
from .builder import Builder, LoweringTable
from .contraction import dot
from .elementwise import Results, binary, compare
from .formulas import Elements
from .gathering import take
from .joining import concatenate, expand
from .sorting import loop

LSTM = tf.LSTMBlockCellOp | BlockLSTM


def beside(b: Builder, x: SSAValue, state: SSAValue) -> SSAValue:
    """Input and state of each row as one row."""
    (rows, inputs), (_, cells) = b.shape(x), b.shape(state)
    type = b.ranked(element_type_of(x), [rows, b.facts.simplify(inputs + cells)])
    return concatenate(b, [x, state], 1, type)


def product(
    b: Builder, rows: SSAValue, matrix: SSAValue, bias: SSAValue, gates: int
) -> list[Elements]:
    """Rows times a matrix, plus a bias, cut into so many parts of one width."""
    dimensions = DotDimensions(lhs_contracting_dimensions=(1,), rhs_contracting_dimensions=(0,))
    whole = dot(b, rows, matrix, dimensions, tensor_type(rows))
    whole = binary(b, mhlo.AddOp, whole, b.broadcast(bias, tensor_type(whole)))
    width = b.facts.simplify(b.shape(bias)[0] // gates)
    type = b.ranked(element_type_of(rows), [b.shape(rows)[0], width])
    return [Elements(b, b.slice(whole, 1, width * i, width * (i + 1), type)) for i in range(gates)]


def sigmoid(x: Elements) -> Elements:
    return x.apply(mhlo.LogisticOp)


def tanh(x: Elements) -> Elements:
    return x.apply(mhlo.TanhOp)


def lstm_step(
    op: LSTM, b: Builder, x: SSAValue, cell: SSAValue, state: SSAValue, weights: Sequence[SSAValue]
) -> list[SSAValue]:
    """i, cs, f, o, ci, co and h after one step.

    weights: the matrix, the peepholes of i, f and o, and the bias
    """
    matrix, *peepholes, bias = weights
    before = Elements(b, cell)
    i, second, third, o = product(b, beside(b, x, state), matrix, bias, 4)
    if isinstance(op, tf.LSTMBlockCellOp | tf.BlockLSTMOp):
        f, ci = third + op.forget_bias, second
    else:
        f, ci = second, third

    def seen(gate: Elements, of: Elements, weight: SSAValue) -> Elements:
        """The gate with what it sees of the cell's state."""
        if not op.use_peephole:
            return sigmoid(gate)
        weight = b.slice(weight, 0, 0, b.shape(cell)[1])
        return sigmoid(gate + of * Elements(b, b.broadcast(weight, tensor_type(cell))))

    i, f, ci = seen(i, before, peepholes[0]), seen(f, before, peepholes[1]), tanh(ci)
    after = ci * i + before * f
    if op.cell_clip > 0:
        after = after.at_least(-op.cell_clip).at_most(op.cell_clip)
    o, co = seen(o, after, peepholes[2]), tanh(after)
    return [part.value for part in (i, after, f, o, ci, co, co * o)]


def one_step(op: tf.LSTMBlockCellOp, b: Builder) -> Results:
    x, cell, state, *weights = map(b.operand, op.operands)
    return lstm_step(op, b, x, cell, state, weights)


def all_steps(op: BlockLSTM, b: Builder) -> Results:
    """A loop that writes each step into zeros."""
    count, x, cell, state, *weights = map(b.operand, op.operands)
    outputs = b.splat(0, b.type(op.results[0]))
    _, *one = b.shape(x)
    type = b.ranked(element_type_of(x), one)

    def goes_on(place: SSAValue, *_: SSAValue) -> Sequence[SSAValue]:
        return [compare(b, "LT", place, count)]

    def body(
        place: SSAValue, cell: SSAValue, state: SSAValue, *all: SSAValue
    ) -> Sequence[SSAValue]:
        now = take(b, x, place, 0, 0, type)
        parts = lstm_step(op, b, now, cell, state, weights)
        zero = b.scalar(0, i64)
        updates = [
            mhlo.DynamicUpdateSliceOp(old, expand(b, new, 0), [place, zero, zero])
            for old, new in zip(all, parts, strict=True)
        ]
        written = [b.insert(update).results[0] for update in updates]
        return [(Elements(b, place) + 1).value, parts[1], parts[6], *written]

    return loop(b, [b.scalar(0, i64), cell, state, *[outputs] * 7], goes_on, body)[3:]


def gated_step(op: tf.GRUBlockCellOp, b: Builder) -> Results:
    x, state, *weights = map(b.operand, op.operands)
    before = Elements(b, state)
    r, u = map(sigmoid, product(b, beside(b, x, state), weights[0], weights[2], 2))
    reset = (before * r).value
    (candidate,) = product(b, beside(b, x, reset), weights[1], weights[3], 1)
    c = tanh(candidate)
    after = u * before + (1 - u) * c
    return [part.value for part in (r, u, c, after)]


LOWERINGS: LoweringTable = {
    tf.LSTMBlockCellOp: one_step,
    tf.BlockLSTMOp: all_steps,
    tf.BlockLSTMV2Op: all_steps,
    tf.GRUBlockCellOp: gated_step,
}
