"""Whole models as loops, run by xDSL's own interpreter, against tieshape's on the ops themselves."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import dense_array
from tieshape.lowering.convert_fusions_to_loops import NativeFunction, lowered
from tieshape.lowering.fusions_to_loops.frame import SIZES
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes.merge_launches import split_launches
from tieshape.text.context import new_context
from tieshape.text.module import read_module
from xdsl.dialects import arith, memref
from xdsl.dialects import math as math_dialect
from xdsl.dialects.builtin import IntegerType, ModuleOp, i64
from xdsl.interpreter import Interpreter, InterpreterFunctions, impl, register_impls
from xdsl.interpreters import register_implementations

from .test_loops_by_xdsl import Allocations, _buffer, _context

MODELS = Path(__file__).parents[3] / "examples" / "models"
MOST = 2
"""How many references are run, those with the least arguments: loops run an element at a time."""


def quotient(a: float, b: float) -> float:
    with np.errstate(all="ignore"):
        return float(np.float64(a) / np.float64(b))


SCALARS: dict[type, Callable[..., object]] = {
    arith.DivfOp: quotient,
    arith.MaxSIOp: max,
    arith.MinSIOp: min,
    arith.NegfOp: lambda a: -a,
    arith.DivUIOp: lambda a, b: a // b,
    arith.RemUIOp: lambda a, b: a % b,
    arith.SIToFPOp: float,
    arith.UIToFPOp: float,
    math_dialect.ExpOp: lambda a: float(np.exp(np.float64(a))),
    math_dialect.SqrtOp: lambda a: float(np.sqrt(np.float64(a))),
    math_dialect.TanhOp: math.tanh,
    math_dialect.LogOp: lambda a: float(np.log(np.float64(a))),
    math_dialect.ErfOp: math.erf,
    math_dialect.AbsFOp: abs,
    math_dialect.CosOp: math.cos,
    math_dialect.SinOp: math.sin,
    math_dialect.Log1pOp: math.log1p,
}
"""Ops that xDSL's interpreter does not run, or not for all numbers, as functions of scalars."""


@register_impls
class Elementwise(InterpreterFunctions):
    """Ops that take more than the values of their operands."""

    @impl(arith.ExtUIOp)
    def extend(self, _: Interpreter, op: arith.ExtUIOp, args: tuple[int, ...]):
        assert isinstance(op.input.type, IntegerType)
        return (args[0] & ((1 << op.input.type.width.data) - 1),)

    @impl(memref.CopyOp)
    def copy(self, _: Interpreter, op: memref.CopyOp, args: tuple):
        source, target = args
        for i in range(source.shape[0]):
            target.store((i,), source.load((i,)))
        return ()


def scalar(function: Callable[..., object]):
    return lambda _functions, _interpreter, _op, args: (function(*args),)


Scalars = register_impls(
    type(
        "Scalars",
        (InterpreterFunctions,),
        {op.__name__: impl(op)(scalar(function)) for op, function in SCALARS.items()},
    )
)


def run_loops(
    native: NativeFunction, module: ModuleOp, arrays: list[np.ndarray], shapes: list
) -> list[list]:
    interpreter = Interpreter(module, index_bitwidth=64)
    register_implementations(interpreter, _context())
    interpreter.register_implementations(Allocations(), override=True)
    interpreter.register_implementations(Elementwise(), override=True)
    interpreter.register_implementations(Scalars(), override=True)
    types = [argument.type.element_type for argument in native.function.body.block.args]
    words = [0] * native.frame.length
    for argument, array in zip(native.frame.arguments, arrays, strict=True):
        words[argument.start : argument.start + argument.rank] = array.shape
    constants = [dense_array(op.value) for op in native.constants]
    values = [a.ravel().tolist() for a in (*arrays, *constants)]
    results = [[0] * math.prod(shape) for shape in shapes]
    buffers = [
        _buffer(list(map(type_cast(t), v)), t)
        for v, t in zip([*values, *results], types, strict=False)
    ]
    frame = _buffer(words, i64)
    interpreter.call_op(native.function, (*buffers, frame))
    assert frame.load((0,)) == 0
    assert words[:SIZES] == [0] * SIZES
    found = buffers[len(values) :]
    return [[b.load((i,)) for i in range(math.prod(s))] for b, s in zip(found, shapes, strict=True)]


def type_cast(type_: object) -> Callable[[object], object]:
    return int if isinstance(type_, IntegerType) else float


@pytest.mark.parametrize("name", ["mlp", "layernorm_softmax", "kh_bert"])
def test_loops_of_a_model_compute_what_its_ops_mean(name: str) -> None:
    module = read_module(str(MODELS / name / "model.mlir"))
    TieshapePass().apply(new_context(), module)
    runner = Runner(module)
    stored = []
    for file in sorted((MODELS / name).glob("ref_*.npz")):
        with np.load(file) as data:
            stored.append([data[f"in_{i}"] for i in range(sum(k.startswith("in_") for k in data))])
    stored = sorted(stored, key=lambda arrays: sum(array.size for array in arrays))[:MOST]
    wanted = [runner.run(arrays) for arrays in stored]
    split_launches(runner.function)
    native = lowered(runner.function)
    assert not native.frame.callbacks
    loops = ModuleOp([*native.kernels, native.function])
    loops.verify()
    for arrays, results in zip(stored, wanted, strict=True):
        found = run_loops(native, loops, arrays, [r.shape for r in results])
        for a, b in zip(found, results, strict=True):
            np.testing.assert_allclose(np.reshape(a, b.shape), b, 1e-4, 1e-5)
