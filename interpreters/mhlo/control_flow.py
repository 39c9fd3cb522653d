"""mhlo branches and loops."""

from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import general_op, table, terminator


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


KERNELS = table(
    general_op(mhlo.WhileOp, _while),
    general_op(mhlo.IfOp, _if),
    general_op(mhlo.CaseOp, _case),
    terminator(mhlo.ReturnOp),
)
