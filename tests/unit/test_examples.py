"""The shipped examples work."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze, infer
from tieshape.dialects import mhlo
from tieshape.interpreters import run_function
from tieshape.symbolic import divides, ge
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, print_module

EXAMPLES = Path(__file__).parents[2] / "examples"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_embedding_between_passes_of_xdsl(capsys: pytest.CaptureFixture[str]) -> None:
    load("embed").main(str(EXAMPLES / "models" / "mlp" / "model.mlir"))
    text = capsys.readouterr().out
    assert "mhlo.fusion" in text
    parse_module(text, "embedded.mlir")


@pytest.mark.parametrize("rows", [0, 1, 7, 8, 9])
def test_the_custom_op_runs(rows: int) -> None:
    custom = load("custom_op")
    module = parse_module(print_module(custom.compile_text(custom.TEXT.read_text())), "out.mlir")
    x = np.arange(rows * 4, dtype=np.float32).reshape(rows, 4)
    (result,) = run_function(module, "main", [x])
    padded = np.zeros((-(-rows // 8) * 8, 4), np.float32)
    padded[:rows] = x
    np.testing.assert_array_equal(result, 2 * padded.reshape(-1, 8, 4))


def test_the_custom_rule_proves_what_it_states() -> None:
    custom = load("custom_op")
    module = custom.compile_text(custom.TEXT.read_text())
    analysis = analyze(module)
    (pad,) = [op for op in module.walk() if isinstance(op, mhlo.DynamicPadOp)]
    before, after = analysis.shape(pad.operands[0])[0], analysis.shape(pad.results[0])[0]
    assert analysis.facts.proves(divides(8, after))
    assert analysis.facts.proves(ge(after, before))
    assert not analysis.facts.proves(divides(8, before))


def test_without_rules_the_custom_op_is_a_barrier() -> None:
    custom = load("custom_op")
    context = new_context()
    context.load_dialect(custom.MY_DIALECT)
    module = parse_module(custom.TEXT.read_text(), "custom_op.mlir", context)
    assert infer(module).barriers == {"my.pad_to": 1}
    assert not infer(module, custom.MY_RULES).barriers
