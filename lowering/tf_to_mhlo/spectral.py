"""tf Fourier transforms: `mhlo.fft` along constant sizes, else products with roots of unity."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

from xdsl.dialects.builtin import ComplexType, f64, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import DotDimensions
from ...dialects.mhlo.dense import dense_i64
from ...dialects.mhlo.enums import FftType, FftTypeAttr
from ...dialects.tf.spectral import Fourier, RealFourier
from ...dialects.types import element_type_of, tensor_type
from ...rules.tf.spectral import spectrum_size
from ...symbolic import Expr, as_expr
from ...symbolic.shapes.windows import at_least_zero
from .builder import Builder, Lowering, LoweringTable
from .complex_numbers import part_type, real
from .contraction import dot
from .elementwise import Results, binary, compare, with_number
from .indices import iota, number
from .padding import pad_with_number

NEXT_TO_0 = 1e-12
"""Below sines of all multiples of a turn's part that tensors have room for, but those of 0."""


def fft(
    b: Builder, value: SSAValue, kind: FftType, lengths: Sequence[Expr], element_type: Attribute
) -> SSAValue:
    """`mhlo.fft` over the last dimensions, of constant sizes `lengths` on the real side."""
    constants = [length.constant_value or 0 for length in lengths]
    sizes = [*b.shape(value)[: -len(lengths)], *lengths]
    if kind is FftType.RFFT:
        sizes[-1] = as_expr(constants[-1] // 2 + 1)
    return b.create(
        mhlo.FftOp,
        [value],
        b.ranked(element_type, sizes),
        fft_type=FftTypeAttr(kind),
        fft_length=dense_i64(constants),
    )


def are_constant(sizes: Sequence[Expr]) -> bool:
    """Whether `mhlo.fft` takes the `sizes`: known, and not 0."""
    return all(map(bool, (size.constant_value for size in sizes)))


def along_axis(b: Builder, value: SSAValue, matrix: SSAValue, axis: int) -> SSAValue:
    """`value` times `matrix`, whose rows contract dimension `axis` and whose columns replace it."""
    rank = len(b.shape(value))
    numbers = DotDimensions(lhs_contracting_dimensions=(axis,), rhs_contracting_dimensions=(0,))
    product = dot(b, value, matrix, numbers, tensor_type(value))
    if axis == rank - 1:
        return product
    order = [*range(axis), rank - 1, *range(axis, rank - 1)]
    shape = b.shape(product)
    type = b.ranked(element_type_of(product), [shape[i] for i in order])
    return b.transpose(product, order, type)


def roots(
    b: Builder, rows: Expr, columns: Expr, period: Expr, inverse: bool, part: Attribute
) -> SSAValue:
    """`exp(∓2πi jk / period)` at `[j, k]`, over `period` for the inverse; angles are in f64."""
    type = b.ranked(i64, [rows, columns])
    steps = binary(b, mhlo.MultiplyOp, iota(b, type, 0), iota(b, type, 1))
    steps = binary(b, mhlo.RemainderOp, steps, b.broadcast(number(b, period, i64), type))
    wide = b.like(steps, f64)
    count = b.broadcast(b.convert(number(b, period, i64), f64), wide)
    turns = binary(b, mhlo.DivideOp, b.convert(steps, f64), count)
    angles = with_number(b, mhlo.MultiplyOp, turns, 2 * pi if inverse else -2 * pi)
    parts = [_exact_zeros(b, b.create(op, [angles], wide)) for op in (mhlo.CosineOp, mhlo.SineOp)]
    if inverse:
        parts = [binary(b, mhlo.DivideOp, p, count) for p in parts]
    parts = [b.convert(p, part) for p in parts]
    return b.create(mhlo.ComplexOp, parts, b.like(steps, ComplexType(part)))  # pyright: ignore[reportArgumentType]  # floats only


def _exact_zeros(b: Builder, part: SSAValue) -> SSAValue:
    """`part` with 0 for what is 1e-16 by the rounding of pi: what real numbers have no imaginary
    part of has none, and no sign of it.
    """
    type = tensor_type(part)
    tiny = compare(b, "LT", b.create(mhlo.AbsOp, [part], type), b.splat(NEXT_TO_0, type))
    return b.create(mhlo.SelectOp, [tiny, b.splat(0, type), part], type)


def transform_axis(b: Builder, value: SSAValue, axis: int, inverse: bool) -> SSAValue:
    """The transform, or its inverse, along one dimension."""
    size = b.shape(value)[axis]
    matrix = roots(b, size, size, size, inverse, part_type(value))
    return along_axis(b, value, matrix, axis)


def fourier(kind: FftType) -> Lowering:
    def lower(op: Fourier, b: Builder) -> Results:
        value = b.operand(op.operands[0])
        return (transform(b, value, op.DIMENSIONS, kind),)

    return lower


def transform(b: Builder, value: SSAValue, count: int, kind: FftType) -> SSAValue:
    """The transform of complex numbers along the last `count` dimensions."""
    shape = b.shape(value)
    constant = next((n for n in range(count, 0, -1) if are_constant(shape[-n:])), 0)
    if constant:
        value = fft(b, value, kind, shape[-constant:], element_type_of(value))
    for axis in range(len(shape) - count, len(shape) - constant):
        value = transform_axis(b, value, axis, kind is FftType.IFFT)
    return value


def lengths_of(op: RealFourier, b: Builder) -> list[Expr]:
    """The sizes of the real side along the last dimensions: the result's, but for a spectrum."""
    sizes = list(b.shape_of_type(b.type(op.results[0]))[-op.DIMENSIONS :])
    for place, size in enumerate(sizes):
        length = b.facts.simplify(b.element(op.operands[1], place))
        if place == op.DIMENSIONS - 1 and not op.INVERSE:
            b.bind(size, spectrum_size(b.analysis, length))
            sizes[place] = length
        else:
            b.bind(size, length)
    return [b.facts.simplify(size) for size in sizes]


def fit(b: Builder, value: SSAValue, lengths: Sequence[Expr]) -> SSAValue:
    """`value` cut or padded with zeros so that its last sizes are `lengths`."""
    shape = b.shape(value)
    zeros = [as_expr(0)] * len(shape)
    before = len(shape) - len(lengths)
    missing = [
        at_least_zero(b.analysis, n - m) for n, m in zip(lengths, shape[before:], strict=True)
    ]
    if any(m != as_expr(0) for m in missing):
        value = pad_with_number(b, value, 0, zeros, [*zeros[:before], *missing])
    limits = [*shape[:before], *lengths]
    return b.slice_all(value, zeros, limits, [1] * len(shape), limits)


def real_to_spectrum(op: RealFourier, b: Builder) -> Results:
    lengths = lengths_of(op, b)
    value = fit(b, b.operand(op.operands[0]), lengths)
    result = b.type(op.results[0]).element_type
    if are_constant(lengths):
        return (fft(b, value, FftType.RFFT, lengths, result),)
    last = lengths[-1]
    if are_constant([last]):
        value = fft(b, value, FftType.RFFT, [last], result)
    else:
        part = element_type_of(value)
        zeros = b.splat(0, tensor_type(value))
        value = b.create(mhlo.ComplexOp, [value, zeros], b.like(value, result))
        columns = b.shape_of_type(b.type(op.results[0]))[-1]
        matrix = roots(b, last, columns, last, False, part)
        value = along_axis(b, value, matrix, len(b.shape(value)) - 1)
    for axis in range(len(b.shape(value)) - len(lengths), len(b.shape(value)) - 1):
        value = transform_axis(b, value, axis, False)
    return (value,)


def spectrum_to_real(op: RealFourier, b: Builder) -> Results:
    lengths = lengths_of(op, b)
    last = lengths[-1]
    half = b.facts.simplify(last // 2 + 1)
    value = fit(b, b.operand(op.operands[0]), [*lengths[:-1], half])
    result = b.type(op.results[0]).element_type
    if are_constant(lengths):
        return (fft(b, value, FftType.IRFFT, lengths, result),)
    rank = len(b.shape(value))
    for axis in range(rank - len(lengths), rank - 1):
        value = transform_axis(b, value, axis, True)
    if are_constant([last]):
        return (fft(b, value, FftType.IRFFT, [last], result),)
    matrix = roots(b, half, last, last, True, part_type(value))
    matrix = binary(b, mhlo.MultiplyOp, matrix, weights(b, matrix, last))
    return (real(b, along_axis(b, value, matrix, rank - 1)),)


def weights(b: Builder, matrix: SSAValue, length: Expr) -> SSAValue:
    """The count of each row's frequency in the full spectrum: 2, but 1 for 0 and `length / 2`."""
    type = b.like(matrix, i64)
    row = iota(b, type, 0)
    last = b.broadcast(number(b, length, i64), type)
    alone = binary(
        b,
        mhlo.OrOp,
        compare(b, "EQ", row, b.splat(0, type)),
        compare(b, "EQ", with_number(b, mhlo.MultiplyOp, row, 2), last),
    )
    kind = tensor_type(matrix)
    return b.create(mhlo.SelectOp, [alone, b.splat(1, kind), b.splat(2, kind)], kind)


LOWERINGS: LoweringTable = {
    tf.FFTOp: fourier(FftType.FFT),
    tf.FFT2DOp: fourier(FftType.FFT),
    tf.FFT3DOp: fourier(FftType.FFT),
    tf.IFFTOp: fourier(FftType.IFFT),
    tf.IFFT2DOp: fourier(FftType.IFFT),
    tf.IFFT3DOp: fourier(FftType.IFFT),
    tf.RFFTOp: real_to_spectrum,
    tf.RFFT2DOp: real_to_spectrum,
    tf.RFFT3DOp: real_to_spectrum,
    tf.IRFFT3DOp: spectrum_to_real,
    tf.IRFFTOp: spectrum_to_real,
    tf.IRFFT2DOp: spectrum_to_real,
}
