"""Single functions of JAX with unknown sizes: machine code beside XLA, which knows the sizes.

`python bench/native/jax_functions.py [NAME…]` prints milliseconds of a call at the sizes below, the least of
up to seven calls in turn with the other's, and the greatest difference of results as a share of the greatest
result. Needs the extras `[native]` and `[jax]`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export, lax
from tieshape.runtime import Model

SIZES = {"n": 200, "m": 300, "c": 6, "k": 40000, "n2": 200, "m2": 300}
"""Each letter is a size that the export does not know; `n2` and `m2` are even ones."""
SYMBOLS = {**{name: name for name in "nmck"}, "n2": "2*n", "m2": "2*m"}
IMAGE, COLUMNS = ("NHWC", "HWIO", "NHWC"), ("NWC", "WIO", "NWC")
FEATURES_FIRST = ("NCHW", "OIHW", "NCHW")

FUNCTIONS: list[tuple[Any, ...]] = [
    ("cumsum0", lambda x: jnp.cumsum(x, 0), "n,m"),
    ("cumsum1", lambda x: jnp.cumsum(x, 1), "n,m"),
    ("cummax1", lambda x: lax.cummax(x, 1), "n,m"),
    ("cumprod0 reverse", lambda x: lax.cumprod(x, 0, reverse=True), "n,m"),
    ("sort1", lambda x: jnp.sort(x, 1), "n,m"),
    ("sort0", lambda x: jnp.sort(x, 0), "n,m"),
    ("argsort1", lambda x: jnp.argsort(x, 1), "n,m"),
    ("median", lambda x: jnp.median(x, 1), "n,m"),
    ("argmax0", lambda x: jnp.argmax(x, 0), "n,m"),
    ("argmax1", lambda x: jnp.argmax(x, 1), "n,m"),
    ("take0", lambda x, i: jnp.take(x, i, axis=0), "n,m", "i:n"),
    ("take1", lambda x, i: jnp.take(x, i, axis=1), "n,m", "i:n"),
    ("take_along1", lambda x, i: jnp.take_along_axis(x, i, axis=1), "n,m", "i:n,m"),
    ("take_along0", lambda x, i: jnp.take_along_axis(x, i, axis=0), "n,m", "i:n,m"),
    ("scatter add rows", lambda x, i: x.at[i].add(x), "n,m", "i:n"),
    ("scatter set rows", lambda x, i: x.at[i].set(x * 2), "n,m", "i:n"),
    ("scatter max elems", lambda x, i: x[:, 0].at[i].max(x[:, 1]), "n,m", "i:n"),
    ("segment_sum", lambda x, i: jax.ops.segment_sum(x, i, num_segments=64), "n,m", "i:n"),
    ("histogram", lambda i: jnp.zeros(64, jnp.int32).at[i].add(1), "i:k"),
    ("transpose", lambda x: x.T + 1, "n,m"),
    ("transpose3", lambda x: jnp.transpose(x, (2, 0, 1)) * 2, "n,m,c"),
    ("transpose021", lambda x: jnp.transpose(x, (0, 2, 1)) * 2, "n,m,c"),
    ("flip1", lambda x: x[:, ::-1] * 2, "n,m"),
    ("roll", lambda x: jnp.roll(x, 3, 1), "n,m"),
    ("pad", lambda x: jnp.pad(x, ((1, 2), (3, 4))), "n,m"),
    ("concat0", lambda x, y: jnp.concatenate([x, y], 0), "n,m", "n,m"),
    ("concat1", lambda x, y: jnp.concatenate([x, y], 1), "n,m", "n,m"),
    ("stack-1", lambda x, y: jnp.stack([x, y], -1), "n,m", "n,m"),
    ("repeat", lambda x: jnp.repeat(x, 3, axis=1), "n,m"),
    ("tile", lambda x: jnp.tile(x, (2, 3)), "n,m"),
    ("strided slice", lambda x: x[::2, ::3] * 2, "n,m"),
    ("tril", lambda x: jnp.tril(x), "n,m"),
    ("outer", lambda x, y: x[:, None] * y[None, :], "n", "m"),
    ("cdist", lambda x, y: jnp.sqrt(((x[:, None, :] - y[None, :, :]) ** 2).sum(-1)), "n,8", "m,8"),
    ("var axis0", lambda x: jnp.var(x, 0), "n,m"),
    ("sum all", lambda x: jnp.sum(x), "n,m"),
    ("max axis0", lambda x: jnp.max(x, 0), "n,m"),
    ("sum middle", lambda x: jnp.sum(x, 1), "n,m,c"),
    ("sum outer+inner", lambda x: jnp.sum(x, (0, 2)), "n,m,c"),
    ("any1", lambda x: jnp.any(x > 3, 1), "n,m"),
    ("count", lambda x: jnp.sum(x > 0, 1), "n,m"),
    ("logsumexp0", lambda x: jax.nn.logsumexp(x, 0), "n,m"),
    ("softmax0", lambda x: jax.nn.softmax(x, 0), "n,m"),
    ("where", lambda x, y: jnp.where(x > y, x, y * 2), "n,m", "n,m"),
    ("clip", lambda x: jnp.clip(x, -1, 1), "n,m"),
    ("sin", lambda x: jnp.sin(x), "n,m"),
    ("cos", lambda x: jnp.cos(x * 10), "n,m"),
    ("tan", lambda x: jnp.tan(x), "n,m"),
    ("atan2", lambda x, y: jnp.arctan2(x, y), "n,m", "n,m"),
    ("asin", lambda x: jnp.arcsin(jnp.clip(x, -1, 1)), "n,m"),
    ("sinh", lambda x: jnp.sinh(x), "n,m"),
    ("pow", lambda x, y: jnp.abs(x) ** y, "n,m", "n,m"),
    ("pow3", lambda x: x**3, "n,m"),
    ("log1p", lambda x: jnp.log1p(jnp.abs(x)), "n,m"),
    ("expm1", lambda x: jnp.expm1(x), "n,m"),
    ("cbrt", lambda x: jnp.cbrt(x), "n,m"),
    ("erf", lambda x: jax.scipy.special.erf(x), "n,m"),
    ("erfinv", lambda x: jax.scipy.special.erfinv(jnp.clip(x, -0.9, 0.9)), "n,m"),
    ("lgamma", lambda x: jax.scipy.special.gammaln(jnp.abs(x) + 0.1), "n,m"),
    ("digamma", lambda x: jax.scipy.special.digamma(jnp.abs(x) + 0.1), "n,m"),
    ("floor mod", lambda x, y: jnp.mod(x, y), "n,m", "n,m"),
    ("fmod", lambda x, y: jnp.fmod(x, y), "n,m", "n,m"),
    ("int div", lambda x, y: x // (y + 1), "i:n,m", "i:n,m"),
    ("int rem", lambda x: x % 7, "i:n,m"),
    ("int mul", lambda x, y: x * y + x, "i:n,m", "i:n,m"),
    ("popcount", lambda x: lax.population_count(x), "i:n,m"),
    ("clz", lambda x: lax.clz(x), "i:n,m"),
    ("shift", lambda x: (x << 3) ^ (x >> 2), "i:n,m"),
    ("round", lambda x: jnp.round(x), "n,m"),
    ("sign floor", lambda x: jnp.sign(x) * jnp.floor(x), "n,m"),
    ("cast i8", lambda x: x.astype(jnp.int8).astype(jnp.float32) * 0.5, "n,m"),
    ("bf16 mul", lambda x: (x.astype(jnp.bfloat16) * 2 + 1).astype(jnp.float32), "n,m"),
    ("f16 mul", lambda x: (x.astype(jnp.float16) * 2 + 1).astype(jnp.float32), "n,m"),
    ("dot", lambda x, y: x @ y.T, "n,m", "n,m"),
    ("dot nn", lambda x, y: x @ y, "n,m", "m,k"),
    ("dot of integers", lambda x, y: x @ y.T, "i:n,m", "i:n,m"),
    ("matvec", lambda x, y: x @ y, "n,m", "m"),
    ("vecmat", lambda x, y: x @ y, "n", "n,m"),
    ("vdot", lambda x, y: jnp.vdot(x, y), "n,m", "n,m"),
    ("batched", lambda x, y: jnp.einsum("bij,bkj->bik", x, y), "c,n,m", "c,n,m"),
    ("einsum odd", lambda x, y: jnp.einsum("ibj,kjb->bik", x, y), "n,c,m", "n,m,c"),
    (
        "conv1d",
        lambda x, k: lax.conv_general_dilated(x, k, (1,), "SAME", dimension_numbers=COLUMNS),
        "c,n,16",
        "5,16,32",
    ),
    (
        "conv2d",
        lambda x, k: lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=IMAGE),
        "c,n,m,8",
        "3,3,8,16",
    ),
    (
        "conv2d nchw",
        lambda x, k: lax.conv_general_dilated(
            x, k, (1, 1), "SAME", dimension_numbers=FEATURES_FIRST
        ),
        "c,8,n,m",
        "16,8,3,3",
    ),
    (
        "depthwise",
        lambda x, k: lax.conv_general_dilated(
            x, k, (1, 1), "SAME", feature_group_count=8, dimension_numbers=IMAGE
        ),
        "c,n,m,8",
        "3,3,1,8",
    ),
    (
        "maxpool",
        lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME"),
        "c,n,m,8",
    ),
    (
        "avgpool",
        lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 3, 3, 1), (1, 1, 1, 1), "VALID"),
        "c,n,m,8",
    ),
    (
        "bilinear",
        lambda x: jax.image.resize(x, (x.shape[0], 50, 50, x.shape[3]), "bilinear"),
        "c,n,m,8",
    ),
    ("one_hot", lambda i: jax.nn.one_hot(i, 64), "i:k"),
    (
        "gru-ish scan",
        lambda x, w: lax.scan(lambda h, a: (jnp.tanh(h @ w + a), h.sum()), x[0], x)[1],
        "n,c,8",
        "8,8",
    ),
    ("scan elementwise", lambda x: lax.scan(lambda h, a: (h * 0.9 + a, h), x[0], x)[1], "n,m"),
    ("fori", lambda x: lax.fori_loop(0, 20, lambda i, h: h * 0.9 + x, x), "n,m"),
    (
        "while newton",
        lambda x: lax.while_loop(
            lambda s: s[0] < 10, lambda s: (s[0] + 1, s[1] - 0.1 * (s[1] ** 2 - jnp.abs(x))), (0, x)
        )[1],
        "n,m",
    ),
    (
        "dus loop",
        lambda x: lax.fori_loop(0, x.shape[0], lambda i, h: h.at[i].set(h[i] * 2 + 1), x),
        "n,m",
    ),
    ("cholesky", lambda x: jnp.linalg.cholesky(x @ x.T + 100 * jnp.eye(x.shape[0])), "n,m"),
    (
        "solve tri",
        lambda x, y: jax.scipy.linalg.solve_triangular(
            jnp.tril(x @ x.T) + 100 * jnp.eye(x.shape[0]), y, lower=True
        ),
        "n,m",
        "n,8",
    ),
    ("fft", lambda x: jnp.abs(jnp.fft.fft(x, axis=-1)), "n,256"),
    ("rfft odd", lambda x: jnp.abs(jnp.fft.rfft(x, axis=-1)), "n,100"),
    ("complex", lambda x, y: jnp.abs((x + 1j * y) * (y - 1j * x)), "n,m", "n,m"),
    ("threefry uniform", lambda x: x * jax.random.uniform(jax.random.key(1), (256,)), "n,256"),
    ("kron", lambda x, y: jnp.kron(x, y), "n,8", "8,c"),
    ("trace diag", lambda x: jnp.diagonal(x @ x.T).sum(), "n,m"),
    (
        "attention",
        lambda q, k, v: (
            jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / 8, -1) @ jnp.moveaxis(v, 1, 2)
        ),
        "c,n,4,16",
        "c,m,4,16",
        "c,m,4,16",
    ),
    (
        "groupnorm",
        lambda x: (
            (x - x.mean((1, 2), keepdims=True)) / jnp.sqrt(x.var((1, 2), keepdims=True) + 1e-5)
        ),
        "c,n,m,8",
    ),
    (
        "grad layernorm",
        jax.grad(
            lambda x: jnp.sum(
                ((x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5)) ** 3
            )
        ),
        "n,m",
    ),
    (
        "grad maxpool",
        jax.grad(
            lambda x: (
                lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "VALID") ** 2
            ).sum()
        ),
        "c,n,m,8",
    ),
    (
        "grad conv k",
        jax.grad(
            lambda k, x: (
                lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=IMAGE) ** 2
            ).sum()
        ),
        "3,3,8,16",
        "c,n,m,8",
    ),
    ("grad cumsum", jax.grad(lambda x: (jnp.cumsum(x, 1) ** 2).sum()), "n,m"),
    ("grad sort", jax.grad(lambda x: (jnp.sort(x, 1) ** 3).sum()), "n,m"),
    ("grad gather", jax.grad(lambda x, i: (x[i] ** 2).sum()), "n,m", "i:n"),
    ("ravel index", lambda x: x.ravel()[::3].sum(), "n,m"),
    ("reshape merge", lambda x: x.reshape(-1, 8).sum(-1), "n,m,8"),
    (
        "space2depth",
        lambda x: (
            x.reshape(x.shape[0], x.shape[1] // 2, 2, x.shape[2] // 2, 2, 8)
            .transpose(0, 1, 3, 2, 4, 5)
            .reshape(x.shape[0], x.shape[1] // 2, x.shape[2] // 2, 32)
        ),
        "c,n2,m2,8",
    ),
    ("prod1", lambda x: jnp.prod(x, 1), "n,m"),
]
"""A name, the function, and the sizes of each operand: `i:` before those of integers."""


def operands(
    specs: tuple[str, ...], draw: np.random.Generator
) -> tuple[list[jax.ShapeDtypeStruct], list[np.ndarray]]:
    """Operands as the export sees them, and arrays."""
    scope, types, arrays = export.SymbolicScope(), list[jax.ShapeDtypeStruct](), list[np.ndarray]()
    for spec in specs:
        dtype = np.int32 if spec.startswith("i:") else np.float32
        sizes = spec.removeprefix("i:").split(",")
        known = [int(size) if size.isdigit() else SIZES[size] for size in sizes]
        shape = [
            int(size) if size.isdigit() else export.symbolic_shape(SYMBOLS[size], scope=scope)[0]
            for size in sizes
        ]
        types.append(jax.ShapeDtypeStruct(tuple(shape), dtype))
        numbers = draw.integers(0, 64, known) if dtype == np.int32 else draw.standard_normal(known)
        arrays.append(numbers.astype(dtype))
    return types, arrays


def milliseconds(*calls: Callable[[], object]) -> list[float]:
    """The least time of each, in turn."""
    least, began = [float("inf")] * len(calls), time.perf_counter()
    for _ in range(7):
        for place, call in enumerate(calls):
            start = time.perf_counter()
            call()
            least[place] = min(least[place], time.perf_counter() - start)
        if time.perf_counter() - began > 2:
            break
    return [1e3 * seconds for seconds in least]


def difference(found: Any, wanted: Any) -> float:
    """The greatest of all results, as a share of the greatest number of each."""
    shares = [0.0]
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(wanted), strict=True):
        x, y = (np.asarray(values, np.complex128) for values in (a, b))
        if x.size:
            shares.append(float(np.abs(x - y).max() / (1 + np.abs(y).max())))
    return max(shares)


def rows(names: list[str]) -> Iterator[str]:
    if unknown := set(names) - {name for name, *_ in FUNCTIONS}:
        sys.exit(f"no such function: {', '.join(sorted(unknown))}")
    draw = np.random.default_rng(0)
    for name, function, *specs in FUNCTIONS:
        if names and name not in names:
            continue
        types, arrays = operands(tuple(specs), draw)
        model = Model(export.export(jax.jit(function))(*types).mlir_module(), engine="native")
        jitted = jax.jit(function)
        off = difference(model(*arrays), jitted(*arrays))
        ours, xla = milliseconds(
            lambda: model(*arrays),  # noqa: B023
            lambda: jax.block_until_ready(jitted(*arrays)),  # noqa: B023
        )
        yield f"| {name} | {ours:.3f} | {xla:.3f} | {ours / xla:.2f} | {off:.1e} |"


if __name__ == "__main__":
    print("| function | native, ms | XLA, ms | native / XLA | difference |")
    print("| --- | --- | --- | --- | --- |")
    for row in rows(sys.argv[1:]):
        print(row, flush=True)
