"""Rules for the mhlo dialect, by op family."""

from dataclasses import replace

from ...dialects import mhlo
from ...dialects.namespace import families
from ..rule import RuleTable, table

__all__ = ["FAMILIES", "MHLO_RULES"]

FAMILIES = families(mhlo.MHLO, __name__)
"""The modules whose `RULES` make up the table."""

MHLO_RULES: RuleTable = table(
    *(replace(rule, strength="assume") for family in FAMILIES for rule in family.RULES.values())
)
"""Sizes that do not fit make an mhlo program undefined: its author has checked them."""
