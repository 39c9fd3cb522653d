"""Rules for the tf dialect: one file for each family of ops, with the families of `dialects.tf`."""

from functools import partial
from importlib import import_module

from ...dialects import tf
from ...dialects.namespace import family_names
from ...dialects.rows_on_demand import RowsOnDemand, family_of
from ..rule import OpRule, RuleTable, table


def _rules(family: str) -> RuleTable:
    return table(*import_module(f"{__name__}.{family}").RULES)


_FAMILIES = family_names(tf.TF, without=("resources",))
TF_RULES = RowsOnDemand[OpRule](family_of, {name: partial(_rules, name) for name in _FAMILIES})

__all__ = ["TF_RULES"]
