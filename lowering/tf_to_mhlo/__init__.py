"""The tf dialect lowered to mhlo: one file for each family of ops, named as in `dialects.tf`."""

from functools import partial
from importlib import import_module

from ...dialects import tf
from ...dialects.namespace import family_names
from ...dialects.rows_on_demand import RowsOnDemand, family_of
from ...materialize.errors import UnloweredError
from .builder import Builder, Lowering, LoweringTable


def _lowerings(family: str) -> LoweringTable:
    return import_module(f"{__name__}.{family}").LOWERINGS


_FAMILIES = family_names(tf.TF, without=("resources",))
LOWERINGS = RowsOnDemand[Lowering](
    family_of, {name: partial(_lowerings, name) for name in _FAMILIES}
)
"""How each tf op is lowered. Users join rows of their own to it."""

__all__ = ["LOWERINGS", "Builder", "Lowering", "LoweringTable", "UnloweredError"]
