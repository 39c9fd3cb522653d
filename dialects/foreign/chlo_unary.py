"""The chlo ops on each element of one tensor. Text and meaning are those of MLIR-HLO."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar, Self

from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from ..mhlo.checks import check_same_element, check_same_shape, check_tensor, fail
from ..types import PRED


class ChloUnaryOp(IRDLOperation, ABC):
    """An op on each element of one tensor: `chlo.op %a attr-dict : T -> U`."""

    RETURNS_BOOL: ClassVar[bool] = False
    """Whether the result holds truth values."""

    operand = operand_def()
    result = result_def()
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        function = parser.parse_optional_function_type()
        if function is not None:
            position = parser.pos
            values = parser.resolve_operands([operand], function.inputs.data, position)
            return cls.create(
                operands=values, result_types=function.outputs.data, attributes=attributes
            )
        type = result = parser.parse_type()
        if parser.parse_optional_punctuation("->") is not None:
            result = parser.parse_type()
        value = parser.resolve_operand(operand, type)
        return cls.create(operands=[value], result_types=[result], attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.operand.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type)
        if self.RETURNS_BOOL:
            result = check_tensor(self, "the result", self.result.type, PRED)
        else:
            result = check_tensor(self, "the result", self.result.type)
            check_same_element(self, "operand 0", operand, "the result", result)
        check_same_shape(self, "operand 0", operand, "the result", result)


@irdl_op_definition
class ConstantLikeOp(IRDLOperation):
    """A tensor of the operand's shape, full of `value`.

    ```mlir
    %r = "chlo.constant_like"(%x) <{value = 1.0 : f32}> : (tensor<?xf32>) -> tensor<?xf32>
    ```
    """

    name = "chlo.constant_like"
    operand = operand_def()
    value = prop_def()
    result = result_def()
    traits = traits_def(Pure())

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type)
        result = check_tensor(self, "the result", self.result.type)
        check_same_shape(self, "operand 0", operand, "the result", result)
        type: Attribute | None = getattr(self.value, "type", None)
        if type is not None and type != result.element_type:
            fail(self, f"value has type {type}, the result has elements {result.element_type}")


@irdl_op_definition
class AcosOp(ChloUnaryOp):
    """The angle of a cosine."""

    name = "chlo.acos"


@irdl_op_definition
class AcoshOp(ChloUnaryOp):
    """The inverse of cosh."""

    name = "chlo.acosh"


@irdl_op_definition
class AsinOp(ChloUnaryOp):
    """The angle of a sine."""

    name = "chlo.asin"


@irdl_op_definition
class AsinhOp(ChloUnaryOp):
    """The inverse of sinh."""

    name = "chlo.asinh"


@irdl_op_definition
class AtanOp(ChloUnaryOp):
    """The angle of a tangent."""

    name = "chlo.atan"


@irdl_op_definition
class AtanhOp(ChloUnaryOp):
    """The inverse of tanh."""

    name = "chlo.atanh"


@irdl_op_definition
class BesselI1eOp(ChloUnaryOp):
    """The scaled modified Bessel function of order 1."""

    name = "chlo.bessel_i1e"


@irdl_op_definition
class ConjOp(ChloUnaryOp):
    """The complex conjugate."""

    name = "chlo.conj"


@irdl_op_definition
class CoshOp(ChloUnaryOp):
    """The hyperbolic cosine."""

    name = "chlo.cosh"


@irdl_op_definition
class DigammaOp(ChloUnaryOp):
    """The logarithmic derivative of the gamma function."""

    name = "chlo.digamma"


@irdl_op_definition
class ErfOp(ChloUnaryOp):
    """The error function."""

    name = "chlo.erf"


@irdl_op_definition
class ErfInvOp(ChloUnaryOp):
    """The inverse of erf."""

    name = "chlo.erf_inv"


@irdl_op_definition
class ErfcOp(ChloUnaryOp):
    """1 - erf."""

    name = "chlo.erfc"


@irdl_op_definition
class IsInfOp(ChloUnaryOp):
    """Whether each element is infinite."""

    name = "chlo.is_inf"
    RETURNS_BOOL: ClassVar[bool] = True


@irdl_op_definition
class IsNegInfOp(ChloUnaryOp):
    """Whether each element is minus infinity."""

    name = "chlo.is_neg_inf"
    RETURNS_BOOL: ClassVar[bool] = True


@irdl_op_definition
class IsPosInfOp(ChloUnaryOp):
    """Whether each element is plus infinity."""

    name = "chlo.is_pos_inf"
    RETURNS_BOOL: ClassVar[bool] = True


@irdl_op_definition
class LgammaOp(ChloUnaryOp):
    """The logarithm of the gamma function's size."""

    name = "chlo.lgamma"


@irdl_op_definition
class SinhOp(ChloUnaryOp):
    """The hyperbolic sine."""

    name = "chlo.sinh"


@irdl_op_definition
class SquareOp(ChloUnaryOp):
    """The square."""

    name = "chlo.square"


@irdl_op_definition
class TanOp(ChloUnaryOp):
    """The tangent."""

    name = "chlo.tan"


UNARY: tuple[type[Operation], ...] = (
    ConstantLikeOp,
    AcosOp,
    AcoshOp,
    AsinOp,
    AsinhOp,
    AtanOp,
    AtanhOp,
    BesselI1eOp,
    ConjOp,
    CoshOp,
    DigammaOp,
    ErfInvOp,
    ErfOp,
    ErfcOp,
    IsInfOp,
    IsNegInfOp,
    IsPosInfOp,
    LgammaOp,
    SinhOp,
    SquareOp,
    TanOp,
)
