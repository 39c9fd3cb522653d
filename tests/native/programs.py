"""Programs that run on the interpreter and as machine code."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
import pytest
from tieshape.interpreters import RunError, Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.fusions_to_loops.products.words import SIZES, WORDS
from tieshape.native.fences import FencedMemory
from tieshape.native.image import is_protection_possible
from tieshape.native.loaded import NativeCode
from tieshape.native.program import NativeProgram, native_code, on_buffers
from tieshape.native.session import Refused
from tieshape.text.module import parse_module
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp


def not_native(result: str, operand: str) -> str:
    """Lines that give `result`, a tensor<f32>, by an op that machine code has not."""
    return f"""
    {result}_wide = mhlo.convert {operand} : (tensor<f32>) -> tensor<f64>
    {result}_rest = mhlo.remainder {result}_wide, {result}_wide : tensor<f64>
    {result} = mhlo.convert {result}_rest : (tensor<f64>) -> tensor<f32>
"""


def interpreted(text: str) -> Runner:
    """The program on the interpreter as it is written."""
    return Runner(parse_module(text, "program.mlir"))


def both(text: str) -> tuple[Runner, NativeProgram]:
    """The program on the interpreter as it is written, and as machine code, whose making changes
    the function that it is made of.
    """
    module = parse_module(text, "program.mlir")
    program = NativeProgram(module, Runner(module).function)
    return interpreted(text), program


def prepared(text: str) -> func.FuncOp:
    """The function of which machine code is made: with what moves it there."""
    function = Runner(parse_module(text, "program.mlir")).function
    on_buffers(function)
    return function


def fenced(text: str, *, at_end: bool) -> NativeProgram:
    """The program with buffers that end, or begin, at a page that may not be touched."""
    if not is_protection_possible():
        pytest.skip("pages cannot be protected on this system")
    module, code = _apart(text)
    return NativeProgram(module, code, memory=FencedMemory(at_end=at_end))


@lru_cache(4)
def _apart(text: str) -> tuple[ModuleOp, NativeCode]:
    """The code for buffers that are asked for one by one, made once for fences on either side."""
    module = parse_module(text, "program.mlir")
    return module, native_code(Runner(module).function, apart=True)


def shared_by(module: ModuleOp, *threads: int) -> list[NativeProgram]:
    """The same machine code for each number of threads."""
    code = native_code(Runner(module).function, shared=True)
    return [NativeProgram(module, code, threads=n) for n in threads]


def agree(runner: Runner, program: NativeProgram, arguments: Sequence[Array]) -> bool:
    """Whether the interpreter takes the arguments; what it does not take is left to it."""
    return all_agree(runner, [program], arguments)


def all_agree(
    runner: Runner, programs: Sequence[NativeProgram], arguments: Sequence[Array]
) -> bool:
    """As `agree`, for each of the programs."""
    try:
        with np.errstate(all="ignore"):
            wanted = runner.run(arguments)
    except RunError:
        for program in programs:
            with pytest.raises(Refused):
                program.run(arguments)
        return False
    for program in programs:
        for a, b in zip(program.run(arguments), wanted, strict=True):
            assert (a.shape, a.dtype) == (b.shape, b.dtype)
            np.testing.assert_allclose(a, b, 1e-4, 1e-5, err_msg=f"{[x.shape for x in arguments]}")
    return True


def function_text(body: str, results: str, *arguments: str) -> str:
    """A function of `%a0, %a1, ..`, whose types are `arguments`; `body` defines `%r`."""
    names = ", ".join(f"%a{i}: {tensor(type_)}" for i, type_ in enumerate(arguments))
    return f"""
        sdim.symbol @n
        sdim.symbol @k
        sdim.symbol @m
        func.func @main({names}) -> {tensor(results)} {{
          {body}
          func.return %r : {tensor(results)}
        }}
    """


def tensor(type_: str) -> str:
    """A type of sizes, in which letters are symbols, and elements after a colon: f32 if none."""
    sizes, _, element = type_.partition(":")
    shape = "x".join("?" if part.isalpha() else part for part in sizes.split())
    entries = ", ".join(f"@{part}" if part.isalpha() else part for part in sizes.split())
    return f"tensor<{shape}x{element or 'f32'}, [{entries}]>"


def call_product(
    address: int,
    operands: Sequence[Array],
    words: dict[str, int],
    parts: int = 1,
    after: Callable[[], object] = int,
) -> None:
    """Calls machine code of a product in parts, with a, b and c and what `WORDS` names besides.

    after: is called after each part
    """
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 3)(address)
    lies = {
        name: array.__array_interface__["data"][0]
        for name, array in zip("abc", operands, strict=True)
    }
    given = dict.fromkeys(SIZES, 0) | words | lies
    table = np.array([given[name] for name in WORDS], np.int64)
    for part in range(parts):
        call(table.__array_interface__["data"][0], part, parts)
        after()
