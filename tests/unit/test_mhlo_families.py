"""Every mhlo op is in the file of one family in the dialect, in the rules and in the kernels."""

from types import ModuleType

import pytest
from tieshape.dialects.mhlo import MHLO
from tieshape.interpreters.mhlo import FAMILIES as KERNEL_FAMILIES
from tieshape.interpreters.mhlo import NOT_RUN
from tieshape.rules.mhlo import FAMILIES as RULE_FAMILIES
from xdsl.ir import Operation


def stem(module: str) -> str:
    return module.rpartition(".")[2]


def rows(families: tuple[ModuleType, ...], table: str) -> dict[type[Operation], str]:
    """For each op with a row the family whose `table` holds it."""
    return {op: stem(f.__name__) for f in families for op in getattr(f, table)}


RULES = rows(RULE_FAMILIES, "RULES")
KERNELS = rows(KERNEL_FAMILIES, "KERNELS")


@pytest.mark.parametrize("op", list(MHLO.operations), ids=lambda op: op.name)
def test_an_op_has_one_family(op: type[Operation]) -> None:
    family = stem(op.__module__)
    assert RULES[op] == family
    assert (op in KERNELS) != (op in NOT_RUN)
    assert KERNELS.get(op, family) == family


def test_no_row_is_for_another_dialect() -> None:
    assert RULES.keys() | KERNELS.keys() | NOT_RUN.keys() == set(MHLO.operations)
