"""The translation of every operator, by domain and name."""

from __future__ import annotations

from . import (
    activations,
    branches,
    col2im,
    contraction,
    control_flow,
    convolution,
    elementwise,
    gathering,
    grids,
    normalization,
    onnxruntime_ops,
    padding,
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
    squeezing,
)
from .nodes import NodeTranslation

FAMILIES = (
    activations,
    branches,
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
    padding,
    slicing,
    spectra,
    squeezing,
)

NODES: dict[tuple[str, str], NodeTranslation] = {
    **{("", op): found for family in FAMILIES for op, found in family.NODES.items()},
    **{("", op): found for op, found in onnxruntime_ops.AMONG_ONNX.items()},
    **{("com.microsoft", op): found for op, found in onnxruntime_ops.NODES.items()},
}
