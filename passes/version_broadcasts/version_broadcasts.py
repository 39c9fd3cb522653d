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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from xdsl.context import Context
from xdsl.dialects import func, scf
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from ...analysis.analyze import analyze
from ...analysis.branches import inside
from ...analysis.broadcasts import BROADCASTS
from ...analysis.module_parts import functions, values_below
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo, sdim
from ...dialects.types import is_tensor
from ...materialize.arith import Emitter, emit_constraint
from ...materialize.dead_code import erase_dead
from ...materialize.sizes import SizeValues
from ...materialize.types import retype
from ...symbolic import Expr, Symbol, all_of
from ..eliminate_broadcasts.eliminate_broadcasts import simplify_broadcast
from ..fuse.fuse import CONTROL_FLOW
from .shape_operand_sizes import is_readable, learn_shape_operands, offer_shape_operands
from .version_profit import (
    Examples,
    Gain,
    GroupVersion,
    Pair,
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

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.per_group < 1:
            raise PassFailedException(f"per_group must be at least 1, got {self.per_group}")
        if self.per_function < 0:
            raise PassFailedException(f"per_function must not be negative, got {self.per_function}")
        analysis = analyze(op)
        examples = Examples.of(op, analysis)
        for function in functions(op):
            with analysis.local():
                wanted = self._wanted(function, analysis, examples)
                if wanted:
                    make_versions(function, wanted, analysis)

    def _wanted(
        self, function: func.FuncOp, analysis: ShapeAnalysis, examples: Examples
    ) -> dict[mhlo.FusionOp, list[GroupVersion]]:
        """The versions that pay most within the limits."""
        found = list[tuple[Gain, mhlo.FusionOp, GroupVersion]]()
        sizes = SizeValues(analysis, function)
        for group in groups_in(function.body.block, analysis, sizes):
            can_be_read = partial(is_readable, group=group, sizes=sizes)
            undecided = undecided_broadcasts(group, analysis, can_be_read)
            if undecided:
                limit = self.per_group - 1
                pay = profitable_versions(undecided, analysis, examples, can_be_read, limit)
                found += [(gain, group, version) for version, gain in pay]
        found.sort(key=lambda entry: entry[0].rank(), reverse=True)
        wanted = dict[mhlo.FusionOp, list[GroupVersion]]()
        for _, group, version in found[: self.per_function]:
            wanted.setdefault(group, []).append(version)
        return wanted


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
    same = merged_symbols(version.same, op)
    clone = op.clone()
    clone.operands = [_tied(o, same, without, sizes, op) for o in op.operands]
    without.add_op(clone)
    _retype(clone, same)
    results = [
        _tied_to(new, old.type, without, sizes, op)
        for new, old in zip(clone.results, op.results, strict=True)
    ]
    without.add_op(scf.YieldOp(*results))
    with inside(without, analysis):
        for inner in list(clone.walk()):
            if isinstance(inner, BROADCASTS):
                simplify_broadcast(inner, analysis)
    erase_dead(clone)
    return without


def merged_symbols(pairs: Iterable[Pair], op: Operation) -> dict[str, str | int]:
    """For each symbol of `pairs` its representative where all pairs are equal.

    A constant is preferred, then a symbol of the results' types, so that these need no change.
    """
    preferred = {e for r in op.results for e in sdim.encoding_of(r.type) or ()}
    classes: list[set[str | int]] = []
    for pair in pairs:
        joined: set[str | int] = {_entry(size) for size in pair}
        apart = list[set[str | int]]()
        for other in classes:
            if joined & other:
                joined |= other
            else:
                apart.append(other)
        classes = [*apart, joined]
    result = dict[str, str | int]()
    for members in classes:
        chosen = min(members, key=lambda e: (isinstance(e, str), e not in preferred, str(e)))
        result |= {e: chosen for e in members if isinstance(e, str)}
    return result


def _entry(size: Expr) -> str | int:
    constant = size.constant_value
    if constant is not None:
        return constant
    assert size.symbol_name is not None, "types hold symbols and constants only"
    return size.symbol_name


def _merged(type: Attribute, same: Mapping[str, str | int]) -> Attribute:
    entries = sdim.encoding_of(type)
    if entries is None or not any(e in same for e in entries):
        return type
    assert is_tensor(type)
    new = [same.get(e, e) if isinstance(e, str) else e for e in entries]
    return sdim.encoded_type(type.element_type, new)


def _tied(
    value: SSAValue, same: Mapping[str, str | int], block: Block, sizes: SizeValues, at: Operation
) -> SSAValue:
    return _tied_to(value, _merged(value.type, same), block, sizes, at)


def _tied_to(
    value: SSAValue, type: Attribute, block: Block, sizes: SizeValues, at: Operation
) -> SSAValue:
    """`value` with `type`, whose sizes are known to be the same here."""
    if value.type == type:
        return value
    assert is_tensor(type)
    entries = sdim.encoding_of(type) or type.get_shape()
    dims = [sizes.index(Symbol(e) if isinstance(e, str) else e, at) for e in entries]
    tie = sdim.TieShapeOp(value, dims, type)
    block.add_op(tie)
    return tie.result


def _retype(op: Operation, same: Mapping[str, str | int]) -> None:
    """Gives every value of `op` and below the merged type."""
    for value in values_below(op):
        retype(value, _merged(value.type, same))
