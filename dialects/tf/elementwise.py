"""Base classes of the elementwise tf ops of several families."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def

from .operation import PureTfOperation
from .static_types import (
    agree,
    broadcast,
    element_of,
    is_complex,
    is_float,
    same_elements,
    shape_of,
    verify_error,
)


class Gradient(PureTfOperation):
    """The gradient of an elementwise function, from two operands of one shape."""

    NAMES: ClassVar[tuple[str, str]] = ("y", "dy")

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        first, second = self.NAMES
        agree(self, second, self.operand_shape(1), self.operand_shape(0))
        agree(
            self, f"the result of {first} and {second}", self.result_shape(), self.operand_shape(0)
        )


class GradientFromResult(Gradient):
    """The gradient from the result `y` of the function and the gradient `dy` that arrives there."""

    y = operand_def()
    dy = operand_def()
    z = result_def()


class Binary(PureTfOperation):
    """A function of the elements of two operands that broadcast, `x` and `y` to `z`."""

    NEEDS: ClassVar[tuple[tuple[Callable[[Attribute], bool], ...], str]] = ((), "")
    """Which element types the operands may have: one test must pass; in words for the message."""

    x = operand_def()
    y = operand_def()
    z = result_def()

    def verify_(self) -> None:
        x, y = self._operands
        same_elements(self, x, y)
        tests, words = self.NEEDS
        if tests:
            element = element_of(x.type)
            if not any(test(element) for test in tests):
                raise verify_error(self, f"the operands have elements {element}, needed {words}")
        self.verify_shapes()
        self.verify_result_elements()

    def verify_shapes(self) -> None:
        """Demands that the operands broadcast to the result."""
        x, y = self._operands
        z = shape_of(self.results[0].type)
        agree(self, "the result", z, broadcast(self, (shape_of(x.type), shape_of(y.type))))

    def verify_result_elements(self) -> None:
        """Demands the element type of the result."""
        same_elements(self, self._operands[0], self.results[0])


class FloatBinary(Binary):
    """A function of floating point or complex elements."""

    NEEDS: ClassVar = ((is_float, is_complex), "floats or complex numbers")


class Elementwise(PureTfOperation):
    """One operand, one result of the same shape and, unless a class says otherwise, element type."""

    NEEDS: ClassVar[tuple[tuple[Callable[[Attribute], bool], ...], str]] = ((), "")
    """Which element types the operand may have: one test must pass; in words for the message."""

    def verify_(self) -> None:
        (x,), (y,) = self._operands, self.results
        agree(self, "the result", shape_of(y.type), shape_of(x.type))
        tests, words = self.NEEDS
        if tests:
            element = element_of(x.type)
            if not any(test(element) for test in tests):
                raise verify_error(self, f"the operand has elements {element}, needed {words}")
        self.verify_element_types()

    def verify_element_types(self) -> None:
        """Demands what holds between the element types of operand and result."""
        same_elements(self, *self._operands, *self.results)


class Unary(Elementwise):
    """A function of every element, `x` to `y`."""

    x = operand_def()
    y = result_def()


class FloatUnary(Unary):
    """A function of floating point or complex elements."""

    NEEDS: ClassVar = ((is_float, is_complex), "floats or complex numbers")
