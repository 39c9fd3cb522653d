"""Gather, padding and slices at computed places."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DenseArrayBase, i64
from xdsl.ir import SSAValue

from ...dialects import mhlo
from ...dialects.mhlo.dense import int_values
from ...dialects.mhlo.dimension_numbers import GatherDimensions
from ...dialects.types import DYNAMIC, RankedTensor, element_type_of, tensor_type
from .builder import GenericBuilder, LoopBody


def gather(op: mhlo.GatherOp | mhlo.DynamicGatherOp, builder: GenericBuilder) -> SSAValue:
    """Reads one element for each of the result, at places moved inside of the operand."""
    source, indices, type_ = op.operand, op.start_indices, tensor_type(op.result)
    numbers = op.dimension_numbers.data
    if isinstance(op, mhlo.GatherOp):
        slices = [builder.index(n) for n in int_values(op.slice_sizes)]
    else:
        slices = builder.elements(op.slice_sizes)
    layout = _GatherLayout(numbers, source, indices, len(type_.get_shape()))
    sizes = [
        slices[layout.kept[layout.offsets.index(d)]]
        if d in layout.offsets
        else builder.dim(indices, layout.index_dims[layout.batch.index(d)])
        for d in range(len(type_.get_shape()))
    ]
    zero = builder.index(0)
    last = {d: builder.subtract(builder.dim(source, d), slices[d]) for d in numbers.start_index_map}
    vector_places = [builder.index(k) for k in range(len(numbers.start_index_map))]

    def element(body: LoopBody, at: list[SSAValue]) -> SSAValue:
        places = dict[int, SSAValue]()
        for place, dimension in zip(vector_places, numbers.start_index_map, strict=True):
            start = body.element(indices, layout.index_places(at, place))
            places[dimension] = body.clamped(zero, body.as_index(start), last[dimension])
        places |= layout.batch_places(at)
        for dimension, result_dimension in zip(layout.kept, layout.offsets, strict=True):
            offset = at[result_dimension]
            start = places.get(dimension)
            places[dimension] = offset if start is None else body.add(start, offset)
        rank = len(tensor_type(source).get_shape())
        return body.element(source, [places.get(d, zero) for d in range(rank)])

    return builder.computed(type_, sizes, element)


class _GatherLayout:
    """Which dimensions of operand, indices and result belong together."""

    def __init__(self, numbers: GatherDimensions, source: SSAValue, indices: SSAValue, rank: int):
        removed = (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)
        self.numbers = numbers
        self.offsets = list(numbers.offset_dims)
        self.batch = [d for d in range(rank) if d not in self.offsets]
        """The result's dimensions that are those of the indices, `index_dims`."""
        source_rank = len(tensor_type(source).get_shape())
        self.kept = [d for d in range(source_rank) if d not in removed]
        """The operand's dimensions that are the result's `offsets`."""
        self.index_rank = len(tensor_type(indices).get_shape())
        self.index_dims = [d for d in range(self.index_rank) if d != numbers.index_vector_dim]

    def index_places(self, at: Sequence[SSAValue], vector_place: SSAValue) -> list[SSAValue]:
        """Where the indices hold a start for the element `at` of the result."""
        places = [vector_place] * self.index_rank
        for dimension, result_dimension in zip(self.index_dims, self.batch, strict=True):
            places[dimension] = at[result_dimension]
        return places

    def batch_places(self, at: Sequence[SSAValue]) -> dict[int, SSAValue]:
        """The places in the operand's batching dimensions."""
        numbers = self.numbers
        pairs = zip(numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True)
        return {d: at[self.batch[self.index_dims.index(i)]] for d, i in pairs}


def pad(op: mhlo.PadOp | mhlo.DynamicPadOp, builder: GenericBuilder) -> SSAValue:
    """Each element from the operand where it has one, else the padding value."""
    if isinstance(op, mhlo.PadOp):
        attributes = (op.edge_padding_low, op.edge_padding_high, op.interior_padding)
        low, high, inner = ([builder.index(n) for n in int_values(a)] for a in attributes)
    else:
        operands = (op.edge_padding_low, op.edge_padding_high, op.interior_padding)
        low, high, inner = map(builder.elements, operands)
    fill = builder.scalar(op.padding_value)
    type_ = tensor_type(op.result)
    return PaddedTensor(builder, op.operand, low, high, inner).tensor(type_, fill)


class PaddedTensor:
    """Elements before, after and between those of `source`; paddings may be negative."""

    def __init__(
        self,
        builder: GenericBuilder,
        source: SSAValue,
        low: Sequence[SSAValue],
        high: Sequence[SSAValue],
        inner: Sequence[SSAValue],
    ):
        self.builder, self.source, self.low = builder, source, low
        self.zero, self.one = builder.index(0), builder.index(1)
        self.shape = builder.dims(source)
        self.last = [
            builder.value(arith.MaxSIOp(builder.subtract(n, self.one), self.zero))
            for n in self.shape
        ]
        self.steps = [builder.add(gap, self.one) for gap in inner]
        self.sizes = [
            builder.add(builder.add(before, after), builder.add(n, builder.multiply(last, gap)))
            for n, last, before, after, gap in zip(
                self.shape, self.last, low, high, inner, strict=True
            )
        ]

    def tensor(self, type_: RankedTensor, fill: SSAValue) -> SSAValue:
        """The padded tensor."""

        def element(body: LoopBody, at: list[SSAValue]) -> SSAValue:
            inside: SSAValue | None = None
            places = list[SSAValue]()
            for d, index in enumerate(at):
                distance = body.subtract(index, self.low[d])
                place = body.value(arith.FloorDivSIOp(distance, self.steps[d]))
                rest = body.value(arith.RemSIOp(distance, self.steps[d]))
                for test in (
                    body.compare("sge", distance, self.zero),
                    body.compare("slt", place, self.shape[d]),
                    body.compare("eq", rest, self.zero),
                ):
                    inside = test if inside is None else body.both(inside, test)
                places.append(body.clamped(self.zero, place, self.last[d]))
            read = body.element(self.source, places)
            return read if inside is None else body.select(inside, read, fill)

        return self.builder.computed(type_, self.sizes, element)


def real_dynamic_slice(op: mhlo.RealDynamicSliceOp, builder: GenericBuilder) -> SSAValue:
    """A slice from computed starts by computed steps."""
    starts, limits, steps = map(builder.elements, (op.start_indices, op.limit_indices, op.strides))
    type_ = tensor_type(op.result)
    sizes = [
        size
        if size >= 0
        else builder.value(arith.CeilDivSIOp(builder.subtract(limit, start), step))
        for size, start, limit, step in zip(type_.get_shape(), starts, limits, steps, strict=True)
    ]
    return builder.value(tensor.ExtractSliceOp(op.operand, starts, sizes, steps, type_))


def dynamic_slice(op: mhlo.DynamicSliceOp, builder: GenericBuilder) -> SSAValue:
    """A slice of known sizes, moved inside of the operand."""
    sizes = int_values(op.slice_sizes)
    lengths = [builder.index(size) for size in sizes]
    starts = _starts_inside(op.operand, op.start_indices, lengths, builder)
    type_ = tensor_type(op.result)
    return builder.value(tensor.ExtractSliceOp(op.operand, starts, sizes, [1] * len(sizes), type_))


def dynamic_update_slice(op: mhlo.DynamicUpdateSliceOp, builder: GenericBuilder) -> SSAValue:
    """The operand with a slice replaced, which is moved inside of it."""
    lengths = builder.dims(op.update)
    starts = _starts_inside(op.operand, op.start_indices, lengths, builder)
    shape = tensor_type(op.update).get_shape()
    sizes = [n if n >= 0 else size for n, size in zip(shape, lengths, strict=True)]
    type_ = tensor_type(op.result)
    return builder.value(
        tensor.InsertSliceOp.build(
            operands=[
                op.update,
                op.operand,
                starts,
                [s for s in sizes if not isinstance(s, int)],
                [],
            ],
            result_types=[type_],
            properties={
                "static_offsets": DenseArrayBase.from_list(i64, [DYNAMIC] * len(shape)),
                "static_sizes": DenseArrayBase.from_list(i64, list(shape)),
                "static_strides": DenseArrayBase.from_list(i64, [1] * len(shape)),
            },
        )
    )


def _starts_inside(
    source: SSAValue,
    starts: Sequence[SSAValue],
    lengths: Sequence[SSAValue],
    builder: GenericBuilder,
) -> list[SSAValue]:
    zero = builder.index(0)
    return [
        builder.clamped(
            zero,
            builder.as_index(builder.scalar(start)),
            builder.subtract(builder.dim(source, d), length),
        )
        for d, (start, length) in enumerate(zip(starts, lengths, strict=True))
    ]


def dimension_size(op: mhlo.GetDimensionSizeOp, builder: GenericBuilder) -> SSAValue:
    """A size as a tensor of rank 0."""
    type_ = tensor_type(op.result)
    size = builder.dim(op.operand, op.dimension.value.data)
    number = builder.value(arith.IndexCastOp(size, element_type_of(op.result)))
    return builder.create(tensor.FromElementsOp, [number], type_)
