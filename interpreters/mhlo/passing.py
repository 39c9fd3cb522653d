"""mhlo operations that hand values on as they are: tuples, tokens, copies, barriers."""

from typing import Any

from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..kernels import general_op, scalar_op, table


def _all(_interpreter: Interpreter, _op: Any, args: PythonValues) -> PythonValues:
    return args


def _first(_op: Any, value: object, *_others: object) -> object:
    return value


def _token(_op: Any, *_tokens: object) -> None:
    """A token orders effects; the operations already run in order."""


def _trace(_interpreter: Interpreter, _op: mhlo.TraceOp, _args: PythonValues) -> PythonValues:
    return ()


def _tuple(_op: mhlo.TupleOp, *values: object) -> tuple[object, ...]:
    return values


def _element(op: mhlo.GetTupleElementOp, values: tuple[object, ...]) -> object:
    return values[op.index.value.data]


PASSING_KERNELS = table(
    scalar_op(mhlo.TupleOp, _tuple),
    scalar_op(mhlo.GetTupleElementOp, _element),
    scalar_op(mhlo.AddDependencyOp, _first),
    scalar_op(mhlo.CopyOp, _first),
    scalar_op(mhlo.DomainOp, _first),
    scalar_op(mhlo.CreateTokenOp, _token),
    scalar_op(mhlo.AfterAllOp, _token),
    general_op(mhlo.OptimizationBarrierOp, _all),
    general_op(mhlo.TraceOp, _trace),
)
