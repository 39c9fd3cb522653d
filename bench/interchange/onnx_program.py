"""A model by `onnx.helper` with the inputs that it is tried with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from onnx import AttributeProto, ModelProto, checker, helper, numpy_helper

node: Any = helper.make_node
value: Any = helper.make_tensor_value_info
Arrays = tuple[np.ndarray, ...]


@dataclass(frozen=True)
class OnnxProgram:
    """A model, and the inputs that it is tried with."""

    name: str
    model: ModelProto
    cases: Sequence[Arrays]


class Maker:
    """Graphs with weights from one source of random numbers."""

    def __init__(self) -> None:
        self.random = np.random.default_rng(0)

    def draw(self, *shape: int) -> np.ndarray:
        return self.random.normal(0, 0.4, shape).astype(np.float32)

    def whole(self, low: int, high: int, *shape: int) -> np.ndarray:
        return self.random.integers(low, high, shape)

    def program(
        self,
        name: str,
        nodes: Sequence[Any],
        inputs: Sequence[Any],
        outputs: Sequence[Any],
        weights: dict[str, Any],
        cases: Sequence[Arrays],
        opset: int = 20,
        functions: Sequence[Any] = (),
    ) -> OnnxProgram:
        stored = [numpy_helper.from_array(np.asarray(v), n) for n, v in weights.items()]
        graph = helper.make_graph(nodes, name, inputs, outputs, stored)
        domains = [helper.make_opsetid("", opset)]
        domains += [helper.make_opsetid("my", 1)] if functions else []
        model = helper.make_model(
            graph, opset_imports=domains, functions=list(functions), ir_version=9
        )
        checker.check_model(model)
        return OnnxProgram(name, model, cases)


def attribute(name: str, reference: str) -> AttributeProto:
    """An attribute of a float that the function's own attribute `reference` gives."""
    return AttributeProto(name=name, ref_attr_name=reference, type=AttributeProto.FLOAT)
