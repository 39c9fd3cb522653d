"""The steps of which random JAX programs are made: each gives a tensor, made of others in a pool.

A step that JAX does not take for the sizes at hand raises, and is left out of the program.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, nn

Step = Callable[[random.Random, Any, Sequence[Any]], Any]
"""Of what is drawn, a tensor of the pool, and the pool."""


def _axis(draw: random.Random, x: Any) -> int:
    return draw.randrange(x.ndim)


def unary(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    return draw.choice((jnp.tanh, jnp.abs, nn.relu, nn.gelu, jnp.square))(x)


def binary(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    def larger(a: Any, b: Any) -> Any:
        return jnp.where(a > b, a, 2 * b)

    operation = draw.choice((jnp.add, jnp.multiply, jnp.maximum, jnp.subtract, larger))
    return operation(x, draw.choice(pool))


def outer(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    y = draw.choice(pool)
    return x[..., None] * y[None] if y.ndim and x.ndim + y.ndim <= 3 else x


def broadcast(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    y = draw.choice(pool)
    return jnp.broadcast_to(x, y.shape) + y


def joined(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    return jnp.concatenate([x, draw.choice([*pool, 2 * x])], _axis(draw, x))


def merged(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    """Two dimensions as one."""
    i, sizes = draw.randrange(x.ndim - 1), x.shape
    return x.reshape(*sizes[:i], sizes[i] * sizes[i + 1], *sizes[i + 2 :])


def parted(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    """A dimension that is repeated, as two."""
    i, sizes = _axis(draw, x), x.shape
    return jnp.concatenate([x, -x], i).reshape(*sizes[:i], 2, sizes[i], *sizes[i + 1 :])


def flat(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    return x.reshape(draw.choice(((-1,), (-1, 1), (1, -1))))


def sliced(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    parts = slice(1, None), slice(None, -1), slice(0, 1), slice(-2, None), slice(1, None, 2)
    places = [slice(None)] * x.ndim
    places[_axis(draw, x)] = draw.choice((*parts, slice(None, None, 2), slice(None, None, -1)))
    return x[tuple(places)]


def first_half(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    i = _axis(draw, x)
    return lax.slice_in_dim(x, 0, x.shape[i] // 2, axis=i)


def halves(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    first, second = jnp.split(x, 2, axis=_axis(draw, x))
    return first - second


def padded(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    widths = [(0, 0)] * x.ndim
    widths[_axis(draw, x)] = draw.choice(((1, 0), (0, 2), (1, 1)))
    return jnp.pad(x, widths)


def turned(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    return jnp.swapaxes(x, _axis(draw, x), _axis(draw, x))


def reduced(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    fold = draw.choice((jnp.sum, jnp.max, jnp.mean, jnp.min))
    return fold(x, axis=_axis(draw, x), keepdims=draw.random() < 0.5)


def along(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    """Prefix sums, sorted, softmax: of the same size."""
    return draw.choice((jnp.cumsum, jnp.sort, nn.softmax, jnp.flip))(x, axis=_axis(draw, x))


def rolled(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    return jnp.roll(x, draw.choice((1, -1, 2)), axis=_axis(draw, x))


def repeated(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    return jnp.repeat(x, 2, axis=_axis(draw, x))


def multiplied(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    y = draw.choice(pool)
    return jnp.matmul(x, y if draw.random() < 0.5 else jnp.swapaxes(y, -1, -2))


def taken(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    i = _axis(draw, x)
    return jnp.take(x, jnp.arange(x.shape[i])[::-1], axis=i)


def by_size(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    """What is computed of a size, or as large as one."""
    size = x.shape[-1]
    places = jnp.arange(size, dtype=x.dtype)
    return draw.choice((x * size, x + places, jnp.eye(size), nn.one_hot(x.argmax(-1), size)))


def scanned(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    start = jnp.zeros(x.shape[1:])
    if draw.random() < 0.5:
        return lax.scan(lambda c, row: (c * 0.5 + row, c + row), start, x)[1]
    return lax.fori_loop(0, x.shape[0], lambda i, c: c * 0.5 + x[i], start)


def chosen(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    return lax.cond(jnp.sum(x) > 0, lambda v: 2 * v, lambda v: v - 1, x)


def windows(draw: random.Random, x: Any, pool: Sequence[Any]) -> Any:
    strides = (draw.choice((1, 2)),) * x.ndim
    return lax.reduce_window(
        x, 0.0, lax.add, (2,) * x.ndim, strides, draw.choice(("SAME", "VALID"))
    )


STEPS: Sequence[Step] = (
    *(unary, binary, binary, binary, outer, broadcast, broadcast, joined, joined, merged, parted),
    *(flat, sliced, sliced, first_half, halves, padded, turned, reduced, reduced, along, along),
    *(rolled, repeated, multiplied, multiplied, taken, by_size, scanned, chosen, windows),
)


def program(seed: int) -> Callable[..., Any]:
    """A function of tensors: what its steps make, all of it, or its gradient for each argument."""

    def made(*arguments: Any) -> tuple[Any, ...]:
        draw, pool = random.Random(seed), list(arguments)
        for _ in range(draw.randint(4, 14)):
            step = draw.choice(STEPS)
            try:
                value = step(draw, draw.choice(pool), pool)
            except Exception:  # JAX has many kinds of saying that sizes do not fit
                continue
            if value.ndim <= 4:
                pool.append(jnp.clip(value.astype(jnp.float32), -50, 50))
        return tuple(pool[len(arguments) :]) or (2 * pool[0],)

    def loss(*arguments: Any) -> Any:
        return sum(jnp.tanh(value).sum() for value in made(*arguments))

    if seed % 3:
        return made
    return lambda *arguments: jax.grad(loss, argnums=tuple(range(len(arguments))))(*arguments)
