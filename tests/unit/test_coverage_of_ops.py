"""Every registered tf op has a rule and a lowering, or a reason why it needs none."""

from collections.abc import Iterable

import pytest
from tieshape.dialects import tf
from tieshape.lowering.pipelines import TieshapePass
from tieshape.lowering.tf_to_mhlo import LOWERINGS
from tieshape.rules.tf import TF_RULES
from xdsl.ir import Operation

from .tf_ops_without_rows import ALWAYS_KNOWN, NO_LOWERING, NO_RULE


def missing(table: Iterable[type[Operation]]) -> set[str]:
    """The registered ops that `table` has no row for."""
    return {op.name for op in tf.TF.operations} - {op.name for op in table}


@pytest.mark.parametrize(
    ("table", "excused"), [(TF_RULES, NO_RULE), (LOWERINGS, NO_LOWERING)], ids=["rule", "lowering"]
)
def test_every_op_has_a_row_or_a_reason(
    table: Iterable[type[Operation]], excused: dict[type[Operation], str]
) -> None:
    """A reason that is no longer needed fails too."""
    assert missing(table) == {op.name for op in excused}


def test_what_has_values_only_has_a_value_rule() -> None:
    for op, reason in NO_LOWERING.items():
        if reason == ALWAYS_KNOWN:
            assert TF_RULES[op].value is not None, op.name


def test_every_shape_or_value_is_said() -> None:
    """A row without content would hide that nothing is known of an op."""
    for op, rule in TF_RULES.items():
        assert rule.op is op
        has_results = bool(op.get_irdl_definition().results)  # pyright: ignore[reportAttributeAccessIssue]
        assert not has_results or rule.shape is not None or rule.value is not None, op.name


def test_the_pass_that_the_reasons_name_comes_before_the_conversion() -> None:
    names = [step.name for step in TieshapePass().pipeline()]
    assert names.index("tieshape-inline-tf-functions") < names.index("convert-tf-to-mhlo")
