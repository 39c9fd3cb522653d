"""The translation of every operator, by domain and name."""

from __future__ import annotations

from . import (
    activations,
    col2im,
    contraction,
    control_flow,
    convolution,
    elementwise,
    gathering,
    grids,
    normalization,
    pool_places,
    pooling,
    quantization,
    random_numbers,
    recurrent,
    reductions,
    regions,
    resizing,
    sampling,
    selection,
    sequences,
    shapes,
    slicing,
    spectra,
)
from .nodes import NodeTranslation

FAMILIES = (
    activations,
    col2im,
    contraction,
    control_flow,
    convolution,
    elementwise,
    gathering,
    grids,
    normalization,
    pool_places,
    pooling,
    quantization,
    random_numbers,
    recurrent,
    reductions,
    regions,
    resizing,
    sampling,
    selection,
    sequences,
    shapes,
    slicing,
    spectra,
)

NODES: dict[tuple[str, str], NodeTranslation] = {
    ("", op): translation for family in FAMILIES for op, translation in family.NODES.items()
}

OPSET = 13
"""The version of ONNX's operators that translations are written for, and later ones."""
OLDEST = {
    **dict.fromkeys(("And", "Or", "Xor", "Add", "Sub", "Mul", "Div", "BatchNormalization"), 7),
    **dict.fromkeys(("Max", "Min", "Sum", "Mean", "Expand", "Identity", "Not"), 8),
    **dict.fromkeys(("MatMul", "Cast", "Shape", "Where", "Upsample", "Scan", "Constant"), 9),
    **dict.fromkeys(("Scatter", "Sign", "ConstantOfShape", "Greater", "Less", "OneHot"), 9),
    **dict.fromkeys(
        ("ConvInteger", "MatMulInteger", "QLinearMatMul", "QLinearConv", "Dropout"), 10
    ),
    **dict.fromkeys(("QuantizeLinear", "DequantizeLinear", "Slice", "IsInf", "Mod", "TopK"), 10),
    **dict.fromkeys(("Softmax", "LogSoftmax", "Transpose", "Tanh", "Sigmoid", "Relu"), 6),
    **dict.fromkeys(("Exp", "Log", "Sqrt", "Neg", "Abs", "Ceil", "Floor", "Reciprocal"), 6),
    **dict.fromkeys(("Conv", "ConvTranspose", "MaxPool", "AveragePool", "Gemm", "Concat"), 11),
    **dict.fromkeys(("Gather", "GatherElements", "GatherND", "ScatterElements", "ScatterND"), 11),
    **dict.fromkeys(("ReduceMax", "ReduceMin", "ReduceMean", "ReduceProd", "ReduceSum"), 11),
    **dict.fromkeys(("If", "Loop", "Equal", "Pow", "Clip", "Round", "Range", "Pad", "CumSum"), 11),
    **dict.fromkeys(("SequenceInsert", "SequenceAt", "SequenceConstruct", "SequenceEmpty"), 11),
    **dict.fromkeys(("ConcatFromSequence", "SequenceLength", "SequenceErase"), 11),
    **dict.fromkeys(
        (
            "DynamicQuantizeLinear",
            "Squeeze",
            "Unsqueeze",
            "Split",
            "Reshape",
            "Flatten",
            "Erf",
            "Einsum",
        ),
        11,
    ),
    **dict.fromkeys(("NonMaxSuppression", "Unique", "DepthToSpace", "Resize", "Compress"), 11),
}
"""The first version of the operator set in which an operator means what its translation says, where
that is before opset 13."""
