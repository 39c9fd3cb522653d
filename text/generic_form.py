"""The generic form of MLIR, quickly: values are numbered, and each attribute is printed once.

It says what xDSL's printer says with `print_generic_format`, in a third of the time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import FunctionType, StringAttr, UnitAttr, UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from .printer import TextPrinter, TextStream

_BARE = re.compile(r"[A-Za-z_][\w$.]*")


def generic_form(op: Operation) -> str:
    """The text of `op` and of all in it, for MLIR to read; values keep no names."""
    writer = _GenericWriter()
    writer.op(op)
    return "".join(writer.parts)


class _GenericWriter:
    def __init__(self) -> None:
        self.parts = list[str]()
        self._printer = TextPrinter()
        self._texts = dict[int, tuple[Attribute, str]]()
        """Of attributes by identity, which holds while they are kept here."""
        self._values, self._blocks = dict[SSAValue, str](), dict[Block, str]()

    def op(self, op: Operation) -> None:
        if op.results:
            names = [self._name(result) for result in op.results]
            self.parts.append(f"{', '.join(names)} = ")
        name, attributes = op.name, op.attributes
        if name == UnregisteredOp.name:
            attributes = dict(attributes)
            name = cast("StringAttr", attributes.pop("op_name__")).data
        operands = ", ".join([self._name(operand) for operand in op.operands])
        self.parts.append(f'"{name}"({operands})')
        if op.successors:
            self.parts.append(f"[{', '.join(map(self._label, op.successors))}]")
        if op.properties:
            self.parts.append(f" <{self._dictionary(op.properties)}>")
        for place, region in enumerate(op.regions):
            self.parts.append(", {" if place else " ({")
            self._region(region)
            self.parts.append("}")
        if op.regions:
            self.parts.append(")")
        if attributes:
            self.parts.append(f" {self._dictionary(attributes)}")
        types = ", ".join([self._text(operand.type) for operand in op.operands])
        self.parts.append(f" : ({types}) -> {self._result_types(op)}\n")

    def _result_types(self, op: Operation) -> str:
        types = [self._text(result.type) for result in op.results]
        if len(types) == 1 and not isinstance(op.results[0].type, FunctionType):
            return types[0]
        return f"({', '.join(types)})"

    def _region(self, region: Region) -> None:
        self.parts.append("\n")
        for place, block in enumerate(region.blocks):
            if place or block.args:
                typed = [f"{self._name(arg)}: {self._text(arg.type)}" for arg in block.args]
                self.parts.append(f"{self._label(block)}({', '.join(typed)}):\n")
            for op in block.ops:
                self.op(op)

    def _name(self, value: SSAValue) -> str:
        return self._values.get(value) or self._values.setdefault(value, f"%{len(self._values)}")

    def _label(self, block: Block) -> str:
        return self._blocks.setdefault(block, f"^bb{len(self._blocks)}")

    def _dictionary(self, entries: Mapping[str, Attribute]) -> str:
        items: Sequence[str] = [
            _key(key) if isinstance(value, UnitAttr) else f"{_key(key)} = {self._text(value)}"
            for key, value in entries.items()
        ]
        return f"{{{', '.join(items)}}}"

    def _text(self, attribute: Attribute) -> str:
        known = self._texts.get(id(attribute))
        if known is None:
            stream = self._printer.stream = TextStream()
            self._printer.print_attribute(attribute)
            known = self._texts[id(attribute)] = attribute, stream.getvalue()
        return known[1]


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else f'"{key}"'
