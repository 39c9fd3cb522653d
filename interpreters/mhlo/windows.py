"""Reductions and selections in sliding windows, with any region as the function."""

from math import prod

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import general_op, table
from .accumulation import accumulate, fold
from .attributes import integers, paddings
from .bodies import Body, body_of
from .window_views import Window


def _reduce_window(
    interpreter: Interpreter, op: mhlo.ReduceWindowOp, args: PythonValues
) -> PythonValues:
    count, rank = len(op.inputs), args[0].ndim
    window = Window(
        integers(op.window_dimensions),
        integers(op.window_strides, [1] * rank),
        integers(op.base_dilations, [1] * rank),
        integers(op.window_dilations, [1] * rank),
        paddings(op.padding, rank),
    )
    views = [
        window.views(array, initial)
        for array, initial in zip(args[:count], args[count:], strict=True)
    ]
    axes = range(rank, 2 * rank)
    return fold(interpreter, body_of(interpreter, op.body), views, args[count:], axes)


def _select_and_scatter(
    interpreter: Interpreter, op: mhlo.SelectAndScatterOp, args: PythonValues
) -> PythonValues:
    operand: Array
    source: Array
    operand, source, initial = args
    rank = operand.ndim
    ones = [1] * rank
    window = Window(
        integers(op.window_dimensions, ones),
        integers(op.window_strides, ones),
        ones,
        ones,
        paddings(op.padding, rank),
    )
    chosen = _chosen(interpreter, body_of(interpreter, op.select), operand, window)
    result = np.full(operand.size, initial, dtype=operand.dtype)
    scatter = body_of(interpreter, op.scatter)
    seen = chosen.ravel() >= 0
    accumulate(interpreter, scatter, [result], chosen.ravel()[seen], [source.ravel()[seen]])
    return (result.reshape(operand.shape),)


def _chosen(interpreter: Interpreter, select: Body, operand: Array, window: Window) -> Array:
    """The position in `operand`, counted in row-major order, that each window selects.

    Padding is never selected: -1 where a window holds nothing else.
    """
    numbers = np.arange(operand.size, dtype=np.int64).reshape(operand.shape)
    views, rank = window.views(numbers, -1), operand.ndim
    views = views.reshape(*views.shape[:rank], prod(views.shape[rank:]))
    chosen = np.full(views.shape[:rank], -1, dtype=np.int64)
    flat = operand.ravel()
    for position in range(views.shape[-1] if flat.size else 0):
        candidate = views[..., position]
        (keeps,) = select(interpreter, flat[chosen], flat[candidate])
        takes = (candidate >= 0) & ((chosen < 0) | ~keeps)
        chosen = np.where(takes, candidate, chosen)
    return chosen


KERNELS = table(
    general_op(mhlo.ReduceWindowOp, _reduce_window),
    general_op(mhlo.SelectAndScatterOp, _select_and_scatter),
)
