"""Functions of several blocks, given to the passes without the driver."""

import pytest
from tieshape.lowering.pipelines import TieshapePass
from tieshape.rules.errors import ShapeError
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

BLOCKS = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  cf.br ^bb1(%x : tensor<?xf32>)
^bb1(%y: tensor<?xf32>):
  return %y : tensor<?xf32>
}
"""


def test_several_blocks_are_refused_in_words() -> None:
    with pytest.raises(ShapeError, match="@main has 2 blocks, one is needed; control flow is read"):
        TieshapePass().apply(new_context(), parse_module(BLOCKS, "blocks.mlir"))
