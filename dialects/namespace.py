"""A dialect out of the classes that a module defines or imports, so that each is named once."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Attribute, Dialect, Operation


def dialect_of(name: str, namespace: Mapping[str, object]) -> Dialect:
    """The dialect `name` with every op and attribute in `namespace` that is named `name.…`."""
    classes = [value for _, value in sorted(namespace.items()) if isinstance(value, type)]
    ours = [c for c in classes if str(vars(c).get("name")).startswith(f"{name}.")]
    return Dialect(
        name,
        [c for c in ours if issubclass(c, Operation)],
        [c for c in ours if issubclass(c, Attribute)],
    )
