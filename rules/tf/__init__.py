"""Rules for the tf dialect: one file for each family of ops, with the families of `dialects.tf`."""

from ...dialects import tf
from ...dialects.namespace import families
from ..rule import RuleTable, table

FAMILIES = families(tf.TF, __name__, without=("resources",))
"""The modules whose `RULES` make up the table."""

TF_RULES: RuleTable = table(*(rule for family in FAMILIES for rule in family.RULES))

__all__ = ["FAMILIES", "TF_RULES"]
