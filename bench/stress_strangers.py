"""Programs for `stress_run.py` of strangers: rows, crops, pairs, tables and joins of the run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stress import I0, I1, M, Program, V, chain
from stress_families import B3, MASKS, L
from stress_unseen import D2, LM, number, numbers, packed, size_of


def every(p: Program, x: str, i: int) -> str:
    """Every so many rows, as the run says, beside the mean of all."""
    step = packed(p, [(p.argument(I0), I0)])
    ends = [numbers(p, 0), numbers(p, 0)]
    rows = p.op("StridedSlice", [(x, M), *ends, step], M, MASKS.format(0, 1, 0, 0))
    mean = p.op("Mean", [(x, M), numbers(p, 0)], "tensor<1x?xf32>", "keep_dims = true")
    return p.op("Sub", [(rows, M), (mean, "tensor<1x?xf32>")], M)


def several_heads(p: Program, x: str, i: int) -> str:
    """Flat, multiplied, and in as many heads as an argument has, then put together again."""
    weight, heads = p.argument(M), size_of(p, p.argument(V), V, 0)
    batch, steps, width = (size_of(p, x, B3, axis) for axis in range(3))
    flat = p.op("Reshape", [(x, B3), packed(p, [number(p, -1), width])], M)
    product = p.op("MatMul", [(flat, M), (weight, M)], M)
    split = p.op("Reshape", [(product, M), packed(p, [batch, steps, heads, number(p, -1)])],
                 "tensor<?x?x?x?xf32>")  # fmt: skip
    best = p.op("Relu", [(split, "tensor<?x?x?x?xf32>")], "tensor<?x?x?x?xf32>")
    shape = packed(p, [batch, steps, size_of(p, weight, M, 1)])
    return p.op("Reshape", [(best, "tensor<?x?x?x?xf32>"), shape], B3)


def kinds(p: Program, x: str, i: int) -> str:
    """The different ids, and the ids of others that are among so many."""
    axis = numbers(p, 0)
    name = f"%v{p.ops}"
    p.lines.append(
        f'{name}:2 = "tf.UniqueV2"({x}, {axis[0]}) : ({L}, {I1}) -> ({L}, tensor<?xi32>)'
    )
    return p.op("ConcatV2", [(f"{name}#0", L), (p.argument(L), L), number(p, 0)], L)


def distances(p: Program, x: str, i: int) -> str:
    """Distances of all rows from all of others, of which each row takes its nearest one."""
    others = p.argument(M)
    a = p.op("ExpandDims", [(x, M), number(p, 1)], "tensor<?x1x?xf32>")
    b = p.op("ExpandDims", [(others, M), number(p, 0)], "tensor<1x?x?xf32>")
    apart = p.op("SquaredDifference", [(a, "tensor<?x1x?xf32>"), (b, "tensor<1x?x?xf32>")], B3)
    total = p.op("Sum", [(apart, B3), numbers(p, 2)], M, "keep_dims = false")
    nearest = p.op("ArgMin", [(total, M), number(p, 1)], L)
    return p.op("GatherV2", [(others, M), (nearest, L), number(p, 0)], M)


def dropped(p: Program, x: str, i: int) -> str:
    """Elements where a mask of the run is set are scaled, all others 0, a bias is added."""
    mask = p.op("GreaterEqual", [(p.argument(M), M), (x, M)], D2)
    kept = p.op("Cast", [(mask, D2)], M, "Truncate = false")
    scaled = p.op("Mul", [(x, M), (kept, M)], M)
    return p.op("BiasAdd", [(scaled, M), (p.argument(V), V)], M, 'data_format = "NHWC"')


def tables(p: Program, x: str, i: int) -> str:
    """Rows of a table by ids, summed with those that came before."""
    table, ids = p.argument(M), p.argument(LM)
    rows = p.op("GatherV2", [(table, M), (ids, LM), number(p, 0)], B3)
    total = p.op("Sum", [(rows, B3), numbers(p, 1)], M, "keep_dims = false")
    return p.op("ConcatV2", [(x, M), (total, M), number(p, 1)], M)


def programs() -> Iterator[tuple[str, Callable[[], str]]]:
    """Names, and makers of texts."""
    chains: list[tuple[Callable[[Program, str, int], str], str, int]] = [
        (every, M, 65),
        (several_heads, B3, 20),
        (kinds, L, 160),
        (distances, M, 60),
        (dropped, M, 110),
        (tables, M, 110),
    ]
    for step, type, steps in chains:
        name = f"{step.__name__.replace('_', ' ')} x {steps}"
        yield name, lambda s=step, t=type, n=steps: chain(s, t, n)
