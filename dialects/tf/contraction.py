"""tf ops that contract dimensions: matrix products and einsum."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from xdsl.irdl import operand_def, result_def, var_operand_def

from .checks import same_elements, verify_error
from .operation import OneElementType, PureTfOperation
from .parameters import flag, text


class MatMulOp(OneElementType):
    """The product of two matrices, each transposed first where its flag says so."""

    name = "tf.MatMul"
    a = operand_def()
    b = operand_def()
    product = result_def()
    transpose_a = flag()
    transpose_b = flag()
    grad_a = flag()
    grad_b = flag()


class BatchProduct(PureTfOperation):
    """
    Products of matrices over all leading dimensions.

    `adj_x` and `adj_y` take the adjoint, conjugated and transposed, of an operand first.
    """

    x = operand_def()
    y = operand_def()
    output = result_def()
    adj_x = flag()
    adj_y = flag()
    grad_x = flag()
    grad_y = flag()

    def verify_(self) -> None:
        self.verify_elements()

    def verify_elements(self) -> None:
        """Demands what holds between the element types."""
        same_elements(self, *self._operands, self.results[0])


class BatchMatMulOp(BatchProduct):
    """The leading dimensions of both operands are equal."""

    name = "tf.BatchMatMul"


class BatchMatMulV2Op(BatchProduct):
    """The leading dimensions of the operands broadcast."""

    name = "tf.BatchMatMulV2"


class BatchMatMulV3Op(BatchProduct):
    """The leading dimensions of the operands broadcast; element types may differ."""

    name = "tf.BatchMatMulV3"

    def verify_elements(self) -> None:
        pass


class EinsumEquation(NamedTuple):
    """
    An equation's labels per operand and of the result.

    One character a dimension; "." is the ellipsis, any number of dimensions.
    """

    operands: tuple[str, ...]
    result: str


@cache
def parse_equation(equation: str) -> EinsumEquation | None:
    """
    Reads an einsum equation, None when it is malformed.

    Without an arrow the result has the ellipsis and the labels that occur once, in order.
    """
    left, arrow, right = equation.replace(" ", "").replace("...", ".").partition("->")
    operands = tuple(left.split(","))
    labels = "".join(operands)
    if not arrow:
        once = sorted(label for label in set(labels) if labels.count(label) == 1 and label != ".")
        right = ("." if "." in labels else "") + "".join(once)
    ok = all(
        part.count(".") <= 1 and all(c.isalpha() or c == "." for c in part)
        for part in (*operands, right)
    )
    if not ok or not set(right) <= {*labels, "."}:
        return None
    return EinsumEquation(operands, right)


class EinsumOp(PureTfOperation):
    """
    Multiplies elements at equal labels and sums over the labels that the result lacks.

    A label that occurs twice in a term is a diagonal of that operand, or of the result, which is 0
    off it.
    """

    name = "tf.Einsum"
    inputs = var_operand_def()
    output = result_def()
    equation = text()

    @property
    def labels(self) -> EinsumEquation:
        """The equation, read; raises VerifyException when it is malformed."""
        parsed = parse_equation(self.equation)
        if parsed is None:
            raise verify_error(self, f'"{self.equation}" is not an einsum equation')
        return parsed

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        needed = len(self.labels.operands)
        if len(self._operands) != needed:
            raise verify_error(self, f"found {len(self._operands)} operands, needed {needed}")
