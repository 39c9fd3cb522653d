"""Runs the compiler on a model and collects what the page shows of each stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...analysis.analyze import analyze
from ...analysis.module_parts import symbol_ops
from ...interpreters.entry import entry_function
from ...runtime.header import Header
from ...text.context import new_context
from ...text.module import verify_module
from ..artifact_header import HeaderWriter
from ..module_report import traffic
from .graph import PageGraphBuilder
from .knowledge import facts_of, guards_of, symbols_of
from .page_data import (
    PageArgument,
    PageData,
    PageFact,
    PageGraph,
    PageKnowledge,
    PageStage,
)
from .relations import Relations
from .undecided import Answers, Undecided, undecided_of, versions_of

LONGEST_LINE = 240
"""Of a source line at most this many characters are shown."""


def collect(
    module: ModuleOp,
    name: str,
    source: str | None,
    steps: Sequence[ModulePass],
    function: str | None = None,
) -> PageData:
    """What the page shows of `module`, on which `steps` run.

    name: what the model is called
    source: the model's text, where it is text
    function: the one to show guards and results of, where there are several
    """
    context = new_context()
    stages = [_stage("input", module)]
    for step in steps:
        step.apply(context, module)
        stages.append(_stage(_short(step), module))
    verify_module(module)
    header = HeaderWriter(module, entry_function(module, function)).header()
    stages[-1] = _final(module, header, stages[-1].name)
    _name_makers(stages)
    assumed: dict[str, int] = traffic(module)["assumed"]
    data = PageData(
        name,
        header.function,
        header.producer,
        [PageArgument(a.name, a.dtype, _shape(a.shape)) for a in header.arguments],
        [
            PageArgument(f"result {i}", r.dtype, _shape(r.shape))
            for i, r in enumerate(header.results)
        ],
        assumed,
        {},
        _without_repetition(stages),
    )
    data.lines = _lines(data, name, source)
    return data


def _short(step: ModulePass) -> str:
    return step.name.removeprefix("tieshape-")


def _shape(shape: tuple[object, ...] | None) -> str:
    return "any" if shape is None else "×".join(map(str, shape)) or "scalar"


def _stage(name: str, module: ModuleOp) -> PageStage:
    has_symbols = any(True for _ in symbol_ops(module))
    analysis = analyze(module) if has_symbols else None
    undecided = Undecided() if analysis is None else undecided_of(module, analysis)
    graph = PageGraphBuilder(module, undecided.notes).graph
    known = PageKnowledge([], [])
    if analysis is not None:
        relations = Relations(module, analysis, every=False)
        equal = [relation for relation in relations.found() if relation.verdict == "equal"]
        symbols, facts = symbols_of(module, analysis), facts_of(module, analysis)
        known = PageKnowledge(symbols, facts, relations.scopes, equal)
    return _measured(name, module, undecided, graph, known)


def _final(module: ModuleOp, header: Header, name: str) -> PageStage:
    analysis = analyze(module)
    undecided = undecided_of(module, analysis)
    builder = PageGraphBuilder(module, undecided.notes)
    relations = Relations(module, analysis)
    answers = Answers(analysis, header.arguments)
    known = PageKnowledge(
        symbols_of(module, analysis),
        facts_of(module, analysis),
        relations.scopes,
        relations.found(),
        [
            answers.question(pair, count)
            for pair, count in zip(undecided.pairs, undecided.counts, strict=True)
        ],
        versions_of(module, analysis, answers, builder.number.__getitem__),
        guards_of(header, module),
    )
    return _measured(name, module, undecided, builder.graph, known)


def _measured(
    name: str,
    module: ModuleOp,
    undecided: Undecided,
    graph: PageGraph,
    known: PageKnowledge,
) -> PageStage:
    moved = traffic(module)
    kinds = Counter(undecided.classes.values())
    words = {word: kinds[word] for word in ("identity", "expanding", "undecided")}
    ops = Counter(
        node.op.partition(".")[0] for node in graph.nodes if node.kind not in ("input", "part")
    )
    counted = dict(ops.most_common())
    return PageStage(
        name, [], moved["launches"], moved["bytes_in_example"], words, counted, graph, known
    )


def _name_makers(stages: Sequence[PageStage]) -> None:
    """Says of each symbol the first op with a place that made it, in whichever stage."""
    makers = dict[str, tuple[str, str]]()
    for stage in stages:
        for symbol in stage.knowledge.symbols:
            if symbol.place:
                makers.setdefault(symbol.name, (symbol.made_by, symbol.place))
            symbol.made_by, symbol.place = makers.get(symbol.name, ("", ""))


def _without_repetition(stages: list[PageStage]) -> list[PageStage]:
    """Stages that differ from the one before; passes that changed nothing are named with it."""
    kept = [stages[0]]
    for stage in stages[1:]:
        same = stage.graph == kept[-1].graph and stage.knowledge == kept[-1].knowledge
        if same:
            kept[-1].unchanged.append(stage.name)
        else:
            kept.append(stage)
    return kept


def _lines(data: PageData, name: str, source: str | None) -> dict[str, str]:
    """The lines of the source that a fact, a guard or a symbol names."""
    if source is None:
        return {}
    text = source.split("\n")
    found = dict[str, str]()
    for place in _places(data):
        file, _, rest = place.rpartition(":")
        file, _, line = file.rpartition(":")
        del rest
        if file == name and line.isdecimal() and 0 < int(line) <= len(text):
            words = text[int(line) - 1].strip()
            cut = words if len(words) <= LONGEST_LINE else words[:LONGEST_LINE] + " …"
            found[f"{file}:{line}"] = cut
    return found


def _places(data: PageData) -> set[str]:
    found = set[str]()
    for stage in data.stages:
        facts: list[PageFact] = [*stage.knowledge.facts, *stage.knowledge.guards]
        for relation in stage.knowledge.relations:
            facts += relation.why
        found |= {fact.place for fact in facts}
        found |= {symbol.place for symbol in stage.knowledge.symbols}
        found |= {node.place for node in stage.graph.nodes}
    return found - {""}


def as_json(data: PageData) -> dict[str, Any]:
    """The page's data as what `json.dumps` writes; entries that are empty are left out."""
    return asdict(data, dict_factory=_filled)


def _filled(entries: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: value for name, value in entries if name == "shape" or not _is_empty(value)}


def _is_empty(value: object) -> bool:
    return value is None or value is False or value == "" or value == []
