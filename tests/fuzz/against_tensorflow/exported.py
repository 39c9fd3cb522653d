"""Programs as StableHLO in JAX, held against the interpreter, in a process without TensorFlow."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
from tieshape.interop.jax import export_of
from tieshape.interpreters import RunError, Runner
from tieshape.lowering.export_stablehlo.export_stablehlo import export
from tieshape.rules.errors import ShapeError
from tieshape.text.context import new_context
from tieshape.text.diagnostics import one_line
from tieshape.text.module import parse_module
from tieshape.tools.runtime_provider import program

from .compiled import Compiled
from .differences import Refusal, difference
from .program import Array
from .verdict import Fault

EXPORTED = "exported"
"""The stage of what JAX does differently."""

NAME = "program.mlir"


def exported_faults(
    text: str, inputs: Sequence[Sequence[Array]]
) -> list[Fault | str | None] | None:
    """What JAX does other than the interpreter on each of `inputs`, or why that is not compared;
    None where JAX has no types for the program, or no static sizes.
    """
    os.environ["JAX_PLATFORMS"] = "cpu"
    import_module("jax").config.update("jax_enable_x64", True)
    module = Compiled(text, check_facts=False).module
    artifact = program(text, NAME).compile()
    try:
        exported = export_of(artifact)
    except (ValueError, ShapeError):
        return None
    words = [guard.why for guard in artifact.header.guards if guard.why]
    dropped = export(parse_module(artifact.code, NAME), new_context(), consumer="jax")
    runner = Runner(module)
    return [_fault(runner, exported, words, dropped, arrays) for arrays in inputs]


def _fault(
    runner: Runner,
    exported: Any,
    words: Sequence[str],
    dropped: Sequence[str],
    arrays: Sequence[Array],
) -> Fault | str | None:
    if any(0 in array.shape for array in arrays):
        return "a size 0, which JAX does not take"
    wanted = _run(runner, arrays)
    if isinstance(wanted, str) and any(why in wanted for why in dropped):
        return "a check of what tensors hold, which JAX does not make"
    try:
        found = [np.asarray(result) for result in exported.call(*arrays)]
    except Exception as error:  # JAX's errors, and MLIR's, have no type of their own
        message = f"{one_line(error)} {error.__cause__ or ''}"
        if isinstance(wanted, list):
            return Fault("false reject", EXPORTED, message[:400], "TensorFlow runs it")
        of_jax = "Input shapes do not match" in message
        return None if of_jax or any(w in message for w in words) else "refused in other words"
    problem = difference(found, Refusal(wanted, "") if isinstance(wanted, str) else wanted)
    return problem and Fault(problem[0], EXPORTED, problem[1], problem[2])


def _run(runner: Runner, arrays: Sequence[Array]) -> list[Array] | str:
    try:
        return runner.run(list(arrays))
    except RunError as error:
        return one_line(error)
