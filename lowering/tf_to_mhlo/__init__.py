"""The tf dialect lowered to mhlo, by op family."""

from .builder import Builder, Lowering, LoweringTable, UnloweredError
from .contraction import CONTRACTIONS
from .convolution import CONVOLUTIONS
from .elementwise import ELEMENTWISE
from .pooling import POOLINGS
from .reductions import REDUCTIONS
from .shape_ops import SHAPE_OPS
from .slicing import SLICING

LOWERINGS: LoweringTable = {
    **ELEMENTWISE,
    **SHAPE_OPS,
    **SLICING,
    **REDUCTIONS,
    **CONTRACTIONS,
    **CONVOLUTIONS,
    **POOLINGS,
}
"""How each tf op is lowered. Users join rows of their own to it."""

__all__ = ["LOWERINGS", "Builder", "Lowering", "LoweringTable", "UnloweredError"]
