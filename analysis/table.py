"""All rules that come with tieshape, one table."""

from .index_rules import INDEX_RULES
from .mhlo import MHLO_RULES
from .rules import RuleTable
from .tf import TF_RULES

RULES: RuleTable = {**INDEX_RULES, **TF_RULES, **MHLO_RULES}
