"""The page's graphs in the form of Model Explorer: the same groups as namespaces, the same sizes.

The form is that of https://github.com/google-ai-edge/model-explorer (graph_builder.py). An edge
there joins two ops, so what goes into a group leads to its input, and out of it from its result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .page_data import PageData, PageGraph, PageNode, PageValue

HIDDEN = ("fact", "constant", "size")
"""Kinds of boxes that are left out, as on the page."""


def graphs_of(data: PageData) -> list[dict[str, Any]]:
    """A graph for each stage, the last one first."""
    stages = reversed(list(enumerate(data.stages)))
    return [ExplorerGraph(f"{i}. {stage.name}", stage.graph).json() for i, stage in stages]


class ExplorerGraph:
    """One stage's graph for Model Explorer."""

    def __init__(self, name: str, graph: PageGraph):
        self._name = name
        self._graph = graph
        self._group_of = {n: g for g, group in enumerate(graph.groups) for n in group.nodes}
        self._incoming: dict[int, list[tuple[int, int]]] = {}
        for group in graph.groups:
            for source, result, target in group.edges:
                self._incoming.setdefault(target, []).append((source, result))

    def json(self) -> dict[str, Any]:
        """The graph as Model Explorer reads it."""
        drawn = [n for n in range(len(self._graph.nodes)) if self._is_drawn(n)]
        nodes = [self._node(n) for n in drawn if not self._graph.nodes[n].groups]
        return {"id": self._name, "nodes": nodes}

    def _is_drawn(self, n: int) -> bool:
        node = self._graph.nodes[n]
        source = None if node.source is None else self._graph.nodes[node.source]
        return node.kind not in HIDDEN and (source is None or source.kind not in HIDDEN)

    def _node(self, n: int) -> dict[str, Any]:
        node = self._graph.nodes[n]
        edges = [
            {
                "sourceNodeId": str(source),
                "sourceNodeOutputId": str(result),
                "targetNodeInputId": str(i),
            }
            for i, (source, result) in enumerate(self._sources(n))
        ]
        return {
            "id": str(n),
            "label": _label(node),
            "namespace": "/".join(self._namespace(n)),
            "attrs": [{"key": key, "value": value} for key, value in _attributes(node)],
            "incomingEdges": edges,
            "outputsMetadata": [
                {"id": str(i), "attrs": [{"key": "tensor_shape", "value": _shape(value)}]}
                for i, value in enumerate(self._results(n))
            ],
        }

    def _results(self, n: int) -> list[PageValue]:
        """What a box makes; what ends a group has the results of the group."""
        node = self._graph.nodes[n]
        parent = self._graph.groups[self._group_of[n]].parent
        return (
            self._graph.nodes[parent].results if node.kind == "result" and parent else node.results
        )

    def _sources(self, n: int) -> Iterator[tuple[int, int]]:
        """The boxes, none of them a group, that `n` reads, and which of their results."""
        node = self._graph.nodes[n]
        if node.kind == "input" and node.source is not None:
            yield from self._makers(node.source, node.result)
        for source, result in self._incoming.get(n, ()):
            yield from self._makers(source, result)

    def _makers(self, n: int, result: int) -> Iterator[tuple[int, int]]:
        node = self._graph.nodes[n]
        if not self._is_drawn(n):
            return
        if not node.groups:
            yield n, result
        elif node.kind == "part":
            yield from self._makers(*node.made[result])
        else:
            for group in node.groups:
                for inner in self._graph.groups[group].nodes:
                    if self._graph.nodes[inner].kind == "result":
                        yield inner, result

    def _namespace(self, n: int) -> list[str]:
        """The titles of the groups around `n`, outermost first; each with its box's number."""
        group = self._graph.groups[self._group_of[n]]
        title = group.title.replace("/", " ")
        if group.parent is None:
            return [title]
        return [*self._namespace(group.parent), f"{title} #{group.parent}"]


def _label(node: PageNode) -> str:
    return f"%{node.title}" if node.kind == "input" and node.title else node.op


def _attributes(node: PageNode) -> Iterator[tuple[str, str]]:
    yield "kind", node.kind
    if node.broadcast:
        yield "broadcast", node.broadcast
    if node.title and node.kind != "input":
        yield "words", node.title
    if node.place:
        yield "place", node.place


def _shape(value: PageValue) -> str:
    sizes = ["*"] if value.shape is None else value.shape
    return "×".join((*map(str, sizes), value.dtype))
