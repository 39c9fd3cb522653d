"""Fourier transforms over the last dimensions."""

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import table, tensor_op
from .attributes import integers
from .shapes import element_dtype


def _fft(op: mhlo.FftOp, operand: Array) -> Array:
    lengths = integers(op.fft_length)
    axes = range(operand.ndim - len(lengths), operand.ndim)
    dtype = element_dtype(op.results[0].type)
    kind = op.fft_type.data.value
    if kind != "IRFFT":
        found = [operand.shape[axis] for axis in axes]
        if found != lengths:
            raise ValueError(f"the last sizes are {found}, fft_length is {lengths}")
    if operand.size == 0 or 0 in lengths:
        return np.zeros(_result_shape(kind, operand.shape, lengths), dtype=dtype)
    match kind:
        case "FFT":
            result = np.fft.fftn(operand, axes=axes)
        case "IFFT":
            result = np.fft.ifftn(operand, axes=axes)
        case "RFFT":
            result = np.fft.rfftn(operand, s=lengths, axes=axes)
        case _:
            result = np.fft.irfftn(operand, s=lengths, axes=axes)
    return result.astype(dtype)


def _result_shape(kind: str, shape: tuple[int, ...], lengths: list[int]) -> tuple[int, ...]:
    last = {"RFFT": lengths[-1] // 2 + 1, "IRFFT": lengths[-1]}.get(kind, shape[-1])
    return (*shape[:-1], last)


SPECTRAL_KERNELS = table(tensor_op(mhlo.FftOp, _fft))
