"""Diagonals and bands of matrices, against loops over their elements."""

import numpy as np
import pytest

from .harness import Argument, Constant, check_op

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
