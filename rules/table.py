"""All rules that come with tieshape, one table, and those of op sets joined to it."""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

from tieshape.op_sets import OpSet, in_use, joined

from ..dialects.rows_on_demand import RowsOnDemand, dialect_of_op
from .rule import OpRule, RuleTable


def _table(name: str) -> Callable[[], RuleTable]:
    def load() -> RuleTable:
        return getattr(import_module(f"..{name}", __name__), f"{name.upper()}_RULES")

    return load


DIALECTS = (
    *("arith", "chlo", "lapack", "math", "memref", "mhlo", "scf", "sdim", "shape", "tensor", "tf"),
)
"""Each has rules in the module of its name."""

RULES = RowsOnDemand[OpRule](dialect_of_op, {name: _table(name) for name in DIALECTS})
"""The rules of a dialect are imported when the first of its ops is met."""


def known_rules() -> RuleTable:
    """`RULES` and the rules of the op sets in use; the same object for the same op sets."""
    return _rules_with(in_use())


@lru_cache(maxsize=8)
def _rules_with(ops: OpSet) -> RuleTable:
    return joined("rule", RULES, ops.rules)
