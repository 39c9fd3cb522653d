"""The reference runner: executes a module with numpy and checks every shape fact that it passes.

`run_function` runs one function once; `Runner` prepares a module and runs it many times;
`register_implementations` makes the same operations available to any xDSL `Interpreter`.
"""

from .errors import FactViolated, GuardFailed, RunError
from .runner import Runner, register_implementations, run_function

__all__ = [
    "FactViolated",
    "GuardFailed",
    "RunError",
    "Runner",
    "register_implementations",
    "run_function",
]
