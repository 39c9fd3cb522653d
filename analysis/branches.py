"""What is known of sizes because a branch runs."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress

from xdsl.dialects import scf
from xdsl.ir import Block, Operation, SSAValue

from ..dialects import mhlo, sdim, tf
from ..rules.errors import ShapeError
from ..symbolic import Contradiction, Predicate, eq
from .read_constraints import is_test, predicate_of, read_constraint
from .shape_analysis import ShapeAnalysis

MANY = 8
"""So many facts of a block are read at once; the witnesses follow few of them one by one."""


@contextmanager
def inside(block: Block, analysis: ShapeAnalysis) -> Generator[None]:
    """Makes what holds where `block` runs known, until the end of the context.

    That is the condition of a branch, and what constraint ops in it state. What they test holds
    only where the test has been passed.
    """
    condition = condition_of(block, analysis)
    known = facts_in((block,))
    for value in _from_around(block) if known else ():
        analysis.value(value)  # once, not in each block again
    with analysis.local():
        if condition is not None:
            with suppress(Contradiction):  # the branch never runs
                analysis.facts.learn(condition)
        if len(known) < MANY or not _read_at_once(known, analysis):
            for op in known:
                with suppress(ShapeError):  # where facts conflict, `block` never runs to its end
                    read_constraint(analysis, op)
        yield


def facts_in(blocks: Sequence[Block]) -> list[sdim.ConstraintOp]:
    """What the code of `blocks` states; its tests are left out."""
    ops = (op for block in blocks for op in block.ops)
    return [op for op in ops if isinstance(op, sdim.ConstraintOp) and not is_test(op)]


def read_again(ops: Sequence[sdim.ConstraintOp], analysis: ShapeAnalysis) -> None:
    """Learns what `ops` state or have tested, of values that were not known, too."""
    analysis.forget_unknown_values()
    for op in ops:
        with suppress(ShapeError):  # where it does not hold, nothing runs to the end
            read_constraint(analysis, op)


def _from_around(block: Block) -> Iterator[SSAValue]:
    """The values from outside of `block` that its arithmetic on sizes and its constraints use."""
    for op in block.ops:
        if op.dialect_name() in ("arith", "sdim"):
            for operand in op.operands:
                if _block_of(operand) is not block:
                    yield operand


def _block_of(value: SSAValue) -> Block | None:
    owner = value.owner
    return owner.parent if isinstance(owner, Operation) else owner


def _read_at_once(ops: Sequence[sdim.ConstraintOp], analysis: ShapeAnalysis) -> bool:
    """Learns what `ops` state, so that what is known is rewritten once.

    False, and nothing is learnt, where they are not all known, or conflict.
    """
    claims = [predicate_of(analysis, op) for op in ops]
    found = [claim for claim in claims if claim is not None]
    return len(found) == len(claims) and analysis.facts.accepts(*found)


def condition_of(block: Block, analysis: ShapeAnalysis) -> Predicate | None:
    """What holds wherever `block`, one of an op's regions, runs; None where nothing is known.

    An index of `mhlo.case` that is out of range runs the last branch.
    """
    region = block.parent
    op = None if region is None else region.parent
    if isinstance(op, scf.IfOp | mhlo.IfOp | tf.IfRegionOp):
        condition = analysis.condition(op.operands[0])
        if condition is None:
            return None
        return condition if region is op.regions[0] else condition.negate()
    if isinstance(op, scf.IndexSwitchOp) and region is not op.regions[0]:
        index = analysis.scalar(op.arg)
        case = op.cases.get_values()[op.regions.index(region) - 1]
        return None if index is None else eq(index, case)
    if isinstance(op, mhlo.CaseOp) and region is not op.regions[-1]:
        index = analysis.scalar(op.operands[0])
        return None if index is None else eq(index, op.regions.index(region))
    return None


def terminator_of(block: Block) -> Operation:
    """The terminator of `block`."""
    last = block.last_op
    assert last is not None, "verified regions end in a terminator"
    return last


def handed_on(op: Operation, index: int) -> Iterator[SSAValue]:
    """The values that operand `index` of `op`, a tf loop or the end of a tf region, becomes."""
    parent = op.parent_op() if isinstance(op, tf.YieldOp) else op
    if isinstance(parent, tf.WhileRegionOp):
        if op is parent or op.parent_block() is not parent.regions[0].block:
            yield parent.results[index]
            for region in parent.regions:
                yield region.block.args[index]
    elif parent is not None and isinstance(op, tf.YieldOp):
        yield parent.results[index]
