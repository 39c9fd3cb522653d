"""mhlo operations that call a region once: map, fusion."""

from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..kernels import general_op, table
from .bodies import body_of


def _map(interpreter: Interpreter, op: mhlo.MapOp, args: PythonValues) -> PythonValues:
    return body_of(interpreter, op.computation)(interpreter, *args)


def _fusion(interpreter: Interpreter, op: mhlo.FusionOp, args: PythonValues) -> PythonValues:
    region = op.fused_computation
    block_arguments = region.block.args
    return interpreter.run_ssacfg_region(region, args[: len(block_arguments)], "fusion")


KERNELS = table(
    general_op(mhlo.MapOp, _map),
    general_op(mhlo.FusionOp, _fusion),
)
