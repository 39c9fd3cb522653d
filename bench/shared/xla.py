"""Programs of StableHLO with unknown sizes in XLA, as tieshape exports them."""

from __future__ import annotations

import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax
import numpy as np
from jax._src import compiler
from jax._src.interpreters import mlir
from jax._src.lib import _jax
from jaxlib.mlir import ir
from tieshape.lowering.convert_chlo_to_mhlo import ConvertChloToMhloPass
from tieshape.lowering.export_stablehlo.export_stablehlo import export
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes import FusePass, StripPass, VersionBroadcastsPass
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, print_module


def text_of(source: str, route: str, consumer: str) -> str:
    """`source` for a consumer.

    none: as it is. forms: lowered, nothing known of sizes. facts: lowered, with facts. passes:
    optimized, nothing known of sizes. both: as `tieshape export`.
    """
    if route == "none":
        return source
    module = parse_module(source, "model.mlir")
    context = new_context()
    for step in TieshapePass().pipeline():
        if not isinstance(step, FusePass | VersionBroadcastsPass):
            step.apply(context, module)
        if isinstance(step, ConvertChloToMhloPass) and route in ("forms", "facts"):
            break
    if route in ("forms", "passes"):
        StripPass(guards="drop").apply(context, module)
    export(module, context, consumer=consumer)
    return print_module(module)


def refined(text: str, arguments: list[np.ndarray]) -> bytes:
    """The program for the sizes of `arguments`, as bytecode."""
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(text)
        functions = [op for op in module.body.operations if op.operation.name == "func.func"]
        main = next(
            f
            for f in functions
            if "sym_visibility" not in f.attributes
            or "public" in str(f.attributes["sym_visibility"])
        )
        type_ = ir.FunctionType(ir.TypeAttr(main.attributes["function_type"]).value)
        inputs = [
            ir.RankedTensorType.get(a.shape, ir.ShapedType(t).element_type)
            for a, t in zip(arguments, type_.inputs, strict=True)
        ]
        for value, new in zip(main.regions[0].blocks[0].arguments, inputs, strict=True):
            value.set_type(new)
        signature = ir.FunctionType.get(inputs, type_.results)
        main.attributes["function_type"] = ir.TypeAttr.get(signature)
        main.attributes["sym_name"] = ir.StringAttr.get("main")
        module.operation.attributes["jax.uses_shape_polymorphism"] = ir.BoolAttr.get(True)
        return _jax.mlir.refine_polymorphic_shapes(
            mlir.module_to_bytecode(module),
            enable_shape_assertions=True,
            validate_static_shapes=True,
        )


def run_in_xla(code: bytes, arguments: list[np.ndarray]) -> list[np.ndarray]:
    device = jax.devices()[0]
    options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
    program = device.client.compile_and_load(code, _jax.DeviceList((device,)), options)
    return [np.asarray(r) for r in program.execute([jax.device_put(a) for a in arguments])]
