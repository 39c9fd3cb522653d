"""The ops of MLIR's shape dialect that files at the mhlo level hold.

Semantics and text: https://mlir.llvm.org/docs/Dialects/ShapeDialect/. Only `tieshape-opt` reads it:
the dialect is in no universe, so that another plug-in may bring its own. `tieshape-import-shape`
turns the ops into index arithmetic.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IndexType, StringAttr, TensorType
from xdsl.ir import ParametrizedAttribute, TypeAttribute
from xdsl.irdl import (
    ParsePropInAttrDict,
    irdl_attr_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..deferred import op_definition
from ..namespace import dialect_of, ops_of_rows
from ..pure import PureOp
from . import shape_extents, shape_witnesses

INDEX = IndexType()


@irdl_attr_definition
class ShapeType(ParametrizedAttribute, TypeAttribute):
    """A list of extents of any length, or an error."""

    name = "shape.shape"


class MeasureOp(PureOp, ABC):
    """What is asked of one tensor or shape."""

    arg = operand_def()
    result = result_def()
    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"


MEASURES = ops_of_rows(
    "shape.",
    MeasureOp,
    {
        "shape_of": "The sizes of a tensor. "
        "`%s = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>`",
        "num_elements": "The product of all extents.",
        "rank": "The number of extents.",
    },
)
"""The ops of one operand, by their names in the dialect."""


@op_definition
class BroadcastOp(PureOp):
    """The shape that all operands broadcast to."""

    name = "shape.broadcast"
    shapes = var_operand_def()
    error = opt_prop_def(StringAttr)
    result = result_def()
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$shapes attr-dict `:` type($shapes) `->` type($result)"


@op_definition
class AnyOp(PureOp):
    """One of the operands, which are all equal."""

    name = "shape.any"
    inputs = var_operand_def()
    result = result_def()
    assembly_format = "$inputs attr-dict `:` type($inputs) `->` type($result)"


@op_definition
class SplitAtOp(PureOp):
    """The extents before and from `index` on, which counts from the end where it is negative."""

    name = "shape.split_at"
    operand = operand_def()
    index = operand_def()
    head = result_def()
    tail = result_def()


@op_definition
class ConstShapeOp(PureOp):
    """A known shape. `%s = shape.const_shape [1, 2] : tensor<2xindex>`"""

    name = "shape.const_shape"
    shape = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> ConstShapeOp:
        attributes = parser.parse_optional_attr_dict()
        sizes = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
        parser.parse_punctuation(":")
        result_type = parser.parse_type()
        type = TensorType(INDEX, [len(sizes)])
        value = DenseIntOrFPElementsAttr.from_list(type, sizes)
        return cls.create(
            result_types=[result_type], properties={"shape": value}, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        printer.print_op_attributes(self.attributes)
        printer.print_string(" ")
        with printer.in_square_brackets():
            printer.print_list(self.sizes, lambda size: printer.print_string(str(size)))
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)

    @property
    def sizes(self) -> Sequence[int]:
        return [int(size) for size in self.shape.iter_values() if not isinstance(size, tuple)]


@op_definition
class ToExtentTensorOp(PureOp):
    """A shape as a 1-d tensor."""

    name = "shape.to_extent_tensor"
    input = operand_def()
    result = result_def()
    assembly_format = "attr-dict $input `:` type($input) `->` type($result)"


@op_definition
class FromExtentTensorOp(PureOp):
    """A 1-d tensor as a shape."""

    name = "shape.from_extent_tensor"
    input = operand_def()
    result = result_def(ShapeType())
    assembly_format = "$input attr-dict `:` type($input)"


@op_definition
class FromExtentsOp(PureOp):
    """Single extents as a shape."""

    name = "shape.from_extents"
    extents = var_operand_def()
    result = result_def(ShapeType())
    assembly_format = "$extents attr-dict `:` type($extents)"


_TABLES = (MEASURES, shape_extents.PAIRS, shape_witnesses.QUESTIONS, shape_witnesses.DEMANDS)

OPS = {op.name: op for ops in _TABLES for op in ops.values()}
"""The ops that differ from others in name alone, by name."""

SHAPE = dialect_of("shape", OPS | vars(shape_witnesses) | vars(shape_extents) | globals())
