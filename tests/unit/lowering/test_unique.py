"""Distinct values alone are found by sorting; the classes of the entries need a scan too."""

import numpy as np
import pytest
from tieshape.dialects import mhlo
from tieshape.interpreters.runner import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp


def compiled(returned: str, element_type: str = "f32") -> ModuleOp:
    types = [f"tensor<?x{element_type}>", "tensor<?xi32>"][: returned.count("%")]
    module = parse_module(
        f"""func.func @main(%x: {types[0]}) -> ({", ".join(types)}) {{
  %0:2 = "tf.Unique"(%x) : ({types[0]}) -> ({types[0]}, tensor<?xi32>)
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


@pytest.mark.parametrize(
    ("element_type", "dtype"), [("i64", np.int64), ("ui8", np.uint8), ("f16", np.float16)]
)
@pytest.mark.parametrize("numbers", [[], [0], [0, 0, 3, 0], [9, 255, 0, 255, 9]])
def test_the_first_is_distinct_whatever_its_type(
    numbers: list[int], element_type: str, dtype: type[np.generic]
) -> None:
    """Zero too, the lowest of some types: what is before the first element differs from it."""
    (values,) = Runner(compiled("%0#0", element_type)).run([np.array(numbers, dtype)])
    np.testing.assert_array_equal(values, np.array(list(dict.fromkeys(numbers)), dtype))


def test_numbers_that_are_none_are_all_distinct() -> None:
    x = np.array([np.nan, np.nan], np.float32)
    (values,) = Runner(compiled("%0#0")).run([x])
    np.testing.assert_array_equal(values, x)
