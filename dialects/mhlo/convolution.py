"""Convolutions. Semantics: the StableHLO specification, whose clauses the verifiers cite."""

from __future__ import annotations

from math import prod
from typing import Self, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.irdl import operand_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..deferred import op_definition
from ..types import DYNAMIC, INTEGER
from .assembly import parse_rest, print_attributes, print_operand_list, print_types
from .checks import check_rank_between, check_tensor, fail
from .convolution_like import ConvolutionLikeOp, conv_window, verify_conv, verify_conv_result
from .dimension_numbers import ConvDimensionNumbersAttr, parse_conv_layouts, print_conv_layouts
from .window_text import WINDOW_KEYWORDS, parse_window, window_text
from .windows import WindowDimension, check_padding


@op_definition
class ConvolutionOp(ConvolutionLikeOp):
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
        verify_conv_result(self)

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
        properties = window | {"dimension_numbers": ConvDimensionNumbersAttr(numbers)}
        return parse_rest(cls, parser, operands, properties)

    def print(self, printer: Printer) -> None:
        with printer.in_parens():
            print_operand_list(printer, self.operands)
        printer.print_string(" dim_numbers = ")
        print_conv_layouts(printer, self.dimension_numbers.data)
        printer.print_string(", window = {")
        entries = [
            f"{keyword} = {window_text(cast(DenseIntOrFPElementsAttr, self.properties[name]))}"
            for keyword, name in WINDOW_KEYWORDS.items()
            if name in self.properties
        ]
        printer.print_string(", ".join(entries))
        printer.print_string("}")
        print_attributes(printer, self, elided=("dimension_numbers", *WINDOW_KEYWORDS.values()))
        print_types(printer, self)


@op_definition
class DynamicConvOp(ConvolutionLikeOp):
    """`convolution` with padding that an operand gives: low and high of each dimension."""

    name = "mhlo.dynamic_conv"

    lhs = operand_def()
    rhs = operand_def()
    d_padding = operand_def()

    def verify_(self) -> None:
        padding = check_tensor(self, "operand 2", self.d_padding.type, INTEGER)
        if (rank := verify_conv(self)) is None:
            return
        shape = check_rank_between(self, "operand 2", padding, 1, 2, "C4")
        count = None if shape is None or DYNAMIC in shape else prod(shape)
        if count is not None and count != 2 * (rank - 2):
            fail(self, f"operand 2 has {count} elements, {2 * (rank - 2)} are needed", "C4")
        verify_conv_result(self)
