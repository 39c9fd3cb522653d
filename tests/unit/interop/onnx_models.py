"""Small ONNX models in onnx's own text, and what they must compute by onnx's reference evaluator."""

from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from tieshape.dialects.types import element_type_of
from tieshape.interop.onnx.import_model import translated
from tieshape.interop.onnx.protobuf import of_proto
from tieshape.native.engine import is_available
from tieshape.tools.survival import VerifySurvival
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from tieshape import Runner, TieshapePass, new_context, parse_module, print_module

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

import onnx.parser
from onnx import helper, numpy_helper
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


RNG = np.random.default_rng(4)


def drawn(dtype: Any, *shape: int) -> Any:
    """Integers from all that the type holds."""
    limits = np.iinfo(dtype)
    return RNG.integers(limits.min, limits.max + 1, shape, dtype)


def graph(given: dict[str, Any], constants: dict[str, Any], nodes: list[Any], dtype: Any) -> Any:
    """A model of arguments like `given`, whose sizes are unknown, and the result `z`."""
    inputs = [
        helper.make_tensor_value_info(
            name,
            helper.np_dtype_to_tensor_dtype(value.dtype),
            [f"{name}{i}" for i in range(value.ndim)],
        )
        for name, value in given.items()
    ]
    tensors = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    out = helper.make_tensor_value_info("z", helper.np_dtype_to_tensor_dtype(np.dtype(dtype)), None)
    made = helper.make_graph(nodes, "g", inputs, [out], tensors)
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)


@lru_cache(1)
def _final_text(model: bytes) -> str:
    proto = onnx.load_model_from_string(model)
    return print_module(compiled(translated(of_proto(proto), "model.onnx")))


def final(proto: Any) -> ModuleOp:
    """The model after the whole pipeline, which is run once for calls with equal models."""
    return parse_module(_final_text(proto.SerializeToString()), "final.mlir", new_context())


def results(proto: Any, arrays: list[Any]) -> list[Any]:
    """On the interpreter, and as machine code where that can be had."""
    module = final(proto)
    found = [Runner(module).run(arrays)[0]]
    if is_available():
        from tieshape.native.program import NativeProgram

        found.append(NativeProgram(module, Runner(module).function).run(arrays)[0])
    return found


def operands(proto: Any, kind: type[Operation]) -> list[list[str]]:
    """The element types of the operands of each op of the kind."""
    found = [op for op in final(proto).walk() if isinstance(op, kind)]
    return [[str(element_type_of(operand)) for operand in op.operands] for op in found]
