"""What is known of each dynamic broadcast, for consumers that read no symbols."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from ...analysis.analyze import analyze
from ...analysis.broadcasts import dimensions_of, is_kept, is_repeated
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64


def mark_broadcasts(module: ModuleOp) -> None:
    """States for every dimension of a dynamic broadcast that is decided whether it expands."""
    analysis = analyze(module)
    for op in module.walk():
        if not isinstance(op, mhlo.DynamicBroadcastInDimOp):
            continue
        shape, result = analysis.shape(op.operand), analysis.shape(op.result)
        targets = [result[d] for d in dimensions_of(op)]
        expanding, kept = list[int](), list[int]()
        for dimension, (size, target) in enumerate(zip(shape, targets, strict=True)):
            if is_repeated(size, target, analysis):
                expanding.append(dimension)
            elif is_kept(size, target, analysis):
                kept.append(dimension)
        for name, dimensions in (
            ("known_expanding_dimensions", expanding),
            ("known_nonexpanding_dimensions", kept),
        ):
            if dimensions:
                op.properties[name] = dense_i64(dimensions)
            else:
                op.properties.pop(name, None)
