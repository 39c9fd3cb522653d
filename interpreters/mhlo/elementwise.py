"""Elementwise operations as functions of the operation and its operands."""

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, TypeAlias

from xdsl.ir import Operation

from ..arrays import Array
from ..kernels import KernelTable, table, tensor_op

ArrayFunction: TypeAlias = Callable[Concatenate[Any, ...], Array]


ArrayFunctions: TypeAlias = Mapping[type[Operation], ArrayFunction]


def on_operands(functions: Mapping[type[Operation], Callable[..., Array]]) -> ArrayFunctions:
    """`functions` of arrays alone as functions of the operation and its operands."""

    def run(function: Callable[..., Array]) -> ArrayFunction:
        return lambda _op, *operands: function(*operands)

    return {op_type: run(function) for op_type, function in functions.items()}


def elementwise_table(functions: ArrayFunctions) -> KernelTable:
    """A row for each of `functions`."""
    return table(*(tensor_op(op_type, run) for op_type, run in functions.items()))
