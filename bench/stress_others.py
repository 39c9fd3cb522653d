"""Programs for `stress_run.py` of models that no other file has: boxes, gates, norms, queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stress import I0, M, Program, V, chain
from stress_families import B3
from stress_unseen import D2, LM, X4, F, number, numbers, packed, size_of

W2 = "tensor<?x2xi32>"


def normed(p: Program, x: str, i: int) -> str:
    """Centred and scaled by what its rows have, then by a learned scale and shift."""
    column, axis = "tensor<?x1xf32>", numbers(p, 1)
    mean = p.op("Mean", [(x, M), axis], column, "keep_dims = true")
    square = p.op("SquaredDifference", [(x, M), (mean, column)], M)
    spread = p.op("Mean", [(square, M), axis], column, "keep_dims = true")
    scale = p.op("Rsqrt", [(spread, column)], column)
    centred = p.op("Sub", [(x, M), (mean, column)], M)
    result = p.op("Mul", [(centred, M), (scale, column)], M)
    result = p.op("Mul", [(result, M), (p.argument(V), V)], M)
    return p.op("AddV2", [(result, M), (p.argument(V), V)], M)


def overlaps(p: Program, x: str, i: int) -> str:
    """How much each of some boxes has in common with each of others, the best of which counts."""
    row, column = "tensor<1x?xf32>", "tensor<?x1xf32>"
    low, high = p.argument(V), p.argument(V)
    a = p.op("ExpandDims", [(x, V), number(p, 1)], column)
    b, c = (p.op("ExpandDims", [(v, V), number(p, 0)], row) for v in (low, high))
    least = p.op("Minimum", [(a, column), (c, row)], M)
    most = p.op("Maximum", [(a, column), (b, row)], M)
    shared = p.op("Relu", [(p.op("Sub", [(least, M), (most, M)], M), M)], M)
    return p.op("Max", [(shared, M), numbers(p, 1)], V, "keep_dims = false")


def each_step(p: Program, x: str, i: int) -> str:
    """A product with each step of a sequence: flat, multiplied, and in sequence again."""
    weight = p.argument(M)
    batch, steps, width = (size_of(p, x, B3, axis) for axis in range(3))
    flat = p.op("Reshape", [(x, B3), packed(p, [number(p, -1), width])], M)
    product = p.op("MatMul", [(flat, M), (weight, M)], M)
    out = size_of(p, weight, M, 1)
    return p.op("Reshape", [(product, M), packed(p, [batch, steps, out])], B3)


def padded_alike(p: Program, x: str, i: int) -> str:
    """The shorter of two vectors padded to the length of the longer one."""
    y = p.argument(V)
    sizes = [p.op("Size", [(v, V)], I0) for v in (x, y)]
    longest = p.op("Maximum", [(size, I0) for size in sizes], I0)
    found = list[tuple[str, str]]()
    for value, size in zip((x, y), sizes, strict=True):
        missing = p.op("Sub", [(longest, I0), (size, I0)], I0)
        ends = packed(p, [number(p, 0), (missing, I0)])
        shape = packed(p, [number(p, 1), number(p, 2)])
        amounts = p.op("Reshape", [ends, shape], W2)
        found.append((p.op("Pad", [(value, V), (amounts, W2)], V), V))
    return p.op("AddV2", found, V)


def queries(p: Program, x: str, i: int) -> str:
    """Each query the mean of keys by how much they agree, several heads at once."""
    keys = p.argument(X4)
    scores = p.op("Einsum", [(x, X4), (keys, X4)], X4, 'equation = "bqhd,bkhd->bhqk"')
    weights = p.op("Softmax", [(scores, X4)], X4)
    found = p.op("Einsum", [(weights, X4), (keys, X4)], X4, 'equation = "bhqk,bkhd->bqhd"')
    return p.op("AddV2", [(x, X4), (found, X4)], X4)


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


def gates(p: Program, x: str, i: int) -> str:
    """Half of what a product gives opens the other half, beside what came in."""
    product = p.op("MatMul", [(x, M), (p.argument(M), M)], M)
    axis = number(p, 1)[0]
    name = f"%v{p.ops}"
    p.lines.append(f'{name}:2 = "tf.Split"({axis}, {product}) : ({I0}, {M}) -> ({M}, {M})')
    gate = p.op("Sigmoid", [(f"{name}#0", M)], M)
    opened = p.op("Mul", [(gate, M), (f"{name}#1", M)], M)
    return p.op("ConcatV2", [(x, M), (opened, M), number(p, 1)], M)


def best_rows(p: Program, x: str, i: int) -> str:
    """The rows with the greatest sums, as many as a run says, and what is added to each."""
    sums = p.op("Sum", [(x, M), numbers(p, 1)], V, "keep_dims = false")
    most = p.argument(I0)
    name, ids = f"%v{p.ops}", "tensor<?xi32>"
    p.lines.append(f'{name}:2 = "tf.TopKV2"({sums}, {most}) : ({V}, {I0}) -> ({V}, {ids})')
    rows = p.op("GatherV2", [(x, M), (f"{name}#1", ids), number(p, 0)], M)
    column = p.op("ExpandDims", [(f"{name}#0", V), number(p, 1)], "tensor<?x1xf32>")
    return p.op("Mul", [(rows, M), (column, "tensor<?x1xf32>")], M)


def programs() -> Iterator[tuple[str, Callable[[], str]]]:
    """Names, and makers of texts."""
    chains: list[tuple[Callable[[Program, str, int], str], str, int]] = [
        (normed, M, 55),
        (overlaps, V, 60),
        (each_step, B3, 36),
        (padded_alike, V, 34),
        (queries, X4, 110),
        (pooled_rows, M, 54),
        (gates, M, 90),
        (best_rows, M, 95),
    ]
    for step, type, steps in chains:
        name = f"{step.__name__.replace('_', ' ')} x {steps}"
        yield name, lambda s=step, t=type, n=steps: chain(s, t, n)
