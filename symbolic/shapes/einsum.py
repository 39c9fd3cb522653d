"""Shape algebra of einsum equations.

Source: https://www.tensorflow.org/api_docs/python/tf/raw_ops/Einsum
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..expr import Expr
from .broadcasting import broadcast_size
from .context import Shape, ShapeContext, same_size


@dataclass(frozen=True, slots=True)
class EinsumLabels:
    """A label for each dimension of operands and result; those of the ellipsis broadcast."""

    inputs: tuple[str, ...]
    output: str
    ellipsis: str


def spell_ellipsis(inputs: Sequence[str], output: str, ranks: Sequence[int]) -> EinsumLabels:
    """A label for each dimension of an ellipsis ".", aligned at the last one as in broadcasting.

    `ranks` are those of the operands; each must fit its term.
    """
    lengths = [rank - len(term.replace(".", "")) for term, rank in zip(inputs, ranks, strict=True)]
    dotted = [n for n, term in zip(lengths, inputs, strict=True) if "." in term]
    letters = "".join(chr(0x391 + i) for i in range(max(dotted, default=0)))
    spelled = tuple(
        term.replace(".", letters[len(letters) - n :])
        for n, term in zip(lengths, inputs, strict=True)
    )
    return EinsumLabels(spelled, output.replace(".", letters), letters)


def label_sizes(
    ctx: ShapeContext, labels: EinsumLabels, operands: Sequence[Shape]
) -> dict[str, Expr]:
    """The size of each label: named ones agree, those of the ellipsis broadcast."""
    sizes: dict[str, Expr] = {}
    for letters, shape in zip(labels.inputs, operands, strict=True):
        for letter, size in zip(letters, shape, strict=True):
            known = sizes.get(letter)
            if known is None:
                sizes[letter] = size
            elif letter in labels.ellipsis:
                sizes[letter] = broadcast_size(ctx, known, size)
            else:
                sizes[letter] = same_size(ctx, known, size, f"einsum label {letter!r}")
    return sizes


def einsum(ctx: ShapeContext, labels: EinsumLabels, operands: Sequence[Shape]) -> Shape:
    """The result's shape."""
    sizes = label_sizes(ctx, labels, operands)
    return tuple(sizes[letter] for letter in labels.output)
