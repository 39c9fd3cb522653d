"""Rules for the mhlo dialect, by op family."""

from dataclasses import replace

from ..rule import RuleTable
from .contraction import CONTRACTION_RULES
from .elementwise import ELEMENTWISE_RULES
from .reductions import REDUCTION_RULES
from .regions import REGION_RULES
from .reshaping import RESHAPING_RULES
from .shape_values import SHAPE_VALUE_RULES
from .slicing import SLICING_RULES

FAMILIES: RuleTable = {
    **ELEMENTWISE_RULES,
    **SHAPE_VALUE_RULES,
    **RESHAPING_RULES,
    **SLICING_RULES,
    **CONTRACTION_RULES,
    **REDUCTION_RULES,
    **REGION_RULES,
}

MHLO_RULES: RuleTable = {op: replace(rule, strength="assume") for op, rule in FAMILIES.items()}
"""Sizes that do not fit make an mhlo program undefined: who wrote it has checked them."""

__all__ = ["MHLO_RULES"]
