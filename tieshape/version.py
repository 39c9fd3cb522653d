"""The versions of tieshape and of what its results may depend on, as they are installed."""

import sys

from .packages import folder_of, metadata_folders, text_in


def installed_version(package: str) -> str:
    """The version of `package`, or words that it has none."""
    folders = metadata_folders()
    folder = None if folders is None else folder_of(package, folders)
    text = None if folder is None else text_in(folder, "METADATA")
    return _said(text) or _asked(package)


def _said(text: str | None) -> str:
    """The version in the metadata of a package, which are long: the rest is not parsed."""
    lines = (text or "").splitlines()
    line = next((line for line in lines if line.startswith("Version:")), "")
    return line.partition(":")[2].strip()


def _asked(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        found = distribution(package)
    except PackageNotFoundError:
        return "(not installed)"
    return _said(found.read_text("METADATA")) or found.version


def version_line(command: str) -> str:
    """What `command --version` prints."""
    others = ", ".join(f"{name} {installed_version(name)}" for name in ("xdsl", "numpy", "sympy"))
    python = ".".join(map(str, sys.version_info[:3]))
    return f"{command} {__version__} ({others}, Python {python})"


__version__ = installed_version("tieshape")
