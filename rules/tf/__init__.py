"""Rules for the tf dialect: one file for each family of ops, with the families of `dialects.tf`."""

from ..rule import RuleTable, table
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
"""The modules whose `RULES` make up the table."""

TF_RULES: RuleTable = table(*(rule for family in FAMILIES for rule in family.RULES))

__all__ = ["FAMILIES", "TF_RULES"]
