"""Rows by index: gathers, tables, ranges."""

from __future__ import annotations

from program import B3, BV, D2, I0, LM, F, L, M, Maker, Program, V, chains, number, numbers


def gathered(p: Program, x: str, i: int) -> str:
    indices = p.argument("tensor<?xi32>")
    operands = [(x, M), (indices, "tensor<?xi32>"), (p.constant("0", I0), I0)]
    return p.op("GatherV2", operands, M, "batch_dims = 0 : i64")


def chosen_rows(p: Program, x: str, i: int) -> str:
    """Rows gathered where indices are not negative, zeros elsewhere, added to other rows."""
    places, axis = p.argument(L), p.constant("0", I0)
    mask = p.op("GreaterEqual", [(places, L), (axis, I0)], BV)
    inside = p.op("Maximum", [(places, L), (axis, I0)], L)
    rows = p.op("GatherV2", [(x, M), (inside, L), (axis, I0)], M)
    column = p.op("ExpandDims", [(mask, BV), (p.constant("1", I0), I0)], "tensor<?x?xi1>")
    zeros = p.op("ZerosLike", [(rows, M)], M)
    kept = p.op("SelectV2", [(column, "tensor<?x?xi1>"), (rows, M), (zeros, M)], M)
    return p.op("AddV2", [(kept, M), (p.argument(M), M)], M)


def tables(p: Program, x: str, i: int) -> str:
    """Rows of a table by ids, summed with those that came before."""
    table, ids = p.argument(M), p.argument(LM)
    rows = p.op("GatherV2", [(table, M), (ids, LM), number(p, 0)], B3)
    total = p.op("Sum", [(rows, B3), numbers(p, 1)], M, "keep_dims = false")
    return p.op("ConcatV2", [(x, M), (total, M), number(p, 1)], M)


def pooled_rows(p: Program, x: str, i: int) -> str:
    """Means of rows of a table over the ids of each row that are not padding."""
    ids = p.argument(LM)
    rows = p.op("GatherV2", [(x, M), (ids, LM), number(p, 0)], B3)
    known = p.op("NotEqual", [(ids, LM), number(p, 0)], D2, "incompatible_shape_error = true")
    mask = p.op("Cast", [(known, D2)], M, "Truncate = false")
    weights = p.op("ExpandDims", [(mask, M), number(p, 2)], B3)
    chosen = p.op("Mul", [(rows, B3), (weights, B3)], B3)
    total = p.op("Sum", [(chosen, B3), numbers(p, 1)], M, "keep_dims = false")
    count = p.op("Sum", [(mask, M), numbers(p, 1)], M, "keep_dims = true")
    count = p.op("Maximum", [(count, M), (p.constant("1.0", F), F)], M)
    return p.op("RealDiv", [(total, M), (count, M)], M)


def ranges_joined(p: Program, x: str, i: int) -> str:
    """Looked up at 0, 1, .. less than the size of another argument, and multiplied by that."""
    y, zero, one = p.argument(V), p.constant("0", I0), p.constant("1", I0)
    size = p.op("Size", [(y, V)], I0)
    numbers = p.op("Range", [(zero, I0), (size, I0), (one, I0)], L)
    inside = p.op("Minimum", [(numbers, L), (p.op("Sub", [(size, I0), (one, I0)], I0), I0)], L)
    return p.op("Mul", [(p.op("GatherV2", [(x, V), (inside, L), (zero, I0)], V), V), (y, V)], V)


PROGRAMS: tuple[Maker, ...] = (
    *chains(
        (gathered, M, 400),
        (chosen_rows, M, 60),
        (tables, M, 110),
        (pooled_rows, M, 54),
        (ranges_joined, V, 75),
    ),
)
