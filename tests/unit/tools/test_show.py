"""What the page of `tieshape show` says, held against the compiler and the engine."""

import json
import re
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from tieshape.analysis.analyze import analyze
from tieshape.analysis.traffic import traffic_of
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes.version_broadcasts.version_broadcasts import is_choice
from tieshape.symbolic import Facts, parse_predicate
from tieshape.text.module import read_module
from tieshape.tools.show.command import page_data
from tieshape.tools.show.explorer_graph import graphs_of
from tieshape.tools.show.graph import LONGEST, MOST_ARGUMENTS, GraphNotes, PageGraphBuilder
from tieshape.tools.show.page import page_of
from tieshape.tools.show.page_data import PageAnswer, PageData, PageGraph
from tieshape.tools.show.undecided import undecided_of
from tieshape.tools.tieshape import run
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from tieshape import parse_module

EXAMPLES = Path(__file__).parents[3] / "examples"
MODELS = {
    "kh_bert": EXAMPLES / "models" / "kh_bert" / "model.mlir",
    "layernorm_softmax": EXAMPLES / "models" / "layernorm_softmax" / "model.mlir",
    "add_softmax": EXAMPLES / "add_softmax.mlir",
}
VERSIONED = ("kh_bert", "add_softmax")
"""Those of them for which a version without undecided broadcasts pays."""


@pytest.fixture(scope="module")
def pages() -> dict[str, PageData]:
    return {name: page_data(str(path)) for name, path in MODELS.items()}


@pytest.fixture(params=MODELS)
def page(request: pytest.FixtureRequest, pages: dict[str, PageData]) -> PageData:
    return pages[request.param]


def compiled(path: Path, facts: Path | None = None) -> ModuleOp:
    module = read_module(str(path))
    for step in TieshapePass(None if facts is None else str(facts)).pipeline():
        step.apply(Context(), module)
    return module


def names_only(answer: PageAnswer) -> str:
    """The lines of an answer without the fact: the sizes have names, nothing is stated."""
    return "".join(
        line + "\n" for line in answer.lines.splitlines() if not line.startswith("where")
    )


def choices(module: ModuleOp) -> list[str]:
    """The conditions of the choices between versions."""
    analysis = analyze(module)
    return [str(analysis.condition(op.operands[0])) for op in module.walk() if is_choice(op)]


def test_every_pass_is_named_once(page: PageData) -> None:
    named = [name for stage in page.stages for name in (stage.name, *stage.unchanged)]
    passes = [step.name.removeprefix("tieshape-") for step in TieshapePass().pipeline()]
    assert named == ["input", *passes]


@pytest.mark.parametrize("name", MODELS)
def test_launches_are_those_of_the_compiler(name: str, pages: dict[str, PageData]) -> None:
    module = compiled(MODELS[name])
    expected = traffic_of(module, analyze(module)).launches
    last = pages[name].stages[-1]
    assert last.launches == expected
    graph = last.graph
    groups = [graph.nodes[n] for group in graph.groups for n in group.nodes]
    of_all = sum(node.launch for node in groups)
    if name in VERSIONED:  # each version has launches of its own
        assert of_all > expected
    else:
        assert of_all == expected

    def of_one_run(group: int) -> int:
        """Of a choice the last branch runs."""
        count = 0
        for n in graph.groups[group].nodes:
            node = graph.nodes[n]
            inner = node.groups[-1:] if node.kind == "choice" else node.groups
            count += 1 if node.launch else sum(map(of_one_run, inner))
        return count

    assert sum(map(of_one_run, graph.roots)) == expected


def test_graphs_hang_together(page: PageData) -> None:
    for stage in page.stages:
        graph = stage.graph
        drawn = [n for group in graph.groups for n in group.nodes]
        assert sorted(drawn) == list(range(len(graph.nodes)))
        for group in graph.groups:
            before = dict[int, set[int]]()
            for source, result, target in group.edges:
                assert {source, target} <= set(group.nodes)
                assert result < len(graph.nodes[source].results)
                before.setdefault(target, set()).add(source)
            list(TopologicalSorter(before).static_order())  # raises for a cycle
        for node in graph.nodes:
            if node.source is not None:
                source = graph.nodes[node.source]
                assert node.result < len(source.results)
                if source.kind != "choice":
                    assert node.results[0].dtype == source.results[node.result].dtype


LOWERED = """
sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  sdim.range @S0 in [2, ?]
}
func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %s: tensor<1xindex>) -> tensor<?xf32, [@S0]> {
  %same = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %open = "mhlo.dynamic_broadcast_in_dim"(%y, %s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32, [@S1]>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %one = mhlo.constant dense<1.0> : tensor<f32>
  %all = "mhlo.dynamic_broadcast_in_dim"(%one, %s) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %a = mhlo.add %same, %open : tensor<?xf32, [@S0]>
  %b = mhlo.add %a, %all : tensor<?xf32, [@S0]>
  func.return %b : tensor<?xf32, [@S0]>
}
"""


def test_each_broadcast_has_its_own_class(tmp_path: Path) -> None:
    path = tmp_path / "lowered.mlir"
    path.write_text(LOWERED)
    first = page_data(str(path)).stages[0]
    marked = [node.broadcast for node in first.graph.nodes if node.broadcast]
    assert marked == ["identity", "undecided", "expanding"]
    assert first.broadcasts == dict.fromkeys(("identity", "expanding", "undecided"), 1)


def test_an_artifact_is_shown_as_it_is(tmp_path: Path) -> None:
    artifact = tmp_path / "add.tie"
    assert run(["compile", str(MODELS["add_softmax"]), "-o", str(artifact)]) == 0
    page = page_data(str(artifact))
    assert [stage.name for stage in page.stages] == ["input"]
    assert page.stages[0].launches == 1
    assert page.stages[0].knowledge.versions


def test_a_long_list_of_ops_is_cut_into_parts(pages: dict[str, PageData]) -> None:
    first, last = (pages["kh_bert"].stages[i].graph for i in (0, -1))

    def drawn(graph: PageGraph, group: int) -> int:
        kinds = (graph.nodes[n].kind for n in graph.groups[group].nodes)
        return sum(kind not in ("constant", "size", "fact", "input") for kind in kinds)

    assert {first.nodes[n].kind for n in first.groups[first.roots[0]].nodes} == {"input", "part"}
    for graph in (first, last):
        assert all(drawn(graph, group) <= LONGEST for group in range(len(graph.groups)))
    assert not any(node.kind == "part" for node in last.nodes)


def chain(length: int) -> str:
    ops = [f"%v{i + 1} = mhlo.add %v{i}, %v{max(i - 9, 0)} : tensor<?xf32>" for i in range(length)]
    body = "\n".join(ops).replace("%v0,", "%x,").replace("%v0 ", "%x ")
    return f"""func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {{
{body}
func.return %v{length} : tensor<?xf32>
}}"""


@pytest.mark.parametrize(("length", "parts", "depth"), [(61, 2, 1), (1000, 20, 1), (3000, 20, 2)])
def test_a_very_long_list_is_cut_into_parts_of_parts(length: int, parts: int, depth: int) -> None:
    """No group has more boxes than can be laid out at once, and every op is in one of them."""
    graph = PageGraphBuilder(parse_module(chain(length)), GraphNotes({}, {})).graph
    kinds = [[graph.nodes[n].kind for n in group.nodes] for group in graph.groups]
    assert kinds[graph.roots[0]].count("part") == parts
    assert sum(each.count("op") for each in kinds) == length
    assert all(len(each) <= LONGEST + MOST_ARGUMENTS for each in kinds)

    def nested(group: int) -> int:
        inner = [g for n in graph.groups[group].nodes for g in graph.nodes[n].groups]
        return 1 + max(map(nested, inner)) if inner else 0

    assert nested(graph.roots[0]) == depth


BROADCASTS = """
func.func @main(%x: tensor<?x1xf32>, %y: tensor<1x?xf32>, %z: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x1xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  %1 = "tf.AddV2"(%0, %z) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  func.return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
"""


def test_broadcasts_are_of_three_kinds(tmp_path: Path) -> None:
    path = tmp_path / "three.mlir"
    path.write_text(BROADCASTS)
    stage = next(s for s in page_data(str(path)).stages if s.name == "convert-tf-to-mhlo")
    marked = Counter(node.broadcast for node in stage.graph.nodes if node.broadcast)
    assert dict(marked) == {word: n for word, n in stage.broadcasts.items() if n}
    # x and y are repeated; of z and of the sum the last size may be 1; z lacks a dimension.
    assert stage.broadcasts == {"identity": 0, "expanding": 2, "undecided": 2}


@pytest.mark.parametrize("name", ["kh_bert", "add_softmax"])
def test_a_copied_fact_decides_its_question(
    name: str, pages: dict[str, PageData], tmp_path: Path
) -> None:
    questions = pages[name].stages[-1].knowledge.questions
    assert questions
    assert all(question.answers for question in questions)
    assert open_questions(compiled(MODELS[name])) == len(questions)
    facts = tmp_path / "facts.toml"
    for question in (questions[0], questions[-1]):
        for answer in (question.answers[0], question.answers[-1]):
            facts.write_text(answer.lines)
            assert open_questions(compiled(MODELS[name], facts)) < len(questions), answer
    facts.write_text(names_only(questions[0].answers[0]))
    assert open_questions(compiled(MODELS[name], facts)) == len(questions)


def open_questions(module: ModuleOp) -> int:
    return len(undecided_of(module, analyze(module)).pairs)


@pytest.mark.parametrize("name", VERSIONED)
def test_a_copied_fact_takes_a_version_away(
    name: str, pages: dict[str, PageData], tmp_path: Path
) -> None:
    versions = pages[name].stages[-1].knowledge.versions
    assert versions
    facts = tmp_path / "facts.toml"
    for version in versions:
        condition = " and ".join(version.condition)
        assert condition in choices(compiled(MODELS[name]))
        assert [answer.effect for answer in version.answers] == [
            "this version for every call",
            "no call for this version",
        ]
        for answer in version.answers:
            facts.write_text(answer.lines)
            assert condition not in choices(compiled(MODELS[name], facts)), answer
        facts.write_text(names_only(version.answers[0]))
        assert condition in choices(compiled(MODELS[name], facts))


def test_reasons_suffice(page: PageData) -> None:
    """The claims that a relation rests on prove it, alone."""
    for stage in page.stages:
        for relation in stage.knowledge.relations:
            if relation.verdict == "unknown":
                continue
            facts = Facts()
            for fact in relation.why:
                facts.learn(fact.claim)
            claim = f"{relation.first} == {relation.second}"
            asked = facts.proves if relation.verdict == "equal" else facts.refutes
            assert asked(claim), relation


@pytest.mark.parametrize("name", ["kh_bert", "layernorm_softmax"])
def test_unknown_relations_have_examples_of_both(name: str, pages: dict[str, PageData]) -> None:
    knowledge = pages[name].stages[-1].knowledge
    unknown = [r for r in knowledge.relations if r.verdict == "unknown"]
    assert unknown
    for relation in unknown:
        examples = [dict(re.findall(r"(\w+) = (\d+)", words)) for words in relation.examples]
        same = [e[relation.first] == e[relation.second] for e in examples]
        assert same in ([False, True], [False], [True]), relation
        for fact in knowledge.facts:
            for example in examples:
                sizes = {name: int(size) for name, size in example.items()}
                if set(fact.symbols) <= sizes.keys():
                    assert parse_predicate(fact.claim).holds(sizes)


def test_why_two_sizes_are_equal(pages: dict[str, PageData]) -> None:
    knowledge = pages["kh_bert"].stages[-1].knowledge
    known = {(r.first, r.second): r for r in knowledge.relations}
    in_version = known["S1", "S7"]
    assert in_version.verdict == "equal"
    assert knowledge.scopes[in_version.scope].startswith("in the version for S0 == S2")
    assert any(fact.claim == "S7 == broadcast(S1, S3)" for fact in in_version.why)
    assert known["S7", "S9"].scope == 0
    assert known["S0", "S1"].verdict == "unknown"


def test_what_is_refused(pages: dict[str, PageData]) -> None:
    guards = {guard.claim: guard for guard in pages["kh_bert"].stages[-1].knowledge.guards}
    assert guards["S1 <= 16"].place.endswith("model.mlir:99:5")
    assert guards["elements in bounds"].late
    assert not guards["S1 <= 16"].late
    line = pages["kh_bert"].lines[guards["S1 <= 16"].place.rpartition(":")[0]]
    assert "tf.Slice" in line


def test_static_and_shared_sizes_of_arguments_are_refused_too(tmp_path: Path) -> None:
    path = tmp_path / "shared.mlir"
    path.write_text(
        'func.func @main(%x: tensor<?x4xf32> {sdim.sizes = ["n", ""]}, %y: tensor<?xf32> {sdim.sizes = ["n"]})'
        " -> tensor<?x4xf32> { func.return %x : tensor<?x4xf32> }"
    )
    claims = [guard.claim for guard in page_data(str(path)).stages[-1].knowledge.guards]
    assert claims == ["size 1 of x == 4", "size 0 of y == size 0 of x"]


HOSTILE = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c = "tf.Const"() {value = dense<"</script><script>alert(1)</script>"> : tensor<!tf_type.string>} : () -> tensor<!tf_type.string>
  %0 = "tf.AddV2"(%x, %y) {note = "<!-- <img src=x onerror=alert(2)> -->"} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
"""


def test_text_of_a_model_cannot_end_a_script(tmp_path: Path) -> None:
    path = tmp_path / "</script><b>.mlir".replace("/", "_")
    path.write_text(HOSTILE)
    page = page_of(page_data(str(path)))
    scripts = re.findall(
        r'<script type="application/json" id="([\w-]+)">(.*?)</script>', page, re.S
    )
    assert len(scripts) == 1 + len(json.loads(scripts[0][1])["stages"])
    assert all("<" not in text for _, text in scripts)
    assert any("onerror" in line for line in json.loads(scripts[0][1])["lines"].values())


def test_the_page_needs_nothing_else(pages: dict[str, PageData]) -> None:
    page = page_of(pages["add_softmax"])
    without_data = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.S)
    assert not re.findall(r"\b(?:src|href)\s*=|@import|fetch\(|XMLHttpRequest|url\(h", without_data)
    assert "Permission is hereby granted" in page


def test_the_graphs_for_model_explorer_are_the_same(page: PageData) -> None:
    graphs = graphs_of(page)
    assert [graph["id"] for graph in graphs] == [
        f"{i}. {stage.name}" for i, stage in reversed(list(enumerate(page.stages)))
    ]
    graph, last = graphs[0], page.stages[-1].graph
    ids = {node["id"] for node in graph["nodes"]}
    assert ids
    for node in graph["nodes"]:
        entry = last.nodes[int(node["id"])]
        assert not entry.groups
        assert {edge["sourceNodeId"] for edge in node["incomingEdges"]} <= ids
        for value, item in zip(entry.results, node["outputsMetadata"], strict=False):
            sizes = ["*"] if value.shape is None else value.shape
            shown = item["attrs"][0]
            assert shown == {
                "key": "tensor_shape",
                "value": "×".join([*map(str, sizes), value.dtype]),
            }
    namespaces = {node["namespace"] for node in graph["nodes"]}
    titles = {group.title for group in last.groups}
    assert {
        part.rpartition(" #")[0] or part for name in namespaces for part in name.split("/")
    } == titles
    joined = {edge["sourceNodeId"] for node in graph["nodes"] for edge in node["incomingEdges"]}
    loose = [n for n in graph["nodes"] if n["id"] not in joined and not n["incomingEdges"]]
    assert len(loose) < len(graph["nodes"]) / 4


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.html"
    assert run(["show", str(MODELS["add_softmax"]), "-o", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert out.read_text().startswith("<!doctype html>")
    graph = tmp_path / "graph.json"
    words = ["show", str(MODELS["add_softmax"]), "--format", "model-explorer", "-o", str(graph)]
    assert run(words) == 0
    assert json.loads(graph.read_text())["graphs"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("func.func @main(", ":1:"),
        ('"tf.NoSuchOp"(', ":1:"),
        ("func.func private @f(tensor<?xf32>)", "error:"),
    ],
)
def test_bad_input_is_an_error_at_its_place(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.mlir"
    path.write_text(text)
    assert run(["show", str(path), "-o", str(tmp_path / "page.html")]) == 1
    error = capsys.readouterr().err
    assert words in error
    assert error.count("error: ") == 1
    assert "internal" not in error
    assert not (tmp_path / "page.html").exists()


def test_files_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = str(MODELS["add_softmax"])
    assert run(["show", str(tmp_path / "no.mlir")]) == 1
    assert "cannot read" in capsys.readouterr().err
    assert run(["show", model, "-o", str(tmp_path / "no" / "page.html")]) == 1
    assert capsys.readouterr().err.startswith("error: cannot write")
    assert run(["show", model, "--function", "other", "-o", str(tmp_path / "page.html")]) == 1
    assert "other" in capsys.readouterr().err
