"""Values whose rank depends on the run: what follows them has a branch for each case.

A squeeze that may drop a dimension becomes branches (`split_squeezes.py`). Where the branches of a
`tf.IfRegion` give a result different ranks
```mlir
%r = "tf.IfRegion"(%c) ({ "tf.Yield"(%x) … }, { "tf.Yield"(%y) … }) : (tensor<i1>) -> tensor<*xf32>
%0 = "tf.MatMul"(%r, %w) …
```
what follows in its block moves into both, so that every value has a rank again. A branch in which
an op then fails for all sizes is one that no run leaves: the other one remains, behind an
`sdim.holds assert` of its condition.
"""

from __future__ import annotations

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import ModuleOp, StringAttr, TensorType, UnitAttr, i1
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.analyze import infer
from ...analysis.branches import terminator_of
from ...analysis.inference import Inference
from ...analysis.module_parts import instances_below, ops_below
from ...dialects import sdim, tf
from ...dialects.messages import at_place, op_name
from ...dialects.types import is_tensor
from ...rules.errors import ShapeError
from ...rules.rule import RuleTable
from ...symbolic import FALSE
from .split_squeezes import MARK, is_open_squeeze, ops_from, split_squeeze, undecided_dimensions

EQUAL = 0
"""The predicate of an `arith.cmpi` by which a squeeze is split."""

MAX_OPS = 2000
"""Nothing is split where more ops than this would come of it."""


def split_ranks(module: ModuleOp, rules: RuleTable, *, guard: bool) -> Inference | None:
    """Splits what gives a value of `module` a rank that depends on the run, outermost first.

    What is inferred then; None where nothing was to be split, or lists have items that do not fit.
    """
    if not any(map(_may_be_open, instances_below(module, tf.IfRegionOp, tf.SqueezeOp))):
        return None
    inference = None
    while inference is None:
        try:
            inference = infer(module, rules, guard=guard, allow_misfits=True)
        except ShapeError as error:
            block = _branch_around(error.op.parent_block())
            if block is None:
                raise
            _demand_other_branch(block, f"{op_name(error.op)}{at_place(error.op)}: {error.words}")
        else:
            if not inference.errors and _changed(module, inference):
                inference = None
    for op in module.walk():
        op.attributes.pop(MARK, None)
    return None if inference.errors else inference


def _changed(module: ModuleOp, inference: Inference) -> bool:
    """Leaves out a branch that fails, or splits one op more; False where nothing is left to do."""
    failing = _failing(inference)
    if failing is not None:
        _demand_other_branch(*failing)
        return True
    return any(_split(op, inference) for op in module.walk())


def _may_be_open(op: Operation) -> bool:
    """Whether `op` is of a kind that is split, as far as types tell."""
    if isinstance(op, tf.IfRegionOp):
        return any(not is_tensor(type) for type in op.result_types)
    return is_open_squeeze(op)


def _split(op: Operation, inference: Inference) -> bool:
    """Splits what follows `op` where the rank of its result is open; whether it did."""
    if not isinstance(op.parent_op(), func.FuncOp | tf.IfRegionOp | tf.CaseRegionOp):
        return False
    if isinstance(op, tf.IfRegionOp) and _is_needed(op, inference):
        if _size_from(op) <= MAX_OPS:
            _split_branches(op)
            return True
    elif isinstance(op, tf.SqueezeOp) and is_open_squeeze(op):
        ones, open_ = undecided_dimensions(op, inference)
        if open_ and 2 ** len(open_) * _size_from(op) <= MAX_OPS:
            split_squeeze(op, ones, open_)
            return True
    return False


def _size_from(op: Operation) -> int:
    return sum(len(ops_below(later)) for later in ops_from(op))


def _is_needed(op: tf.IfRegionOp, inference: Inference) -> bool:
    """Whether the branches of `op` give a result that a later op uses two known ranks."""
    if inference.decided.get(op) is not None or not _is_truth(op.cond):
        return False
    end = None if (block := op.parent_block()) is None else block.last_op
    ends = [terminator_of(region.block).operands for region in op.regions]
    for result, *given in zip(op.results, *ends, strict=True):
        shapes = [inference.shapes.get(value) for value in given]
        ranks = {None if shape is None else len(shape) for shape in shapes}
        is_open = len(ranks) == 2 and None not in ranks
        if is_open and any(use.operation is not end for use in result.uses):
            return True
    return False


def _is_truth(value: SSAValue) -> bool:
    return value.type == TensorType(i1, [])


def _branch_around(block: Block | None) -> Block | None:
    """The innermost branch that `block` is or is in; None where no split is around it."""
    found = None
    while block is not None:
        parent = block.parent_op()
        if isinstance(parent, tf.IfRegionOp):
            found = found or block
            if MARK in parent.attributes:
                return found
        block = None if parent is None else parent.parent_block()
    return None


def _failing(inference: Inference) -> tuple[Block, str] | None:
    """A branch of a split in which a demand holds for no sizes, and the demand in words."""
    for block, facts in inference.region_facts.items():
        parent = block.parent_op()
        if isinstance(parent, tf.IfRegionOp) and MARK in parent.attributes:
            for statement in facts.statements:
                if statement.strength != "assume" and statement.fact == FALSE:
                    return block, statement.why
    return None


def _split_branches(op: tf.IfRegionOp) -> None:
    """Moves what follows `op` in its block into both of its branches."""
    block = op.parent_block()
    assert block is not None
    end = terminator_of(block)
    rest, kept = ops_from(op)[1:], list(end.operands)
    regions = [op.detach_region(region) for region in list(op.regions)]
    first, second = (region.block for region in regions)
    given = [_without_end(first), _without_end(second)]
    mapper = dict[SSAValue, SSAValue](zip(op.results, given[1], strict=True))
    second.add_ops([later.clone(mapper) for later in rest])
    second.add_op(tf.YieldOp.create(operands=[mapper.get(o, o) for o in kept]))
    new = tf.IfRegionOp.create(
        operands=op.operands,
        result_types=[o.type for o in kept],
        properties=op.properties,
        attributes=op.attributes | {MARK: UnitAttr()},
        regions=regions,
        location=op.location,
    )
    Rewriter.insert_op(new, InsertPoint.before(op))
    end.operands = new.results
    for later in rest:
        later.detach()
    first.add_ops([*rest, tf.YieldOp.create(operands=kept)])
    Rewriter.replace_op(op, [], given[0])


def _without_end(block: Block) -> list[SSAValue]:
    """What the terminator of `block` yields, after erasing it."""
    end = terminator_of(block)
    values = list(end.operands)
    Rewriter.erase_op(end)
    return values


def _demand_other_branch(block: Block, words: str) -> None:
    """Demands the branch beside `block`, in which an op cannot run.

    So a case in which a later op cannot run is refused in a run, at the branches, in its words.
    """
    parent = block.parent_op()
    assert isinstance(parent, tf.IfRegionOp)
    is_first = block is parent.regions[0].block
    claim = _claim(parent.cond, not is_first)
    holds = sdim.HoldsOp(claim[-1].results[0], strength=sdim.Strength.ASSERT)
    holds.attributes["why"] = StringAttr(words)
    kept = parent.regions[int(is_first)].block
    values = _without_end(kept)
    rest = list(kept.ops)
    for op in rest:
        op.detach()
    Rewriter.insert_op([*claim, holds, *rest], InsertPoint.before(parent))
    Rewriter.replace_op(parent, [], values)


def _claim(condition: SSAValue, holds: bool) -> list[Operation]:
    """Ops of which the last one gives whether `condition` is `holds`."""
    same = (
        made.operands[0].owner
        if isinstance(made := condition.owner, tensor.FromElementsOp)
        else None
    )
    if isinstance(same, arith.CmpiOp) and same.predicate.value.data == EQUAL:
        return [arith.CmpiOp(same.lhs, same.rhs, "eq" if holds else "ne")]
    ops = list[Operation]()
    if not holds:
        ops.append(tf.LogicalNotOp.create(operands=[condition], result_types=[condition.type]))
        condition = ops[0].results[0]
    return [*ops, tensor.ExtractOp(condition, [], i1)]
