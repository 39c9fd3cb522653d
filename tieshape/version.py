"""The versions of tieshape and of what its results may depend on, as they are installed."""

import sys
from importlib.metadata import PackageNotFoundError, version


def installed_version(package: str) -> str:
    """The version of `package`, or words that it has none."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"


def version_line(command: str) -> str:
    """What `command --version` prints."""
    others = ", ".join(f"{name} {installed_version(name)}" for name in ("xdsl", "numpy", "sympy"))
    python = ".".join(map(str, sys.version_info[:3]))
    return f"{command} {__version__} ({others}, Python {python})"


__version__ = installed_version("tieshape")
