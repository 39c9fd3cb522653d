"""Size arithmetic of random graphs: shapes as `tf.Shape`, `tf.StridedSlice`, `tf.Prod` and `tf.Pack` make them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from .building import Building, Unfit

MASKS = {f"{name}_mask": 0 for name in ("begin", "end", "ellipsis", "new_axis")}


def size_of(b: Building, x: int, axis: int) -> int:
    """Size `axis` of `x` as a scalar."""
    (shape,) = b.op("tf.Shape", [x], hidden=True)
    bounds = [b.integers([axis + i]) for i in range(2)]
    (size,) = b.op(
        "tf.StridedSlice",
        [shape, *bounds, b.integers([1])],
        hidden=True,
        shrink_axis_mask=1,
        **MASKS,
    )
    return size


def slice_bound(b: Building, x: int) -> int:
    """A scalar made of a size of `x`."""
    axis = b.rng.randrange(len(b.shape(x)))
    size = size_of(b, x, axis)
    kind = b.rng.randrange(5)
    if kind == 0 and b.shape(x)[axis]:
        (size,) = b.op("tf.Sub", [size, b.integers(1)], hidden=True)
    elif kind == 1:
        (size,) = b.op("tf.FloorDiv", [size, b.integers(2)], hidden=True)
    elif kind == 2:
        (size,) = b.op("tf.Minimum", [size, b.integers(b.rng.randint(1, 4))], hidden=True)
    return size


def product_of(b: Building, x: int, axes: Sequence[int]) -> int:
    """The number of elements along `axes`, neighbours, as a scalar."""
    if len(axes) == 1:
        return size_of(b, x, axes[0])
    if b.rng.random() < 0.5:
        (shape,) = b.op("tf.Shape", [x], hidden=True)
        bounds = [b.integers([axes[0]]), b.integers([axes[-1] + 1])]
        (part,) = b.op(
            "tf.StridedSlice",
            [shape, *bounds, b.integers([1])],
            hidden=True,
            shrink_axis_mask=0,
            **MASKS,
        )
        (result,) = b.op("tf.Prod", [part, b.integers([0])], hidden=True, keep_dims=False)
        return result
    result = size_of(b, x, axes[0])
    for axis in axes[1:]:
        (result,) = b.op("tf.Mul", [result, size_of(b, x, axis)], hidden=True)
    return result


def packed(b: Building, sizes: Sequence[int]) -> int:
    """Scalars as a vector; a constant where all of them are."""
    if not sizes:
        return b.integers([])
    constants = {n.results[0] for n in b.nodes if n.constant is not None}
    if constants.issuperset(sizes):
        return b.integers([int(b.arrays[s]) for s in sizes])
    (vector,) = b.op("tf.Pack", sizes, hidden=True, axis=0)
    return vector


def reshape_target(b: Building, x: int) -> int:
    """A shape with as many elements as `x`."""
    shape = b.shape(x)
    kind = b.rng.random()
    if kind < 0.12:
        like = b.pick(lambda a: a.size == prod(shape), None)
        return b.op("tf.Shape", [like], hidden=True)[0]
    if kind < 0.2:
        return b.integers([-1] if prod(shape) or b.rng.random() < 0.5 else [0])
    sizes = _regrouped(b, x) if shape else [b.integers(1)]
    if b.rng.random() < 0.15:
        sizes.insert(b.rng.randint(0, len(sizes)), b.integers(1))
    if b.rng.random() < 0.15:
        b.rng.shuffle(sizes)
    if b.rng.random() < 0.45:
        sizes[b.rng.randrange(len(sizes))] = b.integers(-1)
    return packed(b, sizes)


def _regrouped(b: Building, x: int) -> list[int]:
    """Sizes of `x`, some neighbours multiplied, some split by a constant."""
    shape, sizes = b.shape(x), list[int]()
    axis = 0
    while axis < len(shape):
        count = b.rng.choice((1, 1, 1, 2, 2, 3))
        axes = list(range(axis, min(axis + count, len(shape))))
        divisors = [k for k in (2, 3, 4) if shape[axis] % k == 0]
        if len(axes) == 1 and b.rng.random() < 0.15:
            sizes.append(b.integers(shape[axis]))
        elif len(axes) == 1 and divisors and b.rng.random() < 0.4:
            k = b.integers(b.rng.choice(divisors))
            (rest,) = b.op("tf.FloorDiv", [size_of(b, x, axis), k], hidden=True)
            sizes += [rest, k] if b.rng.random() < 0.5 else [k, rest]
        else:
            sizes.append(product_of(b, x, axes))
        axis += len(axes)
    return sizes


def broadcast_target(b: Building, x: int) -> int:
    """A shape that `x` broadcasts to."""
    shape = b.shape(x)
    if b.rng.random() < 0.4:
        like = b.pick(lambda a: _spreads(shape, a.shape), None)
        return b.op("tf.Shape", [like], hidden=True)[0]
    sizes = list[int]()
    for axis, size in enumerate(shape):
        if size == 1 and b.rng.random() < 0.7:
            sizes.append(_any_size(b))
        else:
            sizes.append(size_of(b, x, axis))
    for _ in range(b.rng.choice((0, 0, 1))):
        sizes.insert(0, _any_size(b))
    return packed(b, sizes)


def _any_size(b: Building) -> int:
    if b.rng.random() < 0.3:
        return b.integers(b.rng.choice((1, 2, 3)))
    other = b.pick(lambda a: a.ndim >= 1, None)
    return size_of(b, other, b.rng.randrange(len(b.shape(other))))


def _spreads(shape: tuple[int, ...], target: tuple[int, ...]) -> bool:
    if len(shape) > len(target):
        return False
    ends = target[len(target) - len(shape) :]
    return all(a in (1, t) for a, t in zip(shape, ends, strict=True))


__all__ = ["Unfit", "broadcast_target", "reshape_target", "size_of", "slice_bound"]
