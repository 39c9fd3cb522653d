"""Elements of small integer tensors as the scalars that they were made of."""

from __future__ import annotations

from math import prod

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import IndexType, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.module_parts import ops_below
from ...dialects import mhlo, sdim
from ...dialects.sdim import constant_of
from ...dialects.types import integer_width, is_integer_or_index, is_tensor
from ...rules.arith import SIZE_WIDTH
from ...rules.mhlo.shape_operands import SHAPE_OPERANDS
from ..fuse.fusable_ops import shape_operands
from .scalar_finder import FEW, ScalarFinder, position_of, shape_of

SIZED_BY_OPERAND = (mhlo.DynamicIotaOp, mhlo.DynamicBroadcastInDimOp, mhlo.RngOp)
"""Ops whose results have the elements of a shape operand as sizes, whatever else they are given."""


def scalarize(function: func.FuncOp) -> None:
    """Makes the integers that decide about sizes scalars.

    Each `tensor.extract` at constant positions becomes the scalar that was put there, each
    `tensor.dim` of what is made by its size the element of the shape operand, and a shape operand
    that is computed from few integers is put together of them.
    """
    for op in ops_below(function):
        if type(op) is tensor.ExtractOp:
            _extract(op)
        elif type(op) is tensor.DimOp:
            _dim(op)
        elif type(op) is arith.IndexCastOp:
            _cast_back(op)
        elif type(op) is arith.SelectOp and op.lhs is op.rhs:
            op.result.replace_all_uses_with(op.lhs)
            Rewriter.erase_op(op)
        else:
            for operand in integer_operands(op):
                _take_apart(op, operand)


def integer_operands(op: Operation) -> list[SSAValue]:
    """The operands of `op` whose elements must be known where it is launched, or tested."""
    if type(op) is sdim.ElementsOp:
        return [op.tensor]
    shape, others = SHAPE_OPERANDS.get(type(op)), shape_operands(op)
    if shape is None:
        return list(dict.fromkeys(others)) if others else []
    return list(dict.fromkeys([op.operands[shape], *others]))


def _take_apart(op: Operation, operand: SSAValue) -> None:
    """Lets `op` take a tensor of scalars for `operand`, where integer ops of mhlo compute it."""
    made, shape, type = operand.owner, shape_of(operand), operand.type
    if not isinstance(made, Operation) or made.dialect_name() != "mhlo" or not is_tensor(type):
        return
    if isinstance(made, mhlo.ConstantOp) or shape is None or prod(shape) > FEW:
        return
    finder = ScalarFinder(op)
    scalars = list[SSAValue]()
    for place in range(prod(shape)):
        scalar = finder.find(operand, position_of(place, shape))
        if scalar is None:
            return
        scalars.append(scalar)
    plain = TensorType(type.element_type, shape)
    whole = finder.value(tensor.FromElementsOp.create(operands=scalars, result_types=[plain]))
    for index, value in enumerate(op.operands):
        if value is operand:
            op.operands[index] = whole


def _extract(op: tensor.ExtractOp) -> None:
    indices = [constant_of(index) for index in op.indices]
    known = tuple(index for index in indices if index is not None)
    if len(known) == len(indices) and is_integer_or_index(op.result.type):
        scalar = ScalarFinder(op).find(op.tensor, known)
        if scalar is not None:
            op.result.replace_all_uses_with(scalar)
            Rewriter.erase_op(op)


def _dim(op: tensor.DimOp) -> None:
    """Needs no fact, so that a test may look at what replaces the size."""
    made, dimension = op.source.owner, constant_of(op.index)
    if not isinstance(made, SIZED_BY_OPERAND) or dimension is None:
        return
    shape = made.operands[SHAPE_OPERANDS[type(made)]]
    size = ScalarFinder(op).find(shape, (dimension,))
    if size is not None and isinstance(size.type, IndexType):
        op.result.replace_all_uses_with(size)
        Rewriter.erase_op(op)


def _cast_back(op: arith.IndexCastOp) -> None:
    """A cast to `index` and back is nothing, nor is one to an integer as wide as sizes and back."""
    inner, width = op.input.owner, integer_width(op.input.type)
    if width is not None and width < SIZE_WIDTH:
        return
    if isinstance(inner, arith.IndexCastOp) and inner.input.type == op.result.type:
        op.result.replace_all_uses_with(inner.input)
        Rewriter.erase_op(op)
