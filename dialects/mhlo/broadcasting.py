"""Ops that repeat elements: broadcast, broadcast_in_dim, dynamic_broadcast_in_dim.

Semantics: the StableHLO specification, whose clauses the verifiers cite.
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Operation
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def

from ..deferred import op_definition
from ..pure import PureOp
from ..types import DYNAMIC, AnyTensor, rank_of, shape_of, sizes_agree
from .checks import (
    check_at_least,
    check_dimension,
    check_length,
    check_nearly_static,
    check_result_shape,
    check_same_element,
    check_shape_operand,
    check_tensor,
    check_unique,
    check_values,
    check_vector,
    fail,
)


@op_definition
class BroadcastOp(PureOp):
    """The operand repeated along new leading dimensions of the given sizes."""

    name = "mhlo.broadcast"

    operand = operand_def()
    broadcast_sizes = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    def verify_(self) -> None:
        operand, result = check_values(self)
        check_same_element(self, "operand 0", operand, "the result", result)
        sizes = check_vector(self, "broadcast_sizes", self.broadcast_sizes)
        check_at_least(self, "broadcast_sizes", sizes, 0)
        shape = shape_of(operand)
        check_result_shape(self, None if shape is None else (*sizes, *shape), result)


@op_definition
class BroadcastInDimOp(PureOp):
    """The operand repeated to a static shape: its dimension `i` becomes the result's dimension
    `broadcast_dimensions[i]`, repeated if its size is 1."""

    name = "mhlo.broadcast_in_dim"

    operand = operand_def()
    broadcast_dimensions = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    def verify_(self) -> None:
        operand, result = check_values(self)
        check_nearly_static(self, "the result", result)
        verify_broadcast(
            self, self.broadcast_dimensions, operand, result, rank_of(shape_of(result))
        )


EXPANSION_MARKS: Final = ("known_expanding_dimensions", "known_nonexpanding_dimensions")
"""Properties of `dynamic_broadcast_in_dim` that number dimensions of its operand."""


@op_definition
class DynamicBroadcastInDimOp(PureOp):
    """`broadcast_in_dim` to a shape that an operand gives.

    `known_expanding_dimensions` and `known_nonexpanding_dimensions` list operand dimensions
    that are, or are not, repeated in every run.
    """

    name = "mhlo.dynamic_broadcast_in_dim"

    operand = operand_def()
    output_dimensions = operand_def()
    broadcast_dimensions = prop_def(DenseIntOrFPElementsAttr)
    known_expanding_dimensions = opt_prop_def(DenseIntOrFPElementsAttr)
    known_nonexpanding_dimensions = opt_prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    def verify_(self) -> None:
        operand = check_tensor(self, "operand 0", self.operand.type)
        result = check_tensor(self, "the result", self.result.type)
        rank = rank_of(shape_of(result))
        sizes = check_shape_operand(self, "operand 1", self.output_dimensions.type, rank, "C7")
        length = shape_of(sizes)
        if rank is None and length is not None and length[0] != DYNAMIC:
            (rank,) = length
        verify_broadcast(self, self.broadcast_dimensions, operand, result, rank)
        self._verify_known(operand)

    def _verify_known(self, operand: AnyTensor) -> None:
        rank = rank_of(shape_of(operand))
        known: list[int] = []
        for name, attribute, clause in (
            ("known_expanding_dimensions", self.known_expanding_dimensions, "C9"),
            ("known_nonexpanding_dimensions", self.known_nonexpanding_dimensions, "C10"),
        ):
            if attribute is None:
                continue
            dimensions = check_vector(self, name, attribute)
            for dimension in dimensions:
                check_dimension(self, f"{name} entry", dimension, rank, clause)
            known.extend(dimensions)
        check_unique(self, "known expanding and nonexpanding dimensions", known, "C8")


def verify_broadcast(
    op: Operation,
    attribute: DenseIntOrFPElementsAttr,
    operand: AnyTensor,
    result: AnyTensor,
    rank: int | None,
) -> None:
    """The dimensions in `attribute` map `operand` onto `result`, which has `rank`, if known."""
    check_same_element(op, "operand 0", operand, "the result", result, "C1")
    dimensions = check_vector(op, "broadcast_dimensions", attribute)
    shape, result_shape = shape_of(operand), shape_of(result)
    check_length(op, "broadcast_dimensions", dimensions, rank_of(shape), "C2")
    for dimension in dimensions:
        check_dimension(op, "broadcast_dimensions entry", dimension, rank, "C3")
    check_unique(op, "broadcast_dimensions", dimensions, "C4")
    if shape is None or result_shape is None:
        return
    for index, (size, dimension) in enumerate(zip(shape, dimensions, strict=True)):
        if size != 1 and not sizes_agree(size, result_shape[dimension]):
            fail(
                op,
                f"operand 0 has size {size} in dimension {index}, the result has "
                f"{result_shape[dimension]} in dimension {dimension}; 1 or an equal size is needed",
                "C5",
            )
