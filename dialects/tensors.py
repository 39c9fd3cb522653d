"""Types of tensors and their elements, told apart so that a type checker can follow.

A plain `isinstance` would leave the parameters of a generic type unknown to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeGuard, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import PassFailedException

Tensor: TypeAlias = TensorType[Attribute]
"""A tensor type of known rank."""


def is_tensor(type: Attribute) -> TypeGuard[TensorType[Attribute]]:
    """Whether `type` is a tensor of known rank."""
    return isinstance(type, TensorType)


def is_unranked(type: Attribute) -> TypeGuard[UnrankedTensorType[Attribute]]:
    """Whether `type` is a tensor of unknown rank."""
    return isinstance(type, UnrankedTensorType)


def is_memref(type: Attribute) -> TypeGuard[MemRefType[Attribute]]:
    """Whether `type` is a memref, which has a rank always."""
    return isinstance(type, MemRefType)


def is_integer(type: Attribute) -> TypeGuard[IntegerType]:
    """Whether `type` is an integer type with a width, `index` not among them."""
    return isinstance(type, IntegerType)


def is_integer_or_index(type: Attribute) -> TypeGuard[IntegerType | IndexType]:
    return isinstance(type, IntegerType | IndexType)


def tensor_type(value: SSAValue) -> TensorType[Attribute]:
    """The type of `value`, which must be a tensor of known rank."""
    assert isinstance(value.type, TensorType)
    return cast("TensorType[Attribute]", value.type)


def element_type_of(value: SSAValue) -> Attribute:
    """The element type of `value`, which must be a tensor of known rank."""
    return tensor_type(value).element_type


def bit_width(element_type: Attribute) -> int | None:
    """The width of an integer type; None for any other type, `index` too."""
    return element_type.width.data if is_integer(element_type) else None


def is_dense(attribute: Attribute) -> TypeGuard[DenseIntOrFPElementsAttr]:
    """Whether `attribute` is a `dense<..>` of numbers."""
    return isinstance(attribute, DenseIntOrFPElementsAttr)


def dense_elements(
    type: TensorType[Attribute], numbers: Sequence[float]
) -> DenseIntOrFPElementsAttr:
    """`dense<numbers>` of a static `type`; one number fills it, complex elements have no imaginary
    part.

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
