"""Scatters of complex numbers as two of their real and imaginary parts: IREE has none."""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects.builtin import ComplexType, ModuleOp, TensorType
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import Rewriter

from ...dialects import mhlo
from ...dialects.types import element_type_of, tensor_type
from ...materialize.op_builder import OpBuilder


def split_complex_scatters(module: ModuleOp) -> None:
    """Splits each scatter of one complex tensor that puts or adds its updates; others stay."""
    for op in list(module.walk()):
        if isinstance(op, mhlo.ScatterOp) and len(op.inputs) == 1 and _acts_on_parts(op):
            element = element_type_of(op.inputs[0])
            if isinstance(element, ComplexType):
                _split(op, cast("ComplexType[Any]", element).element_type)


def _acts_on_parts(op: mhlo.ScatterOp) -> bool:
    """Whether each part of the result is made of the same parts alone."""
    block = op.update_computation.block
    *steps, last = block.ops
    if not steps:
        return last.operands[0] in block.args
    (first, *others) = steps
    return (
        isinstance(first, mhlo.AddOp)
        and not others
        and set(first.operands) == set(block.args)
        and last.operands[0] is first.results[0]
    )


def _split(op: mhlo.ScatterOp, part: Attribute) -> None:
    builder = OpBuilder(op)
    parts = list[SSAValue]()
    for taken in (mhlo.RealOp, mhlo.ImagOp):
        value, update = (
            builder.create(taken, [v], _of(v, part)) for v in (op.inputs[0], op.updates[0])
        )
        new = mhlo.ScatterOp.create(
            operands=[value, op.scatter_indices, update],
            result_types=[_of(op.results[0], part)],
            properties=op.properties,
            regions=[_body_of_part(op, part)],
        )
        parts.append(builder.insert(new).results[0])
    Rewriter.replace_op(op, mhlo.ComplexOp.create(operands=parts, result_types=op.result_types))


def _of(value: SSAValue, element: Attribute) -> TensorType[Attribute]:
    type_ = tensor_type(value)
    return TensorType(element, type_.shape, type_.encoding)


def _body_of_part(op: mhlo.ScatterOp, part: Attribute) -> Region:
    scalar = TensorType(part, [])
    old = op.update_computation.block
    block = Block(arg_types=[scalar] * len(old.args))
    values = dict[SSAValue, SSAValue](zip(old.args, block.args, strict=True))
    *steps, last = old.ops
    for step in steps:
        new = mhlo.AddOp.create(operands=[values[v] for v in step.operands], result_types=[scalar])
        block.add_op(new)
        values[step.results[0]] = new.results[0]
    block.add_op(mhlo.ReturnOp.create(operands=[values[last.operands[0]]]))
    return Region(block)
