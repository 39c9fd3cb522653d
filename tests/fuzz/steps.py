"""The steps that a random graph is made of: each adds one op, or a few that belong together."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from .building import Building, Cell, Unfit
from .sizes import broadcast_target, reshape_target, slice_bound

Step = Callable[[Building], None]


def _fitting(b: Building, x: int) -> int:
    """A value that broadcasts with `x`: one that there is, or a new argument of some of its sizes."""
    dtype = b.arrays[x].dtype.name
    shape = b.shape(x)
    kind = b.rng.random()
    if kind < 0.5:
        return b.pick(lambda y: _broadcasts(shape, y.shape), dtype)
    if kind < 0.6 and dtype == "float32":
        return b.constant(np.float32(b.rng.randint(-2, 3)))
    if len(b.cells) >= 6:
        raise Unfit
    kept = shape[b.rng.choice((0, 0, 0, 1, len(shape))) :]
    cells = [Cell(1, False) if b.rng.random() < 0.2 else b.name_of_size(s) for s in kept]
    return b.argument(dtype, cells)


def _broadcasts(a: tuple[int, ...], c: tuple[int, ...]) -> bool:
    try:
        np.broadcast_shapes(a, c)
    except ValueError:
        return False
    return True


def unary(b: Building) -> None:
    x = b.pick()
    name = b.rng.choice(("Identity", "Neg", "Abs", "Square", "Relu", "Tanh", "Sigmoid"))
    b.op(f"tf.{name}", [x], exact=name not in ("Tanh", "Sigmoid"))


def binary(b: Building) -> None:
    x = b.pick(dtype=b.rng.choice(("float32",) * 5 + ("int32",)))
    y = _fitting(b, x)
    name = b.rng.choice(("AddV2", "AddV2", "AddV2", "Mul", "Mul", "Sub", "Maximum", "Minimum"))
    b.op(f"tf.{name}", [x, y] if b.rng.random() < 0.5 else [y, x])


def comparison(b: Building) -> None:
    x = b.pick()
    y = _fitting(b, x)
    if not b.exact >= {x, y}:
        raise Unfit
    name = b.rng.choice(("Equal", "NotEqual", "Less", "GreaterEqual"))
    b.op(f"tf.{name}", [x, y])


def logical(b: Building) -> None:
    x = b.pick(dtype="bool")
    if b.rng.random() < 0.3:
        b.op("tf.LogicalNot", [x])
    else:
        b.op(b.rng.choice(("tf.LogicalAnd", "tf.LogicalOr")), [x, _fitting(b, x)])


def select(b: Building) -> None:
    condition = b.pick(dtype="bool")
    shape = b.shape(condition)
    x = b.pick(lambda y: _broadcasts(shape, y.shape))
    b.op("tf.SelectV2", [condition, x, _fitting(b, x)])


def cast(b: Building) -> None:
    x = b.pick(dtype=b.rng.choice(("bool", "int32")))
    b.op("tf.Cast", [x], dtype="float32")


def reshape(b: Building) -> None:
    x = b.pick(dtype=None)
    b.op("tf.Reshape", [x, reshape_target(b, x)])


def expand_dims(b: Building) -> None:
    x = b.pick(dtype=None)
    axis = b.rng.randint(-1 - len(b.shape(x)), len(b.shape(x)))
    b.op("tf.ExpandDims", [x, b.integers(axis)])


def squeeze(b: Building) -> None:
    x = b.pick(lambda a: 1 in a.shape, None)
    ones = [d for d, size in enumerate(b.shape(x)) if size == 1]
    dims = tuple(sorted(b.rng.sample(ones, b.rng.randint(1, len(ones)))))
    b.op("tf.Squeeze", [x], squeeze_dims=dims)


def transpose(b: Building) -> None:
    x = b.pick(lambda a: a.ndim >= 2, None)
    order = list(range(len(b.shape(x))))
    b.rng.shuffle(order)
    b.op("tf.Transpose", [x, b.integers(order)])


def reduce(b: Building) -> None:
    x = b.pick(lambda a: a.ndim >= 1)
    rank = len(b.shape(x))
    axes = b.rng.sample(range(rank), b.rng.randint(1, min(2, rank)))
    if b.rng.random() < 0.4:
        axes = [-1]
    name = b.rng.choice(("Sum", "Sum", "Mean", "Max", "Min"))
    b.op(
        f"tf.{name}",
        [x, b.integers(axes if len(axes) > 1 or b.rng.random() < 0.7 else axes[0])],
        exact=name == "Sum",
        keep_dims=b.rng.random() < 0.5,
    )


def reduce_logical(b: Building) -> None:
    x = b.pick(lambda a: a.ndim >= 1, "bool")
    axis = b.rng.randrange(len(b.shape(x)))
    name = b.rng.choice(("tf.All", "tf.Any"))
    b.op(name, [x, b.integers([axis])], keep_dims=b.rng.random() < 0.5)


def softmax(b: Building) -> None:
    b.op("tf.Softmax", [b.pick(lambda a: a.ndim >= 1)], exact=False)


def normalize(b: Building) -> None:
    """`x` less its mean, or over its sum: a reduction that comes back over the rows."""
    x = b.pick(lambda a: a.ndim >= 1)
    name = b.rng.choice(("tf.Mean", "tf.Sum", "tf.Max"))
    (row,) = b.op(name, [x, b.integers([-1])], exact=name == "tf.Sum", keep_dims=True)
    b.op(b.rng.choice(("tf.Sub", "tf.Mul")), [x, row])


def matmul(b: Building) -> None:
    x = b.pick(lambda a: a.ndim == 2)
    left, right = b.rng.random() < 0.25, b.rng.random() < 0.25
    inner = b.shape(x)[0 if left else 1]
    y = _matrix(b, inner, right, 2)
    b.op("tf.MatMul", [x, y], transpose_a=left, transpose_b=right)


def batch_matmul(b: Building) -> None:
    x = b.pick(lambda a: a.ndim >= 2)
    left, right = b.rng.random() < 0.25, b.rng.random() < 0.25
    inner = b.shape(x)[-2 if left else -1]
    rank = b.rng.choice((2, 3, len(b.shape(x))))
    y = _matrix(b, inner, right, rank, b.shape(x)[:-2])
    b.op("tf.BatchMatMulV2", [x, y], adj_x=left, adj_y=right)


def _matrix(
    b: Building, inner: int, transposed: bool, rank: int, leading: tuple[int, ...] = ()
) -> int:
    axis = -1 if transposed else -2
    if b.rng.random() < 0.5 or len(b.cells) >= 6:
        return b.pick(lambda a: a.ndim == rank and a.shape[axis] == inner)
    ends = [b.name_of_size(inner), b.name_of_size(b.rng.choice(list(b.pool.values())))]
    if transposed:
        ends.reverse()
    sizes = leading[len(leading) - (rank - 2) :] if rank > 2 else ()
    return b.argument("float32", [*map(b.name_of_size, sizes), *ends])


def concat(b: Building) -> None:
    x = b.pick(lambda a: a.ndim >= 1, None)
    shape, dtype = b.shape(x), b.arrays[x].dtype.name
    axis = b.rng.randrange(len(shape))

    def joins(a: np.ndarray) -> bool:
        rest = [s for d, s in enumerate(a.shape) if d != axis]
        return a.ndim == len(shape) and rest == [s for d, s in enumerate(shape) if d != axis]

    others = [b.pick(joins, dtype) for _ in range(b.rng.randint(1, 2))]
    if b.rng.random() < 0.5 and len(b.cells) < 6:
        cells = [b.name_of_size(s) for s in shape]
        cells[axis] = b.name_of_size(b.rng.choice(list(b.pool.values())))
        others[0] = b.argument(dtype, cells)
    written = axis if b.rng.random() < 0.7 else axis - len(shape)
    b.op("tf.ConcatV2", [x, *others, b.integers(written)])


def split(b: Building) -> None:
    x = b.pick(lambda a: any(s in (0, 2, 3, 4, 6, 8) for s in a.shape))
    axis, count = _divisible(b, x)
    b.op("tf.Split", [b.integers(axis), x], count)


def _divisible(b: Building, x: int) -> tuple[int, int]:
    found = [(d, k) for d, size in enumerate(b.shape(x)) for k in (2, 3) if size % k == 0]
    if not found:
        raise Unfit
    return b.rng.choice(found)


def pack(b: Building) -> None:
    x = b.pick()
    shape = b.shape(x)
    others = [b.pick(lambda a: a.shape == shape) for _ in range(b.rng.randint(0, 2))]
    b.op("tf.Pack", [x, *others], axis=b.rng.randint(-1, len(shape)))


def unpack(b: Building) -> None:
    x = b.pick(lambda a: any(1 <= s <= 4 for s in a.shape))
    shape = b.shape(x)
    axis = b.rng.choice([d for d, size in enumerate(shape) if 1 <= size <= 4])
    b.op("tf.Unpack", [x], shape[axis], axis=axis)


def tile(b: Building) -> None:
    x = b.pick(lambda a: a.ndim >= 1)
    times = [b.integers(b.rng.choice((1, 1, 2, 3))) for _ in b.shape(x)]
    if b.rng.random() < 0.4:
        times[b.rng.randrange(len(times))] = slice_bound(b, b.pick(lambda a: a.ndim >= 1))
    if b.rng.random() < 0.5:
        multiples = b.integers([int(b.arrays[t]) for t in times])
    else:
        (multiples,) = b.op("tf.Pack", times, hidden=True, axis=0)
    b.op("tf.Tile", [x, multiples])


def broadcast_to(b: Building) -> None:
    x = b.pick(dtype=None)
    b.op("tf.BroadcastTo", [x, broadcast_target(b, x)])


def gather(b: Building) -> None:
    x = b.pick(lambda a: a.ndim >= 1 and 0 not in a.shape)
    axis = b.rng.randrange(len(b.shape(x)))
    limit = b.shape(x)[axis]
    shape = b.rng.choice(((), (1,), (2,), (3,), (2, 2)))
    numbers = [b.rng.randrange(min(limit, 2)) for _ in range(math.prod(shape))]
    indices = b.constant(np.array(numbers, np.int32).reshape(shape))
    b.op("tf.GatherV2", [x, indices, b.integers(axis)])


def slice_(b: Building) -> None:
    x = b.pick(lambda a: a.ndim >= 1)
    begins, sizes = list[int](), list[int]()
    for whole in b.shape(x):
        begin = b.rng.randint(0, min(1, whole))
        begins.append(begin)
        sizes.append(b.rng.choice((-1, -1, b.rng.randint(0, whole - begin))))
    size = b.integers(sizes)
    if b.rng.random() < 0.4:
        parts = [b.integers(s) for s in sizes]
        parts[b.rng.randrange(len(parts))] = slice_bound(b, x)
        (size,) = b.op("tf.Pack", parts, hidden=True, axis=0)
    b.op("tf.Slice", [x, b.integers(begins), size])


def strided_slice(b: Building) -> None:
    x = b.pick(lambda a: a.ndim >= 1)
    masks = dict.fromkeys(("begin", "end", "ellipsis", "new_axis", "shrink_axis"), 0)
    bounds = list[tuple[int, int, int]]()
    for i in range(b.rng.randint(1, len(b.shape(x)))):
        kind = b.rng.choice(("part", "part", "tail", "head", "whole", "index", "new"))
        begin, stride = b.rng.randint(-2, 2), b.rng.choice((1, 1, 1, 2, -1))
        masks["begin"] |= (kind in ("head", "whole")) << i
        masks["end"] |= (kind in ("tail", "whole")) << i
        masks["new_axis"] |= (kind == "new") << i
        masks["shrink_axis"] |= (kind == "index") << i
        one = kind == "index"
        end = begin + 1 if one else b.rng.choice((-2, -1, 1, 2, 3, 100))
        bounds.append((b.rng.choice((0, -1)) if one else begin, end, 1 if one else stride))
    if b.rng.random() < 0.2:
        masks["ellipsis"] = 1
    begins, ends, strides = (b.integers([row[k] for row in bounds]) for k in range(3))
    if b.rng.random() < 0.3:
        parts = [b.integers(row[1]) for row in bounds]
        parts[b.rng.randrange(len(parts))] = slice_bound(b, b.pick(lambda a: a.ndim >= 1))
        (ends,) = b.op("tf.Pack", parts, hidden=True, axis=0)
    b.op(
        "tf.StridedSlice", [x, begins, ends, strides], **{f"{k}_mask": m for k, m in masks.items()}
    )


STEPS: tuple[tuple[Step, int], ...] = (
    (unary, 5),
    (binary, 26),
    (comparison, 4),
    (logical, 2),
    (select, 5),
    (cast, 2),
    (reshape, 9),
    (expand_dims, 4),
    (squeeze, 2),
    (transpose, 4),
    (reduce, 5),
    (reduce_logical, 1),
    (softmax, 2),
    (normalize, 3),
    (matmul, 3),
    (batch_matmul, 3),
    (concat, 5),
    (split, 3),
    (pack, 2),
    (unpack, 2),
    (tile, 3),
    (broadcast_to, 4),
    (gather, 2),
    (slice_, 3),
    (strided_slice, 5),
)
"""Each step with how often it is chosen."""

UNDECIDED: tuple[tuple[Step, int], ...] = (
    (unary, 4),
    (binary, 30),
    (select, 3),
    (reduce, 2),
    (softmax, 2),
    (normalize, 2),
    (transpose, 1),
    (matmul, 1),
)
"""Steps of graphs that have many broadcasts of sizes that nothing relates."""
