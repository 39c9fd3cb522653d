"""LAPACK's factorizations and solves, as JAX calls them on CPUs.

Matrices come first among the operands; those after them say sizes only. Settings are letters, as in
LAPACK's own interface (https://www.netlib.org/lapack/explore-html/).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from xdsl.dialects.builtin import (
    BoolAttr,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    TensorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...dialects import mhlo, tf
from ...dialects.foreign import lapack
from ...dialects.mhlo import Transpose, TransposeAttr
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import is_complex, is_tensor, tensor_type
from ...materialize.op_builder import OpBuilder
from ...rules.errors import ShapeError

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
    (a,) = _matrices(op, 1, 2)
    lower, b = _letter(op, "uplo", "LU") == "L", OpBuilder(op)
    type, (factor_type, info_type) = tensor_type(a), op.result_types
    truth = TensorType(i1, type.get_shape())
    factor = b.create(mhlo.CholeskyOp, [a], type, lower=BoolAttr.from_bool(lower))
    ones = b.create(tf.OnesLikeOp, [a], type)
    band = [_constant(b, count, ()) for count in ((-1, 0) if lower else (0, -1))]
    triangle = b.create(tf.MatrixBandPartOp, [ones, *band], type)
    inside = b.create(tf.EqualOp, [triangle, ones], truth)
    whole = b.create(tf.SelectV2Op, [inside, factor, a], factor_type)
    unknown = b.create(tf.NotEqualOp, [factor, factor], truth)  # NaN, for there is no factor
    failed = b.create(tf.LogicalAndOp, [inside, unknown], truth)
    batch = TensorType(i1, type.get_shape()[:-2])
    fails = b.create(tf.AnyOp, [failed, _constant(b, (-2, -1), (2,))], batch)
    _replace(op, [whole, b.create(tf.CastOp, [fails], info_type)])


def triangular_solve(op: mhlo.CustomCallOp) -> None:
    """`trsm`: `x` with `a x = b` or `x a = b`, where `a` may be transposed."""
    matrices = _matrices(op, 2, 1)
    solved = OpBuilder(op).create(
        mhlo.TriangularSolveOp,
        matrices,
        op.result_types[0],
        left_side=BoolAttr.from_bool(_letter(op, "side", "LR") == "L"),
        lower=BoolAttr.from_bool(_letter(op, "uplo", "LU") == "L"),
        unit_diagonal=BoolAttr.from_bool(_letter(op, "diag", "NU") == "U"),
        transpose_a=TransposeAttr(TRANSPOSES[_letter(op, "trans_x", "NTC")]),
    )
    _replace(op, [solved])


def symmetric_eigen(op: mhlo.CustomCallOp) -> None:
    """`syevd`: eigenvectors as columns, eigenvalues that ascend, and 0 where they were found."""
    (a,) = _matrices(op, 1, 3)
    type, (vectors_type, values_type, info_type) = tensor_type(a), op.result_types
    if is_complex(type.element_type):
        return
    b = OpBuilder(op)
    wanted = BoolAttr.from_bool(_letter(op, "mode", "NV") == "V")
    if _letter(op, "uplo", "LU") == "U":  # of a symmetric matrix the transpose's lower triangle
        a = _turned(b, a)
    found = b.insert(
        tf.SelfAdjointEigV2Op.create(
            operands=[a],
            result_types=[values_type, vectors_type],
            properties={"compute_v": BoolAttr.from_bool(True)},
        )
    )
    values, vectors = found.results
    whole = vectors if wanted.value.data else a
    _replace(op, [whole, values, _fails(b, values, info_type)])


def singular_values(op: mhlo.CustomCallOp) -> None:
    """`gesdd`: what is left of the matrix, singular values that descend, left vectors as columns,
    right ones as rows, and 0 where they were found.

    With mode N the vectors, and always what is left of the matrix, are undefined.
    """
    (a,) = _matrices(op, 1, 5)
    type, (_, values_type, left_type, _, info_type) = tensor_type(a), op.result_types
    if is_complex(type.element_type):
        return
    mode, b = _letter(op, "mode", "NSA"), OpBuilder(op)
    right_type = _turned_type(tensor_type(op.results[3]))
    found = b.insert(
        tf.SvdOp.create(
            operands=[a],
            result_types=[values_type, left_type, right_type],
            properties={
                "compute_uv": BoolAttr.from_bool(True),
                "full_matrices": BoolAttr.from_bool(mode != "S"),
            },
        )
    )
    values, left, right = found.results
    _replace(op, [a, values, left, _turned(b, right), _fails(b, values, info_type)])


def tridiagonal_solve(op: mhlo.CustomCallOp) -> None:
    """`gtsv`: the solutions of systems of three diagonals, each with a number for each row; the
    diagonals as they are, for what is left of them is undefined; and 0 where there is a solution.
    """
    below, middle, above, rhs = _matrices(op, 4, 5, 1)
    b, type = OpBuilder(op), tensor_type(middle)
    *batch, size = type.get_shape()
    three = TensorType(type.element_type, [*batch, 3, size])
    axis = IntegerAttr(-2, i64)
    diagonals = b.create(tf.PackOp, [above, middle, below], three, axis=axis)
    found = b.create(tf.TridiagonalSolveOp, [diagonals, rhs], op.result_types[3])
    truth = TensorType(i1, tensor_type(found).get_shape())
    unknown = b.create(tf.NotEqualOp, [found, found], truth)
    axes = _constant(b, (-2, -1), (2,))
    fails = b.create(tf.AnyOp, [unknown, axes], TensorType(i1, batch))
    _replace(op, [below, middle, above, found, b.create(tf.CastOp, [fails], op.result_types[4])])


def renamed(
    target: type[Operation], operands: int, results: int
) -> Callable[[mhlo.CustomCallOp], None]:
    """The op that is named as the call, on its first operands; those of the call that follow only
    say sizes.
    """

    def convert(op: mhlo.CustomCallOp) -> None:
        (matrix, *_) = _matrices(op, operands, results, 1)
        if is_complex(tensor_type(matrix).element_type) and target is not lapack.GetrfOp:
            return
        new = target.create(operands=op.inputs[:operands], result_types=op.result_types)
        new.location = op.location
        Rewriter.replace_op(op, new)

    return convert


def _turned(b: OpBuilder, matrix: SSAValue) -> SSAValue:
    """The transpose of each matrix."""
    type = tensor_type(matrix)
    rank = type.get_num_dims()
    order = dense_i64([*range(rank - 2), rank - 1, rank - 2])
    return b.create(mhlo.TransposeOp, [matrix], _turned_type(type), permutation=order)


def _turned_type(type: TensorType[Attribute]) -> TensorType[Attribute]:
    *batch, rows, columns = type.get_shape()
    return TensorType(type.element_type, [*batch, columns, rows])


def _fails(b: OpBuilder, values: SSAValue, type: Attribute) -> SSAValue:
    """1 for each batch in which a value is not a number, else 0."""
    truth = TensorType(i1, tensor_type(values).get_shape())
    unknown = b.create(tf.NotEqualOp, [values, values], truth)
    batch = TensorType(i1, truth.get_shape()[:-1])
    return b.create(tf.CastOp, [b.create(tf.AnyOp, [unknown, _constant(b, -1, ())], batch)], type)


def _matrices(
    op: mhlo.CustomCallOp, count: int, results: int, least: int = 2
) -> Sequence[SSAValue]:
    """The matrices among the operands, each of a known rank, which is at least `least`."""
    name = op.call_target_name.data
    if len(op.inputs) < count or len(op.result_types) != results:
        raise ShapeError(op, f"@{name} has {count} matrices and {results} results")
    for number, type in enumerate(op.result_types):
        if not is_tensor(type):
            raise ShapeError(op, f"@{name}: result {number} must be a tensor of known rank")
    for matrix in op.inputs[:count]:
        if not is_tensor(matrix.type) or matrix.type.get_num_dims() < least:
            raise ShapeError(op, f"@{name} needs tensors of known rank {least} or more")
    return op.inputs[:count]


def _letter(op: mhlo.CustomCallOp, name: str, letters: str) -> str:
    """A setting, one of `letters`."""
    settings = op.attributes.get("mhlo.backend_config", op.properties.get("backend_config"))
    value = settings.data.get(name) if isinstance(settings, DictionaryAttr) else None
    letter = chr(value.value.data) if isinstance(value, IntegerAttr) else ""
    if not letter or letter not in letters:
        words = f"@{op.call_target_name.data} needs {name}, the number of one of {letters}"
        raise ShapeError(op, words)
    return letter


def _constant(b: OpBuilder, value: int | Sequence[int], shape: Sequence[int]) -> SSAValue:
    values = [value] if isinstance(value, int) else value
    elements = DenseIntOrFPElementsAttr.from_list(TensorType(i32, shape), values)
    return b.value(mhlo.ConstantOp(elements))


def _replace(op: mhlo.CustomCallOp, values: Sequence[SSAValue]) -> None:
    for old, value in zip(op.results, values, strict=True):
        if value not in op.operands:
            value.name_hint = old.name_hint
        old.replace_all_uses_with(value)
    Rewriter.erase_op(op)


LAPACK: Final[Mapping[str, Callable[[mhlo.CustomCallOp], None]]] = {
    f"lapack_{kind}{name}_ffi": convert
    for name, convert in {
        "geqrf": renamed(lapack.GeqrfOp, 1, 2),
        "getrf": renamed(lapack.GetrfOp, 1, 3),
        "orgqr": renamed(lapack.OrgqrOp, 2, 1),
        "potrf": cholesky,
        "trsm": triangular_solve,
        "syevd": symmetric_eigen,
        "gesdd": singular_values,
        "gtsv": tridiagonal_solve,
    }.items()
    for kind in "sdcz"
}
"""By the name of the call; the letter is for f32, f64, and complex numbers of either."""
