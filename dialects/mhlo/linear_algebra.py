"""Ops on batches of matrices or vectors: Cholesky, triangular solve, Fourier transform.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from xdsl.dialects.builtin import BoolAttr, DenseIntOrFPElementsAttr
from xdsl.ir import Operation
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def

from ..deferred import op_definition
from ..pure import PureOp
from ..types import COMPLEX, FLOAT, AnyTensor, real_part_type, shape_of
from .checks import (
    check_at_least,
    check_rank,
    check_rank_between,
    check_result_shape,
    check_same_element,
    check_same_type,
    check_sizes_equal,
    check_values,
    check_vector,
    fail,
)
from .enums import FftType, FftTypeAttr, Transpose, TransposeAttr


@op_definition
class CholeskyOp(PureOp):
    """The triangular factor of each matrix of a batch."""

    name = "mhlo.cholesky"

    a = operand_def()
    lower = opt_prop_def(BoolAttr)
    result = result_def()

    def verify_(self) -> None:
        a, result = check_values(self, FLOAT | COMPLEX)
        check_same_type(self, "operand 0", a, "the result", result, "C1")
        verify_square(self, a, "C2", "C3")


def verify_square(op: Operation, matrix: AnyTensor, rank_clause: str, size_clause: str) -> None:
    """Operand 0 has at least two dimensions, the last two of one size."""
    shape = check_rank_between(op, "operand 0", matrix, 2, clause=rank_clause)
    if shape is not None:
        check_sizes_equal(
            op, "the last size of operand 0", shape[-1], "the one before", shape[-2], size_clause
        )


@op_definition
class TriangularSolveOp(PureOp):
    """`x` with `a x = b` or `x a = b` for each triangular matrix `a` of a batch."""

    name = "mhlo.triangular_solve"

    a = operand_def()
    b = operand_def()
    left_side = prop_def(BoolAttr)
    lower = prop_def(BoolAttr)
    unit_diagonal = prop_def(BoolAttr)
    transpose_a = prop_def(TransposeAttr)
    result = result_def()

    def verify_(self) -> None:
        a, b, result = check_values(self, FLOAT | COMPLEX)
        check_same_element(self, "operand 0", a, "operand 1", b, "C1")
        verify_square(self, a, "C2", "C3")
        left, right = shape_of(a), shape_of(b)
        if left is not None and right is not None:
            check_rank(self, "operand 1", b, len(left), "C2")
            side = -2 if self.left_side.value.data else -1
            check_sizes_equal(
                self, "the size of operand 0", left[-1], "that of operand 1", right[side], "C3"
            )
            for dimension, (x, y) in enumerate(zip(left[:-2], right[:-2], strict=True)):
                what = f"batch size {dimension} of operand 0"
                check_sizes_equal(self, what, x, "of operand 1", y, "C3")
        check_same_type(self, "operand 1", b, "the result", result, "C4")
        if self.transpose_a.data is Transpose.TRANSPOSE_INVALID:
            fail(self, "transpose_a is TRANSPOSE_INVALID, another value is needed")


@op_definition
class FftOp(PureOp):
    """The Fourier transform, or its inverse, along the last dimensions."""

    name = "mhlo.fft"

    operand = operand_def()
    fft_type = prop_def(FftTypeAttr)
    fft_length = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    def verify_(self) -> None:
        kind = self.fft_type.data
        operand_kind = FLOAT if kind is FftType.RFFT else COMPLEX
        result_kind = FLOAT if kind is FftType.IRFFT else COMPLEX
        operand, result = check_values(self, operand_kind, result_kind)  # C2
        if (part := real_part_type(result.element_type)) != real_part_type(operand.element_type):
            fail(self, f"the result computes in {part}, operand 0 in {operand.element_type}", "C2")
        lengths = check_vector(self, "fft_length", self.fft_length)
        if not 1 <= len(lengths) <= 3:
            fail(self, f"fft_length has {len(lengths)} values, 1 to 3 are needed", "C3")
        check_at_least(self, "fft_length", lengths, 0)
        shape = check_rank_between(self, "operand 0", operand, len(lengths), clause="C1")
        if shape is None:
            return
        half = (*lengths[:-1], lengths[-1] // 2 + 1)
        batch = len(shape) - len(lengths)
        transformed = {FftType.RFFT: lengths, FftType.IRFFT: half}.get(kind, shape[batch:])
        for index, (size, needed) in enumerate(zip(shape[batch:], transformed, strict=True), batch):
            check_sizes_equal(
                self, f"size {index} of operand 0", size, "what fft_length needs", needed, "C5"
            )
        produced = {FftType.RFFT: half, FftType.IRFFT: lengths}.get(kind, shape[batch:])
        check_result_shape(self, (*shape[:batch], *produced), result, "C4")
