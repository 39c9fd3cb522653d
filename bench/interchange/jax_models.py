"""Programs of JAX as models are written elsewhere: caches, scans, routing, graphs, sound, search."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax_program import Program


def weight(seed: int, *shape: int) -> Any:
    """A constant weight of a layer."""
    drawn = np.random.default_rng(seed).normal(size=shape) * shape[0] ** -0.5
    return jnp.asarray(drawn.astype(np.float32))


def rms(x: Any) -> Any:
    return x * lax.rsqrt(jnp.mean(jnp.square(x), -1, keepdims=True) + 1e-6)


def rotated(x: Any, places: Any) -> Any:
    """Rotary positions of (batch, time, heads, width)."""
    half = x.shape[-1] // 2
    angles = places[..., None] * (100.0 ** (-jnp.arange(half) / half))
    sin, cos = jnp.sin(angles)[:, :, None], jnp.cos(angles)[:, :, None]
    a, b = jnp.split(x, 2, -1)
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1)


def cached_decoder(tokens: Any, keys: Any, values: Any, start: Any) -> Any:
    """A decoder's layer that writes new keys and values into a cache, and reads what is filled."""
    b, s = tokens.shape
    c = keys.shape[1]
    x = weight(0, 11, 16)[tokens]
    places = start + jnp.arange(s)
    q, k, v = jnp.split(rms(x) @ weight(1, 16, 48), 3, -1)
    q, k, v = (part.reshape(b, s, 4, 4) for part in (q, k, v))
    at = jnp.broadcast_to(places[None], (b, s)).astype(jnp.float32)
    q, k = rotated(q, at), rotated(k, at)
    keys = lax.dynamic_update_slice(keys, k, (0, start, 0, 0))
    values = lax.dynamic_update_slice(values, v, (0, start, 0, 0))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, keys) / 2.0
    seen = jnp.arange(c)[None, :] <= places[:, None]
    scores = jnp.where(seen[None, None], scores, jnp.finfo(scores.dtype).min)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, -1), values)
    x = x + mixed.reshape(b, s, 16) @ weight(2, 16, 16)
    gate, up = jnp.split(rms(x) @ weight(3, 16, 64), 2, -1)
    x = x + (jax.nn.silu(gate) * up) @ weight(4, 32, 16)
    return rms(x) @ weight(0, 11, 16).T, keys, values


def selective_scan(x: Any, state: Any) -> Any:
    """A causal depthwise convolution, then a state that forgets by what is read."""
    d = 6
    padded = jnp.pad(x, ((0, 0), (3, 0), (0, 0)))
    mixed = lax.conv_general_dilated(
        padded,
        weight(1, 4, 1, d),
        (1,),
        "VALID",
        dimension_numbers=("NWC", "WIO", "NWC"),
        feature_group_count=d,
    )
    u = jax.nn.silu(mixed)
    delta = jax.nn.softplus(u @ weight(2, d, d))
    into, out = u @ weight(3, d, 4), u @ weight(4, d, 4)
    decay = -jnp.exp(weight(5, d, 4))

    def step(h: Any, row: Any) -> Any:
        u, delta, into, out = row
        h = jnp.exp(delta[..., None] * decay) * h + (delta * u)[..., None] * into[:, None]
        return h, jnp.einsum("bdn,bn->bd", h, out)

    rows = tuple(jnp.swapaxes(a, 0, 1) for a in (u, delta, into, out))
    h, ys = lax.scan(step, state, rows)
    return jnp.swapaxes(ys, 0, 1) + u, h


def patches(image: Any) -> Any:
    """Patches of 4 x 4 as tokens, a class token, attention, a head."""
    b, h, w, c = image.shape
    x = image.reshape(b, h // 4, 4, w // 4, 4, c).transpose(0, 1, 3, 2, 4, 5)
    x = x.reshape(b, (h // 4) * (w // 4), 16 * c) @ weight(0, 48, 8)
    token = jnp.broadcast_to(weight(1, 1, 1, 8), (b, 1, 8))
    x = jnp.concatenate([token, x], 1)
    rows = jnp.arange(x.shape[1], dtype=jnp.float32)[:, None] / x.shape[1]
    x = x + jnp.sin(rows * weight(2, 1, 8))
    mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    y = (x - mean) / jnp.sqrt(variance + 1e-6)
    q, k, v = (y @ weight(i, 8, 8) for i in (3, 4, 5))
    x = x + jax.nn.softmax(jnp.einsum("bqd,bkd->bqk", q, k), -1) @ v
    return x[:, 0] @ weight(6, 8, 3), jax.nn.gelu(x).mean(1)


def odd_windows(x: Any) -> Any:
    """Dilated and strided windows over an odd number of rows, pooling of three kinds."""
    names = ("NWC", "WIO", "NWC")
    wide = lax.conv_general_dilated(
        x, weight(0, 3, 3, 5), (2,), [(2, 2)], rhs_dilation=(2,), dimension_numbers=names
    )
    same = lax.conv_general_dilated(x, weight(1, 4, 3, 2), (3,), "SAME", dimension_numbers=names)
    most = lax.reduce_window(
        x, -jnp.inf, lax.max, (1, 3, 1), (1, 2, 1), "SAME", window_dilation=(1, 2, 1)
    )
    ones = jnp.ones(x.shape[:2])[..., None]
    mean = lax.reduce_window(x, 0.0, lax.add, (1, 3, 1), (1, 2, 1), "SAME")
    count = lax.reduce_window(ones, 0.0, lax.add, (1, 3, 1), (1, 2, 1), "SAME")
    half = x.shape[1] // 2
    middle = lax.dynamic_slice_in_dim(x, half, 1, 1)
    left, right = x[:, :half], x[:, half + 1 :]
    return wide, same, most, mean / count, left + right[:, ::-1] - middle


def graph_attention(nodes: Any, edges: Any, kinds: Any) -> Any:
    """Messages along edges, weighed by a softmax over what arrives at a node; two rounds."""
    n = nodes.shape[0]
    sources, targets = edges[0] % n, edges[1] % n
    x = nodes
    for seed in (0, 10):
        h = x @ weight(seed, 4, 4)
        message = h[sources] + weight(seed + 1, 7, 4)[kinds % 7]
        score = jax.nn.leaky_relu((message * h[targets]).sum(-1))
        top = jax.ops.segment_max(score, targets, n)
        shifted = jnp.exp(score - top[targets])
        share = shifted / (jax.ops.segment_sum(shifted, targets, n)[targets] + 1e-9)
        x = x + jax.nn.elu(jax.ops.segment_sum(message * share[:, None], targets, n))
    degree = jnp.zeros(n, jnp.int32).at[targets].add(1)
    return x, degree, x.sum(0) / n


def routed_experts(x: Any) -> Any:
    """The best two of four experts for each token, each with room for so many tokens."""
    t = x.shape[0]
    room = t // 2 + 1
    shares = jax.nn.softmax(x @ weight(0, 6, 4), -1)
    best, chosen = lax.top_k(shares, 2)
    best = best / best.sum(-1, keepdims=True)
    hot = jax.nn.one_hot(chosen, 4, dtype=jnp.int32)
    place = (jnp.cumsum(hot.reshape(t * 2, 4), 0) - 1).reshape(t, 2, 4)
    place = (place * hot).sum(-1)
    kept = place < room
    sent = jnp.einsum(
        "tke,tkr->ter",
        hot.astype(x.dtype) * kept[..., None],
        jax.nn.one_hot(place, room, dtype=x.dtype),
    )
    inside = jnp.einsum("ter,td->erd", sent, x)
    done = jnp.einsum("erd,edf->erf", jax.nn.relu(inside), weight(1, 4, 6, 6))
    weighed = jnp.einsum("tke,tk->te", hot.astype(x.dtype), best)
    return jnp.einsum("ter,erf,te->tf", sent, done, weighed), (~kept).sum()


def log_mel(sound: Any) -> Any:
    """Frames of 32 with a window, their spectra, bands in decibel, and differences over time."""
    b, n = sound.shape
    count = (n - 32) // 16 + 1
    starts = 16 * jnp.arange(count)
    window = 0.5 - 0.5 * jnp.cos(2 * jnp.pi * jnp.arange(32) / 32)
    cut = jax.vmap(lambda s: lax.dynamic_slice(sound, (0, s), (b, 32)), out_axes=1)
    spectrum = jnp.fft.rfft(cut(starts) * window, axis=-1)
    power = spectrum.real**2 + spectrum.imag**2
    bands = 10 * jnp.log10(jnp.maximum(power @ jnp.abs(weight(0, 17, 5)), 1e-10))
    bands = jnp.maximum(bands, bands.max(axis=(1, 2), keepdims=True) - 80)
    padded = jnp.pad(bands, ((0, 0), (1, 1), (0, 0)), mode="edge")
    return bands, (padded[:, 2:] - padded[:, :-2]) / 2


def greedy(start: Any, bias: Any) -> Any:
    """Decodes until every row has ended or the room is full."""
    b, room = start.shape[0], bias.shape[0]

    def running(state: Any) -> Any:
        step, _, ended, _ = state
        return (step < room) & ~ended.all()

    def step(state: Any) -> Any:
        step, tokens, ended, last = state
        scores = weight(0, 7, 7)[last] + bias[step]
        new = jnp.where(ended, 0, jnp.argmax(scores, -1).astype(jnp.int32))
        tokens = lax.dynamic_update_slice(tokens, new[:, None], (0, step))
        return step + 1, tokens, ended | (new == 3), new

    first = (0, jnp.full((b, room), -1, jnp.int32), jnp.zeros(b, bool), start % 7)
    steps, tokens, ended, _ = lax.while_loop(running, step, first)
    return steps, tokens, ended


def masked_rows(x: Any, lengths: Any, places: Any) -> Any:
    """Statistics of rows of several lengths; causal, local and segment masks together."""
    s = x.shape[1]
    used = jnp.arange(s)[None] < lengths[:, None]
    count = jnp.maximum(used.sum(1), 1)[:, None]
    mean = jnp.where(used[..., None], x, 0).sum(1) / count
    off = jnp.where(used[..., None], x - mean[:, None], 0)
    i, j = jnp.arange(s)[:, None], jnp.arange(s)[None]
    mask = (j <= i) & (i - j < s // 2 + 1)
    mask = mask[None] & (places[:, :, None] == places[:, None]) & used[:, None]
    scores = jnp.where(mask, jnp.einsum("bqd,bkd->bqk", x, x), -1e9)
    total = jax.nn.logsumexp(scores, -1, where=mask)
    last = jnp.take_along_axis(x, jnp.clip(lengths - 1, 0, s - 1)[:, None, None], 1)
    spread = jnp.sqrt((off**2).sum(1) / count)
    return mean, spread, jnp.where(mask.any(-1), total, 0), last, jnp.argmax(scores, -1)


def running_totals(x: Any) -> Any:
    """Prefixes of sums, products, extremes and exponentials, forward and back."""
    forward = (lax.cumsum(x, 1), lax.cumprod(x, 1), lax.cummax(x, 1), lax.cumlogsumexp(x, 1))
    back = (lax.cumsum(x, 0, reverse=True), lax.cummin(x, 1, reverse=True))
    return *forward, *back, lax.cumlogsumexp(x, 1, reverse=True)


def ranked(x: Any, keys: Any) -> Any:
    """Ranks, orders, quantiles, values that repeat, and rows in the order of another."""
    order = jnp.argsort(x, -1, descending=True)
    ranks = jnp.argsort(jnp.argsort(x, -1), -1)
    inside = jnp.sort(x, -1)
    middle = lax.dynamic_index_in_dim(inside, x.shape[1] // 2, 1)
    by_key = keys[:, jnp.argsort(keys[0], stable=True)]
    again = (inside[:, 1:] == inside[:, :-1]).sum(-1)
    best, places = lax.top_k(x, 2)
    return order, ranks, inside, middle, by_key, again, best, places, jnp.lexsort((keys[0], x[0]))


def moving_slices(x: Any, starts: Any, update: Any) -> Any:
    """Slices, updates and turns of rows, each row at a place of its own."""
    k = update.shape[1]
    cut = jax.vmap(lambda row, s: lax.dynamic_slice(row, (s, 0), (k, 2)))(x, starts)
    put = jax.vmap(lambda row, u, s: lax.dynamic_update_slice(row, u, (s, 0)))(x, update, starts)
    turned = jax.vmap(lambda row, s: jnp.roll(row, s, 0))(x, starts)
    added = x.at[:, ::2].multiply(2.0).at[:, -1, :].set(0.0)
    return cut, put, turned, added, lax.dynamic_index_in_dim(x, starts[0], 1, keepdims=False)


def labelled(x: Any, y: Any, z: Any) -> Any:
    """Sums over products by labels: batches, outer products, sums of one operand, three operands."""
    outer = jnp.einsum("bid,bje->bijde", x, y).sum((3, 4))
    three = jnp.einsum("bid,dk,bjk->bij", x, z, y)
    alone = jnp.einsum("bid->db", x)
    same = jnp.einsum("bii->bi", jnp.einsum("bid,bjd->bij", x, x))
    kron = jnp.kron(x[0], z[:1])
    return outer, three, alone, same, jnp.tensordot(x, z, ((2,), (0,))), kron, jnp.vdot(x, x)


def noise(x: Any, seed: Any) -> Any:
    """Numbers from a key: normal and uniform, dropped entries, draws, an order."""
    key = jax.random.wrap_key_data(seed)
    a, b, c, d = jax.random.split(key, 4)
    kept = jax.random.bernoulli(a, 0.5, x.shape)
    drawn = jax.random.categorical(b, x, -1)
    turned = jax.random.normal(jax.random.fold_in(c, 7), x.shape)
    return jnp.where(kept, x / 0.5, 0), drawn, turned, jax.random.randint(d, x.shape, 0, 9)


def polynomial_sizes(x: Any, y: Any) -> Any:
    """Sizes that are sums, products and halves of others, and one that 8 divides."""
    b, s = x.shape
    blocks = x.reshape(b, s // 8, 8)
    pairs = (y[:, :, None] * y[:, None]).reshape(b, -1)
    joined = jnp.concatenate([x, y, pairs], 1)
    halves = joined[:, : joined.shape[1] // 2]
    spread = jnp.repeat(y, 3, 1)[:, 1:-1]
    tiled = jnp.tile(y, (1, 2))[:, :-1:2]
    return blocks.max(-1), halves.sum(1), spread, tiled, blocks[:, ::-1].reshape(b, s)


def solved(a: Any, y: Any) -> Any:
    """Linear systems, determinants and inverses, by rows that are exchanged."""
    sign, size = jnp.linalg.slogdet(a)
    return jnp.linalg.solve(a, y), jnp.linalg.inv(a), sign, size, jnp.linalg.det(a)


def fitted(x: Any, y: Any) -> Any:
    """Least squares by orthogonal columns; the columns' signs do not show."""
    q, r = jnp.linalg.qr(x)
    beta = lax.linalg.triangular_solve(r, jnp.swapaxes(q, -1, -2) @ y, left_side=True)
    return beta, q @ r, jnp.swapaxes(q, -1, -2) @ q, jnp.abs(jnp.diagonal(r, axis1=-2, axis2=-1))


def spectra(x: Any) -> Any:
    """Eigenvalues of a symmetric matrix and singular values, and what both build again."""
    square = jnp.einsum("bij,bkj->bik", x, x)
    values, vectors = jnp.linalg.eigh(square)
    u, s, vt = jnp.linalg.svd(x, full_matrices=False)
    again = jnp.einsum("bij,bj,bkj->bik", vectors, jnp.sqrt(jnp.abs(values)), vectors)
    return values, again, s, (u * s[:, None]) @ vt


PROGRAMS = (
    Program(
        cached_decoder,
        ("b, s", "b, c, 4, 4", "b, c, 4, 4", ""),
        ({"b": 1, "s": 1, "c": 3}, {"b": 2, "s": 3, "c": 7}),
        ("s <= c",),
        ("int32", "float32", "float32", "int32"),
    ),
    Program(selective_scan, ("b, t, 6", "b, 6, 4"), ({"b": 1, "t": 2}, {"b": 3, "t": 5})),
    Program(
        patches,
        ("b, 4*h, 4*w, 3",),
        ({"b": 1, "h": 1, "w": 2}, {"b": 2, "h": 3, "w": 2}),
    ),
    Program(odd_windows, ("b, 2*n+1, 3",), ({"b": 1, "n": 2}, {"b": 2, "n": 6})),
    Program(
        graph_attention,
        ("n, 4", "2, e", "e"),
        ({"n": 3, "e": 4}, {"n": 6, "e": 11}),
        types=("float32", "int32", "int32"),
    ),
    Program(routed_experts, ("t, 6",), ({"t": 2}, {"t": 7})),
    Program(log_mel, ("b, n",), ({"b": 1, "n": 33}, {"b": 2, "n": 100}), ("n >= 32",)),
    Program(
        greedy,
        ("b", "r, 7"),
        ({"b": 1, "r": 2}, {"b": 4, "r": 6}),
        types=("int32", "float32"),
    ),
    Program(
        masked_rows,
        ("b, s, 3", "b", "b, s"),
        types=("float32", "int32", "int32"),
    ),
    Program(running_totals, ("b, s",)),
    Program(
        ranked,
        ("b, s", "c, s"),
        ({"b": 1, "s": 2, "c": 1}, {"b": 3, "s": 5, "c": 2}),
        ("s >= 2",),
        ("float32", "int32"),
    ),
    Program(
        moving_slices,
        ("b, s, 2", "b", "b, k, 2"),
        ({"b": 1, "s": 2, "k": 1}, {"b": 3, "s": 5, "k": 2}),
        ("k <= s",),
        ("float32", "int32", "float32"),
    ),
    Program(
        labelled,
        ("b, i, d", "b, j, e", "d, e"),
        ({"b": 1, "i": 2, "j": 3, "d": 2, "e": 1}, {"b": 2, "i": 3, "j": 2, "d": 4, "e": 3}),
    ),
    Program(noise, ("b, s", "2"), types=("float32", "uint32")),
    Program(
        polynomial_sizes,
        ("b, s", "b, m"),
        ({"b": 1, "s": 8, "m": 2}, {"b": 3, "s": 16, "m": 3}),
        ("mod(s, 8) == 0",),
    ),
    Program(solved, ("b, 4, 4", "b, 4, m"), ({"b": 1, "m": 2}, {"b": 3, "m": 1})),
    Program(
        fitted, ("b, n + 3, 3", "b, n + 3, m"), ({"b": 1, "n": 1, "m": 2}, {"b": 2, "n": 4, "m": 1})
    ),
    Program(spectra, ("b, 3, n + 3",), ({"b": 1, "n": 1}, {"b": 2, "n": 2})),
)
