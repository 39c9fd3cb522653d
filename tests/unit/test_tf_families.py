"""A family of tf ops has one name: that of its files in the dialect, the rules and the lowering."""

from collections.abc import Iterable
from types import ModuleType

import pytest
from tieshape.dialects import tf
from tieshape.lowering import tf_to_mhlo
from tieshape.rules import tf as tf_rules
from xdsl.ir import Operation

from .tf_ops_without_rows import NO_LOWERING, NO_RULE


def stem(module: str) -> str:
    return module.rpartition(".")[2]


def rules_of(family: ModuleType) -> Iterable[type[Operation]]:
    return [rule.op for rule in family.RULES]


def lowerings_of(family: ModuleType) -> Iterable[type[Operation]]:
    return family.LOWERINGS


RULES = {op: stem(f.__name__) for f in tf_rules.FAMILIES for op in rules_of(f)}
LOWERINGS = {op: stem(f.__name__) for f in tf_to_mhlo.FAMILIES for op in lowerings_of(f)}


@pytest.mark.parametrize("op", list(tf.TF.operations), ids=lambda op: op.name)
def test_an_op_is_in_the_family_of_one_name(op: type[Operation]) -> None:
    family = stem(op.__module__)
    assert op in NO_RULE or RULES[op] == family
    assert op in NO_LOWERING or LOWERINGS[op] == family


def test_every_family_of_rules_and_lowerings_is_one_of_the_dialect() -> None:
    families = {stem(op.__module__) for op in tf.TF.operations}
    assert {stem(family.__name__) for family in tf_rules.FAMILIES} <= families
    assert {stem(family.__name__) for family in tf_to_mhlo.FAMILIES} <= families
