"""A version of a whole block: one guard, and a body in which no undecided broadcast is left.

What the branch may hold is moved to the end of the block, into the last branch of a choice; the
first branch has a copy, in which groups that only the broadcasts kept apart are one (`unions`).
Where the guards decide some broadcasts only, the copy is grouped anew. Tests, effects and what
leads to them stay before the choice, and so do constants and the arithmetic on sizes of what is
there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from xdsl.dialects import scf
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.branches import inside, terminator_of
from ...analysis.broadcasts import is_broadcast, open_pairs
from ...analysis.example_sizes import ExampleSizes
from ...analysis.identity_memo import IdentityMemo
from ...analysis.module_parts import dialect_of, ops_below
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...materialize.arith import Emitter
from ...materialize.constraint_ops import emit_constraint
from ...materialize.dead_code import erase_dead
from ...materialize.sizes import SizeValues
from ...symbolic import Expr, Symbol, all_of, eq
from ..fuse.fuse import (
    CONTROL_FLOW,
    forget_inner_sizes,
    fuse_block,
)
from ..fuse.rematerialize import deduplicate
from ..fuse.schedule import SCALAR_DIALECTS, has_effects, used_values
from .copied_groups import (
    can_be_groups,
    copy_groups,
    make_groups,
    may_be_one,
    simplify_copies,
)
from .merged_types import Merged, Ties, merged_symbols, merged_type
from .version_cost import cost_of
from .version_profit import GroupVersion


def movable_ops(block: Block) -> list[Operation]:
    """The ops of `block`, in order, that may all run in a branch at its end."""
    end = terminator_of(block)
    fixed = set[Operation]()
    for op in reversed(block.ops):
        if op is not end and (op in fixed or dialect_of(type(op)) == "sdim" or has_effects(op)):
            fixed.add(op)
            owners = (value.owner for value in used_values(op))
            fixed.update(o for o in owners if isinstance(o, Operation) and o.parent is block)
    found = dict[Operation, None]()
    for op in block.ops:
        if op is end or op in fixed or isinstance(op, mhlo.ConstantOp):
            continue
        if dialect_of(type(op)) not in SCALAR_DIALECTS or any(
            value.owner in found for value in used_values(op)
        ):
            found[op] = None
    return list(found)


class FunctionVersion:
    """The version of `ops`, which `movable_ops` found, where the guards of `version` hold.

    It is in no IR until it is installed.
    """

    def __init__(
        self,
        ops: Sequence[Operation],
        version: GroupVersion,
        sizes: SizeValues,
        analysis: ShapeAnalysis,
    ):
        block = ops[0].parent_block()
        assert block is not None
        self._end = terminator_of(block)
        self._ops, self._version, self._sizes, self._analysis = ops, version, sizes, analysis
        members = set(ops)
        self._results = [
            result
            for op in ops
            for result in op.results
            if any(_in_block(use.operation, block) not in members for use in result.uses)
        ]
        self._same: Merged = merged_symbols(version.same, self._results)
        self._outer = dict.fromkeys(
            value for op in ops for value in used_values(op) if not _is_made_by(value, members)
        )
        self.body = Block()

    def can_be_made(self) -> bool:
        """Whether the sizes of all types that change can be read before the choice."""
        ties = Ties(self.body, self._sizes, self._end)
        types = [
            type
            for value in (*self._results, *self._outer)
            for type in (value.type, merged_type(value.type, self._same))
            if merged_type(value.type, self._same) != value.type
        ]
        return all(map(ties.can_tie, types))

    def make(self, example: ExampleSizes, limit: int, least: float) -> float:
        """Makes and groups the body; returns what one run of it costs in `example`.

        least: what it costs where no broadcast repeats its operand
        """
        sizes, end = self._sizes, self._end
        emitter = Emitter(
            self.body.add_op, lambda name: sizes.index(Symbol(name), end), self._analysis.facts
        )
        for guard in self._version.guards:
            emit_constraint(emitter, guard)
        ties = Ties(self.body, sizes, end)
        new = {v: ties.tie(v, merged_type(v.type, self._same)) for v in self._outer}
        merged = IdentityMemo[Attribute, Attribute](lambda type: merged_type(type, self._same))
        groups = copy_groups(self._ops, new, self.body, merged)
        yielded = scf.YieldOp(*(new[result] for result in self._results))
        self.body.add_op(yielded)
        holder = Region(self.body)
        pairs = dict.fromkeys(_open_pairs(self._ops, self._analysis))
        with inside(self.body, self._analysis):
            are_equal = all(self._analysis.facts.proves(eq(*pair)) for pair in pairs)
            simplify_copies(groups, self.body, self._analysis)
            if are_equal and can_be_groups(groups, self.body, limit):
                make_groups(groups, self.body)
                cost = least
            else:
                deduplicate(list(self.body.ops), set(filter(may_be_one, self.body.ops)))
                forget_inner_sizes(self.body)
                fuse_block(self.body, self._analysis, example, limit)
                cost = cost_of(self.body.ops, self._analysis, example)
        holder.detach_block(self.body)
        yielded.detach()
        ties = Ties(self.body, sizes, end)
        types = [result.type for result in self._results]
        results = [ties.tie(v, t) for v, t in zip(yielded.operands, types, strict=True)]
        self.body.add_op(scf.YieldOp(*results))
        yielded.erase()
        return cost

    def install(self) -> scf.IfOp:
        """Puts the choice at the end of the block, and what was there into its last branch."""
        condition = self._sizes.condition(all_of(*self._version.guards), self._end)
        otherwise = Block()
        types = [result.type for result in self._results]
        choice = scf.IfOp(condition, types, Region(self.body), Region(otherwise))
        Rewriter.insert_op(choice, InsertPoint.before(self._end))
        members = set(self._ops)
        for old, result in zip(self._results, choice.results, strict=True):
            for use in list(old.uses):
                if _in_block(use.operation, self._end.parent_block()) not in members:
                    use.operation.operands[use.index] = result
            result.name_hint = old.name_hint
        for op in self._ops:
            self._sizes.release(op)
            op.detach()
        otherwise.add_ops([*self._ops, scf.YieldOp(*self._results)])
        erase_dead(choice)
        return choice

    def drop(self) -> None:
        """Erases what was made."""
        for op in reversed(list(self.body.ops)):
            Rewriter.erase_op(op)


def _open_pairs(ops: Iterable[Operation], analysis: ShapeAnalysis) -> Iterator[tuple[Expr, Expr]]:
    """The sizes of which `fuse` supposed that they are equal when it found unions."""
    for op in ops:
        if not isinstance(op, CONTROL_FLOW):
            for inner in ops_below(op):
                if is_broadcast(inner):
                    yield from open_pairs(inner, analysis)


def _in_block(op: Operation, block: Block | None) -> Operation | None:
    """The op of `block` that is or holds `op`."""
    found: Operation | None = op
    while found is not None and found.parent is not block:
        found = found.parent_op()
    return found


def _is_made_by(value: SSAValue, ops: set[Operation]) -> bool:
    """Whether `value` is made by one of `ops` or in their regions."""
    owner = value.owner
    op = owner.parent_op() if isinstance(owner, Block) else owner
    while op is not None:
        if op in ops:
            return True
        op = op.parent_op()
    return False
