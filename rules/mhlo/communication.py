"""Rules for mhlo ops on tokens, channels and asynchronous computations."""

from __future__ import annotations

from ...dialects import mhlo
from ..rule import OpRule, RuleTable, table
from .result_shapes import declared, like_operands

RULES: RuleTable = table(
    OpRule(mhlo.CreateTokenOp, shape=declared),
    OpRule(mhlo.AddDependencyOp, shape=like_operands),
    OpRule(mhlo.AfterAllOp, shape=declared),
    OpRule(mhlo.AsyncDoneOp, shape=declared),
    OpRule(mhlo.AsyncStartOp, shape=declared),
    OpRule(mhlo.AsyncUpdateOp, shape=declared),
    OpRule(mhlo.InfeedOp, shape=declared),
    OpRule(mhlo.OutfeedOp, shape=declared),
    OpRule(mhlo.RecvOp, shape=declared),
    OpRule(mhlo.SendOp, shape=declared),
)
