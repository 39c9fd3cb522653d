"""Scatters in the one form that IREE reads, and with no update outside of the operand.

StableHLO drops such updates; IREE 3.13 writes them to memory that is not the operand's. Here they
go to a row more at the end of the operand, which is cut off afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects import tensor
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, ModuleOp, TensorType, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import mhlo
from ...dialects.foreign.iree import OptimizationBarrierOp
from ...dialects.mhlo.dimension_numbers import ScatterDimensionNumbersAttr, ScatterDimensions
from ...dialects.types import DYNAMIC, element_type_of, integer_width, is_complex, tensor_type
from ...materialize.types import retype
from ...rules.errors import ShapeError
from .builder import GenericBuilder, LoopBody, is_unknown
from .indexing import PaddedTensor


def use_canonical_scatters(module: ModuleOp) -> None:
    """A row of indices for each update, in the order of the operand's dimensions.

    Batching dimensions become indices of their places. A scatter stays as it is where it updates
    several tensors, or windows are not the trailing dimensions of operand and updates.
    """
    for op in list(module.walk()):
        if isinstance(op, mhlo.ScatterOp):
            if any(map(is_unknown, op.operands)):
                _canonicalize(op)
            _keep_inside(op)
            _use_known_counts(op)


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


def _use_known_counts(op: mhlo.ScatterOp) -> None:
    """Casts indices and updates to the number of updates that one of them knows."""
    numbers, first = op.scatter_dimension_numbers.data, len(op.inputs)
    shapes = list[list[int]]()
    places = list[list[int]]()
    for number, value in enumerate(op.operands[first:]):
        shapes.append(list(tensor_type(value).get_shape()))
        others = numbers.update_window_dims if number else (numbers.index_vector_dim,)
        places.append([d for d in range(len(shapes[-1])) if d not in others])
    for k in range(len(places[0])):
        pairs = [(shape, own[k]) for shape, own in zip(shapes, places, strict=True)]
        known = max([shape[d] for shape, d in pairs])  # DYNAMIC is least
        for shape, d in pairs:
            shape[d] = known
    for number, shape in enumerate(shapes, first):
        type_ = tensor_type(op.operands[number])
        if shape != [*type_.get_shape()]:
            cast = tensor.CastOp(op.operands[number], TensorType(type_.element_type, shape))
            op.operands[number] = GenericBuilder(op).value(cast)


def _keep_inside(op: mhlo.ScatterOp) -> None:
    """Sends the windows that are not wholly in the operands to places behind their last ones.

    Raises ShapeError for elements that have no constants in `arith`.
    """
    scattered = op.scatter_dimension_numbers.data.scatter_dims_to_operand_dims
    if not scattered:
        return
    if any(is_complex(element_type_of(value)) for value in op.inputs):
        raise ShapeError(
            op,
            "cannot be exported: IREE has no scatter of complex numbers; put or add them, or "
            "scatter real and imaginary parts",
        )
    builder = GenericBuilder(op)
    count, first = len(op.inputs), scattered[0]
    lengths = _window_lengths(op, builder)
    op.operands[count] = _inside(op, lengths, builder)
    for number, value in enumerate(op.inputs):
        type_ = tensor_type(value)
        shape = list(type_.get_shape())
        zeros = [builder.index(0)] * len(shape)
        more = [lengths[d] if d == first else zero for d, zero in enumerate(zeros)]
        shape[first] = DYNAMIC
        longer = TensorType(type_.element_type, shape)
        padding = PaddedTensor(builder, value, zeros, more, zeros)
        # A value of its own, so that no other scatter writes over the same tensor.
        fill = builder.zero(type_.element_type)
        fill = builder.create(OptimizationBarrierOp, [fill], fill.type)
        op.operands[number] = padding.tensor(longer, fill)
        _cut(op, number, builder.dims(value), longer)


def _window_lengths(op: mhlo.ScatterOp, builder: GenericBuilder) -> list[SSAValue]:
    """For each dimension of the operands the size of a window of updates."""
    numbers = op.scatter_dimension_numbers.data
    single = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
    windows = iter(numbers.update_window_dims)
    rank = len(tensor_type(op.inputs[0]).get_shape())
    return [
        builder.index(1) if d in single else builder.dim(op.updates[0], next(windows))
        for d in range(rank)
    ]


def _cut(op: mhlo.ScatterOp, number: int, sizes: Sequence[SSAValue], longer: Attribute) -> None:
    """Gives the users of a result the part of it that is as large as the operand."""
    result = op.results[number]
    type_ = tensor_type(result)
    shape = type_.get_shape()
    known = [n if n >= 0 else size for n, size in zip(shape, sizes, strict=True)]
    part = tensor.ExtractSliceOp(result, [0] * len(shape), known, [1] * len(shape), type_)
    result.replace_all_uses_with(part.result)
    part.operands[0] = result
    retype(result, longer)
    Rewriter.insert_op(part, InsertPoint.after(op))


def _inside(op: mhlo.ScatterOp, lengths: Sequence[SSAValue], builder: GenericBuilder) -> SSAValue:
    """The indices, and those of the places behind the last ones for windows that are not inside."""
    indices, numbers = op.scatter_indices, op.scatter_dimension_numbers.data
    width = integer_width(element_type_of(indices)) or 32
    type_ = TensorType(i64 if width > 32 else i32, tensor_type(indices).get_shape())
    vector, rank = numbers.index_vector_dim, len(type_.get_shape())
    scattered = numbers.scatter_dims_to_operand_dims
    sizes = [builder.dim(op.inputs[0], d) for d in scattered]
    last = [builder.subtract(n, lengths[d]) for n, d in zip(sizes, scattered, strict=True)]
    zero, places = builder.index(0), [builder.index(k) for k in range(len(scattered))]

    def element(body: LoopBody, at: list[SSAValue]) -> SSAValue:
        inside: SSAValue | None = None
        for k, place in enumerate(places):
            read = [place if d == vector else at[d] for d in range(rank)]
            index = body.as_index(body.element(indices, read))
            for fits in (body.compare("sge", index, zero), body.compare("sle", index, last[k])):
                inside = fits if inside is None else body.both(inside, fits)
        assert inside is not None
        outside = sizes[0]
        if len(scattered) > 1:
            outside = body.select(body.compare("eq", at[vector], zero), sizes[0], zero)
        own = body.as_index(body.element(indices, at))
        return body.number(body.select(inside, own, outside), type_.element_type)

    return builder.computed(type_, builder.dims(indices), element)


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
