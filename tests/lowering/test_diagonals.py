"""Diagonals and bands of matrices, against loops over their elements."""

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, Constant, check_op, run_stages, tf_text

ALIGNMENTS = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")


def integers(values):
    return np.array(values, np.int32)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(("lower", "upper"), [(0, 1), (-1, 0), (2, -1), (-1, -1)])
def test_band_part(lower, upper, known):
    x = np.random.default_rng(0).standard_normal((2, 3, 4)).astype(np.float32)
    keep = np.array(
        [
            [(lower < 0 or i - j <= lower) and (upper < 0 or j - i <= upper) for j in range(4)]
            for i in range(3)
        ]
    )
    limits = [np.array(n, np.int64) for n in (lower, upper)]
    operands = [Argument(x), *map(Constant if known else Argument, limits)]
    check_op("tf.MatrixBandPart", operands, [np.where(keep, x, 0).astype(np.float32)])


def elements(rows, columns, band, align):
    """(row of diagonals, place in it, row, column) for each element of the band."""
    low, high = band
    longest = min(rows + min(high, 0), columns - max(low, 0))
    above, below = align.split("_")
    for d, k in enumerate(range(high, low - 1, -1)):
        length = min(rows + min(k, 0), columns - max(k, 0))
        is_left = (k >= 0 and above == "LEFT") or (k <= 0 and below == "LEFT")
        offset = 0 if is_left else longest - length
        for n in range(length):
            yield d, n + offset, n + max(-k, 0), n + max(k, 0)


def diagonals_of(x, band, align, fill):
    *batch, rows, columns = x.shape
    longest = min(rows + min(band[1], 0), columns - max(band[0], 0))
    result = np.full((*batch, band[1] - band[0] + 1, longest), fill, x.dtype)
    for d, n, i, j in elements(rows, columns, band, align):
        result[..., d, n] = x[..., i, j]
    return result


@pytest.mark.parametrize("align", ALIGNMENTS)
@pytest.mark.parametrize(("size", "band"), [((3, 4), (-1, 2)), ((4, 2), (0, 0))])
def test_diagonals(size, band, align):
    rng = np.random.default_rng(len(align))
    x = rng.standard_normal((2, *size)).astype(np.float32)
    fill = np.array(7, np.float32)
    attributes = f'align = "{align}"'
    diagonals = diagonals_of(x, band, align, 7)
    k = Constant(integers(band if band[0] != band[1] else band[0]))
    if band[0] == band[1]:
        diagonals = diagonals[:, 0]
    part = [Argument(x), k, Argument(fill)]
    check_op("tf.MatrixDiagPartV3", part, [diagonals], attributes)
    new = rng.standard_normal(diagonals.shape).astype(np.float32)
    replaced, alone = x.copy(), np.full_like(x, 7)
    stacked = new.reshape(2, -1, new.shape[-1])
    for d, n, i, j in elements(*size, band, align):
        replaced[:, i, j] = alone[:, i, j] = stacked[:, d, n]
    check_op("tf.MatrixSetDiagV3", [Argument(x), Argument(new), k], [replaced], attributes)
    sizes = [Constant(integers(s)) for s in size]
    whole = [Argument(new, () if new.ndim == 2 else (1,)), k, *sizes, Constant(fill)]
    check_op("tf.MatrixDiagV3", whole, [alone], attributes)


def test_inferred_sizes():
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    expected = np.zeros((2, 4, 4), np.float32)
    for i in range(3):
        expected[:, i, i + 1] = x[:, i]
    unknown = [Constant(integers(-1))] * 2
    operands = [Argument(x), Constant(integers(1)), *unknown, Constant(np.array(0, np.float32))]
    check_op("tf.MatrixDiagV3", operands, [expected])


@pytest.mark.parametrize("size", [(3, 3), (2, 0), (1, 4)])
def test_main_diagonal(size):
    x = np.random.default_rng(0).standard_normal((2, *size)).astype(np.float32)
    diagonal = diagonals_of(x, (0, 0), "LEFT_LEFT", 0)[:, 0]
    check_op("tf.MatrixDiagPart", [Argument(x)], [diagonal])
    check_op("tf.MatrixSetDiag", [Argument(x), Argument(diagonal)], [x])
    square = np.zeros((*diagonal.shape, diagonal.shape[-1]), np.float32)
    for i in range(diagonal.shape[-1]):
        square[:, i, i] = diagonal[:, i]
    check_op("tf.MatrixDiag", [Argument(diagonal)], [square])


@pytest.mark.parametrize("shape", [(), (1,)])
@pytest.mark.parametrize(
    ("size", "k"), [((3, 4), 0), ((3, 4), 3), ((3, 4), -2), ((4, 2), 1), ((0, 2), 0)]
)
def test_a_diagonal_that_only_a_run_knows(size, k, shape):
    rng = np.random.default_rng(k + 9)
    x, fill = rng.standard_normal((2, *size)).astype(np.float32), np.array(7, np.float32)
    diagonal = diagonals_of(x, (k, k), "LEFT_LEFT", 7)[:, 0]
    number = Argument(np.full(shape, k, np.int32), (0,))
    check_op("tf.MatrixDiagPartV3", [Argument(x), number, Argument(fill)], [diagonal])
    new = rng.standard_normal(diagonal.shape).astype(np.float32)
    replaced, alone = x.copy(), np.full_like(x, 7)
    for _, n, i, j in elements(*size, (k, k), "LEFT_LEFT"):
        replaced[:, i, j] = alone[:, i, j] = new[:, n]
    check_op("tf.MatrixSetDiagV3", [Argument(x), Argument(new), number], [replaced])
    sizes = [Argument(integers(s)) for s in size]
    check_op("tf.MatrixDiagV3", [Argument(new), number, *sizes, Argument(fill)], [alone])
    square = new.shape[1] + abs(k)
    alone = np.full((2, square, square), 7, np.float32)
    for n in range(new.shape[1]):
        alone[:, n + max(-k, 0), n + max(k, 0)] = new[:, n]
    sizes = [Constant(integers(-1))] * 2
    check_op("tf.MatrixDiagV3", [Argument(new), number, *sizes, Argument(fill)], [alone])


@pytest.mark.parametrize(("size", "k"), [((3, 4), 4), ((3, 4), -3), ((0, 2), -1)])
def test_a_diagonal_outside_of_the_matrix_stops_the_run(size, k):
    x, new = np.ones(size, np.float32), np.ones(0, np.float32)
    given = [x, integers(k), np.array(0, np.float32)]
    text = tf_text("tf.MatrixDiagPartV3", [Argument(v) for v in given], ["tensor<*xf32>"])
    with pytest.raises(RunError, match="inside the matrix"):
        run_stages(text, given)
    given = [x, new, integers(k)]
    text = tf_text("tf.MatrixSetDiagV3", [Argument(v) for v in given], ["tensor<*xf32>"])
    with pytest.raises(RunError, match="inside the matrix"):
        run_stages(text, given)


def test_a_diagonal_of_another_length_stops_the_run():
    given = [np.ones((3, 4), np.float32), np.ones(3, np.float32), integers(-1)]
    text = tf_text("tf.MatrixSetDiagV3", [Argument(v) for v in given], ["tensor<*xf32>"])
    with pytest.raises(RunError, match="that many elements"):
        run_stages(text, given)
    operands = [np.ones(3, np.float32), integers(1), integers(2), integers(4)]
    operands.append(np.array(0, np.float32))
    text = tf_text("tf.MatrixDiagV3", [Argument(v) for v in operands], ["tensor<*xf32>"])
    with pytest.raises(RunError, match="must fill the rows or the columns"):
        run_stages(text, operands)
