"""mhlo operations that run their regions as they are: loops, branches, fusions."""

from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import general_op, table, terminator
from .bodies import body_of


def _while(interpreter: Interpreter, op: mhlo.WhileOp, args: PythonValues) -> PythonValues:
    while True:
        (goes_on,) = interpreter.run_ssacfg_region(op.cond, args, "while")
        if not goes_on:
            return args
        args = interpreter.run_ssacfg_region(op.body, args, "while")


def _if(interpreter: Interpreter, op: mhlo.IfOp, args: PythonValues) -> PythonValues:
    region = op.true_branch if args[0] else op.false_branch
    return interpreter.run_ssacfg_region(region, (), "if")


def _case(interpreter: Interpreter, op: mhlo.CaseOp, args: PythonValues) -> PythonValues:
    index: Array = args[0]
    last = len(op.branches) - 1
    taken = int(index) if 0 <= index <= last else last
    return interpreter.run_ssacfg_region(op.branches[taken], (), "case")


def _map(interpreter: Interpreter, op: mhlo.MapOp, args: PythonValues) -> PythonValues:
    return body_of(interpreter, op.computation)(interpreter, *args)


def _fusion(interpreter: Interpreter, op: mhlo.FusionOp, args: PythonValues) -> PythonValues:
    region = op.fused_computation
    block_arguments = region.block.args
    return interpreter.run_ssacfg_region(region, args[: len(block_arguments)], "fusion")


REGION_KERNELS = table(
    general_op(mhlo.WhileOp, _while),
    general_op(mhlo.IfOp, _if),
    general_op(mhlo.CaseOp, _case),
    general_op(mhlo.MapOp, _map),
    general_op(mhlo.FusionOp, _fusion),
    terminator(mhlo.ReturnOp),
)
