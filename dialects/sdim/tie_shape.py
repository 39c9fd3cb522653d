"""`sdim.tie_shape`: a value and the sizes that it has."""

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    base,
    operand_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ..deferred import op_definition
from .sizes import INDEX, AddsFact, Shaped, constant_of


@op_definition
class TieShapeOp(IRDLOperation):
    """The operand, of which it is now known that it has these sizes.

    `%r = sdim.tie_shape %t, [%d0, %d1] : memref<?x4xf32>`, or `: T -> U` where the sizes allow
    another type for the same data: other symbols, or a static size for a dynamic one. In a run the
    first tie to a symbol that nothing gave a size gives it one.
    """

    name = "sdim.tie_shape"
    source = operand_def(base(TensorType) | base(MemRefType))
    sizes = var_operand_def(INDEX)
    result = result_def(base(TensorType) | base(MemRefType))
    traits = traits_def(AddsFact())

    def __init__(
        self, source: SSAValue, sizes: Sequence[SSAValue], result_type: Attribute | None = None
    ):
        result_types = [source.type if result_type is None else result_type]
        super().__init__(operands=[source, sizes], result_types=result_types)

    @classmethod
    def parse(cls, parser: Parser) -> "TieShapeOp":
        source = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        sizes = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_operand(INDEX)
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source_type = result_type = parser.parse_type()
        if parser.parse_optional_punctuation("->") is not None:
            result_type = parser.parse_type()
        op = cls(parser.resolve_operand(source, source_type), sizes, result_type)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.source)
        printer.print_string(", ")
        with printer.in_square_brackets():
            printer.print_list(self.sizes, printer.print_operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.source.type)
        if self.result.type != self.source.type:
            printer.print_string(" -> ")
            printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        source, result = cast(Shaped, self.source.type), self.result.type
        if _all_but_sizes(source) != _all_but_sizes(result):
            raise VerifyException(f"{source} and {result} differ in more than sizes")
        rank = source.get_num_dims()
        if result.get_num_dims() != rank:
            raise VerifyException(f"{source} and {result} have different ranks")
        if len(self.sizes) != rank:
            raise VerifyException(f"{len(self.sizes)} sizes for a value of rank {rank}")
        for axis, size in enumerate(self.sizes):
            candidates = (source.get_shape()[axis], result.get_shape()[axis], constant_of(size))
            known = {size for size in candidates if size is not None and size != DYNAMIC_INDEX}
            if len(known) > 1:
                sizes = " and ".join(map(str, sorted(known)))
                raise VerifyException(f"dimension {axis} has the sizes {sizes}; they must agree")


def _all_but_sizes(type: Shaped) -> tuple[Attribute, ...]:
    if isinstance(type, MemRefType):
        return (type.element_type, type.layout, type.memory_space)
    return (type.element_type,)
