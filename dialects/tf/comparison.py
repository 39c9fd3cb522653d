"""tf comparisons, logic and tests of floats."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import traits_def
from xdsl.traits import Commutative

from ..types import element_of, is_boolean, is_float
from .checks import verify_error
from .elementwise import Binary, Unary
from .parameters import flag


class Comparison(Binary):
    """Compares elements; the result has elements `i1`."""

    def verify_result_elements(self) -> None:
        if not is_boolean(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed i1")


class Equality(Comparison):
    """
    Compares elements for equality.

    With `incompatible_shape_error` false, operands that do not broadcast are simply unequal and the
    result is a scalar.
    """

    incompatible_shape_error = flag(True)


class Logical(Binary):
    """A function of booleans."""

    NEEDS: ClassVar = ((is_boolean,), "i1")


class LessOp(Comparison):
    name = "tf.Less"


class LessEqualOp(Comparison):
    name = "tf.LessEqual"


class GreaterOp(Comparison):
    name = "tf.Greater"


class GreaterEqualOp(Comparison):
    name = "tf.GreaterEqual"


class EqualOp(Equality):
    name = "tf.Equal"
    traits = traits_def(Commutative())


class NotEqualOp(Equality):
    name = "tf.NotEqual"
    traits = traits_def(Commutative())


class LogicalAndOp(Logical):
    name = "tf.LogicalAnd"
    traits = traits_def(Commutative())


class LogicalOrOp(Logical):
    name = "tf.LogicalOr"
    traits = traits_def(Commutative())


class FloatTest(Unary):
    """A test of floating point elements; the result has elements `i1`."""

    NEEDS: ClassVar = ((is_float,), "floats")

    def verify_element_types(self) -> None:
        if not is_boolean(found := element_of(self.results[0].type)):
            raise verify_error(self, f"the result has elements {found}, needed i1")


class IsFiniteOp(FloatTest):
    name = "tf.IsFinite"


class IsInfOp(FloatTest):
    name = "tf.IsInf"


class IsNanOp(FloatTest):
    name = "tf.IsNan"


class LogicalNotOp(Unary):
    name = "tf.LogicalNot"
    NEEDS: ClassVar = ((is_boolean,), "i1")
