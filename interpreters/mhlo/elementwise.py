"""Elementwise operations as functions of the operation and its operands."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Concatenate, TypeAlias

from xdsl.ir import Operation

from ..arrays import Array
from ..errors import RunError
from ..kernels import KernelTable, table, tensor_op

ArrayFunction: TypeAlias = Callable[Concatenate[Any, ...], Array]


ArrayFunctions: TypeAlias = Mapping[type[Operation], ArrayFunction]


def on_operands(functions: Mapping[type[Operation], Callable[..., Array]]) -> ArrayFunctions:
    """`functions` of arrays alone as functions of the operation and its operands."""

    def run(function: Callable[..., Array]) -> ArrayFunction:
        return lambda _op, *operands: function(*operands)

    return {op_type: run(function) for op_type, function in functions.items()}


def elementwise_table(functions: ArrayFunctions, *scalars: type[Operation]) -> KernelTable:
    """A row for each of `functions`, whose operands must have one shape.

    scalars: ops of which some operands may be scalars
    """
    return table(
        *(
            tensor_op(op_type, _of_one_shape(run, op_type in scalars))
            for op_type, run in functions.items()
        )
    )


def _of_one_shape(run: ArrayFunction, takes_scalars: bool) -> ArrayFunction:
    """`run`, which would repeat elements as numpy does: mhlo has ops for that."""

    def on_operands(op: Operation, first: Array, *others: Array) -> Array:
        for other in others:
            if other.shape != first.shape:
                _require_one_shape(op, (first, *others), takes_scalars)
        return run(op, first, *others)

    return on_operands


def _require_one_shape(op: Operation, operands: Sequence[Array], takes_scalars: bool) -> None:
    shapes = {array.shape for array in operands if not takes_scalars or array.shape != ()}
    if len(shapes) > 1:
        words = ", ".join(str(list(array.shape)) for array in operands)
        raise RunError(f"{op.name}: operands of shapes {words} must have one shape", op)
