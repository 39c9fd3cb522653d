"""Removes broadcasts that provably do nothing and joins those that follow each other.

```mlir
%1 = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<[0, 1]>…}>
    : (tensor<?x8xf32, [@S0, 8]>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
%2 = mhlo.add %1, %y
```
becomes
```mlir
%2 = mhlo.add %x, %y
```

A broadcast is an identity only where the sizes are equal and each dimension keeps its place: with
`broadcast_dimensions = [1, 0]` it is a transpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...analysis.analyze import analyze_sizes
from ...analysis.branches import condition_of, inside
from ...analysis.broadcasts import (
    BROADCASTS,
    BroadcastOp,
    dimensions_of,
    is_broadcast,
    is_identity,
    is_named,
)
from ...analysis.module_parts import functions, operands_of, ops_of
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo, sdim
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import is_tensor, is_unranked
from ...materialize.arith import INDEX
from ...materialize.constraint_ops import emit_constraint
from ...materialize.dead_code import erase_dead
from ...materialize.op_builder import OpBuilder
from ...materialize.places import keeping_places
from ...materialize.symbols import ConstraintWriter
from ...materialize.types import refresh_signature
from ...symbolic import Predicate, eq
from ...symbolic.shapes import ONE
from ..optimize_shapes.static_forms import broadcast as static_broadcast
from .sink import accept_sizes_of, reduce_away, sink


@dataclass(frozen=True)
class EliminateBroadcastsPass(ModulePass):
    """Removes identity broadcasts and merges the rest."""

    name = "tieshape-eliminate-broadcasts"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        analysis = analyze_sizes(op)
        found = list[Predicate]()
        defined = list(functions(op))
        sole = defined[0] if len(defined) == 1 else None
        for candidate in in_order(op, analysis):
            if is_broadcast(candidate) and not any(
                is_unranked(value.type) for value in (*candidate.operands, *candidate.results)
            ):
                if _always_runs(candidate, sole):
                    found += implied_equalities(candidate, analysis)
                simplify_broadcast(candidate, analysis)
            elif not reduce_away(candidate, analysis):
                sink(candidate, analysis)
        if found:
            writer = ConstraintWriter(op, analysis.facts)
            for fact in dict.fromkeys(found):
                emit_constraint(writer.emitter, fact, why="a broadcast of a size that is never 1")
        for function in functions(op):
            refresh_signature(function)
        erase_dead(op)


def in_order(root: Operation, analysis: ShapeAnalysis) -> Iterator[Operation]:
    """The ops below `root` in order; `analysis` knows the facts of the current one's region."""
    for region in root.regions:
        for block in region.blocks:
            held = (
                isinstance(root, func.FuncOp | ModuleOp)
                or not any(map(_is_asked_about, ops_of(block)))
                or not (
                    any(isinstance(op, sdim.ConstraintOp) for op in ops_of(block))
                    or condition_of(block, analysis) is not None
                )
            )
            with nullcontext() if held else inside(block, analysis):
                for op in ops_of(block):
                    yield op
                    if op.regions:
                        yield from in_order(op, analysis)


def _is_asked_about(op: Operation) -> bool:
    """Whether what is known of sizes may tell something of `op`, or of an op in it."""
    return (
        bool(op.regions)
        or is_broadcast(op)
        or any(type(operand.owner) in BROADCASTS for operand in operands_of(op))
    )


def implied_equalities(op: BroadcastOp, analysis: ShapeAnalysis) -> list[Predicate]:
    """What `op`, which always runs, itself tells: a size that is never 1 is the result's."""
    shape, result = analysis.shape(op.operands[0]), analysis.shape(op.results[0])
    facts = analysis.facts
    found = list[Predicate]()
    for size, d in zip(shape, dimensions_of(op), strict=True):
        if size in (result[d], ONE) or not (is_named(size) and is_named(result[d])):
            continue
        same = eq(size, result[d])
        if facts.refutes(eq(size, 1)) and not facts.proves(same):
            facts.learn(same)
            found.append(same)
    return found


def _always_runs(op: Operation, sole: func.FuncOp | None) -> bool:
    """Whether `op` always runs: at the top level of `sole`, the only function of its module."""
    return sole is not None and op.parent_op() is sole


def simplify_broadcast(op: BroadcastOp, analysis: ShapeAnalysis) -> None:
    """Rewrites one broadcast; its operands have been rewritten before."""
    while (source := _source_of(op, analysis)) is not None:
        value, dimensions = source
        op.operands[0] = value
        op.properties["broadcast_dimensions"] = dense_i64(dimensions)
        for marks in mhlo.EXPANSION_MARKS:
            op.properties.pop(marks, None)  # of the dimensions of another operand
    if is_identity(op, analysis):
        op.results[0].replace_all_uses_with(_as_result(op))
        Rewriter.erase_op(op)
    elif isinstance(op, mhlo.DynamicBroadcastInDimOp):
        static = static_broadcast(op, analysis)
        if static is not None:
            op.result.replace_all_uses_with(static)
            Rewriter.erase_op(op)


def _as_result(op: BroadcastOp) -> SSAValue:
    """The operand of `op`, an identity, tied to the result's sizes where its users need them.

    Elementwise ops take equal sizes whatever their names are; that a branch ends in another type,
    or a function in one that tells less, would be wrong.
    """
    value, type = op.operands[0], op.results[0].type
    if value.type == type or accept_sizes_of(value, op.results[0]):
        return value
    assert is_tensor(type)
    b = OpBuilder(op)
    dims = list[SSAValue]()
    for i, size in enumerate(type.get_shape()):
        index = b.index(i if size == DYNAMIC_INDEX else size)
        dims.append(index if size != DYNAMIC_INDEX else _element(b, op.operands[1], i, index))
    return b.insert(sdim.TieShapeOp(value, dims, type)).result


def _element(b: OpBuilder, shape: SSAValue, place: int, index: SSAValue) -> SSAValue:
    """Element `place`, which is `index`, of `shape`, as an index."""
    if isinstance(shape.owner, tensor.FromElementsOp):
        element = shape.owner.operands[place]
    else:
        assert is_tensor(shape.type)
        element = b.value(tensor.ExtractOp(shape, [index], shape.type.element_type))
    return element if element.type == INDEX else b.value(arith.IndexCastOp(element, INDEX))


def _source_of(op: BroadcastOp, analysis: ShapeAnalysis) -> tuple[SSAValue, tuple[int, ...]] | None:
    """What `op` could broadcast instead of its operand, and its dimensions there."""
    inner = op.operands[0].owner
    if isinstance(inner, Operation) and is_broadcast(inner):
        return _through_broadcast(op, inner, analysis)
    if isinstance(inner, mhlo.ReshapeOp | mhlo.DynamicReshapeOp):
        return _through_reshape(op, inner, analysis)
    return None


def _through_broadcast(
    op: BroadcastOp, inner: BroadcastOp, analysis: ShapeAnalysis
) -> tuple[SSAValue, tuple[int, ...]] | None:
    """A broadcast of a broadcast is one: the dimension maps compose.

    Every dimension of the inner operand that may be repeated by `inner` is repeated as a whole by
    the two: its size is 1 where `inner` repeats it. One that `inner` repeats to a size that `op`
    repeats again has size 1 all the way.
    """
    outer = dimensions_of(op)
    return inner.operands[0], tuple(outer[d] for d in dimensions_of(inner))


def _through_reshape(
    op: BroadcastOp, inner: Operation, analysis: ShapeAnalysis
) -> tuple[SSAValue, tuple[int, ...]] | None:
    """A reshape that only adds or drops dimensions of size 1 is part of the dimension map."""
    if not analysis.has_rank(inner.operands[0]):
        return None
    before, after = analysis.shape(inner.operands[0]), analysis.shape(inner.results[0])
    outer = dimensions_of(op)
    kept_before = [i for i, size in enumerate(before) if size != ONE]
    kept_after = [i for i, size in enumerate(after) if size != ONE]
    if len(kept_before) != len(kept_after) or len(kept_before) != len(before):
        return None
    for i, j in zip(kept_before, kept_after, strict=True):
        if before[i] != after[j] and not analysis.facts.proves(eq(before[i], after[j])):
            return None
    return inner.operands[0], tuple(outer[j] for j in kept_after)
