"""`scf`, `func` and `cf.assert`: which regions run, how often and with which values."""

from xdsl.dialects import cf, func, scf
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl_callable,
    register_impls,
)

from .errors import RunError
from .kernels import general_op, table, terminator


def _if(interpreter: Interpreter, op: scf.IfOp, args: PythonValues) -> PythonValues:
    region = op.true_region if args[0] else op.false_region
    return interpreter.run_ssacfg_region(region, (), "if")


def _for(interpreter: Interpreter, op: scf.ForOp, args: PythonValues) -> PythonValues:
    lower, upper, step, *carried = args
    values = tuple(carried)
    for index in range(lower, upper, step):
        values = interpreter.run_ssacfg_region(op.body, (index, *values), "for")
    return values


def _while(interpreter: Interpreter, op: scf.WhileOp, args: PythonValues) -> PythonValues:
    while True:
        goes_on, *forwarded = interpreter.run_ssacfg_region(op.before_region, args, "while")
        if not goes_on:
            return tuple(forwarded)
        args = interpreter.run_ssacfg_region(op.after_region, tuple(forwarded), "while")


def _index_switch(
    interpreter: Interpreter, op: scf.IndexSwitchOp, args: PythonValues
) -> PythonValues:
    cases: tuple[int, ...] = op.cases.get_values()
    taken = op.case_regions[cases.index(args[0])] if args[0] in cases else op.default_region
    return interpreter.run_ssacfg_region(taken, (), "index_switch")


def _call(interpreter: Interpreter, op: func.CallOp, args: PythonValues) -> PythonValues:
    """Refused where it is reached: a branch that is not taken may call what is only declared."""
    callee = interpreter.get_op_for_symbol(op.callee)
    if isinstance(callee, func.FuncOp) and not callee.body.blocks:
        raise RunError(f"{op.callee} is only declared; a run needs its body", op)
    return interpreter.call_op(op.callee, args)


def _assert(interpreter: Interpreter, op: cf.AssertOp, args: PythonValues) -> PythonValues:
    if not args[0]:
        raise RunError(f"an assertion fails: {op.msg.data}", op)
    return ()


@register_impls
class FunctionCalls(InterpreterFunctions):
    """How an interpreter calls a function that has a body."""

    @impl_callable(func.FuncOp)
    def call(self, interpreter: Interpreter, op: func.FuncOp, args: PythonValues) -> PythonValues:
        return interpreter.run_ssacfg_region(op.body, args, op.sym_name.data)


CONTROL_KERNELS = table(
    general_op(scf.IfOp, _if),
    general_op(scf.ForOp, _for),
    general_op(scf.WhileOp, _while),
    general_op(scf.IndexSwitchOp, _index_switch),
    general_op(func.CallOp, _call),
    general_op(cf.AssertOp, _assert),
    terminator(scf.YieldOp),
    terminator(scf.ConditionOp),
    terminator(func.ReturnOp),
)
