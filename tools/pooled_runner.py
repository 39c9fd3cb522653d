"""Runners of the interpreter that any number of threads may call."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp

from tieshape.op_sets import OpSet, using

from ..dialects import sdim
from ..interpreters import GuardFailed, Runner
from ..interpreters.arrays import Array
from ..runtime.errors import AssertGuardError, ExpectGuardError
from ..text.diagnostics import place_and_message


class PooledRunner:
    """Runs one function from any number of threads: each call has a runner to itself."""

    def __init__(
        self,
        module: ModuleOp,
        function: str,
        op_sets: Sequence[OpSet] = (),
        value_checks: bool = True,
    ):
        self._module = module
        self._function = function
        self._op_sets = op_sets
        self._value_checks = value_checks
        self._idle = deque([self._new()])

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """Raises AssertGuardError or ExpectGuardError where a guard on the way fails."""
        try:
            runner = self._idle.pop()
        except IndexError:
            runner = self._new()
        try:
            return runner.run(arrays)
        except GuardFailed as error:
            place, message = place_and_message(error)
            words = f"{place}: {message}" if place else message
            kind = ExpectGuardError if error.strength == sdim.Strength.EXPECT else AssertGuardError
            raise kind(words) from error
        finally:
            self._idle.append(runner)

    def _new(self) -> Runner:
        with using(*self._op_sets):
            return Runner(self._module, self._function, value_checks=self._value_checks)
