"""Functions of a module to machine code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, f32, i8
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass

from ..dialects import mhlo
from ..interpreters.arrays import Array, dense_array
from ..lowering.convert_dots_to_calls import ConvertDotsToCallsPass, products_of
from ..lowering.convert_fusions_to_loops import NativeFunction, lowered
from ..lowering.expand_math import ExpandMathPass
from ..lowering.fusions_to_loops.frame import ACQUIRE, ALLOCATE, CALLBACK, LATE, PARALLEL
from ..lowering.fusions_to_loops.kernels.values import NotNative
from ..lowering.fusions_to_loops.products.panels import Panels
from ..lowering.fusions_to_loops.products.words import OWN
from ..lowering.inline_kernels import InlineKernelsPass
from ..lowering.keep_constants import KeepConstantsPass
from ..lowering.plan_buffers import PlanBuffersPass, held_by, words_of
from ..lowering.share_loops.share_loops import ShareLoopsPass
from ..lowering.vectorize.vectorize import VectorizePass
from ..lowering.widen_halves import widen_halves
from ..passes.hoist_products.hoist_products import hoist_products
from ..passes.merge_launches import split_launches
from ..passes.sink_transposes import sink_transposes
from ..passes.sum_few_rows import sum_few_rows
from ..text.generic_form import generic_form
from . import blas, byte_products, product_code
from .engine import MachineCode, require
from .errors import NativeUnavailableError
from .known_functions import begin, known_functions
from .loaded import LoadedProgram, NativeCode
from .memory import Memory
from .processor import has_avx512, registers, streams_from


class NativeProgram(LoadedProgram):
    """One function of `module`, which must not change while this is in use.

    function: or what `native_code` made of it
    threads: how many share large loops; for a function from `native_code` as it was made
    memory: of one call at a time; each buffer is one of its own then
    is_stored: whether the next process finds the machine code in a store
    Calls may come from several threads.
    """

    def __init__(
        self,
        module: ModuleOp,
        function: func.FuncOp | NativeCode,
        *,
        value_checks: bool = True,
        is_stored: bool = False,
        memory: Memory | None = None,
        threads: int = 1,
    ):
        made = function
        if not isinstance(made, NativeCode):
            apart, shared = memory is not None, threads > 1
            made = native_code(made, value_checks=value_checks, apart=apart, shared=shared)
        interpreter = partial(interpreter_of, module, value_checks=value_checks)
        super().__init__(made, interpreter, is_stored=is_stored, memory=memory, threads=threads)


def interpreter_of(module: ModuleOp, *, value_checks: bool = True) -> Any:
    """A CheckingInterpreter for the ops of callbacks, for one run at a time."""
    from ..interpreters.interpreter import CheckingInterpreter
    from ..interpreters.runner import known_kernels
    from ..interpreters.sdim import WITHOUT_VALUE_CHECKS

    kernels = known_kernels()
    known = kernels if value_checks else {**kernels, **WITHOUT_VALUE_CHECKS}
    return CheckingInterpreter(module, known)


def native_code(
    function: func.FuncOp, *, value_checks: bool = True, apart: bool = False, shared: bool = False
) -> NativeCode:
    """The machine code of `function`, whose launches are split on the way.

    apart: whether each buffer is asked for by itself
    shared: whether several threads may share large loops
    Raises NativeUnavailableError where the function has no native form, or MLIR is missing.
    """
    require()
    native = on_buffers(function, value_checks=value_checks)
    constants = [elements(op) for op in native.constants]
    name = function.sym_name.data
    if native.frame.late and not apart:
        begin(ACQUIRE)
    code = compiled(native.module(shared=shared), apart=apart, shared=shared)
    learn_places(native, shared=shared)
    return NativeCode(name, native.frame, constants, code)


def learn_places(native: NativeFunction, *, shared: bool = False) -> None:
    """The words that passes have added are in the frame from now on."""
    frame, length = native.frame, words_of(native.function)
    if shared:
        frame.threads = frame.length
        frame.length += 1
    frame.held = held_by(native.function)
    frame.buffers, frame.length = (length - frame.length) // 2, length


def on_buffers(function: func.FuncOp, *, value_checks: bool = True) -> NativeFunction:
    """`function` as loops over buffers; its launches are split, its loops relieved on the way.

    Raises NativeUnavailableError where it has no native form.
    """
    split_launches(function)
    widen_halves(function)
    hoist_products(function)
    sink_transposes(function)
    sum_few_rows(function)
    made = ((f32, product_code.panels()), (i8, byte_products.panels()))
    panels: dict[Attribute, Panels] = {kind: found for kind, found in made if found is not None}
    try:
        return lowered(function, value_checks=value_checks, registers=registers(), panels=panels)
    except NotNative as error:
        name = function.sym_name.data
        raise NativeUnavailableError(f"@{name} has no native form: {error}") from error


def passes(*, has_blas: bool, apart: bool = False, shared: bool = False) -> Sequence[ModulePass]:
    """From functions on buffers to what upstream MLIR compiles."""
    calls = (ConvertDotsToCallsPass(blas=has_blas, own=own_products()),)
    shares = (ShareLoopsPass(),) if shared else ()
    vectorize = VectorizePass(streams=streams_from())
    math = ExpandMathPass(scalef=has_avx512())
    constants = (KeepConstantsPass(),) if has_avx512() else ()
    buffers = PlanBuffersPass(apart)
    return (*calls, *shares, vectorize, math, *constants, buffers, InlineKernelsPass())


def own_products() -> tuple[str, ...]:
    """For which element types this machine has a product of its own."""
    tiles = {"f32": product_code.tiles(), "i8": byte_products.tiles()}
    return tuple(kind for kind, found in tiles.items() if found is not None)


def compiled(module: ModuleOp, *, apart: bool = False, shared: bool = False) -> MachineCode:
    """The machine code of functions on buffers."""
    begin(*({OWN[kind] for kind in own_products()} & products_of(module)))
    text = vector_text(module, apart=apart, shared=shared)
    return MachineCode(text, partial(provided, text))


def provided(text: str) -> dict[str, int]:
    """The addresses of the functions that the module `text` may call."""
    names = (*OWN.values(), PARALLEL, ACQUIRE, CALLBACK, LATE, ALLOCATE, *blas.ROUTINES)
    return known_functions([name for name in names if name in text])


def vector_text(module: ModuleOp, *, apart: bool = False, shared: bool = False) -> str:
    """What upstream MLIR is given of functions on buffers, which become vectors on the way."""
    to_vectors(module, apart=apart, shared=shared)
    return generic_form(module)


def to_vectors(module: ModuleOp, *, apart: bool = False, shared: bool = False) -> None:
    """Functions on buffers, to vectors, arithmetic and one arena."""
    for step in passes(has_blas=bool(blas.routines()), apart=apart, shared=shared):
        step.apply(Context(), module)


def elements(op: Operation) -> Array:
    """The elements of a constant."""
    assert isinstance(op, mhlo.ConstantOp)
    return dense_array(op.value)
