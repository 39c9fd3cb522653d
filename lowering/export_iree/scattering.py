"""Scatters of unknown sizes in the one form that IREE reads."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects import tensor
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, ModuleOp, TensorType, i64
from xdsl.ir import SSAValue

from ...dialects import mhlo
from ...dialects.mhlo.dimension_numbers import ScatterDimensionNumbersAttr, ScatterDimensions
from ...dialects.types import DYNAMIC, element_type_of, tensor_type
from .builder import GenericBuilder, LoopBody, is_unknown


def use_canonical_scatters(module: ModuleOp) -> None:
    """A row of indices for each update, in the order of the operand's dimensions.

    Batching dimensions become indices of their places. A scatter stays as it is where it updates
    several tensors, or windows are not the trailing dimensions of operand and updates.
    """
    for op in list(module.walk()):
        if isinstance(op, mhlo.ScatterOp) and any(map(is_unknown, op.operands)):
            _canonicalize(op)


def _canonicalize(op: mhlo.ScatterOp) -> None:
    numbers = op.scatter_dimension_numbers.data
    if len(op.inputs) != 1:
        return
    builder, updates = GenericBuilder(op), op.updates[0]
    update_type = tensor_type(updates)
    shape = update_type.get_shape()
    batch = [d for d in range(len(shape)) if d not in numbers.update_window_dims]
    starts = sorted((*numbers.scatter_dims_to_operand_dims, *numbers.input_batching_dims))
    removed = sorted((*numbers.inserted_window_dims, *numbers.input_batching_dims))
    if starts != removed or starts != [*range(len(starts))] or batch != [*range(len(batch))]:
        return
    if not batch or (len(batch) == 1 and not numbers.input_batching_dims):
        return
    rows = _collapsed(_rows(op, len(starts), batch, builder), len(batch), builder)
    windows = [*range(1, len(shape) - len(batch) + 1)]
    op.operands[1] = rows
    op.operands[2] = _collapsed(updates, len(batch), builder)
    op.scatter_dimension_numbers = ScatterDimensionNumbersAttr(
        ScatterDimensions(
            update_window_dims=tuple(windows),
            inserted_window_dims=tuple(starts),
            scatter_dims_to_operand_dims=tuple(starts),
            index_vector_dim=1,
        )
    )


def _rows(
    op: mhlo.ScatterOp, count: int, batch: Sequence[int], builder: GenericBuilder
) -> SSAValue:
    """The indices with those of batching dimensions, as a vector for each update."""
    numbers, indices = op.scatter_dimension_numbers.data, op.scatter_indices
    element_type = element_type_of(indices)
    rank, vector = len(tensor_type(indices).get_shape()), numbers.index_vector_dim
    dims = [d for d in range(rank) if d != vector]
    batching = dict(
        zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims, strict=True)
    )
    places = [builder.index(k) for k in range(max(count, 1))]

    def component(body: LoopBody, at: Sequence[SSAValue], dimension: int) -> SSAValue:
        if dimension in batching:
            return body.number(at[dims.index(batching[dimension])], element_type)
        place = places[numbers.scatter_dims_to_operand_dims.index(dimension)]
        read = [place] * rank
        for number, d in enumerate(dims):
            read[d] = at[number]
        return body.element(indices, read)

    def element(body: LoopBody, at: list[SSAValue]) -> SSAValue:
        found = component(body, at, 0)
        for dimension in range(1, count):
            is_here = body.compare("eq", at[-1], places[dimension])
            found = body.select(is_here, component(body, at, dimension), found)
        return found

    shape = tensor_type(op.updates[0]).get_shape()
    type_ = TensorType(element_type, [*(shape[d] for d in batch), count])
    sizes = [builder.dim(op.updates[0], d) for d in batch]
    return builder.computed(type_, [*sizes, builder.index(count)], element)


def _collapsed(value: SSAValue, count: int, builder: GenericBuilder) -> SSAValue:
    """`value` with its first `count` dimensions as one."""
    if count == 1:
        return value
    type_ = tensor_type(value)
    shape = type_.get_shape()
    first = DYNAMIC if DYNAMIC in shape[:count] else prod(shape[:count])
    groups = [[*range(count)], *([d] for d in range(count, len(shape)))]
    return builder.create(
        tensor.CollapseShapeOp,
        [value],
        TensorType(type_.element_type, [first, *shape[count:]]),
        reassociation=ArrayAttr([ArrayAttr([IntegerAttr(d, i64) for d in g]) for g in groups]),
    )
