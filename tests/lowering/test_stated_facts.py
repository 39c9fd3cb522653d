"""What the rules state is proved from the lowered text alone, and what they do not state is not."""

import re
from pathlib import Path

import pytest
from tieshape.analysis.analyze import analyze
from tieshape.analysis.shape_analysis import ShapeAnalysis
from tieshape.symbolic import parse_predicate
from tieshape.text.module import parse_module
from xdsl.dialects import func

from .harness import stages
from .stated_facts import ROWS, Row
from .stated_facts_of_control_flow import CONTROL_FLOW_ROWS
from .stated_facts_of_layers import LAYER_ROWS

ALL_ROWS = [*ROWS, *LAYER_ROWS, *CONTROL_FLOW_ROWS]
DOCUMENT = Path(__file__).parents[2] / "docs" / "stated_facts.md"


def sizes_of(text: str) -> tuple[ShapeAnalysis, dict[str, str]]:
    module = parse_module(text, "lowered.mlir")
    analysis = analyze(module)
    (main,) = [op for op in module.body.block.ops if isinstance(op, func.FuncOp)]
    last = main.body.block.last_op
    assert last is not None
    names = dict[str, str]()
    for letter, values in (("a", main.body.block.args), ("r", last.operands)):
        for i, value in enumerate(values):
            for d, size in enumerate(analysis.sizes(value)):
                names[f"{{{letter}{i}_{d}}}"] = f"({size})"
    return analysis, names


@pytest.mark.parametrize("row", ALL_ROWS, ids=lambda row: row.op)
def test_facts_are_proved_from_the_lowered_text(row: Row) -> None:
    texts = stages(row.text)
    for name in ("convert-tf-to-mhlo", list(texts)[-1]):
        analysis, sizes = sizes_of(texts[name])
        for claims, expected in ((row.proved, True), (row.unknown, False)):
            for claim in claims:
                filled = re.sub(r"\{\w+\}", lambda match, named=sizes: named[match.group()], claim)
                proved = analysis.facts.proves(parse_predicate(filled))
                assert proved == expected, f"{claim} = {filled} after {name}"


def test_the_document_has_the_rows() -> None:
    lines = [line for line in DOCUMENT.read_text().splitlines() if line.startswith("| ")][1:]
    assert lines == [f"| {row.op} | {row.facts} |" for row in ALL_ROWS]
