"""
The tf dialect: the ops of TensorFlow graphs as its MLIR exporter writes them.

Semantics are those of TensorFlow's op registry (`tf.raw_ops`). An op class is called after the tf
op: `tf.AddV2` is `AddV2Op`, and `tf.ReadVariableOp` stays `ReadVariableOp`. A family of ops is a
file here, and its rules and lowerings are in the files of that name in `rules/tf` and
`lowering/tf_to_mhlo`.
"""

# pyright: reportUnusedImport=false
# ruff: noqa: F401
# ruff: isort: skip_file
# fmt: off
from ..namespace import dialect_of
from .activations import (EluGradOp, EluOp, LeakyReluGradOp, LeakyReluOp, Relu6GradOp, Relu6Op, ReluGradOp, ReluOp, SeluGradOp, SeluOp, SigmoidGradOp, SigmoidOp, SoftplusGradOp, SoftplusOp, SoftsignGradOp, SoftsignOp)
from .arithmetic import (AbsOp, AddNOp, AddOp, AddV2Op, BiasAddGradOp, BiasAddOp, BitwiseAndOp, BitwiseOrOp, BitwiseXorOp, ClipByValueOp, DivNoNanOp, DivOp, FloorDivOp, FloorModOp, InvOp, InvertOp, LeftShiftOp, MaximumOp, MinimumOp, ModOp, MulNoNanOp, MulOp, NegOp, PopulationCountOp, RealDivOp, ReciprocalOp, RightShiftOp, SignOp, SquareOp, SquaredDifferenceOp, SubOp, TruncateDivOp, TruncateModOp)
from .colors import (AdjustContrastv2Op, AdjustHueOp, AdjustSaturationOp, HSVToRGBOp, RGBToHSVOp)
from .comparison import (EqualOp, GreaterEqualOp, GreaterOp, IsFiniteOp, IsInfOp, IsNanOp, LessEqualOp, LessOp, LogicalAndOp, LogicalNotOp, LogicalOrOp, NotEqualOp)
from .constants import (ConstOp, EmptyOp, FillOp, LinSpaceOp, OneHotOp, OnesLikeOp, RangeOp, ZerosLikeOp)
from .contraction import (BatchMatMulOp, BatchMatMulV2Op, BatchMatMulV3Op, EinsumOp, MatMulOp)
from .control_flow import (AssertOp, CaseOp, CaseRegionOp, IfOp, IfRegionOp, LegacyCallOp, NoOp, PartitionedCallOp, StatefulPartitionedCallOp, WhileOp, WhileRegionOp, YieldOp)
from .conversion import (BitcastOp, CastOp, CheckNumericsOp, IdentityNOp, IdentityOp, PreventGradientOp, SnapshotOp, StopGradientOp, XlaShardingOp)
from .convolution import (Conv2DBackpropFilterOp, Conv2DBackpropInputOp, Conv2DOp, Conv3DBackpropFilterV2Op, Conv3DBackpropInputV2Op, Conv3DOp, DepthwiseConv2dNativeBackpropFilterOp, DepthwiseConv2dNativeBackpropInputOp, DepthwiseConv2dNativeOp)
from .counting import (BincountOp, DenseBincountOp, HistogramFixedWidthOp, InTopKOp, InTopKV2Op, LowerBoundOp, RaggedBincountOp, SparseBincountOp, UpperBoundOp)
from .cropping import (CropAndResizeGradBoxesOp, CropAndResizeGradImageOp)
from .data_formats import (DataFormatDimMapOp, DataFormatVecPermuteOp)
from .detection import (CombinedNonMaxSuppressionOp, NonMaxSuppressionV5Op)
from .diagonals import (DiagOp, DiagPartOp, MatrixBandPartOp, MatrixDiagOp, MatrixDiagPartOp, MatrixDiagPartV2Op, MatrixDiagPartV3Op, MatrixDiagV2Op, MatrixDiagV3Op, MatrixSetDiagOp, MatrixSetDiagV2Op, MatrixSetDiagV3Op)
from .drawing import (DrawBoundingBoxesOp, DrawBoundingBoxesV2Op)
from .factorizations import (EigOp, LuOp, MatrixLogarithmOp, MatrixSquareRootOp, QrOp, SelfAdjointEigV2Op, SvdOp, TridiagonalMatMulOp, TridiagonalSolveOp)
from .gathering import (GatherNdOp, GatherOp, GatherV2Op)
from .images import (BatchToSpaceNDOp, BatchToSpaceOp, DepthToSpaceOp, ExtractImagePatchesOp, ExtractVolumePatchesOp, NonMaxSuppressionV3Op, NonMaxSuppressionV4Op, NonMaxSuppressionWithOverlapsOp, SpaceToBatchNDOp, SpaceToBatchOp, SpaceToDepthOp)
from .joining import (ConcatOp, ConcatV2Op, PackOp, SplitOp, SplitVOp, UnpackOp)
from .linear_algebra import (BandedTriangularSolveOp, CholeskyOp, CrossOp, LogMatrixDeterminantOp, MatrixDeterminantOp, MatrixInverseOp, MatrixSolveLsOp, MatrixSolveOp, MatrixTriangularSolveOp)
from .lists import (EmptyTensorListOp, TensorListConcatV2Op, TensorListElementShapeOp, TensorListFromTensorOp, TensorListGatherOp, TensorListGetItemOp, TensorListLengthOp, TensorListPopBackOp, TensorListPushBackOp, TensorListReserveOp, TensorListResizeOp, TensorListScatterIntoExistingListOp, TensorListSetItemOp, TensorListSplitOp, TensorListStackOp)
from .local_response import (LRNGradOp, LRNOp)
from .math import (AcosOp, AcoshOp, AngleOp, AsinOp, AsinhOp, Atan2Op, AtanOp, AtanhOp, CeilOp, ComplexAbsOp, ComplexOp, ConjOp, CosOp, CoshOp, ErfOp, ErfcOp, ErfinvOp, ExpOp, Expm1Op, FloorOp, ImagOp, InvGradOp, Log1pOp, LogOp, PowOp, RealOp, ReciprocalGradOp, RintOp, RoundOp, RsqrtGradOp, RsqrtOp, SinOp, SinhOp, SqrtGradOp, SqrtOp, TanOp, TanhGradOp, TanhOp, XdivyOp, Xlog1pyOp, XlogyOp)
from .morphology import (Dilation2DBackpropFilterOp, Dilation2DBackpropInputOp, Dilation2DOp)
from .normalization import (FusedBatchNormGradOp, FusedBatchNormGradV2Op, FusedBatchNormGradV3Op, FusedBatchNormOp, FusedBatchNormV2Op, FusedBatchNormV3Op, LogSoftmaxOp, SoftmaxCrossEntropyWithLogitsOp, SoftmaxOp, SparseSoftmaxCrossEntropyWithLogitsOp)
from .padding import (MirrorPadGradOp, MirrorPadOp, PadOp, PadV2Op)
from .partitioning import (DynamicPartitionOp, DynamicStitchOp, ParallelDynamicStitchOp)
from .pooling import (AvgPool3DGradOp, AvgPool3DOp, AvgPoolGradOp, AvgPoolOp, MaxPool3DGradOp, MaxPool3DOp, MaxPoolGradGradOp, MaxPoolGradOp, MaxPoolGradWithArgmaxOp, MaxPoolOp, MaxPoolV2Op, MaxPoolWithArgmaxOp)
from .quantization import (FakeQuantWithMinMaxArgsGradientOp, FakeQuantWithMinMaxArgsOp, FakeQuantWithMinMaxVarsGradientOp, FakeQuantWithMinMaxVarsOp, FakeQuantWithMinMaxVarsPerChannelGradientOp, FakeQuantWithMinMaxVarsPerChannelOp, QuantizeAndDequantizeV2Op, QuantizeAndDequantizeV3Op, QuantizeAndDequantizeV4GradOp, QuantizeAndDequantizeV4Op)
from .quantized import (DequantizeOp, QuantizeV2Op)
from .ragged import (RaggedGatherOp, RaggedRangeOp, RaggedTensorToSparseOp, RaggedTensorToTensorOp)
from .random import (MultinomialOp, RandomShuffleOp, RandomStandardNormalOp, RandomUniformIntOp, RandomUniformOp, StatelessMultinomialOp, StatelessRandomGetAlgOp, StatelessRandomGetKeyCounterAlgOp, StatelessRandomGetKeyCounterOp, StatelessRandomNormalOp, StatelessRandomNormalV2Op, StatelessRandomUniformFullIntOp, StatelessRandomUniformFullIntV2Op, StatelessRandomUniformIntOp, StatelessRandomUniformIntV2Op, StatelessRandomUniformOp, StatelessRandomUniformV2Op, StatelessShuffleOp, StatelessTruncatedNormalOp, StatelessTruncatedNormalV2Op, TruncatedNormalOp)
from .recurrent import (BlockLSTMOp, BlockLSTMV2Op, GRUBlockCellOp, LSTMBlockCellOp)
from .reductions import (AllOp, AnyOp, ArgMaxOp, ArgMinOp, CumprodOp, CumsumOp, CumulativeLogsumexpOp, EuclideanNormOp, L2LossOp, MaxOp, MeanOp, MinOp, ProdOp, SumOp)
from .reshaping import (BroadcastToOp, ConjugateTransposeOp, ExpandDimsOp, InvertPermutationOp, ReshapeOp, SqueezeOp, TileOp, TransposeOp)
from .resizing import (CropAndResizeOp, ResizeAreaOp, ResizeBicubicGradOp, ResizeBicubicOp, ResizeBilinearGradOp, ResizeBilinearOp, ResizeNearestNeighborGradOp, ResizeNearestNeighborOp, ScaleAndTranslateGradOp, ScaleAndTranslateOp)
from .resources import (AssignVariableOp, ReadVariableOp, ResourceGatherNdOp, ResourceGatherOp, VarHandleOp, VariableShapeOp)
from .sampling import (StatelessRandomBinomialOp, StatelessRandomGammaV2Op, StatelessRandomGammaV3Op, StatelessRandomPoissonOp)
from .scattering import (InplaceAddOp, InplaceSubOp, InplaceUpdateOp, ScatterNdOp, SegmentMaxOp, SegmentMeanOp, SegmentMinOp, SegmentProdOp, SegmentSumOp, TensorScatterAddOp, TensorScatterMaxOp, TensorScatterMinOp, TensorScatterSubOp, TensorScatterUpdateOp, UnsortedSegmentMaxOp, UnsortedSegmentMinOp, UnsortedSegmentProdOp, UnsortedSegmentSumOp)
from .selection import (BucketizeOp, ListDiffOp, NthElementOp, SelectOp, SelectV2Op, TopKV2Op, UniqueOp, UniqueV2Op, UniqueWithCountsOp, UniqueWithCountsV2Op, WhereOp)
from .sequences import (CTCBeamSearchDecoderOp, CTCGreedyDecoderOp, CTCLossOp, CTCLossV2Op, EditDistanceOp)
from .shapes import (BroadcastArgsOp, BroadcastGradientArgsOp, ConcatOffsetOp, EnsureShapeOp, RankOp, ShapeNOp, ShapeOp, SizeOp, UnravelIndexOp)
from .slicing import (ReverseSequenceOp, ReverseV2Op, RollOp, SliceOp, StridedSliceOp)
from .sparse import (SparseFillEmptyRowsGradOp, SparseFillEmptyRowsOp, SparseReduceMaxOp, SparseReduceSumOp, SparseReorderOp, SparseReshapeOp, SparseSegmentMeanGradOp, SparseSegmentMeanGradV2Op, SparseSegmentMeanWithNumSegmentsOp, SparseSegmentMeanOp, SparseSegmentSqrtNGradOp, SparseSegmentSqrtNGradV2Op, SparseSegmentSqrtNWithNumSegmentsOp, SparseSegmentSqrtNOp, SparseSegmentSumGradOp, SparseSegmentSumGradV2Op, SparseSegmentSumWithNumSegmentsOp, SparseSegmentSumOp, SparseTensorDenseMatMulOp, SparseToDenseOp)
from .sparse_arithmetic import (SparseAddGradOp, SparseAddOp, SparseDenseCwiseAddOp, SparseDenseCwiseDivOp, SparseDenseCwiseMulOp, SparseSoftmaxOp, SparseSparseMaximumOp, SparseSparseMinimumOp, SparseTensorDenseAddOp)
from .sparse_joining import (SparseConcatOp, SparseSliceGradOp, SparseSliceOp, SparseSplitOp)
from .special import (BesselI0Op, BesselI0eOp, BesselI1Op, BesselI1eOp, BesselJ0Op, BesselJ1Op, BesselK0Op, BesselK0eOp, BesselK1Op, BesselK1eOp, BesselY0Op, BesselY1Op, BetaincOp, DawsnOp, DigammaOp, ExpintOp, FresnelCosOp, FresnelSinOp, IgammaGradAOp, IgammaOp, IgammacOp, LgammaOp, NdtriOp, NextAfterOp, PolygammaOp, RandomGammaGradOp, SpenceOp, ZetaOp)
from .spectral import (FFT2DOp, FFT3DOp, FFTOp, IFFT2DOp, IFFT3DOp, IFFTOp, IRFFT2DOp, IRFFT3DOp, IRFFTOp, RFFT2DOp, RFFT3DOp, RFFTOp)
from .strided_updates import (StridedSliceGradOp, TensorStridedSliceUpdateOp, XlaDynamicUpdateSliceOp)
from .warping import (ExtractGlimpseOp, ExtractGlimpseV2Op, ImageProjectiveTransformV3Op)

TF = dialect_of("tf", globals())
"""All ops that are imported above."""
