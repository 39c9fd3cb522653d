"""mhlo operations that call a computation once: map, fusion, custom_call."""

from xdsl.dialects.builtin import StringAttr
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..errors import RunError
from ..kernels import general_op, table
from .bodies import body_of


def _map(interpreter: Interpreter, op: mhlo.MapOp, args: PythonValues) -> PythonValues:
    return body_of(interpreter, op.computation)(interpreter, *args)


def _fusion(interpreter: Interpreter, op: mhlo.FusionOp, args: PythonValues) -> PythonValues:
    region = op.fused_computation
    block_arguments = region.block.args
    return interpreter.run_ssacfg_region(region, args[: len(block_arguments)], "fusion")


def _custom_call(interpreter: Interpreter, op: mhlo.CustomCallOp, args: PythonValues):
    """Refused where it is reached: a branch that is not taken may hold one."""
    why = op.attributes.get(mhlo.UNLOWERED)
    reason = why.data if isinstance(why, StringAttr) else "its meaning is outside of the module"
    raise RunError(f"{op.call_target_name.data} cannot be run: {reason}", op)


KERNELS = table(
    general_op(mhlo.MapOp, _map),
    general_op(mhlo.FusionOp, _fusion),
    general_op(mhlo.CustomCallOp, _custom_call),
)
