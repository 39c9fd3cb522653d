"""Rules for mhlo.scatter."""

from __future__ import annotations

from ...dialects import mhlo
from ..rule import OpRule, RuleTable, table
from .result_shapes import like_operands

RULES: RuleTable = table(
    OpRule(mhlo.ScatterOp, shape=like_operands),
)
