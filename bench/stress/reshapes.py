"""Reshapes and transposes."""

from __future__ import annotations

from program import I0, I1, I2, M, Maker, Program, V, chains, number, numbers, vector


def flat_and_back(p: Program, x: str, i: int) -> str:
    shape = p.op("Shape", [(x, M)], I2)
    flat = p.op("Reshape", [(x, M), (p.constant("-1", I1), I1)], V)
    return p.op("Reshape", [(p.op("Exp", [(flat, V)], V), V), (shape, I2)], M)


def in_twos(p: Program, x: str, i: int) -> str:
    pairs = p.op("Reshape", [(x, V), (p.constant("[-1, 2]", I2), I2)], "tensor<?x2xf32>")
    sums = p.op(
        "Sum", [(pairs, "tensor<?x2xf32>"), (p.constant("1", I1), I1)], V, "keep_dims = false"
    )
    return p.op("ConcatV2", [(sums, V), (sums, V), (p.constant("0", I0), I0)], V)


def transposed(p: Program, x: str, i: int) -> str:
    turned = p.op("Transpose", [(x, M), (p.constant("[1, 0]", I2), I2)], M)
    return p.op("Tanh", [(turned, M)], M)


def reshaped(p: Program, x: str, i: int) -> str:
    """`[-1, n]` and back to one dimension, n that of a new argument."""
    n = p.op("Size", [(p.argument(V), V)], I0)
    shape = p.op("Pack", [(p.constant("-1", I0), I0), (n, I0)], I2, "axis = 0 : i64")
    rows = p.op("Reshape", [(x, V), (shape, I2)], M)
    return p.op("Reshape", [(p.op("Exp", [(rows, M)], M), M), (p.constant("-1", I1), I1)], V)


def swapped(p: Program, x: str, i: int) -> str:
    """A matrix read as one of swapped sizes."""
    shape = p.op("Shape", [(x, M)], I2)
    turned = p.op("ReverseV2", [(shape, I2), (p.constant("0", I1), I1)], I2)
    return p.op("Reshape", [(x, M), (turned, I2)], M)


def rows_of(p: Program, x: str, i: int) -> str:
    """`reshape(x, [-1, k])` for k = 2, 3, 5, 7 in turn, summed over rows and joined to itself."""
    k = (2, 3, 5, 7)[i % 4]
    rows = f"tensor<?x{k}xf32>"
    cut = p.op("Reshape", [(x, V), (p.constant(f"[-1, {k}]", I2), I2)], rows)
    sums = p.op("Sum", [(cut, rows), (p.constant("1", I1), I1)], V, "keep_dims = false")
    return p.op("ConcatV2", [(sums, V), (x, V), (p.constant("0", I0), I0)], V)


def rows_and_back(p: Program, x: str, i: int) -> str:
    """Read as `[n, -1]`, transposed, and flat again."""
    n = p.op("Size", [(p.argument(V), V)], I0)
    rows = p.op("Reshape", [(x, V), vector(p, [(n, I0), number(p, -1)])], M)
    turned = p.op("Transpose", [(rows, M), numbers(p, 1, 0)], M)
    return p.op("Reshape", [(turned, M), numbers(p, -1)], V)


def reshaped_at_once(p: Program, x: str, i: int) -> str:
    """`[-1, n]` and back with nothing between."""
    n = p.op("Size", [(p.argument(V), V)], I0)
    rows = p.op("Reshape", [(x, V), vector(p, [number(p, -1), (n, I0)])], M)
    return p.op("Reshape", [(rows, M), numbers(p, -1)], V)


def grid(p: Program, x: str, i: int) -> str:
    """Outer sums of a vector with another, flattened and cut to as many as the two have."""
    y, axis = p.argument(V), p.constant("0", I0)
    column = p.op("ExpandDims", [(x, V), (p.constant("1", I0), I0)], "tensor<?x1xf32>")
    table = p.op("AddV2", [(column, "tensor<?x1xf32>"), (y, V)], M)
    sums = p.op("Sum", [(table, M), (p.constant("1", I1), I1)], V, "keep_dims = false")
    return p.op("ConcatV2", [(sums, V), (y, V), (axis, I0)], V)


def in_rows_of(p: Program, x: str, i: int) -> str:
    """`[-1, k]` for one k after the other: no row is left over."""
    return p.op("Reshape", [(x, M), numbers(p, -1, (2, 3, 5, 7, 4, 6, 9, 8, 10, 12)[i % 10])], M)


PROGRAMS: tuple[Maker, ...] = (
    *chains(
        (flat_and_back, M, 110),
        (in_twos, V, 120),
        (transposed, M, 220),
        (reshaped, V, 80),
        (swapped, M, 150),
        (rows_of, V, 60),
        (rows_and_back, V, 80),
        (reshaped_at_once, V, 110),
        (grid, V, 100),
        (in_rows_of, M, 300),
    ),
)
