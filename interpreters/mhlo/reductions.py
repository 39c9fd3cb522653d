"""Reductions over dimensions, with any region as the reducing function."""

from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..kernels import general_op, table
from .accumulation import fold
from .attributes import integers
from .bodies import body_of


def _reduce_op(interpreter: Interpreter, op: mhlo.ReduceOp, args: PythonValues) -> PythonValues:
    count = len(op.inputs)
    axes = sorted(integers(op.dimensions))
    return fold(interpreter, body_of(interpreter, op.body), args[:count], args[count:], axes)


KERNELS = table(
    general_op(mhlo.ReduceOp, _reduce_op),
)
