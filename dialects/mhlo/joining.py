"""Putting tensors together.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr
from xdsl.irdl import prop_def, result_def, var_operand_def

from ..deferred import op_definition
from ..pure import PureOp
from ..types import DYNAMIC, TypeShape, rank_of, shape_of, sizes_agree
from .checks import (
    check_dimension,
    check_operands,
    check_result_shape,
    check_same_element,
    check_tensor,
    fail,
)


@op_definition
class ConcatenateOp(PureOp):
    """Concatenates tensors along one dimension."""

    name = "mhlo.concatenate"

    val = var_operand_def()
    dimension = prop_def(IntegerAttr)
    result = result_def()

    def verify_(self) -> None:
        operands = check_operands(self)
        result = check_tensor(self, "the result", self.result.type)
        if not operands:
            fail(self, "found no operands, at least 1 is needed", "C3")
        for index, type_ in enumerate(operands):
            check_same_element(self, f"operand {index}", type_, "the result", result, "C5")
        shape = shape_of(result)
        dimension = self.dimension.value.data
        check_dimension(self, "dimension", dimension, rank_of(shape), "C4")
        expected: list[int] | None = None
        for index, type_ in enumerate(operands):
            expected = self._join(expected, index, shape_of(type_), dimension)
        check_result_shape(self, expected, result, "C6")

    def _join(
        self, joined: list[int] | None, index: int, shape: TypeShape | None, dimension: int
    ) -> list[int] | None:
        """The shape of the operands before `index` and that one together."""
        if shape is None:
            return joined if joined is None else _with_size(joined, dimension, DYNAMIC)
        check_dimension(self, "dimension", dimension, len(shape), "C4")
        if joined is None:
            return list(shape) if index == 0 else _with_size(list(shape), dimension, DYNAMIC)
        if len(joined) != len(shape):
            fail(
                self,
                f"operand {index} has rank {len(shape)}, the operands before have {len(joined)}",
                "C2",
            )
        for i, (have, size) in enumerate(zip(joined, shape, strict=True)):
            if i != dimension and not sizes_agree(have, size):
                fail(
                    self,
                    f"operand {index} has size {size} in dimension {i}, the operands before have "
                    f"{have}; they must agree",
                    "C2",
                )
        sizes = [
            size if have == DYNAMIC else have for have, size in zip(joined, shape, strict=True)
        ]
        known = DYNAMIC not in (joined[dimension], shape[dimension])
        return _with_size(
            sizes, dimension, joined[dimension] + shape[dimension] if known else DYNAMIC
        )


def _with_size(shape: list[int], dimension: int, size: int) -> list[int]:
    return [*shape[:dimension], size, *shape[dimension + 1 :]]
