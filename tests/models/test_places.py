"""Every op of the examples has a place in the source text after each pass."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from tieshape.lowering.pipelines import TieshapePass
from tieshape.materialize.places import has_place
from tieshape.text.context import new_context
from tieshape.text.module import parse_module
from tieshape.tools.pipeline import passes_of
from tieshape.tools.registry import whole_universe
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

ROOT = Path(__file__).parents[2]
NATIVE = (
    "tieshape-convert-fusions-to-loops,tieshape-convert-dots-to-calls,tieshape-expand-math,"
    "tieshape-vectorize,tieshape-plan-buffers"
)
TEXTS = [
    path
    for room in ("passes", "lowering", "pipelines")
    for path in sorted((ROOT / "tests" / "filecheck" / room).rglob("*.mlir"))
    if re.match(r"// RUN: tieshape-opt ", path.read_text())
]


def passes(spec: str) -> tuple[ModulePass, ...]:
    found = passes_of(spec, whole_universe().all_passes)
    return tuple(step for steps in found for step in steps)


def bare_after(module: ModuleOp, steps: Sequence[ModulePass]) -> list[str]:
    """The ops without a place after each of `steps`, which run in turn."""
    context, bare = new_context(), list[str]()
    for step in steps:
        step.apply(context, module)
        bare += [f"{step.name}: {op.name}" for op in module.walk() if not has_place(op)]
    return bare


@pytest.mark.parametrize("spec", [NATIVE, "tieshape-export-stablehlo", "tieshape-materialize-ties"])
def test_later_passes_keep_places(spec: str) -> None:
    path = ROOT / "examples" / "models" / "layernorm_softmax" / "model.mlir"
    module = parse_module(path.read_text(), "model.mlir")
    assert bare_after(module, (*TieshapePass().pipeline(), *passes(spec))) == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: "/".join(path.parts[-2:]))
def test_ops_of_examples_keep_places(path: Path) -> None:
    text = path.read_text()
    named = re.search(r"-p (?:(['\"])(.*?)\1|(\S+))", text.splitlines()[0])
    if named is None or "not tieshape-opt" in text.splitlines()[0] or "%" in named[0]:
        pytest.skip("runs no pass that can be named here")
    steps = passes(named[2] or named[3])
    for part in re.split(r"^// -----.*$", text, flags=re.MULTILINE):
        try:
            module = parse_module(part, "part.mlir", new_context(allow_unregistered=True))
            bare = bare_after(module, steps)
        except Exception:  # an error that the file expects, which others check
            continue
        assert bare == []
