"""Base classes of the elementwise tf ops of several families."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_complex, is_float
from .checks import same_elements, verify_error
from .operation import OneElementType, PureTfOperation


class Gradient(OneElementType):
    """The gradient of an elementwise function, from two operands of one shape."""

    NAMES: ClassVar[tuple[str, str]] = ("y", "dy")


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
        tests, message = self.NEEDS
        if tests:
            element = element_of(x.type)
            if not any(test(element) for test in tests):
                raise verify_error(self, f"the operands have elements {element}, needed {message}")
        self.verify_result_elements()

    def verify_result_elements(self) -> None:
        """Demands the element type of the result."""
        same_elements(self, self._operands[0], self.results[0])


class FloatBinary(Binary):
    """A function of floating point or complex elements."""

    NEEDS: ClassVar = ((is_float, is_complex), "floats or complex numbers")


class Elementwise(PureTfOperation):
    """One operand, one result of its shape and, unless a class says otherwise, element type."""

    NEEDS: ClassVar[tuple[tuple[Callable[[Attribute], bool], ...], str]] = ((), "")
    """Which element types the operand may have: one test must pass; in words for the message."""

    def verify_(self) -> None:
        tests, message = self.NEEDS
        if tests:
            element = element_of(self._operands[0].type)
            if not any(test(element) for test in tests):
                raise verify_error(self, f"the operand has elements {element}, needed {message}")
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
