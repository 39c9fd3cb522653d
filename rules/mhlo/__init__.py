"""Rules for the mhlo dialect, by op family."""

from dataclasses import replace

from ..rule import RuleTable, table
from . import (
    broadcasting,
    calls,
    collectives,
    communication,
    constants,
    contraction,
    control_flow,
    conversion,
    convolution,
    elementwise_binary,
    elementwise_selection,
    elementwise_unary,
    gathering,
    joining,
    linear_algebra,
    normalization,
    padding,
    random,
    reductions,
    reshaping,
    scattering,
    shape_values,
    slicing,
    sorting,
    tuples,
    windows,
)

__all__ = ["MHLO_RULES"]

FAMILIES = (
    broadcasting, calls, collectives, communication, constants, contraction, control_flow,
    conversion, convolution, elementwise_binary, elementwise_selection, elementwise_unary,
    gathering, joining, linear_algebra, normalization, padding, random, reductions, reshaping,
    scattering, shape_values, slicing, sorting, tuples, windows,
)  # fmt: skip

MHLO_RULES: RuleTable = table(
    *(replace(rule, strength="assume") for family in FAMILIES for rule in family.RULES.values())
)
"""Sizes that do not fit make an mhlo program undefined: its author has checked them."""
