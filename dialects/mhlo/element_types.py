"""Element types and shapes of mhlo tensors, and when two of them agree.

A size that is not known agrees with every size, an unranked tensor with every shape, and
an encoding never matters: symbols in it are facts about sizes, judged elsewhere.
"""

from __future__ import annotations

from typing import Final, TypeAlias, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ComplexType,
    IndexType,
    IntegerType,
    Signedness,
    TensorType,
    UnrankedTensorType,
    UnregisteredAttr,
)
from xdsl.ir import Attribute

Tensor: TypeAlias = TensorType[Attribute] | UnrankedTensorType[Attribute]
Shape: TypeAlias = tuple[int, ...]

DYNAMIC: Final = DYNAMIC_INDEX

# Kinds of element types, as bits, so that what an operand may hold is one `|` of them.
PRED: Final = 1
SIGNED: Final = 2
UNSIGNED: Final = 4
FLOAT: Final = 8
COMPLEX: Final = 16
INDEX: Final = 32
QUANTIZED: Final = 64

INTEGER: Final = SIGNED | UNSIGNED | INDEX
FRACTIONAL: Final = FLOAT | COMPLEX | QUANTIZED
NUMBER: Final = INTEGER | FRACTIONAL
ANY_ELEMENT: Final = PRED | NUMBER

_INTEGER_NAMES: Final = ("signless integer", "unsigned integer", "index")
_KIND_NAMES: Final = (
    (PRED, "i1"),
    (INTEGER, "integer"),
    (SIGNED, "signless integer"),
    (UNSIGNED, "unsigned integer"),
    (FLOAT, "float"),
    (COMPLEX, "complex"),
    (INDEX, "index"),
    (QUANTIZED, "quantized"),
)


def kind_of(element_type: Attribute) -> int:
    """The kind bit of an element type; 0 for one that no mhlo op computes with."""
    if isinstance(element_type, IntegerType):
        integer = cast(IntegerType, element_type)
        if integer.width.data == 1:
            return PRED
        return UNSIGNED if integer.signedness.data is Signedness.UNSIGNED else SIGNED
    if isinstance(element_type, AnyFloat):
        return FLOAT
    if isinstance(element_type, IndexType):
        return INDEX
    if isinstance(element_type, ComplexType):
        return COMPLEX
    if isinstance(element_type, UnregisteredAttr) and element_type.attr_name.data.startswith(
        "quant."
    ):
        return QUANTIZED
    return 0


def kinds_text(kinds: int) -> str:
    """The kinds in words, for an error message."""
    names = [name for bits, name in _KIND_NAMES if kinds & bits == bits]
    if kinds & INTEGER == INTEGER:
        names = [name for name in names if name not in _INTEGER_NAMES]
    return " or ".join(names)


def as_tensor(type_: Attribute) -> Tensor | None:
    """The type, if it is a ranked or unranked tensor."""
    return cast(Tensor, type_) if isinstance(type_, TensorType | UnrankedTensorType) else None


def element_of(type_: Attribute) -> Attribute:
    """The element type of a tensor; another type is returned as it is."""
    tensor = as_tensor(type_)
    return type_ if tensor is None else tensor.element_type


def shape_of(type_: Attribute) -> Shape | None:
    """The sizes, `DYNAMIC` where unknown; None for an unranked tensor."""
    if isinstance(type_, TensorType):
        return tuple(size.data for size in type_.shape.data)
    return None


def real_part_type(element_type: Attribute) -> Attribute:
    """`f32` for `complex<f32>`; a type that is not complex is its own real part."""
    if isinstance(element_type, ComplexType):
        return cast(ComplexType, element_type).element_type
    return element_type


def with_element(type_: Attribute, element_type: Attribute) -> Attribute:
    """The tensor type with other elements; a type that is no tensor is returned as it is."""
    if isinstance(type_, TensorType):
        return TensorType(element_type, type_.shape, type_.encoding)
    return UnrankedTensorType(element_type) if isinstance(type_, UnrankedTensorType) else type_


def sizes_agree(a: int, b: int) -> bool:
    """Whether two sizes may be equal in some run."""
    return a == b or DYNAMIC in (a, b)


def shapes_agree(a: Shape | None, b: Shape | None) -> bool:
    """Whether two shapes may be equal in some run."""
    if a is None or b is None or a == b:
        return True
    return len(a) == len(b) and all(map(sizes_agree, a, b))


def shape_text(shape: Shape | None) -> str:
    """A shape in the spelling of a tensor type: `[2, ?]`; `[*]` when the rank is unknown."""
    if shape is None:
        return "[*]"
    return f"[{', '.join('?' if size == DYNAMIC else str(size) for size in shape)}]"
