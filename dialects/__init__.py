"""Every dialect of tieshape, one lazy line each: nothing is imported before it is used."""

from collections.abc import Callable
from importlib import import_module

from xdsl.ir import Dialect


def _dialect(module: str, name: str) -> Callable[[], Dialect]:
    def load() -> Dialect:
        return getattr(import_module(f"tieshape.{module}"), name)

    return load


DIALECTS: dict[str, Callable[[], Dialect]] = {
    "mhlo": _dialect("dialects.mhlo", "MHLO"),
    "sdim": _dialect("dialects.sdim", "SDim"),
    "tf": _dialect("dialects.tf", "TF"),
    "tf_type": _dialect("dialects.tf_type", "TFType"),
}


# Read by tieshape's own tools alone: other plug-ins may have dialects of these names.
FOREIGN_DIALECTS: dict[str, Callable[[], Dialect]] = {
    "chlo": _dialect("dialects.foreign.chlo", "CHLO"),
    "disc_shape": _dialect("dialects.foreign.disc_shape", "DISC_SHAPE"),
    "flow": _dialect("dialects.foreign.iree", "FLOW"),
    "lapack": _dialect("dialects.foreign.lapack", "LAPACK"),
    "sdy": _dialect("dialects.foreign.sdy", "SDY"),
    "shape": _dialect("dialects.foreign.shape", "SHAPE"),
    "stablehlo": _dialect("dialects.foreign.stablehlo", "STABLEHLO"),
    "tf_executor": _dialect("dialects.foreign.tf_executor", "TF_EXECUTOR"),
    "util": _dialect("dialects.foreign.iree", "UTIL"),
}
