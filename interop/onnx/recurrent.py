"""RNN, GRU and LSTM: a loop over time for each direction.

Weights are stacked by gates as ONNX orders them: `z, r, h` for GRU, `i, o, f, c` for LSTM.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder
from .contraction import product
from .elementwise import cast
from .loops import Trip, run_loop
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import pack, size_of

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


def _rows(b: GraphBuilder, value: SSAValue, first: int, count: int, axis: int = 0) -> SSAValue:
    """Entries `first` to `first + count` along an axis."""
    rank = b.rank(value)
    begin, end = [0] * rank, [0] * rank
    begin[axis], end[axis] = first, first + count
    mask = sum(1 << d for d in range(rank) if d != axis)
    return b.op(tf.StridedSliceOp, value, begin, end, [1] * rank, begin_mask=mask, end_mask=mask)


def _gate(b: GraphBuilder, d: Direction, gates: SSAValue, number: int) -> SSAValue:
    return _rows(b, gates, number * d.hidden, d.hidden, axis=1)


def _recurrent(b: GraphBuilder, d: Direction, state: SSAValue) -> SSAValue:
    """The previous output's part of the gates, without its bias."""
    return b.op(tf.MatMulOp, state, d.recurrence, transpose_a=False, transpose_b=True)


def _with(b: GraphBuilder, value: SSAValue, bias: SSAValue | None) -> SSAValue:
    return value if bias is None else b.op(tf.AddV2Op, value, bias)


def rnn_cell(
    b: GraphBuilder, d: Direction, part: SSAValue, states: Sequence[SSAValue]
) -> list[SSAValue]:
    total = b.op(tf.AddV2Op, part, _with(b, _recurrent(b, d, states[0]), d.recurrent_bias))
    return [d.act(b, 0, total)]


def gru_cell(
    b: GraphBuilder, d: Direction, part: SSAValue, states: Sequence[SSAValue]
) -> list[SSAValue]:
    (h,) = states
    hidden = d.hidden
    bias = d.recurrent_bias
    two = _rows(b, d.recurrence, 0, 2 * hidden)
    recurrent = b.op(tf.MatMulOp, h, two, transpose_a=False, transpose_b=True)
    if bias is not None:
        recurrent = b.op(tf.AddV2Op, recurrent, _rows(b, bias, 0, 2 * hidden))
    zr = d.act(b, 0, b.op(tf.AddV2Op, _rows(b, part, 0, 2 * hidden, axis=1), recurrent))
    z, r = _gate(b, d, zr, 0), _gate(b, d, zr, 1)
    last = _rows(b, d.recurrence, 2 * hidden, hidden)
    last_bias = None if bias is None else _rows(b, bias, 2 * hidden, hidden)

    def through(x: SSAValue) -> SSAValue:
        return _with(b, b.op(tf.MatMulOp, x, last, transpose_a=False, transpose_b=True), last_bias)

    if d.linear_before_reset:
        inner = b.op(tf.MulOp, r, through(h))
    else:
        inner = through(b.op(tf.MulOp, r, h))
    new = d.act(b, 1, b.op(tf.AddV2Op, _gate(b, d, part, 2), inner))
    kept = b.op(tf.MulOp, z, h)
    rest = b.op(tf.MulOp, b.op(tf.SubOp, b.like(1, z), z), new)
    return [b.op(tf.AddV2Op, rest, kept)]


def lstm_cell(
    b: GraphBuilder, d: Direction, part: SSAValue, states: Sequence[SSAValue]
) -> list[SSAValue]:
    h, c = states
    gates = b.op(tf.AddV2Op, part, _with(b, _recurrent(b, d, h), d.recurrent_bias))
    i, o, f, g = (_gate(b, d, gates, number) for number in range(4))

    def peeped(gate: SSAValue, number: int, cell: SSAValue) -> SSAValue:
        if d.peepholes is None:
            return gate
        weights = _rows(b, d.peepholes, number * d.hidden, d.hidden)
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


def _activations(n: NodeCall, kind: CellKind, number: int) -> list[Activation]:
    """Those of direction `number`; alphas and betas go to the functions that take them in order."""
    count = len(kind.activations)
    directions = 2 if n.text("direction", "forward") == "bidirectional" else 1
    names = n.texts("activations", kind.activations * directions)
    if len(names) != count * directions:
        raise NodeRefused(f"{len(names)} activations are given, {count * directions} are needed")
    alphas, betas = (
        list(n.floats("activation_alpha") or ()),
        list(n.floats("activation_beta") or ()),
    )
    made = list[Activation]()
    for name in names:
        takes_alpha = name.lower() in ("leakyrelu", "affine", "hardsigmoid", "scaledtanh")
        takes_beta = name.lower() in ("affine", "hardsigmoid", "scaledtanh")
        alpha = alphas.pop(0) if takes_alpha and alphas else None
        beta = betas.pop(0) if takes_beta and betas else None
        made.append(activation(name, alpha, beta))
    return made[number * count : (number + 1) * count]


def _direction(n: NodeCall, b: GraphBuilder, kind: CellKind, number: int) -> Direction:
    hidden = b.static(n[2], 2)
    if hidden is None:
        raise NodeRefused("the hidden size is not known")
    said = n.find("hidden_size")
    if said is not None and said != hidden:
        raise NodeRefused(f"hidden_size is {said}, the weights have {hidden}")

    def own(place: int) -> SSAValue | None:
        value = n.get(place)
        return None if value is None else _one(b, value, number)

    bias, size = own(3), kind.gates * hidden
    return Direction(
        hidden,
        _one(b, n[1], number),
        _one(b, n[2], number),
        None if bias is None else _rows(b, bias, 0, size),
        None if bias is None else _rows(b, bias, size, size),
        own(7) if kind is LSTM else None,
        _activations(n, kind, number),
        None if n.find("clip") is None else n.float("clip"),
        n.flag("linear_before_reset"),
        n.flag("input_forget"),
    )


def _one(b: GraphBuilder, value: SSAValue, number: int) -> SSAValue:
    """Entry `number` of dimension 0."""
    return b.op(tf.GatherV2Op, value, b.integer(number), b.integer(0), batch_dims=0)


def recurrent(kind: CellKind) -> Callable[[NodeCall, GraphBuilder], list[SSAValue]]:
    """The translation of an operator that runs `kind` over time."""

    def translate(n: NodeCall, b: GraphBuilder) -> list[SSAValue]:
        direction = n.text("direction", "forward")
        ways = {"forward": (False,), "reverse": (True,), "bidirectional": (False, True)}
        if direction not in ways:
            raise NodeRefused(f"direction {direction} is not known")
        batch_first = n.flag("layout")
        x = b.op(tf.TransposeOp, n[0], [1, 0, 2]) if batch_first else n[0]
        runs = [_run(n, b, kind, x, number, back) for number, back in enumerate(ways[direction])]
        y = b.op(tf.PackOp, *(outputs for outputs, _ in runs), axis=1)
        finals = [
            b.op(tf.PackOp, *(states[i] for _, states in runs), axis=0) for i in range(kind.states)
        ]
        if batch_first:
            y = b.op(tf.TransposeOp, y, [2, 0, 1, 3])
            finals = [b.op(tf.TransposeOp, final, [1, 0, 2]) for final in finals]
        return [y, *finals]

    return translate


def _run(
    n: NodeCall, b: GraphBuilder, kind: CellKind, x: SSAValue, number: int, back: bool
) -> tuple[SSAValue, list[SSAValue]]:
    """The outputs of all steps of one direction, `[time, batch, hidden]`, and the last states.

    With lengths, a sequence keeps its states after its end, and its outputs there are 0.
    """
    d = _direction(n, b, kind, number)
    lengths = None if n.get(4) is None else cast(b, n[4], i64)
    x = _turned(b, x, lengths) if back else x
    parts = _with(b, product(b, x, b.op(tf.TransposeOp, d.weights, [1, 0])), d.input_bias)
    initial = [_initial(n, b, x, d, 5 + i, number) for i in range(kind.states)]

    def trip(place: SSAValue, _: SSAValue | None, states: Sequence[SSAValue]) -> Trip:
        part = b.op(tf.GatherV2Op, parts, place, b.integer(0), batch_dims=0)
        new = kind.cell(b, d, part, states)
        if lengths is None:
            return Trip(None, new, [new[0]])
        runs = b.op(tf.GreaterOp, b.op(tf.ReshapeOp, lengths, [-1, 1]), place, element=i1)
        element = b.element(x)
        kept = [
            b.op(tf.SelectV2Op, runs, after, before, element=element)
            for after, before in zip(new, states, strict=True)
        ]
        shown = b.op(tf.SelectV2Op, runs, new[0], b.like(0, new[0]), element=element)
        return Trip(None, kept, [shown])

    *states, outputs = run_loop(b, size_of(b, x, 0), None, initial, trip)
    return (_turned(b, outputs, lengths) if back else outputs), states


def _turned(b: GraphBuilder, value: SSAValue, lengths: SSAValue | None) -> SSAValue:
    """`value` from the last time to the first, of each sequence as far as it goes."""
    if lengths is None:
        return b.op(tf.ReverseV2Op, value, [0])
    return b.op(tf.ReverseSequenceOp, value, lengths, seq_dim=0, batch_dim=1)


def _initial(
    n: NodeCall, b: GraphBuilder, x: SSAValue, d: Direction, place: int, number: int
) -> SSAValue:
    given = n.get(place)
    if given is not None:
        if n.flag("layout"):
            given = b.op(tf.TransposeOp, given, [1, 0, 2])
        return _one(b, given, number)
    sizes = pack(b, [size_of(b, x, 1), d.hidden])
    return b.op(tf.FillOp, sizes, b.like(0, x), element=b.element(x))


NODES: NodeTable = {"RNN": recurrent(RNN), "GRU": recurrent(GRU), "LSTM": recurrent(LSTM)}
