"""Puts independent groups side by side into one launch, whatever their sizes.

```mlir
%1 = "mhlo.fusion"(%x) ({ … }) {tieshape.kind = "loop"} : …
%2 = "mhlo.fusion"(%y) ({ … }) {tieshape.kind = "stitch"} : …
```
becomes
```mlir
%1, %2 = "mhlo.fusion"(%x, %y) ({
^bb0(%a: …, %b: …):
  %3 = "mhlo.fusion"(%a) ({ … }) {tieshape.kind = "loop"} : …
  %4 = "mhlo.fusion"(%b) ({ … }) {tieshape.kind = "stitch"} : …
  mhlo.return %3, %4
}) {tieshape.kind = "side_by_side"} : …
```

Groups are side by side only where all can run at one level, the number of launches that must
come before them, without any other launch having to wait longer. A group that only adds up what
another one makes, as the mean of a loss by rows does, is in its launch too (`fuse/totals`).
`split_launches` takes the parts out again, for whom each group is a kernel of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from ..analysis.branches import terminator_of
from ..analysis.module_parts import functions, ops_below, ops_of
from ..analysis.traffic import is_launched
from ..dialects import mhlo
from ..materialize.places import keeping_places
from .fuse.fusable_ops import COPIED, is_fusable
from .fuse.fuse import CONTROL_FLOW, outline
from .fuse.groups import KIND_ATTRIBUTE, GroupKind
from .fuse.schedule import effect_predecessors, sort_block, used_values
from .fuse.totals import adds_up
from .version_broadcasts.version_broadcasts import VERSION_ATTRIBUTE


@dataclass(frozen=True)
class MergeLaunchesPass(ModulePass):
    """Puts independent groups side by side into one launch."""

    name = "tieshape-merge-launches"

    parts: int = 16
    """The greatest number of groups in a launch."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.parts < 2:
            raise PassFailedException(f"parts must be at least 2, got {self.parts}")
        for function in functions(op):
            for block in [function.body.block, *_blocks_below(function)]:
                merge_launches(block, self.parts)


def _blocks_below(function: Operation) -> Iterator[Block]:
    """The blocks of branches and loops below `function`."""
    for op in ops_below(function):
        if op.regions and isinstance(op, CONTROL_FLOW):
            for region in op.regions:
                yield from region.blocks


def merge_launches(block: Block, parts: int) -> None:
    """Merges what can run side by side among the groups, and fusable ops alone, of `block`."""
    launches = Launches(ops_of(block))
    at_end = dict[SSAValue, SSAValue]()
    for members in launches.merged(parts):
        members.sort(key=launches.place.__getitem__)
        launch = outline(members, GroupKind.SIDE_BY_SIDE, at_end)
        if any(VERSION_ATTRIBUTE in member.attributes for member in members):
            launch.attributes[VERSION_ATTRIBUTE] = next(
                m.attributes[VERSION_ATTRIBUTE]
                for m in members
                if VERSION_ATTRIBUTE in m.attributes
            )
    end = terminator_of(block)
    end.operands = [at_end.get(operand, operand) for operand in end.operands]
    sort_block(block)


def split_launches(root: Operation) -> None:
    """Takes the groups of each launch below `root` out of it."""
    for op in ops_below(root):
        if isinstance(op, mhlo.FusionOp) and is_launch(op):
            block = op.fused_computation.block
            for arg, operand in zip(block.args, op.operands, strict=True):
                arg.replace_all_uses_with(operand)
            end = terminator_of(block)
            for old, new in zip(op.results, end.operands, strict=True):
                old.replace_all_uses_with(new)
            Rewriter.erase_op(end)
            for arg in list(block.args):
                block.erase_arg(arg)
            Rewriter.inline_block(block, InsertPoint.before(op))
            Rewriter.erase_op(op)


def is_launch(op: mhlo.FusionOp) -> bool:
    """Whether `op` has groups in it that are side by side."""
    kind = op.attributes.get(KIND_ATTRIBUTE)
    return getattr(kind, "data", None) == GroupKind.SIDE_BY_SIDE


class Launches:
    """The launches of a block with their levels: a merge raises none of the other ones.

    `ops` are in an order where uses follow definitions.
    """

    def __init__(self, ops: Sequence[Operation]):
        self.place = {op: i for i, op in enumerate(ops)}
        self._users: dict[Operation | Block, list[Operation]] = {op: [] for op in ops}
        self._level: dict[Operation | Block, int] = dict.fromkeys(ops, 0)
        launches: dict[Operation | Block, int] = {op: _is_launched(op) for op in ops}
        self._launches = launches
        self._previous = effect_predecessors(ops)
        for op in ops:
            level = self._level[op]
            for owner in self._needed(op):
                users = self._users.get(owner) if owner is not op else None
                if users is not None:
                    users.append(op)
                    level = max(level, self._level[owner] + launches[owner])
            self._level[op] = level

    def _needed(self, op: Operation) -> Iterator[Operation | Block]:
        """What must come before `op`."""
        yield from (value.owner for value in used_values(op))
        if (previous := self._previous.get(op)) is not None:
            yield previous

    def merged(self, parts: int) -> list[list[Operation]]:
        """The launches of several parts: as few as can be, earliest deadlines first."""
        found = list[tuple[int, list[Operation]]]()
        last = max(self._level.values(), default=0)
        waiting = list[tuple[int, int, int, Operation]]()
        for op, place in self.place.items():
            if _is_mergeable(op):
                needed = min((self._level[user] for user in self._users[op]), default=last + 1)
                waiting.append((needed - 1, self._level[op], place, op))
        for latest, level, _, op in sorted(waiting, key=lambda entry: entry[:3]):
            running = takewhile(lambda launch, level=level: launch[0] >= level, reversed(found))
            members = next((m for _, m in running if len(m) < parts), None)
            if members is None:
                found.append((latest, [op]))
            else:
                members.append(op)
        self._add_totals(found, parts)
        return [members for _, members in found if len(members) > 1]

    def _add_totals(self, found: Sequence[tuple[int, list[Operation]]], parts: int) -> None:
        """Moves what only adds up what a launch makes into that launch.

        All the rest that it needs has been made when the launch begins.
        """
        launch_of = dict[Operation | Block, tuple[int, list[Operation]]]()
        for launch in found:
            launch_of.update(dict.fromkeys(launch[1], launch))

        def end(op: Operation | Block) -> int:
            """The number of launches after which `op` has run."""
            begins = launch_of[op][0] if op in launch_of else self._level.get(op, 0)
            return begins + self._launches.get(op, 0)

        for op in self.place:
            if op not in launch_of or len(alone := launch_of[op][1]) > 1:
                continue
            needed = list(self._needed(op))
            for launch in (launch_of[maker] for maker in needed if maker in launch_of):
                latest, members = launch
                others = (each for each in needed if each not in members)
                fits = len(members) < parts and adds_up(op, members)
                if fits and all(end(each) <= latest for each in others):
                    alone.clear()
                    members.append(op)
                    launch_of[op] = launch
                    break


def _is_launched(op: Operation) -> bool:
    return is_launched(op) and not isinstance(op, COPIED)


def _is_mergeable(op: Operation) -> bool:
    if isinstance(op, mhlo.FusionOp):
        return not is_launch(op)
    return _is_launched(op) and is_fusable(op)
