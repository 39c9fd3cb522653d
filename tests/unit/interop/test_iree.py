"""Programs of JAX with unknown sizes in IREE: compiled once, run at several sizes, refused in words."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tieshape.lowering.export_stablehlo.export_stablehlo import export
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

from ...fuzz.against_tensorflow.in_iree import compiled_by_iree

jax: Any = pytest.importorskip("jax", reason="jax is not installed")
pytest.importorskip("iree.compiler", reason="iree-base-compiler is not installed")
pytest.importorskip("iree.runtime", reason="iree-base-runtime is not installed")
jnp: Any = jax.numpy
lax: Any = jax.lax


def attention(x: Any) -> Any:
    return jax.nn.softmax(x @ jnp.swapaxes(x, 1, 2)) @ x


def normal(x: Any) -> Any:
    return (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5)


def merged(x: Any) -> Any:
    return x.reshape((-1, x.shape[2])).sum(0), x.reshape((x.shape[0], -1))


def pooled(x: Any) -> Any:
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 1), (1, 2, 1), "SAME")


def convolved(x: Any) -> Any:
    kernel = jnp.arange(24, dtype=x.dtype).reshape(3, 4, 2) / 24
    return lax.conv_general_dilated(
        x, kernel, (1,), "SAME", dimension_numbers=("NWC", "WIO", "NWC")
    )


def convolved_in_groups(x: Any) -> Any:
    """Two groups of features, three results of each."""
    kernel = jnp.arange(36, dtype=x.dtype).reshape(3, 2, 6) / 36
    names = ("NWC", "WIO", "NWC")
    return lax.conv_general_dilated(
        x, kernel, (2,), ((1, 1),), dimension_numbers=names, feature_group_count=2
    )


def filtered(x: Any) -> Any:
    """By a kernel of unknown size, which is as long as half the rows."""
    kernel = x[0, : x.shape[1] // 2 + 1, :, None]
    names = ("NWC", "WIO", "NWC")
    return lax.conv_general_dilated(
        x, kernel, (1,), ((2, 1),), rhs_dilation=(2,), dimension_numbers=names
    )


def looked_up(x: Any) -> Any:
    table = jnp.arange(20.0, dtype=x.dtype).reshape(5, 4)
    return table[jnp.clip((x[..., 0] * 3).astype(jnp.int32), 0, 4)]


def scattered(x: Any) -> Any:
    rows = (jnp.abs(x[..., 0]) * 3).astype(jnp.int32) % 3
    return jnp.zeros((x.shape[0], 3)).at[jnp.arange(x.shape[0])[:, None], rows].add(1.0)


def scattered_outside(x: Any) -> Any:
    """Rows far outside of the operand, and rows that are inside."""
    rows = jnp.where(jnp.arange(x.shape[0]) == 0, 0, (x[:, 0, 0] * 1e6).astype(jnp.int32))
    zeros = jnp.zeros((x.shape[0], 4))
    y = zeros.at[rows].add(x[:, 0], mode="drop")
    windows = zeros.at[rows[:1], 1].set(7.0, mode="drop")
    return y, zeros.at[rows].set(1.0, mode="drop"), zeros.at[:, 2].set(y[:, 0]), windows


def key_of(x: Any) -> Any:
    bits = lax.bitcast_convert_type(x[0, 0, :2], jnp.uint32)
    return jax.random.wrap_key_data(bits, impl="threefry2x32")


def drawn(x: Any) -> Any:
    key = key_of(x)
    bits = jax.random.bits(key, x.shape, jnp.uint32)
    return (
        x + jax.random.normal(key, x.shape),
        bits // 7,
        jnp.maximum(bits, 9),
        bits > jnp.uint32(2**31),
    )


def sorted_places(x: Any) -> Any:
    """Only the places of a sort are read, and places that something else reads as well."""
    places = jnp.argsort(x, axis=1)
    return places, jnp.take_along_axis(-x, places, 1), jnp.argsort(-x, axis=1)


def sorted_beside_places(x: Any) -> Any:
    """The places of a sort are not read, or their number alone."""
    keys, places = lax.sort((x, lax.broadcasted_iota(jnp.int32, x.shape, 1)), dimension=1)
    return lax.sort((x, lax.broadcasted_iota(jnp.int32, x.shape, 2)))[0], keys, places.shape[1] * x


def columns(x: Any) -> Any:
    """A column of rows, read at computed places."""
    flat = x.reshape(-1, 4)
    places = jnp.argsort(x[:, 0, 0])
    return flat[:, 1][places], x[:, 0, 2][places % 2]


def sorted_with_ties(x: Any) -> Any:
    """Equal keys keep their order, in one sort of several and in others beside it."""
    keys = jnp.round(x).astype(jnp.int32) % 2
    return *lax.sort((keys, x), dimension=1), jnp.argsort(x, axis=1), *lax.sort((keys, -x))


def put_in_rows(x: Any) -> Any:
    """A window for each row, and one for all."""
    x = jnp.asarray(x)
    starts = jnp.argmax(x[:, :, 0], axis=1) - 1
    part = -x[:, : x.shape[1] // 2 + 1]
    put = jax.vmap(lambda row, part, i: lax.dynamic_update_slice(row, part, (i, 0)))
    return put(x, part, starts), x.at[:, starts[0]].set(7.0), x.at[starts[0]].set(2.0)


def halved(x: Any) -> Any:
    """A loop that hands on what no trip changes."""

    def body(_: Any, limits: Any) -> Any:
        low, high = limits
        middle = (low + high) / 2
        up = jnp.mean(x[..., 0] < middle[:, None], 1) < 0.5
        return jnp.where(up, middle, low), jnp.where(up, high, middle)

    return lax.fori_loop(0, 20, body, (x[..., 0].min(1) - 1, x[..., 0].max(1) + 1))


def complex_products(x: Any) -> Any:
    """A vector by a matrix, matrices by each other, and a convolution."""
    y = x[..., :2] + 1j * x[..., 2:]
    row = y[0, :, 0] @ (y[0] * 1j)
    square = jnp.einsum("bsi,btj->bstij", y, jnp.conj(y)).sum((-1, -2))
    names = ("NWC", "WIO", "NWC")
    kernel = jnp.asarray([[[1.0 + 2j], [0.5j]]], y.dtype)
    wide = lax.conv_general_dilated(y, kernel, (1,), "SAME", dimension_numbers=names)
    return row.real, row.imag, jnp.abs(square), wide.imag


def transformed(x: Any) -> Any:
    y = jnp.fft.rfftn(x, axes=(2,))
    return jnp.abs(y), jnp.fft.irfft(y, axis=2), jnp.fft.ifft(x * 1j).imag


def drawn_from_keys(x: Any) -> Any:
    """A key that is a constant, and one that the run gives, which is split."""
    known = jax.random.normal(jax.random.key(7), x.shape)
    return x + known, jax.random.randint(key_of(x), x.shape, 0, 9)


def rolled(x: Any) -> Any:
    return jnp.roll(x, 1, 1), jnp.roll(x, -2, 1)


def computed_again(x: Any) -> Any:
    def loss(w: Any) -> Any:
        def step(total: Any, row: Any) -> Any:
            return jnp.tanh(total @ w + row), None

        start = jnp.zeros((x.shape[0], 4))
        return (lax.scan(jax.checkpoint(step), start, jnp.swapaxes(x, 0, 1))[0] ** 2).sum()

    return jax.grad(loss)(jnp.eye(4, dtype=x.dtype) / 2)


def scanned(x: Any) -> Any:
    def step(total: Any, row: Any) -> Any:
        total = jnp.tanh(total + row)
        return total, total * 2

    return lax.scan(step, jnp.zeros((x.shape[0], 4)), jnp.swapaxes(x, 0, 1))


def shifted(x: Any) -> Any:
    return jnp.cumsum(x, axis=1), jnp.pad(x, ((0, 0), (1, 2), (0, 0)), constant_values=7.0)


def ordered(x: Any) -> Any:
    return jnp.sort(x, axis=1), jnp.argmax(x, axis=1), x[:, ::-1]


def joined(x: Any) -> Any:
    return jnp.concatenate([x, -x], axis=1), jnp.where(x > 0, x, 0), jnp.tile(x, (1, 2, 1))


PROGRAMS = (
    attention,
    normal,
    merged,
    pooled,
    convolved,
    convolved_in_groups,
    filtered,
    looked_up,
    scattered,
    scattered_outside,
    drawn,
    sorted_places,
    sorted_beside_places,
    columns,
    sorted_with_ties,
    put_in_rows,
    halved,
    complex_products,
    transformed,
    drawn_from_keys,
    rolled,
    computed_again,
    scanned,
    shifted,
    ordered,
    joined,
)


def compiled(program: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """What runs `program`, compiled by IREE for all sizes that have a name in `arguments`."""
    module = parse_module(jax.export.export(jax.jit(program))(*arguments).mlir_module())
    TieshapePass().apply(new_context(), module)
    export(module, new_context(), consumer="iree")
    return compiled_by_iree(module, "main", "local-task")


def argument(text: str) -> Any:
    return jax.ShapeDtypeStruct(jax.export.symbolic_shape(text), np.dtype(np.float32))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_program_of_unknown_sizes_gives_what_jax_gives(program: Callable[..., Any]) -> None:
    function = compiled(program, argument("b, s, 4"))
    random = np.random.default_rng(0)
    for shape in ((1, 1, 4), (2, 5, 4), (3, 8, 4)):
        x = random.normal(size=shape).astype(np.float32)
        wanted = jax.tree_util.tree_leaves(jax.jit(program)(x))
        found = function(x)
        found = found if isinstance(found, list | tuple) else [found]
        assert len(found) == len(wanted)
        for result, expected in zip(map(np.asarray, found), wanted, strict=True):
            assert result.shape == expected.shape
            np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-5)


def test_sizes_that_a_guard_refuses_are_refused_in_its_words(tmp_path: Path) -> None:
    (b,) = jax.export.symbolic_shape("b")
    one = jax.ShapeDtypeStruct((b, 4), np.dtype(np.float32))
    function = compiled(lambda x, y: x + y, one, one)
    x, y = np.ones((2, 4), np.float32), np.ones((3, 4), np.float32)
    np.testing.assert_array_equal(np.asarray(function(x, x)), x + x)
    with pytest.raises(RuntimeError, match=r"the specification 'b'"):
        function(x, y)


def test_a_size_that_divides_is_refused_where_it_is_0() -> None:
    function = compiled(lambda x: jnp.roll(x, x.shape[1] // 2, 1), argument("b, s, 4"))
    x = np.arange(12, dtype=np.float32).reshape(1, 3, 4)
    np.testing.assert_array_equal(np.asarray(function(x)), np.roll(x, 1, 1))
    with pytest.raises(RuntimeError, match="dimension variable 's'"):
        function(x[:, :0])
