"""Sorts that keep the order of equal elements, by a comparison that knows no equal ones.

IREE 3.13 reads `is_stable` and sorts as if it were not there.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, TensorType, i1, i32
from xdsl.ir import Block, SSAValue
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
    stable = [op for op in module.walk() if isinstance(op, mhlo.SortOp) and _is_stable(op)]
    for number, op in enumerate((op for op in stable if len(op.operands) > 1), 1):
        _order(op, number)


def _is_stable(op: mhlo.SortOp) -> bool:
    return op.is_stable is not None and bool(op.is_stable.value.data)


def _order(op: mhlo.SortOp, first: int) -> None:
    old = op.comparator.block
    count = len(op.operands)
    place = next((n for n, value in enumerate(op.operands) if _is_place(op, value)), None)
    operands = list(op.operands)
    scalar = TensorType(i32, [])
    if place is None:
        place = count
        operands.append(_places(op, first))
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


def _places(op: mhlo.SortOp, first: int) -> SSAValue:
    """The place of each element along the sorted dimension, counted from `first`."""
    builder, source = GenericBuilder(op), op.operands[0]
    shape = tensor_type(source).get_shape()
    dimension = (-1 if op.dimension is None else op.dimension.value.data) % len(shape)
    return builder.computed(
        TensorType(i32, shape),
        builder.dims(source),
        lambda body, at: body.number(body.add(at[dimension], body.index(first)), i32),
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
