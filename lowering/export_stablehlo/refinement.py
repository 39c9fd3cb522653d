"""Ops that a consumer which refines sizes does not look into.

JAX refines a module to the sizes of a call by StableHLO's pass `stablehlo-refine-shapes`, which has
no pattern for them: their results would stay of unknown size, which is an error without a place.
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ...dialects import mhlo
from ...dialects.types import bit_width, element_type_of, is_tensor
from ...rules.errors import ShapeError

_INSTEAD: Final[dict[type[Operation], str]] = {
    mhlo.EinsumOp: "a dot_general",
    mhlo.UnaryEinsumOp: "a reduce or a transpose",
    mhlo.TorchIndexSelectOp: "a gather",
    mhlo.BitcastConvertOp: "shifts and conversions",
}


def check_refined(module: ModuleOp) -> None:
    """Raises ShapeError at an op whose sizes would stay unknown."""
    for op in module.walk():
        if type(op) not in _INSTEAD or all(
            is_tensor(type_) and type_.has_static_shape() for type_ in op.result_types
        ):
            continue
        if isinstance(op, mhlo.BitcastConvertOp) and _is_of_one_width(op):
            continue
        raise ShapeError(
            op, f"JAX does not refine its unknown sizes; use {_INSTEAD[type(op)]} in its place"
        )


def _is_of_one_width(op: mhlo.BitcastConvertOp) -> bool:
    before, after = (bit_width(element_type_of(value)) for value in (op.operand, op.result))
    return before == after
