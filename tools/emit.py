"""`--emit`: what machine code is made of, stage by stage."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from ..dialects.messages import place_of
from ..text.diagnostics import LocatedError
from ..text.module import print_module
from ..text.usage_error import UsageError
from .contradictions import telling_contradictions

STAGES = ("loops", "vectors", "llvm")
"""Loops over buffers; vectors, arithmetic and one arena; MLIR's LLVM dialect."""


def emitted(module: ModuleOp, stage: str, *, generic: bool = False) -> str:
    """The text of one of `STAGES` for the entry function of `module`, which changes on the way.

    Raises UsageError where there is no one function to take, LocatedError where it has no native
    form, or what the stage needs is missing.
    """
    from ..interpreters import RunError
    from ..interpreters.entry import entry_function
    from ..native.engine import lowered_module
    from ..native.errors import NativeUnavailableError
    from ..native.program import on_buffers, to_vectors, vector_text

    try:
        function = entry_function(module)
    except RunError as error:
        raise UsageError(f"--emit {stage}: {error}") from error
    try:
        for op in function.walk():
            if op.name.startswith("tf."):
                words = f"--emit {stage}: {op.name} has no native form; -p tieshape lowers it"
                raise LocatedError(words, place_of(op))
        with telling_contradictions(module):
            made = on_buffers(function).module()
        if stage == "llvm":
            return f"{lowered_module(vector_text(made))}"
        if stage == "vectors":
            to_vectors(made)
        return print_module(made, generic=generic)
    except NativeUnavailableError as error:
        raise LocatedError(f"--emit {stage}: {error}", place_of(function)) from error
