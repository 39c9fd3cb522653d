"""An op of one's own, without touching tieshape: a rule, a lowering and a kernel in one OpSet.

    python examples/custom_op.py

`my.pad_to` adds rows of zeros up to a multiple of `block`. A package that is installed with this
set in the entry point group `tieshape.op_sets` brings it into every command: docs/op_sets.md.
"""

from pathlib import Path

import numpy as np
from tieshape.dialects import mhlo
from tieshape.runtime import Model
from tieshape.symbolic import divides, ge
from xdsl.dialects.builtin import IntegerAttr
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, prop_def, result_def

from tieshape import Builder, OpRule, OpSet, RuleContext, tensor_op

TEXT = Path(__file__).with_name("custom_op.mlir").read_text()


@irdl_op_definition
class PadToOp(IRDLOperation):
    name = "my.pad_to"
    input = operand_def()
    block = prop_def(IntegerAttr)
    output = result_def()


def shape(op: PadToOp, ctx: RuleContext):
    """The rows rounded up to a multiple of the block, and what that implies."""
    (rows, *columns), block = ctx.shape(op.input), op.block.value.data
    padded = (rows + block - 1) // block * block
    ctx.assume(divides(block, padded))
    ctx.assume(ge(padded, rows))
    return [(padded, *columns)]


def lower(op: PadToOp, b: Builder):
    """One dynamic pad with zeros: none before, none inside, the missing rows after."""
    value, type = b.operand(op.input), b.type(op.output)
    before, after = b.shape(value), b.shape_of_type(type)
    missing = [n - m for m, n in zip(before, after, strict=True)]
    none, high = b.sizes.shape_tensor([0] * len(before), b.at), b.sizes.shape_tensor(missing, b.at)
    zero = b.scalar(0, type.element_type)
    return [b.create(mhlo.DynamicPadOp, [value, zero, none, high, none], type)]


def compute(op: PadToOp, x: np.ndarray) -> np.ndarray:
    """The reference: what `tieshape-run` computes where the op is not lowered."""
    return np.pad(x, [(0, -len(x) % op.block.value.data)] + [(0, 0)] * (x.ndim - 1))


MY_OPS = OpSet(
    rules={PadToOp: OpRule(PadToOp, shape=shape)},
    lowerings={PadToOp: lower},
    kernels=dict([tensor_op(PadToOp, compute)]),
)

if __name__ == "__main__":
    model = Model(TEXT, op_sets=[MY_OPS])
    print(model(np.ones((5, 4), np.float32))[0].shape, model.versions[0].code, sep="\n")
