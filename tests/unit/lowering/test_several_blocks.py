"""Functions of several blocks, given to the passes without the driver."""

import pytest
from tieshape.lowering.pipelines import TieshapePass
from tieshape.rules.errors import ShapeError
from tieshape.text.context import new_context
from tieshape.text.module import parse_module
from tieshape.tools.registry import UNIVERSE

BLOCKS = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  cf.br ^bb1(%x : tensor<?xf32>)
^bb1(%y: tensor<?xf32>):
  return %y : tensor<?xf32>
}
"""


def test_several_blocks_are_refused_in_words() -> None:
    with pytest.raises(ShapeError, match=r"@main has 2 blocks, one is needed \(by pass"):
        TieshapePass().apply(new_context(), parse_module(BLOCKS, "blocks.mlir"))


OPTIONS = {"tieshape-shard": {"mesh": "m=2", "arguments": "0=m"}}
"""Of passes that need some."""


@pytest.mark.parametrize("name", sorted(UNIVERSE.all_passes))
def test_each_pass_takes_them_or_says_so(name: str) -> None:
    """Without the driver, as `xdsl-opt` runs it."""
    step = UNIVERSE.all_passes[name]()(**OPTIONS.get(name, {}))
    context, module = new_context(), parse_module(BLOCKS, "blocks.mlir")
    try:
        step.apply(context, module)
    except ShapeError as error:
        assert "@main has 2 blocks, one is needed" in str(error)
    else:
        module.verify()
