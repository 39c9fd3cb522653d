"""Layers: products, convolutions, norms, attention, gates, experts."""

from __future__ import annotations

from program import (
    B3,
    D2,
    I0,
    I1,
    I3,
    MASKS,
    T4,
    X4,
    X6,
    F,
    L,
    M,
    Maker,
    Program,
    V,
    chains,
    number,
    numbers,
    size_of,
    vector,
)


def layer(p: Program, x: str, i: int) -> str:
    w = p.argument(M)
    product = p.op("MatMul", [(x, M), (w, M)], M)
    return p.op("Relu", [(p.op("BiasAdd", [(product, M), (p.argument(V), V)], M), M)], M)


def batch_product(p: Program, x: str, i: int) -> str:
    return p.op("BatchMatMulV2", [(x, "tensor<?x?x?xf32>")] * 2, "tensor<?x?x?xf32>")


def softmax(p: Program, x: str, i: int) -> str:
    return p.op("Softmax", [(x, M)], M)


def layer_norm(p: Program, x: str, i: int) -> str:
    axes = p.constant("1", I1)
    mean = p.op("Mean", [(x, M), (axes, I1)], M, "keep_dims = true")
    off = p.op("Sub", [(x, M), (mean, M)], M)
    square = p.op("Square", [(off, M)], M)
    variance = p.op("Mean", [(square, M), (axes, I1)], M, "keep_dims = true")
    return p.op("Mul", [(off, M), (p.op("Rsqrt", [(variance, M)], M), M)], M)


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


def gates(p: Program, x: str, i: int) -> str:
    """Half of what a product gives opens the other half, beside what came in."""
    product = p.op("MatMul", [(x, M), (p.argument(M), M)], M)
    axis = number(p, 1)[0]
    name = f"%v{p.ops}"
    p.lines.append(f'{name}:2 = "tf.Split"({axis}, {product}) : ({I0}, {M}) -> ({M}, {M})')
    gate = p.op("Sigmoid", [(f"{name}#0", M)], M)
    opened = p.op("Mul", [(gate, M), (f"{name}#1", M)], M)
    return p.op("ConcatV2", [(x, M), (opened, M), number(p, 1)], M)


def attention(p: Program, x: str, i: int) -> str:
    """Self-attention with a mask and a residual sum."""
    q, k, v = (p.op("BatchMatMulV2", [(x, B3), (p.argument(M), M)], B3) for _ in range(3))
    scores = p.op("BatchMatMulV2", [(q, B3), (k, B3)], B3, "adj_x = false, adj_y = true")
    scores = p.op("AddV2", [(scores, B3), (p.argument(M), M)], B3)
    mixed = p.op("BatchMatMulV2", [(p.op("Softmax", [(scores, B3)], B3), B3), (v, B3)], B3)
    return p.op("AddV2", [(x, B3), (mixed, B3)], B3)


def heads(p: Program, x: str, i: int) -> str:
    """Cut into 4 heads and put together again, by sizes that are read from the shape."""
    shape = p.op("Shape", [(x, B3)], I3)
    ends = [(p.constant(f"[{n}]", I1), I1) for n in range(4)]
    one = p.constant("1", I1)
    sizes = list[str]()
    for n in range(2):
        operands = [(shape, I3), ends[n], ends[n + 1], (one, I1)]
        sizes.append(p.op("StridedSlice", operands, I0, MASKS.format(0, 0, 0, 1)))
    pair = [(size, I0) for size in sizes]
    four, rest = (p.constant(number, I0) for number in ("4", "-1"))
    cut = p.op("Pack", [*pair, (four, I0), (rest, I0)], "tensor<4xi32>", "axis = 0 : i64")
    type = "tensor<?x?x4x?xf32>"
    inner = p.op("Reshape", [(x, B3), (cut, "tensor<4xi32>")], type)
    inner = p.op("Softmax", [(inner, type)], type)
    back = p.op("Pack", [*pair, (rest, I0)], I3, "axis = 0 : i64")
    return p.op("AddV2", [(x, B3), (p.op("Reshape", [(inner, type), (back, I3)], B3), B3)], B3)


def several_heads(p: Program, x: str, i: int) -> str:
    """Flat, multiplied, and in as many heads as an argument has, then put together again."""
    weight, heads = p.argument(M), size_of(p, p.argument(V), V, 0)
    batch, steps, width = (size_of(p, x, B3, axis) for axis in range(3))
    flat = p.op("Reshape", [(x, B3), vector(p, [number(p, -1), width])], M)
    product = p.op("MatMul", [(flat, M), (weight, M)], M)
    split = p.op("Reshape", [(product, M), vector(p, [batch, steps, heads, number(p, -1)])],
                 "tensor<?x?x?x?xf32>")  # fmt: skip
    best = p.op("Relu", [(split, "tensor<?x?x?x?xf32>")], "tensor<?x?x?x?xf32>")
    shape = vector(p, [batch, steps, size_of(p, weight, M, 1)])
    return p.op("Reshape", [(best, "tensor<?x?x?x?xf32>"), shape], B3)


def queries(p: Program, x: str, i: int) -> str:
    """Each query the mean of keys by how much they agree, several heads at once."""
    keys = p.argument(X4)
    scores = p.op("Einsum", [(x, X4), (keys, X4)], X4, 'equation = "bqhd,bkhd->bhqk"')
    weights = p.op("Softmax", [(scores, X4)], X4)
    found = p.op("Einsum", [(weights, X4), (keys, X4)], X4, 'equation = "bhqk,bkhd->bqhd"')
    return p.op("AddV2", [(x, X4), (found, X4)], X4)


def each_step(p: Program, x: str, i: int) -> str:
    """A product with each step of a sequence: flat, multiplied, and in sequence again."""
    weight = p.argument(M)
    batch, steps, width = (size_of(p, x, B3, axis) for axis in range(3))
    flat = p.op("Reshape", [(x, B3), vector(p, [number(p, -1), width])], M)
    product = p.op("MatMul", [(flat, M), (weight, M)], M)
    out = size_of(p, weight, M, 1)
    return p.op("Reshape", [(product, M), vector(p, [batch, steps, out])], B3)


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


def convolved(p: Program, x: str, i: int) -> str:
    w = p.argument("tensor<3x3x8x8xf32>")
    padding = ("SAME", "VALID")[i % 2]
    attrs = f'strides = [1, {1 + i % 2}, {1 + i % 2}, 1], padding = "{padding}"'
    attrs += ', data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = []'
    return p.op("Conv2D", [(x, T4), (w, "tensor<3x3x8x8xf32>")], T4, attrs)


def pooled(p: Program, x: str, i: int) -> str:
    attrs = 'ksize = [1, 3, 3, 1], strides = [1, 2, 2, 1], padding = "SAME"'
    return p.op("MaxPool", [(x, T4)], T4, attrs + ', data_format = "NHWC", explicit_paddings = []')


def strided(p: Program, x: str, i: int) -> str:
    """A convolution of odd windows, every third one of stride 2, without padding."""
    w = p.argument("tensor<5x3x8x8xf32>")
    stride = 2 if i % 3 == 0 else 1
    attrs = f'strides = [1, {stride}, {stride}, 1], padding = "VALID"'
    attrs += ', data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = []'
    return p.op("Conv2D", [(x, T4), (w, "tensor<5x3x8x8xf32>")], T4, attrs)


def windows(p: Program, x: str, i: int) -> str:
    """Shifted, cut into windows of 8 x 8, softmaxed in each, put together and shifted back."""
    moved = p.op("Roll", [(x, X4), numbers(p, -4, -4), numbers(p, 1, 2)], X4)
    n, h, w, c = (size_of(p, moved, X4, axis) for axis in range(4))
    eight = number(p, 8)
    rows, columns = (p.op("FloorDiv", [size, eight], I0) for size in (h, w))
    shape = vector(p, [n, (rows, I0), eight, (columns, I0), eight, c])
    cut = p.op("Reshape", [(moved, X4), shape], X6)
    order = numbers(p, 0, 1, 3, 2, 4, 5)
    cut = p.op("Transpose", [(cut, X6), order], X6)
    cut = p.op("Transpose", [(p.op("Softmax", [(cut, X6)], X6), X6), order], X6)
    back = p.op("Reshape", [(cut, X6), vector(p, [n, h, w, c])], X4)
    back = p.op("Roll", [(back, X4), numbers(p, 4, 4), numbers(p, 1, 2)], X4)
    return p.op("AddV2", [(back, X4), (x, X4)], X4)


PROGRAMS: tuple[Maker, ...] = (
    *chains(
        (layer, M, 150),
        (batch_product, B3, 400),
        (softmax, M, 450),
        (layer_norm, M, 75),
        (normed, M, 55),
        (gates, M, 90),
        (attention, B3, 45),
        (heads, B3, 45),
        (several_heads, B3, 20),
        (queries, X4, 110),
        (each_step, B3, 36),
        (experts, M, 38),
        (convolved, T4, 60),
        (pooled, T4, 60),
        (strided, T4, 60),
        (windows, X4, 17),
    ),
)
