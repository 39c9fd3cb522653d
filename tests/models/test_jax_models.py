"""JAX's exports: every command takes them as they are, keeps facts and places, and computes what JAX computed."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tieshape.dialects import sdim
from tieshape.interop.jax import export_of
from tieshape.interpreters import Runner
from tieshape.interpreters.errors import GuardFailed
from tieshape.text.module import parse_module, print_module
from tieshape.tools.runtime_provider import program
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from .compiling import check_places, passed

MODELS = sorted((Path(__file__).parents[2].parent / "shared" / "models" / "jax").glob("*"))
TOLERANCE = {"bf16_block": (2e-2, 2.0)}
"""Relative and absolute, where it is not that of f32: bf16 has 8 bits, and sums of rounded numbers differ by whole ones."""


def compiled(model: Path) -> ModuleOp:
    """The module after the last pass."""
    *_, (_, module) = passed((model / "model.mlir").read_text(), imported=True)
    return module


def references(model: Path) -> Iterator[tuple[list[np.ndarray], list[np.ndarray]]]:
    for file in sorted(model.glob("ref_*.npz")):
        with np.load(file) as data:
            inputs = [data[f"in_{i}"] for i in range(sum(k.startswith("in_") for k in data))]
            outputs = [data[f"out_{i}"] for i in range(sum(k.startswith("out_") for k in data))]
        yield inputs, outputs


def variables(model: Path) -> set[str]:
    """The dimension variables that are a size of an argument each."""
    shapes = [entry["shape"] for entry in json.loads((model / "meta.json").read_text())["inputs"]]
    return {size for shape in shapes for size in shape.split(", ") if size.isidentifier()}


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.name)
def test_matches_the_references(model: Path) -> None:
    module = compiled(model)
    check_places(module)
    runner = Runner(module)
    relative, absolute = TOLERANCE.get(model.name, (1e-4, 1e-5))
    stored = list(references(model))
    assert stored
    for inputs, expected in stored:
        found = runner.run(inputs)
        assert len(found) == len(expected)
        for result, wanted in zip(found, expected, strict=True):
            assert (result.shape, result.dtype) == (wanted.shape, wanted.dtype)
            np.testing.assert_allclose(result, wanted, relative, absolute)
    (main,) = (op for op in module.body.ops if isinstance(op, func.FuncOp))
    unread = [op.why for op in main.walk() if isinstance(op, sdim.HoldsOp)]
    assert not unread
    named = {op.sym_name.data for op in module.body.ops if isinstance(op, sdim.SymbolOp)}
    assert variables(model) <= named


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.name)
def test_the_text_is_read_and_printed_as_stablehlo(model: Path) -> None:
    module = parse_module((model / "model.mlir").read_text(), "model.mlir")
    pretty, generic = print_module(module), print_module(module, generic=True)
    assert "stablehlo." in pretty and "mhlo.add" not in pretty
    assert print_module(parse_module(pretty)) == pretty
    assert print_module(parse_module(generic), generic=True) == generic
    other = parse_module((model / "model.generic.mlir").read_text())
    assert other.is_structurally_equivalent(module)
    assert print_module(other).count("\n") == pretty.count("\n")


@pytest.mark.parametrize(
    ("name", "shapes", "words"),
    [
        ("softmax", [(0, 2, 3)], "Expected value >= 1 for dimension variable 'a'"),
        ("windowed_attention", [(2, 6, 8)], "4*floordiv(s, 4) == s"),
        ("gru_step", [(2, 8), (3, 12)], "args[1].shape[0] and the specification 'b'"),
    ],
)
def test_sizes_that_jax_refuses_are_refused_in_its_words(
    name: str, shapes: list[tuple[int, ...]], words: str
) -> None:
    models = {path.name: path for path in MODELS}
    if name not in models:
        pytest.skip("the models are not here")
    runner = Runner(compiled(models[name]))
    with pytest.raises(GuardFailed, match=re.escape(words)):
        runner.run([np.ones(shape, np.float32) for shape in shapes])


def refused_shapes(model: Path) -> Iterator[list[np.ndarray]]:
    """The second reference's arguments, each with one unknown size greater by 1."""
    _, (inputs, _), *_ = references(model)
    entries = json.loads((model / "meta.json").read_text())["inputs"]
    for i, entry in enumerate(entries):
        for d, size in enumerate(entry["shape"].strip("()").split(",")):
            if size.strip() and not size.strip().isdigit():
                first = inputs[i].take([0], axis=d)
                longer = np.concatenate([inputs[i], first], axis=d)
                yield [*inputs[:i], longer, *inputs[i + 1 :]]


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.name)
def test_jax_refuses_exported_models_in_the_words_of_the_guards(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    pytest.importorskip("jax", reason="jax is not installed")
    artifact = program((model / "model.mlir").read_text(), "model.mlir").compile()
    exported = export_of(artifact)
    checks = [
        (shapes, artifact.check([a.shape for a in shapes])) for shapes in refused_shapes(model)
    ]
    assert checks
    for arguments, check in checks:
        if check:
            continue
        words = "Error refining shapes|do not match the symbolic shape constraint"
        with pytest.raises(ValueError, match=words) as info:
            exported.call(*arguments)
        error, _, _ = str(info.value.__cause__ or info.value).partition("see current operation")
        whys = [guard.why for guard in artifact.header.guards if guard.why]
        assert any(why in str(check.guard) and why in error for why in whys), error
