"""Nineteen programs of JAX, each of one idiom: scans, sorts, scatters, FFTs, windows, routing."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax_program import Program


def state_space(x: Any, dt: Any) -> Any:
    rates = -jnp.ones((x.shape[2], 3)) * jnp.arange(1.0, 4) * 0.1
    decay = jnp.exp(jnp.einsum("bsn,dn->bsdn", jax.nn.softplus(dt), rates))
    moved = x[..., None] * dt[..., None, :]

    def joined(a: Any, b: Any) -> Any:
        return a[0] * b[0], b[0] * a[1] + b[1]

    return lax.associative_scan(joined, (decay, moved), axis=1)[1].sum(-1)


def top_k_sampling(x: Any) -> Any:
    values, places = lax.top_k(x, 4)
    noise = jax.random.gumbel(jax.random.key(3), (4,))
    chosen = jnp.argmax(values + noise, -1)
    return jnp.take_along_axis(places, chosen[:, None], 1), jax.nn.softmax(values)


def conv_transpose(x: Any) -> Any:
    kernel = jnp.arange(3 * 4 * 5.0).reshape(3, 4, 5) * 0.02
    names = ("NWC", "WIO", "NWC")
    return (
        lax.conv_transpose(x, kernel, (2,), "SAME", dimension_numbers=names),
        lax.conv_transpose(x, kernel, (3,), "VALID", dimension_numbers=names),
    )


def segment_sums(x: Any, ids: Any) -> Any:
    return (
        jax.ops.segment_sum(x, ids, 5),
        jax.ops.segment_max(x, ids, 5),
        jnp.zeros((5, 4)).at[ids].mul(x),
        jnp.bincount(ids, length=5),
    )


def spectrum(x: Any) -> Any:
    y = jnp.fft.rfft(x)
    return jnp.abs(y), jnp.fft.irfft(y * 1.5), jnp.fft.fft(x, axis=-1).imag


def cumulative(x: Any) -> Any:
    return (
        lax.cumlogsumexp(x, axis=1),
        lax.cummax(x, axis=0),
        lax.cumprod(x, axis=1, reverse=True),
        jnp.cumsum(x, 0),
    )


def associative(x: Any) -> Any:
    return (
        lax.associative_scan(jnp.maximum, x, axis=1),
        lax.associative_scan(lambda a, b: a * b, x, reverse=True, axis=1),
    )


def random_bits(x: Any) -> Any:
    key = jax.random.key(7)
    return (
        x + jax.random.normal(key, x.shape),
        jax.random.bits(key, x.shape),
        jax.random.randint(key, x.shape, 0, 9),
        jax.random.uniform(jax.random.fold_in(key, x.shape[0]), (x.shape[1],)),
    )


def sort_keys(k: Any, x: Any) -> Any:
    places = jnp.arange(x.shape[1])[None] + 0 * k
    a, b, c = lax.sort((k % 3, x, places), dimension=1, num_keys=2)
    return a, b, c, jnp.argsort(-x, axis=0), jnp.lexsort((k[0], x[0]))


def computed_starts(x: Any, i: Any) -> Any:
    j = i.sum()
    y = lax.dynamic_slice(x, (0, j, 1), (x.shape[0], 3, 2))
    z = lax.dynamic_slice_in_dim(x, jnp.argmax(x.sum((0, 2))), x.shape[1] - 2, 1)
    return y, lax.dynamic_update_slice(x, y * 2, (0, j + 1, 0)), z


def einsum4(x: Any, y: Any) -> Any:
    return (
        jnp.einsum("bstd,btse->bsde", x, y),
        jnp.einsum("bstd,btse->te", x, y),
        jnp.einsum("bstd,btsd->b", x, y[..., :4]),
    )


@jax.custom_jvp
def soft(x: Any) -> Any:
    return jnp.log1p(jnp.exp(x))


def soft_derivative(primals: Any, tangents: Any) -> Any:
    (x,), (g,) = primals, tangents
    return soft(x), (1 - 1 / (1 + jnp.exp(x))) * g


soft.defjvp(soft_derivative)


def custom_gradient(x: Any) -> Any:
    value, gradient = jax.value_and_grad(lambda x: soft(x).sum())(x)
    return (
        value,
        gradient,
        jax.jvp(soft, (x,), (x,))[1],
        jax.hessian(lambda y: (soft(y) ** 2).sum())(x[0, :1]),
    )


def poly_while(x: Any) -> Any:
    def body(carried: Any) -> Any:
        i, y, s = carried
        return i + 1, jnp.where(i % 2 == 0, y * 0.5, y + 1), s + y.sum(1)

    def goes_on(carried: Any) -> Any:
        return (carried[0] < carried[1].shape[1] * 2) & (carried[2].max() < 100)

    return lax.while_loop(goes_on, body, (0, x, jnp.zeros(x.shape[0])))


def sharded(x: Any) -> Any:
    from jax.sharding import AxisType, NamedSharding, PartitionSpec

    mesh = jax.make_mesh((1,), ("d",), axis_types=(AxisType.Auto,))
    y = lax.with_sharding_constraint(x * 2, NamedSharding(mesh, PartitionSpec("d", None)))
    return y @ y.T


def complex_scatter(x: Any, y: Any) -> Any:
    z = x + 1j * y
    zeros = jnp.zeros((4, x.shape[1]), jnp.complex64)
    return (
        jnp.abs(z.at[:, 0].add(1j)),
        jnp.real(z.at[jnp.arange(2) % x.shape[0]].multiply(2j)),
        zeros.at[jnp.array([1, 3, 9])].set(z[0], mode="drop").imag,
    )


def moe_dispatch(x: Any) -> Any:
    chosen = jax.nn.one_hot(jnp.argmax(jax.nn.softmax(x[..., :3]), -1), 3)
    place = jnp.cumsum(chosen, 1) * chosen
    kept = (place <= 2) * chosen
    sent = kept[..., None] * jax.nn.one_hot(jnp.minimum(place.astype(jnp.int32) - 1, 1), 2)
    experts = jnp.tanh(jnp.einsum("bsec,bsd->becd", sent, x))
    return jnp.einsum("bsec,becd->bsd", sent, experts), sent.sum((0, 1))


def boxes(x: Any) -> Any:
    distance = ((x[:, :, None] - x[:, None]) ** 2).sum(-1)
    mask = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
    line = x[0, :, 0]
    return (
        jnp.where(mask, distance, jnp.inf),
        jnp.nanmax(x, axis=2),
        jnp.sum(jnp.sort(line)[:, None] < line[None], 0),
        jnp.linalg.norm(x, axis=1),
        jnp.var(x, axis=(0, 1)),
    )


def pooled(x: Any) -> Any:
    y = x.reshape(x.shape[0], x.shape[1] // 4, 4, 4)
    fold = lax.reduce_window
    gradient = jax.grad(lambda x: fold(x, -jnp.inf, lax.max, (1, 2, 1), (1, 2, 1), "VALID").sum())(
        x
    )
    return (
        y.mean(2),
        fold(x, -jnp.inf, lax.max, (1, 3, 1), (1, 2, 1), "SAME"),
        gradient,
        fold(x, 0.0, lax.add, (1, 3, 2), (1, 1, 1), ((0, 0), (2, 0), (0, 1))),
    )


def switch_cond(x: Any) -> Any:
    branch = jnp.int32(x[0, 0] > 0) + jnp.int32(x.sum() > 0)
    branches = [lambda x: x * 2, lambda x: jnp.flip(x, 1), lambda x: jnp.sort(x, 0)]
    return (
        lax.switch(branch, branches, x),
        lax.cond(x[0, 0] > 0.2, lambda x: x.sum(), lambda x: x.max(), x),
        lax.fori_loop(0, x.shape[1], lambda i, a: a + x[:, i], jnp.zeros(x.shape[0])),
        lax.map(lambda r: r.max(), x),
    )


FOUR = ({"b": 1, "s": 4}, {"b": 2, "s": 8})
PROGRAMS = (
    Program(state_space, ("b, 6, s", "b, 6, 3")),
    Program(top_k_sampling, sizes=({"b": 1, "s": 4}, {"b": 3, "s": 7}), constraints=("s >= 4",)),
    Program(conv_transpose, ("b, s, 4",)),
    Program(segment_sums, ("b, 4", "b"), ({"b": 2}, {"b": 6}), types=("float32", "int32")),
    Program(spectrum, ("b, s, 8",)),
    Program(cumulative),
    Program(associative, ("b, 5, s",)),
    Program(random_bits),
    Program(sort_keys, ("b, s", "b, s"), types=("int32", "float32")),
    Program(
        computed_starts,
        ("b, s, 4", "i"),
        ({"b": 2, "s": 5, "i": 1}, {"b": 3, "s": 6, "i": 1}),
        ("s >= 3",),
        ("float32", "int32"),
    ),
    Program(
        einsum4,
        ("b, s, t, 4", "b, t, s, 5"),
        ({"b": 1, "s": 2, "t": 3}, {"b": 3, "s": 4, "t": 2}),
    ),
    Program(custom_gradient),
    Program(poly_while),
    Program(sharded, sizes=({"b": 2, "s": 2}, {"b": 4, "s": 5})),
    Program(complex_scatter, ("b, s", "b, s")),
    Program(moe_dispatch, ("b, s, 4",)),
    Program(boxes, ("b, s, 3",)),
    Program(pooled, ("b, s, 4",), FOUR, ("mod(s, 4) == 0",)),
    Program(switch_cond),
)
