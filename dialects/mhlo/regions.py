"""Regions of mhlo ops: what reducers and comparators must look like."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, Region

from ..types import PRED, AnyTensor, as_tensor, kind_of
from .checks import check_rank, check_same_element, check_same_type, check_tensor, fail


def returned_types(op: Operation, what: str, region: Region) -> Sequence[Attribute]:
    """The types that the one block of `region` returns."""
    if len(region.blocks) != 1:
        fail(op, f"{what} has {len(region.blocks)} blocks, one is needed")
    last = region.block.last_op
    if last is None or last.name != "mhlo.return":
        found = "nothing" if last is None else last.name
        fail(op, f"{what} ends with {found}, mhlo.return is needed")
    return last.operand_types


def check_arguments(
    op: Operation, what: str, region: Region, types: Sequence[Attribute], clause: str = ""
) -> None:
    """The region's arguments have these types, up to unknown sizes and encodings."""
    arguments = region.block.args
    if len(arguments) != len(types):
        fail(op, f"{what} has {len(arguments)} arguments, {len(types)} are needed", clause)
    for index, (argument, type_) in enumerate(zip(arguments, types, strict=True)):
        check_compatible(
            op, f"argument {index} of {what}", argument.type, "what it gets", type_, clause
        )


def check_compatible(
    op: Operation,
    what: str,
    type_: Attribute,
    other_what: str,
    other: Attribute,
    clause: str = "",
) -> None:
    """The two types are equal, up to unknown sizes and encodings."""
    if type_ is other or type_ == other:
        return
    if as_tensor(type_) is None or as_tensor(other) is None:
        fail(op, f"{what} has type {type_}, {other_what} has {other}; they must agree", clause)
    tensor = check_tensor(op, what, type_)
    other_tensor = check_tensor(op, other_what, other)
    check_same_type(op, what, tensor, other_what, other_tensor, clause)


def check_types(
    op: Operation,
    what: str,
    types: Sequence[Attribute],
    other_what: str,
    others: Sequence[Attribute],
    clause: str = "",
) -> None:
    """As many types as others, each pair equal up to unknown sizes and encodings.

    `{}` in `what` and `other_what` is replaced by the index: `result {}`.
    """
    if len(types) != len(others):
        many, other_many = what.replace(" {}", "s"), other_what.replace(" {}", "s")
        fail(
            op,
            f"found {len(types)} {many} and {len(others)} {other_many}; their numbers must agree",
            clause,
        )
    for index, (type_, other) in enumerate(zip(types, others, strict=True)):
        check_compatible(op, what.format(index), type_, other_what.format(index), other, clause)


def check_reducer(
    op: Operation, what: str, region: Region, elements: Sequence[Attribute], clause: str
) -> Sequence[Attribute]:
    """The element types that a reducer of scalars of these element types computes in.

    The region takes two scalars per value, all first ones before all second ones, and returns
    one scalar per value. It may compute in a wider type of the same kind.
    """
    returned = returned_types(op, what, region)
    arguments = region.block.args
    count = len(elements)
    if len(arguments) != 2 * count:
        fail(op, f"{what} has {len(arguments)} arguments, {2 * count} are needed", clause)
    if len(returned) != count:
        fail(op, f"{what} returns {len(returned)} values, {count} are needed", clause)
    scalars = [
        _scalar(op, f"value {index} that {what} returns", type_, clause)
        for index, type_ in enumerate(returned)
    ]
    for index, argument in enumerate(arguments):
        type_ = _scalar(op, f"argument {index} of {what}", argument.type, clause)
        check_same_element(
            op,
            f"argument {index} of {what}",
            type_,
            "what it returns",
            scalars[index % count],
            clause,
        )
    for scalar, element in zip(scalars, elements, strict=True):
        if kind_of(scalar.element_type) != kind_of(element):
            fail(op, f"{what} computes in {scalar.element_type}, the values are {element}", clause)
    return [scalar.element_type for scalar in scalars]


def check_element(
    op: Operation, what: str, type_: AnyTensor, element: Attribute, clause: str
) -> None:
    """The tensor holds what the region returns."""
    if type_.element_type != element:
        fail(
            op,
            f"{what} has element type {type_.element_type}, the region returns {element}",
            clause,
        )


def check_predicate(
    op: Operation, what: str, region: Region, elements: Sequence[Attribute], clause: str
) -> None:
    """The region takes two scalars of each element type, pair by pair, and returns one `i1`."""
    returned = returned_types(op, what, region)
    scalars = [TensorType(element, []) for element in elements for _ in range(2)]
    check_arguments(op, what, region, scalars, clause)
    if len(returned) != 1:
        fail(op, f"{what} returns {len(returned)} values, 1 is needed", clause)
    result = check_tensor(op, f"the value that {what} returns", returned[0], PRED)
    check_rank(op, f"the value that {what} returns", result, 0, clause)


def _scalar(op: Operation, what: str, type_: Attribute, clause: str) -> AnyTensor:
    tensor = check_tensor(op, what, type_)
    check_rank(op, what, tensor, 0, clause)
    return tensor
