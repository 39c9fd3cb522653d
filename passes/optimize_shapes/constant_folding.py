"""Ops on constants as constants: what moves elements, and small arithmetic of integers."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, IntegerType, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...dialects.types import dense_elements, is_dense, is_tensor
from ...materialize.op_builder import OpBuilder
from ...rules.elements import transposed
from ...rules.rule import Element
from ...symbolic import Expr
from ..fuse.fusable_ops import shape_operands

FEW = 1024
"""Constants of at most as many elements may be there twice; larger ones have one user."""


def folded_integers(op: Operation, elements: Sequence[Element]) -> SSAValue | None:
    """The constant that `op`, whose result is a tensor of these integers, computes.

    Sizes that ops take as operands stay single values, which others share.
    """
    result = op.results[0]
    type = result.type
    if not is_tensor(type) or not isinstance(type.element_type, IntegerType):
        return None
    if not type.has_static_shape() or prod(type.get_shape()) != len(elements):
        return None
    numbers = [e.constant_value for e in elements if isinstance(e, Expr)]
    known = [number for number in numbers if number is not None]
    if len(known) != len(elements) or not known:
        return None
    if any(result in shape_operands(use.operation) for use in result.uses):
        return None
    same = known[:1] if known.count(known[0]) == len(known) else known
    return _constant(OpBuilder(op), dense_elements(_plain(type), same))


def folded_movement(
    op: mhlo.ReshapeOp | mhlo.DynamicReshapeOp | mhlo.TransposeOp,
) -> SSAValue | None:
    """The constant that a reshape or a transpose of a constant is."""
    made, type = op.operands[0].owner, op.results[0].type
    if not isinstance(made, mhlo.ConstantOp) or not is_dense(made.value) or not is_tensor(type):
        return None
    if not type.has_static_shape():
        return None
    count = len(made.value)
    if count > FEW and not made.results[0].has_one_use():
        return None
    data = made.value.data.data
    if isinstance(op, mhlo.TransposeOp):
        if count > FEW:
            return None
        width = len(data) // count if count else 0
        elements = [data[i * width : (i + 1) * width] for i in range(count)]
        sizes = made.value.get_shape()
        data = b"".join(transposed(elements, sizes, int_values(op.permutation)))
    value = DenseIntOrFPElementsAttr(cast("TensorType[Any]", _plain(type)), BytesAttr(data))
    return _constant(OpBuilder(op), value)


def _plain(type: TensorType[Attribute]) -> TensorType[Attribute]:
    return TensorType(type.element_type, type.shape)


def _constant(b: OpBuilder, value: DenseIntOrFPElementsAttr) -> SSAValue:
    return b.create(mhlo.ConstantOp, [], value.type, value=value)
