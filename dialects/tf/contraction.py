"""tf ops that contract dimensions: matrix products and einsum."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from xdsl.irdl import operand_def, result_def, var_operand_def

from .operation import PureTfOperation, tf_op
from .parameters import flag, text
from .static_types import (
    Shape,
    agree,
    broadcast,
    rank_at_least,
    rank_is,
    same_elements,
    verify_error,
)


class MatrixProduct(PureTfOperation):
    """A product over the last two dimensions of two operands."""

    def verify_product(self, names: tuple[str, str], flipped: tuple[bool, bool]) -> Shape:
        """Demands that the inner sizes can be equal; the last two sizes of the result."""
        first, second = self.operand_shape(0), self.operand_shape(1)
        if first is None or second is None:
            return None
        rows, inner = first[-2:][::-1] if flipped[0] else first[-2:]
        other, columns = second[-2:][::-1] if flipped[1] else second[-2:]
        if inner != other and inner >= 0 and other >= 0:
            raise verify_error(
                self,
                f"{names[0]} contracts a size of {inner}, {names[1]} one of {other}; "
                "they must be equal",
            )
        return rows, columns


@tf_op
class MatMulOp(MatrixProduct):
    """The product of two matrices, each transposed first where its flag says so."""

    name = "tf.MatMul"
    a = operand_def()
    b = operand_def()
    product = result_def()
    transpose_a = flag()
    transpose_b = flag()
    grad_a = flag()
    grad_b = flag()

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        rank_is(self, "a", self.operand_shape(0), 2)
        rank_is(self, "b", self.operand_shape(1), 2)
        needed = self.verify_product(("a", "b"), (self.transpose_a, self.transpose_b))
        agree(self, "the result", self.result_shape(), needed)


class BatchProduct(MatrixProduct):
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
        x, y = self.operand_shape(0), self.operand_shape(1)
        rank_at_least(self, "x", x, 2)
        rank_at_least(self, "y", y, 2)
        last = self.verify_product(("x", "y"), (self.adj_x, self.adj_y))
        if x is None or y is None or last is None:
            return
        batch = self.batch(x[:-2], y[:-2])
        agree(self, "the result", self.result_shape(), (batch and batch + last) or last)

    def batch(self, x: tuple[int, ...], y: tuple[int, ...]) -> tuple[int, ...]:
        """The leading sizes of the result."""
        return broadcast(self, (x, y)) or ()

    def verify_elements(self) -> None:
        """Demands what holds between the element types."""
        same_elements(self, *self._operands, self.results[0])


@tf_op
class BatchMatMulOp(BatchProduct):
    """The leading dimensions of both operands are equal."""

    name = "tf.BatchMatMul"

    def batch(self, x: tuple[int, ...], y: tuple[int, ...]) -> tuple[int, ...]:
        agree(self, "the batch of y", y, x)
        return super().batch(x, y)


@tf_op
class BatchMatMulV2Op(BatchProduct):
    """The leading dimensions of the operands broadcast."""

    name = "tf.BatchMatMulV2"


@tf_op
class BatchMatMulV3Op(BatchProduct):
    """The leading dimensions of the operands broadcast; element types may differ."""

    name = "tf.BatchMatMulV3"

    def verify_elements(self) -> None:
        pass


class EinsumEquation(NamedTuple):
    """
    An equation's labels per operand and of the result.

    One character a dimension; "." stands for the ellipsis, any number of dimensions.
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


@tf_op
class EinsumOp(PureTfOperation):
    """
    Multiplies elements at equal labels and sums over the labels that the result lacks.

    A label that stands twice in a term is a diagonal of that operand, or of the result, which is 0 off it.
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
        labels = self.labels
        if len(labels.operands) != len(self._operands):
            raise verify_error(
                self, f"found {len(self._operands)} operands, needed {len(labels.operands)}"
            )
        sizes: dict[str, int] = {}
        ellipsis: Shape = ()
        for index, part in enumerate(labels.operands):
            shape = self.operand_shape(index)
            middle = None if shape is None else self._bind(f"operand {index}", part, shape, sizes)
            if "." in part:
                ellipsis = broadcast(self, (ellipsis, middle))
        self._verify_result(labels.result, sizes, ellipsis)

    def _bind(
        self, what: str, part: str, shape: tuple[int, ...], sizes: dict[str, int]
    ) -> tuple[int, ...]:
        """Matches labels with sizes, demanding that equal labels agree; the ellipsis' sizes."""
        before, dots, after = part.partition(".")
        named = len(before) + len(after)
        if len(shape) < named or (not dots and len(shape) != named):
            more = "at least " if dots else ""
            raise verify_error(self, f"{what} has rank {len(shape)}, needed {more}{named}")
        ends = len(shape) - len(after)
        for label, size in zip(before + after, shape[: len(before)] + shape[ends:], strict=True):
            known = sizes.get(label, -1)
            if known >= 0 and size >= 0 and known != size:
                raise verify_error(
                    self, f"label {label} has sizes {known} and {size}; they must be equal"
                )
            sizes[label] = max(known, size)
        return shape[len(before) : ends]

    def _verify_result(self, part: str, sizes: dict[str, int], ellipsis: Shape) -> None:
        before, dots, after = part.partition(".")
        if dots and ellipsis is None:
            return
        middle = ellipsis or () if dots else ()
        needed = (
            *(sizes.get(label, -1) for label in before),
            *middle,
            *(sizes.get(label, -1) for label in after),
        )
        agree(self, "the result", self.result_shape(), needed)
