"""Whole models: each stage keeps every fact, and computes what TensorFlow computed."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from xdsl.context import Context

from tieshape.analysis.broadcasts import BROADCASTS, is_identity
from tieshape.analysis.shape_analysis import ShapeAnalysis
from tieshape.analysis.survival import Snapshot
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.tools.text import parse_module, print_module, verify_module

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "examples" / "models").iterdir())
OTHERS = [
    path
    for path in sorted((ROOT.parent / "shared" / "models" / "tf").glob("*"))
    if path.name not in {shipped.name for shipped in SHIPPED}
]


def stages(model: Path) -> dict[str, str]:
    """The text after each pass from the conversion on; each pass must keep every fact."""
    module = parse_module((model / "model.mlir").read_text(), "model.mlir")
    before = Snapshot.of(module)
    result = dict[str, str]()
    for step in TieshapePass().pipeline():
        step.apply(Context(), module)
        verify_module(module)
        after = Snapshot.of(module)
        assert not (lost := before.lost_in(after)), f"{step.name} lost {lost}"
        before = after
        if result or step.name == "convert-tf-to-mhlo":
            result[step.name] = print_module(module)
    return result


def check_references(model: Path, stage: str, text: str) -> None:
    weights = json.loads((model / "meta.json").read_text()).get("n_weight_args", 0)
    runner = Runner(parse_module(text, f"{stage}.mlir"))
    files = sorted(model.glob("ref_*.npz"))
    assert files
    for file in files:
        with np.load(file) as data:
            inputs = [data[f"in_{i}"] for i in range(sum(k.startswith("in_") for k in data))]
            inputs += [data[f"w_{i}"] for i in range(weights) if f"w_{i}" in data]
            outputs = [data[f"out_{i}"] for i in range(sum(k.startswith("out_") for k in data))]
        results = runner.run(inputs)
        assert len(results) == len(outputs)
        for i, (found, expected) in enumerate(zip(results, outputs, strict=True)):
            where = f"{file.name}, out_{i}, after {stage}"
            assert found.shape == expected.shape, where
            assert found.dtype == expected.dtype, where
            np.testing.assert_allclose(found, expected, 1e-4, 1e-5, err_msg=where)


@pytest.mark.parametrize("model", [*SHIPPED, *OTHERS], ids=lambda path: path.name)
def test_every_stage_matches_the_references(model: Path) -> None:
    for stage, text in stages(model).items():
        assert not re.search(r'"tf\.\w+"\(', text), stage
        check_references(model, stage, text)


@pytest.mark.parametrize("model", SHIPPED, ids=lambda path: path.name)
def test_no_broadcast_is_left_that_does_nothing(model: Path) -> None:
    final = parse_module(list(stages(model).values())[-1], "final.mlir")
    analysis = ShapeAnalysis.of(final)
    broadcasts = [op for op in final.walk() if isinstance(op, BROADCASTS)]
    assert broadcasts
    assert not [op for op in broadcasts if is_identity(op, analysis)]
