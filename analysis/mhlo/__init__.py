"""Rules for the mhlo dialect, by op family."""

from ..rules import RuleTable

MHLO_RULES: RuleTable = {}

__all__ = ["MHLO_RULES"]
