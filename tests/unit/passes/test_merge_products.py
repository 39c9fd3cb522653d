"""Constants laid side by side."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.dialects.types import dense_elements
from tieshape.passes.merge_products import joined_along
from xdsl.dialects.builtin import TensorType, f32


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("rows", [1, 2, 1000])
def test_constants_of_one_number_take_no_more_room_than_others(rows: int, axis: int) -> None:
    type = TensorType(f32, [rows, 1000])
    parts = [np.full((rows, 1000), 1.0, np.float32), np.full((rows, 1000), 2.0, np.float32)]
    parts.append(np.arange(rows * 1000, dtype=np.float32).reshape(rows, 1000))
    joined = joined_along([dense_elements(type, part.ravel().tolist()) for part in parts], axis)
    expected = np.concatenate(parts, axis)
    assert joined.get_shape() == expected.shape
    assert joined.data.data == expected.tobytes()
