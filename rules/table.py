"""All rules that come with tieshape, one table, and those of op sets joined to it."""

from functools import lru_cache

from tieshape.op_sets import OpSet, in_use, joined

from .arith import ARITH_RULES
from .chlo import CHLO_RULES
from .lapack import LAPACK_RULES
from .memref import MEMREF_RULES
from .mhlo import MHLO_RULES
from .rule import RuleTable, table
from .sdim import SDIM_RULES
from .shape import SHAPE_RULES
from .tensor import TENSOR_RULES
from .tf import TF_RULES

TABLES = (
    ARITH_RULES,
    CHLO_RULES,
    LAPACK_RULES,
    MEMREF_RULES,
    MHLO_RULES,
    SDIM_RULES,
    SHAPE_RULES,
    TENSOR_RULES,
    TF_RULES,
)

RULES: RuleTable = table(*(row for rows in TABLES for row in rows.values()))


def known_rules() -> RuleTable:
    """`RULES` and the rules of the op sets in use; the same object for the same op sets."""
    return _rules_with(in_use())


@lru_cache(maxsize=8)
def _rules_with(ops: OpSet) -> RuleTable:
    return joined("rule", RULES, ops.rules)
