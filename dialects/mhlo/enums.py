"""Enumeration attributes of mhlo: `#mhlo<comparison_direction LT>`."""

from __future__ import annotations

from typing import TypeVar

from xdsl.dialects.utils.enum_attribute import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.str_enum import StrEnum


class ComparisonDirection(StrEnum):
    """Which comparison `mhlo.compare` makes."""

    EQ = "EQ"
    NE = "NE"
    GE = "GE"
    GT = "GT"
    LE = "LE"
    LT = "LT"


class ComparisonType(StrEnum):
    """How `mhlo.compare` reads the bits of its operands."""

    NOTYPE = "NOTYPE"
    FLOAT = "FLOAT"
    TOTALORDER = "TOTALORDER"
    SIGNED = "SIGNED"
    UNSIGNED = "UNSIGNED"


class Precision(StrEnum):
    """How exact a multiplication has to be."""

    DEFAULT = "DEFAULT"
    HIGH = "HIGH"
    HIGHEST = "HIGHEST"
    PACKED_NIBBLE = "PACKED_NIBBLE"


class FftType(StrEnum):
    """Direction and element types of `mhlo.fft`."""

    FFT = "FFT"
    IFFT = "IFFT"
    RFFT = "RFFT"
    IRFFT = "IRFFT"


class Transpose(StrEnum):
    """What `mhlo.triangular_solve` does to its matrix first."""

    TRANSPOSE_INVALID = "TRANSPOSE_INVALID"
    NO_TRANSPOSE = "NO_TRANSPOSE"
    TRANSPOSE = "TRANSPOSE"
    ADJOINT = "ADJOINT"


class FusionKind(StrEnum):
    """How a backend is to emit an `mhlo.fusion`."""

    LOOP = "kLoop"
    INPUT = "kInput"
    OUTPUT = "kOutput"
    CUSTOM = "kCustom"


class RngDistribution(StrEnum):
    """The distribution that `mhlo.rng` draws from."""

    UNIFORM = "UNIFORM"
    NORMAL = "NORMAL"


class RngAlgorithm(StrEnum):
    """The generator of `mhlo.rng_bit_generator`."""

    DEFAULT = "DEFAULT"
    THREE_FRY = "THREE_FRY"
    PHILOX = "PHILOX"


class CustomCallSchedule(StrEnum):
    """Where a backend is to place an `mhlo.custom_call`."""

    NONE = "NONE"
    LATEST = "LATEST"
    EARLIEST = "EARLIEST"


class DomainKind(StrEnum):
    """What the metadata of an `mhlo.domain` is about."""

    SHARDING = "sharding"


@irdl_attr_definition
class ComparisonDirectionAttr(EnumAttribute[ComparisonDirection], SpacedOpaqueSyntaxAttribute):
    """`#mhlo<comparison_direction LT>`"""

    name = "mhlo.comparison_direction"


@irdl_attr_definition
class ComparisonTypeAttr(EnumAttribute[ComparisonType], SpacedOpaqueSyntaxAttribute):
    """`#mhlo<comparison_type FLOAT>`"""

    name = "mhlo.comparison_type"


@irdl_attr_definition
class PrecisionAttr(EnumAttribute[Precision], SpacedOpaqueSyntaxAttribute):
    """`#mhlo<precision DEFAULT>`"""

    name = "mhlo.precision"


@irdl_attr_definition
class FftTypeAttr(EnumAttribute[FftType], SpacedOpaqueSyntaxAttribute):
    """`#mhlo<fft_type FFT>`"""

    name = "mhlo.fft_type"


@irdl_attr_definition
class TransposeAttr(EnumAttribute[Transpose], SpacedOpaqueSyntaxAttribute):
    """`#mhlo<transpose NO_TRANSPOSE>`"""

    name = "mhlo.transpose"


@irdl_attr_definition
class FusionKindAttr(EnumAttribute[FusionKind], SpacedOpaqueSyntaxAttribute):
    """`#mhlo<fusion_kind kLoop>`"""

    name = "mhlo.fusion_kind"


@irdl_attr_definition
class CustomCallScheduleAttr(EnumAttribute[CustomCallSchedule], SpacedOpaqueSyntaxAttribute):
    """`#mhlo<custom_call_schedule NONE>`"""

    name = "mhlo.custom_call_schedule"


@irdl_attr_definition
class DomainKindAttr(EnumAttribute[DomainKind], SpacedOpaqueSyntaxAttribute):
    """`#mhlo<kind sharding>`"""

    name = "mhlo.kind"


_EnumT = TypeVar("_EnumT", bound=StrEnum)


def parse_bracketed(parser: AttrParser, enum: type[_EnumT]) -> _EnumT:
    """A word of the enumeration, with or without `<` `>` around it."""
    if parser.parse_optional_punctuation("<") is None:
        return parser.parse_str_enum(enum)
    word = parser.parse_str_enum(enum)
    parser.parse_punctuation(">")
    return word


@irdl_attr_definition
class RngDistributionAttr(EnumAttribute[RngDistribution]):
    """`#mhlo.rng_distribution<UNIFORM>`; `#mhlo<rng_distribution UNIFORM>` is read too."""

    name = "mhlo.rng_distribution"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> RngDistribution:
        return parse_bracketed(parser, RngDistribution)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data.value)


@irdl_attr_definition
class RngAlgorithmAttr(EnumAttribute[RngAlgorithm]):
    """`#mhlo.rng_algorithm<DEFAULT>`; `#mhlo<rng_algorithm DEFAULT>` is read too."""

    name = "mhlo.rng_algorithm"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> RngAlgorithm:
        return parse_bracketed(parser, RngAlgorithm)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data.value)
