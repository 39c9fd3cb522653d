"""Builds loops over tensors of unknown sizes: `linalg.generic`, and the index arithmetic of it.

Semantics: https://mlir.llvm.org/docs/Dialects/Linalg/.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from xdsl.dialects import arith, complex, tensor
from xdsl.dialects.builtin import AffineMapAttr, FloatAttr, IndexType, IntegerAttr, TensorType, i64
from xdsl.dialects.linalg.attrs import IteratorTypeAttr
from xdsl.dialects.linalg.ops import FillOp, GenericOp, IndexOp, YieldOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ...dialects import mhlo
from ...dialects.foreign.iree import OptimizationBarrierOp, TieShapeOp
from ...dialects.mhlo.dense import int_values
from ...dialects.types import (
    RankedTensor,
    is_complex,
    is_dense,
    is_float,
    is_integer,
    shape_of,
    tensor_type,
)
from ...materialize.op_builder import OpBuilder
from ...rules.errors import ShapeError

INDEX = IndexType()
Op = TypeVar("Op", bound=Operation)
Places: TypeAlias = Sequence[AffineExpr]
"""For each dimension of an operand of a loop nest where an element is read."""


class IndexBuilder(OpBuilder):
    """Index arithmetic, and elements of tensors."""

    def add(self, left: SSAValue, right: SSAValue) -> SSAValue:
        return self.value(arith.AddiOp(left, right))

    def subtract(self, left: SSAValue, right: SSAValue) -> SSAValue:
        return self.value(arith.SubiOp(left, right))

    def multiply(self, left: SSAValue, right: SSAValue) -> SSAValue:
        return self.value(arith.MuliOp(left, right))

    def clamped(self, low: SSAValue, value: SSAValue, high: SSAValue) -> SSAValue:
        """`value` between `low` and `high`; `low` where they cross."""
        return self.value(arith.MaxSIOp(self.value(arith.MinSIOp(value, high)), low))

    def compare(self, how: str, left: SSAValue, right: SSAValue) -> SSAValue:
        return self.value(arith.CmpiOp(left, right, how))

    def both(self, left: SSAValue, right: SSAValue) -> SSAValue:
        return self.value(arith.AndIOp(left, right))

    def select(self, condition: SSAValue, then: SSAValue, otherwise: SSAValue) -> SSAValue:
        return self.value(arith.SelectOp(condition, then, otherwise))

    def element(self, source: SSAValue, places: Sequence[SSAValue]) -> SSAValue:
        type_ = tensor_type(source).element_type
        return self.value(tensor.ExtractOp(source, list(places), type_))

    def as_index(self, value: SSAValue) -> SSAValue:
        """A signed integer as an index."""
        if isinstance(value.type, IndexType):
            return value
        cast = value.owner
        if isinstance(cast, arith.IndexCastOp) and isinstance(cast.input.type, IndexType):
            return cast.input
        return self.value(arith.IndexCastOp(value, INDEX))


class LoopBody(IndexBuilder):
    """Inserts ops at the end of the body of a loop nest."""

    def __init__(self, block: Block):
        super().__init__()
        self._block = block

    def insert(self, op: Op) -> Op:
        self._block.add_op(op)
        return op

    def number(self, value: SSAValue, element_type: Attribute) -> SSAValue:
        """An index as an element of a tensor."""
        if isinstance(element_type, IndexType):
            return value
        if is_float(element_type):
            wide = self.value(arith.IndexCastOp(value, i64))
            return self.value(arith.SIToFPOp(wide, element_type))
        return self.value(arith.IndexCastOp(value, element_type))


Element: TypeAlias = Callable[[LoopBody, list[SSAValue]], SSAValue]
"""Makes one element from index values, or from elements of operands."""


class GenericBuilder(IndexBuilder):
    """Makes tensors by loops, before one op."""

    def dim(self, value: SSAValue, dimension: int) -> SSAValue:
        """A size of `value` as an index."""
        static = tensor_type(value).get_shape()[dimension]
        if static >= 0:
            return self.index(static)
        return self.create(tensor.DimOp, [value, self.index(dimension)], INDEX)

    def dims(self, value: SSAValue) -> list[SSAValue]:
        return [self.dim(value, d) for d in range(len(tensor_type(value).get_shape()))]

    def scalar(self, value: SSAValue) -> SSAValue:
        """The element of a tensor of rank 0."""
        return self.element(value, [])

    def elements(self, vector: SSAValue) -> list[SSAValue]:
        """The elements of a vector of sizes or places, as index values."""
        op = vector.owner
        if isinstance(op, tensor.FromElementsOp):
            return [self.as_index(element) for element in op.elements]
        if isinstance(op, mhlo.ConstantOp | arith.ConstantOp) and is_dense(op.value):
            count = tensor_type(vector).get_shape()[0]
            values = int_values(op.value)
            return [self.index(n) for n in (values * count if len(values) == 1 else values)]
        if isinstance(op, mhlo.ConcatenateOp):
            return [element for part in op.operands for element in self.elements(part)]
        count = tensor_type(vector).get_shape()[0]
        return [self.as_index(self.element(vector, [self.index(i)])) for i in range(count)]

    def zero(self, element_type: Attribute) -> SSAValue:
        """The constant 0 of a float, complex or integer type. Raises ShapeError for another."""
        if is_float(element_type):
            return self.value(arith.ConstantOp(FloatAttr(0.0, element_type)))
        if is_complex(element_type) and is_float(element_type.element_type):
            return self.value(complex.ConstantOp.from_floats((0.0, 0.0), element_type.element_type))
        if not is_integer(element_type):
            raise ShapeError(
                self.at, f"cannot be exported: arith has no constants of {element_type}"
            )
        return self.value(arith.ConstantOp(IntegerAttr(0, element_type)))

    def empty(self, type_: RankedTensor, sizes: Sequence[SSAValue]) -> SSAValue:
        """A tensor to be filled; `sizes` are those of every dimension."""
        shape = type_.get_shape()
        unknown = [size for size, n in zip(sizes, shape, strict=True) if n < 0]
        return self.value(tensor.EmptyOp(unknown, type_))

    def computed(
        self, type_: RankedTensor, sizes: Sequence[SSAValue], element: Element
    ) -> SSAValue:
        """A tensor whose element at each place `element` makes from the index values of it."""
        rank = len(type_.get_shape())

        def at(body: LoopBody, _: list[SSAValue]) -> SSAValue:
            return element(body, [body.value(IndexOp(d)) for d in range(rank)])

        return self.generic([], [], type_, self.empty(type_, sizes), at)

    def generic(
        self,
        inputs: Sequence[SSAValue],
        places: Sequence[Places],
        type_: RankedTensor,
        start: SSAValue,
        element: Element,
        result_places: Places | None = None,
        reduced: int = 0,
    ) -> SSAValue:
        """A loop nest over `inputs`, of which `places` say where they are read.

        start: the tensor that the results go to
        element: from the elements of the inputs and the current one of the result
        reduced: the number of the innermost loops that accumulate
        """
        rank = len(type_.get_shape())
        loops = rank + reduced
        if result_places is None:
            result_places = [AffineExpr.dimension(d) for d in range(rank)]
        block = Block(arg_types=[tensor_type(v).element_type for v in (*inputs, start)])
        body = LoopBody(block)
        body.insert(YieldOp(element(body, list(block.args))))
        maps = [AffineMap(loops, 0, tuple(exprs)) for exprs in (*places, result_places)]
        kinds = [IteratorTypeAttr.parallel()] * rank
        kinds += [IteratorTypeAttr.reduction()] * reduced
        return self.value(
            GenericOp(
                inputs, [start], Region(block), list(map(AffineMapAttr, maps)), kinds, [type_]
            )
        )

    def filled(self, type_: RankedTensor, sizes: Sequence[SSAValue], value: SSAValue) -> SSAValue:
        """A tensor of which every element is `value`."""
        if is_complex(type_.element_type):  # xDSL's op takes other numbers alone.
            return self.computed(type_, sizes, lambda body, places: value)
        empty = self.empty(type_, sizes)
        return self.value(FillOp([value], [empty], [type_]))

    def materialized(self, value: SSAValue) -> SSAValue:
        """`value` as a tensor in memory, which no user computes again."""
        sizes = self.dims(value)
        barrier = self.create(OptimizationBarrierOp, [value], value.type)
        if not is_unknown(value):
            return barrier
        shape = tensor_type(value).get_shape()
        unknown = [size for size, n in zip(sizes, shape, strict=True) if n < 0]
        return self.create(TieShapeOp, [barrier, *unknown], value.type)


def is_unknown(value: SSAValue) -> bool:
    """Whether some size of the tensor is unknown."""
    return any(size < 0 for size in shape_of(value.type) or ())


def vector_of(builder: IndexBuilder, sizes: Sequence[SSAValue]) -> SSAValue:
    """Index values in a vector."""
    return builder.create(tensor.FromElementsOp, sizes, TensorType(INDEX, [len(sizes)]))
