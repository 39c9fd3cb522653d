"""`==` of tensors that do not broadcast: simply unequal, as TensorFlow's operators of Python say."""

import numpy as np
import pytest
from tieshape.runtime import AssertGuardError, Model

SHAPES = [
    *(((2, 3), (2, 3)), ((2, 3), (1, 3)), ((2, 3), (4, 3)), ((2, 3), (2, 5)), ((2, 3), (4, 5))),
    *(((1, 3), (4, 3)), ((2, 1), (2, 0)), ((2, 3), (2, 0)), ((2, 3), (2, 3))),
]


def program(op: str, result: str) -> str:
    return f"""
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> {result} {{
  %0 = "tf.{op}"(%x, %y) <{{incompatible_shape_error = false}}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> {result}
  func.return %0 : {result}
}}"""


@pytest.mark.parametrize("engine", ["interpreter", "native"])
@pytest.mark.parametrize(("op", "of_misfits"), [("Equal", False), ("NotEqual", True)])
def test_a_call_of_sizes_that_do_not_fit_gives_a_scalar(op, of_misfits, engine):
    model = Model(program(op, "tensor<*xi1>"), engine=engine)
    for a, b in SHAPES:
        x, y = np.ones(a, np.float32), np.ones(b, np.float32)
        try:
            wanted = np.equal(x, y) if op == "Equal" else np.not_equal(x, y)
        except ValueError:
            wanted = np.array(of_misfits)
        (found,) = model(x, y)
        np.testing.assert_array_equal(found, wanted)
        assert np.shape(found) == wanted.shape


def test_a_result_of_known_rank_needs_sizes_that_fit():
    model = Model(program("Equal", "tensor<?x?xi1>"))
    with pytest.raises(AssertGuardError, match=r"tf\.Equal"):
        model(np.ones((2, 3), np.float32), np.ones((4, 3), np.float32))
