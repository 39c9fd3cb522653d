"""Text of ops between tensors and buffers, and between buffers, that xDSL's ops do not read.

Older text names the type of the buffer alone: `bufferization.to_tensor %m : memref<?xf32>` is
`bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>` today; the tensor has the sizes and
elements of the buffer. xDSL's ops are made of either.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Self, cast

from xdsl.dialects import bufferization, memref
from xdsl.dialects.builtin import TensorType, UnitAttr, UnrankedMemRefType, UnrankedTensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.parser import Parser

from ..read_as import OpType, Properties, ReadAsOp
from ..types import is_memref


class _BufferText(ReadAsOp, ABC):
    """What reads an op in either text."""

    MADE: ClassVar[OpType]
    KEYWORDS: ClassVar[tuple[str, ...]] = ()
    """Unit properties, written as keywords after the operand."""
    BOTH_TYPES: ClassVar[bool] = False
    """Whether the text always has both types."""

    @classmethod
    def made(
        cls, operands: Sequence[SSAValue], properties: Properties
    ) -> tuple[OpType, Properties]:
        return cls.MADE, properties

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        words = [w for w in cls.KEYWORDS if parser.parse_optional_keyword(w) is not None]
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        attributes |= parser.parse_optional_attr_dict()
        position = parser.pos
        source = parser.parse_type()
        if cls.BOTH_TYPES:
            parser.parse_keyword("to")
            result = parser.parse_type()
        elif parser.parse_optional_keyword("to") is not None:
            result = parser.parse_type()
        elif (tensor := tensor_of(source)) is None:
            parser.raise_error(f"expected a memref, found {source}", position)
        else:
            source, result = cls.both(source, tensor)
        return cls.create(
            operands=[parser.resolve_operand(operand, source)],
            result_types=[result],
            properties={word: UnitAttr() for word in words},
            attributes=attributes,
        )

    @staticmethod
    def both(buffer: Attribute, tensor: Attribute) -> tuple[Attribute, Attribute]:
        """The types of operand and result."""
        return buffer, tensor


class ToTensorOp(_BufferText):
    name = "bufferization.to_tensor"
    MADE: ClassVar[OpType] = bufferization.ToTensorOp
    KEYWORDS: ClassVar[tuple[str, ...]] = ("restrict", "writable")


class ToBufferOp(_BufferText):
    name = "bufferization.to_buffer"
    MADE: ClassVar[OpType] = bufferization.ToBufferOp
    KEYWORDS: ClassVar[tuple[str, ...]] = ("read_only",)

    @staticmethod
    def both(buffer: Attribute, tensor: Attribute) -> tuple[Attribute, Attribute]:
        return tensor, buffer


class CastOp(_BufferText):
    name = "memref.cast"
    MADE: ClassVar[OpType] = memref.CastOp
    BOTH_TYPES: ClassVar[bool] = True


class TensorStoreOp(_BufferText):
    """`memref.tensor_store %t, %m : memref<?xf32>`, today
    `bufferization.materialize_in_destination`."""

    name = "memref.tensor_store"
    MADE: ClassVar[OpType] = bufferization.MaterializeInDestinationOp

    @classmethod
    def made(
        cls, operands: Sequence[SSAValue], properties: Properties
    ) -> tuple[OpType, Properties]:
        return cls.MADE, {**properties, "writable": UnitAttr()}

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        source = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        destination = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        buffer = parser.parse_type()
        if (tensor := tensor_of(buffer)) is None:
            parser.raise_error(f"expected a memref, found {buffer}", position)
        operands = parser.resolve_operands([source, destination], [tensor, buffer], position)
        return cls.create(operands=operands, attributes=attributes)


def tensor_of(buffer: Attribute) -> Attribute | None:
    """The tensor with the sizes and elements of `buffer`; None for what is no memref."""
    if is_memref(buffer):
        return TensorType(buffer.element_type, buffer.get_shape())
    if isinstance(buffer, UnrankedMemRefType):
        return UnrankedTensorType(cast("UnrankedMemRefType[Attribute]", buffer).element_type)
    return None


BUFFER_TEXT: dict[str, OpType] = {
    op.name: op for op in (ToTensorOp, ToBufferOp, CastOp, TensorStoreOp)
}
"""What reads the ops of these names."""
