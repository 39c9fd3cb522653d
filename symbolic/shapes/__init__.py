"""Shape algebra: result shapes from operand shapes and integers, for any dialect.

Every function is a rule of some op family: it returns the result's shape, assumes through its
context what holds by definition, and requires what the op needs. The context decides what becomes
of a requirement: nothing when it is proved, an error when it is refuted, a guard otherwise.

`context` shapes and what rules say · `broadcasting` · `dimensions` joined, reduced, permuted,
contracted · `reshaping` · `slicing` · `windows` of convolutions and poolings · `blocks` of pixels ·
`einsum` equations. The last three are imported by themselves.
"""

from ..expr import ONE
from .broadcasting import broadcast, broadcast_size, broadcast_to
from .context import Shape, ShapeContext, ceil_div, product, same_shape, same_size, total
from .dimensions import concat, matmul, reduce, transpose
from .reshaping import cancel, quotient, reshape
from .slicing import clamp, slice_size, strided_bounds, strided_size, wrap_index

__all__ = [
    "ONE",
    "Shape",
    "ShapeContext",
    "broadcast",
    "broadcast_size",
    "broadcast_to",
    "cancel",
    "ceil_div",
    "clamp",
    "concat",
    "matmul",
    "product",
    "quotient",
    "reduce",
    "reshape",
    "same_shape",
    "same_size",
    "slice_size",
    "strided_bounds",
    "strided_size",
    "total",
    "transpose",
    "wrap_index",
]
