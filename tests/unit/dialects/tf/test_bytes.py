"""Text attributes that hold bytes: how calls of functions in functions carry their configuration."""

from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module, print_module, verify_module
from xdsl.context import Context

TEXT = r"""
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.PartitionedCall"(%x) <{config = "", config_proto = "\0A\03CPU\10\01\FF\00", executor_type = "", f = @g}> {_note = "\80\"\\"} : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func private @g(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
"""


def test_bytes_are_read_and_printed():
    for generic in (False, True):
        module = parse_module(TEXT, "test.mlir")
        verify_module(module)
        text = print_module(module, generic=generic)
        assert r"\03CPU\10\01\FF\00" in text
        assert print_module(parse_module(text, "test.mlir"), generic=generic) == text


def test_a_call_with_bytes_is_inlined():
    module = parse_module(TEXT, "test.mlir")
    for step in TieshapePass().pipeline():
        step.apply(Context(), module)
    assert "mhlo.negate" in print_module(module)
