"""The operations of mhlo on numpy arrays, by family. Semantics: the StableHLO specification."""

from ..kernels import table
from .contraction import CONTRACTION_KERNELS
from .convolution import CONVOLUTION_KERNELS
from .elementwise import ELEMENTWISE_KERNELS
from .indexing import INDEXING_KERNELS
from .linear_algebra import LINEAR_ALGEBRA_KERNELS
from .normalization import NORMALIZATION_KERNELS
from .passing import PASSING_KERNELS
from .reduction import REDUCTION_KERNELS
from .regions import REGION_KERNELS
from .shapes import SHAPE_KERNELS
from .slicing import SLICING_KERNELS
from .sort import SORT_KERNELS
from .spectral import SPECTRAL_KERNELS

__all__ = ["MHLO_KERNELS"]

MHLO_KERNELS = table(
    CONTRACTION_KERNELS,
    CONVOLUTION_KERNELS,
    ELEMENTWISE_KERNELS,
    INDEXING_KERNELS,
    LINEAR_ALGEBRA_KERNELS,
    NORMALIZATION_KERNELS,
    PASSING_KERNELS,
    REDUCTION_KERNELS,
    REGION_KERNELS,
    SHAPE_KERNELS,
    SLICING_KERNELS,
    SORT_KERNELS,
    SPECTRAL_KERNELS,
)
