"""tf ops in program order, through their regions, and `tf.Assert`."""

from __future__ import annotations

from contextlib import nullcontext

from xdsl.dialects import tensor
from xdsl.dialects.builtin import StringAttr, i1
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import PassFailedException

from tieshape.op_sets import in_use

from ...analysis.branches import inside, terminator_of
from ...analysis.module_parts import dialect_of, ops_of
from ...analysis.read_constraints import is_test, predicate_of
from ...analysis.statements import RegionFacts
from ...dialects import mhlo, sdim, tf
from ...dialects.effects import has_no_effects
from ...dialects.messages import op_name
from ...dialects.tf.operation import TfOperation
from ...dialects.tf.reductions import Reduction
from ...dialects.types import as_tensor, is_tensor
from ...materialize.errors import UnloweredError
from ...materialize.region_facts import RegionWriter
from ...rules.errors import ShapeError, UnknownRank
from ...rules.tf.control_flow import message
from ...rules.tf.reductions import is_reduced
from ...symbolic import FALSE
from .builder import Builder, LoweringTable
from .elementwise import Results
from .value_checks import check_elements


def lower_block(block: Block, b: Builder, *, fails: bool = False) -> None:
    """Lowers every tf op of `block` and below; others become calls by their names.

    fails: whether a guard at its start never holds, so that its sizes may contradict each other
    """
    b.lowered.update((arg, arg) for arg in block.args)
    old = ops_of(block)
    for op in old:
        b.move_to(op)
        if not is_lowered(op, b):
            op.operands = [b.operand(o) if _is_result_of_lowered(o, b) else o for o in op.operands]
            if b.value_checks and type(op) in in_use().rules and not _is_checked(op):
                check_elements(op, b)
            for region in op.regions:
                if _has_lowered(region, b):
                    lower_region(region, b)
            for result in op.results:
                b.lowered[result] = result
                b.sizes.offer(result)
            if isinstance(op, sdim.ConstraintOp):
                b.sizes.passed(op)
            continue
        is_dead = fails and _may_be_called(op)
        if b.value_checks and not is_dead:
            check_elements(op, b)
        if not _is_known(op, b):
            results = _unreached(op, b) if is_dead else lowered(op, b)
            _require_types(op, results)
            for result, value in zip(op.results, results, strict=True):
                b.lowered[result] = value
                b.sizes.offer(value)
    for op in reversed(old):
        if is_lowered(op, b):
            Rewriter.erase_op(op)


def lowered(op: Operation, b: Builder) -> Results:
    """What `op` becomes: a call by its name where it has no lowering, or that cannot lower it."""
    lowering = b.lowerings.get(type(op))
    has_regions = bool(op.regions)
    try:
        if lowering is None:
            raise b.fail("there is no lowering for this op")
        return lowering(op, b)
    except UnloweredError as error:
        if has_regions:  # the lowering has taken them away
            raise
        return b.call(op, error)
    except UnknownRank:
        return b.call(op, b.fail("the rank of an operand is not known"))
    except PassFailedException as error:
        if getattr(error, "op", None) is not None:
            raise
        return b.call(op, UnloweredError(op, str(error)))


def _is_checked(op: Operation) -> bool:
    """Whether an earlier conversion asserted what `op`, which stays, demands of elements."""
    before, said = op.prev_op, (f"{op_name(op)} at ", f"{op_name(op)}: ")
    while before is not None and dialect_of(type(before)) in ("arith", "sdim", "tensor"):
        if isinstance(before, sdim.ElementsOp) and before.operands[0] in op.operands:
            why = before.attributes.get("why")
            if isinstance(why, StringAttr) and why.data.startswith(said):
                return True
        before = before.prev_op
    return False


def _require_types(op: Operation, results: Results) -> None:
    """What a lowering gives for results in use has the elements and the rank that these say."""
    if len(results) != len(op.results):
        words = f"its lowering gives {len(results)} values, {len(op.results)} are needed"
        raise ShapeError(op, words)
    for value, result in zip(results, op.results, strict=True):
        given, type = value.type, result.type
        if given == type or not (result.uses and is_tensor(given) and is_tensor(type)):
            continue
        if given.element_type != type.element_type or given.get_num_dims() != type.get_num_dims():
            raise ShapeError(op, f"its lowering gives {given} for a result of type {type}")


def _may_be_called(op: Operation) -> bool:
    return not op.regions and bool(op.results) and all(map(as_tensor, op.result_types))


def _unreached(op: Operation, b: Builder) -> Results:
    return b.call(op, UnloweredError(op, "a guard before it never holds"), is_reached=False)


def _fails(block: Block, b: Builder) -> bool:
    """Whether `block` states a guard that holds for no sizes: a run that comes to it ends there."""
    tests = (op for op in ops_of(block) if isinstance(op, sdim.ConstraintOp) and is_test(op))
    return any(predicate_of(b.analysis, op) == FALSE for op in tests)


def is_lowered(op: Operation, b: Builder) -> bool:
    """Whether the conversion replaces `op`: a tf op, or one with a row of the user's."""
    if isinstance(op, TfOperation) or type(op) in b.lowerings:
        return True
    return op_name(op).startswith("tf.")


def _is_result_of_lowered(operand: SSAValue, b: Builder) -> bool:
    owner = operand.owner
    return isinstance(owner, Operation) and is_lowered(owner, b)


def _has_lowered(region: Region, b: Builder) -> bool:
    """Whether `region`, of an op that stays, holds a tf op or uses the result of one."""
    return len(region.blocks) == 1 and any(
        is_lowered(op, b) or any(_is_result_of_lowered(o, b) for o in op.operands)
        for op in region.walk()
    )


def _is_known(op: Operation, b: Builder) -> bool:
    """Whether every result is a small integer tensor of known elements, made at its uses.

    One whose shape the elements do not tell, such as a reshape to numbers of the run, is not.
    """
    if not op.results or not has_no_effects(op):
        return False
    if op.name == "tf.Const" or is_seen_through(op, b):
        return True
    values = [b.analysis.value(result) for result in op.results]
    if any(value is None or None in value for value in values):
        return False
    types = [b.type(result) for result in op.results if is_tensor(result.type)]
    return all(type.get_num_dims() < 2 or type.has_static_shape() for type in types)


def is_seen_through(op: Operation, b: Builder) -> bool:
    """Whether all that use `op` know without its results which dimensions they reduce."""
    users = [use.operation for result in op.results for use in result.uses]
    return isinstance(op, tf.BroadcastGradientArgsOp) and all(
        isinstance(user, Reduction)
        and b.analysis.has_rank(user.operands[0])
        and is_reduced(user, b.analysis) is not None
        for user in users
    )


def lower_region(region: Region, b: Builder) -> None:
    """Lowers a region of the current op under the facts that hold in it."""
    at, outer = b.at, b.sizes.sources()
    block = region.block
    known = nullcontext() if block.first_op is block.last_op else inside(block, b.analysis)
    with known, b.namer.scope(), b.sizes.inside(block):
        b.namer.adopt(block)
        lower_block(block, b, fails=_fails(block, b))
        writer = RegionWriter(block, outer, b.facts)
        writer.write(RegionFacts(()), b.namer.take_derived())
    b.move_to(at)


def take_regions(op: Operation) -> list[Region]:
    return [op.detach_region(region) for region in list(op.regions)]


def if_region(op: tf.IfRegionOp, b: Builder) -> Results:
    condition = b.operand(op.operands[0])
    then, otherwise = take_regions(op)
    new = b.insert(mhlo.IfOp(condition, then, otherwise, op.result_types))
    for region in new.regions:
        lower_region(region, b)
    return new.results


def case_region(op: tf.CaseRegionOp, b: Builder) -> Results:
    index = b.operand(op.operands[0])
    new = b.insert(mhlo.CaseOp(index, take_regions(op), op.result_types))
    for region in new.regions:
        lower_region(region, b)
    return new.results


def while_region(op: tf.WhileRegionOp, b: Builder) -> Results:
    carried = [b.operand(o) for o in op.operands]
    cond, body = take_regions(op)
    test = terminator_of(cond.block)
    test.operands = test.operands[:1]
    new = b.insert(mhlo.WhileOp(carried, cond, body, op.result_types))
    for region in new.regions:
        lower_region(region, b)
    return new.results


def yield_(op: tf.YieldOp, b: Builder) -> Results:
    b.insert(mhlo.ReturnOp(*(b.operand(o) for o in op.operands)))
    return ()


def assertion(op: tf.AssertOp, b: Builder) -> Results:
    """A condition on sizes is a constraint already; one on data is checked in place."""
    if b.analysis.condition(op.operands[0]) is None:
        condition = b.operand(op.operands[0])
        holds = b.insert(tensor.ExtractOp(condition, [], i1))
        check = b.insert(sdim.HoldsOp(holds.results[0], strength=sdim.Strength.ASSERT))
        check.attributes["why"] = StringAttr(f"{op.name}: {message(op)}")
    return ()


LOWERINGS: LoweringTable = {
    tf.IfRegionOp: if_region,
    tf.CaseRegionOp: case_region,
    tf.WhileRegionOp: while_region,
    tf.YieldOp: yield_,
    tf.AssertOp: assertion,
}
