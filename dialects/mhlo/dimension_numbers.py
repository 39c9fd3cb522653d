"""Attributes that say which dimension of an operand plays which part.

The numbers are plain tuples of integers, in `data`:
`op.dot_dimension_numbers.data.lhs_contracting_dimensions`.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ..types import MAX_RANK
from .struct_text import Dims, StructAttr, parse_struct, print_struct


@dataclass(frozen=True, slots=True)
class DotDimensions:
    """Batching and contracting dimensions of `mhlo.dot_general`, paired by position."""

    lhs_batching_dimensions: Dims = ()
    rhs_batching_dimensions: Dims = ()
    lhs_contracting_dimensions: Dims = ()
    rhs_contracting_dimensions: Dims = ()


@dataclass(frozen=True, slots=True)
class GatherDimensions:
    """How `mhlo.gather` maps operand, indices and result onto each other."""

    offset_dims: Dims = ()
    collapsed_slice_dims: Dims = ()
    operand_batching_dims: Dims = ()
    start_indices_batching_dims: Dims = ()
    start_index_map: Dims = ()
    index_vector_dim: int = 0


@dataclass(frozen=True, slots=True)
class ScatterDimensions:
    """How `mhlo.scatter` maps inputs, indices and updates onto each other."""

    update_window_dims: Dims = ()
    inserted_window_dims: Dims = ()
    input_batching_dims: Dims = ()
    scatter_indices_batching_dims: Dims = ()
    scatter_dims_to_operand_dims: Dims = ()
    index_vector_dim: int = 0


@dataclass(frozen=True, slots=True)
class ConvDimensions:
    """The batch, feature and spatial dimensions of a convolution."""

    input_batch_dimension: int = 0
    input_feature_dimension: int = 0
    input_spatial_dimensions: Dims = ()
    kernel_input_feature_dimension: int = 0
    kernel_output_feature_dimension: int = 0
    kernel_spatial_dimensions: Dims = ()
    output_batch_dimension: int = 0
    output_feature_dimension: int = 0
    output_spatial_dimensions: Dims = ()

    @property
    def input_layout(self) -> dict[str, int]:
        """The dimension that each of `b`, `f`, `0`, `1`, … names in the input."""
        named = {"b": self.input_batch_dimension, "f": self.input_feature_dimension}
        return named | _spatial(self.input_spatial_dimensions)

    @property
    def kernel_layout(self) -> dict[str, int]:
        """The dimension that each of `i`, `o`, `0`, `1`, … names in the kernel."""
        named = {
            "i": self.kernel_input_feature_dimension,
            "o": self.kernel_output_feature_dimension,
        }
        return named | _spatial(self.kernel_spatial_dimensions)

    @property
    def output_layout(self) -> dict[str, int]:
        """The dimension that each of `b`, `f`, `0`, `1`, … names in the output."""
        named = {"b": self.output_batch_dimension, "f": self.output_feature_dimension}
        return named | _spatial(self.output_spatial_dimensions)


def _spatial(dimensions: Dims) -> dict[str, int]:
    return {str(index): dimension for index, dimension in enumerate(dimensions)}


@irdl_attr_definition
class DotDimensionNumbersAttr(StructAttr[DotDimensions]):
    """`#mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>`"""

    name = "mhlo.dot"
    STRUCT = DotDimensions


@irdl_attr_definition
class GatherDimensionNumbersAttr(StructAttr[GatherDimensions]):
    """`#mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 1>`"""

    name = "mhlo.gather"
    STRUCT = GatherDimensions


@irdl_attr_definition
class ScatterDimensionNumbersAttr(StructAttr[ScatterDimensions]):
    """`#mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>`"""

    name = "mhlo.scatter"
    STRUCT = ScatterDimensions


@irdl_attr_definition
class ConvDimensionNumbersAttr(Data[ConvDimensions]):
    """`#mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`, or `#mhlo.conv<raw …>` with every
    number as a field, which is how numbers that name one dimension twice are printed."""

    name = "mhlo.conv"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> ConvDimensions:
        with parser.in_angle_brackets():
            if parser.parse_optional_keyword("raw") is not None:
                return parse_struct(parser, ConvDimensions())
            return parse_conv_layouts(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            layouts = (self.data.input_layout, self.data.kernel_layout, self.data.output_layout)
            if all(len({*layout.values()}) == len(layout) for layout in layouts) and all(
                0 <= dimension < MAX_RANK for layout in layouts for dimension in layout.values()
            ):
                print_conv_layouts(printer, self.data)
            else:
                printer.print_string("raw ")
                print_struct(printer, self.data)


def parse_conv_layouts(parser: AttrParser) -> ConvDimensions:
    """`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`"""
    (batch, feature), spatial = _parse_layout(parser, "bf")
    parser.parse_keyword("x")
    (in_feature, out_feature), kernel_spatial = _parse_layout(parser, "io")
    parser.parse_punctuation("->")
    (out_batch, out_channel), out_spatial = _parse_layout(parser, "bf")
    return ConvDimensions(
        batch,
        feature,
        spatial,
        in_feature,
        out_feature,
        kernel_spatial,
        out_batch,
        out_channel,
        out_spatial,
    )


def print_conv_layouts(printer: Printer, dimensions: ConvDimensions) -> None:
    """`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`; `?` is a dimension without a part."""
    printer.print_string(_layout_text(dimensions.input_layout))
    printer.print_string("x")
    printer.print_string(_layout_text(dimensions.kernel_layout))
    printer.print_string("->")
    printer.print_string(_layout_text(dimensions.output_layout))


def _parse_layout(parser: AttrParser, letters: str) -> tuple[tuple[int, int], Dims]:
    """The positions of the two letters, and of 0, 1, …"""

    def parse_part() -> str:
        if parser.parse_optional_punctuation("?") is not None:
            return "?"
        if (number := parser.parse_optional_integer(allow_boolean=False)) is not None:
            return str(number)
        return parser.parse_identifier()

    parts = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_part)
    named = [part for part in parts if part != "?"]
    count = len(named) - len(letters)
    needed = [*letters, *map(str, range(count))]
    if sorted(named) != sorted(needed):
        parser.raise_error(f"expected {', '.join(needed)} in some order, found {', '.join(named)}")
    first, second = letters
    return (
        (parts.index(first), parts.index(second)),
        tuple(parts.index(str(index)) for index in range(count)),
    )


def _layout_text(layout: dict[str, int]) -> str:
    """Without parts that no tensor has, which no op that verifies names."""
    parts = ["?"] * (min(max(layout.values()), MAX_RANK) + 1)
    for part, dimension in layout.items():
        if dimension < len(parts):
            parts[dimension] = part
    return f"[{', '.join(parts)}]"
