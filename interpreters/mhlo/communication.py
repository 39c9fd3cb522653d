"""Tokens: they order effects, and operations already run in order."""

from typing import Any

from ...dialects import mhlo
from ..kernels import scalar_op, table
from .tuples import first_operand


def _token(_op: Any, *_tokens: object) -> None:
    """A token orders effects; the operations already run in order."""


KERNELS = table(
    scalar_op(mhlo.AddDependencyOp, first_operand),
    scalar_op(mhlo.CreateTokenOp, _token),
    scalar_op(mhlo.AfterAllOp, _token),
)
