"""Tables with rows of ops whose parts are imported when one of their ops is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar, cast, overload

from xdsl.ir import Operation

_RowT = TypeVar("_RowT")
_OtherT = TypeVar("_OtherT")


class RowsOnDemand(Mapping[type[Operation], _RowT]):
    """A table in parts.

    part_of: the name of the part in which the row of an op is, if it has one
    parts: makes each of them
    Raises ValueError for a row that is in another part than its op says, when that is made.
    """

    def __init__(
        self,
        part_of: Callable[[type[Operation]], str],
        parts: Mapping[str, Callable[[], Mapping[type[Operation], _RowT]]],
    ):
        self._part_of = part_of
        self._parts = parts
        self._made = dict[str, Mapping[type[Operation], _RowT]]()
        self._met = dict[type[Operation], _RowT | None]()

    def part(self, name: str) -> Mapping[type[Operation], _RowT]:
        """The rows of one part, none for a name that does not exist."""
        found = self._made.get(name)
        if found is None:
            none = dict[type[Operation], _RowT]()
            found = self._parts[name]() if name in self._parts else none
            if not isinstance(found, RowsOnDemand):
                wrong = [op for op in found if self._part_of(op) != name]
                if wrong:
                    raise ValueError(f"a row of {wrong[0].name} is in {name}, not where its op is")
            self._made[name] = found
        return found

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of all parts."""
        return tuple(self._parts)

    @overload
    def get(self, key: type[Operation], default: None = None, /) -> _RowT | None: ...
    @overload
    def get(self, key: type[Operation], default: _RowT | _OtherT, /) -> _RowT | _OtherT: ...
    def get(self, key: type[Operation], default: Any = None, /) -> Any:
        """As of all mappings; a row is never None."""
        if key not in self._met:
            self._met[key] = self.part(self._part_of(key)).get(key)
        found = self._met[key]
        return default if found is None else found

    def __getitem__(self, key: type[Operation]) -> _RowT:
        if (found := self.get(key)) is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        return isinstance(key, type) and self.get(cast("type[Operation]", key)) is not None

    def __iter__(self) -> Iterator[type[Operation]]:
        for name in self._parts:
            yield from self.part(name)

    def __len__(self) -> int:
        return sum(len(self.part(name)) for name in self._parts)

    def __or__(self, other: Mapping[type[Operation], _RowT]) -> dict[type[Operation], _RowT]:
        return {**self, **other}


def family_of(op: type[Operation]) -> str:
    """The name of the family of an op, which is that of the module that defines it."""
    return op.__module__.rpartition(".")[2]


def dialect_of_op(op: type[Operation]) -> str:
    """The name of the dialect of an op."""
    return op.name.partition(".")[0]
