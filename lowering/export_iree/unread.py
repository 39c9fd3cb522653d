"""What IREE 3.13 does not read, in words and at its place."""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ...dialects import mhlo
from ...dialects.mhlo.dense import int_values
from ...dialects.types import is_unranked
from ...rules.errors import ShapeError
from .builder import is_unknown

_NEVER: Final[dict[type[Operation], str]] = {
    mhlo.TriangularSolveOp: "it has no triangular solve",
    mhlo.CholeskyOp: "it has no Cholesky factors",
}
_GROUPS: Final = "it takes such a convolution of known groups and one element type only"


def refuse_unread(module: ModuleOp) -> None:
    """Raises ShapeError for an op that has no form by now and that IREE does not read either."""
    for op in module.walk():
        words = _NEVER.get(type(op)) or _refusal(op)
        if words is not None:
            raise ShapeError(op, f"cannot be exported for IREE: {words}")


def _refusal(op: Operation) -> str | None:
    if any(map(is_unranked, op.result_types)):
        return "it needs the rank of every result; hints or facts tell that of arguments"
    if isinstance(op, mhlo.SelectAndScatterOp) and _is_padded(op):
        return "it has select_and_scatter without padding only; pad the operand"
    if isinstance(op, mhlo.ConvolutionOp | mhlo.DynamicConvOp) and any(
        map(is_unknown, op.operands)
    ):
        return _GROUPS if isinstance(op, mhlo.DynamicConvOp) or _is_in_groups(op) else None
    return None


def _is_padded(op: mhlo.SelectAndScatterOp) -> bool:
    return op.padding is not None and any(int_values(op.padding))


def _is_in_groups(op: mhlo.ConvolutionOp) -> bool:
    return max(op.feature_group_count.value.data, op.batch_group_count.value.data) > 1
