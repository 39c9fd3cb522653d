"""One diagonal of matrices, whose number only a run knows."""

from __future__ import annotations

from xdsl.dialects.builtin import i64
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo
from ...dialects.types import element_type_of, tensor_type
from ...rules.tf.diagonals import band_of, is_single
from ...symbolic import Expr, all_of, any_of, as_expr, eq, ge, minimum
from .builder import Builder
from .formulas import Elements
from .indices import iota, number
from .padding import pad_to
from .run_time_axes import demand


def single_diagonal(op: Operation, b: Builder, operand: SSAValue) -> Expr | None:
    """The diagonal that `operand` names where it is a number of the run; None for constants."""
    if band_of(op, b.analysis, operand) is None and is_single(b.analysis, operand):
        return b.element(operand)
    return None


def demand_inside(b: Builder, rows: Expr, columns: Expr, k: Expr) -> None:
    """Diagonal `k` lies inside the matrix; the main diagonal does so in an empty one."""
    inside = all_of(ge(rows + k, 1), ge(columns - k, 1))
    demand(b, any_of(eq(k, 0), inside), "the diagonal must lie inside the matrix")


def set_single(b: Builder, value: SSAValue, diagonal: SSAValue, k: Expr) -> SSAValue:
    """`value` with diagonal `k` replaced: its element in a row is in the place of the row."""
    type = tensor_type(value)
    *_, rows, columns = b.shape(value)
    rank = type.get_num_dims()
    line = row_of(b, diagonal, minimum(k, 0), rows)
    spread = b.broadcast(line, type, range(rank - 1))
    matrix = b.ranked(i64, [rows, columns])
    distance = Elements(b, iota(b, matrix, 1)) - Elements(b, iota(b, matrix, 0))
    mask = distance.equals(Elements(b, b.broadcast(number(b, k, i64), matrix))).value
    mask = b.broadcast(mask, b.like(value, element_type_of(mask)), [rank - 2, rank - 1])
    return b.create(mhlo.SelectOp, [mask, spread, value], type)


def row_of(b: Builder, value: SSAValue, offset: Expr, size: Expr) -> SSAValue:
    """The last dimension of `value` from `offset` on, cut or filled up to `size` places."""
    *batch, length = b.shape(value)
    amounts = [(as_expr(0), as_expr(0))] * len(batch)
    amounts.append((-offset, size - length + offset))
    element_type = element_type_of(value)
    type = b.ranked(element_type, (*batch, size))
    return pad_to(b, value, b.scalar(0, element_type), amounts, type)
