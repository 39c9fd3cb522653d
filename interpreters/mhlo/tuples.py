"""Tuples, and mhlo operations that return their operands unchanged."""

from typing import Any

from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..kernels import general_op, scalar_op, table


def _all(_interpreter: Interpreter, _op: Any, args: PythonValues) -> PythonValues:
    return args


def first_operand(_op: Any, value: object, *_others: object) -> object:
    return value


def _trace(_interpreter: Interpreter, _op: mhlo.TraceOp, _args: PythonValues) -> PythonValues:
    return ()


def _tuple(_op: mhlo.TupleOp, *values: object) -> tuple[object, ...]:
    return values


def _element(op: mhlo.GetTupleElementOp, values: tuple[object, ...]) -> object:
    return values[op.index.value.data]


KERNELS = table(
    scalar_op(mhlo.TupleOp, _tuple),
    scalar_op(mhlo.GetTupleElementOp, _element),
    scalar_op(mhlo.CopyOp, first_operand),
    scalar_op(mhlo.DomainOp, first_operand),
    general_op(mhlo.OptimizationBarrierOp, _all),
    general_op(mhlo.TraceOp, _trace),
)
