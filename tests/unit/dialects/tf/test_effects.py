"""Which tf ops may disappear when nobody uses their results."""

import pytest
from tieshape.dialects import tf
from xdsl.dialects.builtin import BoolAttr
from xdsl.ir import Operation
from xdsl.traits import ConstantLike, MemoryEffectKind, get_effects, is_side_effect_free

IMPURE = {
    "tf.Assert",
    "tf.AssignVariableOp",
    "tf.Case",
    "tf.CheckNumerics",
    "tf.If",
    "tf.LegacyCall",
    "tf.Multinomial",
    "tf.RandomShuffle",
    "tf.RandomStandardNormal",
    "tf.RandomUniform",
    "tf.RandomUniformInt",
    "tf.ReadVariableOp",
    "tf.ResourceGather",
    "tf.ResourceGatherNd",
    "tf.StatefulPartitionedCall",
    "tf.TruncatedNormal",
    "tf.VarHandleOp",
    "tf.While",
}


def test_all_others_are_pure():
    found = {cls.name for cls in tf.TF.operations if not is_side_effect_free(cls.create())}
    assert found == IMPURE


@pytest.mark.parametrize("cls", [tf.IfOp, tf.CaseOp, tf.WhileOp])
def test_stateless_control_flow_is_pure(cls: type[Operation]):
    stateless = cls.create(properties={"is_stateless": BoolAttr.from_bool(True)})
    assert is_side_effect_free(stateless)
    stateful = cls.create(properties={"is_stateless": BoolAttr.from_bool(False)})
    assert get_effects(stateful) is None


def test_reading_a_variable_only_reads():
    effects = get_effects(tf.ReadVariableOp.create())
    assert effects is not None
    assert {effect.kind for effect in effects} == {MemoryEffectKind.READ}


def test_a_constant_is_constant_like():
    assert tf.ConstOp.has_trait(ConstantLike)
