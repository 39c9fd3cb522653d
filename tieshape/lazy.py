"""Exports of a package that are imported on first use, so that importing the package costs nothing."""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def lazily(package: str, exports: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """The `__getattr__` of `package`: `exports` has for each of its modules the names to export."""
    homes = {name: module for module, names in exports.items() for name in names}

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        value = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return get
