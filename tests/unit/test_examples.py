"""The shipped examples work."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from tieshape.analysis import analyze, infer
from tieshape.dialects import mhlo
from tieshape.runtime import Model
from tieshape.symbolic import divides, ge
from xdsl.dialects.builtin import ModuleOp

from tieshape import TieshapePass, new_context, parse_module, print_module, run_function, using

EXAMPLES = Path(__file__).parents[2] / "examples"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def custom() -> ModuleType:
    return load("custom_op")


@pytest.fixture
def compiled(custom: ModuleType) -> ModuleOp:
    with using(custom.MY_OPS):
        module = parse_module(custom.TEXT)
    TieshapePass(op_sets=(custom.MY_OPS,)).apply(new_context(), module)
    return module


def expected(x: np.ndarray) -> np.ndarray:
    padded = np.zeros((-(-len(x) // 8) * 8, 4), np.float32)
    padded[: len(x)] = x
    return 2 * padded.reshape(-1, 8, 4)


def test_embedding_between_passes_of_xdsl(capsys: pytest.CaptureFixture[str]) -> None:
    load("embed").main(str(EXAMPLES / "models" / "mlp" / "model.mlir"))
    text = capsys.readouterr().out
    assert "mhlo.fusion" in text
    parse_module(text, "embedded.mlir")


@pytest.mark.parametrize("rows", [0, 1, 7, 8, 9])
def test_the_custom_op_runs(custom: ModuleType, compiled: ModuleOp, rows: int) -> None:
    x = np.arange(rows * 4, dtype=np.float32).reshape(rows, 4)
    module = parse_module(print_module(compiled), "out.mlir")
    np.testing.assert_array_equal(run_function(module, "main", [x])[0], expected(x))
    model = Model(custom.TEXT, op_sets=[custom.MY_OPS])
    np.testing.assert_array_equal(model(x)[0], expected(x))


def test_the_kernel_of_the_custom_op_agrees_with_its_lowering(custom: ModuleType) -> None:
    text = custom.TEXT.replace("tensor<?x8x4xf32>", "tensor<?x4xf32>")
    text = "\n".join(line for line in text.splitlines() if "tf." not in line)
    text = text.replace("return %r", "return %padded")
    x = np.ones((5, 4), np.float32)
    with using(custom.MY_OPS):
        (reference,) = run_function(parse_module(text), "main", [x])
    assert reference.shape == (8, 4)
    np.testing.assert_array_equal(Model(text, op_sets=[custom.MY_OPS])(x)[0], reference)


def test_the_custom_rule_proves_what_it_states(compiled: ModuleOp) -> None:
    analysis = analyze(compiled)
    (pad,) = [op for op in compiled.walk() if isinstance(op, mhlo.DynamicPadOp)]
    before, after = analysis.shape(pad.operands[0])[0], analysis.shape(pad.results[0])[0]
    assert analysis.facts.proves(divides(8, after))
    assert analysis.facts.proves(ge(after, before))
    assert not analysis.facts.proves(divides(8, before))


def test_without_its_rule_the_custom_op_is_a_barrier(custom: ModuleType) -> None:
    with using(custom.MY_OPS):
        module = parse_module(custom.TEXT)
        assert not infer(module).barriers
    assert infer(module).barriers == {"my.pad_to": 1}


def test_a_model_on_eight_devices_is_that_on_one() -> None:
    pytest.importorskip("jax", reason="jax is not installed")
    # the number of virtual devices is fixed when jax starts: a process of its own
    result = subprocess.run(
        [sys.executable, str(EXAMPLES / "shard.py")], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr[-2000:]
    assert result.stdout.splitlines() == [
        "encoder, shardy: equal on 1 and 8 devices; collectives: none",
        "encoder, mhlo: equal on 1 and 8 devices; collectives: none",
        "training step, shardy: equal on 1 and 8 devices; collectives: all-reduce",
        "training step, mhlo: equal on 1 and 8 devices; collectives: all-reduce",
        "refused: argument arg0 is split over 8 devices of axis data: size 0 must be divisible by 8",
    ]
