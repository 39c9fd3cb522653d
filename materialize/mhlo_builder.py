"""Builds mhlo ops over static and symbolic sizes: broadcasts, slices, reshapes, constants."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IndexType, StringAttr, TensorType, i32, i64
from xdsl.ir import Attribute, SSAValue

from ..analysis.shape_analysis import LEAST_INTEGER, ShapeAnalysis
from ..dialects import mhlo, sdim
from ..dialects.messages import at_place, op_name
from ..dialects.mhlo.constants import ConstantElements
from ..dialects.mhlo.dense import dense_i64
from ..dialects.types import (
    dense_elements,
    element_type_of,
    is_integer_or_index,
    scalar_type,
    tensor_type,
)
from ..rules.rule import Element
from ..symbolic import Expr, Predicate, as_expr, eq
from ..symbolic.shapes import Shape
from .errors import UnloweredError
from .op_builder import OpBuilder
from .sizes import SizeValues
from .symbols import SizeNamer


class MhloBuilder(OpBuilder):
    """Inserts mhlo ops before one op; sizes become index values, new sizes get symbols."""

    def __init__(self, analysis: ShapeAnalysis, sizes: SizeValues, namer: SizeNamer):
        super().__init__()
        self.analysis = analysis
        self.namer = namer
        self.facts = analysis.facts
        self.sizes = sizes
        self._constants: dict[Attribute, SSAValue] = {}
        self._scalars = dict[tuple[type[float], str, Attribute], SSAValue]()

    def fail(self, message: str) -> UnloweredError:
        """The error that the op at which ops are built cannot be lowered."""
        return UnloweredError(self.at, message)

    # Sizes and elements.

    def shape(self, value: SSAValue) -> Shape:
        """The shape of `value`, as its type tells it."""
        shape = self.analysis.shape_of_type(value.type)
        if shape is None and not self.analysis.has_rank(value):
            raise self.fail("the rank of an operand is not known")
        return self.analysis.sizes(value) if shape is None else shape

    def shape_of_type(self, type: TensorType[Attribute]) -> Shape:
        shape = self.analysis.shape_of_type(type)
        if shape is None:
            raise self.fail(f"{type} has a size without a symbol; run tieshape-infer-shapes first")
        return shape

    def equal(self, a: Expr, b: Expr) -> bool:
        return a == b or self.facts.proves(eq(a, b))

    def read(self, value: SSAValue, place: int = 0) -> Expr:
        """Element `place` of `value`, an integer scalar or vector, as a symbol for index
        arithmetic.
        """
        if element_type_of(value) not in (i32, i64):
            value = self.convert(value, i64)
        indices = [self.sizes.index(place, self.at)] * len(self.shape(value))
        element = self.create(tensor.ExtractOp, [value, *indices], element_type_of(value))
        index = self.insert(arith.IndexCastOp(element, IndexType())).result
        symbol = self.analysis.fresh(LEAST_INTEGER)
        self.sizes.give(symbol.symbol_name or "", index)
        return symbol

    def bind(self, size: Expr, computed: Expr) -> None:
        """Makes `size`, which a result has, readable as what was `computed` for it.

        Where guards make it a size that is readable already, what was computed tests them.
        """
        simple = self.facts.simplify(size)
        if not self.sizes.has(simple):
            name = simple.symbol_name or size.symbol_name
            if name is None:
                raise self.fail(f"the size {simple} depends on data in a way that is not supported")
            self.sizes.give(name, self.sizes.index(computed, self.at))
        elif not self.facts.proves(equal := eq(computed, simple)):
            check = sdim.HoldsOp(
                self.sizes.condition(equal, self.at), strength=sdim.Strength.ASSERT
            )
            words = f"{op_name(self.at)}{at_place(self.at)}: a size of the result must be {simple}"
            check.attributes["why"] = StringAttr(words)
            self.insert(check)

    # Ops.

    def ranked(self, element_type: Attribute, shape: Sequence[Expr | int]) -> TensorType[Attribute]:
        """The type of a tensor of `shape`; a size that has no symbol yet gets one."""
        return self.namer.type(element_type, [as_expr(size) for size in shape])

    def constant(self, value: ConstantElements) -> SSAValue:
        """A constant, one op for each distinct one, at the function's start."""
        found = self._constants.get(value)
        if found is None:
            op = mhlo.ConstantOp.create(properties={"value": value}, result_types=[value.type])
            self.sizes.insert_at_start(op)
            found = self._constants[value] = op.results[0]
        return found

    def scalar(self, number: float, element_type: Attribute) -> SSAValue:
        """A constant of rank 0."""
        key = (type(number), repr(number), element_type)  # 0.0 is not -0.0
        found = self._scalars.get(key)
        if found is None:
            value = dense_elements(scalar_type(element_type), [number])
            found = self._scalars[key] = self.constant(value)
        return found

    def splat(self, number: float, type: TensorType[Attribute]) -> SSAValue:
        """`number` in every element of a tensor of `type`."""
        return self.broadcast(self.scalar(number, type.element_type), type)

    def broadcast(
        self, value: SSAValue, type: TensorType[Attribute], dimensions: Sequence[int] | None = None
    ) -> SSAValue:
        """`value` broadcast to the shape of `type`.

        dimensions: the result's dimension for each one of `value`; the last ones if None
        """
        rank = len(self.shape(value))
        target = self.shape_of_type(type)
        if dimensions is None:
            dimensions = range(len(target) - rank, len(target))
        return self.broadcast_to_shape(value, target, dimensions)

    def broadcast_to_shape(
        self, value: SSAValue, target: Sequence[Expr], dimensions: Sequence[int]
    ) -> SSAValue:
        """`value` broadcast to `target`; itself where sizes and dimensions are provably equal."""
        shape = self.shape(value)
        if list(dimensions) == list(range(len(target))) and all(map(self.equal, shape, target)):
            return value
        source = tensor_type(value)
        type = self.ranked(source.element_type, target)
        if type.has_static_shape() and source.has_static_shape():
            return self.create(
                mhlo.BroadcastInDimOp, [value], type, broadcast_dimensions=dense_i64(dimensions)
            )
        return self.create(
            mhlo.DynamicBroadcastInDimOp,
            [value, self.sizes.shape_tensor(target, self.at)],
            type,
            broadcast_dimensions=dense_i64(dimensions),
        )

    def slice(
        self,
        value: SSAValue,
        axis: int,
        start: Expr | int,
        limit: Expr | int,
        type: TensorType[Attribute] | None = None,
    ) -> SSAValue:
        """The positions from `start` to `limit` (exclusive) along `axis`."""
        sizes = self.shape(value)
        starts = [as_expr(start if i == axis else 0) for i in range(len(sizes))]
        limits = [as_expr(limit) if i == axis else size for i, size in enumerate(sizes)]
        if type is None:
            result = [b - a for a, b in zip(starts, limits, strict=True)]
        else:
            result = list(self.shape_of_type(type))
        return self.slice_all(value, starts, limits, [1] * len(sizes), result)

    def slice_all(
        self,
        value: SSAValue,
        starts: Sequence[Expr],
        limits: Sequence[Expr],
        strides: Sequence[int],
        result: Sequence[Expr],
    ) -> SSAValue:
        """`value[start:limit:stride]` in every dimension, whose shape is `result`."""
        source = tensor_type(value)
        if all(
            start == as_expr(0) and stride == 1 and self.equal(limit, size)
            for start, limit, stride, size in zip(
                starts, limits, strides, self.shape(value), strict=True
            )
        ):
            return value
        type = self.ranked(source.element_type, result)
        bounds = [[e.constant_value for e in ends] for ends in (starts, limits)]
        if (
            type.has_static_shape()
            and source.has_static_shape()
            and all(None not in ends for ends in bounds)
        ):
            first, last = [dense_i64([e for e in ends if e is not None]) for ends in bounds]
            return self.create(
                mhlo.SliceOp,
                [value],
                type,
                start_indices=first,
                limit_indices=last,
                strides=dense_i64(strides),
            )
        ends = [self.sizes.shape_tensor(e, self.at) for e in (starts, limits, strides)]
        return self.create(mhlo.RealDynamicSliceOp, [value, *ends], type)

    def reshape(self, value: SSAValue, type: TensorType[Attribute]) -> SSAValue:
        """`value` with the same elements and the shape of `type`."""
        if value.type == type:
            return value
        if type.has_static_shape() and tensor_type(value).has_static_shape():
            return self.create(mhlo.ReshapeOp, [value], type)
        shape = self.sizes.shape_tensor(self.shape_of_type(type), self.at)
        return self.create(mhlo.DynamicReshapeOp, [value, shape], type)

    def transpose(
        self, value: SSAValue, order: Sequence[int], type: TensorType[Attribute]
    ) -> SSAValue:
        """`value` as `type`, of which dimension i is dimension `order[i]` of `value`."""
        return self.create(mhlo.TransposeOp, [value], type, permutation=dense_i64(order))

    def convert(self, value: SSAValue, element_type: Attribute) -> SSAValue:
        """`value` with every element converted."""
        if element_type_of(value) == element_type:
            return value
        return self.create(mhlo.ConvertOp, [value], self.like(value, element_type))

    def like(self, value: SSAValue, element_type: Attribute) -> TensorType[Attribute]:
        """The type of `value` with other elements."""
        type = tensor_type(value)
        return TensorType(element_type, type.shape, type.encoding)

    def from_elements(self, elements: Sequence[Element], type: TensorType[Attribute]) -> SSAValue:
        """A tensor of `type` of integers or truth values that the analysis knows."""
        element_type, rank = type.element_type, type.get_num_dims()
        constants = [e.constant_value for e in elements if isinstance(e, Expr)]
        if len(constants) == len(elements) and None not in constants:
            shape = type.get_shape() if type.has_static_shape() else [len(elements)]
            integers = [c for c in constants if c is not None]
            result = self.constant(dense_elements(TensorType(element_type, shape), integers))
            return result if rank < 2 else self.reshape(result, type)
        exprs = [e for e in elements if isinstance(e, Expr)]
        if rank == 1 and len(exprs) == len(elements):
            assert is_integer_or_index(element_type)
            return self.sizes.tensor(exprs, self.at, element_type)
        scalars = [self._scalar(element, element_type) for element in elements]
        vector = TensorType(element_type, [len(elements)] if rank else [])
        op = tensor.FromElementsOp.create(operands=scalars, result_types=[vector])
        result = self.insert(op).results[0]
        return result if rank < 2 else self.reshape(result, type)

    def _scalar(self, element: Element, element_type: Attribute) -> SSAValue:
        if isinstance(element, Predicate):
            return self.sizes.condition(element, self.at)
        assert isinstance(element, Expr)
        index = self.sizes.index(element, self.at)
        assert is_integer_or_index(element_type)
        return self.insert(arith.IndexCastOp(index, element_type)).result
