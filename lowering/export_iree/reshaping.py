"""Broadcasts and reshapes of unknown sizes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects import tensor
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    TensorType,
    i64,
)
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr

from ...dialects import mhlo
from ...dialects.foreign.tensor_ops import ReshapeOp
from ...dialects.mhlo.dense import int_values
from ...dialects.types import DYNAMIC, RankedTensor, tensor_type
from ...materialize.guards import is_of_sizes
from .builder import GenericBuilder, LoopBody, vector_of
from .reassociation import REASSOCIATION

Groups = Sequence[Sequence[int]]


def broadcast(op: mhlo.DynamicBroadcastInDimOp, builder: GenericBuilder) -> SSAValue:
    """Reads dimension 0 of what expands; what is not decided looks at the size.

    A scalar that a launch computes is read on the device. Reading it before the launch would wait
    for it, and IREE 3.13 now and then reads another value than was computed (local-task, in loops).
    """
    source, type_ = op.operand, tensor_type(op.result)
    shape = tensor_type(source).get_shape()
    dimensions = int_values(op.broadcast_dimensions)
    expanding = {*_dimensions(op.known_expanding_dimensions)}
    expanding |= {d for d, size in enumerate(shape) if size == 1}
    kept = {*_dimensions(op.known_nonexpanding_dimensions)}
    kept |= {d for d, size in enumerate(shape) if size > 1 or size == 0}
    sizes = builder.elements(op.output_dimensions)
    undecided = {*range(len(shape))} - expanding - kept
    if not shape and _is_on_host(source):
        return builder.filled(type_, sizes, builder.scalar(source))
    if shape and kept == {*range(len(shape))} and (groups := _added_ones(dimensions, type_)):
        return expand(source, type_, groups, sizes, builder)
    if not undecided:
        places = [
            AffineExpr.constant(0) if d in expanding else AffineExpr.dimension(target)
            for d, target in enumerate(dimensions)
        ]
        start = builder.empty(type_, sizes)
        return builder.generic([source], [places], type_, start, lambda _, read: read[0])
    zero, one = builder.index(0), builder.index(1)
    repeats = {d: builder.compare("eq", builder.dim(source, d), one) for d in sorted(undecided)}

    def element(body: LoopBody, at: list[SSAValue]) -> SSAValue:
        read = [
            body.select(repeats[d], zero, at[target])
            if d in repeats
            else (zero if d in expanding else at[target])
            for d, target in enumerate(dimensions)
        ]
        return body.element(source, read)

    return builder.computed(type_, sizes, element)


def _is_on_host(scalar: SSAValue) -> bool:
    """Whether no launch computes `scalar`."""
    if isinstance(scalar.owner, tensor.FromElementsOp):
        return is_of_sizes(scalar)
    return isinstance(scalar.owner, mhlo.ConstantOp)


def _added_ones(dimensions: Sequence[int], type_: RankedTensor) -> Groups | None:
    """The result's dimensions for each of the operand's, where all others are of size 1."""
    shape = type_.get_shape()
    added = {*range(len(shape))} - {*dimensions}
    if list(dimensions) != sorted(dimensions) or any(shape[d] != 1 for d in added):
        return None
    ends = [*(d for d in dimensions[1:]), len(shape)]
    starts = [0, *ends[:-1]]
    return [range(start, end) for start, end in zip(starts, ends, strict=True)]


def _dimensions(attribute: DenseIntOrFPElementsAttr | None) -> Sequence[int]:
    return () if attribute is None else int_values(attribute)


def dynamic_reshape(op: mhlo.DynamicReshapeOp, builder: GenericBuilder) -> SSAValue:
    """Merged or split dimensions where facts say which; else any reshape."""
    source, type_ = op.operand, tensor_type(op.result)
    groups = _groups(op)
    before, after = len(tensor_type(source).get_shape()), len(type_.get_shape())
    if before == after == 1:
        return source if source.type == type_ else builder.value(tensor.CastOp(source, type_))
    if after == 1 and before > 1:
        groups = [range(before)]
    sizes = builder.elements(op.output_shape)
    if groups is None:
        shape = vector_of(builder, sizes)
        return builder.create(ReshapeOp, [source, shape], type_)
    if after > before:
        return expand(source, type_, groups, sizes, builder)
    return builder.create(
        tensor.CollapseShapeOp, [source], type_, reassociation=_reassociation(groups)
    )


def expand(
    source: SSAValue,
    type_: RankedTensor,
    groups: Groups,
    sizes: Sequence[SSAValue],
    builder: GenericBuilder,
) -> SSAValue:
    """Each dimension of `source` as a group of the result's."""
    shape = type_.get_shape()
    unknown = [size for size, n in zip(sizes, shape, strict=True) if n < 0]
    return builder.value(
        tensor.ExpandShapeOp(source, unknown, _reassociation(groups), list(shape), type_)
    )


def collapse(source: SSAValue, groups: Groups, builder: GenericBuilder) -> SSAValue:
    """Each group of dimensions of `source` as one."""
    type_ = collapsed(tensor_type(source), groups)
    return builder.create(
        tensor.CollapseShapeOp, [source], type_, reassociation=_reassociation(groups)
    )


def collapsed(type_: RankedTensor, groups: Groups) -> RankedTensor:
    """The type in which each group of dimensions is one."""
    sizes = [[type_.get_shape()[d] for d in group] for group in groups]
    shape = [DYNAMIC if DYNAMIC in of_group else prod(of_group) for of_group in sizes]
    return TensorType(type_.element_type, shape)


def _reassociation(groups: Groups) -> ArrayAttr[ArrayAttr[IntegerAttr]]:
    return ArrayAttr([ArrayAttr([IntegerAttr(d, i64) for d in group]) for group in groups])


def _groups(op: mhlo.DynamicReshapeOp) -> Groups | None:
    attribute = op.attributes.get(REASSOCIATION)
    if not isinstance(attribute, ArrayAttr):
        return None
    return [int_values(group) for group in cast("ArrayAttr[DenseIntOrFPElementsAttr]", attribute)]


def reshape(op: mhlo.ReshapeOp, builder: GenericBuilder) -> SSAValue:
    """A reshape of unknown sizes to known ones."""
    type_ = tensor_type(op.result)
    shape = vector_of(builder, [builder.index(n) for n in type_.get_shape()])
    return builder.create(ReshapeOp, [op.operand, shape], type_)


def iota(op: mhlo.DynamicIotaOp, builder: GenericBuilder) -> SSAValue:
    """The place in one dimension as an element."""
    type_, dimension = tensor_type(op.result), op.iota_dimension.value.data
    sizes = builder.elements(op.output_shape)
    return builder.computed(
        type_, sizes, lambda body, at: body.number(at[dimension], type_.element_type)
    )
