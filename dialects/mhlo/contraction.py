"""Products that sum over dimensions: dot, dot_general, einsum.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute, Operation
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def

from ..deferred import op_definition
from ..pure import PureOp
from ..types import DYNAMIC, TypeShape, rank_of, shape_of, sizes_agree
from .checks import (
    check_dimension,
    check_operands,
    check_rank_between,
    check_result_shape,
    check_sizes_equal,
    check_tensor,
    check_unique,
    check_values,
    fail,
)
from .dimension_numbers import DotDimensionNumbersAttr, DotDimensions
from .enums import PrecisionAttr


@op_definition
class DotOp(PureOp):
    """The product of two vectors, a matrix and a vector, or two matrices."""

    name = "mhlo.dot"

    lhs = operand_def()
    rhs = operand_def()
    precision_config = opt_prop_def(ArrayAttr)
    result = result_def()

    def verify_(self) -> None:
        lhs, rhs, result = check_values(self)
        verify_precision(self, self.precision_config)
        left = check_rank_between(self, "operand 0", lhs, 1, 2)
        right = check_rank_between(self, "operand 1", rhs, 1, 2)
        if left is None or right is None:
            return
        check_sizes_equal(self, "contracting size of operand 0", left[-1], "of operand 1", right[0])
        check_result_shape(self, (*left[:-1], *right[1:]), result)


def verify_precision(op: Operation, config: ArrayAttr[Attribute] | None) -> None:
    """Nothing, one precision, or one for each of the two operands."""
    if config is None:
        return
    if len(config.data) > 2:
        fail(op, f"precision_config has {len(config.data)} values, at most 2 are allowed", "C11")
    for value in config.data:
        if not isinstance(value, PrecisionAttr):
            fail(op, f"precision_config has {value}, a precision is needed", "C11")


@op_definition
class DotGeneralOp(PureOp):
    """Products of `lhs` and `rhs`, summed over the contracting dimensions, for each index of the
    batching dimensions. The result has batching, then free `lhs`, then free `rhs` dimensions.

    ```mlir
    %r = "mhlo.dot_general"(%a, %b) <{dot_dimension_numbers = #mhlo.dot<
        lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
        lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}>
        : (tensor<?x4x8xf32>, tensor<?x8x5xf32>) -> tensor<?x4x5xf32>
    ```
    """

    name = "mhlo.dot_general"

    lhs = operand_def()
    rhs = operand_def()
    dot_dimension_numbers = prop_def(DotDimensionNumbersAttr)
    precision_config = opt_prop_def(ArrayAttr)
    result = result_def()

    def verify_(self) -> None:
        lhs, rhs, result = check_values(self)
        verify_precision(self, self.precision_config)
        numbers = self.dot_dimension_numbers.data
        self._verify_numbers(numbers, shape_of(lhs), shape_of(rhs))
        left, right = shape_of(lhs), shape_of(rhs)
        if left is None or right is None:
            return
        pairs = (
            ("batching", numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, "C9"),
            (
                "contracting",
                numbers.lhs_contracting_dimensions,
                numbers.rhs_contracting_dimensions,
                "C10",
            ),
        )
        for name, left_dims, right_dims, clause in pairs:
            for a, b in zip(left_dims, right_dims, strict=True):
                check_sizes_equal(
                    self,
                    f"{name} size of operand 0 in dimension {a}",
                    left[a],
                    f"of operand 1 in dimension {b}",
                    right[b],
                    clause,
                )
        check_result_shape(self, dot_shape(left, right, numbers), result, "C12")

    def _verify_numbers(
        self, numbers: DotDimensions, left: TypeShape | None, right: TypeShape | None
    ) -> None:
        for name, a, b, clause in (
            ("batching", numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, "C1"),
            (
                "contracting",
                numbers.lhs_contracting_dimensions,
                numbers.rhs_contracting_dimensions,
                "C2",
            ),
        ):
            if len(a) != len(b):
                fail(self, f"{name} dimensions {list(a)} and {list(b)} must pair up", clause)
        left_dims = (*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions)
        right_dims = (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions)
        check_unique(self, "dimensions of operand 0", left_dims, "C3")
        check_unique(self, "dimensions of operand 1", right_dims, "C4")
        for name, dims, shape, clause in (
            ("lhs_batching_dimensions", numbers.lhs_batching_dimensions, left, "C5"),
            ("lhs_contracting_dimensions", numbers.lhs_contracting_dimensions, left, "C6"),
            ("rhs_batching_dimensions", numbers.rhs_batching_dimensions, right, "C7"),
            ("rhs_contracting_dimensions", numbers.rhs_contracting_dimensions, right, "C8"),
        ):
            for dimension in dims:
                rank = rank_of(shape)
                check_dimension(self, f"{name} entry", dimension, rank, clause)


def dot_shape(left: TypeShape, right: TypeShape, numbers: DotDimensions) -> list[int]:
    """Batching sizes, then the free sizes of each side."""
    left_used = {*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions}
    right_used = {*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions}
    return [
        *(left[dimension] for dimension in numbers.lhs_batching_dimensions),
        *(size for dimension, size in enumerate(left) if dimension not in left_used),
        *(size for dimension, size in enumerate(right) if dimension not in right_used),
    ]


@op_definition
class EinsumOp(PureOp):
    """The product of two tensors summed over the letters that the result lacks.

    ```mlir
    %r = "mhlo.einsum"(%a, %b) <{einsum_config = "ab,bc->ac"}>
        : (tensor<4x16xf32>, tensor<16x4xf32>) -> tensor<4x4xf32>
    ```
    """

    name = "mhlo.einsum"

    lhs = operand_def()
    rhs = operand_def()
    einsum_config = prop_def(StringAttr)
    result = result_def()

    def verify_(self) -> None:
        verify_einsum(self, self.einsum_config.data)


@op_definition
class UnaryEinsumOp(PureOp):
    """One tensor summed over the letters that the result lacks, its dimensions reordered."""

    name = "mhlo.unary_einsum"

    operand = operand_def()
    einsum_config = prop_def(StringAttr)
    result = result_def()

    def verify_(self) -> None:
        verify_einsum(self, self.einsum_config.data)


def verify_einsum(op: Operation, config: str) -> None:
    """Each letter denotes one size; the letters of the result occur in the operands.

    Dimensions under `...` are not judged.
    """
    inputs, arrow, output = config.partition("->")
    terms = inputs.split(",")
    if not arrow or len(terms) != len(op.operands):
        fail(op, f"einsum_config {config!r} needs {len(op.operands)} terms, '->' and a result")
    sizes: dict[str, int] = {}
    for index, (term, type_) in enumerate(zip(terms, check_operands(op), strict=True)):
        _bind_letters(op, f"operand {index}", term, shape_of(type_), sizes)
    result = check_tensor(op, "the result", op.results[0].type)
    for letter in output.replace("...", ""):
        if letter not in sizes:
            fail(op, f"letter {letter} of the result in einsum_config {config!r} is in no operand")
    _bind_letters(op, "the result", output, shape_of(result), sizes)


def _bind_letters(
    op: Operation, what: str, term: str, shape: TypeShape | None, sizes: dict[str, int]
) -> None:
    """Records the size of each letter, once they agree with the sizes recorded before."""
    before, dots, after = term.strip().partition("...")
    if shape is None:
        sizes.update({letter: DYNAMIC for letter in before + after if letter not in sizes})
        return
    count = len(before) + len(after)
    if len(shape) < count or (not dots and len(shape) != count):
        fail(op, f"{what} has rank {len(shape)}, its einsum term {term!r} has {count} letters")
    tail = shape[len(shape) - len(after) :]
    for letter, size in (*zip(before, shape, strict=False), *zip(after, tail, strict=True)):
        known = sizes.get(letter, DYNAMIC)
        if not sizes_agree(known, size):
            fail(op, f"{what} has size {size} for letter {letter}, {known} was found before")
        sizes[letter] = size if known == DYNAMIC else known
