"""Ops of MLIR's tensor dialect that xDSL lacks, or reads for known ranks only.

Semantics and text: https://mlir.llvm.org/docs/Dialects/TensorOps/.
"""

from __future__ import annotations

from typing import Self

from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType
from xdsl.dialects.tensor import YieldOp
from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from ..deferred import op_definition
from ..mhlo.assembly import parse_operand_list, print_operand_list
from ..pure import PureOp
from ..types import is_integer_or_index, is_tensor, is_unranked

INDEX = IndexType()


@op_definition
class GenerateOp(IRDLOperation):
    """A tensor whose element at each place is what the body returns for it; the operands are the
    unknown sizes.

    ```mlir
    %t = tensor.generate %n {
      ^bb0(%i: index, %j: index): … tensor.yield %e : f32
    } : tensor<?x3xf32>
    ```
    """

    name = "tensor.generate"
    dynamic_extents = var_operand_def(INDEX)
    body = region_def("single_block")
    result = result_def()
    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parse_operand_list(parser)
        region = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        values = [parser.resolve_operand(operand, INDEX) for operand in operands]
        return cls.create(
            operands=values, result_types=[type], regions=[region], attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        if self.operands:
            printer.print_string(" ")
            print_operand_list(printer, self.operands)
        printer.print_string(" ")
        printer.print_region(self.body)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        type = self.result.type
        if not is_tensor(type):
            raise VerifyException(f"{self.name}: the result has type {type}, a rank is needed")
        unknown = type.get_shape().count(DYNAMIC_INDEX)
        if len(self.dynamic_extents) != unknown:
            raise VerifyException(
                f"{self.name}: found {len(self.dynamic_extents)} sizes, {unknown} are unknown in {type}"
            )
        block = self.body.block
        if [arg.type for arg in block.args] != [INDEX] * len(type.get_shape()):
            raise VerifyException(
                f"{self.name}: the body needs {len(type.get_shape())} arguments of type index"
            )
        last = block.last_op
        if not isinstance(last, YieldOp) or list(last.operand_types) != [type.element_type]:
            raise VerifyException(
                f"{self.name}: the body must end in tensor.yield of one {type.element_type}"
            )


@op_definition
class RankOp(PureOp):
    """The number of dimensions. `%r = tensor.rank %t : tensor<*xf32>`"""

    name = "tensor.rank"
    tensor = operand_def()
    result = result_def(INDEX)
    assembly_format = "$tensor attr-dict `:` type($tensor)"

    def verify_(self) -> None:
        if not is_tensor(self.tensor.type) and not is_unranked(self.tensor.type):
            raise VerifyException(
                f"{self.name}: the operand has type {self.tensor.type}, a tensor is needed"
            )


@op_definition
class ReshapeOp(PureOp):
    """The elements in another shape.
    `%r = tensor.reshape %t(%s) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>`"""

    name = "tensor.reshape"
    source = operand_def()
    shape = operand_def()
    result = result_def()
    assembly_format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        source, shape, result = self.source.type, self.shape.type, self.result.type
        for what, type in (("the operand", source), ("the result", result)):
            if not is_tensor(type) and not is_unranked(type):
                raise VerifyException(f"{self.name}: {what} has type {type}, a tensor is needed")
        if not is_tensor(shape) or len(shape.get_shape()) != 1:
            raise VerifyException(f"{self.name}: the shape has type {shape}, a vector is needed")
        if not is_integer_or_index(shape.element_type):
            raise VerifyException(f"{self.name}: the shape has elements {shape.element_type}")
        if _element(source) != _element(result):
            raise VerifyException(
                f"{self.name}: operand and result have elements {_element(source)} and {_element(result)}"
            )
        length = shape.get_shape()[0]
        if is_tensor(result) and length not in (DYNAMIC_INDEX, len(result.get_shape())):
            raise VerifyException(f"{self.name}: the shape has {length} sizes for {result}")


def _element(type: Attribute) -> Attribute:
    return type.element_type if is_tensor(type) or is_unranked(type) else type


TENSOR_OPS: dict[str, type[Operation]] = {op.name: op for op in (GenerateOp, RankOp, ReshapeOp)}
"""What reads the ops of these names."""
