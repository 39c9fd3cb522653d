"""Random bits are those that XLA gives on a CPU (jax 0.10.2 and TensorFlow 2.21, kept here as numbers)."""

import numpy as np
import pytest
from tieshape.interpreters import run_function
from tieshape.interpreters.errors import RunError

from .harness import compiled

STATE = [5, 2**64 - 1]
"""Its counter wraps around after one step."""
STATIC = [
    ("PHILOX", STATE, "2x3xui32", [5, 1], [1314562490, 4035658752, 2543735481, 4162936588, 64677483, 3635105107]),
    ("DEFAULT", STATE, "3xui64", [5, 1], [17333022358970737082, 17879676503325561529, 15612657552152258155]),
    ("PHILOX", STATE, "5xui8", [5, 1], [186, 0, 185, 12, 107]),
    ("PHILOX", [*STATE, 9], "5xui32", [5, 1, 10], [4017057404, 1634864995, 201065378, 3840247100, 1292614439]),
    ("PHILOX", [5, 7, 9], "2xui64", [5, 8, 9], [566963863185122501, 8119322786418274279]),
    ("THREE_FRY", STATE, "3x4xui32", [5, 5], [3818595097, 1327100559, 1396233059, 315918555, 2544891230, 2061267011, 349696651, 457712840, 2907045216, 1505917370, 3356996319, 2185398230]),
    ("THREE_FRY", STATE, "3xui32", [5, 1], [3818595097, 1327100559, 1396233059]),
    ("THREE_FRY", STATE, "2xui64", [5, 1], [5699853503226913561, 1356859863320810339]),
    ("THREE_FRY", STATE, "ui16", [5, 0], [8985]),
]  # fmt: skip


@pytest.mark.parametrize(("algorithm", "state", "type", "after", "bits"), STATIC)
def test_of_a_known_shape(
    algorithm: str, state: list[int], type: str, after: list[int], bits: list[int]
) -> None:
    of_state, of_bits = f"tensor<{len(state)}xui64>", f"tensor<{type}>"
    module = compiled(
        f"func.func @main(%s: {of_state}) -> ({of_state}, {of_bits}) {{\n"
        f'  %n, %r = "mhlo.rng_bit_generator"(%s) <{{rng_algorithm = #mhlo.rng_algorithm<{algorithm}>}}>'
        f" : ({of_state}) -> ({of_state}, {of_bits})\n"
        f"  return %n, %r : {of_state}, {of_bits}\n}}\n"
    )
    found, drawn = run_function(module, "main", [np.asarray(state, np.uint64)])
    assert found.tolist() == after
    assert drawn.reshape(-1).tolist() == bits
    assert drawn.dtype.name == f"uint{type.rpartition('ui')[2]}"


DYNAMIC = """
func.func @main(%s: tensor<2xui64>, %n: tensor<2xi32>) -> (tensor<2xui64>, tensor<?x?xui32>) {
  %r:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) {api_version = 2 : i32, rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x?xui32>)
  return %r#0, %r#1 : tensor<2xui64>, tensor<?x?xui32>
}
"""


@pytest.mark.parametrize("sizes", [(2, 3), (3, 2), (1, 1), (0, 4)])
def test_of_a_shape_of_the_run(sizes: tuple[int, int]) -> None:
    module, state = compiled(DYNAMIC), np.asarray(STATE, np.uint64)
    found, drawn = run_function(module, "main", [state, np.asarray(sizes, np.int32)])
    count = sizes[0] * sizes[1]
    assert found.tolist() == [5, (STATE[1] + -(-count // 4)) % 2**64]
    assert drawn.tolist() == np.asarray(STATIC[0][4][:count]).reshape(sizes).tolist()


def test_a_negative_size_is_refused() -> None:
    module, state = compiled(DYNAMIC), np.asarray(STATE, np.uint64)
    with pytest.raises(RunError, match="must not be negative"):
        run_function(module, "main", [state, np.asarray([2, -1], np.int32)])
