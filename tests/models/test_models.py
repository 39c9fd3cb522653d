"""Whole models: each stage keeps facts and places, and computes what TensorFlow computed."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.analysis.broadcasts import BROADCASTS, is_identity
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module, print_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from .compiling import check_places, passed

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "examples" / "models").iterdir())
OTHERS = [
    path
    for path in sorted((ROOT.parent / "shared" / "models" / "tf").glob("*"))
    if path.name not in {shipped.name for shipped in SHIPPED}
]


def stages(model: Path) -> dict[str, str]:
    """The text after the conversion and after each later pass that changes it."""
    result, last, module = dict[str, str](), "", ModuleOp([])
    for name, module in passed((model / "model.mlir").read_text()):
        if result or name == "convert-tf-to-mhlo":
            text = print_module(module)
            if text != last:
                result[name] = last = text
    check_places(module)
    return result


@dataclass(frozen=True)
class Reference:
    """Inputs of a model and what TensorFlow computed; no outputs where only their shapes are known."""

    name: str
    inputs: list[np.ndarray]
    outputs: list[np.ndarray] | None
    shapes: list[tuple[int, ...]]


def references(model: Path) -> Iterator[Reference]:
    """The stored references. Weights that are not stored with them are drawn, and leave the outputs unknown."""
    meta = json.loads((model / "meta.json").read_text())
    weights = meta.get("n_weight_args", 0)
    for file in sorted(model.glob("ref_*.npz")):
        with np.load(file) as data:
            inputs = [data[f"in_{i}"] for i in range(sum(k.startswith("in_") for k in data))]
            stored = [data[f"w_{i}"] for i in range(weights) if f"w_{i}" in data]
            outputs = [data[f"out_{i}"] for i in range(sum(k.startswith("out_") for k in data))]
        known = len(stored) == weights
        if not known:
            stored = [draw(entry["shape"], i) for i, entry in enumerate(meta["inputs"][-weights:])]
        shapes = [output.shape for output in outputs]
        yield Reference(file.name, inputs + stored, outputs if known else None, shapes)


def draw(shape: list[int], seed: int) -> np.ndarray:
    """Weights that keep the numbers of a deep model near 1; vectors (scales, variances) are positive."""
    rng = np.random.default_rng(seed)
    if len(shape) < 2:
        return rng.uniform(0.5, 1.5, shape).astype(np.float32)
    fan_in = int(np.prod(shape[:-1])) if shape[-1] > 1 else int(np.prod(shape[:2]))
    return rng.normal(0, fan_in**-0.5, shape).astype(np.float32)


def check(found: list[np.ndarray], expected: list[np.ndarray], where: str) -> None:
    assert len(found) == len(expected)
    for i, (result, wanted) in enumerate(zip(found, expected, strict=True)):
        assert result.shape == wanted.shape, f"{where}, out_{i}"
        assert result.dtype == wanted.dtype, f"{where}, out_{i}"
        np.testing.assert_allclose(result, wanted, 1e-4, 1e-5, err_msg=f"{where}, out_{i}")


@pytest.mark.parametrize("model", [*SHIPPED, *OTHERS], ids=lambda path: path.name)
def test_every_stage_matches_the_references(model: Path) -> None:
    stored = list(references(model))
    assert stored
    expected = [reference.outputs for reference in stored]
    for stage, text in stages(model).items():
        assert not re.search(r'"tf\.\w+"\(', text), stage
        runner = Runner(parse_module(text, f"{stage}.mlir"))
        for i, reference in enumerate(stored):
            found = runner.run(reference.inputs)
            assert [result.shape for result in found] == reference.shapes
            # Without stored outputs the first stage is what the others are compared with.
            check(found, expected[i] or found, f"{reference.name} after {stage}")
            expected[i] = expected[i] or found


@pytest.mark.parametrize("model", SHIPPED, ids=lambda path: path.name)
def test_no_broadcast_is_left_that_does_nothing(model: Path) -> None:
    final = parse_module((model / "model.mlir").read_text(), "model.mlir")
    TieshapePass().apply(Context(), final)
    analysis = analyze(final)
    broadcasts = [op for op in final.walk() if isinstance(op, BROADCASTS)]
    assert broadcasts
    assert not [op for op in broadcasts if is_identity(op, analysis)]
