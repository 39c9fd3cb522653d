"""A smaller graph with the same fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .checking import Fault, fault_of
from .generator import Case, Inputs
from .graph import Argument, Graph, Kind
from .semantics import Rejected, Undefined


def shrink(
    case: Case, fault: Fault, tries: int = 120, *, native: bool = False
) -> tuple[Case, Fault]:
    """The smallest case with a fault of the same kind and stage that dropping one thing at a time leads to."""
    while tries > 0:
        for smaller in _smaller(case):
            tries -= 1
            found = fault_of(smaller, native=native)
            if found is not None and (found.kind, found.stage) == (fault.kind, fault.stage):
                case, fault = smaller, found
                break
            if tries <= 0:
                break
        else:
            break
    return case, fault


def _smaller(case: Case) -> Iterator[Case]:
    graph = case.graph
    for inputs in case.accepted:
        if len(case.accepted) > 1:
            yield replace(case, accepted=tuple(i for i in case.accepted if i is not inputs))
    if case.refused and case.accepted:
        yield replace(case, refused=())
    if len(graph.results) > 1:
        for result in graph.results:
            yield from _with(case, replace(graph, results=(result,)))
        for result in graph.results:
            yield from _with(
                case, replace(graph, results=tuple(r for r in graph.results if r != result))
            )
    for node in reversed(graph.nodes):
        if node.constant is None:
            yield from _cut(case, node.results)
    for node in reversed(graph.nodes):
        if node.constant is None and graph.results != node.results:
            yield from _with(case, replace(graph, results=node.results))
    for i in range(len(graph.where)):
        yield replace(case, graph=replace(graph, where=graph.where[:i] + graph.where[i + 1 :]))
    if not graph.where:
        for argument in graph.arguments:
            if argument.names:
                rest = tuple(replace(a, names=()) if a is argument else a for a in graph.arguments)
                yield replace(case, graph=replace(graph, arguments=rest))


def _with(case: Case, graph: Graph) -> Iterator[Case]:
    """`case` for a part of its graph; inputs that only the rest refused are left out."""
    graph = graph.without_unused()
    used = {o for node in graph.nodes for o in node.operands}.union(graph.results)
    kept = tuple(a for a in graph.arguments if a.value in used or any(a.names))
    graph = replace(graph, arguments=kept)
    values = {a.value for a in kept}
    accepted = tuple({v: i[v] for v in values} for i in case.accepted)
    refused = tuple({v: i[v] for v in values} for i in case.refused if not _accepts(graph, i))
    if graph.nodes and (accepted or refused):
        yield Case(graph, accepted, refused)


def _accepts(graph: Graph, inputs: Inputs) -> bool:
    try:
        graph.values(inputs)
    except (Rejected, Undefined):
        return False
    return True


def _cut(case: Case, results: tuple[int, ...]) -> Iterator[Case]:
    """The results of one node become arguments; size arithmetic stays, it would be another problem."""
    graph = case.graph
    kinds = dict(graph.kinds)
    try:
        known = [graph.values(inputs) for inputs in (*case.accepted, *case.refused)]
    except (Rejected, Undefined):
        if not case.accepted:
            return
        yield from _cut(replace(case, refused=()), results)
        return
    used = [r for r in results if any(r in n.operands for n in graph.nodes)]
    if not used or any(kinds[r].dtype == "int32" for r in used):
        return
    for result in used:
        kinds[result] = Kind(kinds[result].dtype, known[0][result].ndim, {})
    rest = tuple(node for node in graph.nodes if node.results != results)
    outputs = tuple(r for r in graph.results if r not in results)
    if not outputs:
        return
    arguments = (*graph.arguments, *map(Argument, used))
    smaller = Graph(arguments, rest, outputs, kinds, graph.where)
    inputs = tuple(
        {**i, **{r: values[r] for r in used}}
        for i, values in zip(case.accepted, known, strict=False)
    )
    yield from _with(replace(case, accepted=inputs), smaller)


def report(case: Case, fault: Fault) -> str:
    """The graph, its inputs' shapes and the fault, to be pasted into an issue."""
    lines = [str(fault), "", case.graph.text()]
    for words, several in (("accepted", case.accepted), ("refused", case.refused)):
        for inputs in several:
            shapes = [f"%v{v}: {inputs[v].tolist()} {inputs[v].shape}" for v in inputs]
            lines.append(f"{words}: " + ", ".join(shapes))
    return "\n".join(lines)
