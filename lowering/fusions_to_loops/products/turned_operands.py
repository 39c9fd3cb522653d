"""Transposes that only products read: the product reads what is transposed where it lies.

A transpose may be an op alone, or the last step of a group, which then stores what it computes
before that step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Block, Operation, SSAValue

from ....analysis.index_maps import product
from ....dialects import mhlo
from ....dialects.mhlo.dense import int_values
from ....symbolic import eq
from ..function import FunctionWriter
from .products import is_native_product

RESHAPES = (mhlo.ReshapeOp, mhlo.DynamicReshapeOp)


@dataclass(frozen=True, slots=True)
class Turned:
    """How an operand of products is made."""

    made: SSAValue
    """What is in memory."""
    reshaped: tuple[SSAValue, ...]
    """The same elements with other dimensions, one reshape after the other."""
    order: tuple[int, ...]
    """Which dimension of the last of these each dimension of the operand is."""


def turned_operands(op: Operation, ends: Sequence[SSAValue]) -> dict[SSAValue, Turned]:
    """The results of `op` that only products read and that end with a transpose.

    ends: what each result is, in the block that makes it
    """
    found = dict[SSAValue, Turned]()
    for result, end in zip(op.results, ends, strict=True):
        readers = [use.operation for use in result.uses]
        if not readers or any(r.parent is not op.parent for r in readers):
            continue
        if isinstance(end.owner, mhlo.TransposeOp) and all(map(is_native_product, readers)):
            found[result] = _way(end.owner, [] if end is result else [end.owner.parent])
    return found


def _way(last: mhlo.TransposeOp, inside: Sequence[Block | None]) -> Turned:
    """inside: the block whose ops have made nothing yet, if there is one"""
    value, order = last.operand, int_values(last.permutation)
    while isinstance(value.owner, mhlo.TransposeOp) and value.owner.parent in inside:
        before = int_values(value.owner.permutation)
        order, value = tuple(before[d] for d in order), value.owner.operand
    reshaped = list[SSAValue]()
    while isinstance(value.owner, RESHAPES) and value.owner.parent in inside:
        reshaped.insert(0, value)
        value = value.owner.operands[0]
    return Turned(value, tuple(reshaped), tuple(order))


def see(writer: FunctionWriter, operand: SSAValue, way: Turned) -> None:
    """`operand` is read where its elements lie from now on."""
    source = way.made
    for value in way.reshaped:
        a, b = product(writer.shape(source)), product(writer.shape(value))
        if a != b:
            writer.require(eq(a, b))
        writer.set_buffer(value, writer.buffer(source))
        source = value
    shape = writer.shape(source)
    writer.sizes.bind_type(operand.type, [shape[d] for d in way.order])
    writer.view(operand, source, way.order)
