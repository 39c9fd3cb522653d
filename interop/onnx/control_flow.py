"""Loop and Scan, as tf ops with regions.

A value that a graph takes from around it is used from outside. What a loop gathers is a list of
tensors, which a pass makes a tensor.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder, axis_in
from .elementwise import scalar_of
from .loop_lists import moved, stacked
from .loops import Trip, run_loop
from .nodes import GraphValue, GrowingValue, NodeCall, NodeRefused, NodeTable, SequenceValue
from .shapes import size_of


def loop(n: NodeCall, b: GraphBuilder) -> Sequence[GraphValue]:
    """Runs its body while the condition holds, at most `M` times."""
    body = n.graph("body")
    given_values = [_at_first(n, place) for place in range(2, len(n.operands))]
    carried = [value for value in given_values if isinstance(value, SSAValue)]
    most = None if n.get(0) is None else scalar_of(b, n[0])
    given = None if n.get(1) is None else scalar_of(b, n[1])
    first = given
    if given is not None and (array := b.arrays.get(given)) is not None and array.item():
        first = None

    def trip(place: SSAValue, condition: SSAValue | None, values: Sequence[SSAValue]) -> Trip:
        holds = condition if condition is not None else b.number(1, i1)
        left = iter(values)
        arguments = [v if isinstance(v, GrowingValue) else next(left) for v in given_values]
        outputs = b.subgraph(body, [place, holds, *arguments])
        told, kept = _one_tensor(outputs[0]), outputs[1 : 1 + len(arguments)]
        more: SSAValue | None = scalar_of(b, told)
        array = b.arrays.get(told)
        if condition is None and (told is holds or (array is not None and array.item())):
            more = None
        tensors, items = list[SSAValue](), list[SSAValue]()
        for before, after in zip(arguments, kept, strict=True):
            if isinstance(before, GrowingValue):
                items.append(_one_item(after))
            else:
                tensors.append(_one_tensor(after))
        gathered = [_one_tensor(value) for value in outputs[1 + len(arguments) :]]
        return Trip(more, tensors, [*items, *gathered])

    results = run_loop(b, most, first, carried, trip)
    tensors, lists = iter(results.carried), iter(results.gathered)
    ends = [next(tensors if isinstance(v, SSAValue) else lists) for v in given_values]
    return [*ends, *(stacked(b, items) for items in lists)]


def _at_first(n: NodeCall, place: int) -> SSAValue | GrowingValue:
    """What a loop carries: a tensor, or a sequence, which is empty."""
    value = n.any(place)
    if not isinstance(value, SequenceValue):
        return n[place]
    if value.items:
        raise NodeRefused("a sequence that a loop appends to must be empty at first")
    return GrowingValue()


def _one_item(value: GraphValue) -> SSAValue:
    if not isinstance(value, GrowingValue) or len(value.items) != 1:
        raise NodeRefused("a loop must append one tensor to each sequence that it carries")
    return value.items[0]


def _one_tensor(value: GraphValue) -> SSAValue:
    if not isinstance(value, SSAValue):
        raise NodeRefused("sequences that a loop carries are not supported")
    return value


def scan(n: NodeCall, b: GraphBuilder) -> Sequence[GraphValue]:
    """Runs its body for each entry of the scanned inputs."""
    body, count = n.graph("body"), n.int("num_scan_inputs")
    if not 0 < count <= len(n.operands):
        raise NodeRefused(f"num_scan_inputs is {count}, the node has {len(n.operands)} inputs")
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

    ends, lists = run_loop(b, length, None, states, trip)
    gathered = [stacked(b, items) for items in lists]
    out_axes = n.ints("scan_output_axes") or (0,) * len(gathered)
    out_back = n.ints("scan_output_directions") or (0,) * len(gathered)
    found = [
        _moved(b, value, axis, bool(back))
        for value, axis, back in zip(gathered, out_axes, out_back, strict=True)
    ]
    return [*ends, *found]


def _moved(b: GraphBuilder, value: SSAValue, axis: int, backwards: bool) -> SSAValue:
    """`value` with dimension 0 reversed if wanted, and moved to `axis`."""
    if backwards:
        value = b.op(tf.ReverseV2Op, value, [0])
    return moved(b, value, axis)


NODES: NodeTable = {"Loop": loop, "Scan": scan}
