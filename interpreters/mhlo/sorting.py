"""Sorting along one dimension by any comparator region, and the largest elements."""

from functools import cmp_to_key

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import general_op, table
from .bodies import Body, body_of
from .comparison import direction_of, is_total_order, total_order_key


def _sort(interpreter: Interpreter, op: mhlo.SortOp, args: PythonValues) -> PythonValues:
    rank = args[0].ndim
    axis = -1 if op.dimension is None else op.dimension.value.data
    if rank == 0 or args[0].size == 0:
        return args
    axis %= rank
    rows = [np.moveaxis(array, axis, -1) for array in args]
    body = body_of(interpreter, op.comparator)
    order = _order_by_key(body, rows)
    if order is None:
        order = _order_by_comparator(interpreter, body, rows)
    return tuple(np.moveaxis(np.take_along_axis(row, order, -1), -1, axis) for row in rows)


def _order_by_key(body: Body, rows: list[Array]) -> Array | None:
    """The stable order where the comparator is `<` or `>` on one of the inputs, otherwise None.

    NaN goes last either way, as no order says where it belongs.
    """
    if body.steps is None or len(body.steps) != 1 or body.outputs != (2 * len(rows),):
        return None
    step = body.steps[0]
    if not isinstance(step.op, mhlo.CompareOp) or max(step.sources) >= 2 * len(rows):
        return None
    (first, second), direction = step.sources, direction_of(step.op)
    if direction not in ("LT", "GT") or first // 2 != second // 2 or first == second:
        return None
    key = rows[first // 2]
    if is_total_order(step.op):
        key = total_order_key(key)
    if (direction == "LT") == (first < second):
        return np.argsort(key, axis=-1, kind="stable")
    return _descending(key)


def _descending(key: Array) -> Array:
    length = key.shape[-1]
    order = length - 1 - np.flip(np.argsort(np.flip(key, -1), axis=-1, kind="stable"), -1)
    if key.dtype.kind != "f":
        return order
    is_nan = np.take_along_axis(np.isnan(key), order, -1)
    return np.take_along_axis(order, np.argsort(is_nan, axis=-1, kind="stable"), -1)


def _order_by_comparator(interpreter: Interpreter, body: Body, rows: list[Array]) -> Array:
    shape = rows[0].shape
    flat = [row.reshape(-1, shape[-1]) for row in rows]
    orders: list[list[int]] = []
    for number in range(flat[0].shape[0]):
        row = [array[number] for array in flat]

        def precedes(a: int, b: int, row: list[Array] = row) -> bool:
            scalars = (np.asarray(array[index]) for array in row for index in (a, b))
            return bool(body(interpreter, *scalars)[0])

        def compare(a: int, b: int) -> int:
            return -1 if precedes(a, b) else int(precedes(b, a))

        orders.append(sorted(range(shape[-1]), key=cmp_to_key(compare)))
    return np.array(orders, dtype=np.int64).reshape(shape)


def _topk(_interpreter: Interpreter, op: mhlo.TopkOp, args: PythonValues) -> PythonValues:
    """The first `k` in the total order of floats, downwards unless `largest` is false."""
    operand: Array = args[0]
    key = total_order_key(operand) if operand.dtype.kind == "f" else operand
    upwards = op.largest is not None and not op.largest.value.data
    order = np.argsort(key, axis=-1, kind="stable") if upwards else _descending(key)
    order = order[..., : op.k.value.data]
    return np.take_along_axis(operand, order, -1), order.astype(np.int32)


KERNELS = table(
    general_op(mhlo.SortOp, _sort),
    general_op(mhlo.TopkOp, _topk),
)
