"""The operations of mhlo on numpy arrays, by family. Semantics: the StableHLO specification."""

from collections.abc import Mapping

from xdsl.ir import Operation

from ...dialects import mhlo
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
from .shape_values import SHAPE_VALUE_KERNELS
from .shapes import SHAPE_KERNELS
from .slicing import SLICING_KERNELS
from .sort import SORT_KERNELS
from .spectral import SPECTRAL_KERNELS

__all__ = ["MHLO_KERNELS", "NOT_RUN"]

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
    SHAPE_VALUE_KERNELS,
    SLICING_KERNELS,
    SORT_KERNELS,
    SPECTRAL_KERNELS,
)

_PROCESSES = "it exchanges data between processes, the runner is one process"
_RANDOM = "its results are random, there is nothing to compare them with"
_QUANTIZED = "no array holds quantized elements"
_ASYNC = "it belongs to a later stage, which splits computations in time"

NOT_RUN: Mapping[type[Operation], str] = {
    **dict.fromkeys(
        (
            mhlo.AllGatherOp,
            mhlo.AllReduceOp,
            mhlo.AllToAllOp,
            mhlo.CollectiveBroadcastOp,
            mhlo.CollectivePermuteOp,
            mhlo.CrossReplicaSumOp,
            mhlo.InfeedOp,
            mhlo.OutfeedOp,
            mhlo.PartitionIdOp,
            mhlo.RecvOp,
            mhlo.ReduceScatterOp,
            mhlo.ReplicaIdOp,
            mhlo.SendOp,
        ),
        _PROCESSES,
    ),
    **dict.fromkeys(
        (
            mhlo.RngBitGeneratorOp,
            mhlo.RngOp,
            mhlo.StochasticConvertOp,
            mhlo.XlaRngGetAndUpdateStateOp,
        ),
        _RANDOM,
    ),
    **dict.fromkeys((mhlo.AsyncDoneOp, mhlo.AsyncStartOp, mhlo.AsyncUpdateOp), _ASYNC),
    **dict.fromkeys((mhlo.UniformDequantizeOp, mhlo.UniformQuantizeOp), _QUANTIZED),
    mhlo.CustomCallOp: "its meaning is outside of the module",
    mhlo.SetDimensionSizeOp: "its result has elements that do not count, an array has none",
}
"""The operations of mhlo that the runner refuses, with the reason."""
