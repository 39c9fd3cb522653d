"""ONNX's node tests with small faults through the driver: each is compiled or refused in words.

`python tests/fuzz/random_onnx.py --count 5000 --seed 0` exits 1 where a run ends in an internal error or is
refused without the name of the file. Needs the extra `[onnx]`.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.fuzz.answers import fault_in_answer
from tests.fuzz.seeds import run

NAMED = re.compile(r"^\S*program\.onnx\S*: error: ", re.MULTILINE)
INTEGERS = (-1, 0, 1, 2, 3, -2, 5, 100, 2**40)
FLOATS = (0.0, -1.0, float("nan"), float("inf"), 1e30, 2.5)
TEXTS = (b"", b"SAME_UPPER", b"linear", b"nonsense", b"\xff\xfe", b"add")
SIZES = ("n", "m", "", "9x", "s 0")
ELEMENTS = (1, 2, 6, 7, 8, 9, 10, 11, 16, 0, 77)
"""Numbers of `TensorProto.DataType`; 0 is undefined, 77 none."""
OPSETS = (1, 5, 9, 11, 13, 18, 21, 99)


@cache
def models() -> Sequence[Any]:
    from onnx.backend.test.case.node import collect_testcases

    return [case.model for case in collect_testcases("")]


def mutated(rng: random.Random) -> bytes:
    """A model with one or two faults, as a file."""
    given = rng.choice(models())
    model = type(given).FromString(given.SerializeToString())
    for _ in range(rng.choice((1, 1, 2))):
        rng.choice((_attribute, _attribute, _operand, _operand, _type, _type, _whole))(rng, model)
    return model.SerializeToString()


def _attribute(rng: random.Random, model: Any) -> None:
    """An attribute has another value, name or length, or is gone."""
    node = rng.choice(model.graph.node or [None])
    if node is None or not node.attribute:
        return
    attribute, kind = rng.choice(node.attribute), rng.random()
    if kind < 0.15:
        node.attribute.remove(attribute)
    elif kind < 0.25:
        attribute.name = rng.choice(("axis", "axes", "to", "mode", "nonsense"))
    elif attribute.type == attribute.INT:
        attribute.i = rng.choice(INTEGERS)
    elif attribute.type == attribute.FLOAT:
        attribute.f = rng.choice(FLOATS)
    elif attribute.type == attribute.STRING:
        attribute.s = rng.choice(TEXTS)
    elif attribute.type == attribute.INTS:
        places = attribute.ints
        if kind < 0.6 and places:
            places[rng.randrange(len(places))] = rng.choice(INTEGERS[:7])
        elif kind < 0.8 and places:
            del places[-1]
        else:
            places.append(rng.choice(INTEGERS[:7]))


def _operand(rng: random.Random, model: Any) -> None:
    """A node takes or gives one value more or fewer, or another one, or is of another operator."""
    nodes = model.graph.node
    if not nodes:
        return
    node, kind = rng.choice(nodes), rng.random()
    names = [v.name for v in model.graph.input] + [name for n in nodes for name in n.output]
    if kind < 0.4 and node.input:
        node.input[rng.randrange(len(node.input))] = rng.choice([*names, "", "missing"])
    elif kind < 0.55 and node.input:
        del node.input[-1]
    elif kind < 0.7:
        node.input.append(rng.choice([*names, ""]))
    elif kind < 0.8 and node.output:
        del node.output[-1]
    elif kind < 0.9:
        node.output.append("extra")
    else:
        node.op_type = rng.choice(("Add", "Reshape", "Nonsense", "Slice", "Loop", "Concat"))


def _type(rng: random.Random, model: Any) -> None:
    """An input or output is declared with another element type, size or rank, or with none."""
    value = rng.choice([*model.graph.input, *model.graph.output, None])
    if value is None or not value.type.HasField("tensor_type"):
        return
    type, kind = value.type.tensor_type, rng.random()
    if kind < 0.3:
        type.elem_type = rng.choice(ELEMENTS)
    elif kind < 0.4:
        type.ClearField("shape")
    elif not type.shape.dim:
        type.shape.dim.add().dim_value = rng.choice((1, 2, 3))
    elif kind < 0.6:
        rng.choice(type.shape.dim).dim_param = rng.choice(SIZES)
    elif kind < 0.8:
        rng.choice(type.shape.dim).dim_value = rng.choice(INTEGERS)
    else:
        del type.shape.dim[-1]


def _whole(rng: random.Random, model: Any) -> None:
    """The operators are of another set, or a node is gone."""
    if rng.random() < 0.5 and model.opset_import:
        model.opset_import[0].version = rng.choice(OPSETS)
    elif model.graph.node:
        model.graph.node.remove(rng.choice(model.graph.node))


def fault_of(seed: int) -> str | None:
    """What is wrong with how model number `seed` is answered, with the model's text."""
    data = mutated(random.Random(seed))
    fault = fault_in_answer(data, "onnx", ["-p", "tieshape"], NAMED)
    if fault is None:
        return None
    from onnx import load_from_string, printer

    return f"{fault}\n{printer.to_text(load_from_string(data))}"


if __name__ == "__main__":
    sys.exit(run(__doc__, 1000, fault_of, "ONNX models", "onnx"))
