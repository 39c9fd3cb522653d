"""Attributes of StableHLO, and their counterparts in mhlo.

Both dialects write the same fields and words: `#stablehlo.dot<…>` is `#mhlo.dot<…>`,
`#stablehlo<precision HIGH>` is
`#mhlo<precision HIGH>`. Lists of integers differ: `array<i64: 0, 1>` is `dense<[0, 1]> :
tensor<2xi64>`.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from types import FunctionType, new_class
from typing import Any, Final, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerType,
    i1,
    i64,
)
from xdsl.dialects.utils.enum_attribute import EnumAttribute
from xdsl.ir import (
    Attribute,
    Data,
    ParametrizedAttribute,
    SpacedOpaqueSyntaxAttribute,
    TypeAttribute,
)
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ... import mhlo
from ...mhlo.dense import dense_bools, dense_i64, int_values
from ...types import DYNAMIC


@irdl_attr_definition
class TokenType(ParametrizedAttribute, TypeAttribute):
    """`!stablehlo.token`: orders ops that have side effects."""

    name = "stablehlo.token"


@irdl_attr_definition
class BoundsAttr(Data[tuple[int, ...]]):
    """`#stablehlo.bounds<3, ?>`: greatest sizes, `DYNAMIC` where there is none."""

    name = "stablehlo.bounds"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[int, ...]:
        def parse_bound() -> int:
            if parser.parse_optional_punctuation("?") is not None:
                return DYNAMIC
            return parser.parse_integer(allow_boolean=False)

        return tuple(parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parse_bound))

    def print_parameter(self, printer: Printer) -> None:
        bounds = ", ".join("?" if bound == DYNAMIC else str(bound) for bound in self.data)
        printer.print_string(f"<{bounds}>")


def _enumeration(counterpart: type[EnumAttribute[Any]]) -> type[EnumAttribute[Any]]:
    """The attribute of the same words: `#stablehlo<precision HIGH>`."""
    bases = (EnumAttribute[counterpart.enum_type], SpacedOpaqueSyntaxAttribute)
    name = _name(counterpart)
    made = new_class(
        counterpart.__name__, bases, exec_body=lambda body: body.update(name=name, __doc__=None)
    )
    return cast("type[EnumAttribute[Any]]", irdl_attr_definition(made))


def _struct(counterpart: type[Data[Any]]) -> type[Data[Any]]:
    """The attribute of the same fields: `#stablehlo.dot<lhs_contracting_dimensions = [1], …>`."""
    made = new_class(
        counterpart.__name__,
        (Data,),
        exec_body=lambda body: body.update(members(counterpart, Data), name=_name(counterpart)),
    )
    return cast("type[Data[Any]]", irdl_attr_definition(made))


def members(kind: type, base: type) -> dict[str, Any]:
    """The methods and constants that `kind` has beyond `base`."""
    found = dict[str, Any]()
    for parent in reversed(kind.__mro__[: kind.__mro__.index(base)]):
        for name, value in vars(parent).items():
            is_method = isinstance(value, FunctionType | property | classmethod | staticmethod)
            if (is_method and not name.startswith("__")) or name.isupper():
                found[name] = value
    return found


def _name(counterpart: type[Attribute]) -> str:
    return counterpart.name.replace("mhlo.", "stablehlo.", 1)


_ENUMERATIONS = (
    mhlo.ComparisonDirectionAttr,
    mhlo.ComparisonTypeAttr,
    mhlo.CustomCallScheduleAttr,
    mhlo.FftTypeAttr,
    mhlo.PrecisionAttr,
    mhlo.RngAlgorithmAttr,
    mhlo.RngDistributionAttr,
    mhlo.TransposeAttr,
)
_STRUCTS = (
    mhlo.ChannelHandleAttr,
    mhlo.ConvDimensionNumbersAttr,
    mhlo.DotDimensionNumbersAttr,
    mhlo.GatherDimensionNumbersAttr,
    mhlo.OutputOperandAliasAttr,
    mhlo.ScatterDimensionNumbersAttr,
    mhlo.TypeExtensionsAttr,
)
_OF_MHLO: Final[Mapping[type[Attribute], type[Data[Any]]]] = {
    **{counterpart: _enumeration(counterpart) for counterpart in _ENUMERATIONS},
    **{counterpart: _struct(counterpart) for counterpart in _STRUCTS},
}
_TO_MHLO: Final[Mapping[type[Attribute], type[Data[Any]]]] = {
    ours: cast("type[Data[Any]]", theirs) for theirs, ours in _OF_MHLO.items()
}

ATTRIBUTES: Final[list[type[Attribute]]] = [TokenType, BoundsAttr, *_TO_MHLO]


def to_mhlo(attribute: Attribute) -> Attribute:
    """The same in mhlo; an attribute of no StableHLO kind is returned as it is."""
    kind = type(attribute)
    if kind in _TO_MHLO:
        return _TO_MHLO[kind](cast("Data[Any]", attribute).data)
    if isinstance(attribute, DenseArrayBase):
        return _dense(cast("DenseArrayBase[IntegerType]", attribute))
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr([to_mhlo(entry) for entry in cast("ArrayAttr[Attribute]", attribute)])
    if isinstance(attribute, TokenType):
        return mhlo.TokenType()
    return attribute


def _dense(array: DenseArrayBase[IntegerType]) -> Attribute:
    """The vector of a list of i64 or truth values; other arrays, of segment sizes, are the same in
    mhlo.
    """
    if array.elt_type == i64:
        return dense_i64(array.get_values())
    if array.elt_type == i1:
        return dense_bools([bool(value) for value in array.get_values()])
    return array


def of_mhlo(attribute: Attribute) -> Attribute:
    """The same in StableHLO: dimension numbers, words, and lists of integers, which mhlo has as
    dense vectors.
    """
    if type(attribute) in _OF_MHLO:
        return _OF_MHLO[type(attribute)](cast("Data[Any]", attribute).data)
    if isinstance(attribute, DenseIntOrFPElementsAttr):
        dense = cast("DenseIntOrFPElementsAttr[IntegerType]", attribute)
        element = dense.get_element_type()
        if len(dense.get_shape()) == 1 and element in (i64, i1):
            array: Attribute = DenseArrayBase.from_list(element, int_values(dense))
            return array
        return dense
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr([of_mhlo(entry) for entry in cast("ArrayAttr[Attribute]", attribute)])
    if isinstance(attribute, mhlo.TokenType):
        return TokenType()
    return attribute


def modernize(properties: MutableMapping[str, Attribute]) -> None:
    """Puts lists of integers of text of 2023, `dense<[0, 1]> : tensor<2xi64>`, and mhlo's
    attributes into StableHLO's.
    """
    for name, value in properties.items():
        if name != "value":
            properties[name] = of_mhlo(value)
