"""The tf dialect lowered to mhlo, by op family."""

from ...materialize.mhlo_builder import UnloweredError
from .activations import ACTIVATIONS
from .arithmetic import ARITHMETIC
from .blocks import BLOCKS
from .builder import Builder, Lowering, LoweringTable
from .choosing import CHOOSING
from .complex_numbers import COMPLEX_NUMBERS
from .contraction import CONTRACTIONS
from .convolution import CONVOLUTIONS
from .diagonals import DIAGONALS
from .einsum import EINSUMS
from .elementwise import ELEMENTWISE
from .functions import FUNCTIONS
from .gradients import GRADIENTS
from .lists import LISTS
from .losses import LOSSES
from .normalization import NORMALIZATIONS
from .padding import PADDING
from .pooling import POOLINGS
from .ranges import RANGES
from .reductions import REDUCTIONS
from .regions import REGIONS
from .resizing import RESIZING
from .scattering import SCATTERING
from .selecting import SELECTING
from .shape_ops import SHAPE_OPS
from .shape_pairs import SHAPE_PAIRS
from .slicing import SLICING
from .spectral import SPECTRAL

LOWERINGS: LoweringTable = {
    **ELEMENTWISE,
    **ARITHMETIC,
    **FUNCTIONS,
    **ACTIVATIONS,
    **CHOOSING,
    **SHAPE_OPS,
    **SLICING,
    **REDUCTIONS,
    **CONTRACTIONS,
    **CONVOLUTIONS,
    **POOLINGS,
    **NORMALIZATIONS,
    **LOSSES,
    **GRADIENTS,
    **COMPLEX_NUMBERS,
    **SPECTRAL,
    **BLOCKS,
    **RESIZING,
    **LISTS,
    **REGIONS,
    **EINSUMS,
    **RANGES,
    **PADDING,
    **SCATTERING,
    **SELECTING,
    **DIAGONALS,
    **SHAPE_PAIRS,
}
"""How each tf op is lowered. Users join rows of their own to it."""

__all__ = ["LOWERINGS", "Builder", "Lowering", "LoweringTable", "UnloweredError"]
