"""Ops of other packages: what a package or a caller says of ops that tieshape does not know.

An `OpSet` is a value. It takes part in one of two ways:

- A package names it in its `pyproject.toml`, in the entry point group `tieshape.op_sets`. Every
  command, pass and analysis knows it from then on, wherever the package is installed.
- A caller gives it: `TieshapePass(op_sets=(MY,))`, `Model(source, op_sets=(MY,))`, or for any other
  call `with using(MY): ...`.

Nothing is searched for or imported before a rule, a lowering or a kernel is needed. See
docs/op_sets.md.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar

from .packages import may_have_entries

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from xdsl.ir import Operation  # what runs from the cache needs none of it

GROUP = "tieshape.op_sets"
"""The entry point group. The value of an entry is an `OpSet`."""

Row = TypeVar("Row")
Rows: TypeAlias = "Mapping[type[Operation], Row]"
"""A table: for each op class what is known of it."""


def _no_rows() -> Rows[Any]:
    return {}


_ROWS = {"rules": "OpRule", "lowerings": "function (op, builder) -> results", "kernels": "kernel"}


def _refuse(words: str) -> NoReturn:
    from .op_set_error import OpSetError

    raise OpSetError(words)


@dataclass(frozen=True, eq=False)
class OpSet:
    """What is known of some ops, by op class. An op may be in any of the tables, once in each.

    The ops can be read from text too, without a dialect. Types and attributes of their own, and
    names in `xdsl-opt`, need a dialect in xDSL's entry point group `xdsl.universe`.
    """

    rules: Rows[Any] = field(default_factory=_no_rows)
    """`OpRule`s: the shapes and values of results. An op without one is a barrier."""

    lowerings: Rows[Any] = field(default_factory=_no_rows)
    """Functions `(op, builder) -> results` that `convert-tf-to-mhlo` calls; see `Builder`."""

    kernels: Rows[Any] = field(default_factory=_no_rows)
    """How the reference runner computes an op on numpy arrays, as `tensor_op` makes them."""

    def __post_init__(self) -> None:
        """Raises OpSetError where a key is no op class, or a row is none of its table."""
        needed = {"rules": "strength", "lowerings": "__call__", "kernels": "__class__"}
        for table, attribute in needed.items():
            for op, row in getattr(self, table).items():
                name = getattr(op, "name", None) if isinstance(op, type) else None
                if not isinstance(name, str):
                    _refuse(f"{table}: {op!r} is no op class")
                if not hasattr(row, attribute):
                    _refuse(f"{table}: {row!r} is no {_ROWS[table]} (of {name})")

    def __iter__(self) -> Iterator[OpSet]:
        """Itself: where several are taken, one is."""
        yield self

    def __or__(self, other: OpSet) -> OpSet:
        """Both together. Raises OpSetError for an op with two different rows in one table."""
        if not self.by_name:
            return other
        if not other.by_name:
            return self
        return OpSet(
            joined("rule", self.rules, other.rules),
            joined("lowering", self.lowerings, other.lowerings),
            joined("kernel", self.kernels, other.kernels),
        )

    @cached_property
    def by_name(self) -> Mapping[str, type[Operation]]:
        """The ops of all tables by name."""
        return {op.name: op for op in (*self.rules, *self.lowerings, *self.kernels)}


NONE = OpSet()
"""No ops at all."""

_in_use: ContextVar[OpSet | None] = ContextVar("tieshape.op_sets", default=None)


def in_use() -> OpSet:
    """The installed op sets, and those of every enclosing `using`, as one."""
    chosen = _in_use.get()
    return installed() if chosen is None else chosen


@contextmanager
def using(*op_sets: OpSet) -> Generator[None]:
    """Inside, everything that this thread calls knows `op_sets` as if they were installed."""
    together = in_use()
    for op_set in op_sets:
        together |= op_set
    token = _in_use.set(together)
    try:
        yield
    finally:
        _in_use.reset(token)


def joined(kind: str, own: Rows[Row], more: Rows[Row]) -> Rows[Row]:
    """One table. Raises OpSetError for an op with two different rows; `kind` says what a row is."""
    for op, row in more.items():
        if own.get(op, row) is not row:
            from .op_set_error import OpSetError

            raise OpSetError(f"{op.name} has two {kind}s")
    return {**own, **more} if more else own


@cache
def installed() -> OpSet:
    """The op sets of installed packages.

    Raises OpSetError naming a package whose op set is wrong.
    """
    if not may_have_entries(GROUP):
        return NONE
    from importlib.metadata import entry_points

    from .op_set_error import OpSetError

    together = NONE
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            together |= _load(entry)
        except Exception as error:
            words = (
                str(error) if isinstance(error, OpSetError) else f"{type(error).__name__}: {error}"
            )
            raise OpSetError(f"op set {entry.name!r} of {_package(entry)}: {words}") from error
    return together


def _load(entry: EntryPoint) -> OpSet:
    value: object = entry.load()
    if not isinstance(value, OpSet):
        from .op_set_error import OpSetError

        raise OpSetError(f"{entry.value} is of type {type(value).__name__}, an OpSet is needed")
    return value


def _package(entry: EntryPoint) -> str:
    dist = entry.dist
    return "an unknown package" if dist is None else f"package {dist.name} {dist.version}"
