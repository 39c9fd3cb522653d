"""One node as its translation sees it: operands, attributes, and how it is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, cast

from xdsl.ir import Attribute, SSAValue

from ...symbolic import Expr
from .protobuf import Graph, GraphNode, StoredTensor


class NodeRefused(Exception):
    """The node cannot be translated; the message says why."""


@dataclass(frozen=True, slots=True)
class SequenceValue:
    """A sequence of tensors whose number is known."""

    items: tuple[SSAValue, ...]
    element: str = "undefined"


@dataclass(frozen=True, slots=True)
class PartsValue:
    """The parts of a tensor along an axis, each of `size` but a smaller last one; how many there
    are only a run knows.
    """

    whole: SSAValue
    axis: int
    size: SSAValue


@dataclass(frozen=True, slots=True)
class ListItem:
    """The tensors of a list; None is a size, or a rank, that only the loop that made them knows.

    shape: the sizes as a vector, where all of them are known before the loop
    """

    element: Attribute
    sizes: tuple[Expr | None, ...] | None
    shape: SSAValue | None = None


@dataclass(frozen=True, slots=True)
class ListValue:
    """The tensors that a loop made, one in each trip; `count` says how many a run makes."""

    handle: SSAValue
    item: ListItem
    count: Expr


@dataclass(frozen=True, slots=True)
class GrowingValue:
    """A sequence within a loop that carries it, and what the trip has appended so far."""

    items: tuple[SSAValue, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionalValue:
    """A value, or its absence, which is known."""

    value: SSAValue | SequenceValue | PartsValue | ListValue | GrowingValue | None


@dataclass(frozen=True, slots=True)
class GraphEnd:
    """The outputs of the graph around a node whose translation went on to the graph's end."""

    outputs: Sequence[GraphValue]


GraphValue: TypeAlias = (
    SSAValue | SequenceValue | PartsValue | ListValue | GrowingValue | OptionalValue
)


@dataclass(frozen=True, slots=True)
class NodeCall:
    """A node with its operands.

    version: of the operator set that the node's operator is of
    operands: None for an input that is left out
    outputs: how many outputs the node names, left out ones among them
    """

    node: GraphNode
    version: int
    operands: tuple[GraphValue | None, ...]

    @property
    def outputs(self) -> int:
        return len(self.node.outputs)

    def wants(self, place: int) -> bool:
        """Whether output `place` is named."""
        return place < len(self.node.outputs) and bool(self.node.outputs[place])

    def has(self, place: int) -> bool:
        """Whether operand `place` is given."""
        return place < len(self.operands) and self.operands[place] is not None

    def any(self, place: int) -> GraphValue | None:
        """Operand `place`, be it a tensor or not."""
        return self.operands[place] if place < len(self.operands) else None

    def get(self, place: int) -> SSAValue | None:
        """Operand `place`, a tensor, or None where it is left out."""
        value = self.any(place)
        if value is not None and not isinstance(value, SSAValue):
            kind = "optional value" if isinstance(value, OptionalValue) else "sequence"
            raise NodeRefused(f"input {place} is a {kind}, a tensor is needed")
        return value

    def __getitem__(self, place: int) -> SSAValue:
        value = self.get(place)
        if value is None:
            raise NodeRefused(f"input {place} is missing")
        return value

    @property
    def given(self) -> list[SSAValue]:
        """All operands that are not left out."""
        return [self[i] for i, operand in enumerate(self.operands) if operand is not None]

    # Attributes.

    def find(self, name: str) -> Any:
        return self.node.attributes.get(name)

    def int(self, name: str, default: int | None = None) -> int:
        value = self.find(name)
        if isinstance(value, int):
            return value
        if value is None and default is not None:
            return default
        raise self._wrong(name, "an integer", value)

    def flag(self, name: str, default: bool = False) -> bool:
        return bool(self.int(name, int(default)))

    def float(self, name: str, default: float | None = None) -> float:
        value = self.find(name)
        if isinstance(value, float | int):
            return float(value)
        if value is None and default is not None:
            return default
        raise self._wrong(name, "a number", value)

    def text(self, name: str, default: str | None = None) -> str:
        value = self.find(name)
        if isinstance(value, str):
            return value
        if value is None and default is not None:
            return default
        raise self._wrong(name, "a string", value)

    def ints(self, name: str) -> tuple[int, ...] | None:
        """The integers of an attribute; None where it is left out."""
        value = self.find(name)
        if value is None:
            return None
        if all(isinstance(v, int) for v in _list(value)):
            return tuple(_list(value))
        raise self._wrong(name, "a list of integers", value)

    def floats(self, name: str) -> tuple[float, ...] | None:
        value = self.find(name)
        if value is None:
            return None
        if all(isinstance(v, float | int) for v in _list(value)):
            return tuple(map(float, _list(value)))
        raise self._wrong(name, "a list of numbers", value)

    def texts(self, name: str, default: Sequence[str] = ()) -> tuple[str, ...]:
        value = self.find(name)
        if value is None:
            return tuple(default)
        if all(isinstance(v, str) for v in _list(value)):
            return tuple(_list(value))
        raise self._wrong(name, "a list of strings", value)

    def stored(self, name: str) -> StoredTensor | None:
        value = self.find(name)
        if value is None or isinstance(value, StoredTensor):
            return value
        raise self._wrong(name, "a tensor", value)

    def of(self, *operands: GraphValue | None, **attributes: object) -> NodeCall:
        """A call like this one with these operands and further attributes."""
        node = replace(self.node, attributes={**self.node.attributes, **attributes})
        return replace(self, node=node, operands=operands)

    def graph(self, name: str) -> Graph:
        value = self.find(name)
        if isinstance(value, Graph):
            return value
        raise self._wrong(name, "a graph", value)

    def _wrong(self, name: str, needed: str, value: object) -> NodeRefused:
        if value is None:
            return NodeRefused(f"attribute {name} is missing")
        return NodeRefused(f"attribute {name} is {value}, needed {needed}")


def _list(value: Any) -> list[Any]:
    """`value`, or what no list of numbers or strings is where it is none."""
    return cast("list[Any]", value) if isinstance(value, list) else [None]


Results: TypeAlias = GraphValue | Sequence[GraphValue | None] | GraphEnd
NodeTranslation: TypeAlias = Callable[[NodeCall, Any], Results]
NodeTable: TypeAlias = Mapping[str, NodeTranslation]
