"""An op of one's own: its dialect, its shape and value rules and its lowering, without touching tieshape.

    python examples/custom_op.py

`my.pad_to` pads the rows of a matrix with zeros up to the next multiple of a block size. Without rules it is a barrier: its
result has new symbols and the report names it. With rules its sizes are expressions over those of its operand, and
tieshape proves that they are divisible by the block.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tieshape.analysis.shape_analysis import ShapeAnalysis
from tieshape.dialects import mhlo
from tieshape.lowering.convert_tf_to_mhlo import ConvertTfToMhloPass, convert
from tieshape.lowering.pipelines import TieshapePass
from tieshape.lowering.tf_to_mhlo import LOWERINGS, Builder
from tieshape.passes.infer_shapes.infer_shapes import InferShapesPass
from tieshape.rules.rule import OpRule, table
from tieshape.rules.table import RULES
from tieshape.symbolic import divides, ge
from tieshape.symbolic.shapes import Shape
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, print_module
from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Dialect, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.passes import ModulePass
from xdsl.traits import Pure

TEXT = Path(__file__).with_name("custom_op.mlir")


@irdl_op_definition
class PadToOp(IRDLOperation):
    """Rows of zeros behind the operand's, up to the next multiple of `block`."""

    name = "my.pad_to"
    input = operand_def()
    block = prop_def(IntegerAttr)
    output = result_def()
    traits = traits_def(Pure())


MY_DIALECT = Dialect("my", [PadToOp])


def pad_to(op: PadToOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    """The shape rule: `rows` rounded up to a multiple, and what that implies."""
    rows, *columns = ctx.shape(op.input)
    block = op.block.value.data
    padded = (rows + block - 1) // block * block
    ctx.assume(divides(block, padded))
    ctx.assume(ge(padded, rows))
    return ((padded, *columns),)


def lower_pad_to(op: PadToOp, b: Builder) -> Sequence[SSAValue]:
    """The lowering: one dynamic pad."""
    value, type = b.operand(op.input), b.type(op.output)
    before, after = b.shape(value), b.shape_of_type(type)
    none = b.sizes.shape_tensor([0] * len(before), b.at)
    high = b.sizes.shape_tensor([n - m for m, n in zip(before, after, strict=True)], b.at)
    zero = b.scalar(0, type.element_type)
    return (b.create(mhlo.DynamicPadOp, [value, zero, none, high, none], type),)


MY_RULES = {**RULES, **table(OpRule(PadToOp, shape=pad_to))}
MY_LOWERINGS = {**LOWERINGS, PadToOp: lower_pad_to}


class InferWithPadTo(InferShapesPass):
    """Shape inference that knows `my.pad_to`."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        self.infer(op, MY_RULES)


@dataclass(frozen=True)
class ConvertWithPadTo(ModulePass):
    """The conversion to mhlo that knows `my.pad_to`."""

    name = "convert-tf-and-my-to-mhlo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        convert(op, MY_LOWERINGS, MY_RULES)


def passes() -> list[ModulePass]:
    """tieshape's pipeline with the two passes that must know the op exchanged."""
    exchanged = {InferShapesPass: InferWithPadTo(), ConvertTfToMhloPass: ConvertWithPadTo()}
    return [exchanged.get(type(step), step) for step in TieshapePass().pipeline()]


def compile_text(text: str) -> ModuleOp:
    """The compiled module of `text`, which may hold `my.pad_to`."""
    context = new_context()
    context.load_dialect(MY_DIALECT)
    module = parse_module(text, "custom_op.mlir", context)
    for step in passes():
        step.apply(context, module)
    module.verify()
    return module


if __name__ == "__main__":
    print(print_module(compile_text(TEXT.read_text())))
