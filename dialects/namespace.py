"""Dialects out of the classes of a module, and op classes out of rows: each is named once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module
from types import ModuleType, new_class
from typing import TypeVar, cast

from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import IRDLOperation

from .deferred import op_definition
from .rows_on_demand import family_of

_OpT = TypeVar("_OpT", bound=IRDLOperation)


def dialect_of(name: str, namespace: Mapping[str, object]) -> Dialect:
    """The dialect `name` with every op and attribute in `namespace` that is named `name.…`."""
    classes = [value for _, value in sorted(namespace.items()) if isinstance(value, type)]
    ours = [c for c in classes if str(vars(c).get("name")).startswith(f"{name}.")]
    # `issubclass` would ask every subclass of Attribute, an abstract class, for each of ours.
    return Dialect(
        name,
        [c for c in ours if Operation in c.__mro__],
        [c for c in ours if Attribute in c.__mro__],
    )


def family_names(dialect: Dialect, without: Collection[str] = ()) -> list[str]:
    """The names of the modules in which `dialect` defines its ops."""
    return sorted({family_of(op) for op in dialect.operations}.difference(without))


def families(dialect: Dialect, package: str, without: Collection[str] = ()) -> list[ModuleType]:
    """The modules of `package` that are named as those in which `dialect` defines its ops."""
    return [import_module(f"{package}.{name}") for name in family_names(dialect, without)]


def ops_of_rows(prefix: str, base: type[_OpT], rows: Mapping[str, str]) -> dict[str, type[_OpT]]:
    """For each row `name: docstring` the op `prefix` + name, which is like `base` in all else."""

    def op_like_base(name: str, docstring: str) -> type[_OpT]:
        body = {"name": prefix + name, "__doc__": docstring, "__module__": base.__module__}
        words = body["name"].partition(".")[2].split("_")
        class_name = "".join(map(str.capitalize, words)) + "Op"
        made = new_class(class_name, (base,), exec_body=lambda space: space.update(body))
        return op_definition(cast("type[_OpT]", made))

    return {name: op_like_base(name, docstring) for name, docstring in rows.items()}
