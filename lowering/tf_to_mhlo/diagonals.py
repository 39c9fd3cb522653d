"""tf ops about diagonals and bands of matrices: selections by the distance of row and column."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo import GatherDimensions
from ...dialects.types import element_type_of, tensor_type
from ...rules.tf.diagonals import (
    NO_FIT,
    Band,
    Ends,
    band_of,
    diagonal_length,
    fits,
    longest,
)
from ...symbolic import Expr, all_of, as_expr, eq, ge, le, maximum, minimum
from ...symbolic.shapes import ONE
from .builder import Builder, LoweringTable, integer
from .elementwise import Results, binary, compare
from .formulas import Elements, where
from .gathering import gather_rows, gather_slices
from .indices import along, iota, positions
from .run_time_axes import demand
from .single_diagonals import demand_inside, row_of, set_single, single_diagonal

FromDiagonals = tf.MatrixDiagV2Op | tf.MatrixDiagV3Op

MAIN: Band = (0, 0)


def band_part(op: tf.MatrixBandPartOp, b: Builder) -> Results:
    """What lies at most so far below and above the main diagonal; a negative number keeps all."""
    value = b.operand(op.operands[0])
    type = tensor_type(value)
    rank = type.get_num_dims()
    matrix = b.ranked(i64, b.shape(value)[-2:])
    column, row = iota(b, matrix, 1), iota(b, matrix, 0)
    masks = list[SSAValue]()
    for operand, further, nearer in ((op.operands[1], row, column), (op.operands[2], column, row)):
        limit = b.convert(b.operand(operand), i64)
        distance = binary(b, mhlo.SubtractOp, further, nearer)
        known = b.analysis.scalar(operand)
        if known is not None and b.facts.proves(le(known, -1)):
            continue
        inside = compare(b, "LE", distance, b.broadcast(limit, matrix))
        if known is None or not b.facts.proves(ge(known, 0)):
            unlimited = compare(b, "LT", limit, b.scalar(0, i64))
            inside = binary(b, mhlo.OrOp, inside, b.broadcast(unlimited, tensor_type(inside)))
        masks.append(inside)
    if not masks:
        return (value,)
    mask = masks[0] if len(masks) == 1 else binary(b, mhlo.AndOp, *masks)
    spread = b.broadcast(mask, b.like(value, element_type_of(mask)), [rank - 2, rank - 1])
    return (b.create(mhlo.SelectOp, [spread, value, b.splat(0, type)], type),)


def constant_band(op: Operation, b: Builder, operand: SSAValue) -> Band:
    band = band_of(op, b.analysis, operand)
    if band is None:
        raise b.fail("the diagonals must be constant")
    return band


def alignment(op: Operation) -> str:
    """The alignment of super- and subdiagonals in their rows; left where the op has no choice."""
    known = isinstance(op, tf.MatrixDiagV3Op | tf.MatrixDiagPartV3Op | tf.MatrixSetDiagV3Op)
    return op.align if known else "LEFT_LEFT"


def offset_of(b: Builder, matrix: Sequence[Expr], band: Band, k: int, align: str) -> Expr:
    """How many places of a row of diagonals come before the elements of diagonal `k`."""
    above, below = align.split("_")
    if (k >= 0 and above == "LEFT") or (k <= 0 and below == "LEFT"):
        return as_expr(0)
    rows, columns = matrix
    whole = longest(b.analysis, rows, columns, band)
    return b.facts.simplify(whole - diagonal_length(b.analysis, rows, columns, k))


def set_diagonals(
    b: Builder, value: SSAValue, diagonals: SSAValue, band: Band, align: str
) -> SSAValue:
    """`value` with the diagonals of `band` replaced."""
    type = tensor_type(value)
    *batch, rows, columns = b.shape(value)
    rank, element_type = len(batch) + 2, type.element_type
    for k in range(band[0], band[1] + 1):
        one = diagonals
        if band[0] != band[1]:
            part = b.slice(diagonals, rank - 2, band[1] - k, band[1] - k + 1)
            one = b.reshape(part, b.ranked(element_type, (*batch, b.shape(part)[-1])))
        offset = offset_of(b, (rows, columns), band, k, align)
        axis, size = (rank - 2, rows) if k >= 0 else (rank - 1, columns)
        line = row_of(b, one, offset, size)
        spread = b.broadcast(line, type, [*range(rank - 2), axis])
        matrix = b.ranked(i64, [rows, columns])
        distance = Elements(b, iota(b, matrix, 1)) - Elements(b, iota(b, matrix, 0))
        mask = distance.equals(k).value
        mask = b.broadcast(mask, b.like(value, element_type_of(mask)), [rank - 2, rank - 1])
        value = b.create(mhlo.SelectOp, [mask, spread, value], type)
    return value


def matrix_diag(op: tf.MatrixDiagOp, b: Builder) -> Results:
    diagonal, type = b.operand(op.operands[0]), b.type(op.results[0])
    return (set_diagonals(b, b.splat(0, type), diagonal, MAIN, "LEFT_LEFT"),)


def from_diagonals(op: FromDiagonals, b: Builder) -> Results:
    """The padding value with diagonals set in it."""
    type, k = b.type(op.results[0]), single_diagonal(op, b, op.operands[1])
    sizes = b.shape_of_type(type)[-2:]
    if k is not None:
        bind_matrix(op, b, sizes, (k, k))
        padding = b.broadcast(b.operand(op.operands[4]), type)
        return (set_single(b, padding, b.operand(op.operands[0]), k),)
    band = constant_band(op, b, op.operands[1])
    if None in map(b.analysis.scalar, op.operands[2:4]):
        bind_matrix(op, b, sizes, band)
    padding = b.broadcast(b.operand(op.operands[4]), type)
    return (set_diagonals(b, padding, b.operand(op.operands[0]), band, alignment(op)),)


def bind_matrix(op: FromDiagonals, b: Builder, sizes: Sequence[Expr], band: Ends) -> None:
    """Makes the rows and columns readable; -1 leaves them to the diagonals, as the rule does."""
    given = [b.element(operand) for operand in op.operands[2:4]]
    is_open = [eq(g, -1) for g in given]
    length = b.shape(op.operands[0])[-1]
    low, high = map(as_expr, band)
    least = length - minimum(high, 0), length + maximum(low, 0)
    select = b.analysis.select
    square = select(le(*least), least[1], least[0])
    rows, columns = (
        select(is_open[i], select(is_open[1 - i], square, least[i]), given[i]) for i in (0, 1)
    )
    demand(b, all_of(*(ge(size, 0) for size in (rows, columns))), NO_FIT)
    demand(b, fits(b.analysis, length, rows, columns, is_open, band), NO_FIT)
    b.bind(sizes[0], rows)
    b.bind(sizes[1], columns)


def with_main_diagonal(op: tf.MatrixSetDiagOp, b: Builder) -> Results:
    value, diagonal = map(b.operand, op.operands)
    return (set_diagonals(b, value, diagonal, MAIN, "LEFT_LEFT"),)


def with_diagonals(op: tf.MatrixSetDiagV2Op | tf.MatrixSetDiagV3Op, b: Builder) -> Results:
    value, diagonals = b.operand(op.operands[0]), b.operand(op.operands[1])
    if (k := single_diagonal(op, b, op.operands[2])) is not None:
        *_, rows, columns = b.shape(value)
        demand_inside(b, rows, columns, k)
        length = diagonal_length(b.analysis, rows, columns, k)
        demand(b, eq(b.shape(diagonals)[-1], length), "the diagonal must have that many elements")
        return (set_single(b, value, diagonals, k),)
    band = constant_band(op, b, op.operands[2])
    return (set_diagonals(b, value, diagonals, band, alignment(op)),)


def main_diagonal(op: tf.MatrixDiagPartOp, b: Builder) -> Results:
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    fill = b.scalar(0, type.element_type)
    return (one_diagonal(b, value, fill, 0, as_expr(0), b.shape_of_type(type)),)


def diagonals(op: tf.MatrixDiagPartV2Op | tf.MatrixDiagPartV3Op, b: Builder) -> Results:
    """Each diagonal of the band, the last first, in a row of the length of the longest."""
    value, fill = b.operand(op.operands[0]), b.operand(op.operands[2])
    type, matrix = b.type(op.results[0]), b.shape(value)[-2:]
    result = b.shape_of_type(type)
    if (single := single_diagonal(op, b, op.operands[1])) is not None:
        rows, columns = matrix
        demand_inside(b, rows, columns, single)
        b.bind(result[-1], diagonal_length(b.analysis, rows, columns, single))
        return (one_diagonal(b, value, fill, single, as_expr(0), result),)
    band = constant_band(op, b, op.operands[1])
    batch, length = result[: len(b.shape(value)) - 2], result[-1]
    shape, align = (*batch, length), alignment(op)
    lines = [
        one_diagonal(b, value, fill, k, offset_of(b, matrix, band, k, align), shape)
        for k in range(band[1], band[0] - 1, -1)
    ]
    if len(lines) == 1:
        return lines
    rows = b.ranked(type.element_type, (*batch, ONE, length))
    lines = [b.reshape(line, rows) for line in lines]
    return (b.create(mhlo.ConcatenateOp, lines, type, dimension=integer(len(batch))),)


def one_diagonal(
    b: Builder,
    value: SSAValue,
    fill: SSAValue,
    k: int | Expr,
    offset: Expr,
    shape: Sequence[Expr],
) -> SSAValue:
    """Diagonal `k` of each matrix in a row of `shape`, `fill` before and after it."""
    *_, rows, columns = b.shape(value)
    size, batch = shape[-1], len(shape) - 1
    place = positions(b, size) - along(b, offset, size)
    ends = along(b, diagonal_length(b.analysis, rows, columns, k), size)
    inside = (place >= 0) & (place < ends)
    vectors = b.ranked(i64, [size, ONE])
    shifts = (along(b, maximum(as_expr(shift), 0), size) for shift in (-k, k))
    pair = [b.reshape((place + shift).value, vectors) for shift in shifts]
    indices = b.create(mhlo.ConcatenateOp, pair, b.ranked(i64, [size, 2]), dimension=integer(1))
    dimensions = GatherDimensions(
        offset_dims=tuple(range(batch)),
        collapsed_slice_dims=(batch, batch + 1),
        start_index_map=(batch, batch + 1),
        index_vector_dim=1,
    )
    type: TensorType[Attribute] = b.ranked(element_type_of(value), shape)
    line = gather_slices(b, value, indices, dimensions, type)
    mask = b.broadcast(inside.value, b.like(line, element_type_of(inside.value)), [batch])
    return where(Elements(b, mask), Elements(b, line), Elements(b, b.broadcast(fill, type))).value


def diag(op: tf.DiagOp, b: Builder) -> Results:
    """The diagonal as rows and columns of a matrix of all its elements."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    rank = len(b.shape(value))
    spread = b.broadcast(value, type, range(rank))
    return (b.create(mhlo.SelectOp, [on_diagonal(b, type), spread, b.splat(0, type)], type),)


def on_diagonal(b: Builder, type: TensorType[Attribute]) -> SSAValue:
    """Whether the two halves of an element's position agree."""
    index = TensorType(i64, type.shape, type.encoding)
    half = type.get_num_dims() // 2
    found: SSAValue | None = None
    for axis in range(half):
        same = compare(b, "EQ", iota(b, index, axis), iota(b, index, axis + half))
        found = same if found is None else b.create(mhlo.AndOp, [found, same], same.type)
    assert found is not None, "the rank is at least 2"
    return found


def diag_part(op: tf.DiagPartOp, b: Builder) -> Results:
    """The elements at positions that are repeated."""
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    half = type.get_num_dims()
    index = TensorType(i64, type.shape, type.encoding)
    rows = b.ranked(i64, (*b.shape_of_type(type), 1))
    columns = [b.reshape(iota(b, index, axis), rows) for axis in range(half)]
    all_rows = b.ranked(i64, (*b.shape_of_type(type), 2 * half))
    properties = {"dimension": integer(half)}
    places = b.create(mhlo.ConcatenateOp, columns * 2, all_rows, **properties)
    return (gather_rows(b, value, places, type),)


LOWERINGS: LoweringTable = {
    tf.MatrixBandPartOp: band_part,
    tf.MatrixDiagOp: matrix_diag,
    tf.MatrixDiagV2Op: from_diagonals,
    tf.MatrixDiagV3Op: from_diagonals,
    tf.MatrixDiagPartOp: main_diagonal,
    tf.MatrixDiagPartV2Op: diagonals,
    tf.MatrixDiagPartV3Op: diagonals,
    tf.MatrixSetDiagOp: with_main_diagonal,
    tf.MatrixSetDiagV2Op: with_diagonals,
    tf.MatrixSetDiagV3Op: with_diagonals,
    tf.DiagOp: diag,
    tf.DiagPartOp: diag_part,
}
