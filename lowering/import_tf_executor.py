"""Puts the ops of TensorFlow's graphs in the place of the graphs.

```mlir
%graph = tf_executor.graph {
  %0, %ctl = tf_executor.island wraps "tf.Exp"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1:2 = tf_executor.island(%ctl) wraps "tf.Abs"(%0) : (tensor<?xf32>) -> tensor<?xf32>
  tf_executor.fetch %1 : tensor<?xf32>
}
```
becomes
```mlir
%0 = "tf.Exp"(%x) : (tensor<?xf32>) -> tensor<?xf32>
%1 = "tf.Abs"(%0) : (tensor<?xf32>) -> tensor<?xf32>
```

The ops stay in the order of the islands, in which every token is given before it is taken. Where
the text has them in another order, an island comes after those that it needs.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from ..analysis.module_parts import instances_below, ops_below
from ..dialects.foreign import tf_executor
from ..dialects.messages import op_name
from ..materialize.places import keeping_places, taking_any_blocks
from ..rules.errors import ShapeError


@dataclass(frozen=True)
class ImportTfExecutorPass(ModulePass):
    """Leaves no tf_executor ops."""

    name = "tieshape-import-tf-executor"

    @keeping_places
    @taking_any_blocks
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in instances_below(op, tf_executor.GraphOp):
            inline(inner)
        for inner in ops_below(op):
            if op_name(inner).startswith("tf_executor."):
                raise unsupported(inner)


def unsupported(op: Operation) -> PassFailedException:
    return ShapeError(op, "control flow between islands is not supported, functional ops are")


def inline(graph: tf_executor.GraphOp) -> None:
    """Puts the ops of `graph` before it and their values in the place of its results."""
    block = graph.body.block
    fetch = block.last_op
    assert isinstance(fetch, tf_executor.FetchOp)
    for island in in_order(block):
        body = island.body.block
        last = body.last_op
        assert last is not None
        for result, value in zip(island.outputs, last.operands, strict=True):
            result.replace_all_uses_with(value)
        Rewriter.erase_op(last)
        Rewriter.inline_block(body, InsertPoint.before(graph))
    for result, value in zip(graph.results, fetch.values, strict=True):
        result.replace_all_uses_with(value)
    Rewriter.erase_op(fetch)
    for island in reversed(list(block.ops)):
        Rewriter.erase_op(island, safe_erase=False)
    Rewriter.erase_op(graph)


def in_order(block: Block) -> list[tf_executor.IslandOp]:
    """The islands of a graph, each after those that it needs, else in their order."""
    done: dict[Operation, None] = {}
    pending: list[tuple[Operation, bool]] = [(op, False) for op in reversed(list(block.ops))]
    open_ops = set[Operation]()
    while pending:
        op, needs_done = pending.pop()
        if op in done:
            continue
        if needs_done:
            done[op] = None
            open_ops.discard(op)
            continue
        if op in open_ops:
            raise ShapeError(op, "islands that need each other are not supported")
        if not isinstance(op, tf_executor.IslandOp | tf_executor.FetchOp):
            raise unsupported(op)
        open_ops.add(op)
        pending.append((op, True))
        pending += [(need, False) for need in reversed(needs_of(op, block)) if need not in done]
    return [op for op in done if isinstance(op, tf_executor.IslandOp)]


def needs_of(op: Operation, block: Block) -> list[Operation]:
    """The ops of `block` whose results `op`, or an op in it, takes."""
    operands = [operand for inner in op.walk() for operand in inner.operands]
    owners = [o.owner for o in operands if isinstance(o.owner, Operation)]
    return [owner for owner in dict.fromkeys(owners) if owner.parent is block]
