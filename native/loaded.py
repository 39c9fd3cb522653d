"""A function as machine code, ready to be called. Nothing of the compiler is imported here."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, NamedTuple, Protocol

from ..lowering.fusions_to_loops.frame import Callback, Frame
from .image import Linked
from .memory import Memory
from .session import Call, Layout, Plan, Session
from .views import Array


def no_call(*_: Array) -> None:
    """Before any shapes were met."""


class _Direct(Protocol):
    """What later calls go through."""

    call: Call

    def meet(self, plan: Plan, shapes: Sequence[Sequence[int]], dtypes: Sequence[Any]) -> bool: ...


class NativeCode(NamedTuple):
    """What is made of a function, once for all sizes."""

    name: str
    frame: Frame
    constants: list[Array]
    code: Linked


class LoadedProgram:
    """Machine code of one function.

    interpreter: makes a CheckingInterpreter for the ops of callbacks; one for each run at a time
    memory: of one call at a time; each buffer is one of its own then
    threads: how many share large loops, where the code lets them
    is_stored: whether the next process finds the machine code in a store
    Calls may come from several threads.
    """

    def __init__(
        self,
        made: NativeCode,
        interpreter: Callable[[], Any],
        *,
        is_stored: bool = False,
        memory: Memory | None = None,
        threads: int = 1,
    ):
        self.threads = threads
        if threads > 1 and made.frame.threads is not None:
            from . import pool

            pool.grow(threads)
        self.is_stored = is_stored
        self.interpreter = interpreter
        self._memory = memory
        self._code = made.code
        self.frame, self.constants = made.frame, made.constants
        self.main = made.code.address(made.name)
        self.plan = made.code.address(f"{made.name}_plan")
        self._idle = deque[Session]()
        self._meeting = Lock()
        self._has_run = False
        self._direct: _Direct | None = None
        self._meets = not self.callbacks and memory is None
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
            if self._meets and self._has_run:  # one call alone does not pay for it
                self._meet(session, arrays)
            self._has_run = True
            return results
        finally:
            self._idle.append(session)

    def layout(self, arrays: Sequence[Array]) -> Layout:
        """The memory that a call with such arrays needs besides them and the results."""
        return Session(self).layout_of(arrays)

    def _meet(self, session: Session, arrays: Sequence[Array]) -> None:
        """Lets calls like this one go directly from now on."""
        from .direct_call import DirectCall, is_possible  # not every process calls twice

        with self._meeting:
            if not is_possible():
                self._meets = False
                return
            if self._direct is None:
                self._direct = DirectCall(Session(self), self.main)
            plan = session.plan_of(arrays)
            dtypes = [array.dtype for array in arrays]
            self._meets = self._direct.meet(plan, [array.shape for array in arrays], dtypes)
            self.direct = self._direct.call
