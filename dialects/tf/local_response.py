"""tf local response normalization and its gradient."""

from __future__ import annotations

from xdsl.irdl import operand_def, result_def

from ..types import element_of, is_float
from .checks import same_elements, verify_error
from .operation import PureTfOperation
from .parameters import integer, real


class LocalResponse(PureTfOperation):
    """
    Divides each element by a power of the squares around it along the last dimension.

    The divisor is `(bias + alpha * sum) ** beta`; the sum has up to `depth_radius` channels on
    either side.
    """

    depth_radius = integer(5, least=0)
    bias = real(1.0)
    alpha = real(1.0)
    beta = real(0.5)

    def verify_(self) -> None:
        same_elements(self, *self._operands, self.results[0])
        if not is_float(found := element_of(self._operands[0].type)):
            raise verify_error(self, f"the operands have elements {found}, needed floats")


class LRNOp(LocalResponse):
    name = "tf.LRN"
    input = operand_def()
    output = result_def()


class LRNGradOp(LocalResponse):
    name = "tf.LRNGrad"
    input_grads = operand_def()
    input_image = operand_def()
    output_image = operand_def()
    output = result_def()
