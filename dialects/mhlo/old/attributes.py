"""Attributes of mhlo as text of 2022 and before has them: enumerations as strings, dimension
numbers as dictionaries.

`comparison_direction = "LT"` is `#mhlo<comparison_direction LT>` today, and
`{lhs_contracting_dimensions = dense<1> : tensor<1xi64>, …}` is
`#mhlo.dot<lhs_contracting_dimensions = [1], …>`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import replace
from typing import Any, Final, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr, UnitAttr
from xdsl.dialects.utils.enum_attribute import EnumAttribute
from xdsl.ir import Attribute

from ...types import is_dense
from ..attributes import ChannelHandle, ChannelHandleAttr
from ..dense import int_values
from ..dimension_numbers import (
    ConvDimensionNumbersAttr,
    ConvDimensions,
    DotDimensionNumbersAttr,
    DotDimensions,
    GatherDimensionNumbersAttr,
    GatherDimensions,
    ScatterDimensionNumbersAttr,
    ScatterDimensions,
)
from ..enums import (
    ComparisonDirectionAttr,
    ComparisonTypeAttr,
    CustomCallScheduleAttr,
    FftTypeAttr,
    FusionKindAttr,
    PrecisionAttr,
    RngAlgorithmAttr,
    RngDistributionAttr,
    TransposeAttr,
)
from ..struct_text import Dims, values_of

Change = Callable[[Attribute], Attribute | None]
"""The attribute in today's form; None where it is in no old form."""


def _enum(kind: type[EnumAttribute[Any]]) -> Change:
    attributes = {member.value: kind(member) for member in kind.enum_type}

    def change(value: Attribute) -> Attribute | None:
        return attributes.get(value.data) if isinstance(value, StringAttr) else None

    return change


def _integers(value: Attribute | None, default: Dims | int) -> Dims | int | None:
    """A field of a dictionary of dimension numbers; None where it is not of the kind of
    `default`."""
    if value is None:
        return default
    if isinstance(default, int):
        return value.value.data if isinstance(value, IntegerAttr) else None
    return int_values(value) if is_dense(value) else None


def _numbers(
    default: DotDimensions | GatherDimensions | ScatterDimensions | ConvDimensions | ChannelHandle,
    make: Callable[..., Attribute],
) -> Change:
    def change(value: Attribute) -> Attribute | None:
        if (
            not isinstance(value, DictionaryAttr)
            or not value.data.keys() <= values_of(default).keys()
        ):
            return None
        fields = {k: _integers(value.data.get(k), d) for k, d in values_of(default).items()}
        return None if None in fields.values() else make(replace(default, **fields))

    return change


def _dimension_numbers(value: Attribute) -> Attribute | None:
    """Those of a gather or of a convolution."""
    return _gather(value) or _convolution(value)


def _precisions(value: Attribute) -> Attribute | None:
    """A list of precisions as strings."""
    if not isinstance(value, ArrayAttr):
        return None
    entries = cast("ArrayAttr[Attribute]", value).data
    if not any(isinstance(entry, StringAttr) for entry in entries):
        return None
    return ArrayAttr([_precision(entry) or entry for entry in entries])


_gather = _numbers(GatherDimensions(), GatherDimensionNumbersAttr)
_convolution = _numbers(ConvDimensions(), ConvDimensionNumbersAttr)
_channel = _numbers(ChannelHandle(), ChannelHandleAttr)
_precision = _enum(PrecisionAttr)

CHANGES: Final[Mapping[str, Change]] = {
    "channel_handle": _channel,
    "channel_id": _channel,
    "compare_type": _enum(ComparisonTypeAttr),
    "comparison_direction": _enum(ComparisonDirectionAttr),
    "custom_call_schedule": _enum(CustomCallScheduleAttr),
    "dimension_numbers": _dimension_numbers,
    "dot_dimension_numbers": _numbers(DotDimensions(), DotDimensionNumbersAttr),
    "fft_type": _enum(FftTypeAttr),
    "fusion_kind": _enum(FusionKindAttr),
    "precision_config": _precisions,
    "rng_algorithm": _enum(RngAlgorithmAttr),
    "rng_distribution": _enum(RngDistributionAttr),
    "scatter_dimension_numbers": _numbers(ScatterDimensions(), ScatterDimensionNumbersAttr),
    "transpose_a": _enum(TransposeAttr),
}
"""What changes an attribute of each name."""


def modernize(attributes: MutableMapping[str, Attribute]) -> None:
    """Puts each attribute that is in an old form into today's; what is in neither form stays."""
    for name in attributes.keys() & CHANGES.keys():
        new = CHANGES[name](attributes[name])
        if new is not None:
            attributes[name] = new
    flag = attributes.get("use_global_device_ids")
    if isinstance(flag, IntegerAttr):
        del attributes["use_global_device_ids"]
        if flag.value.data:
            attributes["use_global_device_ids"] = UnitAttr()
