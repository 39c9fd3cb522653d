"""Nodes in an order in which each comes after those whose results it uses.

ONNX demands that order of a file, runtimes do not, and tools that edit graphs leave others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from typing import cast

from .protobuf import Graph, GraphNode


def in_order(nodes: Sequence[GraphNode]) -> Sequence[GraphNode]:
    """`nodes` themselves where they are in such an order, or in none."""
    makers = {name: i for i, node in enumerate(nodes) for name in node.outputs if name}
    sources = [{makers[name] for name in _names(node) if name in makers} for node in nodes]
    if all(max(each, default=-1) < i for i, each in enumerate(sources)):
        return nodes
    with suppress(CycleError):
        places = TopologicalSorter(dict(enumerate(sources))).static_order()
        return [nodes[place] for place in places]
    return nodes


def _names(node: GraphNode) -> Iterator[str]:
    """The names that `node` uses, those that only its graphs use among them."""
    yield from node.inputs
    for value in node.attributes.values():
        for graph in _listed(value):
            if isinstance(graph, Graph):
                yield from _names_of_outside(graph)


def _listed(value: object) -> Sequence[object]:
    return cast("Sequence[object]", value) if isinstance(value, list | tuple) else (value,)


def _names_of_outside(graph: Graph) -> Iterator[str]:
    own = {name for node in graph.nodes for name in node.outputs} | {*graph.stored}
    own |= {name for name, _ in graph.inputs}
    used = [name for node in graph.nodes for name in _names(node)]
    results = [name for name, _ in graph.outputs]
    return (name for name in (*used, *results) if name not in own)
