"""The mhlo dialect: tensor computations of XLA, in the text of MLIR-HLO.

Semantics: the StableHLO specification; names, attributes and text: the definitions of MLIR-HLO.

A family of ops is one file here, in `rules/mhlo` and in `interpreters/mhlo`, of the same name.
Large families are split: elementwise ops into `elementwise_unary`, `elementwise_binary` and
`elementwise_selection`, control flow into `control_flow` and `calls`, communication into
`communication` and `collectives`. What elementwise ops share is in `elementwise`.
"""

# ruff: noqa: F401
# pyright: reportUnusedImport=false

from ..namespace import dialect_of
from ..types import DYNAMIC
from .attributes import (
    AsyncBundleType,
    ChannelHandleAttr,
    CrossProgramPrefetchAttr,
    DynamicParameterBindingAttr,
    OutputOperandAliasAttr,
    ResultAliasAttr,
    TokenType,
    TypeExtensionsAttr,
)
from .broadcasting import (
    EXPANSION_MARKS,
    BroadcastInDimOp,
    BroadcastOp,
    DynamicBroadcastInDimOp,
)
from .calls import UNLOWERED, CustomCallOp, FusionOp, MapOp
from .collectives import (
    AllGatherOp,
    AllReduceOp,
    AllToAllOp,
    CollectiveBroadcastOp,
    CollectivePermuteOp,
    CrossReplicaSumOp,
    PartitionIdOp,
    ReduceScatterOp,
    ReplicaIdOp,
)
from .communication import (
    AddDependencyOp,
    AfterAllOp,
    AsyncDoneOp,
    AsyncStartOp,
    AsyncUpdateOp,
    CreateTokenOp,
    InfeedOp,
    OutfeedOp,
    RecvOp,
    SendOp,
)
from .constants import ConstantOp, DynamicIotaOp, IotaOp
from .contraction import DotGeneralOp, DotOp, EinsumOp, UnaryEinsumOp
from .control_flow import CaseOp, IfOp, ReturnOp, WhileOp
from .conversion import (
    BitcastConvertOp,
    BitcastOp,
    ConvertOp,
    ReducePrecisionOp,
    StochasticConvertOp,
    UniformDequantizeOp,
    UniformQuantizeOp,
)
from .convolution import ConvolutionOp, DynamicConvOp
from .dense import dense_bools, dense_i64, dense_pairs, int_values, pair_values
from .dimension_numbers import (
    ConvDimensionNumbersAttr,
    ConvDimensions,
    DotDimensionNumbersAttr,
    DotDimensions,
    GatherDimensionNumbersAttr,
    GatherDimensions,
    ScatterDimensionNumbersAttr,
    ScatterDimensions,
)
from .elementwise import BinaryElementwiseOp, UnaryElementwiseOp
from .elementwise_binary import (
    AddOp,
    AndOp,
    Atan2Op,
    ComplexOp,
    DivideOp,
    MaximumOp,
    MinimumOp,
    MultiplyOp,
    OrOp,
    PowerOp,
    RemainderOp,
    ShiftLeftOp,
    ShiftRightArithmeticOp,
    ShiftRightLogicalOp,
    SubtractOp,
    XorOp,
)
from .elementwise_selection import ClampOp, CompareOp, SelectOp
from .elementwise_unary import (
    AbsOp,
    CbrtOp,
    CeilOp,
    CosineOp,
    CountLeadingZerosOp,
    ErfOp,
    ExponentialMinusOneOp,
    ExponentialOp,
    FloorOp,
    ImagOp,
    IsFiniteOp,
    LogisticOp,
    LogOp,
    LogPlusOneOp,
    NegateOp,
    NotOp,
    PopcntOp,
    RealOp,
    RoundNearestAfzOp,
    RoundNearestEvenOp,
    RsqrtOp,
    SignOp,
    SineOp,
    SqrtOp,
    TanhOp,
    TanOp,
)
from .enums import (
    ComparisonDirection,
    ComparisonDirectionAttr,
    ComparisonType,
    ComparisonTypeAttr,
    CustomCallSchedule,
    CustomCallScheduleAttr,
    DomainKind,
    DomainKindAttr,
    FftType,
    FftTypeAttr,
    FusionKind,
    FusionKindAttr,
    Precision,
    PrecisionAttr,
    RngAlgorithm,
    RngAlgorithmAttr,
    RngDistribution,
    RngDistributionAttr,
    Transpose,
    TransposeAttr,
)
from .gathering import DynamicGatherOp, GatherOp, TorchIndexSelectOp
from .joining import ConcatenateOp
from .linear_algebra import CholeskyOp, FftOp, TriangularSolveOp
from .normalization import BatchNormGradOp, BatchNormInferenceOp, BatchNormTrainingOp
from .padding import DynamicPadOp, PadOp
from .random import DynamicRngBitGeneratorOp, RngBitGeneratorOp, RngOp, XlaRngGetAndUpdateStateOp
from .reductions import ReduceOp
from .reshaping import DynamicReshapeOp, ReshapeOp, ReverseOp, TransposeOp
from .scattering import ScatterOp
from .shape_values import (
    ComputeReshapeShapeOp,
    CstrReshapableOp,
    GetDimensionSizeOp,
    MinimumBroadcastShapesOp,
    SetDimensionSizeOp,
)
from .slicing import DynamicSliceOp, DynamicUpdateSliceOp, RealDynamicSliceOp, SliceOp
from .sorting import SortOp, TopkOp
from .tuples import CopyOp, DomainOp, GetTupleElementOp, OptimizationBarrierOp, TraceOp, TupleOp
from .windows import ReduceWindowOp, SelectAndScatterOp, WindowDimension

MHLO = dialect_of("mhlo", globals())
"""All ops and attributes that are imported above."""
