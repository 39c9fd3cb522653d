"""Types of mhlo, and attributes that are neither enumerations nor dimension numbers."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Attribute, Data, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ..types import DYNAMIC
from .struct_text import Dims, StructAttr, parse_dims


@irdl_attr_definition
class TokenType(ParametrizedAttribute, TypeAttribute):
    """`!mhlo.token`: orders ops that have side effects."""

    name = "mhlo.token"


@irdl_attr_definition
class AsyncBundleType(ParametrizedAttribute, TypeAttribute):
    """`!mhlo.async_bundle<T, U>`: the state of a computation that is under way."""

    name = "mhlo.async_bundle"

    types: ArrayAttr[Attribute]

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        types = parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parser.parse_type)
        return [ArrayAttr[Attribute](types)]

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_list(self.types, printer.print_attribute)


@dataclass(frozen=True, slots=True)
class ChannelHandle:
    """Identity and kind of a channel between processes."""

    handle: int = 0
    type: int = 0


@dataclass(frozen=True, slots=True)
class OutputOperandAlias:
    """A part of the result that shares its buffer with a part of an operand."""

    output_tuple_indices: Dims = ()
    operand_index: int = 0
    operand_tuple_indices: Dims = ()


@dataclass(frozen=True, slots=True)
class ResultAlias:
    """A part of the results that shares its buffer with a function argument."""

    tuple_indices: Dims = ()
    result_index: Dims = ()
    must_alias: bool = False


@dataclass(frozen=True, slots=True)
class CrossProgramPrefetch:
    """An argument that another program prefetches."""

    parameter: int = 0
    indices: Dims = ()


@dataclass(frozen=True, slots=True)
class DynamicParameterBinding:
    """The argument that holds a size of another argument."""

    dynamic_param_num: int = 0
    dynamic_param_indices: Dims = ()
    target_param_num: int = 0
    target_param_indices: Dims = ()
    target_param_dim_num: int = 0


@irdl_attr_definition
class ChannelHandleAttr(StructAttr[ChannelHandle]):
    """`#mhlo.channel_handle<handle = 5, type = 2>`"""

    name = "mhlo.channel_handle"
    STRUCT = ChannelHandle
    ALL_FIELDS = True


@irdl_attr_definition
class OutputOperandAliasAttr(StructAttr[OutputOperandAlias]):
    """`#mhlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0,
    operand_tuple_indices = [1]>`"""

    name = "mhlo.output_operand_alias"
    STRUCT = OutputOperandAlias
    ALL_FIELDS = True


@irdl_attr_definition
class ResultAliasAttr(Data[ResultAlias]):
    """`#mhlo.result_alias<tuple_indices = [1], result_index = [2, 0], must_alias>`"""

    name = "mhlo.result_alias"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> ResultAlias:
        tuple_indices: Dims = ()
        result_index: Dims = ()
        must_alias = False
        with parser.in_angle_brackets():
            while True:
                word = parser.parse_keyword_in(("tuple_indices", "result_index", "must_alias"))
                if word == "must_alias":
                    must_alias = True
                else:
                    parser.parse_punctuation("=")
                    dims = parse_dims(parser)
                    if word == "tuple_indices":
                        tuple_indices = dims
                    else:
                        result_index = dims
                if parser.parse_optional_punctuation(",") is None:
                    break
        if not result_index:
            parser.raise_error("expected 'result_index' with at least one element")
        return ResultAlias(tuple_indices, result_index, must_alias)

    def print_parameter(self, printer: Printer) -> None:
        fields = [f"result_index = {list(self.data.result_index)}"]
        if self.data.tuple_indices:
            fields.insert(0, f"tuple_indices = {list(self.data.tuple_indices)}")
        if self.data.must_alias:
            fields.append("must_alias")
        with printer.in_angle_brackets():
            printer.print_string(", ".join(fields))


@irdl_attr_definition
class CrossProgramPrefetchAttr(StructAttr[CrossProgramPrefetch]):
    """`#mhlo.cross_program_prefetch<parameter = 0, indices = [0]>`"""

    name = "mhlo.cross_program_prefetch"
    STRUCT = CrossProgramPrefetch
    ALL_FIELDS = True


@irdl_attr_definition
class DynamicParameterBindingAttr(StructAttr[DynamicParameterBinding]):
    """`#mhlo.dynamic_parameter_binding<dynamic_param_num = 0, …>`"""

    name = "mhlo.dynamic_parameter_binding"
    STRUCT = DynamicParameterBinding
    ALL_FIELDS = True


@irdl_attr_definition
class TypeExtensionsAttr(Data[Dims]):
    """`#mhlo.type_extensions<bounds = [3, ?]>`: greatest sizes, `DYNAMIC` where there is none."""

    name = "mhlo.type_extensions"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Dims:
        def parse_bound() -> int:
            if parser.parse_optional_punctuation("?") is not None:
                return DYNAMIC
            return parser.parse_integer()

        with parser.in_angle_brackets():
            parser.parse_keyword("bounds")
            parser.parse_punctuation("=")
            return tuple(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_bound))

    def print_parameter(self, printer: Printer) -> None:
        bounds = ", ".join("?" if bound == DYNAMIC else str(bound) for bound in self.data)
        printer.print_string(f"<bounds = [{bounds}]>")
