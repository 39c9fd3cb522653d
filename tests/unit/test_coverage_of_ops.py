"""Every registered tf op has a rule and a lowering, or stands here with the reason why it needs none."""

from collections.abc import Iterable

import pytest
from tieshape.dialects import tf
from tieshape.lowering.pipelines import TieshapePass
from tieshape.lowering.tf_to_mhlo import LOWERINGS
from tieshape.rules.tf import TF_RULES
from xdsl.ir import Operation

INLINED = "tieshape-inline-tf-functions puts the called functions in its place"
ONLY_READ = "tieshape-inline-tf-functions makes the variable an argument"
NO_RESULT = "there is nothing to compute: tieshape-inline-tf-functions removes it"
ALWAYS_KNOWN = "its elements follow from shapes, so that they are made where they are needed"

NO_RULE: dict[type[Operation], str] = {
    tf.CaseOp: INLINED,
    tf.IfOp: INLINED,
    tf.WhileOp: INLINED,
    tf.PartitionedCallOp: INLINED,
    tf.StatefulPartitionedCallOp: INLINED,
    tf.AssignVariableOp: "variables that are written are refused by tieshape-inline-tf-functions",
    tf.ReadVariableOp: ONLY_READ,
    tf.ResourceGatherOp: ONLY_READ,
    tf.ResourceGatherNdOp: ONLY_READ,
    tf.VarHandleOp: ONLY_READ,
    tf.VariableShapeOp: ONLY_READ,
    tf.NoOp: NO_RESULT,
}

NO_LOWERING: dict[type[Operation], str] = {
    **NO_RULE,
    tf.ConstOp: "a constant is made where it is needed",
    tf.BroadcastGradientArgsOp: (
        "its elements are known where sizes decide which dimensions are repeated; elsewhere it is refused"
    ),
    tf.TensorListElementShapeOp: ALWAYS_KNOWN,
    tf.TensorListLengthOp: ALWAYS_KNOWN,
}


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
