"""The translation of every operator, by domain and name."""

from __future__ import annotations

from . import (
    activations,
    contraction,
    control_flow,
    convolution,
    elementwise,
    gathering,
    normalization,
    pooling,
    quantization,
    reductions,
    resizing,
    selection,
    sequences,
    shapes,
    slicing,
)
from .nodes import NodeTranslation

FAMILIES = (
    activations,
    contraction,
    control_flow,
    convolution,
    elementwise,
    gathering,
    normalization,
    pooling,
    quantization,
    reductions,
    resizing,
    selection,
    sequences,
    shapes,
    slicing,
)

NODES: dict[tuple[str, str], NodeTranslation] = {
    ("", op): translation for family in FAMILIES for op, translation in family.NODES.items()
}
