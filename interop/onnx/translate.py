"""Translates the nodes of a graph in order; each name of the graph has a value then."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, NameLoc, StringAttr
from xdsl.ir import Block, SSAValue
from xdsl.utils.exceptions import VerifyException

from ...analysis.inference import Inference
from ...rules.errors import ShapeError
from ...symbolic import Contradiction
from ...text.diagnostics import LocatedError
from .builder import GraphBuilder, Rest
from .earlier_versions import OLDEST, as_now
from .element_types import NAMES, stored_array
from .node_order import in_order
from .nodes import GraphEnd, GraphValue, NodeCall, NodeRefused, OptionalValue
from .operators import function_body, refusal
from .protobuf import Array, Graph, GraphNode, ValueType
from .table import NODES

MOST_COPIES = 4
"""How many branches within each other may go on to the end of a graph."""


class GraphTranslator(GraphBuilder):
    """Translates the nodes of the model at `path` into ops at the end of a block."""

    def __init__(self, inference: Inference, block: Block, path: str, opsets: Mapping[str, int]):
        super().__init__(inference, block)
        self.path = path
        self.opsets = opsets
        self.scope: ChainMap[str, GraphValue | None] = ChainMap()
        self._number = 0
        self._depth = 0
        self._ahead: tuple[Sequence[GraphNode], Sequence[tuple[str, object]]] = ((), ())
        """The node at hand and those that follow it, and the outputs of their graph."""

    def subgraph(self, graph: Graph, arguments: Sequence[GraphValue | None]) -> list[GraphValue]:
        """Emits `graph`, whose inputs are `arguments`, and returns its outputs.

        Names of graphs around it are visible.
        """
        with self._scope(self.scope.new_child()):
            for (name, _), value in zip(graph.inputs, arguments, strict=True):
                self.scope[name] = value
            for name, stored in graph.stored.items():
                try:
                    self.scope[name] = self.constant(*stored_array(stored))
                except NodeRefused as error:
                    raise LocatedError(f"initializer {name!r}: {error}", self.path) from error
            return list(self._nodes(in_order(graph.nodes), graph.outputs))

    def _nodes(
        self, nodes: Sequence[GraphNode], outputs: Sequence[tuple[str, object]]
    ) -> Sequence[GraphValue]:
        """Emits `nodes`, the last ones of a graph, and returns the graph's outputs."""
        around = self._ahead
        try:
            for place, node in enumerate(nodes):
                self._ahead = (nodes[place:], outputs)
                results = self.node(node)
                if isinstance(results, GraphEnd):
                    return results.outputs
                self._bind(node, results)
            return [self.value(name) for name, _ in outputs]
        finally:
            self._ahead = around

    def rest(self) -> Rest | None:
        """What emits all that follows the node at hand in its graph and returns the graph's
        outputs, given the node's; None where too many copies of it would be made.
        """
        (node, *nodes), outputs = self._ahead
        number, scope = self._number, self.scope
        if self.copies >= MOST_COPIES:
            return None

        def go_on(results: Sequence[GraphValue | None]) -> Sequence[GraphValue]:
            names, *around = scope.maps
            with self._scope(ChainMap(dict(names), *around)):
                self._number = number
                self._bind(node, results)
                return self._nodes(nodes, outputs)

        return go_on

    def value(self, name: str) -> GraphValue:
        """The value of a name. Raises LocatedError where it has none."""
        value = self.scope.get(name)
        if value is None:
            raise LocatedError(f"the value {name!r} is used before it is made", self.path)
        return value

    def node(self, node: GraphNode) -> Sequence[GraphValue | None] | GraphEnd:
        """Emits `node` and returns its outputs."""
        if not self._depth and len(self.scope.maps) <= 2:
            self._number += 1
            place = FileLineColLoc(StringAttr(self.path), IntAttr(self._number), IntAttr(1))
            self.location = NameLoc(StringAttr(node.name), place) if node.name else place
        version = self.opsets.get(node.domain, 1)
        try:
            operands = [self.value(name) if name else None for name in node.inputs]
            return self._checked(NodeCall(node, version, tuple(operands)))
        except (NodeRefused, ShapeError, Contradiction, VerifyException) as error:
            raise LocatedError(f"{self._words(node, version)}: {error}", self.path) from error

    def _bind(self, node: GraphNode, results: Sequence[GraphValue | None]) -> None:
        """Gives the outputs of `node` their names."""
        for name, value in zip(node.outputs, results, strict=False):
            if name:
                self.scope[name] = value
                if isinstance(value, SSAValue) and value.name_hint is None:
                    value.name_hint = name if SSAValue.is_valid_name(name) else None

    def _words(self, node: GraphNode, version: int) -> str:
        name = f" {node.name!r}" if node.name else ""
        op = f"{node.domain}.{node.op_type}" if node.domain else node.op_type
        return f"node {self._number}{name} ({op}, opset {version})"

    def _checked(self, call: NodeCall) -> Sequence[GraphValue | None] | GraphEnd:
        """The results of a node that ONNX takes; a translation may say better why it does not."""
        types = [v and self._type(v) for v in call.operands]
        arrays = [self._few_integers(v) for v in call.operands]
        wrong = refusal(call.node, call.version, types, arrays)
        try:
            results = self._results(call)
        except (LocatedError, NodeRefused, ShapeError, Contradiction, VerifyException):
            raise
        except Exception as error:  # what is wrong with the node may show anywhere
            if wrong is None:
                raise
            raise NodeRefused(wrong) from error
        if wrong is not None:
            raise NodeRefused(wrong)
        return results

    def _results(self, call: NodeCall) -> Sequence[GraphValue | None] | GraphEnd:
        node = call.node
        translation = NODES.get((node.domain, node.op_type))
        if translation is None:
            return self._expanded(call)
        if not node.domain:
            call = self._as_now(call)
        results = translation(call, self)
        return results if isinstance(results, Sequence | GraphEnd) else [results]

    def _as_now(self, call: NodeCall) -> NodeCall:
        least = OLDEST.get(call.node.op_type, 1)
        if call.version < least:
            words = f"at least opset {least} is needed"
            raise NodeRefused(f"{words}; onnx.version_converter makes a later model")
        return as_now(call, self)

    def _expanded(self, call: NodeCall) -> Sequence[GraphValue | None]:
        """The results of an operator by its definition in terms of others."""
        node = call.node
        try:
            body = function_body(node, call.version, [self._type(v) for v in call.operands])
        except (RuntimeError, ValueError) as error:
            raise NodeRefused(f"its definition cannot be expanded: {error}") from error
        if body is None:
            raise NodeRefused("there is no translation for this operator")
        graph, opsets = body
        missing = [None] * (len(graph.inputs) - len(call.operands))
        outer, self.opsets = self.opsets, {**self.opsets, **opsets}
        self._depth += 1
        try:
            with self._scope(ChainMap()):
                made = self.subgraph(_without_missing(graph, call), [*call.operands, *missing])
        finally:
            self._depth -= 1
            self.opsets = outer
        return [made.pop(0) if call.wants(place) else None for place in range(call.outputs)]

    def _type(self, value: GraphValue | None) -> ValueType:
        if not isinstance(value, SSAValue):
            kind = "optional" if isinstance(value, OptionalValue) else "sequence"
            return ValueType(kind, "undefined")
        element = NAMES.get(self.element(value), "undefined")
        if not self.has_rank(value):
            return ValueType("tensor", element)
        sizes = self.sizes(value)
        return ValueType("tensor", element, tuple(size.constant_value for size in sizes))

    def _few_integers(self, value: GraphValue | None) -> Array | None:
        """The elements of `value` where they may be sizes, places or amounts."""
        array = self.arrays.get(value) if isinstance(value, SSAValue) else None
        return (
            array if array is not None and array.dtype.kind in "iu" and array.size <= 64 else None
        )

    @contextmanager
    def _scope(self, scope: ChainMap[str, GraphValue | None]) -> Generator[None]:
        outer, self.scope = self.scope, scope
        try:
            yield
        finally:
            self.scope = outer


def _without_missing(graph: Graph, call: NodeCall) -> Graph:
    """The body of a function with the outputs that `call` wants, and without inputs left out."""
    given = {
        name
        for (name, _), operand in zip(graph.inputs, call.operands, strict=False)
        if operand is not None
    }
    left_out = {name for name, _ in graph.inputs} - given
    nodes = tuple(
        GraphNode(
            node.op_type,
            node.domain,
            node.name,
            tuple("" if name in left_out else name for name in node.inputs),
            node.outputs,
            node.attributes,
            node.proto,
        )
        for node in graph.nodes
    )
    wanted = [output for place, output in enumerate(graph.outputs) if call.wants(place)]
    return Graph(nodes, graph.inputs, tuple(wanted))
