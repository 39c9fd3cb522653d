"""RNN, GRU and LSTM: a loop over time for each direction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from ...dialects import tf
from ...symbolic import eq
from .builder import GraphBuilder
from .elementwise import cast
from .loop_lists import stacked
from .loops import Trip, run_loop
from .nodes import NodeCall, NodeRefused, NodeTable
from .recurrent_cells import (
    GRU,
    LSTM,
    RNN,
    Activation,
    CellKind,
    Direction,
    activation,
    rows,
    with_bias,
)
from .shapes import pack, size_of


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
    for place, needed in ((1, 3), (2, 3), (3, 2)):
        value = n.get(place)
        if value is not None and (rank := b.rank(value)) != needed:
            raise NodeRefused(f"input {place} has rank {rank}, needed {needed}")
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
        None if bias is None else rows(b, bias, 0, size),
        None if bias is None else rows(b, bias, size, size),
        own(7) if kind is LSTM else None,
        _activations(n, kind, number),
        None if n.find("clip") is None else n.float("clip"),
        n.flag("linear_before_reset"),
        n.flag("input_forget"),
    )


def _one(b: GraphBuilder, value: SSAValue, number: int) -> SSAValue:
    """Entry `number` of dimension 0."""
    array = b.arrays.get(value)
    if array is not None and number < len(array):
        return b.constant(array[number], b.element(value))
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
    if lengths is not None:
        _require_batch(n, b, x, lengths, 0, "lengths")
    x = _turned(b, x, lengths) if back else x
    inputs = b.op(tf.BatchMatMulV2Op, x, d.weights, adj_x=False, adj_y=True)
    parts = with_bias(b, inputs, d.input_bias)
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

    states, (shown,) = run_loop(b, size_of(b, x, 0), None, initial, trip)
    outputs = stacked(b, shown)
    return (_turned(b, outputs, lengths) if back else outputs), list(states)


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
        _require_batch(n, b, x, given, 1, "initial states")
        return _one(b, given, number)
    sizes = pack(b, [size_of(b, x, 1), d.hidden])
    return b.op(tf.FillOp, sizes, b.like(0, x), element=b.element(x))


def _require_batch(
    n: NodeCall, b: GraphBuilder, x: SSAValue, other: SSAValue, axis: int, what: str
) -> None:
    """Stops a run in which size `axis` of `other` is not the batch, size 1 of `x`."""
    if not b.proves(eq(b.sizes(x)[1], b.sizes(other)[axis])):
        same = b.op(tf.EqualOp, size_of(b, other, axis), size_of(b, x, 1), element=i1)
        b.check(same, f"{n.node.op_type}: as many {what} are needed as the batch has sequences")


NODES: NodeTable = {"RNN": recurrent(RNN), "GRU": recurrent(GRU), "LSTM": recurrent(LSTM)}
