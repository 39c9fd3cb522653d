"""Programs as machine code, held against the interpreter, in a process without TensorFlow.

TensorFlow brings an LLVM of its own, and two of them do not get on in one process.
"""

from __future__ import annotations

from collections.abc import Sequence

from tieshape.interpreters import RunError, Runner
from tieshape.native.errors import NativeUnavailableError
from tieshape.native.program import NativeProgram
from tieshape.native.session import Refused
from tieshape.text.diagnostics import one_line

from .compiled import Compiled
from .differences import Refusal, difference
from .program import Array
from .verdict import Fault

NATIVE = "native"
"""The stage of what machine code does differently."""


def native_faults(text: str, inputs: Sequence[Sequence[Array]]) -> list[Fault | None] | None:
    """What machine code does other than the interpreter on each of `inputs`; None where the program
    has no native form.
    """
    runner = Runner(Compiled(text, check_facts=False).module)
    module = Compiled(text, check_facts=False).module
    try:
        program = NativeProgram(module, Runner(module).function)
    except NativeUnavailableError:
        return None
    return [_fault(runner, program, arrays) for arrays in inputs]


def _fault(runner: Runner, program: NativeProgram, arrays: Sequence[Array]) -> Fault | None:
    wanted = _run(runner, arrays)
    try:
        found = _run(program, arrays)
    except Exception as error:  # any other exception is a bug
        return Fault("internal error in a run", NATIVE, one_line(error)[:400])
    problem = difference(found, Refusal(wanted, "") if isinstance(wanted, str) else wanted)
    if problem is None:
        return None
    kind, words, expected = problem
    return Fault(kind, NATIVE, words, expected)


def _run(program: Runner | NativeProgram, arrays: Sequence[Array]) -> list[Array] | str:
    try:
        return program.run(list(arrays))
    except (Refused, RunError) as error:
        return one_line(error)
