"""What is made when it is first needed, as the compiler and the interpreter are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import RLock

from tieshape.op_sets import OpSet, using

from ..runtime.execution import AnyArray, Executor

ONE_AT_A_TIME = RLock()
"""Held while the compiler runs: all compilations of a process share its tables of interned values.
What a compilation needs may be compiled within it.
"""


class OnDemand:
    """The runner that `make` makes, when it is first needed."""

    def __init__(self, make: Callable[[], Executor], op_sets: Sequence[OpSet] = ()):
        self._make = make
        self._op_sets = op_sets
        self._made: Executor | None = None

    def run(self, arrays: Sequence[AnyArray]) -> list[AnyArray]:
        """As the runner's."""
        runner = self._made
        if runner is None:
            with ONE_AT_A_TIME, using(*self._op_sets):
                runner = self._made = self._made or self._make()
        return runner.run(arrays)
