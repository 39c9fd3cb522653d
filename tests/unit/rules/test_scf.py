"""Branches and loops of scf with ops of a model inside: results, and guards of what runs alone."""

import numpy as np
import pytest
from tieshape.runtime import AssertGuardError, Model

ENGINES = ["interpreter", "auto"]
V = "tensor<?xf32>"
ADD = f'%s = "tf.AddV2"(%x, %y) : ({V}, {V}) -> {V}'
IF = f"""
func.func @main(%x: {V}, %y: {V}, %given: tensor<i1>) -> {V} {{
  %p = tensor.extract %given[] : tensor<i1>
  %r = scf.if %p -> ({V}) {{
    {ADD}
    scf.yield %s : {V}
  }} else {{
    scf.yield %x : {V}
  }}
  %t = "tf.Neg"(%r) : ({V}) -> {V}
  func.return %t : {V}
}}"""
FOR = f"""
func.func @main(%x: {V}, %y: {V}, %given: tensor<i1>) -> tensor<f32> {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %p = tensor.extract %given[] : tensor<i1>
  %n = arith.select %p, %three, %zero : index
  %axis = "tf.Const"() {{value = dense<0> : tensor<i32>}} : () -> tensor<i32>
  %start = "tf.Const"() {{value = dense<0.0> : tensor<f32>}} : () -> tensor<f32>
  %r = scf.for %i = %zero to %n step %one iter_args(%a = %start) -> (tensor<f32>) {{
    {ADD}
    %t = "tf.Sum"(%s, %axis) : ({V}, tensor<i32>) -> tensor<f32>
    %u = "tf.AddV2"(%a, %t) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    scf.yield %u : tensor<f32>
  }}
  func.return %r : tensor<f32>
}}"""
WANTED = {
    IF: lambda x, y, p: -(x + y) if p else -x,
    FOR: lambda x, y, p: 3 * (x + y).sum() if p else 0,
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", [IF, FOR], ids=["if", "for"])
def test_results_and_guards(text: str, engine: str) -> None:
    """Sizes that do not fit are refused where the addition runs, and taken where it does not."""
    model = Model(text, engine=engine)
    for n, m in ((3, 3), (1, 3), (3, 1), (0, 1), (2, 3)):
        x, y = np.arange(n, dtype=np.float32), np.arange(m, dtype=np.float32) + 1
        for p in (True, False):
            if p and (n, m) == (2, 3):
                with pytest.raises(AssertGuardError, match=r"tf\.AddV2"):
                    model(x, y, np.array(p))
                continue
            (found,) = model(x, y, np.array(p))
            np.testing.assert_allclose(found, WANTED[text](x, y, p), 1e-6)
