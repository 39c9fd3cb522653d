"""Programs for `stress_run.py` of other models: beams, windows, caches, experts, graphs, rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stress import I0, I1, I2, T4, M, Program, V, chain
from stress_families import B3, MASKS, L

I3, I4, F, X4 = "tensor<3xi32>", "tensor<4xi32>", "tensor<f32>", "tensor<?x?x?x?xf32>"
LM, X6, D2 = "tensor<?x?xi32>", "tensor<?x?x?x?x?x?xf32>", "tensor<?x?xi1>"


def size_of(p: Program, value: str, type: str, axis: int) -> tuple[str, str]:
    """`tf.shape(value)[axis]`"""
    shape_type = f"tensor<{type.count('x')}xi32>"
    shape = p.op("Shape", [(value, type)], shape_type)
    ends = [(p.constant(f"[{n}]", I1), I1) for n in (axis, axis + 1)]
    operands = [(shape, shape_type), *ends, (p.constant("1", I1), I1)]
    return p.op("StridedSlice", operands, I0, MASKS.format(0, 0, 0, 1)), I0


def packed(p: Program, sizes: list[tuple[str, str]]) -> tuple[str, str]:
    """A vector of so many integers."""
    type = f"tensor<{len(sizes)}xi32>"
    return p.op("Pack", sizes, type, "axis = 0 : i64"), type


def numbers(p: Program, *values: int) -> tuple[str, str]:
    """A constant vector."""
    type = f"tensor<{len(values)}xi32>"
    return p.constant(f"{list(values)}", type), type


def number(p: Program, value: int) -> tuple[str, str]:
    """A constant integer."""
    return p.constant(str(value), I0), I0


def beams(p: Program, x: str, i: int) -> str:
    """Scores of every beam and token, the best of which tell the beams to go on with."""
    logits, states = p.argument(B3), p.argument(B3)
    column = p.op("ExpandDims", [(x, M), number(p, 2)], B3)
    scores = p.op("AddV2", [(logits, B3), (column, B3)], B3)
    flat = p.op("Reshape", [(scores, B3), packed(p, [size_of(p, scores, B3, 0), number(p, -1)])], M)
    k = size_of(p, x, M, 1)[0]
    best = f"%v{p.ops}"
    attrs = "<{sorted = true}>"
    p.lines.append(f'{best}:2 = "tf.TopKV2"({flat}, {k}) {attrs} : ({M}, {I0}) -> ({M}, {LM})')
    beam = p.op("FloorDiv", [(f"{best}#1", LM), size_of(p, logits, B3, 2)], LM)
    operands = [(states, B3), (beam, LM), number(p, 1)]
    kept = p.op("GatherV2", operands, B3, "batch_dims = 1 : i64")
    means = p.op("Mean", [(kept, B3), numbers(p, 2)], M, "keep_dims = false")
    return p.op("AddV2", [(f"{best}#0", M), (means, M)], M)


def cropped(p: Program, x: str, i: int) -> str:
    """Halved, repeated, cut to the size of what it comes from, and joined to that (a U)."""
    attrs = 'ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "SAME"'
    low = p.op("MaxPool", [(x, T4)], T4, attrs + ', data_format = "NHWC", explicit_paddings = []')
    big = p.op("Tile", [(low, T4), numbers(p, 1, 2, 2, 1)], T4)
    shape = p.op("Shape", [(x, T4)], I4)
    operands = [(big, T4), numbers(p, 0, 0, 0, 0), (shape, I4)]
    return p.op("AddV2", [(p.op("Slice", operands, T4), T4), (x, T4)], T4)


def windows(p: Program, x: str, i: int) -> str:
    """Shifted, cut into windows of 8 x 8, softmaxed in each, put together and shifted back."""
    moved = p.op("Roll", [(x, X4), numbers(p, -4, -4), numbers(p, 1, 2)], X4)
    n, h, w, c = (size_of(p, moved, X4, axis) for axis in range(4))
    eight = number(p, 8)
    rows, columns = (p.op("FloorDiv", [size, eight], I0) for size in (h, w))
    shape = packed(p, [n, (rows, I0), eight, (columns, I0), eight, c])
    cut = p.op("Reshape", [(moved, X4), shape], X6)
    order = numbers(p, 0, 1, 3, 2, 4, 5)
    cut = p.op("Transpose", [(cut, X6), order], X6)
    cut = p.op("Transpose", [(p.op("Softmax", [(cut, X6)], X6), X6), order], X6)
    back = p.op("Reshape", [(cut, X6), packed(p, [n, h, w, c])], X4)
    back = p.op("Roll", [(back, X4), numbers(p, 4, 4), numbers(p, 1, 2)], X4)
    return p.op("AddV2", [(back, X4), (x, X4)], X4)


def pages(p: Program, x: str, i: int) -> str:
    """Keys from the pages of a cache, as many as are filled, and one more, attended to."""
    cache, table, filled = p.argument(B3), p.argument(LM), p.argument(I0)
    found = p.op("GatherV2", [(cache, B3), (table, LM), number(p, 0)], X4)
    sizes = [size_of(p, x, B3, 0), number(p, -1), size_of(p, cache, B3, 2)]
    keys = p.op("Reshape", [(found, X4), packed(p, sizes)], B3)
    sizes = packed(p, [number(p, -1), (filled, I0), number(p, -1)])
    keys = p.op("Slice", [(keys, B3), numbers(p, 0, 0, 0), sizes], B3)
    keys = p.op("ConcatV2", [(keys, B3), (x, B3), number(p, 1)], B3)
    scores = p.op("BatchMatMulV2", [(x, B3), (keys, B3)], B3, "adj_x = false, adj_y = true")
    return p.op("BatchMatMulV2", [(p.op("Softmax", [(scores, B3)], B3), B3), (keys, B3)], B3)


def experts(p: Program, x: str, i: int) -> str:
    """Each row to the expert that it chooses, by products with what dispatches and combines."""
    gates = p.op("MatMul", [(x, M), (p.argument(M), M)], M)
    choice = p.op("ArgMax", [(gates, M), number(p, 1)], L)
    one, zero = p.constant("1.0", F), p.constant("0.0", F)
    operands = [(choice, L), size_of(p, gates, M, 1), (one, F), (zero, F)]
    mask = p.op("OneHot", operands, M, "axis = -1 : i64")
    attrs = "exclusive = false, reverse = false"
    place = p.op("Cumsum", [(mask, M), number(p, 0)], M, attrs)
    inside = p.op("LessEqual", [(place, M), (p.argument(F), F)], D2)
    mask = p.op("Mul", [(mask, M), (p.op("Cast", [(inside, D2)], M, "Truncate = false"), M)], M)
    sums = p.op("MatMul", [(mask, M), (x, M)], M, "transpose_a = true, transpose_b = false")
    outputs = p.op("Relu", [(p.op("MatMul", [(sums, M), (p.argument(M), M)], M), M)], M)
    return p.op("AddV2", [(p.op("MatMul", [(mask, M), (outputs, M)], M), M), (x, M)], M)


def graph(p: Program, x: str, i: int) -> str:
    """Messages along edges, summed at the nodes where these end."""
    sources, ends, weight = p.argument(L), p.argument(L), p.argument(M)
    axis = number(p, 0)
    sent, met = (p.op("GatherV2", [(x, M), (e, L), axis], M) for e in (sources, ends))
    both = p.op("ConcatV2", [(sent, M), (met, M), number(p, 1)], M)
    message = p.op("Tanh", [(p.op("MatMul", [(both, M), (weight, M)], M), M)], M)
    operands = [(message, M), (ends, L), size_of(p, x, M, 0)]
    total = p.op("UnsortedSegmentSum", operands, M)
    return p.op("AddV2", [(x, M), (total, M)], M)


def suppressed(p: Program, x: str, i: int) -> str:
    """Boxes kept by non-maximum suppression, moved by the deltas of as many others."""
    scores, most = p.argument(V), p.argument(I0)
    half = (p.constant("0.5", F), F)
    operands = [(x, "tensor<?x4xf32>"), (scores, V), (most, I0), half, half]
    kept = p.op("NonMaxSuppressionV3", operands, L)
    boxes = p.op("GatherV2", [(x, "tensor<?x4xf32>"), (kept, L), number(p, 0)], "tensor<?x4xf32>")
    deltas = p.op(
        "GatherV2", [(p.argument("tensor<?x4xf32>"), "tensor<?x4xf32>"), (kept, L), number(p, 0)],
        "tensor<?x4xf32>",
    )  # fmt: skip
    return p.op(
        "AddV2", [(boxes, "tensor<?x4xf32>"), (deltas, "tensor<?x4xf32>")], "tensor<?x4xf32>"
    )


def columns(count: int) -> str:
    """Features of many columns: rows of tables, averaged over what is not missing, all joined."""
    p = Program()
    parts = list[tuple[str, str]]()
    for _ in range(count):
        ids, table = p.argument(LM), p.argument(M)
        known = p.op("GreaterEqual", [(ids, LM), number(p, 0)], D2)
        mask = p.op("Cast", [(known, D2)], M, "Truncate = false")
        inside = p.op("Maximum", [(ids, LM), number(p, 0)], LM)
        rows = p.op("GatherV2", [(table, M), (inside, LM), number(p, 0)], B3)
        weights = p.op("ExpandDims", [(mask, M), number(p, 2)], B3)
        rows = p.op("Mul", [(rows, B3), (weights, B3)], B3)
        total = p.op("Sum", [(rows, B3), numbers(p, 1)], M, "keep_dims = false")
        size = p.op("Sum", [(mask, M), numbers(p, 1)], M, "keep_dims = true")
        parts.append((p.op("DivNoNan", [(total, M), (size, M)], M), M))
    return p.text(p.op("ConcatV2", [*parts, number(p, 1)], M), M)


def sampler(p: Program, x: str, i: int) -> str:
    """A step against noise: a mean by a learned schedule, and noise of a strength of the step."""
    scale, shift, noise = p.argument(V), p.argument(V), p.argument(X4)
    shape = packed(p, [number(p, -1), number(p, 1), number(p, 1), number(p, 1)])
    column = "tensor<?x1x1x1xf32>"
    scale, shift = (p.op("Reshape", [(v, V), shape], column) for v in (scale, shift))
    mean = p.op("Sub", [(x, X4), (p.op("Mul", [(noise, X4), (scale, column)], X4), X4)], X4)
    mean = p.op("RealDiv", [(mean, X4), (p.op("Sqrt", [(shift, column)], column), column)], X4)
    other = p.op("Mul", [(p.argument(X4), X4), (shift, column)], X4)
    return p.op("AddV2", [(mean, X4), (other, X4)], X4)


def rows_and_back(p: Program, x: str, i: int) -> str:
    """Read as `[n, -1]`, transposed, and flat again."""
    n = p.op("Size", [(p.argument(V), V)], I0)
    rows = p.op("Reshape", [(x, V), packed(p, [(n, I0), number(p, -1)])], M)
    turned = p.op("Transpose", [(rows, M), numbers(p, 1, 0)], M)
    return p.op("Reshape", [(turned, M), numbers(p, -1)], V)


def reshaped_at_once(p: Program, x: str, i: int) -> str:
    """`[-1, n]` and back with nothing between."""
    n = p.op("Size", [(p.argument(V), V)], I0)
    rows = p.op("Reshape", [(x, V), packed(p, [number(p, -1), (n, I0)])], M)
    return p.op("Reshape", [(rows, M), numbers(p, -1)], V)


def bounded(p: Program, x: str, i: int) -> str:
    """`x[a:b:c]` for integers of the run."""
    ends = [packed(p, [(p.argument(I0), I0)]) for _ in range(3)]
    return p.op("StridedSlice", [(x, V), *ends], V, MASKS.format(0, 0, 0, 0))


def running(p: Program, x: str, i: int) -> str:
    """Sums from the end, added to what other rows have."""
    attrs = f"exclusive = {('false', 'true')[i % 2]}, reverse = false"
    turned = p.op("ReverseV2", [(x, M), numbers(p, 0)], M)
    sums = p.op("Cumsum", [(turned, M), number(p, 0)], M, attrs)
    back = p.op("ReverseV2", [(sums, M), numbers(p, 0)], M)
    return p.op("AddV2", [(back, M), (p.argument(M), M)], M)


def broadcast_to(p: Program, x: str, i: int) -> str:
    """Broadcast to the shape of what it and another argument broadcast to."""
    y = p.argument(M)
    shapes = [(p.op("Shape", [(v, M)], I2), I2) for v in (x, y)]
    both = p.op("BroadcastArgs", shapes, I2)
    return p.op("Tanh", [(p.op("BroadcastTo", [(x, M), (both, I2)], M), M)], M)


def growing_loop(p: Program, x: str, i: int) -> str:
    """A loop that joins an argument as often as a run says."""
    y, times = p.argument(V), p.argument(I0)
    zero, one = number(p, 0)[0], number(p, 1)[0]
    name = f"%v{p.ops}"
    p.lines.append(
        f'{name}:2 = "tf.WhileRegion"({zero}, {x}) ({{\n ^bb0(%i: {I0}, %v: {V}):\n'
        f'  %c = "tf.Less"(%i, {times}) : ({I0}, {I0}) -> tensor<i1>\n'
        '  "tf.Yield"(%c) : (tensor<i1>) -> ()\n }, {\n'
        f' ^bb0(%i: {I0}, %v: {V}):\n  %j = "tf.AddV2"(%i, {one}) : ({I0}, {I0}) -> {I0}\n'
        f'  %w = "tf.ConcatV2"(%v, {y}, {zero}) : ({V}, {V}, {I0}) -> {V}\n'
        f'  "tf.Yield"(%j, %w) : ({I0}, {V}) -> ()\n }}) {{is_stateless = true}}'
        f" : ({I0}, {V}) -> ({I0}, {V})"
    )
    return f"{name}#1"


def sequences(count: int) -> str:
    """Many sequences cut to a length, one after the other, their places gathered from a table."""
    p = Program()
    table, limit = p.argument(M), p.argument(I0)
    parts, places = list[tuple[str, str]](), list[tuple[str, str]]()
    for _ in range(count):
        ids = p.argument(L)
        size = p.op("Minimum", [(p.op("Size", [(ids, L)], I0), I0), (limit, I0)], I0)
        operands = [(ids, L), numbers(p, 0), packed(p, [(size, I0)])]
        parts.append((p.op("Slice", operands, L), L))
        places.append((p.op("Range", [number(p, 0), (size, I0), number(p, 1)], L), L))
    ids, place = (p.op("ConcatV2", [*all, number(p, 0)], L) for all in (parts, places))
    rows = [(p.op("GatherV2", [(table, M), (v, L), number(p, 0)], M), M) for v in (ids, place)]
    return p.text(p.op("AddV2", rows, M), M)


def programs() -> Iterator[tuple[str, Callable[[], str]]]:
    """Names, and makers of texts."""
    chains: list[tuple[Callable[[Program, str, int], str], str, int]] = [
        (beams, M, 25),
        (cropped, T4, 80),
        (windows, X4, 17),
        (pages, B3, 25),
        (experts, M, 38),
        (graph, M, 50),
        (suppressed, "tensor<?x4xf32>", 80),
        (sampler, X4, 55),
        (rows_and_back, V, 80),
        (reshaped_at_once, V, 110),
        (bounded, V, 110),
        (running, M, 110),
        (broadcast_to, M, 90),
        (growing_loop, V, 45),
    ]
    for step, type, steps in chains:
        name = f"{step.__name__.replace('_', ' ')} x {steps}"
        yield name, lambda s=step, t=type, n=steps: chain(s, t, n)
    yield "columns x 45", lambda: columns(45)
    yield "sequences x 85", lambda: sequences(85)
