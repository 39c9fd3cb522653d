"""Convolutions. Semantics: the StableHLO specification, whose clauses the verifiers cite."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Self, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from .assembly import (
    parse_attributes,
    parse_types,
    print_attributes,
    print_operand_list,
    print_types,
)
from .checks import (
    check_at_least,
    check_length,
    check_rank_between,
    check_result_shape,
    check_sizes_equal,
    check_tensor,
    fail,
)
from .contraction import verify_precision
from .dense import dense_bools, dense_i64, dense_pairs, int_values, pair_values
from .dimension_numbers import (
    ConvDimensionNumbersAttr,
    ConvDimensions,
    parse_conv_layouts,
    print_conv_layouts,
)
from .element_types import (
    DYNAMIC,
    INTEGER,
    shape_of,
)
from .windows import WindowDimension, check_padding, check_positive, optional_dense_i64, values_or


@irdl_op_definition
class ConvolutionOp(IRDLOperation):
    """Sums of products of windows of `lhs` with `rhs`.

    ```mlir
    %r = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
        window = {stride = [2, 2], pad = [[1, 1], [1, 1]]}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<?x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<?x4x4x16xf32>
    ```
    """

    name = "mhlo.convolution"

    lhs = operand_def()
    rhs = operand_def()
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
    traits = traits_def(Pure())

    def __init__(
        self,
        lhs: SSAValue | Operation,
        rhs: SSAValue | Operation,
        dimension_numbers: ConvDimensions,
        result_type: Attribute,
        *,
        window_strides: Sequence[int] | None = None,
        padding: Sequence[tuple[int, int]] | None = None,
        lhs_dilation: Sequence[int] | None = None,
        rhs_dilation: Sequence[int] | None = None,
        feature_group_count: int = 1,
        batch_group_count: int = 1,
    ):
        super().__init__(
            operands=[lhs, rhs],
            result_types=[result_type],
            properties={
                "window_strides": optional_dense_i64(window_strides),
                "padding": None if padding is None else dense_pairs(padding),
                "lhs_dilation": optional_dense_i64(lhs_dilation),
                "rhs_dilation": optional_dense_i64(rhs_dilation),
                "dimension_numbers": ConvDimensionNumbersAttr(dimension_numbers),
                "feature_group_count": IntegerAttr(feature_group_count, 64),
                "batch_group_count": IntegerAttr(batch_group_count, 64),
            },
        )

    @property
    def window(self) -> list[WindowDimension]:
        """The window in each spatial dimension, with the defaults filled in; `DYNAMIC` sizes
        where the kernel's are not known."""
        return conv_window(self, self.padding)

    def verify_(self) -> None:
        rank = verify_conv(self)
        if rank is None:
            return
        check_padding(self, self.padding, rank - 2, "C4")
        verify_conv_result(self, self.window)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        with parser.in_parens():
            operands = [parser.parse_unresolved_operand()]
            parser.parse_punctuation(",")
            operands.append(parser.parse_unresolved_operand())
        parser.parse_keyword("dim_numbers")
        parser.parse_punctuation("=")
        numbers = parse_conv_layouts(parser)
        parser.parse_punctuation(",")
        parser.parse_keyword("window")
        parser.parse_punctuation("=")
        window = parse_window(parser)
        properties, attributes = parse_attributes(parser, cls)
        values, results = parse_types(parser, operands)
        return cls.create(
            operands=values,
            result_types=results,
            properties=window
            | {"dimension_numbers": ConvDimensionNumbersAttr(numbers)}
            | properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        with printer.in_parens():
            print_operand_list(printer, self.operands)
        printer.print_string(" dim_numbers = ")
        print_conv_layouts(printer, self.dimension_numbers.data)
        printer.print_string(", window = {")
        entries = [
            f"{word} = {window_text(cast(DenseIntOrFPElementsAttr, self.properties[name]))}"
            for word, name in WINDOW_WORDS.items()
            if name in self.properties
        ]
        printer.print_string(", ".join(entries))
        printer.print_string("}")
        print_attributes(printer, self, elided=("dimension_numbers", *WINDOW_WORDS.values()))
        print_types(printer, self)


# The words of `window = {…}` and the properties that they stand for, in the order of the text.
WINDOW_WORDS = {
    "stride": "window_strides",
    "pad": "padding",
    "lhs_dilate": "lhs_dilation",
    "rhs_dilate": "rhs_dilation",
    "reverse": "window_reversal",
}


def parse_window(parser: Parser) -> dict[str, Attribute]:
    """`{stride = [2, 2], pad = [[0, 1], [0, 1]], reverse = [0, 1]}`, any of them, once each."""
    found: dict[str, Attribute] = {}
    with parser.in_braces():
        while (word := parser.parse_optional_keyword_in(WINDOW_WORDS)) is not None:
            if WINDOW_WORDS[word] in found:
                parser.raise_error(f"'{word}' stands twice")
            parser.parse_punctuation("=")
            if word == "pad":
                pairs = parser.parse_comma_separated_list(
                    parser.Delimiter.SQUARE, lambda: _parse_pair(parser)
                )
                found["padding"] = dense_pairs(pairs)
            else:
                values = parser.parse_comma_separated_list(
                    parser.Delimiter.SQUARE, parser.parse_integer
                )
                found[WINDOW_WORDS[word]] = (
                    dense_bools([bool(value) for value in values])
                    if word == "reverse"
                    else dense_i64(values)
                )
            if parser.parse_optional_punctuation(",") is None:
                break
    return found


def _parse_pair(parser: Parser) -> tuple[int, int]:
    with parser.in_square_brackets():
        low = parser.parse_integer()
        parser.parse_punctuation(",")
        return low, parser.parse_integer()


def window_text(attribute: DenseIntOrFPElementsAttr) -> str:
    """`[1, 2]`, or `[[0, 1], [0, 1]]` of an attribute with rows."""
    if len(attribute.get_shape()) == 2:
        return str([list(pair) for pair in pair_values(attribute)])
    return str(list(int_values(attribute)))


def conv_window(
    op: ConvolutionOp | DynamicConvOp, padding: DenseIntOrFPElementsAttr | None
) -> list[WindowDimension]:
    """The window in each spatial dimension."""
    spatial = op.dimension_numbers.data.kernel_spatial_dimensions
    kernel = shape_of(op.rhs.type)
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


def verify_conv(op: ConvolutionOp | DynamicConvOp) -> int | None:
    """The rank of operands and result, once types, groups and dimension numbers are right."""
    lhs = check_tensor(op, "operand 0", op.lhs.type)
    rhs = check_tensor(op, "operand 1", op.rhs.type)
    result = check_tensor(op, "the result", op.result.type)
    verify_precision(op, op.precision_config)
    shapes = (shape_of(lhs), shape_of(rhs), shape_of(result))
    ranks = {len(shape) for shape in shapes if shape is not None}
    if not ranks:
        return None
    if len(ranks) > 1:
        fail(
            op,
            "operand 0, operand 1 and the result have ranks "
            f"{', '.join('?' if s is None else str(len(s)) for s in shapes)}; they must be equal",
            "C1, C26",
        )
    (rank,) = ranks
    numbers = op.dimension_numbers.data
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
    check_positive(op, "window_strides", op.window_strides, rank - 2, ("C2", "C3"))
    check_positive(op, "lhs_dilation", op.lhs_dilation, rank - 2, ("C5", "C6"))
    check_positive(op, "rhs_dilation", op.rhs_dilation, rank - 2, ("C7", "C8"))
    if op.window_reversal is not None:
        check_length(op, "window_reversal", int_values(op.window_reversal), rank - 2, "C9")
    verify_groups(op)
    return rank


def verify_groups(op: ConvolutionOp | DynamicConvOp) -> None:
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
    lhs, rhs = shape_of(op.lhs.type), shape_of(op.rhs.type)
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


def verify_conv_result(
    op: ConvolutionOp | DynamicConvOp, window: Sequence[WindowDimension] | None
) -> None:
    """The result's sizes follow from the operands; spatial ones need the `window`."""
    lhs, rhs = shape_of(op.lhs.type), shape_of(op.rhs.type)
    numbers = op.dimension_numbers.data
    expected = [DYNAMIC] * (len(numbers.output_spatial_dimensions) + 2)
    if lhs is not None:
        batch = lhs[numbers.input_batch_dimension]
        groups = op.batch_group_count.value.data
        expected[numbers.output_batch_dimension] = batch if batch == DYNAMIC else batch // groups
    if rhs is not None:
        expected[numbers.output_feature_dimension] = rhs[numbers.kernel_output_feature_dimension]
    if lhs is not None and window is not None:
        for out, spatial, dimension in zip(
            numbers.output_spatial_dimensions,
            numbers.input_spatial_dimensions,
            window,
            strict=True,
        ):
            expected[out] = dimension.count(lhs[spatial])
    check_result_shape(op, expected, check_tensor(op, "the result", op.result.type), "C25")


@irdl_op_definition
class DynamicConvOp(IRDLOperation):
    """`convolution` with padding that an operand gives: low and high of each dimension."""

    name = "mhlo.dynamic_conv"

    lhs = operand_def()
    rhs = operand_def()
    d_padding = operand_def()
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
    traits = traits_def(Pure())

    def __init__(
        self,
        lhs: SSAValue | Operation,
        rhs: SSAValue | Operation,
        d_padding: SSAValue | Operation,
        dimension_numbers: ConvDimensions,
        result_type: Attribute,
        *,
        window_strides: Sequence[int] | None = None,
        lhs_dilation: Sequence[int] | None = None,
        rhs_dilation: Sequence[int] | None = None,
        feature_group_count: int = 1,
        batch_group_count: int = 1,
    ):
        super().__init__(
            operands=[lhs, rhs, d_padding],
            result_types=[result_type],
            properties={
                "window_strides": optional_dense_i64(window_strides),
                "lhs_dilation": optional_dense_i64(lhs_dilation),
                "rhs_dilation": optional_dense_i64(rhs_dilation),
                "dimension_numbers": ConvDimensionNumbersAttr(dimension_numbers),
                "feature_group_count": IntegerAttr(feature_group_count, 64),
                "batch_group_count": IntegerAttr(batch_group_count, 64),
            },
        )

    def verify_(self) -> None:
        padding = check_tensor(self, "operand 2", self.d_padding.type, INTEGER)
        if (rank := verify_conv(self)) is None:
            return
        shape = check_rank_between(self, "operand 2", padding, 1, 2, "C4")
        count = None if shape is None or DYNAMIC in shape else prod(shape)
        if count is not None and count != 2 * (rank - 2):
            fail(self, f"operand 2 has {count} elements, {2 * (rank - 2)} are needed", "C4")
        verify_conv_result(self, None)
