"""
Element types and static shapes of values, and what verifiers demand of them.

A shape is a tuple of sizes, a negative size being unknown, or None when the rank is unknown.
Unknown sizes agree with every size; verifiers ignore the encoding of a tensor type. Verifiers do
not judge the sizes of results: the op's rule infers them, and inference compares them with types.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import (
    ComplexType,
    DenseIntOrFPElementsAttr,
    FixedBitwidthType,
    IndexType,
    IntegerType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from ..types import element_of, shape_of

StaticShape: TypeAlias = tuple[int, ...] | None


UNKNOWN = -1
"""An unknown size; every negative one means the same."""


_CONSTANTS = frozenset(("tf.Const", "arith.constant"))


_MOST_CONSTANT_VALUES = 64


def spell(shape: StaticShape) -> str:
    """A shape as in a type: `2x?x4`, `*` for unknown rank, `scalar` for rank zero."""
    if shape is None:
        return "*"
    return "x".join("?" if size < 0 else str(size) for size in shape) or "scalar"


def verify_error(op: Operation, message: str) -> VerifyException:
    """The error that names `op`."""
    return VerifyException(f"{op.name}: {message}")


def constant_integers(value: SSAValue) -> tuple[int, ...] | None:
    """The elements of `value` when it is a small integer constant."""
    owner = value.owner
    if not isinstance(owner, Operation) or owner.name not in _CONSTANTS:
        return None
    attribute = owner.properties.get("value")
    if not isinstance(attribute, DenseIntOrFPElementsAttr):
        return None
    dense = cast("DenseIntOrFPElementsAttr[Any]", attribute)
    if not isinstance(dense.get_element_type(), IntegerType | IndexType):
        return None
    if len(dense) > _MOST_CONSTANT_VALUES:
        return None
    return dense.get_values()


def constant_integer(value: SSAValue) -> int | None:
    """The value of a constant with exactly one integer element."""
    values = constant_integers(value)
    return values[0] if values is not None and len(values) == 1 else None


def agree(op: Operation, what: str, found: StaticShape, needed: StaticShape) -> None:
    """Demands that two shapes can be equal; `what` names the value that has `found`."""
    if found is None or needed is None or found == needed:
        return
    if len(found) != len(needed) or any(
        a != b and a >= 0 and b >= 0 for a, b in zip(found, needed, strict=True)
    ):
        raise verify_error(op, f"{what} has shape {spell(found)}, needed {spell(needed)}")


def same_elements(op: Operation, *values: SSAValue) -> None:
    """
    Demands that all values have one element type.

    Element types that are not numbers (variants, resources) agree among each other: what they say
    about what they hold may be more or less precise.
    """
    first = element_of(values[0].type)
    for value in values[1:]:
        other = element_of(value.type)
        if not _elements_agree(first, other):
            raise verify_error(op, f"element types {first} and {other} must be equal")


def same_types(
    op: Operation,
    what: str,
    found: Sequence[Attribute],
    needed: Sequence[Attribute],
    shapes: bool = True,
) -> None:
    """Demands that lists of tensor types agree in number, element types and, if asked, shapes."""
    if len(found) != len(needed):
        raise verify_error(op, f"found {len(found)} {what}, needed {len(needed)}")
    for index, (a, b) in enumerate(zip(found, needed, strict=True)):
        if not _elements_agree(element_of(a), element_of(b)):
            raise verify_error(op, f"{what}: entry {index} is {a}, needed {b}")
        if shapes:
            agree(op, f"{what}: entry {index}", shape_of(a), shape_of(b))


def _elements_agree(a: Attribute, b: Attribute) -> bool:
    return a is b or a == b or not (_is_number(a) or _is_number(b))


def _is_number(element: Attribute) -> bool:
    return isinstance(element, FixedBitwidthType | IndexType | ComplexType)


def rank_is(op: Operation, what: str, shape: StaticShape, *ranks: int) -> None:
    """Demands that a known rank is one of `ranks`."""
    if shape is not None and len(shape) not in ranks:
        wanted = " or ".join(str(rank) for rank in ranks)
        raise verify_error(op, f"{what} has rank {len(shape)}, needed {wanted}")


def rank_at_least(op: Operation, what: str, shape: StaticShape, least: int) -> None:
    """Demands that a known rank is `least` or more."""
    if shape is not None and len(shape) < least:
        raise verify_error(op, f"{what} has rank {len(shape)}, needed at least {least}")
