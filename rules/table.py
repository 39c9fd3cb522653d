"""All rules that come with tieshape, one table."""

from .arith import ARITH_RULES
from .chlo import CHLO_RULES
from .memref import MEMREF_RULES
from .mhlo import MHLO_RULES
from .rule import RuleTable, table
from .sdim import SDIM_RULES
from .tensor import TENSOR_RULES
from .tf import TF_RULES

TABLES = (
    ARITH_RULES,
    CHLO_RULES,
    MEMREF_RULES,
    MHLO_RULES,
    SDIM_RULES,
    TENSOR_RULES,
    TF_RULES,
)

RULES: RuleTable = table(*(row for rows in TABLES for row in rows.values()))
