"""A module as boxes within boxes: what `PageGraph` holds.

Each region that is a unit (a function, a fusion, a branch, the body of a loop) is a group. A group
has boxes of its own for what comes in from outside, so that each can be drawn alone. A long list of
ops is cut into parts of consecutive ops, which are groups too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue

from ...analysis.module_parts import functions
from ...analysis.traffic import is_launched
from ...analysis.user_facts import argument_names
from ...dialects import mhlo, sdim
from ...dialects.messages import op_name
from ...dialects.types import is_memref, is_tensor, is_unranked
from .boxes import inner_blocks, is_drawn, kind_of, own_place, title_of
from .page_data import PageGraph, PageGroup, PageNode, PageValue

LONGEST = 60
"""A list of more drawn ops is cut into parts."""
PART = 40
"""Drawn ops of a part, at least."""
MOST_PARTS = 20
"""Of a longer list the parts are larger, and cut into parts themselves."""
MOST_ARGUMENTS = 12
"""Of more arguments no edges lead to parts; each part has its own boxes for what it uses."""


@dataclass(frozen=True, slots=True)
class GraphNotes:
    """What is known of ops beyond the IR: the class of broadcasts, and their open questions."""

    classes: Mapping[Operation, str]
    questions: Mapping[Operation, list[int]]


class PageGraphBuilder:
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
            for name, i in argument_names(function).items():
                if not name.isdecimal():
                    self._call_argument(function.body.block.args[i], name)
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
    ) -> int:
        """Adds the group of `ops` and returns its number."""
        index = len(self.graph.groups)
        group = PageGroup(title, parent)
        self.graph.groups.append(group)
        made: dict[SSAValue, tuple[int, int]] = {}
        for arg in args:
            self._input(group, made, arg)
        drawn = sum(is_drawn(op) for op in ops)
        if drawn > LONGEST:
            for part in _parts(ops, max(PART, -(-drawn // MOST_PARTS))):
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
        kind = kind_of(op)
        node = self._add(group, PageNode(op_name(op), kind, title_of(op), place=own_place(op)))
        self.number[op] = node
        entry = self.graph.nodes[node]
        entry.results = [_value(result) for result in op.results]
        entry.launch = is_launched(op) and not isinstance(op.parent_op(), mhlo.FusionOp)
        entry.broadcast = self._notes.classes.get(op, "")
        entry.pairs = self._notes.questions.get(op, [])
        for value in dict.fromkeys((*op.operands, *_captured([op]))):
            self._edge(group, made, value, node)
        made.update({result: (node, i) for i, result in enumerate(op.results)})
        for title, block in inner_blocks(op):
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
        few = sum(self.graph.nodes[n].kind == "input" for n in group.nodes) <= MOST_ARGUMENTS
        for value in dict.fromkeys(v for v in used if v not in own and is_drawn(v.owner)):
            if few or not isinstance(value, BlockArgument):
                self._edge(group, made, value, node)
        entry = self.graph.nodes[node]
        inside = set(ops)
        outgoing = [
            r
            for op in ops
            if is_drawn(op)
            for r in op.results
            if any(not _is_in(use.operation, op.parent, inside) for use in r.uses)
        ]
        entry.results = [_value(result) for result in outgoing]
        made.update({result: (node, i) for i, result in enumerate(outgoing)})
        self._made.append((node, list[SSAValue](outgoing)))
        entry.groups.append(self._group(title, node, ops))

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

    def _call_argument(self, argument: BlockArgument, name: str) -> None:
        """Shows the model's own `name` wherever `argument` comes in."""
        for node, value in self._inputs:
            if value is argument:
                self.graph.nodes[node].title = name

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


def _is_in(op: Operation, block: Block | None, ops: Collection[Operation]) -> bool:
    """Whether `op` is one of `ops`, which are of `block`, or inside of one."""
    current: Operation | None = op
    while current is not None and current.parent is not block:
        current = current.parent_op()
    return current is not None and current in ops


def _parts(ops: Sequence[Operation], size: int) -> Iterator[Sequence[Operation]]:
    """`ops` in parts with `size` drawn ops each, and what is left in a last one."""
    part: list[Operation] = []
    drawn = 0
    for op in ops:
        part.append(op)
        drawn += is_drawn(op)
        if drawn == size:
            yield part
            part, drawn = [], 0
    if part:
        yield part


def _part_title(ops: Sequence[Operation]) -> str:
    drawn = sum(is_drawn(op) for op in ops)
    places = [place for op in ops if (place := own_place(op))]
    lines = [int(place.rsplit(":", 2)[1]) for place in places]
    if not lines:
        return f"{drawn} ops"
    first, last = min(lines), max(lines)
    return f"{drawn} ops, line{f's {first} to' if first < last else ''} {last}"


def _value(value: SSAValue) -> PageValue:
    return PageValue(value.name_hint or "", *_shape(value.type))


def _shape(type: Attribute) -> tuple[str, list[int | str] | None]:
    if is_unranked(type):
        return str(type.element_type), None
    if is_tensor(type) or is_memref(type):
        shape = sdim.encoding_of(type) or type.get_shape()
        return str(type.element_type), [s if isinstance(s, str) or s >= 0 else "?" for s in shape]
    return str(type), []
