"""Windows that slide over tensors of unknown sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineExpr

from ...dialects import mhlo
from ...dialects.types import is_float, tensor_type
from .builder import GenericBuilder, LoopBody
from .contraction import padded, windows

_FOLDS: Final[Mapping[type[Operation], tuple[type[Operation], type[Operation]]]] = {
    mhlo.AddOp: (arith.AddfOp, arith.AddiOp),
    mhlo.MultiplyOp: (arith.MulfOp, arith.MuliOp),
    mhlo.MaximumOp: (arith.MaximumfOp, arith.MaxSIOp),
    mhlo.MinimumOp: (arith.MinimumfOp, arith.MinSIOp),
}
"""What folds floats, and signed integers, for each op of a body."""


def reduce_window(op: mhlo.ReduceWindowOp, builder: GenericBuilder) -> SSAValue | None:
    """Loops over windows of the padded operand; None where the body is not one known op."""
    if len(op.inputs) != 1:
        return None
    combine, *rest = op.body.block.ops
    type_ = tensor_type(op.outputs[0])
    fold = _FOLDS.get(type(combine))
    if (
        fold is None
        or len(rest) != 1
        or tensor_type(op.inputs[0]).element_type != type_.element_type
    ):
        return None
    if {*combine.operands} != {*op.body.block.args}:
        return None
    window, rank = op.window, len(type_.get_shape())
    start = builder.scalar(op.init_values[0])
    source = op.inputs[0]
    moved = [d for d, a in enumerate(window) if a.padding != (0, 0) or a.base_dilation != 1]
    if moved:
        low = [builder.index(along.padding[0]) for along in window]
        high = [builder.index(along.padding[1]) for along in window]
        inner = [builder.index(along.base_dilation - 1) for along in window]
        source = padded(source, (low, high, inner), start, moved, builder)
    shape = tensor.EmptyOp([], TensorType(type_.element_type, [along.size for along in window]))
    dimension = AffineExpr.dimension
    places = [
        dimension(d) * along.stride + dimension(rank + d) * along.window_dilation
        for d, along in enumerate(window)
    ]
    sizes = [windows(builder.dim(source, d), along, builder) for d, along in enumerate(window)]
    folding = fold[0 if is_float(type_.element_type) else 1]

    def element(body: LoopBody, read: list[SSAValue]) -> SSAValue:
        return body.create(folding, [read[-1], read[0]], type_.element_type)

    return builder.generic(
        [source, builder.value(shape)],
        [places, [dimension(rank + d) for d in range(rank)]],
        type_,
        builder.filled(type_, sizes, start),
        element,
        reduced=rank,
    )
