"""Single convolutions as machine code, in onnxruntime and in JAX: makes convolutions.md.

    python bench/native/convolutions.py --ort SITE_PACKAGES [--only WORDS] > convolutions.md

Each layer is a convolution, a bias and a maximum with 0, compiled once here and in onnxruntime for
images of any number and size; JAX compiles for the sizes of the call. Images have features first,
as ONNX has them, and here and in JAX also last. One thread each; all calls in turn in one process,
the least time of 15 rounds. Results are compared.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from onnx import TensorProto, helper, numpy_helper, save
from tieshape.interpreters.arrays import Array
from tieshape.runtime import Model
from tieshape.text.module import parse_module
from tieshape.tools.timed_calls import in_turn

from native import SETTINGS, Native, same

sys.path.append(str(Path(__file__).parents[1]))
from shared.tables import table

ROUNDS, ROUND = 15, 0.004
NHWC, NCHW = ("NHWC", "HWIO", "NHWC"), ("NCHW", "OIHW", "NCHW")


@dataclass(frozen=True)
class Layer:
    """A convolution with equal padding on all sides; `apart`: of the elements of the image."""

    channels: int
    features: int
    window: int
    stride: int = 1
    dilation: int = 1
    groups: int = 1
    apart: int = 1

    @property
    def padding(self) -> int:
        """On each side."""
        if self.apart > 1:
            return self.window - 1 - (self.window - self.apart) // 2
        return self.dilation * (self.window - 1) // 2

    def name(self) -> str:
        """As a row of the table says it."""
        words = [f"{self.window} x {self.window}, {self.channels} to {self.features}"]
        words += [f"stride {self.stride}"] if self.stride > 1 else []
        words += [f"dilation {self.dilation}"] if self.dilation > 1 else []
        words += [f"{self.groups} groups"] if self.groups > 1 else []
        words += [f"transposed by {self.apart}"] if self.apart > 1 else []
        return ", ".join(words)


LAYERS = {
    Layer(3, 16, 3): ((1, 32), (1, 112)),
    Layer(3, 64, 7, 2): ((1, 112), (1, 224)),
    Layer(16, 16, 3): ((1, 8), (1, 56), (4, 28)),
    Layer(64, 64, 3): ((1, 14), (1, 28), (1, 56)),
    Layer(64, 128, 3, 2): ((1, 28), (1, 56)),
    Layer(256, 256, 3): ((1, 7), (1, 14)),
    Layer(32, 32, 3, 1, 2): ((1, 28), (1, 56)),
    Layer(16, 64, 1): ((1, 14), (1, 56), (1, 112)),
    Layer(64, 256, 1): ((1, 7), (1, 14), (1, 56)),
    Layer(256, 64, 1): ((1, 7), (1, 14), (1, 56)),
    Layer(128, 256, 1, 2): ((1, 28), (1, 56)),
    Layer(64, 64, 3, 1, 1, 4): ((1, 28), (1, 56)),
    Layer(64, 64, 3, 1, 1, 64): ((1, 14), (1, 28), (1, 112)),
    Layer(64, 64, 3, 2, 1, 64): ((1, 28), (1, 112)),
    Layer(32, 3, 3): ((1, 28), (1, 112)),
    Layer(3, 8, 3): ((1, 32), (1, 112)),
    Layer(32, 16, 2, apart=2): ((1, 14), (1, 56)),
    Layer(32, 16, 4, apart=2): ((1, 14), (1, 56)),
    Layer(16, 4, 4, apart=2): ((1, 14), (1, 56)),
}
"""Layers, and numbers and sizes of images."""


def onnx_file(layer: Layer, weights: Array, bias: Array, path: str) -> None:
    """Saves the layer for images of any number and size."""
    pads = [(layer.window - layer.apart) // 2 if layer.apart > 1 else layer.padding] * 4
    attributes: dict[str, Any] = {"pads": pads, "group": layer.groups}
    if layer.apart > 1:
        kind, attributes["strides"] = "ConvTranspose", [layer.apart] * 2
        weights = np.ascontiguousarray(weights.transpose(1, 0, 2, 3)[:, :, ::-1, ::-1])
    else:
        kind, attributes["strides"] = "Conv", [layer.stride] * 2
        attributes["dilations"] = [layer.dilation] * 2
    nodes = [helper.make_node(kind, ["x", "w", "v"], ["c"], **attributes)]
    nodes.append(helper.make_node("Relu", ["c"], ["r"]))
    shapes = ("b", layer.channels, "h", "w"), ("b", layer.features, "p", "q")
    x, r = (
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in zip("xr", shapes, strict=True)
    )
    fixed = [numpy_helper.from_array(a, n) for n, a in (("w", weights), ("v", bias))]
    graph = helper.make_graph(nodes, "graph", [x], [r], fixed)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    save(model, path)


def features_last(layer: Layer) -> Native:
    """The layer for images with features last; the weights and the bias are arguments."""
    f, depth = layer.features, layer.channels // layer.groups
    x, y = (f"tensor<?x?x?x{n}xf32>" for n in (layer.channels, f))
    k = f"tensor<{layer.window}x{layer.window}x{depth}x{f}xf32>"
    pad, apart = [[layer.padding] * 2] * 2, [layer.apart] * 2
    return Native(
        parse_module(
            f"""
func.func @main(%x: {x}, %k: {k}, %v: tensor<{f}xf32>) -> {y} {{
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {{stride = {[layer.stride] * 2}, pad = {pad}, lhs_dilate = {apart},
      rhs_dilate = {[layer.dilation] * 2}}}
      {{feature_group_count = {layer.groups} : i64, batch_group_count = 1 : i64}}
      : ({x}, {k}) -> {y}
  %a = "tf.AddV2"(%c, %v) : ({y}, tensor<{f}xf32>) -> {y}
  %r = "tf.Relu"(%a) : ({y}) -> {y}
  func.return %r : {y}
}}
""",
            "layer.mlir",
        )
    )


def in_jax(layer: Layer, layout: tuple[str, str, str], *given: Array) -> Callable[[], Array]:
    """The layer compiled for these sizes, on arguments that are where XLA wants them."""

    def run(x: Any, weights: Any, bias: Any) -> Any:
        y = lax.conv_general_dilated(
            *(x, weights, [layer.stride] * 2, [[layer.padding] * 2] * 2, [layer.apart] * 2),
            *([layer.dilation] * 2, layout, layer.groups),
        )
        return jnp.maximum(y + (bias if layout is NHWC else bias[:, None, None]), 0)

    compiled, values = jax.jit(run), [jax.device_put(a) for a in given]
    return lambda: np.asarray(compiled(*values))


def rows_of(layer: Layer, sizes: Any, ort: Any, notes: list[str]) -> Iterator[list[str]]:
    """A row for each number and size of images."""
    random, depth = np.random.default_rng(0), layer.channels // layer.groups
    shape = (layer.features, depth, layer.window, layer.window)
    weights = random.normal(0, (depth * layer.window**2) ** -0.5, shape).astype(np.float32)
    bias = random.normal(size=layer.features).astype(np.float32)
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "layer.onnx")
        onnx_file(layer, weights, bias, path)
        session = ort.InferenceSession(path, options, ["CPUExecutionProvider"])
        model = Model(path, engine="native")
        last = features_last(layer)
        for batch, size in sizes:
            x = random.normal(size=(batch, layer.channels, size, size)).astype(np.float32)
            turned = [
                np.ascontiguousarray(x.transpose(0, 2, 3, 1)),
                np.ascontiguousarray(weights.transpose(2, 3, 1, 0)),
            ]
            calls: list[Callable[[], Any]] = [
                lambda x=x: model(x)[0],
                lambda x=x: session.run(None, {"x": x})[0],
                in_jax(layer, NCHW, x, weights, bias),
                lambda given=(*turned, bias): last.runner.run(given)[0],
                in_jax(layer, NHWC, *turned, bias),
            ]
            wanted = calls[1]()
            found = [calls[i]() for i in (0, 2)]
            found += [calls[i]().transpose(0, 3, 1, 2) for i in (3, 4)]
            for number, result in enumerate(found):
                if not same([result], [wanted]):
                    notes.append(f"{layer.name()}, {batch} of {size}: result {number} differs")
            times = [min(each) for each in in_turn(calls, ROUNDS, ROUND)]
            yield [layer.name(), f"{batch} of {size}", *_cells(wanted.size, layer, times)]


def _cells(count: int, layer: Layer, times: list[float]) -> list[str]:
    own, ort, jax_first, last, jax_last = times
    sums = count * layer.channels // layer.groups * layer.window**2 / layer.apart**2
    cells = [f"{own:.1f}", f"{2e-3 * sums / own:.0f}"]
    cells += [f"{t:.1f} ({t / own:.2f})" for t in (ort, jax_first)]
    return [*cells, f"{last:.1f}", f"{jax_last:.1f} ({jax_last / last:.2f})"]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ort", required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if os.environ | SETTINGS != os.environ:
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | SETTINGS)
    sys.path.append(options.ort)
    ort, notes, rows = __import__("onnxruntime"), list[str](), list[list[str]]()
    for layer, sizes in LAYERS.items():
        if options.only in layer.name():
            rows += rows_of(layer, sizes, ort, notes)
    heads = ("layer", "images", "features first, us", "GFLOP/s", "onnxruntime", "JAX, static")
    table((*heads, "features last, us", "JAX, static"), rows)
    print("\n" + "\n".join(starmap("- {}".format, ([note] for note in notes))))
    print(f"\nload {os.getloadavg()[0]:.1f}", file=sys.stderr)


if __name__ == "__main__":
    main()
