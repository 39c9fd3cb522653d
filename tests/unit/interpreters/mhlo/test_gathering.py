"""gather and scatter, element by element as the StableHLO specification writes them."""

from dataclasses import dataclass

import numpy as np
import pytest


@dataclass(frozen=True)
class Case:
    """Shapes and dimension numbers; batching dimensions are pairs (operand, indices)."""

    operand: tuple[int, ...]
    indices: tuple[int, ...]
    sizes: tuple[int, ...]
    offset: tuple[int, ...]
    collapsed: tuple[int, ...]
    index_map: tuple[int, ...]
    vector: int
    batching: tuple[tuple[int, int], ...] = ()

    @property
    def outside(self):
        return (*self.collapsed, *(pair[0] for pair in self.batching))

    @property
    def batch_shape(self):
        return tuple(size for axis, size in enumerate(self.indices) if axis != self.vector)

    @property
    def window_shape(self):
        return tuple(size for axis, size in enumerate(self.sizes) if axis not in self.outside)

    @property
    def result_shape(self):
        batch, window = iter(self.batch_shape), iter(self.window_shape)
        rank = len(self.batch_shape) + len(self.window_shape)
        return tuple(next(window if axis in self.offset else batch) for axis in range(rank))

    def place(self, index, start_indices, clamps):
        """The operand's index for an index of the result or of the updates."""
        batch = [i for axis, i in enumerate(index) if axis not in self.offset]
        window = iter([i for axis, i in enumerate(index) if axis in self.offset])
        result = []
        for axis, size in enumerate(self.operand):
            start = 0
            if axis in self.index_map:
                at = list(batch)
                if self.vector < len(self.indices):
                    at.insert(self.vector, self.index_map.index(axis))
                start = int(start_indices[tuple(at)])
                if clamps:
                    start = min(max(start, 0), size - self.sizes[axis])
            for operand_axis, indices_axis in self.batching:
                if operand_axis == axis:
                    start = batch[indices_axis - (indices_axis > self.vector)]
            result.append(start + (0 if axis in self.outside else next(window)))
        return tuple(result)

    def numbers(self, names):
        batching = [[pair[0] for pair in self.batching], [pair[1] for pair in self.batching]]
        values = (self.offset, self.collapsed, *batching, self.index_map)
        fields = [f"{n} = {list(v)}" for n, v in zip(names, values, strict=True) if v]
        return ", ".join([*fields, f"index_vector_dim = {self.vector}"])


CASES = [
    Case((5,), (3,), (1,), (), (0,), (0,), 1),
    Case((5, 3), (4, 1), (1, 3), (1,), (0,), (0,), 1),
    Case((5, 3), (2, 2), (1, 3), (2,), (0,), (0,), 2),
    Case((5, 4), (3, 2), (2, 3), (0, 2), (), (0, 1), 1),
    Case((5, 4), (2, 3), (1, 2), (1,), (0,), (1, 0), 0),
    Case((3, 4, 2), (2, 3, 1), (1, 2, 2), (1, 3), (), (1,), 2, ((0, 1),)),
    Case((3, 4, 2), (3, 2), (1, 1, 2), (2,), (1,), (1,), 2, ((0, 0),)),
    Case((5, 3), (0, 1), (1, 3), (1,), (0,), (0,), 1),
    Case((5, 0), (2, 1), (1, 0), (1,), (0,), (0,), 1),
    Case((1, 1), (1, 1), (1, 1), (1,), (0,), (0,), 1),
    Case((4, 3), (2,), (2, 2), (0, 1), (), (0, 1), 0),
]

GATHER_NAMES = (
    "offset_dims",
    "collapsed_slice_dims",
    "operand_batching_dims",
    "start_indices_batching_dims",
    "start_index_map",
)
SCATTER_NAMES = (
    "update_window_dims",
    "inserted_window_dims",
    "input_batching_dims",
    "scatter_indices_batching_dims",
    "scatter_dims_to_operand_dims",
)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_gather_moves_windows_inside(expect, rng, case, dtype):
    operand = rng.integers(-99, 99, case.operand).astype(np.float32)
    indices = rng.integers(-2, 7, case.indices).astype(dtype)
    expected = np.zeros(case.result_shape, np.float32)
    for index in np.ndindex(*expected.shape):
        expected[index] = operand[case.place(index, indices, clamps=True)]
    numbers = f"dimension_numbers = #mhlo.gather<{case.numbers(GATHER_NAMES)}>"
    sizes = f"dense<{list(case.sizes)}> : tensor<{len(case.sizes)}xi64>"
    operation = f'"mhlo.gather"(%a0, %a1) <{{{numbers}, slice_sizes = {sizes}}}>'
    expect(operation, [operand, indices], expected)
    operation = f'"mhlo.dynamic_gather"(%a0, %a1, %a2) <{{{numbers}}}>'
    expect(operation, [operand, indices, np.array(case.sizes, dtype)], expected)


def body(operations, result, count=1):
    arguments = [f"%x{k}" for k in range(count)] + [f"%y{k}" for k in range(count)]
    names = ", ".join(f"{name}: tensor<f32>" for name in arguments)
    types = ", ".join(["tensor<f32>"] * len(result))
    return f"""({{
      ^bb0({names}):
        {operations}
        "mhlo.return"({", ".join(result)}) : ({types}) -> ()
    }})"""


ADD = '%z = "mhlo.add"(%x0, %y0) : (tensor<f32>, tensor<f32>) -> tensor<f32>'
HALVE = """
  %h = "mhlo.constant"() <{value = dense<0.5> : tensor<f32>}> : () -> tensor<f32>
  %p = "mhlo.multiply"(%x0, %h) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %z = "mhlo.subtract"(%p, %y0) : (tensor<f32>, tensor<f32>) -> tensor<f32>"""
UPDATES = {
    "add": (body(ADD, ["%z"]), lambda old, new: old + new),
    "assign": (body("", ["%y0"]), lambda old, new: new),
    "general": (body(HALVE, ["%z"]), lambda old, new: old * 0.5 - new),
}


def scatter_operation(case, arguments, update):
    numbers = f"scatter_dimension_numbers = #mhlo.scatter<{case.numbers(SCATTER_NAMES)}>"
    return f'"mhlo.scatter"({arguments}) <{{{numbers}}}> {update}'


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", UPDATES)
def test_scatter_leaves_out_what_lies_outside(expect, rng, case, name):
    text, function = UPDATES[name]
    operand = rng.integers(-9, 9, case.operand).astype(np.float32)
    indices = rng.integers(-2, 7, case.indices).astype(np.int32)
    updates = rng.integers(-9, 9, case.result_shape).astype(np.float32)
    expected = operand.copy()
    batch_axes = [axis for axis in range(updates.ndim) if axis not in case.offset]
    order = sorted(
        np.ndindex(*updates.shape), key=lambda index: [index[axis] for axis in batch_axes]
    )
    for index in order:
        place = case.place(index, indices, clamps=False)
        if all(0 <= p < size for p, size in zip(place, operand.shape, strict=True)):
            expected[place] = function(expected[place], updates[index])
    operation = scatter_operation(case, "%a0, %a1, %a2", text)
    expect(operation, [operand, indices, updates], expected)


def test_scatter_into_several_tensors(expect, rng):
    case = CASES[1]
    swap = """
      %s = "mhlo.add"(%x0, %y1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %t = "mhlo.maximum"(%x1, %y0) : (tensor<f32>, tensor<f32>) -> tensor<f32>"""
    a, b = (rng.integers(-9, 9, case.operand).astype(np.float32) for _ in range(2))
    u, v = (rng.integers(-9, 9, case.result_shape).astype(np.float32) for _ in range(2))
    indices = np.int32([[1], [4], [1], [9]])
    wanted_a, wanted_b = a.copy(), b.copy()
    for row, (start,) in enumerate(indices[:3]):
        wanted_a[start] += v[row]
        wanted_b[start] = np.maximum(wanted_b[start], u[row])
    operation = scatter_operation(
        case, "%a0, %a1, %a2, %a3, %a4", body(swap, ["%s", "%t"], count=2)
    )
    expect(operation, [a, b, indices, u, v], wanted_a, wanted_b)


def test_torch_index_select(expect, rng):
    operand = rng.integers(-9, 9, (2, 4, 3)).astype(np.float32)
    index = np.int32([3, 0, 0])
    expected = np.stack([operand[:, i] for i in index], axis=1)
    for dim, batch in ((1, 0), (-2, 0), (1, -1)):
        attributes = f"<{{dim = {dim} : i64, batch_dims = {batch} : i64}}>"
        expect(f'"mhlo.torch_index_select"(%a0, %a1) {attributes}', [operand, index], expected)
    index = np.int32([[3, 0], [1, 1]])
    expected = np.stack([operand[b][index[b]] for b in range(2)])
    for dim, batch in ((1, 1), (-2, 1), (-2, -1)):
        attributes = f"<{{dim = {dim} : i64, batch_dims = {batch} : i64}}>"
        expect(f'"mhlo.torch_index_select"(%a0, %a1) {attributes}', [operand, index], expected)


def test_a_single_element_of_a_vector_is_gathered(run):
    text = """
      func.func @main(%x: tensor<3xf32>, %i: tensor<i32>) -> tensor<f32> {
        %r = "mhlo.gather"(%x, %i) <{
          dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>,
          slice_sizes = dense<1> : tensor<1xi64>
        }> : (tensor<3xf32>, tensor<i32>) -> tensor<f32>
        func.return %r : tensor<f32>
      }"""
    (result,) = run(text, np.array([3, 5, 7], np.float32), np.array(1, np.int32))
    assert result.shape == ()
    assert result == 5
