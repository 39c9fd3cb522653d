"""Every dialect and pass of tieshape, one lazy line each.

`UNIVERSE` is what the `xdsl.universe` entry point hands to each xDSL driver. Nothing is imported
before it is used, so a line costs no start-up time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from xdsl.ir import Dialect
from xdsl.passes import ModulePass
from xdsl.universe import Universe


@dataclass(frozen=True, slots=True)
class RegisteredPass:
    """A pass that loads on first use, and the line that `--help` shows for it without loading it."""

    summary: str
    load: Callable[[], type[ModulePass]]


def _dialect(module: str, name: str) -> Callable[[], Dialect]:
    def load() -> Dialect:
        return getattr(import_module(f"tieshape.{module}"), name)

    return load


def _pass(module: str, name: str, summary: str) -> RegisteredPass:
    def load() -> type[ModulePass]:
        return getattr(import_module(f"tieshape.{module}"), name)

    return RegisteredPass(summary, load)


DIALECTS: dict[str, Callable[[], Dialect]] = {
    "mhlo": _dialect("dialects.mhlo", "MHLO"),
    "sdim": _dialect("dialects.sdim", "SDim"),
    "tf": _dialect("dialects.tf", "TF"),
    "tf_type": _dialect("dialects.tf_type", "TFType"),
}

# In the order of the pipeline: name -> _pass(module, class, one line for --help).
PASSES: dict[str, RegisteredPass] = {}

UNIVERSE = Universe(
    all_dialects=DIALECTS,
    all_passes={name: entry.load for name, entry in PASSES.items()},
)
