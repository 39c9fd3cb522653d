"""The operations of mhlo that the runner refuses."""

from collections.abc import Mapping

from xdsl.ir import Operation

from ...dialects import mhlo

_PROCESSES = "it exchanges data between processes, the runner is one process"
_RANDOM = "its results are random, there is nothing to compare them with"
_EXPANDED = "its bits are what tieshape-expand-random-bits makes of it"
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
            mhlo.RngOp,
            mhlo.StochasticConvertOp,
            mhlo.XlaRngGetAndUpdateStateOp,
        ),
        _RANDOM,
    ),
    **dict.fromkeys((mhlo.DynamicRngBitGeneratorOp, mhlo.RngBitGeneratorOp), _EXPANDED),
    **dict.fromkeys((mhlo.AsyncDoneOp, mhlo.AsyncStartOp, mhlo.AsyncUpdateOp), _ASYNC),
    **dict.fromkeys((mhlo.UniformDequantizeOp, mhlo.UniformQuantizeOp), _QUANTIZED),
    mhlo.SetDimensionSizeOp: "its result has elements that do not count, an array has none",
}
"""The operations of mhlo that the runner refuses, with the reason."""
