"""Demands that ops with a reducer share. Semantics: the StableHLO specification."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, Operation, SSAValue

from ..types import DYNAMIC, AnyTensor, TypeShape, shape_of
from .checks import (
    check_rank,
    check_result_shape,
    check_same_element,
    check_same_shape,
    check_tensor,
    fail,
)
from .regions import check_element


def check_inputs(
    op: Operation, inputs: Sequence[SSAValue], init_values: Sequence[SSAValue]
) -> list[AnyTensor]:
    """The input types, once each has a value of its element type to start with."""
    if not inputs:
        fail(op, "found no operands, at least 2 are needed", "C3")
    types: list[AnyTensor] = []
    for index, (value, init) in enumerate(zip(inputs, init_values, strict=True)):
        what, init_what = f"operand {index}", f"operand {len(inputs) + index}"
        type_ = check_tensor(op, what, value.type)
        init_type = check_tensor(op, init_what, init.type)
        check_same_element(op, init_what, init_type, what, type_, "C2")
        types.append(type_)
    return types


def check_scalar_starts(
    op: Operation, inputs: Sequence[SSAValue], init_values: Sequence[SSAValue]
) -> None:
    """The values to start with are scalars."""
    for index, init in enumerate(init_values, len(inputs)):
        what = f"operand {index}"
        check_rank(op, what, check_tensor(op, what, init.type), 0)


def joined_shape(
    op: Operation, types: Sequence[AnyTensor], clause: str, first: int = 0
) -> TypeShape | None:
    """The one shape of all `types`, those of the operands from `first` on, with every size that
    any of them knows."""
    joined = shape_of(types[0])
    for index, type_ in enumerate(types[1:], first + 1):
        check_same_shape(op, f"operand {index}", type_, f"operand {first}", types[0], clause)
        shape = shape_of(type_)
        if joined is None:
            joined = shape
        elif shape is not None:
            joined = tuple(b if a == DYNAMIC else a for a, b in zip(joined, shape, strict=True))
    return joined


def check_outputs(
    op: Operation,
    shape: Sequence[int] | None,
    elements: Sequence[Attribute],
    clauses: tuple[str, str, str],
) -> None:
    """One result per element type, all of one shape."""
    if len(op.results) != len(elements):
        fail(op, f"found {len(op.results)} results, {len(elements)} are needed", clauses[0])
    for index, (result, element) in enumerate(zip(op.results, elements, strict=True)):
        type_ = check_tensor(op, f"result {index}", result.type)
        check_result_shape(op, shape, type_, clauses[1], index)
        check_element(op, f"result {index}", type_, element, clauses[2])
