"""How many vectors of a loop are computed at once."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr

from ..fusions_to_loops.builder import VECTORS

TOGETHER = 4
"""How many vectors keep the processor busy while a loop inside is gone through."""


def at_once(loop: scf.ForOp, count: int | None, width: int) -> tuple[int, int]:
    """How many vectors of partial results there are, and how many go through loops inside at once.

    count: how often it runs, where that is known
    """
    parts = 1
    if loop.iter_args:
        # A function takes long enough to keep the processor busy with two.
        dear = any(op.name.startswith("math.") for op in loop.body.block.ops)
        parts = 2 if dear else 4
    if count is not None:
        parts = max(1, min(parts, count // width))
    has_loop = any(isinstance(op, scf.ForOp) for op in loop.body.block.ops)
    together = _together(loop)
    if together is None:
        together = TOGETHER if has_loop and count is None else 1
    elif count is not None:
        together = max(1, min(together, count // width))
    return parts, together


def _together(loop: scf.ForOp) -> int | None:
    """How many vectors the loop says go through the loops inside at once."""
    number = loop.attributes.get(VECTORS)
    return number.value.data if isinstance(number, IntegerAttr) else None
