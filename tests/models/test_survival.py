"""Facts of the tf level, stated by hand, are proved again from the final text alone, read by a fresh process."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

MODELS = Path(__file__).parents[2] / "examples" / "models"

PROVE = """
import json, sys
from tieshape.analysis.analyze import analyze
from tieshape.symbolic import parse_predicate
from tieshape.text.module import read_module
from xdsl.dialects import func
module = read_module(sys.argv[1])
facts = analyze(module)
(main,) = [op for op in module.body.block.ops if isinstance(op, func.FuncOp)]
shapes = [facts.sizes(v) for v in (*main.body.block.args, *main.body.block.last_op.operands)]
names = {f"{{v{i}_{d}}}": f"({size})" for i, shape in enumerate(shapes) for d, size in enumerate(shape)}
reshapes = [op for op in main.walk() if op.name == "mhlo.dynamic_reshape"]
flat = [
    facts.shape(op.results[0])[0]
    for op in reshapes
    if len(facts.shape(op.operands[0])) == 3 and len(facts.shape(op.results[0])) == 2
]
names["{flat}"] = f"({flat[0]})" if flat else "0"
def fill(text):
    for name, size in names.items():
        text = text.replace(name, size)
    return text
print(json.dumps([facts.facts.proves(parse_predicate(fill(claim))) for claim in json.loads(sys.argv[2])]))
"""


def proved(model: str, claims: list[str], folder: Path) -> list[bool]:
    """Which of `claims` the final text of `model` proves. `{v1_0}` is size 0 of argument (then result) 1."""
    text = folder / "final.mlir"
    opt = "import sys; from tieshape.tools.opt import main; sys.exit(main())"
    source = str(MODELS / model / "model.mlir")
    subprocess.run(
        [sys.executable, "-c", opt, source, "-p", "tieshape", "-o", str(text)], check=True
    )
    run = [sys.executable, "-c", PROVE, str(text), json.dumps(claims)]
    output = subprocess.run(run, check=True, capture_output=True, text=True)
    return json.loads(output.stdout)


# kh_bert: arguments 0, 1, 2 are token ids, segment ids and padding mask; values 3 and 4 are the pooled and the sequence output.
KH_BERT = [
    # Token and segment embeddings are added, so their sizes agree or one is 1.
    "{v0_0} == {v1_0} or {v0_0} == 1 or {v1_0} == 1",
    "{v0_1} == {v1_1} or {v0_1} == 1 or {v1_1} == 1",
    # The mask selects among attention scores over the sequence.
    "{v2_1} == {v4_1} or {v2_1} == 1",
    # The position embedding has 16 rows.
    "{v0_1} <= 16",
    # Both outputs share the batch, and have the hidden size.
    "{v3_0} == {v4_0}",
    "{v3_1} == 8 and {v4_2} == 8",
    # The first position is taken from the sequence.
    "{v4_1} >= 1",
    # Rows before the dense layers are batch times sequence.
    "{flat} == {v4_0} * {v4_1}",
    "{flat} * 8 == {v4_0} * {v4_1} * {v4_2}",
]

NOT_KNOWN = [
    "{v0_0} == {v1_0}",
    "{v0_0} == {v2_0}",
    "{v0_0} >= 1",
    "{v4_1} == {v0_1}",
]


def test_facts_of_kh_bert(tmp_path: Path) -> None:
    results = proved("kh_bert", KH_BERT + NOT_KNOWN, tmp_path)
    assert results == [True] * len(KH_BERT) + [False] * len(NOT_KNOWN)


@pytest.mark.parametrize("model", ["mlp"])
def test_facts_of_mlp(model: str, tmp_path: Path) -> None:
    claims = [
        "{v0_0} == {v1_0} or {v0_0} == 1 or {v1_0} == 1",
        "{v0_1} == 16 and {v1_1} == 8",
        "{v2_1} == 8",
        "{v0_0} == {v1_0}",
    ]
    assert proved(model, claims, tmp_path) == [True, True, True, False]
