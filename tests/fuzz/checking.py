"""Compiles a random graph and holds every stage against numpy."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from tieshape.analysis.survival import Snapshot
from tieshape.dialects import mhlo
from tieshape.interpreters import RunError, Runner
from tieshape.interpreters.runner import entry_function
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes.fuse.fuse import FusePass
from tieshape.text.module import parse_module, print_module, verify_module
from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation

from .generator import Case, Inputs
from .graph import Graph
from .semantics import Array

SLOW = 5.0
"""Seconds of processor time that no graph of this size may take to compile."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a graph; faults of one `kind` and `stage` are the same one while a graph shrinks."""

    kind: str
    stage: str
    message: str

    def __str__(self) -> str:
        return f"{self.kind}, {self.stage}: {self.message}"


class _Found(Exception):
    def __init__(self, fault: Fault):
        super().__init__(str(fault))
        self.fault = fault


def fault_of(case: Case, *, native: bool = False) -> Fault | None:
    """The first thing that is wrong with `case`, None where all is well.

    native: whether it is run as machine code too, whose buffers are fenced
    """
    try:
        stages = dict(_stages(case.graph))
        for name, text in stages.items():
            _check_stage(case, name, Runner(parse_module(text, f"{name}.mlir")).run)
        if native:
            _check_native(case, text)
        _check_order(_before_fusion(stages))
    except _Found as found:
        return found.fault
    return None


def _stages(graph: Graph) -> Iterator[tuple[str, str]]:
    """The text after each pass from the conversion on; every pass must keep every fact."""
    module = parse_module(graph.text(), "graph.mlir")
    before = Snapshot.of(module)
    lowered, spent = False, 0.0
    for step in TieshapePass().pipeline():
        start = time.process_time()
        try:
            step.apply(Context(), module)
            spent += time.process_time() - start
            verify_module(module)
            after = Snapshot.of(module)
        except Exception as error:  # any exception at all is what we look for
            message = f"{type(error).__name__}: {error}"
            raise _Found(Fault("does not compile", step.name, message)) from error
        if lost := before.lost_in(after):
            raise _Found(Fault("lost facts", step.name, ", ".join(map(str, lost))))
        if spent > SLOW:
            raise _Found(Fault("slow", step.name, f"{spent:.1f} s"))
        before = after
        lowered |= step.name == "convert-tf-to-mhlo"
        if lowered:
            yield step.name, print_module(module)


def _check_native(case: Case, text: str) -> None:
    """The last stage as machine code, with memory that ends, then begins, where none may touch it."""
    from tieshape.native.errors import NativeUnavailableError
    from tieshape.native.memory import FencedMemory
    from tieshape.native.program import NativeProgram, native_code
    from tieshape.native.session import Refused

    module = parse_module(text, "native.mlir")
    try:
        code = native_code(entry_function(module), apart=True)
    except NativeUnavailableError as error:
        if "no native form" in str(error):
            return
        raise _Found(Fault("does not compile", "native", str(error))) from error
    for at_end in (True, False):
        program = NativeProgram(module, code, memory=FencedMemory(at_end=at_end))

        def run(arrays: list[Array], program: NativeProgram = program) -> list[Array]:
            try:
                return program.run(arrays)
            except Refused as error:
                raise RunError(str(error)) from error

        _check_stage(case, "native", run)


def _check_stage(case: Case, name: str, run: Callable[[list[Array]], list[Array]]) -> None:
    order = [argument.value for argument in case.graph.arguments]
    for inputs in case.accepted:
        values = case.graph.values(inputs)
        expected = [values[result] for result in case.graph.results]
        try:
            found = run([inputs[value] for value in order])
        except Exception as error:  # any exception at all is what we look for
            message = f"{type(error).__name__}: {error} at {shapes_of(inputs)}"
            raise _Found(Fault("does not run", name, message)) from error
        for i, (result, wanted) in enumerate(zip(found, expected, strict=True)):
            if (difference := _difference(result, wanted)) is not None:
                message = f"result {i} at {shapes_of(inputs)}: {difference}"
                raise _Found(Fault("wrong result", name, message))
    for inputs in case.refused:
        try:
            found = run([inputs[value] for value in order])
        except RunError:
            continue
        except Exception as error:  # refused, but not as it should be
            message = f"{type(error).__name__}: {error} at {shapes_of(inputs)}"
            raise _Found(Fault("refused without words", name, message)) from error
        raise _Found(
            Fault(
                "accepts what TensorFlow refuses",
                name,
                f"at {shapes_of(inputs)}: {[r.shape for r in found]}",
            )
        )


def _difference(found: Array, wanted: Array) -> str | None:
    if found.shape != wanted.shape or found.dtype != wanted.dtype:
        return f"{found.dtype} {found.shape}, needed {wanted.dtype} {wanted.shape}"
    finite = np.abs(wanted[np.isfinite(wanted)].astype(float))
    scale = max(1.0, float(finite.max(initial=0)))
    if not np.allclose(found, wanted, 1e-3, 1e-4 * scale, equal_nan=True):
        return f"{found.tolist()}, needed {wanted.tolist()}"
    return None


def shapes_of(inputs: Inputs) -> str:
    return ", ".join(str(list(array.shape)) for array in inputs.values())


# The order of ops.


def _before_fusion(stages: dict[str, str]) -> str:
    names = list(stages)
    return stages[names[names.index(FusePass.name) - 1]]


def _check_order(text: str) -> None:
    """The groups of `text` must be those of `text` in another order."""
    expected = groups(parse_module(text, "text"))
    for seed in range(2):
        module = parse_module(text, "text")
        for op in module.walk():
            if isinstance(op, func.FuncOp):
                shuffle(op.body.block, random.Random(seed))
        if (found := groups(module)) != expected:
            only = f"{list((expected - found).elements())} became {list((found - expected).elements())}"
            raise _Found(Fault("groups depend on the order of ops", FusePass.name, only))


def groups(module: ModuleOp) -> Counter[tuple[str, ...]]:
    """The names of the ops in each fusion group."""
    FusePass().apply(Context(), module)
    fusions = [op for op in module.walk() if isinstance(op, mhlo.FusionOp)]
    return Counter(tuple(sorted(inner.name for inner in op.walk())) for op in fusions)


def shuffle(block: Block, rng: random.Random) -> None:
    """Another order of the ops of `block` in which definitions still precede uses."""
    *rest, terminator = block.ops
    for op in rest:
        op.detach()
    waiting = set[Operation](rest)
    while rest:
        ready = [
            op
            for op in rest
            if not any(o.owner in waiting for inner in op.walk() for o in inner.operands)
        ]
        chosen = rng.choice(ready)
        block.insert_op_before(chosen, terminator)
        rest.remove(chosen)
        waiting.remove(chosen)
