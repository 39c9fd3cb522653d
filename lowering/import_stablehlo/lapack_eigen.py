"""LAPACK's eigenvalues and singular values, as JAX calls them on CPUs.

https://www.netlib.org/lapack/explore-html/
"""

from __future__ import annotations

from xdsl.dialects.builtin import BoolAttr, TensorType
from xdsl.ir import Attribute, SSAValue

from ...dialects import mhlo, tf
from ...dialects.types import is_complex, is_tensor, real_part_type, tensor_type
from ...materialize.op_builder import OpBuilder
from .lapack_calls import (
    failures_of,
    integers,
    letter_of,
    matrices_of,
    replace_call,
    transposed,
    transposed_type,
)


def symmetric_eigen(op: mhlo.CustomCallOp) -> None:
    """`syevd`, `heevd`: eigenvectors as columns, eigenvalues that ascend, and 0 where they were
    found.
    """
    (a,) = matrices_of(op, 1, 3)
    type, (vectors_type, values_type, info_type) = tensor_type(a), op.result_types
    b = OpBuilder(op)
    wanted = BoolAttr.from_bool(letter_of(op, "mode", "NV") == "V")
    if letter_of(op, "uplo", "LU") == "U":  # the lower triangle of the adjoint, which is the same
        a = transposed(b, a)
        a = b.create(tf.ConjOp, [a], a.type) if is_complex(type.element_type) else a
    found = b.insert(
        tf.SelfAdjointEigV2Op.create(
            operands=[a],
            result_types=[_of_elements(values_type, type), vectors_type],
            properties={"compute_v": BoolAttr.from_bool(True)},
        )
    )
    values, vectors = found.results
    values = _real(b, values, values_type)
    whole = vectors if wanted.value.data else a
    replace_call(op, [whole, values, failures_of(b, values, info_type)])


def any_eigen(op: mhlo.CustomCallOp) -> None:
    """`geev`: eigenvalues, of real matrices their real and imaginary parts; left and right
    eigenvectors as columns of length 1; and 0 where they were found. They come in no order.

    Left eigenvectors are the columns of the adjoint of the inverse of the right ones, so that a
    matrix without as many as it has rows is refused where left ones are asked for.
    """
    is_real = _is_real(op)
    (a,) = matrices_of(op, 1, 5 if is_real else 4)
    *values_types, left_type, right_type, info_type = op.result_types
    b = OpBuilder(op)
    found = b.insert(
        tf.EigOp.create(
            operands=[a],
            result_types=[_of_elements(values_types[0], left_type), right_type],
            properties={"compute_v": BoolAttr.from_bool(True)},
        )
    )
    values, right = found.results
    parts = (tf.RealOp, tf.ImagOp) if is_real else ()
    found_values = [b.create(part, [values], values_types[0]) for part in parts] or [values]
    left = right
    if letter_of(op, "compute_left", "NV") == "V":
        adjoint = BoolAttr.from_bool(True)
        inverse = b.create(tf.MatrixInverseOp, [right], left_type, adjoint=adjoint)
        left = _of_length_one(b, inverse)
    fails = failures_of(b, b.create(tf.ComplexAbsOp, [values], _part_type(values)), info_type)
    replace_call(op, [*found_values, left, right, fails])


def singular_values(op: mhlo.CustomCallOp) -> None:
    """`gesdd`: what is left of the matrix, singular values that descend, left vectors as columns,
    right ones as rows, adjoint, and 0 where they were found.

    With mode N the vectors, and always what is left of the matrix, are undefined.
    """
    (a,) = matrices_of(op, 1, 5)
    type, (_, values_type, left_type, _, info_type) = tensor_type(a), op.result_types
    mode, b = letter_of(op, "mode", "NSA"), OpBuilder(op)
    right_type = transposed_type(tensor_type(op.results[3]))
    found = b.insert(
        tf.SvdOp.create(
            operands=[a],
            result_types=[_of_elements(values_type, type), left_type, right_type],
            properties={
                "compute_uv": BoolAttr.from_bool(True),
                "full_matrices": BoolAttr.from_bool(mode != "S"),
            },
        )
    )
    values, left, right = found.results
    values, right = _real(b, values, values_type), transposed(b, right)
    if is_complex(type.element_type):
        right = b.create(tf.ConjOp, [right], right.type)
    replace_call(op, [a, values, left, right, failures_of(b, values, info_type)])


def _is_real(op: mhlo.CustomCallOp) -> bool:
    return not (
        op.inputs
        and is_tensor(op.inputs[0].type)
        and is_complex(tensor_type(op.inputs[0]).element_type)
    )


def _of_length_one(b: OpBuilder, vectors: SSAValue) -> SSAValue:
    """The columns of complex matrices over their lengths."""
    part = _part_type(vectors)
    squares = b.create(tf.SquareOp, [b.create(tf.ComplexAbsOp, [vectors], part)], part)
    *batch, _, columns = part.get_shape()
    row = TensorType(part.element_type, [*batch, 1, columns])
    axis, keep = integers(b, -2, ()), BoolAttr.from_bool(True)
    sums = b.create(tf.SumOp, [squares, axis], row, keep_dims=keep)
    lengths = b.create(tf.SqrtOp, [sums], row)
    spread = b.create(tf.CastOp, [lengths], _of_elements(row, vectors.type))
    return b.create(tf.DivOp, [vectors, spread], vectors.type)


def _part_type(value: SSAValue) -> TensorType[Attribute]:
    """The type of the real parts of a complex tensor."""
    type = tensor_type(value)
    return TensorType(real_part_type(type.element_type), type.get_shape())


def _of_elements(type: Attribute, like: Attribute) -> TensorType[Attribute]:
    """A tensor type with the elements of another one."""
    assert is_tensor(type) and is_tensor(like)
    return TensorType(like.element_type, type.get_shape())


def _real(b: OpBuilder, value: SSAValue, type: Attribute) -> SSAValue:
    return value if value.type == type else b.create(tf.RealOp, [value], type)
