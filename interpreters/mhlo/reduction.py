"""Reductions over dimensions and over windows, with any region as the reducing function."""

from collections.abc import Sequence

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import general_op, table
from .attributes import integers, paddings
from .bodies import Body, body_of
from .windows import Window

_UFUNCS: dict[type, np.ufunc] = {
    mhlo.AddOp: np.add,
    mhlo.MultiplyOp: np.multiply,
    mhlo.MaximumOp: np.maximum,
    mhlo.MinimumOp: np.minimum,
    mhlo.AndOp: np.bitwise_and,
    mhlo.OrOp: np.bitwise_or,
    mhlo.XorOp: np.bitwise_xor,
}
_OF_BOOLS: dict[np.ufunc, np.ufunc] = {np.add: np.logical_or, np.multiply: np.logical_and}
_ACCUMULATORS = {"e": np.float32, "f": np.float64, "F": np.complex128}


def fold(
    interpreter: Interpreter,
    body: Body,
    arrays: Sequence[Array],
    initials: Sequence[Array],
    axes: Sequence[int],
) -> tuple[Array, ...]:
    """Each array folded along `axes`, from the initial value on and in row-major order.

    A sum or product of floats is accumulated in a wider type.
    """
    ufunc = None if body.single is None else _UFUNCS.get(type(body.single))
    if ufunc is not None and len(arrays) == 1:
        return (_reduce(ufunc, arrays[0], initials[0], tuple(axes)),)
    kept = [axis for axis in range(arrays[0].ndim) if axis not in axes]
    shape = tuple(arrays[0].shape[axis] for axis in kept)
    count = int(np.prod([arrays[0].shape[axis] for axis in axes], dtype=np.int64))
    flat = [array.transpose(*kept, *axes).reshape(*shape, count) for array in arrays]
    values = tuple(np.broadcast_to(initial, shape) for initial in initials)
    for position in range(count):
        values = body(interpreter, *values, *(array[..., position] for array in flat))
    return tuple(np.asarray(value) for value in values)


def _reduce(ufunc: np.ufunc, array: Array, initial: Array, axes: tuple[int, ...]) -> Array:
    if array.dtype == np.bool_:
        ufunc = _OF_BOOLS.get(ufunc, ufunc)
    is_sum = ufunc in (np.add, np.multiply)
    dtype = _ACCUMULATORS.get(array.dtype.char, array.dtype) if is_sum else array.dtype
    result = ufunc.reduce(array, axis=axes, dtype=dtype, initial=initial.item())
    return np.asarray(result).astype(array.dtype)


def _reduce_op(interpreter: Interpreter, op: mhlo.ReduceOp, args: PythonValues) -> PythonValues:
    count = len(op.inputs)
    axes = sorted(integers(op.dimensions))
    return fold(interpreter, body_of(interpreter, op.body), args[:count], args[count:], axes)


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
    views = views.reshape(*views.shape[:rank], -1)
    chosen = np.full(views.shape[:rank], -1, dtype=np.int64)
    flat = operand.ravel()
    for position in range(views.shape[-1] if flat.size else 0):
        candidate = views[..., position]
        (keeps,) = select(interpreter, flat[chosen], flat[candidate])
        takes = (candidate >= 0) & ((chosen < 0) | ~keeps)
        chosen = np.where(takes, candidate, chosen)
    return chosen


def accumulate(
    interpreter: Interpreter,
    body: Body,
    results: Sequence[Array],
    positions: Array,
    updates: Sequence[Array],
) -> None:
    """Changes 1-D `results` in place: `body(old, update)` at each position, in the order given."""
    for wave in _waves(positions):
        where = positions[wave]
        old = tuple(result[where] for result in results)
        new = body(interpreter, *old, *(update[wave] for update in updates))
        for result, value in zip(results, new, strict=True):
            result[where] = value


def _waves(positions: Array) -> Sequence[Array]:
    """Indices into `positions`, in groups without a repeated position that keep the order."""
    if positions.size == 0:
        return ()
    order = np.argsort(positions, kind="stable")
    ordered = positions[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    lengths = np.diff(np.r_[starts, ordered.size])
    turn = np.arange(ordered.size) - np.repeat(starts, lengths)
    return [order[turn == number] for number in range(int(lengths.max()))]


REDUCTION_KERNELS = table(
    general_op(mhlo.ReduceOp, _reduce_op),
    general_op(mhlo.ReduceWindowOp, _reduce_window),
    general_op(mhlo.SelectAndScatterOp, _select_and_scatter),
)
