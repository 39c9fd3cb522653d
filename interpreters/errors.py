"""What can go wrong in a run, always with the operation that it happened at."""

from xdsl.ir import Operation
from xdsl.utils.exceptions import DiagnosticException, InterpretationError


class RunError(InterpretationError, DiagnosticException):
    """A run that cannot go on; `op` is the operation at fault, where there is one."""

    def __init__(self, message: str, op: Operation | None = None) -> None:
        super().__init__(message)
        self.op = op


class FactViolated(RunError):
    """Something that the module states as known does not hold in this run."""


class GuardFailed(RunError):
    """An `expect` or `assert` guard does not hold in this run; `strength` says which."""

    def __init__(self, message: str, strength: str, op: Operation | None = None) -> None:
        super().__init__(message, op)
        self.strength = strength
