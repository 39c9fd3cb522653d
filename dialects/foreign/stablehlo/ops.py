"""The ops of StableHLO that mhlo has too: one row each, with the text where StableHLO's is
another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from xdsl.irdl import IRDLOperation

from ... import mhlo
from .composite import SIDE_EFFECT_IF_STATED
from .fields import ALGORITHM, CONV, DOT_DIMS, PRECISION, RANGES, choice, dim, dims, flag, i64_array
from .forms import Form
from .operation import StablehloOp, counterpart

_FORMS: Final[Mapping[type[IRDLOperation], Form]] = {
    mhlo.BroadcastInDimOp: Form((dims("dims", "broadcast_dimensions"),)),
    mhlo.BroadcastOp: Form((dims("sizes", "broadcast_sizes"),)),
    mhlo.CholeskyOp: Form((flag("lower", "lower"),), "uniform"),
    mhlo.ConcatenateOp: Form((dim("dim", "dimension"),)),
    mhlo.ConvolutionOp: Form(CONV, in_parens=True),
    mhlo.DotGeneralOp: Form((*DOT_DIMS, PRECISION, ALGORITHM)),
    mhlo.DotOp: Form((PRECISION,)),
    mhlo.DynamicBroadcastInDimOp: Form((dims("dims", "broadcast_dimensions"),)),
    mhlo.DynamicIotaOp: Form((dim("dim", "iota_dimension"),)),
    mhlo.DynamicSliceOp: Form((dims("sizes", "slice_sizes"),)),
    mhlo.FftOp: Form((choice("type", "fft_type", mhlo.FftTypeAttr), dims("length", "fft_length"))),
    mhlo.GetDimensionSizeOp: Form((dim("dim", "dimension"),)),
    mhlo.IotaOp: Form((dim("dim", "iota_dimension"),), "result"),
    mhlo.PadOp: Form(
        (
            dims("low", "edge_padding_low"),
            dims("high", "edge_padding_high"),
            dims("interior", "interior_padding"),
        )
    ),
    mhlo.ReverseOp: Form((dims("dims", "dimensions"),), "uniform"),
    mhlo.RngBitGeneratorOp: Form((choice("algorithm", "rng_algorithm", mhlo.RngAlgorithmAttr),)),
    mhlo.RngOp: Form((choice("distribution", "rng_distribution", mhlo.RngDistributionAttr),)),
    mhlo.SetDimensionSizeOp: Form((dim("dim", "dimension"),)),
    mhlo.SliceOp: Form(RANGES),
    mhlo.TransposeOp: Form((dims("dims", "permutation"),)),
}
"""The text of ops that print otherwise in mhlo."""

_ACCURACY: Final = (
    mhlo.CbrtOp,
    mhlo.CosineOp,
    mhlo.ExponentialMinusOneOp,
    mhlo.ExponentialOp,
    mhlo.LogOp,
    mhlo.LogPlusOneOp,
    mhlo.LogisticOp,
    mhlo.RsqrtOp,
    mhlo.SineOp,
    mhlo.SqrtOp,
    mhlo.TanOp,
    mhlo.TanhOp,
)
_EXTRA: Final[Mapping[type[IRDLOperation], tuple[str, ...]]] = {
    mhlo.DotGeneralOp: ("algorithm",),
    **dict.fromkeys(_ACCURACY, ("result_accuracy",)),
}
"""Properties that mhlo lacks."""

_METHODS: Final[Mapping[type[IRDLOperation], Mapping[str, Any]]] = {
    mhlo.CustomCallOp: {"traits": SIDE_EFFECT_IF_STATED},
    mhlo.ReduceOp: {"list_of": staticmethod(i64_array)},
}
"""Python that replaces that of mhlo's class."""

_NOT_IN_STABLEHLO: Final[frozenset[Any]] = frozenset(
    {
        mhlo.AddDependencyOp,
        mhlo.AsyncDoneOp,
        mhlo.AsyncStartOp,
        mhlo.AsyncUpdateOp,
        mhlo.BitcastOp,
        mhlo.CopyOp,
        mhlo.DomainOp,
        mhlo.DynamicRngBitGeneratorOp,
        mhlo.ErfOp,
        mhlo.FusionOp,
        mhlo.MinimumBroadcastShapesOp,
        mhlo.StochasticConvertOp,
        mhlo.TopkOp,
        mhlo.XlaRngGetAndUpdateStateOp,
    }
)

OPS: Final[dict[str, type[StablehloOp]]] = {
    made.name: made
    for op in mhlo.MHLO.operations
    if op not in _NOT_IN_STABLEHLO and issubclass(op, IRDLOperation)
    for made in (counterpart(op, _FORMS.get(op), _EXTRA.get(op, ()), _METHODS.get(op)),)
}
"""Every op that has a counterpart in mhlo, by name."""
