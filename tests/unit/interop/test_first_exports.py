"""Programs that people exported first, from JAX and by XLA's own passes: text goes in and out."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tieshape.interpreters import RunError, Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes import StripPass
from tieshape.text.context import new_context

from tieshape import parse_module, print_module

jax: Any = pytest.importorskip("jax", reason="jax is not installed")
numpy_of_jax: Any = jax.numpy


def dense(x: Any, y: Any, w: Any) -> Any:
    return jax.nn.softmax(numpy_of_jax.tanh(x @ w) + y, axis=-1)


def attention(q: Any, k: Any, v: Any) -> Any:
    scores = numpy_of_jax.einsum("bqd,bkd->bqk", q, k)
    return numpy_of_jax.einsum("bqk,bkd->bqd", jax.nn.softmax(scores), v)


def reshaped(x: Any) -> Any:
    return numpy_of_jax.reshape(x, (x.shape[0] * x.shape[1], -1)).sum(0)


def static(x: Any, w: Any) -> Any:
    return jax.nn.relu(x @ w)


PROGRAMS: dict[str, tuple[Callable[..., Any], list[str], list[tuple[int, ...]]]] = {
    "dense": (dense, ["b,16", "b,8", "16,8"], [(3, 16), (3, 8), (16, 8)]),
    "attention": (attention, ["b,q,16", "b,k,16", "b,k,16"], [(2, 3, 16), (2, 5, 16), (2, 5, 16)]),
    "reshaped": (reshaped, ["b,q,16"], [(2, 3, 16)]),
    "static": (static, ["4,16", "16,8"], [(4, 16), (16, 8)]),
}


def exported(name: str) -> str:
    function, sizes, examples = PROGRAMS[name]
    arrays = [jax.ShapeDtypeStruct(shape, np.float32) for shape in examples]
    shapes = jax.export.symbolic_args_specs(arrays, sizes)
    return jax.export.export(jax.jit(function))(*shapes).mlir_module()


def mhlo_context() -> Any:
    from jax._src.interpreters import mlir
    from jaxlib.mlir.dialects import mhlo

    context = mlir.make_ir_context()
    mhlo.register_mhlo_dialect(context)
    mhlo.register_mhlo_passes()
    return context


def legalized(text: str) -> str:
    """The same program in the mhlo dialect, by XLA's pass, printed by its printer."""
    from jaxlib.mlir import ir, passmanager

    with mhlo_context():
        module = ir.Module.parse(text)
        pipeline = passmanager.PassManager.parse("builtin.module(stablehlo-legalize-to-hlo)")
        pipeline.run(module.operation)
        return str(module)


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_text_of_jax_and_of_xla_is_compiled_and_read_by_xla_again(name: str, dialect: str) -> None:
    from jaxlib.mlir import ir

    text = exported(name)
    if dialect == "mhlo":
        text = legalized(text)
        assert "mhlo." in text
        assert "stablehlo.add" not in text
    function, _, shapes = PROGRAMS[name]
    noise = np.random.default_rng(0)
    given = [noise.standard_normal(shape, np.float32) for shape in shapes]
    module = parse_module(text)
    TieshapePass().apply(new_context(), module)
    (result,) = Runner(module).run(given)
    np.testing.assert_allclose(result, function(*given), rtol=1e-4, atol=1e-5)
    StripPass().apply(new_context(), module)
    plain = print_module(module)
    assert "sdim." not in plain
    with mhlo_context():
        assert ir.Module.parse(plain).operation.verify()
    (again,) = Runner(parse_module(plain)).run(given)
    np.testing.assert_array_equal(again, result)


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_what_jax_asserts_is_a_guard_before_and_after_stripping(dialect: str) -> None:
    text = exported("dense")
    module = parse_module(text if dialect == "stablehlo" else legalized(text))
    TieshapePass().apply(new_context(), module)
    assert "[@b, 16]" in print_module(module)
    given = [np.ones(shape, np.float32) for shape in [(3, 16), (2, 8), (16, 8)]]
    with pytest.raises(RunError, match="Found inconsistency between dimension size args"):
        Runner(module).run(given)
    StripPass().apply(new_context(), module)
    with pytest.raises(RunError, match=r"an assertion fails: .*Found inconsistency between"):
        Runner(module).run(given)
