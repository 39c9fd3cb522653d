"""Fourier transforms of known length as products with matrices of cosines and sines.

IREE 3.13 has no transforms. Along each dimension a transform is a product: of the real and the
imaginary parts R and I with the matrices C = cos(2 pi j k / n) and S = sin(2 pi j k / n), forwards
R C + I S and I C - R S, backwards (R C - I S) / n and (I C + R S) / n.
"""

from __future__ import annotations

from typing import Any, Final, cast

import numpy as np
from xdsl.dialects.builtin import (
    ComplexType,
    DenseIntOrFPElementsAttr,
    Float64Type,
    ModuleOp,
    TensorType,
    f32,
    f64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import Rewriter

from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64, int_values
from ...dialects.mhlo.dimension_numbers import DotDimensionNumbersAttr, DotDimensions
from ...dialects.mhlo.enums import FftType
from ...dialects.types import element_type_of, is_complex, tensor_type
from ...materialize.op_builder import OpBuilder
from ...rules.errors import ShapeError

LONGEST: Final = 1024
"""A transform of n places takes n² products."""


def use_matrices_for_transforms(module: ModuleOp) -> None:
    """Writes out the transforms of `module`. Raises ShapeError for lengths over `LONGEST`."""
    for op in list(module.walk()):
        if isinstance(op, mhlo.FftOp):
            lengths = int_values(op.fft_length)
            if max(lengths) > LONGEST or min(lengths) < 1:
                raise ShapeError(
                    op,
                    f"cannot be exported: IREE has no Fourier transforms, and those of more than "
                    f"{LONGEST} places are not written as products (fft_length {list(lengths)})",
                )
            Rewriter.replace_op(op, [], [_Transform(op).result(lengths)])


class _Transform(OpBuilder):
    """Makes the products of one transform."""

    def __init__(self, op: mhlo.FftOp):
        super().__init__(op)
        self.op = op
        self.rank = len(tensor_type(op.result).get_shape())
        type_ = element_type_of(op.result)
        if is_complex(type_):
            type_ = cast("ComplexType[Any]", type_).element_type
        self.part = type_

    def result(self, lengths: tuple[int, ...]) -> SSAValue:
        kind, value = self.op.fft_type.data, self.op.operand
        *others, last = range(self.rank - len(lengths), self.rank)
        n = dict(zip((*others, last), lengths, strict=True))
        if kind is FftType.RFFT:
            half = lengths[-1] // 2 + 1
            real = self._times(value, last, _cosines(n[last])[:, :half])
            imaginary = self._times(value, last, -_sines(n[last])[:, :half])
        else:
            real, imaginary = (self._part_of(value, kind_) for kind_ in (mhlo.RealOp, mhlo.ImagOp))
        backwards = kind in (FftType.IFFT, FftType.IRFFT)
        for d in others if kind in (FftType.RFFT, FftType.IRFFT) else (*others, last):
            real, imaginary = self._along(real, imaginary, d, n[d], backwards)
        if kind is not FftType.IRFFT:
            return self.create(mhlo.ComplexOp, [real, imaginary], self.op.result.type)
        half = n[last] // 2 + 1
        weights = np.full((half, 1), 2.0)
        weights[0] = 1.0
        if n[last] % 2 == 0:
            weights[-1] = 1.0
        cosines = weights * _cosines(n[last])[:half] / n[last]
        sines = weights * _sines(n[last])[:half] / n[last]
        return self._sum(mhlo.SubtractOp, self._times(real, last, cosines), imaginary, last, sines)

    def _along(
        self, real: SSAValue, imaginary: SSAValue, d: int, n: int, backwards: bool
    ) -> tuple[SSAValue, SSAValue]:
        cosines, sines = _cosines(n), _sines(n)
        if backwards:
            cosines, sines = cosines / n, -sines / n
        first = self._sum(mhlo.AddOp, self._times(real, d, cosines), imaginary, d, sines)
        second = self._sum(mhlo.SubtractOp, self._times(imaginary, d, cosines), real, d, sines)
        return first, second

    def _sum(
        self,
        kind: type[mhlo.AddOp | mhlo.SubtractOp],
        left: SSAValue,
        value: SSAValue,
        d: int,
        matrix: np.ndarray,
    ) -> SSAValue:
        return self.create(kind, [left, self._times(value, d, matrix)], left.type)

    def _part_of(self, value: SSAValue, kind: type[mhlo.RealOp | mhlo.ImagOp]) -> SSAValue:
        return self.create(kind, [value], TensorType(self.part, tensor_type(value).get_shape()))

    def _times(self, value: SSAValue, d: int, matrix: np.ndarray) -> SSAValue:
        """Dimension `d` of `value` times `matrix`."""
        order = [*(k for k in range(self.rank) if k != d), d]
        value = self._moved(value, order)
        element: Attribute = self.part
        wide = isinstance(element, Float64Type)
        numbers = matrix if wide else matrix.astype(np.float32)
        type_ = TensorType(f64 if wide else f32, matrix.shape)
        weights = DenseIntOrFPElementsAttr.from_list(type_, numbers.reshape(-1).tolist())
        constant = self.create(mhlo.ConstantOp, [], type_, value=weights)
        shape = [*tensor_type(value).get_shape()[:-1], matrix.shape[1]]
        contracted = DotDimensions(
            lhs_contracting_dimensions=(self.rank - 1,), rhs_contracting_dimensions=(0,)
        )
        product = self.create(
            mhlo.DotGeneralOp,
            [value, constant],
            TensorType(element, shape),
            dot_dimension_numbers=DotDimensionNumbersAttr(contracted),
        )
        return self._moved(product, [order.index(k) for k in range(self.rank)])

    def _moved(self, value: SSAValue, order: list[int]) -> SSAValue:
        if order == [*range(self.rank)]:
            return value
        shape = tensor_type(value).get_shape()
        type_ = TensorType(self.part, [shape[k] for k in order])
        return self.create(mhlo.TransposeOp, [value], type_, permutation=dense_i64(order))


def _angles(n: int) -> np.ndarray:
    """2 pi j k / n, with j k reduced first so that large products lose nothing."""
    places = np.arange(n)
    return 2 * np.pi * (np.outer(places, places) % n) / n


def _cosines(n: int) -> np.ndarray:
    return _exact_zeros(np.cos(_angles(n)))


def _sines(n: int) -> np.ndarray:
    return _exact_zeros(np.sin(_angles(n)))


def _exact_zeros(part: np.ndarray) -> np.ndarray:
    """`part` with 0 for what is 1e-16 by the rounding of pi."""
    return np.where(np.abs(part) < 1e-12, 0.0, part)
