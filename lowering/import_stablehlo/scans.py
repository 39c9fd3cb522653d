"""Prefix maxima and other folds along a dimension of unknown size.

A loop that doubles its step: after the step `k` each element is folded with the `2k - 1` before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    TensorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects import mhlo
from ...dialects.types import tensor_type

Insert = Callable[[Operation], SSAValue]
Fold = Callable[[Insert, SSAValue, SSAValue], SSAValue]
"""Folds the elements of two tensors; what comes first in the dimension is the first one."""

STEP = TensorType(i32, [])


def scan(
    insert: Insert,
    value: SSAValue,
    start: SSAValue,
    fold: Fold,
    axis: int,
    *,
    reverse: bool,
) -> SSAValue:
    """Each element of `value` folded with all before it, or after it; `start` changes nothing."""
    type_ = tensor_type(value)
    size = insert(_make(mhlo.GetDimensionSizeOp, [value], STEP, dimension=IntegerAttr(axis, i64)))
    one = insert(_constant([1], ()))
    loop = mhlo.WhileOp.create(
        operands=[one, value],
        result_types=[STEP, type_],
        regions=[_goes_on(type_, size), _body(type_, start, fold, axis, reverse)],
    )
    insert(loop)
    return loop.results[1]


def _goes_on(type_: TensorType[Attribute], size: SSAValue) -> Region:
    """Whether the step is less than the size."""
    block = Block(arg_types=[STEP, type_])
    less = _make(
        mhlo.CompareOp,
        [block.args[0], size],
        TensorType(i1, []),
        comparison_direction=mhlo.ComparisonDirectionAttr(mhlo.ComparisonDirection.LT),
        compare_type=mhlo.ComparisonTypeAttr(mhlo.ComparisonType.SIGNED),
    )
    block.add_ops([less, mhlo.ReturnOp(less)])
    return Region(block)


def _body(
    type_: TensorType[Attribute], start: SSAValue, fold: Fold, axis: int, reverse: bool
) -> Region:
    """The next step, and each element folded with the one that is a step before it."""
    block = Block(arg_types=[STEP, type_])
    step, value = block.args
    rank = type_.get_num_dims()

    def insert(op: Operation) -> SSAValue:
        block.add_op(op)
        return op.results[0]

    vector = TensorType(i32, [1])
    back = insert(_make(mhlo.ReshapeOp, [insert(_make(mhlo.NegateOp, [step], STEP))], vector))
    there = insert(_make(mhlo.ReshapeOp, [step], vector))
    amounts = [
        _at(insert, amount, axis, rank) for amount in ((back, there) if reverse else (there, back))
    ]
    nothing = insert(_constant([0] * rank, (rank,)))
    sizes = [DYNAMIC_INDEX if i == axis else n for i, n in enumerate(type_.get_shape())]
    moved = _make(
        mhlo.DynamicPadOp,
        [value, start, *amounts, nothing],
        TensorType(type_.element_type, sizes),
    )
    other = insert(moved)
    folded = fold(insert, value, other) if reverse else fold(insert, other, value)
    double = insert(_make(mhlo.AddOp, [step, step], STEP))
    block.add_op(mhlo.ReturnOp(double, folded))
    return Region(block)


def _at(insert: Insert, amount: SSAValue, axis: int, rank: int) -> SSAValue:
    """The vector of zeros but for `amount` in the place of `axis`."""
    parts = [
        insert(_constant([0] * count, (count,))) if count else None
        for count in (axis, rank - axis - 1)
    ]
    found = [part for part in (parts[0], amount, parts[1]) if part is not None]
    type_ = TensorType(i32, [rank])
    return insert(_make(mhlo.ConcatenateOp, found, type_, dimension=IntegerAttr(0, i64)))


def _constant(values: Sequence[int], shape: Sequence[int]) -> Operation:
    return mhlo.ConstantOp(DenseIntOrFPElementsAttr.from_list(TensorType(i32, shape), values))


def _make(
    kind: type[Operation], operands: Sequence[SSAValue], result: Attribute, **properties: Attribute
) -> Operation:
    return kind.create(operands=operands, result_types=[result], properties=properties)
