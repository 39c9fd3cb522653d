"""Programs of unknown sizes in JAX, in the runner, and in JAX again: equal numbers, equal refusals."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tieshape.interop.jax import export_of
from tieshape.native.engine import is_available
from tieshape.runtime import Model, load
from tieshape.tools.tieshape import run as command

from tieshape import Runner, TieshapePass, new_context, parse_module

jax: Any = pytest.importorskip("jax", reason="jax is not installed")
jnp: Any = jax.numpy
lax: Any = jax.lax


def recurrent(x: Any, h: Any) -> Any:
    """A loop that takes rows of unknown size by its counter."""

    def step(h: Any, row: Any) -> Any:
        h = jnp.tanh(row * 0.5 + h)
        return h, h.sum(-1)

    return lax.scan(step, h, jnp.swapaxes(x, 0, 1), reverse=True)


def recurrent_gradient(x: Any, h: Any) -> Any:
    """The same with its trips computed again for the gradient."""

    def loss(h: Any) -> Any:
        body = jax.checkpoint(lambda h, row: (jnp.tanh(h * row), None))
        return (lax.scan(body, h, jnp.swapaxes(x, 0, 1))[0] ** 2).sum()

    return jax.grad(loss)(h)


def cache(x: Any, h: Any) -> Any:
    """Slices as long as another tensor, from a place that is moved inside."""
    place = jnp.argmax(x[0, :, 0])
    part = lax.dynamic_slice(x, (0, place, 0), (x.shape[0], x.shape[1] // 2, 4))
    return part + h[:, None], lax.dynamic_update_slice(x, -part, (0, place, 0))


def rolled(x: Any, h: Any) -> Any:
    return jnp.roll(x, 1, 1), jnp.roll(h, -2, 0), jnp.roll(x, x.shape[0], 1)


def folded(x: Any, h: Any) -> Any:
    """Prefix folds by a body of several ops, from either end."""
    return lax.cumlogsumexp(x, axis=1), lax.cumlogsumexp(x, axis=1, reverse=True)


def folded_unsigned(x: Any, h: Any) -> Any:
    """Prefix maxima and minima of integers without a sign, whose least number is 0."""
    n = jnp.round(jnp.abs(x) * 100).astype(jnp.uint32)
    return lax.cummax(n, 1), lax.cummin(n, 1, reverse=True)


def folded_complex(x: Any, h: Any) -> Any:
    """Prefix sums and products of complex numbers, whose neutral elements are pairs."""
    z = lax.complex(x, -x)
    return jnp.real(jnp.cumsum(z, 1)), jnp.imag(jnp.cumprod(z, 1))


def factored(x: Any, h: Any) -> Any:
    """A factor, one that there is not, and systems of it from either side."""
    matrix = x @ jnp.swapaxes(x, -1, -2)
    known = jnp.linalg.cholesky(matrix + jnp.eye(x.shape[1]))
    left = lax.linalg.triangular_solve(known, x, left_side=True, lower=True)
    right = lax.linalg.triangular_solve(known, jnp.swapaxes(x, 1, 2), lower=True, transpose_a=True)
    return known, jnp.linalg.cholesky(-matrix), left, right


def taken_apart(x: Any, h: Any) -> Any:
    """Eigenvalues of a symmetric matrix, singular values, and what their vectors build again."""
    values, vectors = jnp.linalg.eigh(jnp.einsum("bsi,bsj->bij", x, x))
    again = jnp.einsum("bij,bj,bkj->bik", vectors, values, vectors)
    u, sizes, vt = jnp.linalg.svd(x, full_matrices=False)
    return values, again, sizes, (u * sizes[:, None]) @ vt, h * values


@dataclass(frozen=True)
class Program:
    function: Callable[..., Any]
    sizes: tuple[Mapping[str, int], ...] = ({"b": 1, "s": 2}, {"b": 3, "s": 5})
    constraints: tuple[str, ...] = ("s >= 2",)
    stops: str = r"(?!)"
    """What XLA's refinement may stop at before it looks at the assertion that a shape violates."""


def tridiagonal(x: Any, h: Any) -> Any:
    """Systems of as many rows as a size says; where a matrix is singular NaN are the solutions."""
    lower, upper = x[..., 0].at[:, 0].set(0), x[..., 1].at[:, -1].set(0)
    solve = lax.linalg.tridiagonal_solve
    middle = 4 + x[..., 2]
    return solve(lower, middle, upper, x), solve(lower, middle * (h[:, :1] > 0), upper * 0, x)


def approximate(x: Any, h: Any) -> Any:
    """The comparator is a public function of its own in JAX's module."""
    return lax.approx_max_k(x, 2), lax.approx_min_k(h, 3, aggregate_to_topk=False)


def eigenvalues(x: Any, h: Any) -> Any:
    """Of Hermitian matrices and others, from either side: put together again, for vectors may have
    any phase, and eigenvalues any order.
    """
    square = jnp.einsum("bsi,bsj->bij", x, x)
    other = square + 3 * jnp.triu(square) + jnp.diag(jnp.arange(4.0))
    values, left, right = lax.linalg.eig(other)
    part = jnp.triu(square, 1)
    across = part - jnp.swapaxes(part, 1, 2)
    vectors, real = lax.linalg.eigh(square + 1j * across, symmetrize_input=False)
    again = (vectors * real[:, None]) @ jnp.conj(jnp.swapaxes(vectors, 1, 2))
    left = jnp.conj(jnp.swapaxes(left, 1, 2))
    return (
        ((right * values[:, None]) @ jnp.linalg.inv(right)).real,
        abs(left @ other - values[..., None] * left).sum(2) < 1e-3,
        again.real,
        again.imag,
        jnp.linalg.svd(square + 1j * across, compute_uv=False),
    )


PROGRAMS = (
    Program(eigenvalues),
    *map(Program, (recurrent, recurrent_gradient, cache, folded, factored, taken_apart)),
    Program(folded_complex),
    Program(folded_unsigned),
    Program(approximate),
    Program(tridiagonal),
    # With `s >= 2` a slice that begins at `-1 % s` has one row; for `s = 1` it has another size.
    Program(rolled, stops=r"Module shape refinement failed.*tensor<3x2x4xf32>"),
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.function.__name__)
def test_a_program_gives_what_jax_gives_and_refuses_what_jax_refuses(
    program: Program, tmp_path: Path
) -> None:
    scope = jax.export.SymbolicScope(program.constraints)
    given = [
        jax.ShapeDtypeStruct(jax.export.symbolic_shape(text, scope=scope), np.dtype(np.float32))
        for text in ("b, s, 4", "b, 4")
    ]
    exported = jax.export.export(jax.jit(program.function))(*given)
    text = tmp_path / "model.mlir"
    text.write_text(exported.mlir_module())
    module = parse_module(text.read_text(), "model.mlir")
    TieshapePass().apply(new_context(), module)
    assert command(["compile", str(text), "-o", str(tmp_path / "model.tie")]) == 0
    artifact = load(str(tmp_path / "model.tie"))
    again = jax.export.deserialize(bytearray(export_of(artifact).serialize()))
    random = np.random.default_rng(0)
    for sizes in program.sizes:
        b, s = sizes["b"], sizes["s"]
        arguments = [random.normal(size=n).astype(np.float32) for n in ((b, s, 4), (b, 4))]
        wanted = jax.tree_util.tree_leaves(exported.call(*arguments))
        for found in (Runner(module).run(arguments), again.call(*arguments)):
            assert len(found) == len(wanted)
            for result, expected in zip(found, wanted, strict=True):
                assert result.shape == expected.shape
                np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-5)
    for shapes in (((3, 1, 4), (3, 4)), ((3, 4, 4), (1, 4)), ((1, 4, 4), (3, 4))):
        zeros = [np.zeros(shape, np.float32) for shape in shapes]
        assert not artifact.check(shapes)
        for call, stops in ((exported.call, r"(?!)"), (again.call, program.stops)):
            with pytest.raises(ValueError, match=r"Error refining shapes|Input shapes") as info:
                call(*zeros)
            said = f"{info.value} {info.value.__cause__}"
            assert re.search(rf"Input shapes do not match|{stops}", said, re.DOTALL)


@pytest.mark.parametrize("implementation", ["rbg", "unsafe_rbg", "threefry2x32"])
def test_random_numbers_are_those_of_jax(implementation: str) -> None:
    """Of every generator, of as many as the run says, on either engine."""
    random = jax.random

    def drawn(key: Any, x: Any) -> Any:
        first, second = random.split(random.wrap_key_data(key, impl=implementation))
        kept = random.bernoulli(first, 0.3, x.shape)
        return random.uniform(first, x.shape) + x, random.normal(second, x.shape), kept

    key = random.key_data(random.key(42, impl=implementation))
    b, n = jax.export.symbolic_shape("b, n")
    exported = jax.export.export(jax.jit(drawn))(key, jax.ShapeDtypeStruct((b, n), jnp.float32))
    for engine in ("interpreter", "native") if is_available() else ("interpreter",):
        model = Model(exported.mlir_module(), engine=engine)
        for shape in ((1, 1), (3, 5), (4, 2)):
            x = np.ones(shape, np.float32)
            for found, wanted in zip(model(key, x), exported.call(key, x), strict=True):
                np.testing.assert_allclose(found, wanted, 1e-5, 1e-6)
