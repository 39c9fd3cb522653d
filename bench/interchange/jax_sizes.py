"""Ten more programs of JAX: each is one idea whose sizes depend on several names."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax_program import Program


def upsampled(x: Any, kernel: Any) -> Any:
    """Transposed convolutions in two dimensions, by kernels of unknown size too."""
    names = ("NHWC", "HWIO", "NHWC")
    wide = lax.conv_transpose(x, jnp.ones((3, 2, 4, 5)), (2, 3), "SAME", dimension_numbers=names)
    own = lax.conv_general_dilated(
        x, kernel, (1, 1), ((2, 1), (0, 2)), lhs_dilation=(2, 1), dimension_numbers=names
    )
    return wide, own


def scanned(x: Any, h: Any, c: Any) -> Any:
    """A scan that carries two tensors of unknown sizes and stacks a third."""

    def step(carried: Any, row: Any) -> Any:
        h, c = carried
        h = jnp.tanh(h + row[:, None])
        c = jnp.concatenate([c[1:], h.sum(0, keepdims=True)], 0)
        return (h, c), jnp.outer(row, c[0])

    return lax.scan(step, (h, c), x)


def ragged(flat: Any, starts: Any, lengths: Any) -> Any:
    """Rows of several lengths, gathered from one flat table, padded and masked."""
    width = flat.shape[0] // 2 + 1
    places = starts[:, None] + jnp.arange(width)[None]
    used = jnp.arange(width)[None] < lengths[:, None]
    rows = jnp.where(used[..., None], jnp.take(flat, places, axis=0, mode="clip"), 0)
    counts = jnp.zeros(flat.shape[0]).at[jnp.where(used, places, -1)].add(1.0, mode="drop")
    return rows, rows.sum(1) / jnp.maximum(lengths, 1)[:, None], counts


def pooled_segments(x: Any, ids: Any, weights: Any) -> Any:
    """As many segments as another argument is long; means, a softmax within each, a least one."""
    count = weights.shape[0]
    sums = jax.ops.segment_sum(x * weights[ids % count][:, None], ids % count, count)
    sizes = jax.ops.segment_sum(jnp.ones(x.shape[0]), ids % count, count)
    top = jax.ops.segment_max(x[:, 0], ids % count, count)
    shifted = jnp.exp(x[:, 0] - top[ids % count])
    shares = shifted / jax.ops.segment_sum(shifted, ids % count, count)[ids % count]
    least = jax.ops.segment_min(x, ids % count, count)
    return sums / jnp.maximum(sizes, 1)[:, None], shares, least


def beams(scores: Any, tokens: Any) -> Any:
    """A step of a beam search: the top of all beams, their parents, gathered by them."""
    b, k, v = scores.shape
    best, places = lax.top_k(scores.reshape(b, k * v), 3)
    parents, words = places // v, places % v
    kept = jnp.take_along_axis(tokens, parents[..., None], axis=1)
    chance = jnp.cumsum(jax.nn.softmax(jnp.sort(scores, -1)[..., ::-1], -1), -1)
    return best, jnp.concatenate([kept, words[..., None]], -1), jnp.argmax(chance > 0.7, -1)


def sorted_together(keys: Any, x: Any, y: Any) -> Any:
    """Sorts of three operands by one and by two keys, along either axis; ranks from them."""
    order = lax.broadcasted_iota(jnp.int32, keys.shape, 0)
    first = lax.sort((keys, x, order), dimension=0, num_keys=1, is_stable=True)
    both = lax.sort((keys, y, x), dimension=1, num_keys=2)
    ranks = jnp.argsort(jnp.argsort(x, axis=1), axis=1)
    middle = lax.dynamic_index_in_dim(jnp.sort(x, axis=1), x.shape[1] // 2, 1)
    return *first, *both, ranks, middle, jnp.sum(jnp.sort(y[0])[:, None] < x[0][None], 0)


def windows(x: Any, starts: Any) -> Any:
    """Slices at places of each row, mapped; written back at others."""
    length = x.shape[1] // 2 + 1
    parts = jax.vmap(lambda row, i: lax.dynamic_slice(row, (i, 0), (length, 2)))(x, starts)
    rows = jax.vmap(lambda row, i: lax.dynamic_slice_in_dim(row, i, 2))(x[..., 0], starts + 1)
    back = jax.vmap(lambda row, part, i: lax.dynamic_update_slice(row, part, (i, 1)))
    return parts, rows, back(x, -parts, starts - 1)


def labels(q: Any, k: Any, v: Any, bias: Any) -> Any:
    """Products over many dimensions: grouped attention, a bilinear form, a trace."""
    weights = jax.nn.softmax(jnp.einsum("bghqd,bgkd->bghqk", q, k) + bias[None, None], -1)
    mixed = jnp.einsum("bghqk,bgkd->bqghd", weights, v)
    form = jnp.einsum("bghqd,bgkd,hqk->bg", q, k, bias)
    return mixed, form, jnp.einsum("bghqd,bghqd->hq", q, q), jnp.einsum("hii->h", bias[:, :1, :1])


def iterated(x: Any, steps: Any) -> Any:
    """A loop of as many trips as data say, with a branch in it and a search by halves beside."""
    total = steps.max()

    def body(carried: Any) -> Any:
        i, y, seen = carried
        y = lax.cond(y.sum() > 0, lambda y: y * 0.5 - 0.1, lambda y: jnp.cumsum(y, 1) + 0.2, y)
        return i + 1, y, seen.at[:, i % x.shape[1]].set(y[:, 0])

    def halved(_: Any, limits: Any) -> Any:
        low, high = limits
        middle = (low + high) / 2
        up = jnp.mean(x < middle[:, None], 1) < 0.5
        return jnp.where(up, middle, low), jnp.where(up, high, middle)

    _, y, seen = lax.while_loop(lambda c: c[0] < total, body, (0, x, jnp.zeros_like(x)))
    low, high = lax.fori_loop(0, 20, halved, (x.min(1) - 1, x.max(1) + 1))
    return y, seen, (low + high) / 2


def encoded(ids: Any, x: Any) -> Any:
    """One-hot rows as long as a size, distinct values padded to four, positions in a group."""
    rows = jax.nn.one_hot(ids, x.shape[1], axis=-1)
    values, inverse, counts = jnp.unique(
        ids[0], return_inverse=True, return_counts=True, size=4, fill_value=-9
    )
    same = ids[:, :, None] == ids[:, None, :]
    rank = jnp.sum(jnp.tril(same, -1), -1)
    picked = jnp.take_along_axis(x, jnp.abs(ids) % x.shape[1], axis=1)
    return rows @ x[0], values, inverse, counts, rank, picked, jnp.argmin(jnp.abs(x), axis=0)


def factors(a: Any, b: Any) -> Any:
    """Cholesky factors and triangular systems of known order, for a batch of unknown size."""
    positive = a @ jnp.swapaxes(a, -1, -2) + 3 * jnp.eye(4)
    lower = lax.linalg.cholesky(positive)
    solved = lax.linalg.triangular_solve(lower, b, left_side=True, lower=True)
    turned = lax.linalg.triangular_solve(lower, b, left_side=True, lower=True, transpose_a=True)
    return jnp.tril(lower), solved, turned


PROGRAMS = (
    Program(
        upsampled,
        ("b, h, w, 4", "k, 2, 4, 3"),
        ({"b": 1, "h": 2, "w": 3, "k": 1}, {"b": 2, "h": 5, "w": 4, "k": 3}),
    ),
    Program(
        scanned,
        ("t, n", "n, m", "c, m"),
        ({"t": 1, "n": 2, "m": 3, "c": 1}, {"t": 5, "n": 3, "m": 2, "c": 4}),
    ),
    Program(
        ragged,
        ("n, 3", "r", "r"),
        ({"n": 4, "r": 2}, {"n": 9, "r": 3}),
        types=("float32", "int32", "int32"),
    ),
    Program(
        pooled_segments,
        ("n, 3", "n", "c"),
        ({"n": 4, "c": 2}, {"n": 9, "c": 5}),
        types=("float32", "int32", "float32"),
    ),
    Program(
        beams,
        ("b, k, v", "b, k, t"),
        ({"b": 1, "k": 2, "v": 3, "t": 1}, {"b": 3, "k": 4, "v": 5, "t": 2}),
        ("k*v >= 3",),
        ("float32", "int32"),
    ),
    Program(sorted_together, ("b, s",) * 3, types=("int32", "float32", "float32")),
    Program(
        windows,
        ("b, s, 3", "b"),
        ({"b": 1, "s": 3}, {"b": 3, "s": 6}),
        ("s >= 2",),
        ("float32", "int32"),
    ),
    Program(
        labels,
        ("b, 2, h, q, 4", "b, 2, k, 4", "b, 2, k, d", "h, q, k"),
        (
            {"b": 1, "h": 2, "q": 3, "k": 2, "d": 1},
            {"b": 3, "h": 1, "q": 2, "k": 4, "d": 5},
        ),
    ),
    Program(
        iterated,
        ("b, s", "i"),
        ({"b": 1, "s": 2, "i": 1}, {"b": 3, "s": 5, "i": 4}),
        types=("float32", "int32"),
    ),
    Program(encoded, ("b, s", "b, s"), types=("int32", "float32")),
    Program(factors, ("b, 4, 4", "b, 4, m"), ({"b": 1, "m": 2}, {"b": 3, "m": 5})),
)
