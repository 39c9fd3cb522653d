"""A native function with the interpreter behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .errors import NativeUnavailableError
from .loaded import LoadedProgram
from .session import Call, Refused
from .views import Array

__all__ = ["NativeRunner", "NativeUnavailableError"]

Run = Callable[[Sequence[Array]], list[Array]]


class NativeRunner:
    """Runs natively what passes all tests, and the rest on the interpreter, which says what fails.

    interpreter: runs the same function
    only: an op without a native form is an error, NativeUnavailableError
    """

    def __init__(self, program: LoadedProgram, interpreter: Run, *, only: bool = False):
        self._program = program
        self._interpreter = interpreter
        self.is_stored = program.is_stored
        """Whether the next process finds the machine code in a store."""
        self.stands_alone = program.is_stored and not program.callbacks
        """Whether it then needs nothing else, as no op is the interpreter's."""
        self.refusals = 0
        """Calls that the interpreter ran, because a test failed."""
        if only and self._program.callbacks:
            words = "; ".join(self.callbacks())
            raise NativeUnavailableError(f"some ops have no native form: {words}")

    @property
    def direct(self) -> Call:
        """The results for arrays like those of calls before, with no further tests; or None."""
        return self._program.direct

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """The results; raises what the interpreter raises where a guard or a fact fails."""
        results = self._program.direct(*arrays)
        if results is not None:
            return results
        try:
            return self._program.run(arrays)
        except Refused:
            self.refusals += 1
            return self._interpreter(arrays)

    def callbacks(self) -> list[str]:
        """Which ops the interpreter runs in the midst of native code, and why, in words."""
        from .callbacks import in_words

        return in_words(self._program.callbacks)
