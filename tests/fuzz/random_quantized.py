"""Random networks of bytes between QuantizeLinear and DequantizeLinear, against onnx's evaluator.

`python tests/fuzz/random_quantized.py --count 200 --seed 0` exits 1 where a network does not compile, or computes
something else on the interpreter or as machine code. Scales are powers of two, so that all numbers are exact, however
they are added up.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator
from tieshape.interop.onnx.import_model import translated
from tieshape.interop.onnx.protobuf import of_proto
from tieshape.native.engine import is_available

from tests.fuzz.seeds import options_of, search
from tieshape import Runner, TieshapePass, new_context, parse_module, print_module

STEPS = 12
FLOAT, UNSIGNED = 1, 2


@dataclass(frozen=True)
class Image:
    """A value `[batch, channels, height, width]` of floats."""

    name: str
    channels: int
    is_dequantized: bool = False


class Network:
    """A model that grows."""

    def __init__(self, seed: int):
        self.random, self.numbers = Random(seed), np.random.default_rng(seed)
        self.nodes, self.constants = list[Any](), dict[str, Any]()
        self.results = list[str]()
        channels = self.random.choice([2, 3, 4])
        height, width = self.random.choice([(4, 4), (5, 6), (7, 3)])
        self.image = self.numbers.integers(0, 256, (2, channels, height, width), np.uint8)
        scale, zero = self.constant(np.float32(2**-7)), self.constant(np.uint8(128))
        first = self.node("DequantizeLinear", "x", scale, zero)
        self.images = [Image(first, channels, is_dequantized=True)]
        steps = [self.convolution] * 4 + [self.sum, self.sum, self.window, self.turn, self.both]
        steps += [self.rectified, self.clipped, self.by_channel, self.product]
        for _ in range(STEPS):
            self.random.choice(steps)(self.random.choice(self.images[-3:]))
        self.results.append(self.images[-1].name)

    def constant(self, array: Any) -> str:
        name = f"c{len(self.constants)}"
        self.constants[name] = np.asarray(array)
        return name

    def node(self, kind: str, *given: str, **attributes: Any) -> str:
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, given, [name], **attributes))
        return name

    def add(self, name: str, channels: int, **more: bool) -> None:
        self.images.append(Image(name, channels, **more))

    def rounded(self, name: str) -> str:
        """To bytes and back, as a quantizer writes it before each product."""
        dtype, zeros = self.random.choice([(np.uint8, [0, 5, 128]), (np.int8, [0, -3, 20])])
        scale = self.constant(np.float32(2.0 ** -self.random.randint(3, 6)))
        zero = self.constant(dtype(self.random.choice(zeros)))
        return self.node(
            "DequantizeLinear", self.node("QuantizeLinear", name, scale, zero), scale, zero
        )

    def quantized(self, image: Image) -> Image:
        if image.is_dequantized:
            return image
        self.add(self.rounded(image.name), image.channels, is_dequantized=True)
        return self.images[-1]

    def weights(self, *shape: int, axis: int = 0) -> str:
        """Constant bytes as floats, with a scale for all or for each entry of `axis`."""
        dtype, low, zero = self.random.choice(
            [(np.int8, -20, 0), (np.uint8, 108, 128), (np.int8, -9, 2)]
        )
        whole = self.constant(self.numbers.integers(low, low + 41, shape).astype(dtype))
        if self.random.random() < 0.5:
            scale, middle = np.float32(2**-5), dtype(zero)
            return self.node("DequantizeLinear", whole, *map(self.constant, (scale, middle)))
        scales = (2.0 ** -self.numbers.integers(3, 7, shape[axis])).astype(np.float32)
        middles = np.full(shape[axis], zero, dtype)
        given = map(self.constant, (scales, middles))
        return self.node("DequantizeLinear", whole, *given, axis=axis)

    def convolution(self, image: Image) -> None:
        image, size = self.quantized(image), self.random.choice([1, 3])
        features, half = self.random.choice([2, 3, 5, 8]), size // 2
        given = [image.name, self.weights(features, image.channels, size, size)]
        if self.random.random() < 0.5:
            given.append(
                self.constant(self.numbers.integers(-8, 8, features).astype(np.float32) / 8)
            )
        self.add(self.node("Conv", *given, pads=[half] * 4, kernel_shape=[size] * 2), features)

    def by_channel(self, image: Image) -> None:
        image = self.quantized(image)
        weights = self.weights(image.channels, 1, 3, 3)
        sizes = {"pads": [1] * 4, "kernel_shape": [3, 3], "group": image.channels}
        self.add(self.node("Conv", image.name, weights, **sizes), image.channels)

    def sum(self, image: Image) -> None:
        others = [other for other in self.images if other.channels == image.channels]
        other = self.random.choice(others).name
        self.add(self.node("Add", image.name, other), image.channels)

    def both(self, image: Image) -> None:
        other = self.random.choice(self.images)
        if image.channels + other.channels <= 12:
            name = self.node("Concat", image.name, other.name, axis=1)
            self.add(name, image.channels + other.channels)

    def window(self, image: Image) -> None:
        sizes = {"kernel_shape": [3, 3], "pads": [1] * 4}
        self.add(self.node("MaxPool", image.name, **sizes), image.channels)

    def turn(self, image: Image) -> None:
        """Features last, something, and back; or what was made there is a result."""
        turned = self.node("Transpose", image.name, perm=[0, 2, 3, 1])
        made = self.node("Relu", turned)
        if self.random.random() < 0.3:
            self.results.append(made)
        self.add(self.node("Transpose", made, perm=[0, 3, 1, 2]), image.channels)

    def rectified(self, image: Image) -> None:
        self.add(self.node("Relu", image.name), image.channels)

    def clipped(self, image: Image) -> None:
        ends = self.constant(np.float32(-1)), self.constant(np.float32(1.5))
        self.add(self.node("Clip", image.name, *ends), image.channels)

    def product(self, image: Image) -> None:
        """The greatest of each channel, times a matrix: a result."""
        rows = self.rounded(self.node("Flatten", self.node("GlobalMaxPool", image.name)))
        if self.random.random() < 0.5:
            weights = self.weights(7, image.channels)
            self.results.append(self.node("Gemm", rows, weights, transB=1))
        else:
            weights = self.weights(image.channels, 7, axis=1)
            self.results.append(self.node("MatMul", rows, weights))

    def model(self) -> Any:
        names = ["n", self.image.shape[1], "h", "w"]
        if self.random.random() < 0.5:
            names[2:] = self.image.shape[2:]
        image = helper.make_tensor_value_info("x", UNSIGNED, names)
        results = [
            helper.make_tensor_value_info(name, FLOAT, None) for name in dict.fromkeys(self.results)
        ]
        tensors = [numpy_helper.from_array(array, name) for name, array in self.constants.items()]
        graph = helper.make_graph(self.nodes, "g", [image], results, tensors)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)], ir_version=9)


def fault_of(seed: int) -> str | None:
    """What is wrong with a network; None where all is well."""
    network = Network(seed)
    proto = network.model()
    wanted = ReferenceEvaluator(proto).run(None, {"x": network.image})
    try:
        engines = _engines(proto)
        found = {name: run([network.image]) for name, run in engines.items()}
    except Exception as error:  # any exception at all is what we look for
        return f"{type(error).__name__}: {error}"
    for name, results in found.items():
        for place, (own, other) in enumerate(zip(results, wanted, strict=True)):
            if (own.shape, own.dtype) != (other.shape, other.dtype):
                return f"{name}: result {place} is {own.shape}, not {other.shape}"
            if not np.array_equal(own, other):
                return f"{name}: result {place} is off by {np.abs(own - other).max()}"
    return None


def _engines(proto: Any) -> dict[str, Callable[[list[Any]], list[Any]]]:
    context = new_context()
    module = parse_module(
        print_module(translated(of_proto(proto), "model.onnx")), "model.mlir", context
    )
    TieshapePass(strict=True).apply(context, module)
    runner = Runner(module)
    found: dict[str, Callable[[list[Any]], list[Any]]] = {"interpreter": runner.run}
    if is_available():
        from tieshape.native.program import NativeProgram

        copy = parse_module(print_module(module), "model.mlir", context)
        found["machine code"] = NativeProgram(copy, Runner(copy).function).run
    return found


def main() -> int:
    options = options_of(__doc__, 100).parse_args()
    return search(fault_of, "networks of bytes", options.seed, options.count)


if __name__ == "__main__":
    sys.exit(main())
