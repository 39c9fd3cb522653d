"""Rules for the tf dialect, by op family."""

from ..rule import RuleTable
from .contraction import CONTRACTION_RULES
from .control_flow import CONTROL_FLOW_RULES
from .diagonals import DIAGONAL_RULES
from .einsum import EINSUM_RULES
from .elementwise import ELEMENTWISE_RULES
from .images import IMAGE_RULES
from .lists import LIST_RULES
from .padding import PADDING_RULES
from .ranges import RANGE_RULES
from .reductions import REDUCTION_RULES
from .scattering import SCATTERING_RULES
from .selecting import SELECTING_RULES
from .shape_ops import SHAPE_RULES
from .shape_pairs import SHAPE_PAIR_RULES
from .slicing import SLICING_RULES
from .spectral import SPECTRAL_RULES
from .training import TRAINING_RULES
from .windows import WINDOW_RULES

TF_RULES: RuleTable = {
    **ELEMENTWISE_RULES,
    **SHAPE_RULES,
    **SLICING_RULES,
    **REDUCTION_RULES,
    **CONTRACTION_RULES,
    **WINDOW_RULES,
    **TRAINING_RULES,
    **SPECTRAL_RULES,
    **IMAGE_RULES,
    **CONTROL_FLOW_RULES,
    **LIST_RULES,
    **EINSUM_RULES,
    **RANGE_RULES,
    **PADDING_RULES,
    **SCATTERING_RULES,
    **SELECTING_RULES,
    **DIAGONAL_RULES,
    **SHAPE_PAIR_RULES,
}

__all__ = ["TF_RULES"]
