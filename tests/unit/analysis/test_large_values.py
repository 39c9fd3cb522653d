"""Elements of integer tensors are followed as long as there are few of them."""

from __future__ import annotations

import pytest
from tieshape.analysis.analyze import infer
from tieshape.dialects import tf
from tieshape.rules.rule import MAX_ELEMENTS
from tieshape.text.module import parse_module


@pytest.mark.parametrize(("rows", "columns"), [(16, 16), (16, 17), (64, 64)])
def test_what_a_broadcast_makes_larger(rows: int, columns: int) -> None:
    """Also where the type of the result does not say how many elements there are."""
    rows_type, columns_type = f"tensor<{rows}x1xi32>", f"tensor<{columns}xi32>"
    module = parse_module(f"""func.func @f() -> tensor<*xi32> {{
  %a = "tf.Const"() {{value = dense<1> : {rows_type}}} : () -> {rows_type}
  %b = "tf.Const"() {{value = dense<2> : {columns_type}}} : () -> {columns_type}
  %c = "tf.AddV2"(%a, %b) : ({rows_type}, {columns_type}) -> tensor<*xi32>
  func.return %c : tensor<*xi32>
}}""")
    (added,) = (op for op in module.walk() if isinstance(op, tf.AddV2Op))
    value = infer(module).value(added.results[0])
    assert (value is not None) is (rows * columns <= MAX_ELEMENTS)
