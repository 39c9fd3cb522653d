"""Types of tensors and their elements: predicates that type checkers follow, and when two agree.

A plain `isinstance` would leave the parameters of a generic type unknown to a type checker. A size
that is not known agrees with every size, an unranked tensor with every shape, and an encoding never
matters: symbols in it are facts about sizes, judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias, TypeGuard, cast, get_args

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    MemRefType,
    Signedness,
    TensorType,
    UnrankedTensorType,
    UnregisteredAttr,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import PassFailedException

RankedTensor: TypeAlias = TensorType[Attribute]
AnyTensor: TypeAlias = TensorType[Attribute] | UnrankedTensorType[Attribute]
TypeShape: TypeAlias = tuple[int, ...]
"""The sizes of a tensor type, `DYNAMIC` where unknown."""

MAX_RANK: Final = 64
"""The most dimensions that an array of numpy has."""
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


def is_tensor(type: Attribute) -> TypeGuard[RankedTensor]:
    """Whether `type` is a tensor of known rank."""
    return type.__class__ is TensorType


def is_unranked(type: Attribute) -> TypeGuard[UnrankedTensorType[Attribute]]:
    """Whether `type` is a tensor of unknown rank."""
    return type.__class__ is UnrankedTensorType


def is_memref(type: Attribute) -> TypeGuard[MemRefType[Attribute]]:
    """Whether `type` is a memref, which has a rank always."""
    return isinstance(type, MemRefType)


def is_integer(type: Attribute) -> TypeGuard[IntegerType]:
    """Whether `type` is an integer type with a width, `i1` but not `index` among them."""
    return type.__class__ is IntegerType


def is_integer_or_index(type: Attribute) -> TypeGuard[IntegerType | IndexType]:
    return type.__class__ is IntegerType or type.__class__ is IndexType


def is_unsigned(type: Attribute) -> bool:
    """Whether `type` is an integer type without a sign."""
    return is_integer(type) and type.signedness.data is Signedness.UNSIGNED


def is_boolean(type: Attribute) -> bool:
    """Whether `type` is an integer type of width 1."""
    return is_integer(type) and type.width.data == 1


def is_wide_integer(type: Attribute) -> bool:
    """Whether `type` is an integer type wider than a boolean."""
    return is_integer(type) and type.width.data != 1


def is_float(type: Attribute) -> TypeGuard[AnyFloat]:
    """Whether `type` is a floating point type."""
    return _are_floats(type.__class__)


@cache
def _are_floats(kind: type[Attribute]) -> bool:
    return issubclass(kind, get_args(AnyFloat))


@lru_cache(maxsize=1 << 10)
def scalar_type(element_type: Attribute) -> TensorType[Attribute]:
    """A tensor of rank 0."""
    return TensorType(element_type, [])


def is_complex(type: Attribute) -> TypeGuard[ComplexType]:
    """Whether `type` is a complex type."""
    return type.__class__ is ComplexType


def is_dense(attribute: Attribute) -> TypeGuard[DenseIntOrFPElementsAttr]:
    """Whether `attribute` is a `dense<..>` of numbers."""
    return isinstance(attribute, DenseIntOrFPElementsAttr)


def kind_of(element_type: Attribute) -> int:
    """The kind bit of an element type; 0 for one that no mhlo op computes with."""
    if is_integer(element_type):
        if element_type.width.data == 1:
            return PRED
        return UNSIGNED if is_unsigned(element_type) else SIGNED
    if is_float(element_type):
        return FLOAT
    if is_complex(element_type):
        return COMPLEX
    if isinstance(element_type, IndexType):
        return INDEX
    is_quantized = isinstance(
        element_type, UnregisteredAttr
    ) and element_type.attr_name.data.startswith("quant.")
    return QUANTIZED if is_quantized else 0


def kinds_text(kinds: int) -> str:
    """The names of `kinds`, for an error message."""
    names = [name for bits, name in _KIND_NAMES if kinds & bits == bits]
    if kinds & INTEGER == INTEGER:
        names = [name for name in names if name not in _INTEGER_NAMES]
    return " or ".join(names)


def complex_part(element_type: Attribute) -> Attribute | None:
    """`f32` for `complex<f32>`; None for a type that is not complex."""
    return element_type.element_type if is_complex(element_type) else None


def real_part_type(element_type: Attribute) -> Attribute:
    """`f32` for `complex<f32>`; a type that is not complex is its own real part."""
    return complex_part(element_type) or element_type


def integer_width(element_type: Attribute) -> int | None:
    """The width of an integer type; None for any other type, `index` too."""
    return element_type.width.data if is_integer(element_type) else None


def bit_width(element_type: Attribute) -> int | None:
    """The number of bits of an element; None where the type does not say."""
    if is_complex(element_type):
        part = bit_width(element_type.element_type)
        return None if part is None else 2 * part
    return element_type.bitwidth if is_float(element_type) else integer_width(element_type)


def as_tensor(type: Attribute) -> AnyTensor | None:
    """The type, if it is a ranked or unranked tensor."""
    return type if is_tensor(type) or is_unranked(type) else None


def tensor_type(value: SSAValue) -> RankedTensor:
    """The type of `value`, a tensor; PassFailedException where its rank is not known."""
    if is_unranked(value.type):
        raise PassFailedException(f"a tensor of known rank is needed, not {value.type}")
    assert is_tensor(value.type)
    return value.type


def element_type_of(value: SSAValue) -> Attribute:
    """The element type of `value`, which must be a tensor."""
    tensor = as_tensor(value.type)
    assert tensor is not None
    return tensor.element_type


def element_of(type: Attribute) -> Attribute:
    """The element type of a tensor; another type is returned as it is."""
    tensor = as_tensor(type)
    return type if tensor is None else tensor.element_type


def with_element(type: Attribute, element_type: Attribute) -> Attribute:
    """The tensor type with other elements; a type that is no tensor is returned as it is."""
    if is_tensor(type):
        return TensorType(element_type, type.shape, type.encoding)
    return UnrankedTensorType(element_type) if is_unranked(type) else type


def shape_of(type: Attribute) -> TypeShape | None:
    """The sizes of a tensor of known rank; None for any other type."""
    return type.get_shape() if is_tensor(type) else None


def rank_of(shape: TypeShape | None) -> int | None:
    """The number of sizes; None where there is no shape."""
    return None if shape is None else len(shape)


def sizes_agree(a: int, b: int) -> bool:
    """Whether two sizes may be equal in some run."""
    return a == b or DYNAMIC in (a, b)


def shapes_agree(a: TypeShape | None, b: TypeShape | None) -> bool:
    """Whether two shapes may be equal in some run."""
    if a is None or b is None or a == b:
        return True
    return len(a) == len(b) and all(map(sizes_agree, a, b))


def shape_text(shape: TypeShape | None) -> str:
    """A shape in the spelling of a tensor type: `[2, ?]`; `[*]` when the rank is unknown."""
    if shape is None:
        return "[*]"
    return f"[{', '.join('?' if size == DYNAMIC else str(size) for size in shape)}]"


def dense_elements(type: RankedTensor, numbers: Sequence[float]) -> DenseIntOrFPElementsAttr:
    """`dense<numbers>` of a static `type`, filled where `numbers` is one; imaginary parts are 0.

    Raises PassFailedException for elements that are no numbers.
    """
    element_type = type.element_type
    if not isinstance(element_type, ComplexType | AnyFloat | IntegerType | IndexType):
        raise PassFailedException(f"constants of type {type} are not supported")
    elements: Sequence[object] = numbers
    if isinstance(element_type, ComplexType):
        elements = [(float(number), 0.0) for number in numbers]
    elif isinstance(element_type, AnyFloat):
        elements = [float(number) for number in numbers]
    return DenseIntOrFPElementsAttr.from_list(cast("TensorType[Any]", type), cast("Any", elements))


def is_uniform(value: DenseIntOrFPElementsAttr) -> bool:
    """Whether all elements, at least one, have the same bits: 0.0 and -0.0 have not."""
    data, count = value.data.data, len(value)
    size = len(data) // count if count else 0
    return bool(size) and data[:size] == data[-size:] and data[size:] == data[:-size]
