"""Parts of models: optimizers, gradients, recurrent cells, pyramids, beams, boxes, tables of features."""

from __future__ import annotations

from program import (
    ANY,
    B3,
    BV,
    D2,
    I0,
    I1,
    I2,
    I3,
    I4,
    LM,
    MASKS,
    T4,
    X4,
    F,
    L,
    M,
    Maker,
    Program,
    V,
    chains,
    number,
    numbers,
    of_parts,
    size_of,
    vector,
)


def optimizer(count: int) -> str:
    """A step of Adam for each of many parameters, whose gradients broadcast with them."""
    p = Program()
    first, second = p.constant("0.9", F), p.constant("0.1", F)

    def mixed(old: str, new: str) -> str:
        parts = [(p.op("Mul", [(x, M), (c, F)], M), M) for x, c in ((old, first), (new, second))]
        return p.op("AddV2", parts, M)

    flat = list[tuple[str, str]]()
    for _ in range(count):
        weight, gradient, mean, variance = (p.argument(M) for _ in range(4))
        mean = mixed(mean, gradient)
        variance = mixed(variance, p.op("Square", [(gradient, M)], M))
        root = p.op("AddV2", [(p.op("Sqrt", [(variance, M)], M), M), (second, F)], M)
        step = p.op("RealDiv", [(mean, M), (root, M)], M)
        new = p.op("Sub", [(weight, M), (step, M)], M)
        flat.append((p.op("Reshape", [(new, M), (p.constant("-1", I1), I1)], V), V))
    return p.text(p.op("ConcatV2", [*flat, (p.constant("0", I0), I0)], V), V)


def gradients(steps: int) -> str:
    """`tanh(x + y)` on and on, and back: each gradient is summed over what was broadcast."""
    p = Program()
    x = p.argument(M)
    forward = list[tuple[str, str, str]]()
    for _ in range(steps):
        y = p.argument(M)
        total = p.op("AddV2", [(x, M), (y, M)], M)
        forward.append((x, y, p.op("Tanh", [(total, M)], M)))
        x = forward[-1][2]
    gradient = p.op("OnesLike", [(x, M)], M)
    for left, right, result in reversed(forward):
        gradient = p.op("TanhGrad", [(result, M), (gradient, M)], M)
        shapes = [(p.op("Shape", [(side, M)], I2), I2) for side in (left, right)]
        axes = p.several("BroadcastGradientArgs", shapes, L, 2)
        summed = p.op("Sum", [(gradient, M), (axes[0], L)], ANY, "keep_dims = false")
        gradient = p.op("Reshape", [(summed, ANY), shapes[0]], M)
    return p.text(gradient, M)


def lstm(steps: int) -> str:
    """An LSTM cell unrolled over the first dimension but one."""
    p = Program()
    x, weight, bias, h, c = (p.argument(type) for type in (B3, M, V, M, M))
    one, axis = p.constant("[1, 1, 1]", I3), p.constant("1", I0)
    for t in range(steps):
        ends = [(p.constant(f"[0, {n}, 0]", I3), I3) for n in (t, t + 1)]
        operands = [(x, B3), *ends, (one, I3)]
        row = p.op("StridedSlice", operands, M, MASKS.format(5, 5, 0, 2))
        both = p.op("ConcatV2", [(row, M), (h, M), (axis, I0)], M)
        product = p.op("MatMul", [(both, M), (weight, M)], M)
        gates = p.op("BiasAdd", [(product, M), (bias, V)], M)
        i, j, f, o = p.several("Split", [(axis, I0), (gates, M)], M, 4)
        i, f, o = (p.op("Sigmoid", [(gate, M)], M) for gate in (i, f, o))
        new = p.op("Mul", [(i, M), (p.op("Tanh", [(j, M)], M), M)], M)
        c = p.op("AddV2", [(p.op("Mul", [(f, M), (c, M)], M), M), (new, M)], M)
        h = p.op("Mul", [(o, M), (p.op("Tanh", [(c, M)], M), M)], M)
    return p.text(h, M)


def masked_steps(steps: int) -> str:
    """A recurrent cell unrolled, whose state is kept where a sequence has ended."""
    p = Program()
    x, w, u, bias, h, lengths = (p.argument(type) for type in (B3, M, M, V, M, L))
    one = p.constant("[1, 1, 1]", I3)
    for t in range(steps):
        ends = [(p.constant(f"[0, {n}, 0]", I3), I3) for n in (t, t + 1)]
        row = p.op("StridedSlice", [(x, B3), *ends, (one, I3)], M, MASKS.format(5, 5, 0, 2))
        inner = p.op("MatMul", [(row, M), (w, M)], M)
        outer = p.op("MatMul", [(h, M), (u, M)], M)
        total = p.op("BiasAdd", [(p.op("AddV2", [(inner, M), (outer, M)], M), M), (bias, V)], M)
        new = p.op("Tanh", [(total, M)], M)
        still = p.op("Greater", [(lengths, L), (p.constant(str(t), I0), I0)], BV)
        mask = p.op("ExpandDims", [(still, BV), (p.constant("1", I0), I0)], "tensor<?x?xi1>")
        h = p.op("SelectV2", [(mask, "tensor<?x?xi1>"), (new, M), (h, M)], M)
    return p.text(h, M)


def pyramid(levels: int) -> str:
    """Every second row of what came before, padded to its size, added, and all levels joined."""
    p = Program()
    x = p.argument(V)
    begin, two, axis = p.constant("0", I1), p.constant("2", I1), p.constant("0", I0)
    parts = [(x, V)]
    for _ in range(levels):
        operands = [(x, V), (begin, I1), (begin, I1), (two, I1)]
        half = p.op("StridedSlice", operands, V, MASKS.format(1, 1, 0, 0))
        sizes = [(p.op("Size", [(value, V)], I0), I0) for value in (x, half)]
        rest = p.op("Sub", sizes, I0)
        pair = p.op("Pack", [(axis, I0), (rest, I0)], I2, "axis = 0 : i64")
        amounts = p.op("Pack", [(pair, I2)], "tensor<1x2xi32>", "axis = 0 : i64")
        padded = p.op("Pad", [(half, V), (amounts, "tensor<1x2xi32>")], V)
        parts.append((p.op("AddV2", [(padded, V), (x, V)], V), V))
        x = p.op("ConcatV2", [(half, V), (p.argument(V), V), (axis, I0)], V)
    return p.text(p.op("ConcatV2", [*parts, (x, V), (axis, I0)], V), V)


def cropped(p: Program, x: str, i: int) -> str:
    """Halved, repeated, cut to the size of what it comes from, and joined to that (a U)."""
    attrs = 'ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1], padding = "SAME"'
    low = p.op("MaxPool", [(x, T4)], T4, attrs + ', data_format = "NHWC", explicit_paddings = []')
    big = p.op("Tile", [(low, T4), numbers(p, 1, 2, 2, 1)], T4)
    shape = p.op("Shape", [(x, T4)], I4)
    operands = [(big, T4), numbers(p, 0, 0, 0, 0), (shape, I4)]
    return p.op("AddV2", [(p.op("Slice", operands, T4), T4), (x, T4)], T4)


def beams(p: Program, x: str, i: int) -> str:
    """Scores of every beam and token, the best of which tell the beams to go on with."""
    logits, states = p.argument(B3), p.argument(B3)
    column = p.op("ExpandDims", [(x, M), number(p, 2)], B3)
    scores = p.op("AddV2", [(logits, B3), (column, B3)], B3)
    flat = p.op("Reshape", [(scores, B3), vector(p, [size_of(p, scores, B3, 0), number(p, -1)])], M)
    k = size_of(p, x, M, 1)[0]
    best = f"%v{p.ops}"
    attrs = "<{sorted = true}>"
    p.lines.append(f'{best}:2 = "tf.TopKV2"({flat}, {k}) {attrs} : ({M}, {I0}) -> ({M}, {LM})')
    beam = p.op("FloorDiv", [(f"{best}#1", LM), size_of(p, logits, B3, 2)], LM)
    operands = [(states, B3), (beam, LM), number(p, 1)]
    kept = p.op("GatherV2", operands, B3, "batch_dims = 1 : i64")
    means = p.op("Mean", [(kept, B3), numbers(p, 2)], M, "keep_dims = false")
    return p.op("AddV2", [(f"{best}#0", M), (means, M)], M)


def pages(p: Program, x: str, i: int) -> str:
    """Keys from the pages of a cache, as many as are filled, and one more, attended to."""
    cache, table, filled = p.argument(B3), p.argument(LM), p.argument(I0)
    found = p.op("GatherV2", [(cache, B3), (table, LM), number(p, 0)], X4)
    sizes = [size_of(p, x, B3, 0), number(p, -1), size_of(p, cache, B3, 2)]
    keys = p.op("Reshape", [(found, X4), vector(p, sizes)], B3)
    sizes = vector(p, [number(p, -1), (filled, I0), number(p, -1)])
    keys = p.op("Slice", [(keys, B3), numbers(p, 0, 0, 0), sizes], B3)
    keys = p.op("ConcatV2", [(keys, B3), (x, B3), number(p, 1)], B3)
    scores = p.op("BatchMatMulV2", [(x, B3), (keys, B3)], B3, "adj_x = false, adj_y = true")
    return p.op("BatchMatMulV2", [(p.op("Softmax", [(scores, B3)], B3), B3), (keys, B3)], B3)


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
    shape = vector(p, [number(p, -1), number(p, 1), number(p, 1), number(p, 1)])
    column = "tensor<?x1x1x1xf32>"
    scale, shift = (p.op("Reshape", [(v, V), shape], column) for v in (scale, shift))
    mean = p.op("Sub", [(x, X4), (p.op("Mul", [(noise, X4), (scale, column)], X4), X4)], X4)
    mean = p.op("RealDiv", [(mean, X4), (p.op("Sqrt", [(shift, column)], column), column)], X4)
    other = p.op("Mul", [(p.argument(X4), X4), (shift, column)], X4)
    return p.op("AddV2", [(mean, X4), (other, X4)], X4)


PROGRAMS: tuple[Maker, ...] = (
    *chains(
        (cropped, T4, 80),
        (beams, M, 25),
        (pages, B3, 25),
        (graph, M, 50),
        (suppressed, "tensor<?x4xf32>", 80),
        (overlaps, V, 60),
        (sampler, X4, 55),
    ),
    *of_parts(
        (gradients, 40),
        (masked_steps, 45),
        (pyramid, 40),
    ),
    ("optimizer x 35", lambda: optimizer(35)),
    ("lstm x 30", lambda: lstm(30)),
    ("columns x 45", lambda: columns(45)),
)
