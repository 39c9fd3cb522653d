"""Fourier transforms, whose complex numbers ONNX stores as a last dimension of 2."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ComplexType, f32, f64, i1, i32, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects import tf
from ...dialects.types import complex_part
from .builder import GraphBuilder, axis_in
from .elementwise import cast, scalar_of
from .nodes import NodeCall, NodeRefused, NodeTable
from .shapes import pack, size_of


def dft(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Along `axis`, of `dft_length` elements: more are left out, zeros follow fewer."""
    order = _axis_last(n, b)
    real, imag = _parts(b, n[0])
    inverse, onesided = n.flag("inverse"), n.flag("onesided")
    wanted = n.get(1)
    length = None if wanted is None else cast(b, scalar_of(b, wanted), i64)
    real = b.op(tf.TransposeOp, real, order)
    if onesided and not inverse:
        if imag is not None:
            raise NodeRefused("half a spectrum is that of real numbers, complex ones are given")
        if length is None:
            length = size_of(b, real, b.rank(real) - 1)
        else:
            real = _of_length(b, real, length)
        return _pairs(b, b.op(tf.TransposeOp, _half_spectrum(b, real, length), order))
    imag = b.like(0, real) if imag is None else b.op(tf.TransposeOp, imag, order)
    if onesided:
        found = _of_half_spectrum(b, _complex(b, real, imag), length)
        return b.op(tf.ExpandDimsOp, b.op(tf.TransposeOp, found, order), b.integer(-1))
    whole = _complex(b, real, imag)
    if length is not None:
        whole = _of_length(b, whole, length)
    found = b.op(tf.IFFTOp if inverse else tf.FFTOp, whole)
    return _pairs(b, b.op(tf.TransposeOp, found, order))


def stft(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The spectra of frames `frame_step` apart, each times the window."""
    signal, imag = _parts(b, n[0])
    step, window = cast(b, scalar_of(b, n[1]), i64), n.get(2)
    if (given := n.get(3)) is not None:
        length = cast(b, scalar_of(b, given), i64)
    else:
        length = size_of(b, signal, 1) if window is None else size_of(b, window, 0)
    left = b.op(tf.SubOp, size_of(b, signal, 1), length)
    enough = b.op(tf.GreaterEqualOp, left, 0, element=i1)
    b.check(enough, "STFT: the signal must be at least as long as a frame")
    count = b.op(tf.AddV2Op, b.op(tf.FloorDivOp, left, step), 1)
    first = b.op(tf.MulOp, _range(b, count), step)
    places = b.op(tf.AddV2Op, b.op(tf.ExpandDimsOp, first, b.integer(1)), _range(b, length))

    def frames(part: SSAValue) -> SSAValue:
        found = b.op(tf.GatherV2Op, part, places, b.integer(1), batch_dims=0)
        return found if window is None else b.op(tf.MulOp, found, window)

    if n.flag("onesided", True):
        if imag is not None:
            raise NodeRefused("half a spectrum is that of real numbers, complex ones are given")
        return _pairs(b, _half_spectrum(b, frames(signal), length))
    parts = (frames(signal), b.like(0, signal) if imag is None else frames(imag))
    return _pairs(b, b.op(tf.FFTOp, _complex(b, *parts)))


def _axis_last(n: NodeCall, b: GraphBuilder) -> Sequence[int] | SSAValue:
    """The order of dimensions, without that of parts, in which the one to transform and the last
    change places.
    """
    rank = b.rank(n[0])
    if n.version < 20:
        axis: int | None = n.int("axis", 1)
    else:
        axis = -2 if (given := n.get(2)) is None else b.scalar(given)
    if axis is None:
        return _computed_axis_last(b, scalar_of(b, n[2]), rank)
    axis = axis_in(axis, rank)
    if axis == rank - 1:
        raise NodeRefused(f"axis {axis} holds the parts of complex numbers")
    order = list(range(rank - 1))
    order[axis], order[-1] = order[-1], order[axis]
    return order


def _computed_axis_last(b: GraphBuilder, axis: SSAValue, rank: int) -> SSAValue:
    inside = [
        b.op(kind, axis, limit, element=i1)
        for kind, limit in ((tf.GreaterEqualOp, -rank), (tf.LessOp, rank - 1))
    ]
    within = b.op(tf.LogicalAndOp, *inside)
    is_parts = b.op(tf.EqualOp, axis, -1, element=i1)
    words = f"DFT: the axis must be from {-rank} to {rank - 2} and not -1"
    b.check(b.op(tf.LogicalAndOp, within, b.op(tf.LogicalNotOp, is_parts)), words)
    axis = b.op(tf.FloorModOp, cast(b, axis, i64), rank)
    natural = b.vector(list(range(rank - 1)))
    here = b.op(tf.EqualOp, natural, axis, element=i1)
    moved = b.op(tf.SelectV2Op, here, b.integer(rank - 2), natural, element=i64)
    return b.op(tf.ConcatV2Op, _without_last(b, moved), b.op(tf.ReshapeOp, axis, [1]), b.integer(0))


def _without_last(b: GraphBuilder, vector: SSAValue) -> SSAValue:
    return b.op(tf.StridedSliceOp, vector, [0], [-1], [1])


def _parts(b: GraphBuilder, value: SSAValue) -> tuple[SSAValue, SSAValue | None]:
    """The real and imaginary parts; the latter is None where there is none."""
    last = b.rank(value) - 1
    count = b.static(value, last)
    if count not in (1, 2):
        raise NodeRefused("the last dimension must be known to be 1 (real) or 2 (complex)")
    parts = b.ops(tf.UnpackOp, value, elements=[b.element(value)] * count, axis=last)
    return parts[0], parts[1] if count == 2 else None


def _complex(b: GraphBuilder, real: SSAValue, imag: SSAValue) -> SSAValue:
    if b.rank(imag) == 0:
        imag = b.op(tf.ZerosLikeOp, real)
    return b.op(tf.ComplexOp, real, imag, element=_pairs_of(b.element(real)))


def _pairs_of(element: Attribute) -> Attribute:
    """The type of complex numbers with parts of type `element`."""
    if element not in (f32, f64):
        raise NodeRefused(f"parts of type {element} are not supported, float or double are needed")
    return ComplexType(f32 if element == f32 else f64)


def _pairs(b: GraphBuilder, value: SSAValue) -> SSAValue:
    """Complex numbers as a last dimension of 2."""
    element = complex_part(b.element(value))
    assert element is not None
    parts = [b.op(kind, value, element=element) for kind in (tf.RealOp, tf.ImagOp)]
    return b.op(tf.PackOp, *parts, axis=-1)


def _half_spectrum(b: GraphBuilder, real: SSAValue, length: SSAValue) -> SSAValue:
    size = b.op(tf.ReshapeOp, cast(b, length, i32), [1])
    return b.op(tf.RFFTOp, real, size, element=_pairs_of(b.element(real)))


def _of_half_spectrum(b: GraphBuilder, half: SSAValue, length: SSAValue | None) -> SSAValue:
    """The real numbers of a spectrum's first half; by default an even number of them."""
    if length is None:
        length = b.op(tf.MulOp, b.op(tf.SubOp, size_of(b, half, b.rank(half) - 1), 1), 2)
    else:
        needed = b.op(tf.AddV2Op, b.op(tf.FloorDivOp, length, 2), 1)
        half = _of_length(b, half, needed)
    element = complex_part(b.element(half))
    assert element is not None
    size = b.op(tf.ReshapeOp, cast(b, length, i32), [1])
    return b.op(tf.IRFFTOp, half, size, element=element)


def _of_length(b: GraphBuilder, value: SSAValue, length: SSAValue) -> SSAValue:
    """The first `length` elements of the last dimension, with zeros after them if need be."""
    last = b.rank(value) - 1
    table: list[SSAValue | int] = [0] * (2 * last + 1)
    missing = b.op(tf.SubOp, length, size_of(b, value, last))
    table.append(b.op(tf.MaximumOp, missing, 0))
    paddings = b.op(tf.ReshapeOp, pack(b, table), [last + 1, 2])
    padded = b.op(tf.PadOp, value, paddings)
    zeros = [0] * (last + 1)
    kept = sum(1 << axis for axis in range(last))
    ends = pack(b, [*zeros[:-1], length])
    return b.op(
        tf.StridedSliceOp, padded, zeros, ends, [1] * (last + 1), begin_mask=kept, end_mask=kept
    )


def _range(b: GraphBuilder, count: SSAValue) -> SSAValue:
    return b.op(tf.RangeOp, b.integer(0), count, b.integer(1))


NODES: NodeTable = {"DFT": dft, "STFT": stft}
