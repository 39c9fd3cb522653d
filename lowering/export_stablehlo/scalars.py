"""Index and truth value arithmetic as mhlo on tensors of rank 0, which is all that StableHLO has.

An `index` becomes a `tensor<i64>`, a `tensor<2xindex>` a `tensor<2xi64>`; `arith`, `tensor` and
`scf` become mhlo.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from xdsl.dialects import arith, func, scf, tensor
from xdsl.dialects.builtin import (
    FunctionType,
    IndexType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    Signedness,
    TensorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.analyze import analyze
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64, int_values
from ...dialects.types import (
    element_type_of,
    is_boolean,
    is_dense,
    is_integer,
    is_tensor,
    tensor_type,
)
from ...rules.errors import ShapeError
from ...symbolic import ge
from .scalar_builder import ScalarBuilder
from .truth_values import OF_TRUTHS, combined, resized

_UI64 = IntegerType(64, Signedness.UNSIGNED)
_PREDICATES: Final = ("EQ", "NE", "LT", "LE", "GT", "GE", "LT", "LE", "GT", "GE")
"""The directions of `arith.cmpi`'s predicates; the last four compare unsigned."""

_SAME: Final[Mapping[type[Operation], type[Operation]]] = {
    arith.AddiOp: mhlo.AddOp,
    arith.SubiOp: mhlo.SubtractOp,
    arith.MuliOp: mhlo.MultiplyOp,
    arith.DivSIOp: mhlo.DivideOp,
    arith.RemSIOp: mhlo.RemainderOp,
    arith.MinSIOp: mhlo.MinimumOp,
    arith.MaxSIOp: mhlo.MaximumOp,
    arith.AndIOp: mhlo.AndOp,
    arith.OrIOp: mhlo.OrOp,
    arith.XOrIOp: mhlo.XorOp,
    arith.SelectOp: mhlo.SelectOp,
    arith.IndexCastOp: mhlo.ConvertOp,
    arith.ExtSIOp: mhlo.ConvertOp,
    arith.TruncIOp: mhlo.ConvertOp,
}
"""Ops of `arith` whose mhlo op takes the same operands."""


def use_plain_divisions(module: ModuleOp) -> None:
    """Makes floor divisions of what is never negative by what is positive truncating ones."""
    analysis = analyze(module)
    for op in list(module.walk()):
        if isinstance(op, arith.FloorDivSIOp):
            numerator, denominator = analysis.scalar(op.lhs), analysis.scalar(op.rhs)
            if (
                numerator is not None
                and denominator is not None
                and analysis.facts.proves(ge(numerator, 0))
                and analysis.facts.proves(ge(denominator, 1))
            ):
                Rewriter.replace_op(op, arith.DivSIOp(op.lhs, op.rhs))


def tensorize_scalars(module: ModuleOp) -> None:
    """Leaves neither index values nor index tensors, and of `arith`, `tensor` and `scf` nothing."""
    constants = _index_constants(module)
    for op in module.walk():
        for value in (*op.results, *(a for r in op.regions for b in r.blocks for a in b.args)):
            value._type = tensorized(value.type)  # pyright: ignore[reportPrivateUsage]
        if isinstance(op, func.FuncOp):
            inputs, outputs = op.function_type.inputs, op.function_type.outputs
            op.function_type = FunctionType.from_lists(
                list(map(tensorized, inputs)), list(map(tensorized, outputs))
            )
    conversion = _Conversion(constants)
    for op in list(module.walk()):
        conversion.convert(op)


def tensorized(type_: Attribute) -> Attribute:
    """The type of tensors that hold what values of `type_` hold."""
    if isinstance(type_, IndexType):
        return TensorType(i64, [])
    if is_integer(type_):
        return TensorType(type_, [])
    if is_tensor(type_) and isinstance(type_.element_type, IndexType):
        return TensorType(i64, type_.shape)
    return type_


def _index_constants(module: ModuleOp) -> dict[SSAValue, int]:
    """The values of the integer constants; dimensions and places are among them."""
    return {
        op.result: cast("IntegerAttr[IndexType]", op.value).value.data
        for op in module.walk()
        if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr)
    }


class _Conversion:
    """Replaces ops one by one; all types are those of the result already."""

    def __init__(self, constants: dict[SSAValue, int]):
        self.constants = constants
        self.builder = ScalarBuilder()
        self.rules: Mapping[type[Operation], Callable[..., SSAValue]] = {
            arith.ConstantOp: self.constant,
            arith.CmpiOp: self.compare,
            arith.ExtUIOp: self.extend_unsigned,
            arith.FloorDivSIOp: self.floor_divide,
            mhlo.ConstantOp: self.constant,
            tensor.CastOp: self.cast,
            tensor.DimOp: self.dim,
            tensor.ExtractOp: self.extract,
            tensor.FromElementsOp: self.from_elements,
        }

    def convert(self, op: Operation) -> None:
        """Puts mhlo in the place of `op`; raises ShapeError where there is none."""
        self.builder.move_to(op)
        kind = type(op)
        if kind in _SAME:
            self.replace(op, self.same(op))
        elif kind in self.rules:
            self.replace(op, self.rules[kind](op))
        elif isinstance(op, scf.IfOp):
            regions = [op.detach_region(region) for region in list(op.regions)]
            new = mhlo.IfOp.create(
                operands=op.operands, result_types=op.result_types, regions=regions
            )
            Rewriter.replace_op(op, new)
        elif isinstance(op, scf.YieldOp):
            Rewriter.replace_op(op, mhlo.ReturnOp.create(operands=op.operands), [])
        elif isinstance(op, mhlo.DynamicConvOp):
            self.pair_paddings(op)
        elif op.dialect_name() in ("arith", "tensor", "scf", "shape", "memref", "math"):
            raise ShapeError(op, "cannot be exported: StableHLO has no such op")

    def replace(self, op: Operation, value: SSAValue) -> None:
        for result in op.results:
            if result in self.constants:
                self.constants[value] = self.constants[result]
            if value.name_hint is None:
                value.name_hint = result.name_hint
            if value is not result:
                result.replace_all_uses_with(value)
        if value.owner is not op:
            Rewriter.erase_op(op)

    def same(self, op: Operation) -> SSAValue:
        type_ = op.results[0].type
        if _SAME[type(op)] is mhlo.ConvertOp:
            if op.operands[0].type == type_:
                return op.operands[0]
            if any(is_boolean(element_type_of(v)) for v in (op.operands[0], op.results[0])):
                return resized(self.builder, op)
        elif type(op) in OF_TRUTHS and is_boolean(element_type_of(op.results[0])):
            return combined(self.builder, op)
        return self.builder.create(_SAME[type(op)], op.operands, type_)

    def constant(self, op: arith.ConstantOp | mhlo.ConstantOp) -> SSAValue:
        if not is_tensor(op.results[0].type):
            raise ShapeError(
                op, f"a {op.results[0].type} cannot be exported: StableHLO has tensors"
            )
        type_, value = tensor_type(op.results[0]), op.value
        if isinstance(value, IntegerAttr):
            number = cast("IntegerAttr[IntegerType]", value).value.data
            return self.builder.full(
                [int(number != 0) if is_boolean(type_.element_type) else number], type_
            )
        if is_dense(value) and isinstance(value.get_element_type(), IndexType):
            return self.builder.full(int_values(value), type_)
        if isinstance(op, mhlo.ConstantOp):
            return op.results[0]
        if is_dense(value):
            return self.builder.create(mhlo.ConstantOp, [], type_, value=value)
        raise ShapeError(op, f"cannot be exported: {value} is not an integer or a tensor")

    def compare(self, op: arith.CmpiOp) -> SSAValue:
        predicate = op.predicate.value.data
        left, right = op.lhs, op.rhs
        if predicate < 6:
            kind = "UNSIGNED" if is_boolean(element_type_of(left)) else "SIGNED"
            if kind == "UNSIGNED":  # where true is greater than false, as an integer it is less
                left, right = right, left
            return self.builder.comparison(_PREDICATES[predicate], left, right, kind)
        type_ = TensorType(_UI64, [])
        left, right = (self.builder.create(mhlo.ConvertOp, [v], type_) for v in (left, right))
        return self.builder.comparison(_PREDICATES[predicate], left, right, "UNSIGNED")

    def extend_unsigned(self, op: arith.ExtUIOp) -> SSAValue:
        """Truth values only: mhlo converts them to 0 and 1, and other integers with their sign."""
        if not is_boolean(element_type_of(op.input)):
            raise ShapeError(op, "cannot be exported: its operand is wider than a truth value")
        return self.builder.create(mhlo.ConvertOp, [op.input], op.result.type)

    def floor_divide(self, op: arith.FloorDivSIOp) -> SSAValue:
        """The truncated quotient, less 1 where there is a rest of another sign than the divisor."""
        create, type_ = self.builder.create, op.result.type
        element = element_type_of(op.result)
        zero, one = self.builder.number(0, element), self.builder.number(1, element)
        quotient = create(mhlo.DivideOp, [op.lhs, op.rhs], type_)
        rest = create(mhlo.RemainderOp, [op.lhs, op.rhs], type_)
        signs = (
            self.builder.comparison("LT", rest, zero),
            self.builder.comparison("LT", op.rhs, zero),
        )
        differ = self.builder.comparison("NE", signs[0], signs[1], "UNSIGNED")
        inexact = self.builder.comparison("NE", rest, zero)
        both = create(mhlo.AndOp, [differ, inexact], TensorType(i1, []))
        return create(
            mhlo.SelectOp, [both, create(mhlo.SubtractOp, [quotient, one], type_), quotient], type_
        )

    def dim(self, op: tensor.DimOp) -> SSAValue:
        dimension = self.constants.get(op.index)
        if dimension is None:
            raise ShapeError(op, "cannot be exported: the dimension is not a constant")
        rank = tensor_type(op.source).get_num_dims()
        if not 0 <= dimension < rank:
            raise ShapeError(op, f"dimension {dimension} of a tensor of rank {rank}")
        return self.builder.size(op.source, dimension, i64)

    def extract(self, op: tensor.ExtractOp) -> SSAValue:
        create, source = self.builder.create, tensor_type(op.tensor)
        if not op.indices:
            return op.tensor
        one = TensorType(source.element_type, [1] * len(op.indices))
        places = [self.constants.get(index) for index in op.indices]
        starts = [place for place in places if place is not None]
        if len(starts) == len(places):
            element = create(
                mhlo.SliceOp,
                [op.tensor],
                one,
                start_indices=dense_i64(starts),
                limit_indices=dense_i64([start + 1 for start in starts]),
                strides=dense_i64([1] * len(starts)),
            )
        else:
            sizes = dense_i64([1] * len(places))
            element = create(mhlo.DynamicSliceOp, [op.tensor, *op.indices], one, slice_sizes=sizes)
        return create(mhlo.ReshapeOp, [element], op.result.type)

    def from_elements(self, op: tensor.FromElementsOp) -> SSAValue:
        type_ = tensor_type(op.result)
        if not op.elements:
            return self.builder.full([], type_)
        if not type_.get_shape():
            return op.elements[0]
        return self.builder.vector(list(op.elements), type_)

    def cast(self, op: tensor.CastOp) -> SSAValue:
        """A reshape to the same sizes, under the other type."""
        source, type_ = tensor_type(op.source), tensor_type(op.dest)
        if source == type_:
            return op.source
        if source.has_static_shape() and type_.has_static_shape():
            return self.builder.create(mhlo.ReshapeOp, [op.source], type_)
        rank = source.get_num_dims()
        sizes = [self.builder.size(op.source, i, i32) for i in range(rank)]
        shape = self.builder.vector(sizes, TensorType(i32, [rank]))
        return self.builder.create(mhlo.DynamicReshapeOp, [op.source, shape], type_)

    def pair_paddings(self, op: mhlo.DynamicConvOp) -> None:
        """TensorFlow's text has the paddings in a vector; StableHLO a row for each dimension."""
        padding = tensor_type(op.d_padding)
        if padding.get_num_dims() == 1:
            pairs = TensorType(padding.element_type, [padding.get_shape()[0] // 2, 2])
            reshaped = self.builder.create(mhlo.ReshapeOp, [op.d_padding], pairs)
            op.operands[list(op.operands).index(op.d_padding)] = reshaped
