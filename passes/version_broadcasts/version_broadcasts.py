"""Multi-versioning of groups with undecided broadcasts: versions without them, and the original.

```mlir
%same = arith.cmpi eq, %s0, %s2 : index
%r = scf.if %same -> (tensor<?xf32, [@S3]>) {
  sdim.equal %s0, %s2                                     // holds here only
  %x1 = sdim.tie_shape %x, [%s3] : tensor<?xf32, [@S0]> -> tensor<?xf32, [@S3]>
  %v = "mhlo.fusion"(%x1, …)                              // no broadcast left
  scf.yield %v
} else {
  %v = "mhlo.fusion"(%x, …)                               // as it was
  scf.yield %v
}
```

A guard compares only sizes that are not known to be equal, and none that the others imply. Where
hints or likely sizes say that some of the sizes differ, the guard is about the others; where they
say that all do, there is no version. Groups in branches and loops get versions too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.context import Context
from xdsl.dialects import func, scf
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Block, Operation, Region
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from ...analysis.analyze import analyze
from ...analysis.branches import inside
from ...analysis.broadcasts import is_broadcast, open_pairs
from ...analysis.example_sizes import ExampleSizes
from ...analysis.module_parts import dialect_of, functions, ops_below
from ...analysis.shape_analysis import ShapeAnalysis
from ...analysis.traffic import is_launched
from ...dialects import mhlo
from ...materialize.arith import Emitter
from ...materialize.constraint_ops import emit_constraint
from ...materialize.dead_code import erase_dead
from ...materialize.places import keeping_places
from ...materialize.sizes import SizeValues
from ...symbolic import Symbol, all_of
from ..eliminate_broadcasts.eliminate_broadcasts import simplify_broadcast
from ..fuse.fuse import CONTROL_FLOW, MAX_OPS
from ..fuse.unions import forget_unions
from .function_version import FunctionVersion, movable_ops
from .merged_types import Ties, merged_symbols, merged_type, retype_below
from .shape_operand_sizes import is_readable, learn_shape_operands, offer_shape_operands
from .version_cost import LAUNCH, cost_of, cost_where_decided, saved_in_group
from .version_profit import (
    Examples,
    Gain,
    GroupVersion,
    profitable_versions,
    undecided_broadcasts,
)

VERSION_ATTRIBUTE = "tieshape.version"
"""Groups that are versions of a group have it: they get no further ones."""


@dataclass(frozen=True)
class VersionBroadcastsPass(ModulePass):
    """Versions groups with undecided broadcasts: without and with implicit broadcast."""

    name = "tieshape-version-broadcasts"

    per_group: int = 2
    """The greatest number of versions of one group, the original included: 1 means no others."""

    per_function: int = 8
    """The greatest number of new versions in a function; the ones that save most bytes are made."""

    saving: int = 3
    """What a version must save at least, in per cent of what it replaces (`version_cost`); a group
    has a version of its own only where hints or likely sizes tell that its guard holds. With 0
    whatever decides a broadcast is worth a version.
    """

    limit: int = MAX_OPS
    """The greatest number of ops in a group that is made for a version."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for name, least in (("per_group", 1), ("per_function", 0), ("saving", 0), ("limit", 2)):
            if (given := getattr(self, name)) < least:
                what = "not be negative" if least == 0 else f"be at least {least}"
                raise PassFailedException(f"{name} must {what}, got {given}")
        analysis = analyze(op)
        examples = Examples.of(op, analysis)
        example = ExampleSizes.from_hints(op, analysis)
        for function in functions(op):
            with analysis.local():
                made = self._version_whole(function, analysis, examples, example)
            with analysis.local():
                wanted = self._wanted(function, analysis, examples, example, made)
                if wanted:
                    make_versions(function, wanted, analysis)
            if made is not None:
                mark_versions(made)
        forget_unions(ops_below(op))

    def _version_whole(
        self,
        function: func.FuncOp,
        analysis: ShapeAnalysis,
        examples: Examples,
        example: ExampleSizes,
    ) -> scf.IfOp | None:
        """Gives `function` a version in which no broadcast is undecided, where it pays."""
        ops = movable_ops(function.body.block)
        if self.per_group < 2 or not self.per_function or any(map(is_choice, ops)):
            return None
        broadcasts = (inner for op in ops for inner in ops_below(op) if is_broadcast(inner))
        if not any(any(open_pairs(inner, analysis)) for inner in broadcasts):
            return None
        before = cost_of(ops, analysis, example)
        least = cost_where_decided(ops, analysis, example)
        moved, block = set(ops), function.body.block
        if self.saving and any(is_launched(op) for op in block.ops if op not in moved):
            least += LAUNCH  # no launch is beside those in the choice any more
        if 100 * (before - least) < self.saving * before:
            return None
        sizes = SizeValues(analysis, function)
        for op in block.ops:
            for result in op.results if op not in moved else ():
                sizes.offer(result)
        groups = [op for op in ops if not isinstance(op, CONTROL_FLOW)]
        undecided = undecided_broadcasts(groups, analysis, sizes.has)
        found = profitable_versions(undecided, analysis, examples, sizes.has, 1)
        for version, _ in found:
            whole = FunctionVersion(ops, version, sizes, analysis)
            if whole.can_be_made():
                after = whole.make(example, self.limit, least)
                if 100 * (before - after) >= self.saving * before:
                    return whole.install()
                whole.drop()
                erase_dead(function)
        return None

    def _wanted(
        self,
        function: func.FuncOp,
        analysis: ShapeAnalysis,
        examples: Examples,
        example: ExampleSizes,
        whole: scf.IfOp | None,
    ) -> dict[mhlo.FusionOp, list[GroupVersion]]:
        """The versions of groups that pay most within the limits."""
        found = list[tuple[Gain, mhlo.FusionOp, GroupVersion]]()
        if (self.saving or whole is not None) and not (examples.hints or examples.likely):
            return {}  # nothing tells that a guard holds
        sizes = SizeValues(analysis, function)
        for group in groups_in(function.body.block, analysis, sizes):
            can_be_read = partial(is_readable, group=group, sizes=sizes)
            undecided = undecided_broadcasts([group], analysis, can_be_read)
            if undecided:
                limit = self.per_group - 1 - (whole is not None)
                pay = profitable_versions(undecided, analysis, examples, can_be_read, limit)
                least = cost_of([group], analysis, example) * self.saving / 100
                for version, gain in pay:
                    is_told = gain.sure > 0 or not (self.saving or whole)
                    if is_told and saved_in_group(group, version, analysis, example) >= least:
                        found.append((gain, group, version))
        found.sort(key=lambda entry: entry[0].rank(), reverse=True)
        wanted = dict[mhlo.FusionOp, list[GroupVersion]]()
        for _, group, version in found[: self.per_function - (whole is not None)]:
            wanted.setdefault(group, []).append(version)
        return wanted


def is_choice(op: Operation) -> bool:
    """Whether `op` chooses between versions: its first branch is one of what its last one does."""
    return isinstance(op, scf.IfOp) and any(
        VERSION_ATTRIBUTE in inner.attributes for inner in op.true_region.block.ops
    )


def mark_versions(choice: scf.IfOp) -> None:
    """Marks what `choice` chooses from, so that none of it gets a version again."""
    for region in choice.regions:
        for op in region.walk():
            if isinstance(op, mhlo.FusionOp):
                op.attributes[VERSION_ATTRIBUTE] = UnitAttr()
    for op in choice.true_region.block.ops:
        if dialect_of(type(op)) == "mhlo":
            op.attributes[VERSION_ATTRIBUTE] = UnitAttr()


def groups_in(block: Block, analysis: ShapeAnalysis, sizes: SizeValues) -> Iterator[mhlo.FusionOp]:
    """The groups of `block` and below that are no versions, in order.

    `analysis` and `sizes` know what holds at the current group.

    It may be replaced then.
    """
    op = block.first_op
    while op is not None:
        following = op.next_op
        if isinstance(op, mhlo.FusionOp) and VERSION_ATTRIBUTE not in op.attributes:
            learn_shape_operands(op, analysis)
            yield op
        elif isinstance(op, CONTROL_FLOW):
            for region in op.regions:
                for inner in region.blocks:
                    with inside(inner, analysis), sizes.inside(inner):
                        yield from groups_in(inner, analysis, sizes)
        now = block.last_op if following is None else following.prev_op
        for result in now.results if now is not None else ():
            sizes.offer(result)
        op = following


def make_versions(
    function: func.FuncOp,
    wanted: Mapping[mhlo.FusionOp, Sequence[GroupVersion]],
    analysis: ShapeAnalysis,
) -> None:
    """Gives the groups in `wanted` their versions."""
    sizes = SizeValues(analysis, function)
    for group in groups_in(function.body.block, analysis, sizes):
        if group in wanted:
            names = set[str]().union(*(version.symbols() for version in wanted[group]))
            offer_shape_operands(group, names, sizes)
            add_versions(group, wanted[group], sizes, analysis)


def add_versions(
    op: mhlo.FusionOp, versions: Sequence[GroupVersion], sizes: SizeValues, analysis: ShapeAnalysis
) -> None:
    """Replaces `op` by a choice between `versions` and itself; what decides most is tried first."""
    op.attributes[VERSION_ATTRIBUTE] = UnitAttr()
    ordered = sorted(versions, key=lambda version: len(version.same), reverse=True)
    tried = [
        (sizes.condition(all_of(*version.guards), op), _block_of(op, version, sizes, analysis))
        for version in ordered
    ]
    types = [result.type for result in op.results]
    first: scf.IfOp | None = None
    place = InsertPoint.before(op)
    otherwise = Block()
    for condition, without in tried:
        otherwise = Block()
        choice = scf.IfOp(condition, types, Region(without), Region(otherwise))
        Rewriter.insert_op(
            choice if first is None else (choice, scf.YieldOp(*choice.results)), place
        )
        place = InsertPoint.at_end(otherwise)
        first = first or choice
    assert first is not None
    for old, new in zip(op.results, first.results, strict=True):
        old.replace_all_uses_with(new)
        new.name_hint = old.name_hint
    sizes.release(op)
    op.detach()
    otherwise.add_ops([op, scf.YieldOp(*op.results)])


def _block_of(
    op: mhlo.FusionOp, version: GroupVersion, sizes: SizeValues, analysis: ShapeAnalysis
) -> Block:
    """A block that yields the results of `op` without the broadcasts that `version` decides."""
    without = Block()
    emitter = Emitter(without.add_op, lambda name: sizes.index(Symbol(name), op), analysis.facts)
    for guard in version.guards:
        emit_constraint(emitter, guard)
    same = merged_symbols(version.same, op.results)
    ties = Ties(without, sizes, op)
    clone = op.clone()
    clone.operands = [ties.tie(o, merged_type(o.type, same)) for o in op.operands]
    without.add_op(clone)
    retype_below(clone, lambda type: merged_type(type, same))
    results = [ties.tie(n, o.type) for n, o in zip(clone.results, op.results, strict=True)]
    without.add_op(scf.YieldOp(*results))
    with inside(without, analysis):
        for inner in list(clone.walk()):
            if is_broadcast(inner):
                simplify_broadcast(inner, analysis)
    erase_dead(clone)
    drop_unused_operands(clone)
    return without


def drop_unused_operands(group: mhlo.FusionOp) -> None:
    """Takes away the operands of `group` that nothing in it uses."""
    block = group.fused_computation.block
    used = [arg.first_use is not None for arg in block.args]
    group.operands = [o for o, is_used in zip(group.operands, used, strict=True) if is_used]
    for arg in [arg for arg, is_used in zip(block.args, used, strict=True) if not is_used]:
        block.erase_arg(arg)
