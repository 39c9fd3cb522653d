"""Operands that may be broadcast, or not: machine code against the interpreter, inside of fences."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.lowering.fusions_to_loops.builder import FLAGS, LANES
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.engine import is_available
from tieshape.native.fences import FencedMemory
from tieshape.native.image import is_protection_possible
from tieshape.native.program import NativeProgram, native_code, on_buffers, to_vectors
from tieshape.text.context import new_context
from tieshape.text.module import parse_module
from xdsl.dialects import scf, vector
from xdsl.dialects.builtin import ModuleOp

from .programs import all_agree

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

T = "tensor<?x?x?xf32>"
PAIR = f"({T}, {T}) -> {T}"
PROGRAMS = {
    "two flags, few ops": (2, f'%r = "tf.Sub"(%x, %y) : {PAIR}'),
    "three flags": (
        3,
        f'%a = "tf.Sub"(%x, %y) : {PAIR}\n%r = "tf.Mul"(%a, %z) : {PAIR}',
    ),
    "many ops": (
        2,
        f"""%a = "tf.Sub"(%x, %y) : {PAIR}
        %b = "tf.Tanh"(%a) : ({T}) -> {T}
        %c = "tf.Sigmoid"(%b) : ({T}) -> {T}
        %d = "tf.Mul"(%c, %y) : {PAIR}
        %e = "tf.Exp"(%d) : ({T}) -> {T}
        %r = "tf.AddV2"(%e, %x) : {PAIR}""",
    ),
    "rows": (
        2,
        f'%a = "tf.Sub"(%x, %y) : {PAIR}\n%r = "tf.Softmax"(%a) : ({T}) -> {T}',
    ),
    "a maximum of rows": (
        2,
        f"""%a = "tf.Sub"(%x, %y) : {PAIR}
        %axis = "tf.Const"() {{value = dense<2> : tensor<i32>}} : () -> tensor<i32>
        %r = "tf.Max"(%a, %axis) {{keep_dims = true}} : ({T}, tensor<i32>) -> {T}""",
    ),
    "positions": (
        2,
        f"""%a = "tf.Sub"(%x, %y) : {PAIR}
        %axis = "tf.Const"() {{value = dense<1> : tensor<i32>}} : () -> tensor<i32>
        %r = "tf.ConcatV2"(%a, %x, %axis) : ({T}, {T}, tensor<i32>) -> {T}""",
    ),
}


def runner_of(name: str, *, known: bool = False) -> Runner:
    """known: whether each operand has the sizes of the first"""
    count, body = PROGRAMS[name]
    arguments = ", ".join(f"%{letter}: {T}" for letter in "xyz"[:count])
    text = f"func.func @main({arguments}) -> {T} {{\n{body}\nfunc.return %r : {T}\n}}"
    if known:
        text = text.replace("tensor<?x?x?xf32>", "tensor<?x?x?xf32, [@a, @b, @c]>")
        text = f"sdim.symbol @a\nsdim.symbol @b\nsdim.symbol @c\n{text}"
    module = parse_module(text, "text.mlir")
    TieshapePass(undecided="version").apply(new_context(), module)
    return Runner(module)


def compiled(name: str) -> tuple[Runner, list[NativeProgram]]:
    """On the interpreter; natively, and with fences at either end."""
    runner = runner_of(name)
    module = runner_of(name).function.parent_op()
    assert isinstance(module, ModuleOp)
    function = Runner(module).function
    programs = [NativeProgram(module, native_code(function))]
    if is_protection_possible():
        code = native_code(function, apart=True)
        for at_end in (True, False):
            programs.append(NativeProgram(module, code, memory=FencedMemory(at_end=at_end)))
    return runner, programs


def shapes(count: int) -> list[tuple[tuple[int, ...], ...]]:
    """Of operands that are equal, or 1 in some dimensions, or of which none has elements."""
    found = list[tuple[tuple[int, ...], ...]]()
    for whole in ((2, 3, 17), (3, 2, 16), (1, 5, 1), (2, 1, 33), (2, 3, 0), (0, 2, 5)):
        operands = [
            tuple(1 if one else size for one, size in zip(ones, whole, strict=True))
            for ones in product((False, True), repeat=3)
        ]
        if count == 2:
            found += [(a, b) for a in operands for b in operands]
        else:
            found += [
                (a, b, operands[(i + j) % 8])
                for i, a in enumerate(operands)
                for j, b in enumerate(operands)
            ]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("name", PROGRAMS)
def test_operands_of_any_sizes(name: str) -> None:
    runner, programs = compiled(name)
    random, ran = np.random.default_rng(0), 0
    for given in shapes(PROGRAMS[name][0]):
        arrays = [random.normal(0, 1, shape).astype(np.float32) for shape in given]
        ran += len(programs) * all_agree(runner, programs, arrays)
    assert ran > 200


@pytest.mark.parametrize("name", PROGRAMS)
def test_their_loops_are_vectors(name: str) -> None:
    lowered = on_buffers(runner_of(name).function).module()
    kernels = [f for f in lowered.body.ops if FLAGS in f.attributes]
    assert kernels
    to_vectors(lowered)
    assert any(isinstance(op, vector.LoadOp) for op in lowered.walk())
    assert not any(LANES in op.attributes for op in lowered.walk())


def test_kernels_of_known_sizes_ask_nothing() -> None:
    lowered = on_buffers(runner_of("two flags, few ops", known=True).function).module()
    assert not any(FLAGS in f.attributes for f in lowered.body.ops)
    assert sum(isinstance(op, scf.ForOp) for op in lowered.walk()) == 1  # over all elements
