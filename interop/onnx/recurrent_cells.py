"""The cells of recurrent networks: what a step makes of the gates and of the states before it.

Weights are stacked by gates as ONNX orders them: `z, r, h` for GRU, `i, o, f, c` for LSTM.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder
from .nodes import NodeRefused

Activation = Callable[[GraphBuilder, SSAValue], SSAValue]
Cell = Callable[[GraphBuilder, "Direction", SSAValue, Sequence[SSAValue]], list[SSAValue]]
"""The states after a step from the input's part of the gates and the states before it."""


def _affine(b: GraphBuilder, x: SSAValue, alpha: float, beta: float) -> SSAValue:
    return b.op(tf.AddV2Op, b.op(tf.MulOp, x, alpha), beta)


def activation(name: str, alpha: float | None, beta: float | None) -> Activation:
    """The function `name`; numbers that are not given are ONNX's defaults for it."""

    def number(given: float | None, default: float) -> float:
        return default if given is None else given

    def hard_sigmoid(b: GraphBuilder, x: SSAValue) -> SSAValue:
        line = _affine(b, x, number(alpha, 0.2), number(beta, 0.5))
        return b.op(tf.MinimumOp, b.op(tf.MaximumOp, line, 0), 1)

    def scaled_tanh(b: GraphBuilder, x: SSAValue) -> SSAValue:
        return b.op(tf.MulOp, b.op(tf.TanhOp, b.op(tf.MulOp, x, number(beta, 1))), number(alpha, 1))

    known: dict[str, Activation] = {
        "relu": lambda b, x: b.op(tf.ReluOp, x),
        "tanh": lambda b, x: b.op(tf.TanhOp, x),
        "sigmoid": lambda b, x: b.op(tf.SigmoidOp, x),
        "softsign": lambda b, x: b.op(tf.SoftsignOp, x),
        "softplus": lambda b, x: b.op(tf.SoftplusOp, x),
        "leakyrelu": lambda b, x: b.op(tf.LeakyReluOp, x, alpha=number(alpha, 0.01)),
        "affine": lambda b, x: _affine(b, x, number(alpha, 1), number(beta, 0)),
        "hardsigmoid": hard_sigmoid,
        "scaledtanh": scaled_tanh,
    }
    if name.lower() not in known:
        raise NodeRefused(f"activation {name} is not supported")
    return known[name.lower()]


@dataclass(frozen=True, slots=True)
class Direction:
    """What one direction computes with: weights `[gates*hidden, …]`, biases `[gates*hidden]`."""

    hidden: int
    weights: SSAValue
    recurrence: SSAValue
    input_bias: SSAValue | None
    recurrent_bias: SSAValue | None
    peepholes: SSAValue | None
    activations: Sequence[Activation]
    clip: float | None
    linear_before_reset: bool
    coupled: bool

    def clipped(self, b: GraphBuilder, x: SSAValue) -> SSAValue:
        if self.clip is None:
            return x
        return b.op(tf.MinimumOp, b.op(tf.MaximumOp, x, -self.clip), self.clip)

    def act(self, b: GraphBuilder, number: int, x: SSAValue) -> SSAValue:
        return self.activations[number](b, self.clipped(b, x))


def rows(b: GraphBuilder, value: SSAValue, first: int, count: int, axis: int = 0) -> SSAValue:
    """Entries `first` to `first + count` along an axis."""
    array = b.arrays.get(value)
    if array is not None and first + count <= array.shape[axis]:
        return b.constant(array.take(range(first, first + count), axis), b.element(value))
    rank = b.rank(value)
    begin, end = [0] * rank, [0] * rank
    begin[axis], end[axis] = first, first + count
    mask = sum(1 << d for d in range(rank) if d != axis)
    return b.op(tf.StridedSliceOp, value, begin, end, [1] * rank, begin_mask=mask, end_mask=mask)


def _gate(b: GraphBuilder, d: Direction, gates: SSAValue, number: int) -> SSAValue:
    return rows(b, gates, number * d.hidden, d.hidden, axis=1)


def _recurrent(b: GraphBuilder, d: Direction, state: SSAValue) -> SSAValue:
    """The previous output's part of the gates, without its bias."""
    return b.op(tf.MatMulOp, state, d.recurrence, transpose_a=False, transpose_b=True)


def with_bias(b: GraphBuilder, value: SSAValue, bias: SSAValue | None) -> SSAValue:
    return value if bias is None else b.op(tf.AddV2Op, value, bias)


def rnn_cell(
    b: GraphBuilder, d: Direction, part: SSAValue, states: Sequence[SSAValue]
) -> list[SSAValue]:
    total = b.op(tf.AddV2Op, part, with_bias(b, _recurrent(b, d, states[0]), d.recurrent_bias))
    return [d.act(b, 0, total)]


def gru_cell(
    b: GraphBuilder, d: Direction, part: SSAValue, states: Sequence[SSAValue]
) -> list[SSAValue]:
    (h,) = states
    hidden = d.hidden

    def through(x: SSAValue, first: int, count: int) -> SSAValue:
        """The part of some gates that `x` has, as the state before."""
        weights = rows(b, d.recurrence, first * hidden, count * hidden)
        found = b.op(tf.MatMulOp, x, weights, transpose_a=False, transpose_b=True)
        bias = d.recurrent_bias
        if bias is not None:
            bias = rows(b, bias, first * hidden, count * hidden)
        return with_bias(b, found, bias)

    of_state = through(h, 0, 3 if d.linear_before_reset else 2)
    both = [rows(b, each, 0, 2 * hidden, axis=1) for each in (part, of_state)]
    zr = d.act(b, 0, b.op(tf.AddV2Op, *both))
    z, r = _gate(b, d, zr, 0), _gate(b, d, zr, 1)
    if d.linear_before_reset:
        inner = b.op(tf.MulOp, r, _gate(b, d, of_state, 2))
    else:
        inner = through(b.op(tf.MulOp, r, h), 2, 1)
    new = d.act(b, 1, b.op(tf.AddV2Op, _gate(b, d, part, 2), inner))
    kept = b.op(tf.MulOp, z, h)
    rest = b.op(tf.MulOp, b.op(tf.SubOp, b.like(1, z), z), new)
    return [b.op(tf.AddV2Op, rest, kept)]


def lstm_cell(
    b: GraphBuilder, d: Direction, part: SSAValue, states: Sequence[SSAValue]
) -> list[SSAValue]:
    h, c = states
    gates = b.op(tf.AddV2Op, part, with_bias(b, _recurrent(b, d, h), d.recurrent_bias))
    i, o, f, g = (_gate(b, d, gates, number) for number in range(4))

    def peeped(gate: SSAValue, number: int, cell: SSAValue) -> SSAValue:
        if d.peepholes is None:
            return gate
        weights = rows(b, d.peepholes, number * d.hidden, d.hidden)
        return b.op(tf.AddV2Op, gate, b.op(tf.MulOp, weights, cell))

    i = d.act(b, 0, peeped(i, 0, c))
    if d.coupled:
        f = b.op(tf.SubOp, b.like(1, i), i)
    else:
        f = d.act(b, 0, peeped(f, 2, c))
    g = d.act(b, 1, g)
    new = b.op(tf.AddV2Op, b.op(tf.MulOp, f, c), b.op(tf.MulOp, i, g))
    o = d.act(b, 0, peeped(o, 1, new))
    return [b.op(tf.MulOp, o, d.activations[2](b, new)), new]


@dataclass(frozen=True, slots=True)
class CellKind:
    """gates: how many parts weights have; states: how many tensors a step hands to the next."""

    cell: Cell
    gates: int
    states: int
    activations: tuple[str, ...]


RNN = CellKind(rnn_cell, 1, 1, ("Tanh",))
GRU = CellKind(gru_cell, 3, 1, ("Sigmoid", "Tanh"))
LSTM = CellKind(lstm_cell, 4, 2, ("Sigmoid", "Tanh", "Tanh"))
