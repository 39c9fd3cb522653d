"""A small tf function as a value: what it computes, as text for the compiler and with numpy for the comparison.

Values are numbered. Each is an argument or a result of one node, and keeps its number when others go away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from tieshape.symbolic import parse_predicate

from .semantics import EVALUATE, Array, Rejected, Undefined

ELEMENT_TYPES = {"float32": "f32", "int32": "i32", "bool": "i1"}

Parameter = bool | int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """What the text says of a value: element type, rank (None: unranked), static sizes."""

    dtype: str
    rank: int | None
    static: Mapping[int, int]

    def __str__(self) -> str:
        element_type = ELEMENT_TYPES[self.dtype]
        if self.rank is None:
            return f"tensor<*x{element_type}>"
        sizes = [str(self.static.get(d, "?")) for d in range(self.rank)]
        return f"tensor<{'x'.join([*sizes, element_type])}>"


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument; `names` are the user's names for its sizes ("" for none), empty where the user says nothing."""

    value: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """One op; `constant` is the value of a `tf.Const`."""

    op: str
    operands: tuple[int, ...]
    results: tuple[int, ...]
    parameters: tuple[tuple[str, Parameter], ...] = ()
    constant: Array | None = None

    def evaluate(self, operands: Sequence[Array]) -> list[Array]:
        if self.constant is not None:
            return [self.constant]
        return EVALUATE[self.op](list(operands), dict(self.parameters), len(self.results))


@dataclass(frozen=True, slots=True)
class Graph:
    """A function; `where` are the user's facts about the named sizes."""

    arguments: tuple[Argument, ...]
    nodes: tuple[Node, ...]
    results: tuple[int, ...]
    kinds: Mapping[int, Kind]
    where: tuple[str, ...] = ()

    def values(self, inputs: Mapping[int, Array]) -> dict[int, Array]:
        """Every value for `inputs`. Raises Rejected, or Undefined where TensorFlow leaves the numbers open."""
        found = dict(inputs)
        with np.errstate(all="ignore"):
            for node in self.nodes:
                operands = [found[o] for o in node.operands]
                try:
                    if node.op == "tf.Cast":
                        results = [operands[0].astype(self.kinds[node.results[0]].dtype)]
                    else:
                        results = node.evaluate(operands)
                except (Rejected, Undefined):
                    raise
                except (ValueError, IndexError) as error:
                    raise Rejected(f"{node.op}: {error}") from error
                found.update(zip(node.results, map(np.asarray, results), strict=True))
        return found

    def satisfied_by(self, inputs: Mapping[int, Array]) -> bool:
        """Whether what the user says holds, and every static size is right."""
        sizes = dict[str, int]()
        for argument in self.arguments:
            shape, static = inputs[argument.value].shape, self.kinds[argument.value].static
            if any(shape[d] != size for d, size in static.items()):
                return False
            for name, size in zip(argument.names, shape, strict=bool(argument.names)):
                if name and sizes.setdefault(name, size) != size:
                    return False
        return all(parse_predicate(text).holds(sizes) for text in self.where)

    def without_unused(self) -> Graph:
        """The same results from the nodes that they need; every argument stays."""
        needed, kept = set(self.results), list[Node]()
        for node in reversed(self.nodes):
            if needed.intersection(node.results):
                kept.append(node)
                needed.update(node.operands)
        return replace(self, nodes=tuple(reversed(kept)))

    def text(self) -> str:
        """The function in the tf dialect."""
        lines = [self._line(node) for node in self.nodes]
        outputs = ", ".join(str(self.kinds[v]) for v in self.results)
        names = ", ".join(self._name(v) for v in self.results)
        lines.append(f"func.return {names} : {outputs}")
        where = ", ".join(f'"{text}"' for text in self.where)
        attributes = f" attributes {{sdim.where = [{where}]}}" if where else ""
        arguments = ", ".join(map(self._argument, self.arguments))
        body = "\n  ".join(lines)
        return f"func.func @main({arguments}) -> ({outputs}){attributes} {{\n  {body}\n}}\n"

    def _argument(self, argument: Argument) -> str:
        text = f"%v{argument.value}: {self.kinds[argument.value]}"
        if not any(argument.names):
            return text
        names = ", ".join(f'"{name}"' for name in argument.names)
        return f"{text} {{sdim.sizes = [{names}]}}"

    def _name(self, value: int) -> str:
        return f"%v{value}"

    def _line(self, node: Node) -> str:
        operands = ", ".join(map(self._name, node.operands))
        results = ", ".join(map(self._name, node.results))
        parameters = [f"{name} = {_attribute(value)}" for name, value in node.parameters]
        if node.constant is not None:
            parameters.append(f"value = {_dense(node.constant)}")
        properties = f" <{{{', '.join(parameters)}}}>" if parameters else ""
        types = ", ".join(str(self.kinds[o]) for o in node.operands)
        outputs = ", ".join(str(self.kinds[r]) for r in node.results)
        return f'{results} = "{node.op}"({operands}){properties} : ({types}) -> ({outputs})'


def _attribute(value: Parameter) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value} : i64"
    return f"[{', '.join(f'{item} : i64' for item in value)}]"


def _dense(array: Array) -> str:
    type = Kind(array.dtype.name, array.ndim, dict(enumerate(array.shape)))

    def nested(part: Array) -> str:
        if part.ndim:
            return f"[{', '.join(map(nested, part))}]"
        item = part.item()
        return str(item).lower() if isinstance(item, bool) else str(item)

    return f"dense<{nested(array) if array.size else ''}> : {type}"
