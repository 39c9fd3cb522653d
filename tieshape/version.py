"""The versions of tieshape and of what its results may depend on, as they are installed."""

import sys
from importlib.metadata import PackageNotFoundError, distribution


def installed_version(package: str) -> str:
    """The version of `package`, or words that it has none."""
    try:
        found = distribution(package)
    except PackageNotFoundError:
        return "(not installed)"
    # `version` parses all of the metadata, which takes some milliseconds for long ones.
    lines = (found.read_text("METADATA") or "").splitlines()
    line = next((line for line in lines if line.startswith("Version:")), None)
    return found.version if line is None else line.partition(":")[2].strip()


def version_line(command: str) -> str:
    """What `command --version` prints."""
    others = ", ".join(f"{name} {installed_version(name)}" for name in ("xdsl", "numpy", "sympy"))
    python = ".".join(map(str, sys.version_info[:3]))
    return f"{command} {__version__} ({others}, Python {python})"


__version__ = installed_version("tieshape")
