"""The demands that many mhlo verifiers share.

Each function returns when the demand holds or cannot be judged, and otherwise raises a
`VerifyException` that names the op, what was found and what is needed. `what` is the text
for the value in the message (`operand 0`, `the result`); `clause` is the constraint's
number in the StableHLO specification, where it has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import NoReturn

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IndexType, IntegerType, TensorType
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from ..types import (
    ANY_ELEMENT,
    DYNAMIC,
    INTEGER,
    AnyTensor,
    TypeShape,
    as_tensor,
    kind_of,
    kinds_text,
    shape_of,
    shape_text,
    shapes_agree,
    sizes_agree,
)
from .attributes import TypeExtensionsAttr
from .dense import int_values


def fail(op: Operation, message: str, clause: str = "") -> NoReturn:
    """Raises the op's verification error."""
    raise VerifyException(f"{op.name}: {message}{f' ({clause})' if clause else ''}")


def check_tensor(op: Operation, what: str, type_: Attribute, kinds: int = ANY_ELEMENT) -> AnyTensor:
    """The type as a tensor whose elements are of one of `kinds`."""
    if (tensor := as_tensor(type_)) is None:
        fail(op, f"{what} has type {type_}, a tensor is needed")
    if not kind_of(tensor.element_type) & kinds:
        fail(op, f"{what} has type {type_}, elements must be {kinds_text(kinds)}")
    return tensor


def check_operands(op: Operation, kinds: int = ANY_ELEMENT) -> tuple[AnyTensor, ...]:
    """All operand types as tensors whose elements are of one of `kinds`."""
    return tuple(
        check_tensor(op, f"operand {index}", operand.type, kinds)
        for index, operand in enumerate(op.operands)
    )


def check_values(op: Operation, *kinds: int) -> tuple[AnyTensor, ...]:
    """The types of all operands, then of all results, as tensors.

    Their elements are of one of `kinds`: one entry for all, or one for each value.
    """
    results = (
        ["the result"] if len(op.results) == 1 else [f"result {i}" for i in range(len(op.results))]
    )
    names = [*(f"operand {i}" for i in range(len(op.operands))), *results]
    types = [*op.operand_types, *op.result_types]
    allowed = kinds if len(kinds) == len(types) else (kinds or (ANY_ELEMENT,)) * len(types)
    return tuple(map(check_tensor, repeat(op), names, types, allowed))


def check_same_element(
    op: Operation, what: str, type_: AnyTensor, other_what: str, other: AnyTensor, clause: str = ""
) -> None:
    """Both tensors have one element type."""
    if type_.element_type != other.element_type:
        fail(
            op,
            f"{what} has element type {type_.element_type}, {other_what} has "
            f"{other.element_type}; they must be equal",
            clause,
        )


def check_same_shape(
    op: Operation, what: str, type_: AnyTensor, other_what: str, other: AnyTensor, clause: str = ""
) -> None:
    """Both tensors may have one shape."""
    if type_ is other:
        return
    shape, other_shape = shape_of(type_), shape_of(other)
    if not shapes_agree(shape, other_shape):
        fail(
            op,
            f"{what} has shape {shape_text(shape)}, {other_what} has "
            f"{shape_text(other_shape)}; they must agree",
            clause,
        )


def check_same_type(
    op: Operation, what: str, type_: AnyTensor, other_what: str, other: AnyTensor, clause: str = ""
) -> None:
    """Both tensors have one element type and may have one shape."""
    check_same_element(op, what, type_, other_what, other, clause)
    check_same_shape(op, what, type_, other_what, other, clause)


def check_result_shape(
    op: Operation,
    expected: Sequence[int] | None,
    result: AnyTensor,
    clause: str = "",
    index: int = 0,
) -> None:
    """The shape that follows from the operands agrees with the result's."""
    found = shape_of(result)
    if expected is not None and not shapes_agree(tuple(expected), found):
        what = "the result" if len(op.results) == 1 else f"result {index}"
        fail(
            op,
            f"{what} has shape {shape_text(found)}, {shape_text(tuple(expected))} follows from "
            "the operands",
            clause,
        )


def check_rank(
    op: Operation, what: str, type_: AnyTensor, rank: int, clause: str = ""
) -> TypeShape | None:
    """The shape of a tensor whose rank, if known, is `rank`."""
    shape = shape_of(type_)
    if shape is not None and len(shape) != rank:
        fail(op, f"{what} has rank {len(shape)}, rank {rank} is needed", clause)
    return shape


def check_rank_between(
    op: Operation,
    what: str,
    type_: AnyTensor,
    least: int,
    most: int | None = None,
    clause: str = "",
) -> TypeShape | None:
    """The shape of a tensor whose rank, if known, is in these bounds."""
    shape = shape_of(type_)
    if shape is None:
        return None
    if len(shape) < least or (most is not None and len(shape) > most):
        needed = f"at least {least}" if most is None else f"{least} to {most}"
        fail(op, f"{what} has rank {len(shape)}, rank {needed} is needed", clause)
    return shape


def check_type(
    op: Operation, what: str, type_: Attribute, needed: type[Attribute], text: str
) -> None:
    """The type is of the class `needed`, which is written as `text`."""
    if not isinstance(type_, needed):
        fail(op, f"{what} has type {type_}, {text} is needed")


def check_dimension(
    op: Operation, name: str, dimension: int, rank: int | None, clause: str = ""
) -> None:
    """`0 <= dimension < rank`; the upper end is not judged when the rank is unknown."""
    if dimension < 0 or (rank is not None and dimension >= rank):
        fail(op, f"{name} {dimension} is out of range for rank {rank}", clause)


def check_unique(op: Operation, name: str, values: Sequence[int], clause: str = "") -> None:
    """The values are distinct."""
    if len(set(values)) != len(values):
        fail(op, f"{name} {list(values)} must not hold a value twice", clause)


def check_dimensions(
    op: Operation, name: str, dimensions: Sequence[int], rank: int | None, clause: str = ""
) -> None:
    """Different dimensions, each in range."""
    for dimension in dimensions:
        check_dimension(op, f"{name} entry", dimension, rank, clause)
    check_unique(op, name, dimensions, clause)


def check_length(
    op: Operation, name: str, values: Sequence[object], needed: int | None, clause: str = ""
) -> None:
    """One value for each of the `needed` dimensions."""
    if needed is not None and len(values) != needed:
        fail(op, f"{name} has {len(values)} values, {needed} are needed", clause)


def check_at_least(
    op: Operation, name: str, values: Iterable[int], least: int, clause: str = ""
) -> None:
    """No value is below `least`; unknown sizes are not judged."""
    for value in values:
        if value != DYNAMIC and value < least:
            fail(op, f"{name} has the value {value}, at least {least} is needed", clause)


def check_sizes_equal(
    op: Operation, what: str, size: int, other_what: str, other: int, clause: str = ""
) -> None:
    """Two sizes may be equal."""
    if not sizes_agree(size, other):
        fail(op, f"{what} is {size}, {other_what} is {other}; they must be equal", clause)


def check_shape_operand(
    op: Operation, what: str, type_: Attribute, length: int | None, clause: str = ""
) -> AnyTensor:
    """The type of a 1-D integer tensor with one element for each of the `length` dimensions."""
    tensor = check_tensor(op, what, type_, INTEGER)
    shape = check_rank(op, what, tensor, 1, clause)
    if shape is not None and length is not None and not sizes_agree(shape[0], length):
        fail(op, f"{what} has {shape[0]} elements, {length} are needed", clause)
    return tensor


def check_vector(
    op: Operation, name: str, attribute: DenseIntOrFPElementsAttr, clause: str = ""
) -> tuple[int, ...]:
    """The integers of a 1-D dense attribute."""
    kind = attribute.get_element_type()
    if len(attribute.get_shape()) != 1 or not isinstance(kind, IntegerType | IndexType):
        fail(op, f"{name} has type {attribute.type}, a 1-D tensor of integers is needed", clause)
    return int_values(attribute)


BOUNDS = (TypeExtensionsAttr.name, "stablehlo.bounds")
"""Encodings of tensors that bound unknown sizes."""


def check_static(op: Operation, what: str, type_: AnyTensor, clause: str = "") -> TypeShape:
    """The shape of a tensor whose sizes are all known."""
    shape = shape_of(type_)
    if shape is None or DYNAMIC in shape:
        fail(op, f"{what} has type {type_}, a static shape is needed", clause)
    return shape


def check_nearly_static(op: Operation, what: str, type_: AnyTensor) -> TypeShape:
    """The shape of a tensor whose sizes are all known, but for one that its encoding bounds."""
    shape = shape_of(type_)
    if shape is not None and shape.count(DYNAMIC) == 1 and _has_bounds(type_):
        return shape
    return check_static(op, what, type_)


def _has_bounds(type_: AnyTensor) -> bool:
    return isinstance(type_, TensorType) and type_.encoding.name in BOUNDS
