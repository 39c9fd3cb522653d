"""Questions with known answers: the sample beside this file, and the labelled set if present."""

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from tieshape.symbolic import Contradiction, Facts
from tieshape.symbolic.refutation import DEFAULT, LAYERS, Limits

SAMPLE = Path(__file__).with_name("sample.jsonl")
LABELLED = Path(__file__).parents[3] / "shared" / "queries" / "queries.jsonl"
BY_CASES = Path(__file__).with_name("by_cases.jsonl")
"""Written by `label_by_cases.py`."""
SETS = [SAMPLE, BY_CASES, *([LABELLED] if LABELLED.exists() else [])]


def questions(path: Path) -> Iterator[dict]:
    for line in path.read_text().splitlines():
        yield json.loads(line)


def learn(question: dict, limits: Limits = DEFAULT) -> Facts | None:
    """The facts of a question; None where they were found contradictory."""
    facts = Facts(limits)
    try:
        for name, least in question["minimum"].items():
            facts.symbol(name, least)
        for fact in question["facts"]:
            facts.learn(fact)
    except Contradiction:
        return None
    return facts


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_answers(path: Path):
    wrong, open_, decidable, missed, contradictory = [], [], 0, [], 0
    for question in questions(path):
        facts = learn(question)
        proved = facts is None or facts.proves(question["query"])
        refuted = facts is None or facts.refutes(question["query"])
        if not question["consistent"]:
            contradictory += 1
            if not (proved and refuted):
                missed.append(question["id"])
            continue
        truth = question["truth"]
        if (proved, refuted) not in {
            (False, False),
            (truth == "proved", truth == "refuted"),
        }:
            wrong.append(question["id"])
        elif truth != "unknown":
            decidable += 1
            if not (proved or refuted):
                open_.append(question["id"])
    assert not wrong
    assert len(open_) <= decidable // 100, open_
    assert len(missed) <= contradictory // 20, missed


@pytest.mark.parametrize("layer", sorted(LAYERS))
def test_no_layer_hides_a_wrong_answer_of_another(layer: str):
    for question in questions(BY_CASES):
        facts = learn(question, Limits(layers=LAYERS - {layer}))
        if not question["consistent"]:
            continue
        assert facts is not None, question
        assert question["truth"] == "proved" or not facts.proves(question["query"]), question
        assert question["truth"] == "refuted" or not facts.refutes(question["query"]), question


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_why_suffices_and_is_small(path: Path):
    sizes = []
    for question in questions(path):
        facts = learn(question)
        if facts is None or question["truth"] == "unknown" or not question["consistent"]:
            continue
        try:
            reasons = facts.why(question["query"])
        except ValueError:
            continue
        alone = Facts()
        for name, least in question["minimum"].items():
            alone.symbol(name, least)
        for fact in reasons:
            assert fact in facts.learnt
            alone.learn(fact.predicate)
        ask = alone.proves if question["truth"] == "proved" else alone.refutes
        assert ask(question["query"]), (question["id"], reasons)
        sizes.append(len(reasons))
    assert median(sizes) <= 2
