"""Demands of MLIR's shape dialect on extents of unknown length, at run time."""

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module, print_module
from xdsl.context import Context

TEXT = """
func.func @main(%a: tensor<?xindex>, %b: tensor<?xindex>) -> tensor<?xindex> {{
  %w = shape.{demand} %a, %b : tensor<?xindex>, tensor<?xindex>
  %r = shape.assuming %w -> (tensor<?xindex>) {{
    shape.assuming_yield %a : tensor<?xindex>
  }}
  func.return %r : tensor<?xindex>
}}
"""


def compiled(demand):
    module = parse_module(TEXT.format(demand=demand), "test.mlir")
    TieshapePass().apply(Context(), module)
    return parse_module(print_module(module), "out.mlir")


@pytest.mark.parametrize(
    ("a", "b", "fits"),
    [
        ([2, 3], [2, 3], True),
        ([4, 2, 3], [1, 3], True),
        ([], [7], True),
        ([4, 2, 3], [2], False),
        ([3, 2], [3], False),
        ([0], [1], True),
        ([0], [2], False),
    ],
)
def test_extents_of_unknown_length(a, b, fits):
    given = [np.array(a, np.int64), np.array(b, np.int64)]
    for demand, holds in (("cstr_broadcastable", fits), ("cstr_eq", a == b)):
        module = compiled(demand)
        if holds:
            run_function(module, "main", given)
        else:
            with pytest.raises(RunError, match=rf"shape\.{demand} at test\.mlir:3:3"):
                run_function(module, "main", given)


def test_foreign_witness_is_refused():
    text = """
func.func @main(%w: !shape.witness, %x: tensor<?xf32>) -> tensor<?xf32> {
  %r = shape.assuming %w -> (tensor<?xf32>) {
    shape.assuming_yield %x : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}
"""
    module = parse_module(text, "test.mlir")
    TieshapePass().apply(Context(), module)
    with pytest.raises(RunError, match=r"shape\.assuming cannot be run"):
        run_function(module, "main", [np.zeros(1, np.float32)] * 2)
