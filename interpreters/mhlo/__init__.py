"""The operations of mhlo on numpy arrays, by family. Semantics: the StableHLO specification."""

from ...dialects import mhlo
from ...dialects.namespace import families
from ..kernels import table
from .not_run import NOT_RUN

__all__ = ["FAMILIES", "MHLO_KERNELS", "NOT_RUN"]

FAMILIES = families(mhlo.MHLO, __name__, without=("collectives", "random"))
"""The modules whose `KERNELS` make up the table."""

MHLO_KERNELS = table(*(family.KERNELS for family in FAMILIES))
