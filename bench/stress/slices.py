"""Slices, paddings, tiles, splits and joins."""

from __future__ import annotations

from program import (
    I0,
    I1,
    I2,
    MASKS,
    W2,
    M,
    Maker,
    Program,
    V,
    chains,
    number,
    numbers,
    of_parts,
    vector,
)


def joined(p: Program, x: str, i: int) -> str:
    axis = p.constant("0", I0)
    return p.op("ConcatV2", [(x, V), (p.argument(V), V), (axis, I0)], V)


def doubled(p: Program, x: str, i: int) -> str:
    return p.op("ConcatV2", [(x, V), (x, V), (p.constant("0", I0), I0)], V)


def rest(p: Program, x: str, i: int) -> str:
    one, end = p.constant("1", I1), p.constant("0", I1)
    masks = "begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64"
    masks += ", new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64"
    return p.op("StridedSlice", [(x, V), (one, I1), (end, I1), (one, I1)], V, masks)


def every_second(p: Program, x: str, i: int) -> str:
    begin, two = p.constant("0", I1), p.constant("2", I1)
    masks = "begin_mask = 1 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64"
    masks += ", new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64"
    return p.op("StridedSlice", [(x, V), (begin, I1), (begin, I1), (two, I1)], V, masks)


def padded(p: Program, x: str, i: int) -> str:
    amounts = p.constant("[[1, 2]]", "tensor<1x2xi32>")
    return p.op("Pad", [(x, V), (amounts, "tensor<1x2xi32>")], V)


def halves(p: Program, x: str, i: int) -> str:
    a, b = p.several("Split", [(p.constant("0", I0), I0), (x, V)], V, 2)
    return p.op("Mul", [(a, V), (b, V)], V)


def tiled(p: Program, x: str, i: int) -> str:
    times = p.op("Shape", [(p.argument(V), V)], I1)
    return p.op("Tile", [(x, V), (times, I1)], V)


def tiled_twice(p: Program, x: str, i: int) -> str:
    return p.op("Tile", [(x, V), (p.constant("2", I1), I1)], V)


def padded_by(p: Program, x: str, i: int) -> str:
    """Padding by the size of another argument."""
    n = p.op("Size", [(p.argument(V), V)], I0)
    pair = p.op("Pack", [(n, I0), (p.constant("0", I0), I0)], I2, "axis = 0 : i64")
    amounts = p.op("ExpandDims", [(pair, I2), (p.constant("0", I0), I0)], "tensor<1x2xi32>")
    return p.op("Pad", [(x, V), (amounts, "tensor<1x2xi32>")], V)


def padded_alike(p: Program, x: str, i: int) -> str:
    """The shorter of two vectors padded to the length of the longer one."""
    y = p.argument(V)
    sizes = [p.op("Size", [(v, V)], I0) for v in (x, y)]
    longest = p.op("Maximum", [(size, I0) for size in sizes], I0)
    found = list[tuple[str, str]]()
    for value, size in zip((x, y), sizes, strict=True):
        missing = p.op("Sub", [(longest, I0), (size, I0)], I0)
        ends = vector(p, [number(p, 0), (missing, I0)])
        shape = vector(p, [number(p, 1), number(p, 2)])
        amounts = p.op("Reshape", [ends, shape], W2)
        found.append((p.op("Pad", [(value, V), (amounts, W2)], V), V))
    return p.op("AddV2", found, V)


def first_half(p: Program, x: str, i: int) -> str:
    """`x[:size // 2]`"""
    half = p.op("FloorDiv", [(p.op("Size", [(x, V)], I0), I0), (p.constant("2", I0), I0)], I0)
    end = p.op("Pack", [(half, I0)], I1, "axis = 0 : i64")
    begin, one = p.constant("0", I1), p.constant("1", I1)
    masks = MASKS.format(1, 0, 0, 0)
    return p.op("StridedSlice", [(x, V), (begin, I1), (end, I1), (one, I1)], V, masks)


def without_last(p: Program, x: str, i: int) -> str:
    begin, end, one = p.constant("0", I1), p.constant("-1", I1), p.constant("1", I1)
    masks = MASKS.format(1, 0, 0, 0)
    return p.op("StridedSlice", [(x, V), (begin, I1), (end, I1), (one, I1)], V, masks)


def reversed_by_stride(p: Program, x: str, i: int) -> str:
    zero, step = p.constant("0", I1), p.constant("-1", I1)
    masks = MASKS.format(1, 1, 0, 0)
    return p.op("StridedSlice", [(x, V), (zero, I1), (zero, I1), (step, I1)], V, masks)


def cut(p: Program, x: str, i: int) -> str:
    """`x[:n]` for the size n of a new argument."""
    n = p.op("Shape", [(p.argument(V), V)], I1)
    begin, one = p.constant("0", I1), p.constant("1", I1)
    masks = MASKS.format(1, 0, 0, 0)
    return p.op("StridedSlice", [(x, V), (begin, I1), (n, I1), (one, I1)], V, masks)


def sliced(p: Program, x: str, i: int) -> str:
    """A slice from 1 of one element less, by `Slice`."""
    size = p.op("Size", [(x, V)], I0)
    less = p.op("Sub", [(size, I0), (p.constant("1", I0), I0)], I0)
    sizes = p.op("Pack", [(less, I0)], I1, "axis = 0 : i64")
    return p.op("Slice", [(x, V), (p.constant("1", I1), I1), (sizes, I1)], V)


def sliced_at(p: Program, x: str, i: int) -> str:
    """A slice of which a run gives the begin and the size."""
    pair = [p.op("Pack", [(p.argument(I0), I0)], I1, "axis = 0 : i64") for _ in range(2)]
    return p.op("Slice", [(x, V), *((value, I1) for value in pair)], V)


def every(p: Program, x: str, i: int) -> str:
    """Every so many rows, as the run says, beside the mean of all."""
    step = vector(p, [(p.argument(I0), I0)])
    ends = [numbers(p, 0), numbers(p, 0)]
    rows = p.op("StridedSlice", [(x, M), *ends, step], M, MASKS.format(0, 1, 0, 0))
    mean = p.op("Mean", [(x, M), numbers(p, 0)], "tensor<1x?xf32>", "keep_dims = true")
    return p.op("Sub", [(rows, M), (mean, "tensor<1x?xf32>")], M)


def bounded(p: Program, x: str, i: int) -> str:
    """`x[a:b:c]` for integers of the run."""
    ends = [vector(p, [(p.argument(I0), I0)]) for _ in range(3)]
    return p.op("StridedSlice", [(x, V), *ends], V, MASKS.format(0, 0, 0, 0))


def split_and_joined(p: Program, x: str, i: int) -> str:
    axis = p.constant("0", I0)
    a, b, c = p.several("Split", [(axis, I0), (x, V)], V, 3)
    return p.op("ConcatV2", [(c, V), (a, V), (b, V), (axis, I0)], V)


def thirds(p: Program, x: str, i: int) -> str:
    a, _b, c = p.several("Split", [(p.constant("0", I0), I0), (x, V)], V, 3)
    return p.op("ConcatV2", [(a, V), (c, V), (p.constant("0", I0), I0)], V)


def packed(p: Program, x: str, i: int) -> str:
    rows = p.op("Pack", [(x, V), (p.argument(V), V)], "tensor<2x?xf32>", "axis = 0 : i64")
    return p.op(
        "Sum", [(rows, "tensor<2x?xf32>"), (p.constant("0", I1), I1)], V, "keep_dims = false"
    )


def tail_of(p: Program, x: str, i: int) -> str:
    """The last elements of a join, as many as another argument has."""
    y, z, axis = p.argument(V), p.argument(V), p.constant("0", I0)
    both = p.op("ConcatV2", [(x, V), (y, V), (axis, I0)], V)
    sizes = [(p.op("Size", [(side, V)], I0), I0) for side in (both, z)]
    begin = p.op("Pack", [(p.op("Sub", sizes, I0), I0)], I1, "axis = 0 : i64")
    rest = p.constant("-1", I1)
    tail = p.op("Slice", [(both, V), (begin, I1), (rest, I1)], V)
    return p.op("Mul", [(tail, V), (z, V)], V)


def in_blocks(p: Program, x: str, i: int) -> str:
    """Padded to a multiple of 8, summed in blocks of 8, and joined to what it was."""
    zero, eight = p.constant("0", I0), p.constant("8", I0)
    size = p.op("Neg", [(p.op("Size", [(x, V)], I0), I0)], I0)
    rest = p.op("FloorMod", [(size, I0), (eight, I0)], I0)
    pair = p.op("Pack", [(zero, I0), (rest, I0)], I2, "axis = 0 : i64")
    amounts = p.op("Pack", [(pair, I2)], "tensor<1x2xi32>", "axis = 0 : i64")
    padded = p.op("Pad", [(x, V), (amounts, "tensor<1x2xi32>")], V)
    rows = p.op("Reshape", [(padded, V), (p.constant("[-1, 8]", I2), I2)], "tensor<?x8xf32>")
    operands = [(rows, "tensor<?x8xf32>"), (p.constant("1", I1), I1)]
    sums = p.op("Sum", operands, V, "keep_dims = false")
    return p.op("ConcatV2", [(sums, V), (x, V), (zero, I0)], V)


def slices_joined(count: int) -> str:
    """All but the first element of each of many arguments, joined."""
    p = Program()
    one, end = p.constant("1", I1), p.constant("0", I1)
    masks = MASKS.format(0, 1, 0, 0)
    parts = list[tuple[str, str]]()
    for _ in range(count):
        operands = [(p.argument(V), V), (one, I1), (end, I1), (one, I1)]
        parts.append((p.op("StridedSlice", operands, V, masks), V))
    return p.text(p.op("ConcatV2", [*parts, (p.constant("0", I0), I0)], V), V)


def wide_concat() -> str:
    p = Program()
    parts = [(p.argument(V), V) for _ in range(400)]
    return p.text(p.op("ConcatV2", [*parts, (p.constant("0", I0), I0)], V), V)


def wide_pack() -> str:
    p = Program()
    parts = [(p.argument(V), V) for _ in range(400)]
    return p.text(p.op("Pack", parts, M, "axis = 0 : i64"), M)


def wide_split() -> str:
    p = Program()
    parts = p.several("Split", [(p.constant("0", I0), I0), (p.argument(V), V)], V, 400)
    halves = [(p.op("Tanh", [(part, V)], V), V) for part in parts]
    return p.text(p.op("ConcatV2", [*halves, (p.constant("0", I0), I0)], V), V)


def wide_unpack() -> str:
    p = Program()
    rows = p.several("Unpack", [(p.argument(M), M)], V, 200)
    total = rows[0]
    for row in rows[1:]:
        total = p.op("AddV2", [(total, V), (row, V)], V)
    return p.text(total, V)


PROGRAMS: tuple[Maker, ...] = (
    *chains(
        (joined, V, 450),
        (doubled, V, 60),
        (rest, V, 450),
        (every_second, V, 60),
        (padded, V, 450),
        (halves, V, 60),
        (tiled, V, 12),
        (tiled_twice, V, 60),
        (padded_by, V, 100),
        (padded_alike, V, 34),
        (first_half, V, 60),
        (without_last, V, 450),
        (reversed_by_stride, V, 450),
        (cut, V, 200),
        (sliced, V, 100),
        (sliced_at, V, 120),
        (every, M, 65),
        (bounded, V, 110),
        (split_and_joined, V, 200),
        (thirds, V, 60),
        (packed, V, 200),
        (tail_of, V, 60),
        (in_blocks, V, 50),
    ),
    *of_parts(
        (slices_joined, 200),
    ),
    ("wide concat", wide_concat),
    ("wide pack", wide_pack),
    ("wide split", wide_split),
    ("wide unpack", wide_unpack),
)
