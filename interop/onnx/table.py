"""The translation of every operator, by domain and name."""

from __future__ import annotations

from . import (
    activations,
    contraction,
    convolution,
    elementwise,
    gathering,
    normalization,
    pooling,
    quantization,
    reductions,
    selection,
    shapes,
    slicing,
)
from .nodes import NodeTranslation

FAMILIES = (
    activations,
    contraction,
    convolution,
    elementwise,
    gathering,
    normalization,
    pooling,
    quantization,
    reductions,
    selection,
    shapes,
    slicing,
)

NODES: dict[tuple[str, str], NodeTranslation] = {
    ("", op): translation for family in FAMILIES for op, translation in family.NODES.items()
}
