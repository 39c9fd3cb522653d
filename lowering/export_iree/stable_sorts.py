"""Sorts that keep the order of equal elements, by a comparison that knows no equal ones.

IREE 3.13 reads `is_stable` and sorts as if it were not there.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType, i1, i32, i64
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.rewriter import Rewriter

from ...dialects import mhlo
from ...dialects.mhlo.enums import (
    ComparisonDirection,
    ComparisonDirectionAttr,
    ComparisonType,
    ComparisonTypeAttr,
)
from ...dialects.types import element_type_of, is_integer, tensor_type
from .builder import GenericBuilder

_TRUTH = TensorType(i1, [])


def order_equal_elements(module: ModuleOp) -> None:
    """Lets stable sorts of several tensors compare the places of what is equal otherwise.

    Places begin at a number of their own in each sort: IREE 3.13 would make equal ones once, behind
    the barriers that keep them apart, and one sort would write over those of another.
    """
    several = [op for op in module.walk() if isinstance(op, mhlo.SortOp) and len(op.operands) > 1]
    for number, op in enumerate(several, 1):
        place = next((n for n, value in enumerate(op.operands) if _is_place(op, value)), None)
        if place is not None:
            _use_own_places(op, place, number)
        if _is_stable(op):
            _order(op, number, place)


def _use_own_places(op: mhlo.SortOp, place: int, first: int) -> None:
    """Lets the places of `op` begin at `first`, unless the comparator reads them."""
    value = op.operands[place]
    element_type = next((t for t in (i32, i64) if t == element_type_of(value)), None)
    args = op.comparator.block.args[2 * place : 2 * place + 2]
    if any(arg.first_use is not None for arg in args) or element_type is None:
        return
    type_, before = tensor_type(value), GenericBuilder(op)
    op.operands[place] = _places(op, first, type_, before.dims(value))
    sorted_, next_op = op.results[place], op.next_op
    assert next_op is not None
    if all(isinstance(use.operation, tensor.DimOp) for use in sorted_.uses):
        return
    after = GenericBuilder(next_op)
    number = after.value(arith.ConstantOp(IntegerAttr(first, element_type)))
    firsts = after.filled(type_, after.dims(sorted_), number)
    places = mhlo.SubtractOp.create(operands=[sorted_, firsts], result_types=[type_])
    after.insert(places)
    sorted_.replace_uses_with_if(
        places.results[0],
        lambda use: use.operation is not places and not isinstance(use.operation, tensor.DimOp),
    )


def _is_stable(op: mhlo.SortOp) -> bool:
    return op.is_stable is not None and bool(op.is_stable.value.data)


def _order(op: mhlo.SortOp, first: int, place: int | None) -> None:
    old = op.comparator.block
    count = len(op.operands)
    operands = list(op.operands)
    scalar = TensorType(i32, [])
    if place is None:
        place = count
        source = operands[0]
        type_ = TensorType(i32, tensor_type(source).get_shape())
        operands.append(_places(op, first, type_, GenericBuilder(op).dims(source)))
        old.insert_arg(scalar, 2 * count)
        old.insert_arg(scalar, 2 * count + 1)
    _compare_places(old, place)
    new = mhlo.SortOp.create(
        operands=operands,
        result_types=[value.type for value in operands],
        properties=op.properties,
        regions=[op.detach_region(op.comparator)],
    )
    new.location = op.location
    Rewriter.replace_op(op, new, new.results[:count])


def _is_place(op: mhlo.SortOp, value: SSAValue) -> bool:
    """Whether the elements of `value` are their own places along the sorted dimension."""
    dimension = -1 if op.dimension is None else op.dimension.value.data
    dimension %= len(tensor_type(value).get_shape())
    iota = value.owner
    return (
        isinstance(iota, mhlo.IotaOp | mhlo.DynamicIotaOp)
        and is_integer(element_type_of(value))
        and iota.iota_dimension.value.data == dimension
    )


def _places(
    op: mhlo.SortOp, first: int, type_: TensorType[Attribute], sizes: Sequence[SSAValue]
) -> SSAValue:
    """The place of each element along the sorted dimension, counted from `first`."""
    dimension = (-1 if op.dimension is None else op.dimension.value.data) % len(type_.get_shape())
    return GenericBuilder(op).computed(
        type_,
        sizes,
        lambda body, at: body.number(
            body.add(at[dimension], body.index(first)), type_.element_type
        ),
    )


def _compare_places(block: Block, place: int) -> None:
    """Makes `block` say that equal elements are in the order of operand number `place`."""
    *steps, last = block.ops
    args = block.args
    turned = dict[SSAValue, SSAValue]()
    for first, second in zip(args[::2], args[1::2], strict=True):
        turned[first], turned[second] = second, first
    for step in steps:
        block.insert_op_before(step.clone(turned), last)
    above = turned.get(last.operands[0], last.operands[0])
    earlier = mhlo.CompareOp.create(
        operands=[args[2 * place], args[2 * place + 1]],
        result_types=[_TRUTH],
        properties={
            "comparison_direction": ComparisonDirectionAttr(ComparisonDirection.LT),
            "compare_type": ComparisonTypeAttr(ComparisonType.SIGNED),
        },
    )
    not_above = mhlo.NotOp.create(operands=[above], result_types=[_TRUTH])
    tied = mhlo.AndOp.create(operands=[earlier.result, not_above.results[0]], result_types=[_TRUTH])
    either = mhlo.OrOp.create(operands=[last.operands[0], tied.results[0]], result_types=[_TRUTH])
    for op in (earlier, not_above, tied, either):
        block.insert_op_before(op, last)
    last.operands[0] = either.results[0]
