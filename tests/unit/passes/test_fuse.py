"""Fusion groups do not depend on the order of the ops in the text."""

import random
from collections import Counter
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation

from tieshape.dialects import mhlo
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes.fuse import FusePass
from tieshape.tools.text import parse_module, print_module

MODELS = Path(__file__).parents[3] / "examples" / "models"


def before_fusion(model: str) -> str:
    module = parse_module((MODELS / model / "model.mlir").read_text(), "model.mlir")
    for step in TieshapePass().pipeline():
        if isinstance(step, FusePass):
            break
        step.apply(Context(), module)
    return print_module(module)


def shuffle(block: Block, rng: random.Random) -> None:
    """Another order of the ops of `block` in which definitions still stand before uses."""
    terminator = block.last_op
    assert terminator is not None
    rest = [op for op in block.ops if op is not terminator]
    for op in rest:
        op.detach()
    placed = set[Operation]()
    while rest:
        waiting = set(rest)
        ready = [
            op
            for op in rest
            if not any(o.owner in waiting for inner in op.walk() for o in inner.operands)
        ]
        chosen = rng.choice(ready)
        block.insert_op_before(chosen, terminator)
        placed.add(chosen)
        rest.remove(chosen)


def groups(module: ModuleOp) -> Counter[tuple[str, ...]]:
    FusePass().apply(Context(), module)
    module.verify()
    fusions = [op for op in module.walk() if isinstance(op, mhlo.FusionOp)]
    return Counter(tuple(sorted(inner.name for inner in op.walk())) for op in fusions)


@pytest.mark.parametrize("model", ["mlp", "layernorm_softmax", "kh_bert"])
def test_groups_do_not_depend_on_the_order_of_ops(model: str) -> None:
    text = before_fusion(model)
    expected = groups(parse_module(text, "text"))
    assert expected
    for seed in range(4):
        module = parse_module(text, "text")
        for op in module.walk():
            if isinstance(op, func.FuncOp):
                shuffle(op.body.block, random.Random(seed))
        assert groups(module) == expected
