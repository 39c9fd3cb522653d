"""Sizes that data give: masks, distinct values, segments, counts."""

from __future__ import annotations

from program import I0, I1, F, L, M, Maker, Program, V, chains, number, numbers


def non_zero(p: Program, x: str, i: int) -> str:
    places = p.op("Where", [(x, V)], "tensor<?x1xi64>")
    return p.op("GatherNd", [(x, V), (places, "tensor<?x1xi64>")], V)


def distinct(p: Program, x: str, i: int) -> str:
    found = f"%v{p.ops}"
    p.lines.append(f'{found}:2 = "tf.Unique"({x}) : ({V}) -> ({V}, tensor<?xi32>)')
    return f"{found}#0"


def counted(p: Program, x: str, i: int) -> str:
    size = p.op("Size", [(x, V)], I0)
    more = p.op("AddV2", [(size, I0), (p.constant("1", I0), I0)], I0)
    shape = p.op("Pack", [(more, I0)], I1, "axis = 0 : i64")
    return p.op("Fill", [(shape, I1), (p.constant("1.0", "tensor<f32>"), "tensor<f32>")], V)


def selected(p: Program, x: str, i: int) -> str:
    c, y = p.argument("tensor<?xi1>"), p.argument(V)
    return p.op("SelectV2", [(c, "tensor<?xi1>"), (x, V), (y, V)], V)


def masked(p: Program, x: str, i: int) -> str:
    """A boolean mask by comparison, and a sum with what has the old size's rest."""
    zero = p.constant("0.0", "tensor<f32>")
    mask = p.op("Greater", [(x, V), (zero, "tensor<f32>")], "tensor<?xi1>")
    places = p.op("Where", [(mask, "tensor<?xi1>")], "tensor<?x1xi64>")
    return p.op("GatherNd", [(x, V), (places, "tensor<?x1xi64>")], V)


def masks() -> str:
    """Many unrelated numbers of elements that data give, all joined."""
    p = Program()
    found = [(non_zero(p, p.argument(V), 0), V) for _ in range(150)]
    return p.text(p.op("ConcatV2", [*found, (p.constant("0", I0), I0)], V), V)


def repeated(p: Program, x: str, i: int) -> str:
    """Gathered at where it is not zero, beside a new argument of that size."""
    places = p.op("Where", [(x, V)], "tensor<?x1xi64>")
    found = p.op("GatherNd", [(x, V), (places, "tensor<?x1xi64>")], V)
    return p.op("AddV2", [(found, V), (p.argument(V), V)], V)


def mask_and_gather(p: Program, x: str, i: int) -> str:
    """What is above 0, gathered from by indices, and joined to what it was taken from."""
    axis = p.constant("0", I0)
    mask = p.op("Greater", [(x, V), (p.constant("0.0", F), F)], "tensor<?xi1>")
    places = p.op("Where", [(mask, "tensor<?xi1>")], "tensor<?x1xi64>")
    kept = p.op("GatherNd", [(x, V), (places, "tensor<?x1xi64>")], V)
    operands = [(kept, V), (p.argument(L), L), (axis, I0)]
    return p.op("ConcatV2", [(p.op("GatherV2", operands, V), V), (x, V), (axis, I0)], V)


def segment_sums(p: Program, x: str, i: int) -> str:
    """Sums of sorted segments, whose number the data give, joined to an argument."""
    sums = p.op("SegmentSum", [(x, V), (p.argument(L), L)], V)
    return p.op("ConcatV2", [(sums, V), (p.argument(V), V), (p.constant("0", I0), I0)], V)


def segments(p: Program, x: str, i: int) -> str:
    """Sums of segments, as many as another argument has elements."""
    ids, n = p.argument(L), p.op("Size", [(p.argument(V), V)], I0)
    operands = [(x, V), (ids, L), (n, I0)]
    return p.op(("UnsortedSegmentSum", "UnsortedSegmentMax")[i % 2], operands, V)


def kinds(p: Program, x: str, i: int) -> str:
    """The different ids, and the ids of others that are among so many."""
    axis = numbers(p, 0)
    name = f"%v{p.ops}"
    p.lines.append(
        f'{name}:2 = "tf.UniqueV2"({x}, {axis[0]}) : ({L}, {I1}) -> ({L}, tensor<?xi32>)'
    )
    return p.op("ConcatV2", [(f"{name}#0", L), (p.argument(L), L), number(p, 0)], L)


def best_rows(p: Program, x: str, i: int) -> str:
    """The rows with the greatest sums, as many as a run says, and what is added to each."""
    sums = p.op("Sum", [(x, M), numbers(p, 1)], V, "keep_dims = false")
    most = p.argument(I0)
    name, ids = f"%v{p.ops}", "tensor<?xi32>"
    p.lines.append(f'{name}:2 = "tf.TopKV2"({sums}, {most}) : ({V}, {I0}) -> ({V}, {ids})')
    rows = p.op("GatherV2", [(x, M), (f"{name}#1", ids), number(p, 0)], M)
    column = p.op("ExpandDims", [(f"{name}#0", V), number(p, 1)], "tensor<?x1xf32>")
    return p.op("Mul", [(rows, M), (column, "tensor<?x1xf32>")], M)


PROGRAMS: tuple[Maker, ...] = (
    *chains(
        (non_zero, V, 200),
        (distinct, V, 400),
        (counted, V, 100),
        (selected, V, 60),
        (masked, V, 150),
        (repeated, V, 120),
        (mask_and_gather, V, 80),
        (segment_sums, V, 40),
        (segments, V, 100),
        (kinds, L, 160),
        (best_rows, M, 95),
    ),
    ("masks", masks),
)
