"""Programs in IREE, held against the interpreter, in a process without TensorFlow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np
from tieshape.interpreters import RunError, Runner
from tieshape.lowering.export_stablehlo.export_stablehlo import export
from tieshape.rules.errors import ShapeError
from tieshape.text.context import new_context
from tieshape.text.diagnostics import one_line
from tieshape.text.module import print_module
from xdsl.dialects.builtin import ModuleOp

from .compiled import Compiled
from .differences import Refusal, difference
from .program import Array
from .verdict import Fault

IREE = "iree"
"""The stage of what IREE does differently."""

FLAGS = ["--iree-llvmcpu-target-cpu=host", "--iree-input-demote-f64-to-f32=false"]


def iree_faults(text: str, inputs: Sequence[Sequence[Array]]) -> list[Fault | str | None] | None:
    """What IREE does other than the interpreter on each of `inputs`, or why that is not compared;
    None where the program cannot be exported for it.
    """
    module = Compiled(text, check_facts=False).module
    exported = Compiled(text, check_facts=False).module
    try:
        dropped = export(exported, new_context(), consumer="iree")
    except ShapeError:
        return None
    try:
        call = compiled_by_iree(exported, Runner(module).function.sym_name.data)
    except Exception as error:  # IREE's errors have no type of their own
        message = str(error)
        words = message[max(0, message.find("error:")) :][:300]
        return [Fault("refused by the compiler", IREE, words)] * len(inputs)
    runner = Runner(module)
    return [_fault(runner, call, dropped, arrays) for arrays in inputs]


def compiled_by_iree(module: ModuleOp, name: str, driver: str = "local-sync") -> Callable[..., Any]:
    """Function `name` of a module that was exported for IREE.

    driver: "local-sync" for one thread, "local-task" for several
    """
    compiler, runtime = import_module("iree.compiler"), import_module("iree.runtime")
    code = compiler.compile_str(
        print_module(module),
        input_type="stablehlo",
        target_backends=["llvm-cpu"],
        extra_args=FLAGS,
    )
    context = runtime.SystemContext(config=runtime.Config(driver))
    loaded = runtime.VmModule.copy_buffer(context.instance, code)
    context.add_vm_module(loaded)
    return getattr(getattr(context.modules, loaded.name), name)


def _fault(
    runner: Runner, call: Callable[..., Any], dropped: Sequence[str], arrays: Sequence[Array]
) -> Fault | str | None:
    try:
        wanted = runner.run(list(arrays))
    except RunError as error:
        wanted = one_line(error)
        if any(why in wanted for why in dropped):
            return "a check of what tensors hold, which IREE does not make"
    try:
        given = call(*arrays)
    except Exception as error:  # nor have those of a run
        found = one_line(error)
    else:
        found = [np.asarray(r) for r in (given if isinstance(given, list | tuple) else [given])]
    problem = difference(found, Refusal(wanted, "") if isinstance(wanted, str) else wanted)
    return problem and Fault(problem[0], IREE, problem[1], problem[2])
