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

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import (
    ArrayAttr,
    IndexType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    UnitAttr,
    i1,
    i64,
)
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.analyze import infer
from ...analysis.inference import Inference
from ...analysis.module_parts import ops_below
from ...dialects import sdim, tf
from ...dialects.messages import at_place, op_name
from ...rules.errors import ShapeError
from ...rules.rule import RuleTable
from ...symbolic import FALSE, eq

MAX_DIMENSIONS = 4
"""A squeeze with more dimensions that may be dropped is left as it is."""

MARK = "tieshape.split"
"""The attribute of an `tf.IfRegion` that is made here."""

MAX_OPS = 2000
"""No squeeze is split where more ops than this would come of it."""


def split_squeezes(module: ModuleOp, rules: RuleTable, *, guard: bool) -> None:
    """Splits each squeeze of `module` whose rank depends on the run, outermost first."""
    if not any(_is_open(op) for op in ops_below(module)):
        return
    while True:
        try:
            inference = infer(module, rules, guard=guard)
        except ShapeError as error:
            block = _marked(error.op.parent_block())
            if block is None:
                raise
            words = str(error).partition(": ")[2]
            _demand_other_branch(block, f"{op_name(error.op)}{at_place(error.op)}: {words}")
            continue
        failing = _failing(inference)
        if failing is not None:
            _demand_other_branch(*failing)
            continue
        found = next(filter(None, (_undecided(op, inference) for op in module.walk())), None)
        if found is None:
            break
        _split(*found)
    for op in module.walk():
        op.attributes.pop(MARK, None)


def _marked(block: Block | None) -> Block | None:
    """The innermost branch of a split that `block` is or is in; None where there is none."""
    while block is not None:
        parent = block.parent_op()
        if isinstance(parent, tf.IfRegionOp) and MARK in parent.attributes:
            return block
        block = None if parent is None else parent.parent_block()
    return None


def _failing(inference: Inference) -> tuple[Block, str] | None:
    """A branch of a split in which a demand holds for no sizes, and the demand in words."""
    for block, facts in inference.region_facts.items():
        if _marked(block) is block:
            for statement in facts.statements:
                if statement.strength != "assume" and statement.fact == FALSE:
                    return block, statement.why
    return None


def _demand_other_branch(block: Block, words: str) -> None:
    """Demands the other branch of the split that `block` belongs to.

    So a case in which a later op cannot run is refused in a run, at the squeeze, in its words.
    """
    parent = block.parent_op()
    assert isinstance(parent, tf.IfRegionOp)
    made = parent.operands[0].owner
    assert isinstance(made, tensor.FromElementsOp)
    same = made.operands[0].owner
    assert isinstance(same, arith.CmpiOp)
    is_first = block is parent.regions[0].block
    claim = arith.CmpiOp(same.lhs, same.rhs, "ne" if is_first else "eq")
    holds = sdim.HoldsOp(claim.result, strength=sdim.Strength.ASSERT)
    holds.attributes["why"] = StringAttr(words)
    kept = parent.regions[int(is_first)].block
    end = kept.last_op
    assert end is not None
    values = list(end.operands)
    Rewriter.erase_op(end)
    rest = list(kept.ops)
    for op in rest:
        op.detach()
    Rewriter.insert_op([claim, holds, *rest], InsertPoint.before(parent))
    Rewriter.replace_op(parent, [], values)


def _is_open(op: Operation) -> bool:
    return isinstance(op, tf.SqueezeOp) and not op.squeeze_dims


def _undecided(
    op: Operation, inference: Inference
) -> tuple[tf.SqueezeOp, list[int], list[int]] | None:
    """A squeeze to split, the dimensions that it drops, and those that it may drop."""
    if not isinstance(op, tf.SqueezeOp) or op.squeeze_dims:
        return None
    shape = inference.shapes.get(op.operands[0])
    parent = op.parent_op()
    if shape is None or inference.shapes.get(op.results[0]) is not None:
        return None
    if not isinstance(parent, func.FuncOp | tf.IfRegionOp | tf.CaseRegionOp):
        return None
    ones = [d for d, size in enumerate(shape) if inference.facts.proves(eq(size, 1))]
    open_ = [
        d
        for d, size in enumerate(shape)
        if d not in ones and not inference.facts.refutes(eq(size, 1))
    ]
    copies = 2 ** len(open_) * sum(1 for later in _from(op) for _ in later.walk())
    if not open_ or len(open_) > MAX_DIMENSIONS or copies > MAX_OPS:
        return None
    return op, ones, open_


def _from(op: Operation) -> list[Operation]:
    """`op` and what follows it in its block, but for the terminator."""
    result, next_op = list[Operation](), op
    while next_op.next_op is not None:
        result.append(next_op)
        next_op = next_op.next_op
    return result


def _split(op: tf.SqueezeOp, gone: Sequence[int], undecided: Sequence[int]) -> None:
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
    rest = _from(op)
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
            _split(squeeze, dropped, others)
        else:
            _decide(squeeze, sorted(dropped))


def _decide(op: tf.SqueezeOp, gone: Sequence[int]) -> None:
    if gone:
        op.properties["squeeze_dims"] = ArrayAttr([IntegerAttr(d, i64) for d in gone])
    else:
        Rewriter.replace_op(
            op, tf.IdentityOp.create(operands=op.operands, result_types=op.result_types)
        )
