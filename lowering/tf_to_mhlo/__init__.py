"""The tf dialect lowered to mhlo: one file for each family of ops, named as in `dialects.tf`."""

from ...materialize.mhlo_builder import UnloweredError
from . import (
    activations,
    arithmetic,
    comparison,
    constants,
    contraction,
    control_flow,
    conversion,
    convolution,
    diagonals,
    gathering,
    images,
    joining,
    lists,
    local_response,
    math,
    normalization,
    padding,
    pooling,
    quantization,
    random,
    reductions,
    reshaping,
    resizing,
    scattering,
    selection,
    shapes,
    slicing,
    special,
    spectral,
)
from .builder import Builder, Lowering, LoweringTable

FAMILIES = (
    activations,
    arithmetic,
    comparison,
    constants,
    contraction,
    control_flow,
    conversion,
    convolution,
    diagonals,
    gathering,
    images,
    joining,
    lists,
    local_response,
    math,
    normalization,
    padding,
    pooling,
    quantization,
    random,
    reductions,
    reshaping,
    resizing,
    scattering,
    selection,
    shapes,
    slicing,
    special,
    spectral,
)
"""The modules whose `LOWERINGS` make up the table."""


def joined(*tables: LoweringTable) -> LoweringTable:
    """One table of all rows; an op may have one row only."""
    result = {op: lowering for table in tables for op, lowering in table.items()}
    if len(result) != sum(map(len, tables)):
        names = [op.name for table in tables for op in table]
        raise ValueError(f"two lowerings for {sorted({n for n in names if names.count(n) > 1})}")
    return result


LOWERINGS: LoweringTable = joined(*(family.LOWERINGS for family in FAMILIES))
"""How each tf op is lowered. Users join rows of their own to it."""

__all__ = ["FAMILIES", "LOWERINGS", "Builder", "Lowering", "LoweringTable", "UnloweredError"]
