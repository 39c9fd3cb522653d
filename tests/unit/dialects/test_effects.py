"""Effects of ops: the answers that xDSL gives, from classes where these alone tell it."""

import pytest
from tieshape.dialects import DIALECTS, mhlo
from tieshape.dialects.effects import has_no_effects
from tieshape.text.context import new_context
from tieshape.text.module import parse_module
from xdsl.dialects import arith, scf, tensor
from xdsl.ir import Dialect, Operation
from xdsl.irdl import IRDLOperation, irdl_op_definition, traits_def
from xdsl.traits import MemoryWriteEffect, NoMemoryEffect, is_side_effect_free


@pytest.mark.parametrize(
    "dialect",
    [*(load() for load in DIALECTS.values()), arith.Arith, scf.Scf, tensor.Tensor],
    ids=lambda dialect: dialect.name,
)
def test_every_op_has_the_effects_that_xdsl_finds(dialect: Dialect) -> None:
    for kind in dialect.operations:
        op = kind.create()
        assert has_no_effects(op) == is_side_effect_free(op), kind.name


TEXT = """
func.func @main(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %r = "mhlo.if"(%p) ({
    %a = mhlo.add %x, %x : tensor<?xf32>
    INNER
    mhlo.return %a : tensor<?xf32>
  }, {
    mhlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
"""


@pytest.mark.parametrize(
    ("inner", "is_free"),
    [
        ("", True),
        ("%b = mhlo.abs %a : tensor<?xf32>", True),
        ('"mhlo.custom_call"(%a) {call_target_name = "f"} : (T) -> ()', True),
        (
            '"mhlo.custom_call"(%a) {call_target_name = "f", has_side_effect = true} : (T) -> ()',
            False,
        ),
        ('"other.op"(%a) : (T) -> ()', False),
    ],
)
def test_regions_have_the_effects_of_what_is_in_them(inner: str, is_free: bool) -> None:
    text = TEXT.replace("INNER", inner.replace("T)", "tensor<?xf32>)"))
    module = parse_module(text, "text", new_context(allow_unregistered=True), verify=False)
    (choice,) = [op for op in module.walk() if isinstance(op, mhlo.IfOp)]
    assert has_no_effects(choice) is is_side_effect_free(choice) is is_free


@irdl_op_definition
class _MixedOp(IRDLOperation):
    name = "test.mixed"
    traits = traits_def(NoMemoryEffect(), MemoryWriteEffect())


def test_an_op_with_another_effect_besides_is_not_free_of_effects() -> None:
    op: Operation = _MixedOp.create()
    assert not has_no_effects(op)
