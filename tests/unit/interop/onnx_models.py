"""Small ONNX models in onnx's own text, and what they must compute by onnx's reference evaluator."""

from typing import Any

import numpy as np
import pytest
from tieshape.interop.onnx.import_model import translated
from tieshape.interop.onnx.protobuf import of_proto
from tieshape.tools.survival import VerifySurvival
from xdsl.dialects.builtin import ModuleOp

from tieshape import Runner, TieshapePass, new_context, parse_module, print_module

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

import onnx.parser
from onnx.reference import ReferenceEvaluator


def model(body: str, opset: int = 20) -> Any:
    """The model of `graph (inputs) => (outputs) { nodes }`."""
    return onnx.parser.parse_model(f'<ir_version: 9, opset_import: ["" : {opset}]>\n{body}')


def imported(body: str, opset: int = 20, name: str = "model.onnx") -> ModuleOp:
    return translated(of_proto(model(body, opset)), name)


def compiled(module: ModuleOp) -> ModuleOp:
    """The module after the whole pipeline, read again from its text; no fact is lost on the way."""
    context = new_context()
    module = parse_module(print_module(module), "model.mlir", context)
    steps = TieshapePass(strict=True).pipeline()
    survival = VerifySurvival()
    survival.started(module, steps)
    for step in steps:
        survival.before_pass(step, module)
        step.apply(context, module)
        survival.after_pass(step, module)
    return module


def check(body: str, *calls: tuple[Any, ...], opset: int = 20) -> None:
    """Holds the imported and compiled model against onnx's evaluator, for each call's inputs."""
    proto = model(body, opset)
    module = compiled(translated(of_proto(proto), "model.onnx"))
    runner, reference = Runner(module), ReferenceEvaluator(proto)
    names = [value.name for value in proto.graph.input]
    for inputs in calls:
        arrays = [np.asarray(value) for value in inputs]
        expected = reference.run(None, dict(zip(names, arrays, strict=True)))
        found = runner.run(arrays)
        assert len(found) == len(expected)
        for own, other in zip(found, expected, strict=True):
            assert own.dtype == other.dtype
            assert own.shape == other.shape
            np.testing.assert_allclose(own, other, rtol=1e-5, atol=1e-6)


def numbers(*shape: int) -> Any:
    """Floats of no particular order, the same in each call."""
    count = int(np.prod(shape))
    return (np.sin(np.arange(count) * 1.7) * 3).astype(np.float32).reshape(shape)
