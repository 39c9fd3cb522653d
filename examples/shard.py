"""One model on eight devices: tieshape proves or guards the split, XLA's partitioner runs it.

    python examples/shard.py

JAX writes two programs with a batch of unknown size: an encoder layer and a training step.
`tieshape-shard` splits their batches over a mesh of eight devices, here virtual ones of the CPU.
Sizes of a call are put in, XLA partitions, and what all devices compute together is compared with
what one device computes. Needs `tieshape[jax]`.
"""

import os
import re
from collections.abc import Callable, Sequence
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jax._src import compiler
from jax._src.interpreters import mlir
from jax._src.lib import _jax
from jaxlib.mlir import ir
from tieshape.lowering.export_stablehlo.export_stablehlo import ExportStablehloPass
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes import ShardPass
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, print_module

DEVICES = 8
COLLECTIVES = ("all-reduce", "all-gather", "all-to-all", "collective-permute", "reduce-scatter")
WIDTH, HEADS, TOKENS = 32, 4, 6


def encoder(x: Any, weights: Any, up: Any, down: Any) -> Any:
    """A layer of attention and a layer of two products, each with its normalization."""

    def normal(x: Any) -> Any:
        return (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5)

    query, key, value = (
        jnp.einsum("bsd,dhe->bhse", normal(x), w.reshape(WIDTH, HEADS, -1)) for w in weights
    )
    scores = jax.nn.softmax(jnp.einsum("bhse,bhte->bhst", query, key) / WIDTH**0.5)
    mixed = jnp.einsum("bhst,bhte->bshe", scores, value).reshape(x.shape)
    x = x + mixed
    return x + jax.nn.gelu(normal(x) @ up) @ down


def training_step(x: Any, y: Any, w: Any) -> Any:
    """The loss of a regression, and the weights after a step along its gradient."""
    loss, gradient = jax.value_and_grad(lambda w: jnp.mean((jnp.tanh(x @ w) - y) ** 2))(w)
    return loss, w - 0.1 * gradient


def sharded(
    program: Callable[..., Any], arguments: Sequence[Any], split: str, form: str = "shardy"
) -> str:
    """The text of `program` with the first size of the arguments in `split` over all devices.

    form: "shardy", or "mhlo" for XLA's older partitioner
    """
    (batch,) = export.symbolic_shape("batch")
    shapes = [
        jax.ShapeDtypeStruct((batch, *a.shape[1:]) if f"{i}=" in split else a.shape, a.dtype)
        for i, a in enumerate(arguments)
    ]
    module = parse_module(export.export(jax.jit(program))(*shapes).mlir_module())
    steps = (
        *TieshapePass().pipeline(),
        ShardPass(mesh=f"data={DEVICES}", arguments=split, form=form),
        ExportStablehloPass(),
    )
    for step in steps:
        step.apply(new_context(), module)
    return print_module(module)


def run(text: str, arguments: Sequence[Any], devices: int) -> tuple[list[np.ndarray], list[str]]:
    """The results of the program in `text` for `arguments`, and the collectives in it."""
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(text)
        function = next(op for op in module.body.operations if op.operation.name == "func.func")
        type_ = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
        inputs = [
            ir.RankedTensorType.get(a.shape, ir.ShapedType(t).element_type)
            for a, t in zip(arguments, type_.inputs, strict=True)
        ]
        for argument, new in zip(function.regions[0].blocks[0].arguments, inputs, strict=True):
            argument.set_type(new)
        function.attributes["function_type"] = ir.TypeAttr.get(
            ir.FunctionType.get(inputs, type_.results)
        )
        function.attributes["sym_name"] = ir.StringAttr.get("main")
        module.operation.attributes["jax.uses_shape_polymorphism"] = ir.BoolAttr.get(True)
        if devices == 1:
            for name in ("arg_attrs", "res_attrs"):
                del function.attributes[name]
        code = _jax.mlir.refine_polymorphic_shapes(
            mlir.module_to_bytecode(module),
            enable_shape_assertions=True,
            validate_static_shapes=True,
        )
    options = compiler.get_compile_options(
        num_replicas=1,
        num_partitions=devices,
        device_assignment=np.arange(devices).reshape(1, devices),
    )
    build = options.executable_build_options
    build.use_spmd_partitioning = devices > 1
    build.use_shardy_partitioner = devices > 1 and "sdy.sharding" in text
    used = jax.devices()[:devices]
    executable = used[0].client.compile_and_load(code, _jax.DeviceList(tuple(used)), options)
    mesh = jax.sharding.Mesh(np.array(used), ("data",))
    shardings = [
        jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*axes))
        for axes in _axes(text, "arg", len(arguments))
    ]
    placed = [jax.device_put(a, s) for a, s in zip(arguments, shardings, strict=True)]
    parts = executable.execute_sharded(placed).disassemble_into_single_device_arrays()
    results = [
        np.concatenate([np.asarray(p) for p in result]) if axes else np.asarray(result[0])
        for result, axes in zip(parts, _axes(text, "result", len(parts)), strict=True)
    ]
    code_text = "\n".join(m.to_string() for m in executable.hlo_modules())
    return results, [c for c in COLLECTIVES for _ in re.findall(rf" {c}(?:-start)?\(", code_text)]


def _axes(text: str, what: str, count: int) -> list[tuple[str, ...]]:
    """For each argument or result the axis of its first dimension, if it is split."""
    line = next(line for line in text.splitlines() if "func.func public" in line)
    before, after = line.rsplit(" -> ", 1)
    written = r'#sdy\.sharding<@mesh, \[(.*?)\]>|mhlo\.sharding = "{(.*?)}"'
    found = re.findall(written, before if what == "arg" else after)
    assert len(found) == count
    split = ('{"data"}', f"devices=[{DEVICES}")
    return [("data",) if "".join(entry).startswith(split) else () for entry in found]


def compare(name: str, program: Callable[..., Any], arguments: Sequence[Any], split: str) -> None:
    """Runs `program` on one device and on eight, and says what differs and what is exchanged."""
    for form in ("shardy", "mhlo"):
        text = sharded(program, arguments, split, form)
        alone, _ = run(text, arguments, 1)
        together, collectives = run(text, arguments, DEVICES)
        for one, other in zip(alone, together, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
        found = ", ".join(collectives) or "none"
        print(f"{name}, {form}: equal on 1 and {DEVICES} devices; collectives: {found}")


def refuse(program: Callable[..., Any], arguments: Sequence[Any], split: str) -> None:
    """Runs `program` with a batch that cannot be split, which the guard refuses."""
    try:
        run(sharded(program, arguments, split), arguments, DEVICES)
    except Exception as error:
        (words,) = {*re.findall(r"argument .*? must be divisible by \d+", str(error))}
        print(f"refused: {words}")


def main() -> None:
    random = np.random.default_rng(0)

    def normal(*shape: int) -> np.ndarray:
        return random.normal(0, 0.3, shape).astype(np.float32)

    weights = [normal(3, WIDTH, WIDTH), normal(WIDTH, 64), normal(64, WIDTH)]
    compare("encoder", encoder, [normal(16, TOKENS, WIDTH), *weights], "0=data,_,_")
    step = [normal(24, WIDTH), normal(24, 3), normal(WIDTH, 3)]
    compare("training step", training_step, step, "0=data,_;1=data,_")
    refuse(encoder, [normal(12, TOKENS, WIDTH), *weights], "0=data,_,_")


if __name__ == "__main__":
    main()
