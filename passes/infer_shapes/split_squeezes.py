"""Squeezes that may or may not drop a dimension: a branch for each case.

```mlir
%0 = "tf.Squeeze"(%x) <{squeeze_dims = []}> : (tensor<?x4xf32>) -> tensor<*xf32>
```
has rank 1 where the first size is 1, else 2. What follows it in its block becomes
```mlir
%1 = "tf.IfRegion"(%is_1) ({ "tf.Squeeze"(%x) <{squeeze_dims = [0]}> … }, { "tf.Identity"(%x) … })
```
so that every value has a rank again.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    ArrayAttr,
    IndexType,
    IntegerAttr,
    TensorType,
    UnitAttr,
    i1,
    i64,
)
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.inference import Inference
from ...dialects import tf
from ...symbolic import eq

MAX_DIMENSIONS = 4
"""A squeeze with more dimensions that may be dropped is left as it is."""

MARK = "tieshape.split"
"""The attribute of an `tf.IfRegion` that is made here."""


def is_open_squeeze(op: Operation) -> bool:
    """Whether `op` drops whichever dimensions have size 1."""
    return isinstance(op, tf.SqueezeOp) and not op.squeeze_dims


def undecided_dimensions(op: tf.SqueezeOp, inference: Inference) -> tuple[list[int], list[int]]:
    """The dimensions that `op` drops, and those that it may drop; none where its rank is known."""
    shape = inference.shapes.get(op.operands[0])
    if shape is None or inference.shapes.get(op.results[0]) is not None:
        return [], []
    ones = [d for d, size in enumerate(shape) if inference.facts.proves(eq(size, 1))]
    undecided = [
        d
        for d, size in enumerate(shape)
        if d not in ones and not inference.facts.refutes(eq(size, 1))
    ]
    return ones, undecided if len(undecided) <= MAX_DIMENSIONS else []


def ops_from(op: Operation) -> list[Operation]:
    """`op` and what follows it in its block, but for the terminator."""
    result, next_op = list[Operation](), op
    while next_op.next_op is not None:
        result.append(next_op)
        next_op = next_op.next_op
    return result


def split_squeeze(op: tf.SqueezeOp, gone: Sequence[int], undecided: Sequence[int]) -> None:
    """Moves `op` and what follows it into branches on the size of each `undecided` dimension."""
    block = op.parent_block()
    assert block is not None
    end = block.last_op
    assert end is not None
    first, *others = undecided
    index = arith.ConstantOp(IntegerAttr(first, IndexType()))
    size = tensor.DimOp(op.operands[0], index.result)
    one = arith.ConstantOp(IntegerAttr(1, IndexType()))
    same = arith.CmpiOp(size.results[0], one.result, "eq")
    condition = tensor.FromElementsOp.create(
        operands=[same.result], result_types=[TensorType(i1, [])]
    )
    rest = ops_from(op)
    branches = (Block(), Block())
    mapper = dict[SSAValue, SSAValue]()
    branches[1].add_ops([later.clone(mapper) for later in rest])
    branches[1].add_op(tf.YieldOp.create(operands=[mapper.get(o, o) for o in end.operands]))
    new = tf.IfRegionOp.create(
        operands=[condition.results[0]],
        result_types=[o.type for o in end.operands],
        properties={"is_stateless": IntegerAttr(1, i1)},
        attributes={MARK: UnitAttr()},
        regions=[Region(branches[0]), Region(branches[1])],
        location=op.location,
    )
    made = [index, size, one, same, condition, new]
    Rewriter.insert_op(made, InsertPoint.before(op))
    kept = list(end.operands)
    end.operands = new.results
    for later in rest:
        later.detach()
    branches[0].add_ops([*rest, tf.YieldOp.create(operands=kept)])
    copy = branches[1].first_op
    assert isinstance(copy, tf.SqueezeOp)
    for squeeze, dropped in ((copy, gone), (op, [*gone, first])):
        if others:
            split_squeeze(squeeze, dropped, others)
        else:
            _decide(squeeze, sorted(dropped))


def _decide(op: tf.SqueezeOp, gone: Sequence[int]) -> None:
    if gone:
        op.properties["squeeze_dims"] = ArrayAttr([IntegerAttr(d, i64) for d in gone])
    else:
        Rewriter.replace_op(
            op, tf.IdentityOp.create(operands=op.operands, result_types=op.result_types)
        )
