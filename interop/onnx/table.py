"""The translation of every operator, by domain and name."""

from __future__ import annotations

from . import activations, elementwise, reductions, shapes
from .nodes import NodeTranslation

FAMILIES = (activations, elementwise, reductions, shapes)

NODES: dict[tuple[str, str], NodeTranslation] = {
    ("", op): translation for family in FAMILIES for op, translation in family.NODES.items()
}
