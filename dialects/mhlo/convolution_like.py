"""What both convolutions have and demand.

Semantics: the StableHLO specification, whose clauses are cited.
"""

from __future__ import annotations

from abc import ABC

from xdsl.dialects.builtin import ArrayAttr, DenseIntOrFPElementsAttr, IntegerAttr
from xdsl.ir import Operation
from xdsl.irdl import opt_prop_def, prop_def, result_def

from ..pure import PureOp
from ..types import DYNAMIC, shape_of
from .checks import (
    check_at_least,
    check_length,
    check_result_shape,
    check_sizes_equal,
    check_tensor,
    fail,
)
from .contraction import verify_precision
from .dense import int_values, pair_values
from .dimension_numbers import ConvDimensionNumbersAttr
from .windows import WindowDimension, check_positive, values_or


class ConvolutionLikeOp(PureOp, ABC):
    """A convolution of operand 0 with the kernel, operand 1; the ops say how it is padded."""

    window_strides = opt_prop_def(DenseIntOrFPElementsAttr)
    padding = opt_prop_def(DenseIntOrFPElementsAttr)
    lhs_dilation = opt_prop_def(DenseIntOrFPElementsAttr)
    rhs_dilation = opt_prop_def(DenseIntOrFPElementsAttr)
    window_reversal = opt_prop_def(DenseIntOrFPElementsAttr)
    dimension_numbers = prop_def(ConvDimensionNumbersAttr)
    feature_group_count = prop_def(IntegerAttr)
    batch_group_count = prop_def(IntegerAttr)
    precision_config = opt_prop_def(ArrayAttr)
    result = result_def()


def conv_window(
    op: ConvolutionLikeOp, padding: DenseIntOrFPElementsAttr | None
) -> list[WindowDimension]:
    """The window in each spatial dimension."""
    spatial = op.dimension_numbers.data.kernel_spatial_dimensions
    kernel = shape_of(op.operands[1].type)
    ones = (1,) * len(spatial)
    return [
        WindowDimension(*dimension)
        for dimension in zip(
            (DYNAMIC if kernel is None else kernel[dimension] for dimension in spatial),
            values_or(op.window_strides, ones),
            ((0, 0),) * len(spatial) if padding is None else pair_values(padding),
            values_or(op.lhs_dilation, ones),
            values_or(op.rhs_dilation, ones),
            strict=True,
        )
    ]


def verify_conv(op: ConvolutionLikeOp) -> int | None:
    """The rank of operands and result, once types, groups and dimension numbers are right."""
    lhs = check_tensor(op, "operand 0", op.operands[0].type)
    rhs = check_tensor(op, "operand 1", op.operands[1].type)
    result = check_tensor(op, "the result", op.result.type)
    verify_precision(op, op.precision_config)
    shapes = (shape_of(lhs), shape_of(rhs), shape_of(result))
    ranks = {len(shape) for shape in shapes if shape is not None}
    if len(ranks) > 1:
        fail(
            op,
            "operand 0, operand 1 and the result have ranks "
            f"{', '.join('?' if s is None else str(len(s)) for s in shapes)}; they must be equal",
            "C1, C26",
        )
    numbers = op.dimension_numbers.data
    rank = next(iter(ranks), len(numbers.input_layout))
    for what, layout, clauses in (
        ("operand 0", numbers.input_layout, "C12, C13"),
        ("operand 1", numbers.kernel_layout, "C17, C18"),
        ("the result", numbers.output_layout, "C19, C20"),
    ):
        if sorted(layout.values()) != list(range(rank)):
            fail(
                op,
                f"dimension_numbers give {what} the dimensions {list(layout.values())}, each of "
                f"{rank} is needed once",
                clauses,
            )
    if not ranks:
        return None
    check_positive(op, "window_strides", op.window_strides, rank - 2, ("C2", "C3"))
    check_positive(op, "lhs_dilation", op.lhs_dilation, rank - 2, ("C5", "C6"))
    check_positive(op, "rhs_dilation", op.rhs_dilation, rank - 2, ("C7", "C8"))
    if op.window_reversal is not None:
        check_length(op, "window_reversal", int_values(op.window_reversal), rank - 2, "C9")
    verify_groups(op)
    return rank


def verify_groups(op: ConvolutionLikeOp) -> None:
    """Batch and feature sizes fit the numbers of groups."""
    features, batches = op.feature_group_count.value.data, op.batch_group_count.value.data
    check_at_least(op, "feature_group_count", (features,), 1, "C21")
    check_at_least(op, "batch_group_count", (batches,), 1, "C22")
    if features > 1 and batches > 1:
        fail(
            op,
            f"feature_group_count is {features} and batch_group_count is {batches}; one of them "
            "must be 1",
            "C23",
        )
    numbers = op.dimension_numbers.data
    lhs, rhs = shape_of(op.operands[0].type), shape_of(op.operands[1].type)
    if lhs is not None:
        batch = lhs[numbers.input_batch_dimension]
        _check_divisible(op, "the batch size of operand 0", batch, batches, "C10")
        depth = lhs[numbers.input_feature_dimension]
        _check_divisible(op, "the feature size of operand 0", depth, features, "C11")
    if rhs is not None:
        out = rhs[numbers.kernel_output_feature_dimension]
        _check_divisible(op, "the output feature size of operand 1", out, batches, "C15")
        _check_divisible(op, "the output feature size of operand 1", out, features, "C16")
    if lhs is not None and rhs is not None:
        depth = lhs[numbers.input_feature_dimension]
        check_sizes_equal(
            op,
            "the input feature size of operand 1",
            rhs[numbers.kernel_input_feature_dimension],
            "that of operand 0 per group",
            depth if depth == DYNAMIC else depth // features,
            "C14",
        )


def _check_divisible(op: Operation, what: str, size: int, count: int, clause: str) -> None:
    if size != DYNAMIC and size % count:
        fail(op, f"{what} is {size}, which {count} groups do not divide", clause)


def verify_conv_result(op: ConvolutionLikeOp) -> None:
    """Batch and feature size of the result follow from the operands; spatial ones are inferred."""
    lhs, rhs = shape_of(op.operands[0].type), shape_of(op.operands[1].type)
    numbers = op.dimension_numbers.data
    expected = [DYNAMIC] * (len(numbers.output_spatial_dimensions) + 2)
    if lhs is not None:
        batch = lhs[numbers.input_batch_dimension]
        groups = op.batch_group_count.value.data
        expected[numbers.output_batch_dimension] = batch if batch == DYNAMIC else batch // groups
    if rhs is not None:
        expected[numbers.output_feature_dimension] = rhs[numbers.kernel_output_feature_dimension]
    check_result_shape(op, expected, check_tensor(op, "the result", op.result.type), "C25")
