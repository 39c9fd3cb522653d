"""Values of quantized element types as values of integers of that width."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import func
from xdsl.ir import Attribute, SSAValue

from ...analysis.module_parts import ops_below, types_below
from ...dialects.tf_type import STORED_AS
from ...dialects.types import element_of, with_element
from ...materialize.types import refresh_signature, retype


def quantized_to_integers(function: func.FuncOp) -> None:
    """Makes each tensor of `!tf_type.qint8` and its kin in `function` one of integers."""
    if not any(map(_is_quantized, types_below(function))):
        return
    for op in ops_below(function):
        _retype(op.results)
        for region in op.regions:
            for block in region.blocks:
                _retype(block.args)
    refresh_signature(function)


def _retype(values: Iterable[SSAValue]) -> None:
    for value in values:
        if _is_quantized(value.type):
            integer = STORED_AS[type(element_of(value.type))]
            retype(value, with_element(value.type, integer))


def _is_quantized(type_: Attribute) -> bool:
    return type(element_of(type_)) in STORED_AS
