"""The chlo ops of two operands that broadcast. Text and meaning are those of MLIR-HLO."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.irdl import operand_def, opt_prop_def, result_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..deferred import op_definition
from ..mhlo.assembly import (
    parse_operand_list,
    parse_rest,
    print_attributes,
    print_operand_list,
    print_types,
)
from ..mhlo.checks import (
    check_dimensions,
    check_length,
    check_operands,
    check_result_shape,
    check_same_element,
    check_tensor,
    check_vector,
    fail,
)
from ..namespace import ops_of_rows
from ..pure import PureOp
from ..types import DYNAMIC, TypeShape, shape_of


class BroadcastingOp(PureOp, ABC):
    """Operands that broadcast to the result: `chlo.op %a, %b attr-dict : (T, U) -> V`.

    `broadcast_dimensions` says where the dimensions of the operand of lower rank go; without it
    they are the last ones.
    """

    RESULT_HAS_ELEMENTS: ClassVar[bool] = True
    """Whether the elements of the result are of the type of the operands'."""

    result = result_def()
    broadcast_dimensions = opt_prop_def(DenseIntOrFPElementsAttr)

    def dimensions(self, index: int, rank: int, result_rank: int) -> Sequence[int]:
        """Where the dimensions of operand `index`, of rank `rank`, go in a result of rank
        `result_rank`."""
        if self.broadcast_dimensions is not None and rank < result_rank:
            return check_vector(self, "broadcast_dimensions", self.broadcast_dimensions)
        return range(result_rank - rank, result_rank)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return parse_rest(cls, parser, parse_operand_list(parser))

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_operand_list(printer, self.operands)
        print_attributes(printer, self)
        print_types(printer, self)

    def verify_(self) -> None:
        operands = check_operands(self)
        result = check_tensor(self, "the result", self.result.type)
        for index, operand in enumerate(operands[1:], 1):
            check_same_element(self, "operand 0", operands[0], f"operand {index}", operand)
        if self.RESULT_HAS_ELEMENTS:
            check_same_element(self, "operand 0", operands[0], "the result", result)
        self._verify_shapes([shape_of(type) for type in operands], shape_of(result))

    def _verify_shapes(self, shapes: Sequence[TypeShape | None], result: TypeShape | None) -> None:
        """Known sizes that meet are equal or one of them is 1."""
        known = [shape for shape in shapes if shape is not None]
        if len(known) != len(shapes):
            return
        rank = max(map(len, known))
        target = self.result.type
        if result is not None and len(result) != rank:
            fail(self, f"the result has type {target}, rank {rank} follows from the operands")
        joined = [1] * rank
        for index, shape in enumerate(known):
            places = self.dimensions(index, len(shape), rank)
            check_length(self, "broadcast_dimensions", places, len(shape))
            check_dimensions(self, "broadcast_dimensions", places, rank)
            for size, place in zip(shape, places, strict=True):
                joined[place] = self._joined(joined[place], size, place)
        check_result_shape(self, joined, check_tensor(self, "the result", target))

    def _joined(self, a: int, b: int, place: int) -> int:
        if a == 1 or b == 1:
            return b if a == 1 else a
        if DYNAMIC in (a, b):
            return b if a == DYNAMIC else a
        if a != b:
            fail(self, f"sizes {a} and {b} of dimension {place} must be equal or one of them 1")
        return a


class BroadcastingBinaryOp(BroadcastingOp, ABC):
    """Two operands that broadcast."""

    lhs = operand_def()
    rhs = operand_def()


@op_definition
class BroadcastComplexOp(BroadcastingBinaryOp):
    """The complex number with these parts."""

    name = "chlo.broadcast_complex"
    RESULT_HAS_ELEMENTS: ClassVar[bool] = False


BROADCASTING: dict[str, type[BroadcastingBinaryOp]] = {
    "complex": BroadcastComplexOp,
    **ops_of_rows(
        "chlo.broadcast_",
        BroadcastingBinaryOp,
        {
            "add": "The sum.",
            "and": "The conjunction, of bits or of truth values.",
            "atan2": "The angle of the point `(rhs, lhs)`.",
            "divide": "The quotient.",
            "maximum": "The greater one.",
            "minimum": "The smaller one.",
            "multiply": "The product.",
            "next_after": "The number after `lhs` on the way to `rhs`.",
            "or": "The disjunction, of bits or of truth values.",
            "polygamma": "The derivative of digamma of order `lhs`.",
            "power": "`lhs` to the power of `rhs`.",
            "remainder": "The remainder with the sign of `lhs`.",
            "shift_left": "The bits moved to the left.",
            "shift_right_arithmetic": "The bits moved to the right, copies of the sign coming in.",
            "shift_right_logical": "The bits moved to the right, zeros coming in.",
            "subtract": "The difference.",
            "xor": "Either, not both.",
            "zeta": "The Hurwitz zeta function.",
        },
    ),
}
"""The ops of two operands, by their names after `chlo.broadcast_`."""
