"""Arrays folded by any region: along dimensions, or into positions of another array."""

from collections.abc import Sequence

import numpy as np
from xdsl.interpreter import Interpreter

from ...dialects import mhlo
from ..arrays import Array
from .bodies import Body

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
