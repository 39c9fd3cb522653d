"""Symbols, their values, and the sizes of values whose type cannot carry symbols."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    I64,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    ConstantLike,
    EffectInstance,
    HasParent,
    MemoryEffect,
    MemoryEffectKind,
    Resource,
    SymbolOpInterface,
)
from xdsl.utils.exceptions import VerifyException

from ..pure import PureOp
from .encoding import symbol_ref

INDEX = IndexType()
Shaped = TensorType[Attribute] | MemRefType[Attribute]


class FactResource(Resource):
    """What is known about sizes."""

    def name(self) -> str:
        return "sdim.facts"


class AddsFact(MemoryEffect):
    """The op adds to what is known and touches no memory.

    It counts as an allocation that no value owns: such an op is never dead, so the fact survives
    dce, and it is no write, so loads on both sides of it still count as equal.
    """

    EFFECTS = frozenset({EffectInstance(MemoryEffectKind.ALLOC, resource=FactResource())})

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        return cls.EFFECTS


@irdl_op_definition
class SymbolOp(IRDLOperation):
    """Declares a symbolic size. The hint is a size that was seen once, never a fact.

    `sdim.symbol @S0 {hint = 128 : i64}`
    """

    name = "sdim.symbol"
    sym_name = prop_def(SymbolNameConstraint())
    hint = opt_prop_def(IntegerAttr[I64])
    traits = traits_def(SymbolOpInterface(), HasParent(ModuleOp))
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$sym_name attr-dict"

    def __init__(self, name: str, hint: int | None = None):
        hint_attr = None if hint is None else IntegerAttr(hint, i64)
        super().__init__(properties={"sym_name": StringAttr(name), "hint": hint_attr})

    def verify_(self) -> None:
        if self.hint is not None and self.hint.value.data < 0:
            raise VerifyException(f"hint {self.hint.value.data} is negative; a size is not")


@irdl_op_definition
class SizeOp(PureOp):
    """The value of a symbol. `%s = sdim.size @S0`"""

    name = "sdim.size"
    symbol = prop_def(SymbolRefAttr)
    result = result_def(INDEX)
    assembly_format = "$symbol attr-dict"

    def __init__(self, symbol: str | SymbolRefAttr):
        ref = symbol_ref(symbol) if isinstance(symbol, str) else symbol
        super().__init__(properties={"symbol": ref}, result_types=[INDEX])

    def verify_(self) -> None:
        if self.symbol.nested_references.data:
            raise VerifyException(f"{self.symbol} is nested; a symbol is a name in the module")


@irdl_op_definition
class TieShapeOp(IRDLOperation):
    """The operand, of which it is now known that it has these sizes.

    `%r = sdim.tie_shape %t, [%d0, %d1] : memref<?x4xf32>`, or `: T -> U` where the sizes allow
    another type for the same data: other symbols, or a static size for a dynamic one.
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


def constant_of(value: SSAValue) -> int | None:
    """The integer that `value` is, where a constant op makes it."""
    constant = ConstantLike.get_constant_value(value)
    return constant.value.data if isinstance(constant, IntegerAttr) else None


def _all_but_sizes(type: Shaped) -> tuple[Attribute, ...]:
    if isinstance(type, MemRefType):
        return (type.element_type, type.layout, type.memory_space)
    return (type.element_type,)
