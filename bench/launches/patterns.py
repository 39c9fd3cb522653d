"""More well-known patterns, as tf text, for the table of launches: `launches.py --patterns`.

Each is a function of whether its sizes are known. Sizes that are not are all unrelated.
"""

from __future__ import annotations

from collections.abc import Callable

ANY = "tensor<*xf32>"
INTEGER = "tensor<i32>"


def tensor_type(*sizes: int | str) -> str:
    return "tensor<" + "".join(f"{size}x" for size in sizes) + "f32>"


class Program:
    """A function in the making; a value goes by its name."""

    def __init__(self, **arguments: str) -> None:
        self._types = {f"%{name}": type for name, type in arguments.items()}
        self._head = ", ".join(f"{name}: {type}" for name, type in self._types.items())
        self._lines = list[str]()

    def op(self, name: str, *operands: str, type: str = ANY, attributes: str = "") -> str:
        result = f"%v{len(self._lines)}"
        types = ", ".join(self._types[operand] for operand in operands)
        self._types[result] = type
        text = f"({', '.join(operands)}) {{{attributes}}} : ({types}) -> {type}"
        self._lines.append(f'  {result} = "tf.{name}"{text}\n')
        return result

    def constant(self, value: float | list[int], type: str = "tensor<f32>") -> str:
        number = f"{value:e}" if isinstance(value, float) else value
        return self.op("Const", type=type, attributes=f"value = dense<{number}> : {type}")

    def integers(self, *values: int) -> str:
        return self.constant(list(values), f"tensor<{len(values)}xi32>")

    def reduce(self, name: str, value: str, *axes: int, keep: str = "true") -> str:
        return self.op(name, value, self.integers(*axes), attributes=f"keep_dims = {keep}")

    def slice(self, value: str, begin: list[int], end: list[int], masks: str, type: str) -> str:
        bounds = [self.integers(*numbers) for numbers in (begin, end, [1] * len(begin))]
        names = ("begin", "end", "ellipsis", "new_axis", "shrink_axis")
        pairs = (f"{name}_mask = {int(name == masks)} : i64" for name in names)
        return self.op("StridedSlice", value, *bounds, type=type, attributes=", ".join(pairs))

    def softmax(self, value: str) -> str:
        e = self.op("Exp", self.op("Sub", value, self.reduce("Max", value, -1)))
        return self.op("RealDiv", e, self.reduce("Sum", e, -1))

    def log_softmax(self, value: str) -> str:
        shifted = self.op("Sub", value, self.reduce("Max", value, -1))
        total = self.reduce("Sum", self.op("Exp", shifted), -1)
        return self.op("Sub", shifted, self.op("Log", total))

    def text(self, result: str) -> str:
        type, body = self._types[result], "".join(self._lines)
        return (
            f"func.func @main({self._head}) -> {type} {{\n{body}  func.return {result} : {type}\n}}"
        )


def masked_rms_norm(known: bool) -> str:
    b, s, d = (2, 8, 64) if known else "???"
    p = Program(x=tensor_type(b, s, d), m=tensor_type(b, s, 1), g=tensor_type(d))
    x = p.op("Mul", "%x", "%m")
    mean = p.reduce("Mean", p.op("Square", x), -1)
    scale = p.op("Rsqrt", p.op("AddV2", mean, p.constant(1.0e-06)))
    return p.text(p.op("Mul", p.op("Mul", p.op("Mul", x, scale), "%g"), "%m"))


def swiglu(known: bool) -> str:
    b, s, d = (2, 8, 64) if known else "???"
    p = Program(x=tensor_type(b, s, d), y=tensor_type(b, s, d), b=tensor_type(d))
    a = p.op("AddV2", "%x", "%b")
    return p.text(p.op("Mul", p.op("Mul", a, p.op("Sigmoid", a)), "%y"))


def rotary_embedding(known: bool) -> str:
    b, s, h = (2, 8, 4) if known else "???"
    table = tensor_type(s, 1, 64)
    p = Program(x=tensor_type(b, s, h, 64), c=table, s=table)
    first = p.slice("%x", [0, 0], [0, 32], "ellipsis", ANY)
    second = p.slice("%x", [0, 32], [0, 64], "ellipsis", ANY)
    turned = p.op("ConcatV2", p.op("Neg", second), first, p.constant(-1, INTEGER))
    return p.text(p.op("AddV2", p.op("Mul", "%x", "%c"), p.op("Mul", turned, "%s")))


def group_norm(known: bool, channels_last: bool = True) -> str:
    sizes = (2, 8, 8) if known else ("?", "?", "?")
    b, h, w = sizes
    shape = (b, h, w, 64) if channels_last else (b, 64, h, w)
    gamma = tensor_type(64) if channels_last else tensor_type(64, 1, 1)
    p = Program(x=tensor_type(*shape), g=gamma, b=gamma)
    back = p.op("Shape", "%x", type="tensor<4xi32>")
    size = [p.slice(back, [i], [i + 1], "shrink_axis", INTEGER) for i in range(4)]
    eight = p.constant(8, INTEGER)
    inner = [eight, eight]
    parts = [*size[:3], *inner] if channels_last else [size[0], *inner, *size[2:]]
    axes = (1, 2, 4) if channels_last else (2, 3, 4)
    grouped = p.op("Pack", *parts, type="tensor<5xi32>", attributes="axis = 0 : i64")
    y = p.op("Reshape", "%x", grouped)
    centred = p.op("Sub", y, p.reduce("Mean", y, *axes))
    variance = p.reduce("Mean", p.op("Square", centred), *axes)
    scale = p.op("Rsqrt", p.op("AddV2", variance, p.constant(1.0e-05)))
    z = p.op("Reshape", p.op("Mul", centred, scale), back)
    return p.text(p.op("AddV2", p.op("Mul", z, "%g"), "%b"))


def l2_normalised(known: bool) -> str:
    b, d = (8, 64) if known else "??"
    p = Program(x=tensor_type(b, d), s=tensor_type(d))
    total = p.reduce("Sum", p.op("Square", "%x"), -1)
    scale = p.op("Rsqrt", p.op("Maximum", total, p.constant(1.0e-12)))
    return p.text(p.op("Mul", p.op("Mul", "%x", scale), "%s"))


def cross_entropy(known: bool, mean: bool = False) -> str:
    b, d = (8, 64) if known else "??"
    p = Program(x=tensor_type(b, d), y=tensor_type(b, d))
    product = p.op("Mul", p.log_softmax("%x"), "%y")
    loss = p.op("Neg", p.reduce("Sum", product, -1, keep="false"))
    return p.text(p.reduce("Mean", loss, 0, keep="false") if mean else loss)


def smoothed_labels(known: bool) -> str:
    b, d = (8, 64) if known else "??"
    p = Program(x=tensor_type(b, d), y=tensor_type(b, d))
    shape = p.op("Shape", "%y", type="tensor<2xi32>")
    count = p.op("Cast", p.slice(shape, [1], [2], "shrink_axis", INTEGER), type="tensor<f32>")
    share = p.op("RealDiv", p.constant(0.1), count)
    labels = p.op("AddV2", p.op("Mul", "%y", p.constant(0.9)), share)
    product = p.op("Mul", p.log_softmax("%x"), labels)
    return p.text(p.op("Neg", p.reduce("Sum", product, -1, keep="false")))


def biased_attention(known: bool) -> str:
    b, h, s, t, d = (2, 4, 8, 8, 16) if known else "?????"
    key = tensor_type(b, h, t, d)
    p = Program(
        q=tensor_type(b, h, s, d), k=key, v=key, r=tensor_type(h, s, t), m=tensor_type(b, 1, 1, t)
    )
    product = p.op("BatchMatMulV2", "%q", "%k", attributes="adj_x = false, adj_y = true")
    logits = p.op("AddV2", p.op("Mul", product, p.constant(0.25)), "%r")
    mask = p.op("Mul", p.op("Sub", p.constant(1.0), "%m"), p.constant(-1.0e09))
    weights = p.softmax(p.op("AddV2", logits, mask))
    return p.text(p.op("BatchMatMulV2", weights, "%v", attributes="adj_x = false, adj_y = false"))


def squeeze_excite(known: bool) -> str:
    b, h, w = (2, 8, 8) if known else "???"
    first, second = tensor_type(64, 16), tensor_type(16, 64)
    p = Program(x=tensor_type(b, h, w, 64), w=first, a=tensor_type(16), u=second, b=tensor_type(64))
    mean = p.reduce("Mean", "%x", 1, 2, keep="false")
    hidden = p.op("Relu", p.op("BiasAdd", p.op("MatMul", mean, "%w"), "%a"))
    gate = p.op("Sigmoid", p.op("BiasAdd", p.op("MatMul", hidden, "%u"), "%b"))
    one = p.constant(1, INTEGER)
    return p.text(p.op("Mul", "%x", p.op("ExpandDims", p.op("ExpandDims", gate, one), one)))


def gated_residual(known: bool) -> str:
    b, s, d = (2, 8, 64) if known else "???"
    x = tensor_type(b, s, d)
    p = Program(x=x, h=x, g=x, b=tensor_type(d))
    gate = p.op("Sigmoid", p.op("AddV2", "%g", "%b"))
    rest = p.op("Sub", p.constant(1.0), gate)
    return p.text(p.op("AddV2", p.op("Mul", "%h", gate), p.op("Mul", "%x", rest)))


PATTERNS: dict[str, Callable[[bool], str]] = {
    "masked RMS norm": masked_rms_norm,
    "swiglu": swiglu,
    "rotary embedding": rotary_embedding,
    "group norm, channels first": lambda known: group_norm(known, channels_last=False),
    "group norm, channels last": group_norm,
    "L2 normalised and scaled": l2_normalised,
    "cross entropy": cross_entropy,
    "mean cross entropy": lambda known: cross_entropy(known, mean=True),
    "cross entropy, smoothed labels": smoothed_labels,
    "attention with bias and mask": biased_attention,
    "squeeze and excite": squeeze_excite,
    "gated residual": gated_residual,
}
