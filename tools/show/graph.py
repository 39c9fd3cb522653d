"""A module as boxes within boxes: what `PageGraph` holds.

Each region that is a unit (a function, a fusion, a branch, the body of a loop) is a group. A group
has boxes of its own for what comes in from outside, so that each can be drawn alone. A long list of
ops is cut into parts of consecutive ops, which are groups too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.traits import IsTerminator

from ...analysis.module_parts import functions
from ...analysis.read_constraints import is_test
from ...analysis.traffic import is_launched
from ...dialects import mhlo, sdim, tf
from ...dialects.messages import at_place, op_name
from ...dialects.types import is_memref, is_tensor, is_unranked
from ...passes.fuse.fuse import KIND_ATTRIBUTE
from ...passes.version_broadcasts.version_broadcasts import is_choice
from .page_data import PageGraph, PageGroup, PageNode, PageValue

LONGEST = 60
"""A list of more drawn ops is cut into parts."""
PART = 40
"""Drawn ops of a part."""

_CONSTANTS = frozenset({"mhlo.constant", "tf.Const", "arith.constant", "stablehlo.constant"})
_SIZE_DIALECTS = frozenset({"arith", "tensor", "shape", "index"})


@dataclass(frozen=True, slots=True)
class GraphNotes:
    """What is known of ops beyond the IR: the class of broadcasts, and their open questions."""

    classes: Mapping[Operation, str]
    questions: Mapping[Operation, list[int]]


class GraphBuilder:
    """Builds the graph of one module; `number` finds the box of an op afterwards."""

    def __init__(self, module: ModuleOp, notes: GraphNotes):
        self.graph = PageGraph()
        self.number: dict[Operation, int] = {}
        self._notes = notes
        self._inputs: list[tuple[int, SSAValue]] = []
        self._made: list[tuple[int, list[SSAValue]]] = []
        self._arguments: dict[SSAValue, int] = {}
        for function in functions(module):
            for i, block in enumerate(function.body.blocks):
                title = f"@{function.sym_name.data}" + (f", block {i}" if i else "")
                self.graph.roots.append(self._group(title, None, list(block.ops), block.args))
        for node, value in self._inputs:
            if (found := self._source(value)) is not None and found[0] != node:
                self.graph.nodes[node].source, self.graph.nodes[node].result = found
        for node, values in self._made:
            self.graph.nodes[node].made = [s for v in values if (s := self._source(v)) is not None]

    def _group(
        self,
        title: str,
        parent: int | None,
        ops: Sequence[Operation],
        args: Sequence[SSAValue] = (),
        cut: bool = True,
    ) -> int:
        """Adds the group of `ops` and returns its number."""
        index = len(self.graph.groups)
        group = PageGroup(title, parent)
        self.graph.groups.append(group)
        made: dict[SSAValue, tuple[int, int]] = {}
        for arg in args:
            self._input(group, made, arg)
        drawn = sum(_is_drawn(op) for op in ops)
        if cut and drawn > LONGEST:
            for part in _parts(ops):
                self._part(index, group, made, part)
        else:
            for op in ops:
                self._op(index, group, made, op)
        return index

    def _op(
        self,
        index: int,
        group: PageGroup,
        made: dict[SSAValue, tuple[int, int]],
        op: Operation,
    ) -> None:
        kind = _kind(op)
        node = self._add(group, PageNode(op_name(op), kind, _title(op), place=own_place(op)))
        self.number[op] = node
        entry = self.graph.nodes[node]
        entry.results = [_value(result) for result in op.results]
        entry.launch = is_launched(op) and not isinstance(op.parent_op(), mhlo.FusionOp)
        entry.broadcast = self._notes.classes.get(op, "")
        entry.pairs = self._notes.questions.get(op, [])
        for value in dict.fromkeys((*op.operands, *_captured([op]))):
            self._edge(group, made, value, node)
        made.update({result: (node, i) for i, result in enumerate(op.results)})
        for title, block in _blocks(op):
            entry.groups.append(self._group(title, node, list(block.ops), block.args))

    def _part(
        self,
        index: int,
        group: PageGroup,
        made: dict[SSAValue, tuple[int, int]],
        ops: Sequence[Operation],
    ) -> None:
        title = _part_title(ops)
        node = self._add(group, PageNode("ops", "part", title))
        own = {result for op in ops for result in op.results}
        used = (*(v for op in ops for v in op.operands), *_captured(ops))
        for value in dict.fromkeys(v for v in used if v not in own and _is_drawn(v.owner)):
            self._edge(group, made, value, node)
        entry = self.graph.nodes[node]
        outgoing = [
            r
            for op in ops
            if _is_drawn(op)
            for r in op.results
            if any(not _is_in(use.operation, ops) for use in r.uses)
        ]
        entry.results = [_value(result) for result in outgoing]
        made.update({result: (node, i) for i, result in enumerate(outgoing)})
        self._made.append((node, list[SSAValue](outgoing)))
        entry.groups.append(self._group(title, node, ops, cut=False))

    def _edge(
        self,
        group: PageGroup,
        made: dict[SSAValue, tuple[int, int]],
        value: SSAValue,
        node: int,
    ) -> None:
        if value not in made:
            self._input(group, made, value)
        source, result = made[value]
        group.edges.append((source, result, node))

    def _input(
        self, group: PageGroup, made: dict[SSAValue, tuple[int, int]], value: SSAValue
    ) -> None:
        node = self._add(group, PageNode("input", "input", value.name_hint or ""))
        self.graph.nodes[node].results = [_value(value)]
        self._inputs.append((node, value))
        if group.parent is None:
            self._arguments[value] = node
        made[value] = (node, 0)

    def _add(self, group: PageGroup, node: PageNode) -> int:
        number = len(self.graph.nodes)
        self.graph.nodes.append(node)
        group.nodes.append(number)
        return number

    def _source(self, value: SSAValue) -> tuple[int, int] | None:
        """The box and its result that `value` is, through operands that become arguments."""
        while isinstance(value, BlockArgument):
            op = value.block.parent_op()
            if value in self._arguments:
                return self._arguments[value], 0
            if not isinstance(op, mhlo.FusionOp):
                return None
            value = op.operands[value.index]
        if not isinstance(value, OpResult) or value.op not in self.number:
            return None
        return self.number[value.op], value.index


def own_place(op: Operation) -> str:
    """`file:line:col` of `op` itself, or empty."""
    return at_place(op).removeprefix(" at ")


def _kind(op: Operation) -> str:
    name = op_name(op)
    if isinstance(op, mhlo.FusionOp):
        return "group"
    if isinstance(op, scf.IfOp) and is_choice(op):
        return "choice"
    if name in _CONSTANTS:
        return "constant"
    if isinstance(op, sdim.ConstraintOp):
        return "guard" if is_test(op) or isinstance(op, sdim.ElementsOp) else "fact"
    if name == "sdim.tie_shape":
        return "tie"
    if op.dialect_name() in _SIZE_DIALECTS:
        return "size"
    return "result" if op.has_trait(IsTerminator) else "op"


def _is_drawn(owner: Operation | Block) -> bool:
    """Whether what an op makes is drawn by default; arguments of blocks are."""
    return isinstance(owner, Block) or _kind(owner) not in ("constant", "size", "fact")


def _title(op: Operation) -> str:
    """What a box says beside the op's name."""
    kind = getattr(op.attributes.get(KIND_ATTRIBUTE), "data", None)
    if isinstance(op, mhlo.FusionOp):
        return f"{kind or 'fusion'}, {sum(1 for _ in _inner_ops(op))} ops"
    if isinstance(op, sdim.GuardedConstraintOp):
        return op.why or ""
    if isinstance(op, mhlo.CustomCallOp):
        return op.call_target_name.data
    return f"@{op.callee.root_reference.data}" if isinstance(op, func.CallOp) else ""


def _inner_ops(op: mhlo.FusionOp) -> Iterator[Operation]:
    for inner in op.fused_computation.block.ops:
        if isinstance(inner, mhlo.FusionOp):
            yield from _inner_ops(inner)
        elif not inner.has_trait(IsTerminator) and _kind(inner) != "constant":
            yield inner


_UNITS = (
    mhlo.FusionOp,
    mhlo.IfOp,
    mhlo.CaseOp,
    mhlo.WhileOp,
    scf.IfOp,
    scf.WhileOp,
    scf.ForOp,
    tf.IfRegionOp,
    tf.WhileRegionOp,
    tf.CaseRegionOp,
)
"""Ops whose regions are groups; those of others (the sum of a reduction) are part of the op."""


def _blocks(op: Operation) -> Iterator[tuple[str, Block]]:
    if not isinstance(op, _UNITS):
        return
    for i, region in enumerate(op.regions):
        for block in region.blocks:
            if block.ops:
                yield _region_title(op, i), block


def _region_title(op: Operation, region: int) -> str:
    if isinstance(op, mhlo.FusionOp):
        return _title(op)
    if isinstance(op, scf.IfOp) and is_choice(op):
        return ("version", "every other call")[region]
    if isinstance(op, scf.IfOp | mhlo.IfOp | tf.IfRegionOp):
        return ("then", "else")[region]
    if isinstance(op, mhlo.CaseOp | tf.CaseRegionOp):
        return f"branch {region}"
    return "body" if len(op.regions) == 1 else ("condition", "body")[region]


def _captured(ops: Iterable[Operation]) -> Iterator[SSAValue]:
    """The values that the regions of `ops` use from outside of these ops."""
    for op in ops:
        if not op.regions:
            continue
        for inner in op.walk():
            if inner is op:
                continue
            for value in inner.operands:
                block = value.owner if isinstance(value.owner, Block) else value.owner.parent
                if block is not None and not _is_below(block, op):
                    yield value


def _is_below(block: Block, op: Operation) -> bool:
    current = block.parent_op()
    while current is not None:
        if current is op:
            return True
        current = current.parent_op()
    return False


def _is_in(op: Operation, ops: Sequence[Operation]) -> bool:
    """Whether `op` is one of `ops`, which are of one block, or inside of one."""
    block = ops[0].parent
    current: Operation | None = op
    while current is not None and current.parent is not block:
        current = current.parent_op()
    return current is not None and any(each is current for each in ops)


def _parts(ops: Sequence[Operation]) -> Iterator[Sequence[Operation]]:
    part: list[Operation] = []
    drawn = 0
    for op in ops:
        part.append(op)
        drawn += _is_drawn(op)
        if drawn == PART:
            yield part
            part, drawn = [], 0
    if part:
        yield part


def _part_title(ops: Sequence[Operation]) -> str:
    drawn = sum(_is_drawn(op) for op in ops)
    places = [place for op in ops if (place := own_place(op))]
    lines = [int(place.rsplit(":", 2)[1]) for place in places]
    where = f", lines {min(lines)} to {max(lines)}" if lines else ""
    return f"{drawn} ops{where}"


def _value(value: SSAValue) -> PageValue:
    return PageValue(value.name_hint or "", *_shape(value.type))


def _shape(type: Attribute) -> tuple[str, list[int | str] | None]:
    if is_unranked(type):
        return str(type.element_type), None
    if is_tensor(type) or is_memref(type):
        shape = sdim.encoding_of(type) or type.get_shape()
        return str(type.element_type), [s if isinstance(s, str) or s >= 0 else "?" for s in shape]
    return str(type), []
