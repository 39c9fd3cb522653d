"""The operations of mhlo on numpy arrays, by family. Semantics: the StableHLO specification."""

from ..kernels import table
from . import (
    broadcasting,
    calls,
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
    reductions,
    reshaping,
    scattering,
    shape_values,
    slicing,
    sorting,
    tuples,
    windows,
)
from .not_run import NOT_RUN

__all__ = ["MHLO_KERNELS", "NOT_RUN"]

FAMILIES = (
    broadcasting, calls, communication, constants, contraction, control_flow, conversion,
    convolution, elementwise_binary, elementwise_selection, elementwise_unary, gathering,
    joining, linear_algebra, normalization, padding, reductions, reshaping, scattering,
    shape_values, slicing, sorting, tuples, windows,
)  # fmt: skip

MHLO_KERNELS = table(*(family.KERNELS for family in FAMILIES))
