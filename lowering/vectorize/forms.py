"""Which ops have a form on vectors."""

from __future__ import annotations

from xdsl.dialects import math

WIDENED = ("arith.", "math.")
"""Dialects whose ops on elements are ops on vectors."""
IN_LIBRARY = (
    *(math.AcosOp, math.AcoshOp, math.AsinOp, math.AsinhOp, math.AtanOp, math.AtanhOp),
    *(math.CbrtOp, math.CoshOp, math.SinhOp),
)
"""Functions that a library computes, an element at a time."""
EXPANDED = (math.ErfOp, math.TanOp, math.Atan2Op)
"""Those that are arithmetic for f32 only."""
