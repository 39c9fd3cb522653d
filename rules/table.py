"""All rules that come with tieshape, one table."""

from .arith import INDEX_RULES
from .chlo import CHLO_RULES
from .mhlo import MHLO_RULES
from .rule import RuleTable
from .tensor import TENSOR_RULES
from .tf import TF_RULES

RULES: RuleTable = {**INDEX_RULES, **TENSOR_RULES, **TF_RULES, **MHLO_RULES, **CHLO_RULES}
