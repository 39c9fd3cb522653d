"""What IREE 3.13 does not read, in words and at its place."""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ...dialects import mhlo
from ...dialects.types import is_unranked
from ...rules.errors import ShapeError
from .builder import is_unknown

_NEVER: Final[dict[type[Operation], str]] = {
    mhlo.TriangularSolveOp: "it has no triangular solve",
    mhlo.CholeskyOp: "it has no Cholesky factors",
}
_OF_UNKNOWN_SIZES: Final[dict[type[Operation], str]] = {
    mhlo.DynamicConvOp: "it takes such a convolution of known groups and one element type only",
    mhlo.SelectAndScatterOp: "it has select_and_scatter for known sizes only",
}


def refuse_unread(module: ModuleOp) -> None:
    """Raises ShapeError for an op that has no form by now and that IREE does not read either."""
    for op in module.walk():
        words = _NEVER.get(type(op))
        if words is None and any(map(is_unknown, (*op.operands, *op.results))):
            words = _OF_UNKNOWN_SIZES.get(type(op))
            if isinstance(op, mhlo.ConvolutionOp) and _is_in_groups(op):
                words = _OF_UNKNOWN_SIZES[mhlo.DynamicConvOp]
        if words is None and any(map(is_unranked, op.result_types)):
            words = "it needs the rank of every result; hints or facts tell that of arguments"
        if words is not None:
            raise ShapeError(op, f"cannot be exported for IREE: {words}")


def _is_in_groups(op: mhlo.ConvolutionOp) -> bool:
    return max(op.feature_group_count.value.data, op.batch_group_count.value.data) > 1
