"""The encoder of `interchange.py`: in JAX, and the same in ONNX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export as jax_export

LAYERS, WIDTH, HEADS = 4, 256, 8
OPSET = 20


def encoder(x: Any, layers: Any) -> Any:
    def normal(x: Any) -> Any:
        return (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5)

    for weights, up, down in layers:
        split = (*x.shape[:2], HEADS, WIDTH // HEADS)
        q, k, v = (jnp.transpose((normal(x) @ w).reshape(split), (0, 2, 1, 3)) for w in weights)
        scores = jax.nn.softmax(q @ jnp.swapaxes(k, 2, 3) / (WIDTH // HEADS) ** 0.5)
        x = x + jnp.transpose(scores @ v, (0, 2, 1, 3)).reshape(x.shape)
        x = x + jax.nn.gelu(normal(x) @ up) @ down
    return x


def random_layers(random: np.random.Generator) -> list[Any]:
    """Weights: three of attention, two of the products after it, for each layer."""

    def draw(*shape: int) -> np.ndarray:
        return random.normal(0, WIDTH**-0.5, shape).astype(np.float32)

    return [
        ([draw(WIDTH, WIDTH) for _ in range(3)], draw(WIDTH, 4 * WIDTH), draw(4 * WIDTH, WIDTH))
        for _ in range(LAYERS)
    ]


def stablehlo_of(layers: Any) -> str:
    """JAX's export with batch and tokens unknown; the weights are arguments."""
    sizes = jax_export.symbolic_shape("b, s")
    given = jax.ShapeDtypeStruct((*sizes, WIDTH), np.dtype(np.float32))
    return jax_export.export(jax.jit(encoder))(given, layers).mlir_module()


def write_onnx(layers: Any, path: Path) -> None:
    """The same operations as an ONNX model, with the same arguments in the same order."""
    import onnx
    from onnx import TensorProto, helper

    graph = _Graph()
    shapes = [("b", "s", WIDTH), *(w.shape for w in jax.tree_util.tree_leaves(layers))]
    names = [f"in_{i}" for i in range(len(shapes))]
    result = graph.encoder(names[0], iter(names[1:]))
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in zip(names, shapes, strict=True)
    ]
    output = helper.make_tensor_value_info(result, TensorProto.FLOAT, ("b", "s", WIDTH))
    made = helper.make_graph(graph.nodes, "encoder", inputs, [output], graph.constants)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, path)


class _Graph:
    """Nodes in order, each with one result."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def add(self, op: str, *operands: str, **attributes: object) -> str:
        from onnx import helper

        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, operands, [name], **attributes))
        return name

    def constant(self, values: float | Sequence[int]) -> str:
        from onnx import numpy_helper

        name = f"c{len(self.constants)}"
        is_number = isinstance(values, float)
        array = np.array(values, np.float32 if is_number else np.int64)
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def normal(self, x: str) -> str:
        axes = self.constant([-1])
        centered = self.add("Sub", x, self.add("ReduceMean", x, axes))
        variance = self.add("ReduceMean", self.add("Mul", centered, centered), axes)
        variance = self.add("Add", variance, self.constant(1e-5))
        return self.add("Div", centered, self.add("Sqrt", variance))

    def encoder(self, x: str, weights: Iterator[str]) -> str:
        split = self.constant([0, 0, HEADS, WIDTH // HEADS])
        joined, scale = self.constant([0, 0, WIDTH]), self.constant((WIDTH // HEADS) ** 0.5)
        for _ in range(LAYERS):
            parts = [
                self.add(
                    "Transpose",
                    self.add("Reshape", self.add("MatMul", self.normal(x), next(weights)), split),
                    perm=perm,
                )
                for perm in ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3])
            ]
            scores = self.add("Div", self.add("MatMul", parts[0], parts[1]), scale)
            mixed = self.add("MatMul", self.add("Softmax", scores, axis=-1), parts[2])
            mixed = self.add("Transpose", mixed, perm=[0, 2, 1, 3])
            x = self.add("Add", x, self.add("Reshape", mixed, joined))
            wide = self.add("MatMul", self.normal(x), next(weights))
            wide = self.add("Gelu", wide, approximate="tanh")
            x = self.add("Add", x, self.add("MatMul", wide, next(weights)))
        return x
