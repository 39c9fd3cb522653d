"""Distinct values alone are found by sorting; the classes of the entries need a scan too."""

import numpy as np
import pytest
from tieshape.dialects import mhlo
from tieshape.interpreters.runner import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp


def compiled(returned: str) -> ModuleOp:
    types = ["tensor<?xf32>", "tensor<?xi32>"][: returned.count("%")]
    module = parse_module(
        f"""func.func @main(%x: tensor<?xf32>) -> ({", ".join(types)}) {{
  %0:2 = "tf.Unique"(%x) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return {returned} : {", ".join(types)}
}}
""",
        "test.mlir",
    )
    TieshapePass().apply(Context(), module)
    return module


def loops(module: ModuleOp) -> int:
    return sum(isinstance(op, mhlo.WhileOp) for op in module.walk())


def test_only_what_classes_need_is_a_loop() -> None:
    assert loops(compiled("%0#0")) == 0
    assert loops(compiled("%0#0, %0#1")) == 2


@pytest.mark.parametrize(
    "numbers", [[], [3], [2, 2, 2], [5, 1, 5, -0.0, 0.0, 1, 7], list(range(9, 0, -1)) * 2]
)
def test_both_ways_find_the_same(numbers: list[float]) -> None:
    x = np.array(numbers, np.float32)
    (values,) = Runner(compiled("%0#0")).run([x])
    both = Runner(compiled("%0#0, %0#1")).run([x])
    wanted = list(dict.fromkeys(x.tolist()))
    np.testing.assert_array_equal(values, np.array(wanted, np.float32))
    np.testing.assert_array_equal(both[0], values)
    np.testing.assert_array_equal(both[0][both[1]] if numbers else x, x)
