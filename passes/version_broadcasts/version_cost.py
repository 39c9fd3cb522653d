"""What code costs in an example of the sizes, as bytes: to compare versions.

A launch counts as `LAUNCH` bytes, a kernel as what it reads and writes. An undecided broadcast in a
kernel costs `INDEXING` of that, where sizes and strides are looked at; and `SHORT_LOOPS` where it
keeps an inner loop short that without it would be one with the loops around it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from contextlib import suppress
from math import prod

from xdsl.ir import Operation, SSAValue

from ...analysis.broadcasts import BroadcastOp, dimensions_of, is_broadcast, open_pairs
from ...analysis.example_sizes import ExampleSizes
from ...analysis.module_parts import ops_below
from ...analysis.shape_analysis import ShapeAnalysis
from ...analysis.traffic import BytesInExample, launched_of, touched_by
from ...dialects import mhlo
from ...symbolic import Contradiction, all_of
from ...symbolic.shapes import ONE
from ..fuse.unions import whole_unions
from .version_profit import GroupVersion

LAUNCH = 1 << 16
INDEXING = 0.03
SHORT_LOOPS = 0.5
SHORT = 64
"""An inner loop of fewer elements than this is short."""


def cost_of(ops: Iterable[Operation], analysis: ShapeAnalysis, example: ExampleSizes) -> float:
    """What one run of `ops` costs in `example`."""
    bytes_of = BytesInExample(analysis, example)
    return sum(
        LAUNCH + sum(map(bytes_of, touched_by(op))) * _slowdown(op, analysis, example)
        for op in launched_of(ops)
    )


def cost_where_decided(
    ops: Sequence[Operation], analysis: ShapeAnalysis, example: ExampleSizes
) -> float:
    """What one run of `ops` costs in `example` where no undecided broadcast repeats its operand."""
    bytes_of = BytesInExample(analysis, example)
    launches, unions = defaultdict[Hashable, list[Operation]](list), whole_unions(ops)
    for op in launched_of(ops):
        launches[unions.get(op, op)].append(op)
    return sum(
        LAUNCH + sum(map(bytes_of, _touched_by_all(members)))
        for members in launches.values()
        if not all(map(_may_be_nothing, members))
    )


def _touched_by_all(ops: Sequence[Operation]) -> Iterable[SSAValue]:
    """What one kernel of all of `ops` reads and writes, each once."""
    if len(ops) == 1:
        return touched_by(ops[0])
    members = set(ops)
    touched = dict.fromkeys(value for op in ops for value in touched_by(op))
    return [v for v in touched if v.owner not in members or not _stays_in(v, members)]


def _stays_in(value: SSAValue, ops: Collection[Operation]) -> bool:
    return all(use.operation in ops for use in value.uses)


def _may_be_nothing(op: Operation) -> bool:
    """Whether `op` only broadcasts, with each dimension in its place."""
    inner = op.fused_computation.block.ops if isinstance(op, mhlo.FusionOp) else (op,)
    return all(
        dimensions_of(each) == tuple(range(len(dimensions_of(each))))
        if is_broadcast(each)
        else type(each) is mhlo.ReturnOp
        for each in inner
    )


def saved_in_group(
    group: Operation, version: GroupVersion, analysis: ShapeAnalysis, example: ExampleSizes
) -> float:
    """What `version` of a group saves in `example`; no launch, and none of its bytes."""
    with analysis.scope():
        before = cost_of([group], analysis, example)
        with suppress(Contradiction):
            analysis.facts.learn(all_of(*version.guards))
        return before - cost_of([group], analysis, example)


def _slowdown(op: Operation, analysis: ShapeAnalysis, example: ExampleSizes) -> float:
    undecided = [
        inner for inner in ops_below(op) if is_broadcast(inner) and any(open_pairs(inner, analysis))
    ]
    if not undecided:
        return 1
    short = any(_shortens_loops(inner, analysis, example) for inner in undecided)
    return 1 + INDEXING + (SHORT_LOOPS if short else 0)


def _shortens_loops(op: BroadcastOp, analysis: ShapeAnalysis, example: ExampleSizes) -> bool:
    """Whether `op` keeps apart an inner loop that is short and the loops around it."""
    result = analysis.shape(op.results[0])
    undecided = {
        d
        for size, d in zip(analysis.shape(op.operands[0]), dimensions_of(op), strict=True)
        if size not in (ONE, result[d])
    }
    last = max(undecided)
    inner = result[last:] if last == len(result) - 1 else result[last + 1 :]
    length = prod(max(example.of(size), 1) for size in inner)
    return length < SHORT and length < example.of_shape(result)
