"""Random graphs as machine code, against numpy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.fences import FencedMemory
from tieshape.native.image import is_protection_possible
from tieshape.native.program import NativeProgram, native_code
from tieshape.native.session import Refused
from tieshape.text.module import parse_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from .checking import Fault, difference, shapes_of
from .generator import Case

STAGE = "native"


def native_fault_of(case: Case, callbacks: Counter[str] | None = None) -> Fault | None:
    """The first thing that is wrong with the machine code of `case`; None where all is well.

    callbacks: counts the ops that the interpreter runs
    """
    module = parse_module(case.graph.text(), "graph.mlir")
    try:
        TieshapePass().apply(Context(), module)
        programs = list(_programs(module))
    except Exception as error:  # any exception at all is what we look for
        return Fault("does not compile", STAGE, f"{type(error).__name__}: {error}")
    if callbacks is not None:
        callbacks.update(callback.op.name for callback in programs[0].callbacks)
    for program in programs:
        fault = _wrong_result(case, program) or _wrong_refusal(case, program)
        if fault is not None:
            return fault
    return None


def _programs(module: ModuleOp) -> Iterator[NativeProgram]:
    """With buffers in one arena; with memory that ends, then begins, where none may touch it."""
    yield NativeProgram(module, Runner(module).function)
    if is_protection_possible():
        code = native_code(Runner(module).function, apart=True)
        for at_end in (True, False):
            yield NativeProgram(module, code, memory=FencedMemory(at_end=at_end))


def _wrong_result(case: Case, program: NativeProgram) -> Fault | None:
    order = [argument.value for argument in case.graph.arguments]
    for inputs in case.accepted:
        values = case.graph.values(inputs)
        try:
            found = program.run([inputs[value] for value in order])
        except Refused as error:
            message = f"{error} at {shapes_of(inputs)}: {error.__cause__}"
            return Fault("refuses what numpy takes", STAGE, message)
        for i, (result, wanted) in enumerate(
            zip(found, (values[result] for result in case.graph.results), strict=True)
        ):
            if (words := difference(result, wanted)) is not None:
                return Fault("wrong result", STAGE, f"result {i} at {shapes_of(inputs)}: {words}")
    return None


def _wrong_refusal(case: Case, program: NativeProgram) -> Fault | None:
    order = [argument.value for argument in case.graph.arguments]
    for inputs in case.refused:
        try:
            found = program.run([inputs[value] for value in order])
        except Refused:
            continue
        message = f"at {shapes_of(inputs)}: {[result.shape for result in found]}"
        return Fault("accepts what TensorFlow refuses", STAGE, message)
    return None
