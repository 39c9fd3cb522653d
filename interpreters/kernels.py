"""Tables of what operations do: each row binds an operation class to a Python function.

A table is a value that is read: `KernelFunctions` hands one to an xDSL `Interpreter`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Concatenate, TypeAlias, TypeVar

import numpy as np
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    OpImplResult,
    PythonValues,
    ReturnedValues,
)
from xdsl.ir import Operation

from .arrays import Array

Kernel: TypeAlias = Callable[[Interpreter, Operation, PythonValues], OpImplResult]
KernelRow: TypeAlias = tuple[type[Operation], Kernel]
KernelTable: TypeAlias = Mapping[type[Operation], Kernel]

OpT = TypeVar("OpT", bound=Operation)


def tensor_op(op_type: type[OpT], run: Callable[Concatenate[OpT, ...], Array]) -> KernelRow:
    """A row for an operation with one tensor result: `run(op, *operands)` is the result."""

    def kernel(_interpreter: Interpreter, op: Any, args: PythonValues) -> OpImplResult:
        return OpImplResult((np.asarray(run(op, *args)),), None)

    return op_type, kernel


def scalar_op(op_type: type[OpT], run: Callable[Concatenate[OpT, ...], Any]) -> KernelRow:
    """A row for an operation with one result that is taken as `run(op, *operands)` gives it."""

    def kernel(_interpreter: Interpreter, op: Any, args: PythonValues) -> OpImplResult:
        return OpImplResult((run(op, *args),), None)

    return op_type, kernel


def general_op(
    op_type: type[OpT], run: Callable[[Interpreter, OpT, PythonValues], PythonValues]
) -> KernelRow:
    """A row for an operation with regions or with any number of results."""

    def kernel(interpreter: Interpreter, op: Any, args: PythonValues) -> OpImplResult:
        return OpImplResult(run(interpreter, op, args), None)

    return op_type, kernel


def terminator(op_type: type[Operation]) -> KernelRow:
    """A row for an operation that ends its region and hands its operands to the region's owner."""

    def kernel(_interpreter: Interpreter, _op: Operation, args: PythonValues) -> OpImplResult:
        return OpImplResult((), ReturnedValues(args))

    return op_type, kernel


def table(*rows: KernelRow | KernelTable) -> KernelTable:
    """One table of rows and of other tables; ValueError when an operation has two rows."""
    result: dict[type[Operation], Kernel] = {}
    for row in rows:
        for op_type, kernel in row.items() if isinstance(row, Mapping) else (row,):
            if op_type in result:
                raise ValueError(f"two rows for {op_type.name}")
            result[op_type] = kernel
    return result


class KernelFunctions(InterpreterFunctions):
    """The operations of `kernels` as xDSL interpreter functions."""

    kernels: ClassVar[KernelTable]

    @classmethod
    def _impls(cls) -> Iterable[Any]:
        return [(op_type, _as_impl(kernel)) for op_type, kernel in cls.kernels.items()]

    @classmethod
    def _cast_impls(cls) -> Iterable[Any]:
        return ()

    @classmethod
    def _attr_impls(cls) -> Iterable[Any]:
        return ()

    @classmethod
    def _ext_impls(cls) -> Iterable[Any]:
        return ()

    @classmethod
    def _callable_impls(cls) -> Iterable[Any]:
        return ()


def _as_impl(kernel: Kernel) -> Any:
    def impl(
        _functions: InterpreterFunctions, interpreter: Interpreter, op: Operation, args: Any
    ) -> OpImplResult:
        return kernel(interpreter, op, args)

    return impl
