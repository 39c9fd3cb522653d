"""LAPACK's factorizations and solves, as JAX calls them on CPUs.

Matrices come first among the operands; those after them say sizes only. Settings are letters, as in
LAPACK's own interface (https://www.netlib.org/lapack/explore-html/).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from xdsl.dialects.builtin import (
    BoolAttr,
    IntegerAttr,
    TensorType,
    i1,
    i64,
)
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from ...dialects import mhlo, tf
from ...dialects.foreign import lapack
from ...dialects.mhlo import Transpose, TransposeAttr
from ...dialects.types import tensor_type
from ...materialize.op_builder import OpBuilder
from .lapack_calls import (
    integers,
    letter_of,
    matrices_of,
    replace_call,
)
from .lapack_eigen import any_eigen, singular_values, symmetric_eigen

TRANSPOSES: Final[Mapping[str, Transpose]] = {
    "N": Transpose.NO_TRANSPOSE,
    "T": Transpose.TRANSPOSE,
    "C": Transpose.ADJOINT,
}


def cholesky(op: mhlo.CustomCallOp) -> None:
    """`potrf`: the factor in its triangle of the matrix, of which the other one stays; and 0 where
    the matrix is positive definite.

    Where it is not LAPACK counts the minors up to the first that is not; here the number is 1.
    """
    (a,) = matrices_of(op, 1, 2)
    lower, b = letter_of(op, "uplo", "LU") == "L", OpBuilder(op)
    type, (factor_type, info_type) = tensor_type(a), op.result_types
    truth = TensorType(i1, type.get_shape())
    factor = b.create(mhlo.CholeskyOp, [a], type, lower=BoolAttr.from_bool(lower))
    ones = b.create(tf.OnesLikeOp, [a], type)
    band = [integers(b, count, ()) for count in ((-1, 0) if lower else (0, -1))]
    triangle = b.create(tf.MatrixBandPartOp, [ones, *band], type)
    inside = b.create(tf.EqualOp, [triangle, ones], truth)
    whole = b.create(tf.SelectV2Op, [inside, factor, a], factor_type)
    unknown = b.create(tf.NotEqualOp, [factor, factor], truth)  # NaN, for there is no factor
    failed = b.create(tf.LogicalAndOp, [inside, unknown], truth)
    batch = TensorType(i1, type.get_shape()[:-2])
    fails = b.create(tf.AnyOp, [failed, integers(b, (-2, -1), (2,))], batch)
    replace_call(op, [whole, b.create(tf.CastOp, [fails], info_type)])


def triangular_solve(op: mhlo.CustomCallOp) -> None:
    """`trsm`: `x` with `a x = b` or `x a = b`, where `a` may be transposed."""
    matrices = matrices_of(op, 2, 1)
    solved = OpBuilder(op).create(
        mhlo.TriangularSolveOp,
        matrices,
        op.result_types[0],
        left_side=BoolAttr.from_bool(letter_of(op, "side", "LR") == "L"),
        lower=BoolAttr.from_bool(letter_of(op, "uplo", "LU") == "L"),
        unit_diagonal=BoolAttr.from_bool(letter_of(op, "diag", "NU") == "U"),
        transpose_a=TransposeAttr(TRANSPOSES[letter_of(op, "trans_x", "NTC")]),
    )
    replace_call(op, [solved])


def tridiagonal_solve(op: mhlo.CustomCallOp) -> None:
    """`gtsv`: the solutions of systems of three diagonals, each with a number for each row; the
    diagonals as they are, for what is left of them is undefined; and 0 where there is a solution.
    """
    below, middle, above, rhs = matrices_of(op, 4, 5, 1)
    b, type = OpBuilder(op), tensor_type(middle)
    *batch, size = type.get_shape()
    three = TensorType(type.element_type, [*batch, 3, size])
    axis = IntegerAttr(-2, i64)
    diagonals = b.create(tf.PackOp, [above, middle, below], three, axis=axis)
    found = b.create(tf.TridiagonalSolveOp, [diagonals, rhs], op.result_types[3])
    truth = TensorType(i1, tensor_type(found).get_shape())
    unknown = b.create(tf.NotEqualOp, [found, found], truth)
    axes = integers(b, (-2, -1), (2,))
    fails = b.create(tf.AnyOp, [unknown, axes], TensorType(i1, batch))
    replace_call(
        op, [below, middle, above, found, b.create(tf.CastOp, [fails], op.result_types[4])]
    )


def renamed(
    target: type[Operation], operands: int, results: int
) -> Callable[[mhlo.CustomCallOp], None]:
    """The op that is named as the call, on its first operands; those of the call that follow only
    say sizes.
    """

    def convert(op: mhlo.CustomCallOp) -> None:
        matrices_of(op, operands, results, 1)
        new = target.create(operands=op.inputs[:operands], result_types=op.result_types)
        new.location = op.location
        Rewriter.replace_op(op, new)

    return convert


LAPACK: Final[Mapping[str, Callable[[mhlo.CustomCallOp], None]]] = {
    f"lapack_{kind}{name}_ffi": convert
    for name, convert in {
        "geqrf": renamed(lapack.GeqrfOp, 1, 2),
        "getrf": renamed(lapack.GetrfOp, 1, 3),
        "orgqr": renamed(lapack.OrgqrOp, 2, 1),
        "ungqr": renamed(lapack.OrgqrOp, 2, 1),
        "potrf": cholesky,
        "trsm": triangular_solve,
        "syevd": symmetric_eigen,
        "heevd": symmetric_eigen,
        "geev": any_eigen,
        "gesdd": singular_values,
        "gtsv": tridiagonal_solve,
    }.items()
    for kind in "sdcz"
}
"""By the name of the call; the letter is for f32, f64, and complex numbers of either."""
