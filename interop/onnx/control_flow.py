"""If, Loop and Scan, as tf ops with regions.

A value that a graph takes from around it is used from outside. What a loop gathers is a list of
tensors, which a pass makes a tensor.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from ...dialects import tf
from ...symbolic import Contradiction, Predicate
from .branches import Branch, branches
from .builder import GraphBuilder, axis_in
from .elementwise import scalar_of
from .loops import Trip, run_loop
from .nodes import GraphValue, NodeCall, NodeRefused, NodeTable, OptionalValue, SequenceValue
from .protobuf import Graph
from .shapes import size_of


def if_(n: NodeCall, b: GraphBuilder) -> Sequence[GraphValue]:
    """One of two graphs; only that one where facts decide the condition."""
    condition = scalar_of(b, n[0])
    graphs = (n.graph("then_branch"), n.graph("else_branch"))
    known = b.inference.condition(condition)
    array = b.arrays.get(condition)
    if array is not None:
        return b.subgraph(graphs[0] if array.item() else graphs[1], ())
    if known is not None and b.proves(known):
        return b.subgraph(graphs[0], ())
    if known is not None and b.inference.facts.refutes(known):
        return b.subgraph(graphs[1], ())
    moment = b.inference.ages.now()
    claims = (known, None if known is None else known.negate())
    made = [_branch(b, graph, claim, moment) for graph, claim in zip(graphs, claims, strict=True)]
    flat = [branch.values for branch in made]
    if [type(v) for v in made[0].outputs] != [type(v) for v in made[1].outputs] or len(
        {len(values) for values in flat}
    ) != 1:
        raise NodeRefused("the branches give sequences of different or unknown lengths")
    results = list(branches(b, condition, made, claims))
    return [_rebuilt(value, results) for value in made[0].outputs]


def _branch(b: GraphBuilder, graph: Graph, claim: Predicate | None, moment: int) -> Branch:
    branch = Branch()
    with b.region(branch.block), b.inference.sometimes(branch.block):
        if claim is not None:
            try:
                b.inference.assume(claim)
            except Contradiction as error:
                raise NodeRefused("a branch contradicts what is known") from error
        branch.outputs = list(b.subgraph(graph, ()))
        branch.values = [tensor for value in branch.outputs for tensor in _tensors(value)]
        branch.note_sizes(b, moment)
    return branch


def _tensors(value: GraphValue) -> Sequence[SSAValue]:
    if isinstance(value, SSAValue):
        return [value]
    if isinstance(value, SequenceValue):
        return value.items
    kind = "optional values" if isinstance(value, OptionalValue) else "sequences of unknown length"
    raise NodeRefused(f"{kind} that depend on a branch are not supported")


def _rebuilt(value: GraphValue, results: list[SSAValue]) -> GraphValue:
    """The value that takes as many of `results` as `value` has tensors."""
    if isinstance(value, SequenceValue):
        items = tuple(results.pop(0) for _ in value.items)
        return SequenceValue(items, value.element)
    return results.pop(0)


def loop(n: NodeCall, b: GraphBuilder) -> Sequence[GraphValue]:
    """Runs its body while the condition holds, at most `M` times."""
    body = n.graph("body")
    carried = [n[place] for place in range(2, len(n.operands))]
    most = None if n.get(0) is None else scalar_of(b, n[0])
    given = None if n.get(1) is None else scalar_of(b, n[1])
    first = given
    if given is not None and (array := b.arrays.get(given)) is not None and array.item():
        first = None

    def trip(place: SSAValue, condition: SSAValue | None, values: Sequence[SSAValue]) -> Trip:
        holds = condition if condition is not None else b.number(1, i1)
        outputs = b.subgraph(body, [place, holds, *values])
        tensors = [_one_tensor(value) for value in outputs]
        more: SSAValue | None = scalar_of(b, tensors[0])
        array = b.arrays.get(tensors[0])
        if condition is None and (tensors[0] is holds or (array is not None and array.item())):
            more = None
        return Trip(more, tensors[1 : 1 + len(values)], tensors[1 + len(values) :])

    return run_loop(b, most, first, carried, trip)


def _one_tensor(value: GraphValue) -> SSAValue:
    if not isinstance(value, SSAValue):
        raise NodeRefused("sequences that a loop carries are not supported")
    return value


def scan(n: NodeCall, b: GraphBuilder) -> Sequence[GraphValue]:
    """Runs its body for each entry of the scanned inputs."""
    if n.version < 9:
        raise NodeRefused("Scan before opset 9 is not supported")
    body, count = n.graph("body"), n.int("num_scan_inputs")
    states = [n[place] for place in range(len(n.operands) - count)]
    scanned = [n[place] for place in range(len(n.operands) - count, len(n.operands))]
    axes = [
        axis_in(axis, b.rank(x))
        for axis, x in zip(n.ints("scan_input_axes") or (0,) * count, scanned, strict=True)
    ]
    backwards = n.ints("scan_input_directions") or (0,) * count
    length = size_of(b, scanned[0], axes[0])
    last = b.op(tf.SubOp, length, 1)

    def trip(place: SSAValue, _: SSAValue | None, values: Sequence[SSAValue]) -> Trip:
        turned = b.op(tf.SubOp, last, place)
        items = [
            b.op(tf.GatherV2Op, x, turned if back else place, b.integer(axis), batch_dims=0)
            for x, axis, back in zip(scanned, axes, backwards, strict=True)
        ]
        outputs = [_one_tensor(v) for v in b.subgraph(body, [*values, *items])]
        return Trip(None, outputs[: len(values)], outputs[len(values) :])

    results = run_loop(b, length, None, states, trip)
    gathered = results[len(states) :]
    out_axes = n.ints("scan_output_axes") or (0,) * len(gathered)
    out_back = n.ints("scan_output_directions") or (0,) * len(gathered)
    found = [
        _moved(b, value, axis, bool(back))
        for value, axis, back in zip(gathered, out_axes, out_back, strict=True)
    ]
    return [*results[: len(states)], *found]


def _moved(b: GraphBuilder, value: SSAValue, axis: int, backwards: bool) -> SSAValue:
    """`value` with dimension 0 reversed if wanted, and moved to `axis`."""
    if backwards:
        value = b.op(tf.ReverseV2Op, value, [0])
    rank = b.rank(value)
    axis = axis_in(axis, rank)
    if axis == 0:
        return value
    order = list(range(1, rank))
    order.insert(axis, 0)
    return b.op(tf.TransposeOp, value, order)


NODES: NodeTable = {"If": if_, "Loop": loop, "Scan": scan}
