"""The reference runner: executes a module with numpy and checks every shape fact that it passes.

`run_function` runs one function once; `Runner` prepares a module and runs it many times;
`register_implementations` makes the same operations available to any xDSL `Interpreter`. The runner
is imported on first use: machine code has little need of it.
"""

from typing import TYPE_CHECKING

from tieshape.lazy import lazily

from .errors import FactViolated, GuardFailed, RunError

if TYPE_CHECKING:
    from .runner import Runner, register_implementations, run_function
else:
    __getattr__ = lazily(
        __name__, {"runner": ("Runner", "register_implementations", "run_function")}
    )

__all__ = [
    "FactViolated",
    "GuardFailed",
    "RunError",
    "Runner",
    "register_implementations",
    "run_function",
]
