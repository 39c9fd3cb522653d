"""What the rewrites of single ops share: when shapes are equal, and ops that need a shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import dense_elements, element_type_of, is_tensor
from ...materialize.op_builder import OpBuilder
from ...symbolic import eq
from ...symbolic.shapes import Shape

Rewrite = Callable[[Any, ShapeAnalysis], SSAValue | None]
"""The value that replaces the result of an op; None where the op stays."""

Rewrites = Mapping[type[Operation], Rewrite]

Dimension = tuple[SSAValue, int]
"""A tensor and the number of one of its dimensions."""


def is_static(*values: SSAValue) -> bool:
    """Whether all sizes of all `values` are in their types."""
    return all(is_tensor(v.type) and v.type.has_static_shape() for v in values)


def same_sizes(analysis: ShapeAnalysis, first: Shape, second: Shape) -> bool:
    """Whether two shapes are equal in every run."""
    return len(first) == len(second) and all(
        x == y or analysis.facts.proves(eq(x, y)) for x, y in zip(first, second, strict=True)
    )


def same_shape(analysis: ShapeAnalysis, a: SSAValue, b: SSAValue) -> bool:
    """Whether two values have one shape in every run."""
    if not analysis.has_rank(a) or not analysis.has_rank(b):
        return False
    return same_sizes(analysis, analysis.shape(a), analysis.shape(b))


def summed(b: OpBuilder, value: SSAValue, axes: Sequence[int], type: Attribute) -> SSAValue:
    """The sums of `value` along `axes`, a tensor of `type`."""
    scalar = TensorType(element_type_of(value), [])
    start = b.create(mhlo.ConstantOp, [], scalar, value=dense_elements(scalar, [0]))
    block = Block(arg_types=[scalar, scalar])
    total = mhlo.AddOp.create(operands=list(block.args), result_types=[scalar])
    block.add_ops([total, mhlo.ReturnOp.create(operands=[total.results[0]])])
    reduce = mhlo.ReduceOp.create(
        operands=[value, start],
        result_types=[type],
        properties={"dimensions": dense_i64(sorted(axes))},
        regions=[Region(block)],
    )
    return b.value(reduce)


def shape_tensor(b: OpBuilder, dimensions: Sequence[Dimension]) -> SSAValue:
    """A vector of the sizes of `dimensions`."""
    sizes = list[SSAValue]()
    for source, number in dimensions:
        known = source.type.get_shape()[number] if is_tensor(source.type) else DYNAMIC_INDEX
        if known == DYNAMIC_INDEX:
            sizes.append(b.value(tensor.DimOp(source, b.index(number))))
        else:
            sizes.append(b.index(known))
    type = TensorType(IndexType(), [len(sizes)])
    return b.value(tensor.FromElementsOp.create(operands=sizes, result_types=[type]))


def reshaped(
    b: OpBuilder, value: SSAValue, dimensions: Sequence[Dimension], type: Attribute
) -> SSAValue:
    """`value` as a tensor of `type`, whose sizes are those of `dimensions`."""
    if value.type == type:
        return value
    if is_static(value) and is_tensor(type) and type.has_static_shape():
        return b.create(mhlo.ReshapeOp, [value], type)
    return b.create(mhlo.DynamicReshapeOp, [value, shape_tensor(b, dimensions)], type)


def scalar_everywhere(
    b: OpBuilder, scalar: SSAValue, dimensions: Sequence[Dimension], type: Attribute
) -> SSAValue:
    """`scalar` in each element of a tensor of `type`, whose sizes are those of `dimensions`."""
    to = dense_i64([])
    if is_tensor(type) and type.has_static_shape():
        return b.create(mhlo.BroadcastInDimOp, [scalar], type, broadcast_dimensions=to)
    operands = [scalar, shape_tensor(b, dimensions)]
    return b.create(mhlo.DynamicBroadcastInDimOp, operands, type, broadcast_dimensions=to)
