"""A family of tf ops has one name: that of its files in the dialect, the rules and the lowering."""

import pytest
from tieshape.dialects import tf
from tieshape.lowering.tf_to_mhlo import LOWERINGS
from tieshape.rules.tf import TF_RULES
from xdsl.ir import Operation

from .tf_ops_without_rows import NO_LOWERING, NO_RULE


def stem(module: str) -> str:
    return module.rpartition(".")[2]


RULES = {op: name for name in TF_RULES.parts for op in TF_RULES.part(name)}
LOWERED = {op: name for name in LOWERINGS.parts for op in LOWERINGS.part(name)}


@pytest.mark.parametrize("op", list(tf.TF.operations), ids=lambda op: op.name)
def test_an_op_is_in_the_family_of_one_name(op: type[Operation]) -> None:
    family = stem(op.__module__)
    assert op in NO_RULE or RULES[op] == family
    assert op in NO_LOWERING or LOWERED[op] == family


def test_every_family_of_rules_and_lowerings_is_one_of_the_dialect() -> None:
    families = {stem(op.__module__) for op in tf.TF.operations}
    assert {*TF_RULES.parts, *LOWERINGS.parts} <= families
