"""Ops between tensors and scalars: sizes of dimensions, elements of tensors of sizes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, memref, tensor
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo
from ...dialects.types import element_type_of, is_unsigned
from ...symbolic import as_expr, ge, lt
from .builder import INDEX
from .elements import in_memory, is_bf16, is_native
from .function import FunctionWriter
from .kernels.values import NotNative


class SizeWriter:
    """Writes them where what they read is known as scalars, or is in memory."""

    def __init__(self, writer: FunctionWriter):
        self.writer = writer

    def dim(self, op: Operation) -> None:
        """The size of a dimension, which a constant names."""
        assert isinstance(op, tensor.DimOp)
        axis = self.writer.sizes.index(op.index).constant_value
        shape = self.writer.shape(op.source)
        if axis is None or not 0 <= axis < len(shape):
            raise NotNative("the dimension is not known")
        self.writer.sizes.set_index(op.result, shape[axis])

    def dimension_size(self, op: Operation) -> None:
        """The size of a dimension, as a tensor of one element."""
        assert isinstance(op, mhlo.GetDimensionSizeOp)
        axis = op.dimension.value.data
        self.writer.set_elements(op.results[0], [self.writer.shape(op.operands[0])[axis]])

    def from_elements(self, op: Operation) -> None:
        """A tensor of scalars: of sizes if they are, else in memory."""
        assert isinstance(op, tensor.FromElementsOp)
        writer, elements = self.writer, list(op.elements)
        try:
            writer.set_elements(op.result, [writer.sizes.integer(e) for e in elements])
        except NotNative:
            self._stored_elements(op, elements)

    def _stored_elements(self, op: tensor.FromElementsOp, elements: Sequence[SSAValue]) -> None:
        writer = self.writer
        values = [writer.sizes.scalar(element) for element in elements]
        if is_bf16(op.result):
            raise NotNative("scalars of type bf16 have no native form")
        writer.flush()
        buffer = writer.allocate(op.result, as_expr(len(values)))
        for place, value in enumerate(values):
            if value.type != (stored := in_memory(value.type)):
                value = writer.builder.pure(arith.ExtUIOp, (value,), stored)
            where = writer.builder.constant(place)
            writer.builder.here(memref.StoreOp.create(operands=[value, buffer, where]))
        writer.set_buffer(op.result, buffer)

    def extract(self, op: Operation) -> None:
        """One element: of a tensor of sizes, or loaded."""
        assert isinstance(op, tensor.ExtractOp)
        writer = self.writer
        indices = [writer.sizes.index(index) for index in op.indices]
        shape = writer.shape(op.tensor)
        if writer.has_elements(op.tensor):
            (place,) = (index.constant_value for index in indices)
            elements = writer.elements(op.tensor)
            if place is None or not 0 <= place < len(elements):
                raise NotNative("the element is not known")
            writer.sizes.set_index(op.result, elements[place])
            if not isinstance(op.result.type, IndexType):
                number = writer.builder.expr(elements[place])
                cast = writer.builder.pure(arith.IndexCastOp, (number,), op.result.type)
                writer.sizes.set_scalar(op.result, cast)
            return
        place = as_expr(0)
        for index, size in zip(indices, shape, strict=True):
            writer.require(ge(index, 0))
            writer.require(lt(index, size))
            place = place * size + index
        buffer = writer.buffer(op.tensor)
        element = element_type_of(op.tensor)
        if is_bf16(op.tensor) or is_unsigned(element) or not is_native(element):
            raise NotNative(f"scalars of type {element} have no native form")
        writer.flush()
        loaded = memref.LoadOp.create(
            operands=[buffer, writer.builder.expr(place)],
            result_types=[in_memory(op.result.type)],
        )
        value = writer.builder.here(loaded).results[0]
        writer.sizes.set_scalar(op.result, self._as_scalar(value, op.result))

    def _as_scalar(self, value: SSAValue, old: SSAValue) -> SSAValue:
        builder = self.writer.builder
        if value.type == old.type:
            return value
        if isinstance(old.type, IndexType):
            return builder.pure(arith.IndexCastOp, (value,), INDEX)
        return builder.compare("ne", value, builder.constant(0, value.type))
