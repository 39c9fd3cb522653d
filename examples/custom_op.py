"""An op of one's own, without touching tieshape: a rule, a lowering and a kernel in one OpSet.

    python examples/custom_op.py

`my.pad_to` adds rows of zeros up to a multiple of `block`. docs/op_sets.md: from installed packages.
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
    """One dynamic pad with zeros: none before, the missing rows after, none inside."""
    value, type = b.operand(op.input), b.type(op.output)
    missing = [new - old for old, new in zip(b.shape(value), b.shape_of_type(type), strict=True)]
    none = [0] * len(missing)
    amounts = [b.sizes.shape_tensor(part, b.at) for part in (none, missing, none)]
    return [b.create(mhlo.DynamicPadOp, [value, b.scalar(0, type.element_type), *amounts], type)]


def compute(op: PadToOp, x: np.ndarray) -> np.ndarray:
    """The reference: what `tieshape-run` computes where the op is not lowered."""
    return np.pad(x, [(0, -len(x) % op.block.value.data)] + [(0, 0)] * (x.ndim - 1))


RULE, KERNEL = OpRule(PadToOp, shape=shape), tensor_op(PadToOp, compute)
MY_OPS = OpSet(rules={PadToOp: RULE}, lowerings={PadToOp: lower}, kernels=dict([KERNEL]))

if __name__ == "__main__":
    model = Model(TEXT, op_sets=[MY_OPS])
    print(model(np.ones((5, 4), np.float32))[0].shape, model.versions[0].code, sep="\n")
