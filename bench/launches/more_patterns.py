"""Twelve patterns more, each as people write it, for the table of launches: losses, gates,
embeddings, batch norm in training, attention with a cache.
"""

from __future__ import annotations

from collections.abc import Callable

from patterns import ANY, INTEGER, Program, tensor_type

FLAG = "T = f32, adj_x = false, adj_y = "


def rope_attention_with_cache(known: bool) -> str:
    """New positions attend to a cache and to themselves; their heads are turned by tables."""
    b, h, s, c = (2, 4, 3, 8) if known else "????"
    new, cache, table = tensor_type(b, h, s, 64), tensor_type(b, h, c, 64), tensor_type(s, 64)
    p = Program(q=new, k=new, v=new, pk=cache, pv=cache, cos=table, sin=table)

    def turned(x: str) -> str:
        first = p.slice(x, [0, 0], [0, 32], "ellipsis", ANY)
        second = p.slice(x, [0, 32], [0, 64], "ellipsis", ANY)
        other = p.op("ConcatV2", p.op("Neg", second), first, p.constant(-1, INTEGER))
        return p.op("AddV2", p.op("Mul", x, "%cos"), p.op("Mul", other, "%sin"))

    two = p.constant(2, INTEGER)
    keys = p.op("ConcatV2", "%pk", turned("%k"), two)
    values = p.op("ConcatV2", "%pv", "%v", two)
    scaled = p.op("Mul", turned("%q"), p.constant(0.125))
    weights = p.softmax(p.op("BatchMatMulV2", scaled, keys, attributes=FLAG + "true"))
    return p.text(p.op("BatchMatMulV2", weights, values, attributes=FLAG + "false"))


def gated_experts(known: bool) -> str:
    """The shares of the two best experts of each token."""
    n = 8 if known else "?"
    p = Program(x=tensor_type(n, 32), w=tensor_type(32, 16))
    shares = p.softmax(p.op("MatMul", "%x", "%w"))
    best = p.reduce("Max", shares, -1)
    rest = p.op(
        "SelectV2", p.op("Equal", shares, best, type="tensor<*xi1>"), p.constant(0.0), shares
    )
    second = p.reduce("Max", rest, -1)
    chosen = p.op("GreaterEqual", shares, second, type="tensor<*xi1>")
    kept = p.op("SelectV2", chosen, shares, p.constant(0.0))
    return p.text(p.op("RealDiv", kept, p.reduce("Sum", kept, -1)))


def batch_norm_in_training(known: bool) -> str:
    b, h, w = (2, 8, 8) if known else "???"
    p = Program(x=tensor_type(b, h, w, 64), g=tensor_type(64), b=tensor_type(64))
    mean = p.reduce("Mean", "%x", 0, 1, 2)
    variance = p.reduce("Mean", p.op("SquaredDifference", "%x", mean), 0, 1, 2)
    scale = p.op("Mul", p.op("Rsqrt", p.op("AddV2", variance, p.constant(1.0e-03))), "%g")
    shift = p.op("Sub", "%b", p.op("Mul", mean, scale))
    return p.text(p.op("AddV2", p.op("Mul", "%x", scale), shift))


def weighted_cross_entropy(known: bool) -> str:
    """The mean of losses that count by a weight of their example, over the sum of weights."""
    b, d = (8, 64) if known else "??"
    p = Program(x=tensor_type(b, d), y=tensor_type(b, d), w=tensor_type(b))
    product = p.op("Mul", p.log_softmax("%x"), "%y")
    loss = p.op("Mul", p.op("Neg", p.reduce("Sum", product, -1, keep="false")), "%w")
    total = p.reduce("Sum", loss, 0, keep="false")
    return p.text(p.op("RealDiv", total, p.reduce("Sum", "%w", 0, keep="false")))


def cosine_similarity(known: bool) -> str:
    b, d = (8, 64) if known else "??"
    p = Program(x=tensor_type(b, d), y=tensor_type(b, d))

    def unit(x: str) -> str:
        total = p.reduce("Sum", p.op("Square", x), -1)
        return p.op("Mul", x, p.op("Rsqrt", p.op("Maximum", total, p.constant(1.0e-12))))

    product = p.op("Mul", unit("%x"), unit("%y"))
    return p.text(p.reduce("Sum", product, -1, keep="false"))


def contrastive_loss(known: bool) -> str:
    """The cross entropy of similarities, each row with its own as label, as one-hot rows."""
    b = 8 if known else "?"
    rows = tensor_type(b, 64)
    p = Program(x=rows, y=rows, l=tensor_type(b, b))

    def unit(x: str) -> str:
        total = p.reduce("Sum", p.op("Square", x), -1)
        return p.op("Mul", x, p.op("Rsqrt", p.op("AddV2", total, p.constant(1.0e-12))))

    logits = p.op(
        "MatMul", unit("%x"), unit("%y"), attributes="transpose_a = false, transpose_b = true"
    )
    scaled = p.op("Mul", logits, p.constant(20.0))
    loss = p.op("Neg", p.reduce("Sum", p.op("Mul", p.log_softmax(scaled), "%l"), -1, keep="false"))
    return p.text(p.reduce("Mean", loss, 0, keep="false"))


def gated_linear_unit(known: bool) -> str:
    b, s = (2, 8) if known else "??"
    p = Program(x=tensor_type(b, s, 128), b=tensor_type(128))
    y = p.op("AddV2", "%x", "%b")
    value = p.slice(y, [0, 0], [0, 64], "ellipsis", ANY)
    gate = p.slice(y, [0, 64], [0, 128], "ellipsis", ANY)
    return p.text(p.op("Mul", value, p.op("Sigmoid", gate)))


def convolution_and_relu6(known: bool) -> str:
    b, h, w = (2, 8, 8) if known else "???"
    channels = tensor_type(16)
    p = Program(
        x=tensor_type(b, h, w, 8),
        k=tensor_type(3, 3, 8, 16),
        g=channels,
        b=channels,
        m=channels,
        v=channels,
    )
    y = p.op(
        "Conv2D",
        "%x",
        "%k",
        attributes='strides = [1, 1, 1, 1], padding = "SAME", data_format = "NHWC"',
    )
    scale = p.op("Mul", p.op("Rsqrt", p.op("AddV2", "%v", p.constant(1.0e-03))), "%g")
    shift = p.op("Sub", "%b", p.op("Mul", "%m", scale))
    return p.text(p.op("Relu6", p.op("AddV2", p.op("Mul", y, scale), shift)))


def positional_embeddings(known: bool) -> str:
    """Rows of a table of words and of one of positions, added and normalised."""
    b, s = (2, 8) if known else "??"
    ids = f"tensor<{b}x{s}xi32>"
    p = Program(
        i=ids, t=tensor_type(1000, 64), o=tensor_type(512, 64), g=tensor_type(64), b=tensor_type(64)
    )
    zero, one = p.constant(0, INTEGER), p.constant(1, INTEGER)
    words = p.op("GatherV2", "%t", "%i", zero, attributes="batch_dims = 0 : i64")
    shape = p.op("Shape", "%i", type="tensor<2xi32>")
    length = p.slice(shape, [1], [2], "shrink_axis", INTEGER)
    places = p.op("Range", zero, length, one, type="tensor<?xi32>")
    x = p.op(
        "AddV2", words, p.op("GatherV2", "%o", places, zero, attributes="batch_dims = 0 : i64")
    )
    return p.text(normalised(p, x))


def normalised(p: Program, x: str) -> str:
    """The layer norm of `x` with the arguments g and b."""
    mean = p.reduce("Mean", x, -1)
    variance = p.reduce("Mean", p.op("SquaredDifference", x, mean), -1)
    scale = p.op("Rsqrt", p.op("AddV2", variance, p.constant(1.0e-05)))
    return p.op("AddV2", p.op("Mul", p.op("Mul", p.op("Sub", x, mean), scale), "%g"), "%b")


def dropout_with_mask(known: bool) -> str:
    """What a given mask keeps, made greater for what it drops, with the residual and its norm."""
    b, s, d = (2, 8, 64) if known else "???"
    x = tensor_type(b, s, d)
    p = Program(
        x=x, r=x, m=f"tensor<{b}x{s}x{d}xi1>", k="tensor<f32>", g=tensor_type(d), b=tensor_type(d)
    )
    kept = p.op("SelectV2", "%m", p.op("RealDiv", "%x", "%k"), p.constant(0.0))
    return p.text(normalised(p, p.op("AddV2", kept, "%r")))


def focal_loss(known: bool) -> str:
    """The focal loss of logits against labels of 0 and 1, summed by row, and the mean."""
    b, d = (8, 64) if known else "??"
    p = Program(x=tensor_type(b, d), y=tensor_type(b, d))
    share, one = p.op("Sigmoid", "%x"), p.constant(1.0)
    absolute = p.op("Exp", p.op("Neg", p.op("Abs", "%x")))
    entropy = p.op("AddV2", p.op("Relu", "%x"), p.op("Log1p", absolute))
    entropy = p.op("Sub", entropy, p.op("Mul", "%x", "%y"))
    right = p.op(
        "AddV2",
        p.op("Mul", share, "%y"),
        p.op("Mul", p.op("Sub", one, share), p.op("Sub", one, "%y")),
    )
    loss = p.op("Mul", p.op("Square", p.op("Sub", one, right)), entropy)
    return p.text(p.reduce("Mean", p.reduce("Sum", loss, 1, keep="false"), 0, keep="false"))


def huber_loss(known: bool) -> str:
    """The mean over all elements of squares of small errors and of great ones themselves."""
    b, d = (8, 64) if known else "??"
    p = Program(x=tensor_type(b, d), y=tensor_type(b, d))
    error = p.op("Abs", p.op("Sub", "%x", "%y"))
    half = p.constant(0.5)
    small = p.op("Mul", p.op("Square", error), half)
    is_small = p.op("LessEqual", error, p.constant(1.0), type="tensor<*xi1>")
    loss = p.op("SelectV2", is_small, small, p.op("Sub", error, half))
    return p.text(p.reduce("Mean", loss, 0, 1, keep="false"))


MORE_PATTERNS: dict[str, Callable[[bool], str]] = {
    "attention with RoPE and cache": rope_attention_with_cache,
    "gates of two experts": gated_experts,
    "batch norm in training": batch_norm_in_training,
    "weighted cross entropy": weighted_cross_entropy,
    "cosine similarity": cosine_similarity,
    "contrastive loss": contrastive_loss,
    "gated linear unit": gated_linear_unit,
    "convolution, norm and relu6": convolution_and_relu6,
    "positional embeddings": positional_embeddings,
    "dropout by mask, residual, norm": dropout_with_mask,
    "focal loss": focal_loss,
    "Huber loss": huber_loss,
}
