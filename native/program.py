"""A function of a module as machine code, ready to be called."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from threading import Lock

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.printer import Printer

from ..dialects import mhlo
from ..interpreters.arrays import Array, dense_array
from ..interpreters.interpreter import CheckingInterpreter
from ..interpreters.runner import known_kernels
from ..interpreters.sdim import WITHOUT_VALUE_CHECKS
from ..lowering.convert_dots_to_calls import ConvertDotsToCallsPass
from ..lowering.convert_fusions_to_loops import NativeFunction, lowered
from ..lowering.expand_math import ExpandMathPass
from ..lowering.fusions_to_loops.frame import Callback, Frame
from ..lowering.fusions_to_loops.values import NotNative
from ..lowering.inline_kernels import InlineKernelsPass
from ..lowering.keep_constants import KeepConstantsPass
from ..lowering.plan_buffers import PlanBuffersPass
from ..lowering.vectorize.vectorize import VectorizePass
from ..passes.merge_launches import split_launches
from . import blas, callbacks
from .direct_call import Call, DirectCall, is_possible, no_call
from .engine import MachineCode, require
from .errors import NativeUnavailableError
from .image import Linked
from .memory import Memory
from .processor import has_avx512, streams_from
from .session import Refused, Session


@dataclass(frozen=True, slots=True)
class NativeCode:
    """What is made of a function, once for all sizes."""

    name: str
    frame: Frame
    constants: list[Array]
    code: Linked


class NativeProgram:
    """One function of `module`, which must not change while this is in use.

    function: or what `native_code` made of it
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
    ):
        self.is_stored = is_stored
        self._memory = memory
        if isinstance(function, NativeCode):
            made = function
        else:
            made = native_code(function, value_checks=value_checks, apart=memory is not None)
        self._code = made.code
        self._module = module
        kernels = known_kernels()
        self._kernels = kernels if value_checks else {**kernels, **WITHOUT_VALUE_CHECKS}
        self.frame, self.constants = made.frame, made.constants
        self.main = made.code.address(made.name)
        self.plan = made.code.address(f"{made.name}_plan")
        self.argument_types = [words.type for words in self.frame.arguments]
        self._idle = deque[Session]()
        self._meeting = Lock()
        self._direct: DirectCall | None = None
        asks = bool(self.callbacks) or self.frame.late or not all(self.frame.early)
        self._meets = not asks and is_possible() and memory is None
        self.direct: Call = no_call
        """The results for arrays of shapes that were met before; None for all else."""

    @property
    def callbacks(self) -> Sequence[Callback]:
        """The ops that the interpreter runs, each with the reason."""
        return self.frame.callbacks

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """The results; Refused where a test fails, so that the interpreter must be asked."""
        try:
            session = self._idle.pop()
        except IndexError:
            session = Session(self, self._memory)
        try:
            results = session.run(arrays)
            if self._meets:
                self._meet(session, arrays)
            return results
        finally:
            self._idle.append(session)

    def arena(self, arrays: Sequence[Array]) -> int:
        """The bytes of memory that a call with such arrays needs besides them and the results."""
        return Session(self).plan_of(arrays).arena

    def _meet(self, session: Session, arrays: Sequence[Array]) -> None:
        """Lets calls like this one go directly from now on."""
        with self._meeting:
            if self._direct is None:
                self._direct = DirectCall(Session(self), self.main)
            plan = session.plan_of(arrays)
            dtypes = [array.dtype for array in arrays]
            self._meets = self._direct.meet(plan, [array.shape for array in arrays], dtypes)
            self.direct = self._direct.call

    def interpreter(self) -> CheckingInterpreter:
        """What runs the ops of callbacks, for one run at a time."""
        return CheckingInterpreter(self._module, self._kernels)


def native_code(
    function: func.FuncOp, *, value_checks: bool = True, apart: bool = False
) -> NativeCode:
    """The machine code of `function`, whose launches are split on the way.

    apart: whether each buffer is asked for by itself
    Raises NativeUnavailableError where the function has no native form, or MLIR is missing.
    """
    require()
    native = on_buffers(function, value_checks=value_checks)
    constants = [_elements(op) for op in native.constants]
    name = function.sym_name.data
    return NativeCode(name, native.frame, constants, compiled(native.module(), apart=apart))


def on_buffers(function: func.FuncOp, *, value_checks: bool = True) -> NativeFunction:
    """`function` as loops over buffers; its launches are split on the way.

    Raises NativeUnavailableError where it has no native form.
    """
    split_launches(function)
    try:
        return lowered(function, value_checks=value_checks)
    except NotNative as error:
        name = function.sym_name.data
        raise NativeUnavailableError(f"@{name} has no native form: {error}") from error


def passes(*, has_blas: bool, apart: bool = False) -> Sequence[ModulePass]:
    """From functions on buffers to what upstream MLIR compiles."""
    calls = (ConvertDotsToCallsPass(),) if has_blas else ()
    vectorize = VectorizePass(streams=streams_from())
    math = ExpandMathPass(scalef=has_avx512())
    constants = (KeepConstantsPass(),) if has_avx512() else ()
    return (*calls, vectorize, math, *constants, PlanBuffersPass(apart), InlineKernelsPass())


def compiled(module: ModuleOp, *, apart: bool = False) -> MachineCode:
    """The machine code of functions on buffers."""
    return MachineCode(
        vector_text(module, apart=apart), {**callbacks.addresses(), **blas.routines()}
    )


def vector_text(module: ModuleOp, *, apart: bool = False) -> str:
    """What upstream MLIR is given of functions on buffers, which become vectors on the way."""
    to_vectors(module, apart=apart)
    text = StringIO()
    Printer(stream=text, print_generic_format=True).print_op(module)
    return text.getvalue()


def to_vectors(module: ModuleOp, *, apart: bool = False) -> None:
    """Functions on buffers, to vectors, arithmetic and one arena."""
    for step in passes(has_blas=bool(blas.routines()), apart=apart):
        step.apply(Context(), module)


def _elements(op: Operation) -> Array:
    assert isinstance(op, mhlo.ConstantOp)
    return dense_array(op.value)


__all__ = ["NativeProgram", "Refused"]
