"""All rules that come with tieshape, one table."""

from .chlo_rules import CHLO_RULES
from .index_rules import INDEX_RULES
from .mhlo import MHLO_RULES
from .rules import RuleTable
from .tensor_rules import TENSOR_RULES
from .tf import TF_RULES

RULES: RuleTable = {**INDEX_RULES, **TENSOR_RULES, **TF_RULES, **MHLO_RULES, **CHLO_RULES}
