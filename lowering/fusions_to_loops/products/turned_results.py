"""Results of products that only transposes read: the product writes them where these would.

A transpose may be an op alone, or the first step of groups, which read what is transposed then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import tensor
from xdsl.ir import Operation, SSAValue

from ....analysis.index_maps import ONE, product
from ....dialects import mhlo
from ....dialects.mhlo.dense import int_values
from ....symbolic import Expr
from ..elements import is_bf16
from ..function import FunctionWriter
from .operands import ProductOperand, ProductTensor, outer_batches

OF_SIZES = (tensor.DimOp, mhlo.GetDimensionSizeOp)
"""Ops that read no elements."""


@dataclass(frozen=True, slots=True)
class TurnedResult:
    """What is made instead of the result of a product."""

    transposes: Sequence[mhlo.TransposeOp]
    """All that read the result, each in the same way."""
    order: Sequence[int]
    """Which dimension of the result each dimension of theirs is."""
    outer: int
    """How many dimensions of batches are gone through outside of the others."""
    strides: tuple[Expr, Expr, Expr]
    """Between batches, between rows, and between the batches outside."""

    @property
    def result(self) -> SSAValue:
        """What is in memory."""
        return self.transposes[0].result

    def set_buffer(self, writer: FunctionWriter, result: SSAValue, buffer: SSAValue) -> None:
        """`buffer` has the elements of `result`, which is seen in it from now on."""
        shape = writer.shape(result)
        for transpose in self.transposes:
            writer.sizes.bind_type(transpose.result.type, [shape[d] for d in self.order])
            writer.set_buffer(transpose.result, buffer)
        places = [self.order.index(d) for d in range(len(self.order))]
        writer.view(result, self.result, places)


def turned_result(
    op: mhlo.DotGeneralOp, lhs: ProductOperand, rhs: ProductOperand
) -> TurnedResult | None:
    """How the transposes of the result of `op`, whose sides these are, can be made by it.

    None where something else reads it, or they differ, or do not keep rows in line.
    """
    transposes = _transposes(op)
    orders = {int_values(transpose.permutation) for transpose in transposes}
    if len(orders) != 1 or is_bf16(op.result):
        return None
    order, batch = orders.pop(), range(len(lhs.batch))
    columns = range(len(order) - len(rhs.free), len(order))
    rows = range(len(batch), columns.start)
    sizes = [*lhs.sizes(lhs.batch), *lhs.sizes(lhs.free), *rhs.sizes(rhs.free)]
    made = ProductTensor(sizes, order, batch)
    outer = outer_batches(lhs, rhs, made)
    if outer is None or not made.counts_as_one(rows, columns) or made.stride(columns) != ONE:
        return None
    # one row may have any stride, but a BLAS wants one that spans it
    several = any(size != ONE for size in made.sizes(rows))
    row = made.stride(rows) if several else product(made.sizes(columns))
    strides = made.stride(batch[outer:]), row, made.stride(batch[:outer])
    return TurnedResult(transposes, order, outer, strides)


def _transposes(op: mhlo.DotGeneralOp) -> Sequence[mhlo.TransposeOp]:
    """All that reads elements of the result of `op`; none where something else does too."""
    found = list[Operation]()
    for use in op.result.uses:
        reader = use.operation
        if isinstance(reader, OF_SIZES):
            continue
        if reader.parent is not op.parent:
            return ()
        if isinstance(reader, mhlo.FusionOp):
            inside = reader.fused_computation.block.args[use.index]
            found += [use.operation for use in inside.uses]
        else:
            found.append(reader)
    transposes = [reader for reader in found if isinstance(reader, mhlo.TransposeOp)]
    return transposes if len(transposes) == len(found) else ()


def is_there(writer: FunctionWriter, op: Operation) -> bool:
    """Whether a product has made what `op` transposes in its place."""
    return isinstance(op, mhlo.TransposeOp) and writer.has_buffer(op.result)
