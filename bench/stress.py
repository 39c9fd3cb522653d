"""Programs of few ops that are long or wide in one kind of op, for `stress_run.py`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

V, M, T4 = "tensor<?xf32>", "tensor<?x?xf32>", "tensor<?x?x?x8xf32>"
I0, I1, I2 = "tensor<i32>", "tensor<1xi32>", "tensor<2xi32>"


class Program:
    """The text of a function under construction; `ops` counts its ops."""

    def __init__(self) -> None:
        self.lines = list[str]()
        self.arguments = list[str]()
        self._constants = dict[str, str]()

    @property
    def ops(self) -> int:
        return len(self.lines)

    def argument(self, type: str) -> str:
        name = f"%a{len(self.arguments)}"
        self.arguments.append(f"{name}: {type}")
        return name

    def constant(self, value: str, type: str) -> str:
        key = f'"tf.Const"() <{{value = dense<{value}> : {type}}}> : () -> {type}'
        if key not in self._constants:
            self._constants[key] = self._line(key)
        return self._constants[key]

    def op(self, name: str, operands: list[tuple[str, str]], result: str, attrs: str = "") -> str:
        """Appends an op of one result, operands as pairs of value and type."""
        values = ", ".join(value for value, _ in operands)
        types = ", ".join(type for _, type in operands)
        properties = f" <{{{attrs}}}>" if attrs else ""
        return self._line(f'"tf.{name}"({values}){properties} : ({types}) -> {result}')

    def several(self, name: str, operands: list[tuple[str, str]], result: str, n: int) -> list[str]:
        """Appends an op of `n` results of one type."""
        values = ", ".join(value for value, _ in operands)
        types = ", ".join(type for _, type in operands)
        attrs = " <{axis = 0 : i64}>" if name == "Unpack" else ""
        found = f"%v{self.ops}"
        results = ", ".join([result] * n)
        self.lines.append(f'{found}:{n} = "tf.{name}"({values}){attrs} : ({types}) -> ({results})')
        return [f"{found}#{i}" for i in range(n)]

    def text(self, value: str, type: str) -> str:
        body = "\n  ".join([*self.lines, f"func.return {value} : {type}"])
        return f"func.func @main({', '.join(self.arguments)}) -> {type} {{\n  {body}\n}}\n"

    def _line(self, right: str) -> str:
        name = f"%v{self.ops}"
        self.lines.append(f"{name} = {right}")
        return name


def chain(step: Callable[[Program, str, int], str], type: str, steps: int) -> str:
    """`step` again and again on its own result."""
    p = Program()
    value = p.argument(type)
    for i in range(steps):
        value = step(p, value, i)
    return p.text(value, type)


def unary(p: Program, x: str, i: int) -> str:
    return p.op(("Tanh", "Exp", "Neg", "Relu")[i % 4], [(x, M)], M)


def same_argument(p: Program, x: str, i: int) -> str:
    y = "%a1" if len(p.arguments) > 1 else p.argument(M)
    return p.op("AddV2", [(x, M), (y, M)], M)


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


def joined(p: Program, x: str, i: int) -> str:
    axis = p.constant("0", I0)
    return p.op("ConcatV2", [(x, V), (p.argument(V), V), (axis, I0)], V)


def doubled(p: Program, x: str, i: int) -> str:
    return p.op("ConcatV2", [(x, V), (x, V), (p.constant("0", I0), I0)], V)


def rest(p: Program, x: str, i: int) -> str:
    one, end = p.constant("1", I1), p.constant("0", I1)
    masks = "begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64"
    masks += ", new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64"
    return p.op("StridedSlice", [(x, V), (one, I1), (end, I1), (one, I1)], V, masks)


def every_second(p: Program, x: str, i: int) -> str:
    begin, two = p.constant("0", I1), p.constant("2", I1)
    masks = "begin_mask = 1 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64"
    masks += ", new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64"
    return p.op("StridedSlice", [(x, V), (begin, I1), (begin, I1), (two, I1)], V, masks)


def padded(p: Program, x: str, i: int) -> str:
    amounts = p.constant("[[1, 2]]", "tensor<1x2xi32>")
    return p.op("Pad", [(x, V), (amounts, "tensor<1x2xi32>")], V)


def halves(p: Program, x: str, i: int) -> str:
    a, b = p.several("Split", [(p.constant("0", I0), I0), (x, V)], V, 2)
    return p.op("Mul", [(a, V), (b, V)], V)


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


def tiled(p: Program, x: str, i: int) -> str:
    times = p.op("Shape", [(p.argument(V), V)], I1)
    return p.op("Tile", [(x, V), (times, I1)], V)


def non_zero(p: Program, x: str, i: int) -> str:
    places = p.op("Where", [(x, V)], "tensor<?x1xi64>")
    return p.op("GatherNd", [(x, V), (places, "tensor<?x1xi64>")], V)


def distinct(p: Program, x: str, i: int) -> str:
    found = f"%v{p.ops}"
    p.lines.append(f'{found}:2 = "tf.Unique"({x}) : ({V}) -> ({V}, tensor<?xi32>)')
    return f"{found}#0"


def convolved(p: Program, x: str, i: int) -> str:
    w = p.argument("tensor<3x3x8x8xf32>")
    padding = ("SAME", "VALID")[i % 2]
    attrs = f'strides = [1, {1 + i % 2}, {1 + i % 2}, 1], padding = "{padding}"'
    attrs += ', data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = []'
    return p.op("Conv2D", [(x, T4), (w, "tensor<3x3x8x8xf32>")], T4, attrs)


def pooled(p: Program, x: str, i: int) -> str:
    attrs = 'ksize = [1, 3, 3, 1], strides = [1, 2, 2, 1], padding = "SAME"'
    return p.op("MaxPool", [(x, T4)], T4, attrs + ', data_format = "NHWC", explicit_paddings = []')


def gathered(p: Program, x: str, i: int) -> str:
    indices = p.argument("tensor<?xi32>")
    operands = [(x, M), (indices, "tensor<?xi32>"), (p.constant("0", I0), I0)]
    return p.op("GatherV2", operands, M, "batch_dims = 0 : i64")


def counted(p: Program, x: str, i: int) -> str:
    size = p.op("Size", [(x, V)], I0)
    more = p.op("AddV2", [(size, I0), (p.constant("1", I0), I0)], I0)
    shape = p.op("Pack", [(more, I0)], I1, "axis = 0 : i64")
    return p.op("Fill", [(shape, I1), (p.constant("1.0", "tensor<f32>"), "tensor<f32>")], V)


def given_size(p: Program, x: str, i: int) -> str:
    n = p.argument(I0)
    sizes = p.op("Pack", [(n, I0), (p.constant("-1", I0), I0)], I2, "axis = 0 : i64")
    operands = [(x, V), (sizes, I2), (p.constant("0", I0), I0)]
    return p.several("SplitV", operands, V, 2)[1]


def if_region(p: Program, x: str, i: int) -> str:
    c = p.argument("tensor<i1>")
    name = f"%v{p.ops}"
    p.lines.append(
        f'{name} = "tf.IfRegion"({c}) ({{ %t = "tf.Tanh"({x}) : ({V}) -> {V} "tf.Yield"(%t) : ({V}) -> () }},'
        f' {{ "tf.Yield"({x}) : ({V}) -> () }}) {{is_stateless = true}} : (tensor<i1>) -> {V}'
    )
    return name


def if_of_sizes(p: Program, x: str, i: int) -> str:
    c, y = p.argument("tensor<i1>"), p.argument(V)
    name = f"%v{p.ops}"
    p.lines.append(
        f'{name} = "tf.IfRegion"({c}) ({{ %t = "tf.Tanh"({y}) : ({V}) -> {V} "tf.Yield"(%t) : ({V}) -> () }},'
        f' {{ "tf.Yield"({x}) : ({V}) -> () }}) {{is_stateless = true}} : (tensor<i1>) -> {V}'
    )
    return name


def while_region(p: Program, x: str, i: int) -> str:
    zero, ten = p.constant("0", I0), p.constant("10", I0)
    one = p.constant("1", I0)
    name = f"%v{p.ops}"
    p.lines.append(
        f'{name}:2 = "tf.WhileRegion"({zero}, {x}) ({{\n ^bb0(%i: {I0}, %v: {V}):\n'
        f'  %c = "tf.Less"(%i, {ten}) : ({I0}, {I0}) -> tensor<i1>\n'
        '  "tf.Yield"(%c) : (tensor<i1>) -> ()\n }, {\n'
        f' ^bb0(%i: {I0}, %v: {V}):\n  %j = "tf.AddV2"(%i, {one}) : ({I0}, {I0}) -> {I0}\n'
        f'  %w = "tf.Tanh"(%v) : ({V}) -> {V}\n  "tf.Yield"(%j, %w) : ({I0}, {V}) -> ()\n'
        f" }}) {{is_stateless = true}} : ({I0}, {V}) -> ({I0}, {V})"
    )
    return f"{name}#1"


def wide_concat() -> str:
    p = Program()
    parts = [(p.argument(V), V) for _ in range(400)]
    return p.text(p.op("ConcatV2", [*parts, (p.constant("0", I0), I0)], V), V)


def wide_pack() -> str:
    p = Program()
    parts = [(p.argument(V), V) for _ in range(400)]
    return p.text(p.op("Pack", parts, M, "axis = 0 : i64"), M)


def wide_split() -> str:
    p = Program()
    parts = p.several("Split", [(p.constant("0", I0), I0), (p.argument(V), V)], V, 400)
    halves = [(p.op("Tanh", [(part, V)], V), V) for part in parts]
    return p.text(p.op("ConcatV2", [*halves, (p.constant("0", I0), I0)], V), V)


def wide_unpack() -> str:
    p = Program()
    rows = p.several("Unpack", [(p.argument(M), M)], V, 200)
    total = rows[0]
    for row in rows[1:]:
        total = p.op("AddV2", [(total, V), (row, V)], V)
    return p.text(total, V)


def pairs(name: str) -> Callable[[], str]:
    """Unrelated pairs of arguments, each combined, and all joined."""

    def make() -> str:
        p = Program()
        found = list[tuple[str, str]]()
        for _ in range(150):
            a, b = p.argument(V), p.argument(V)
            found.append((p.op(name, [(a, V), (b, V)], V), V))
        return p.text(p.op("ConcatV2", [*found, (p.constant("0", I0), I0)], V), V)

    return make


def equal_sizes() -> str:
    """Many sizes that must be equal, two at a time."""
    p = Program()
    arguments = [p.argument(V) for _ in range(200)]
    for a, b in itertools.pairwise(arguments):
        p.op("Pack", [(a, V), (b, V)], M, "axis = 0 : i64")
    return p.text(arguments[0], V)


def masks() -> str:
    """Many unrelated numbers of elements that data give, all joined."""
    p = Program()
    found = [(non_zero(p, p.argument(V), 0), V) for _ in range(150)]
    return p.text(p.op("ConcatV2", [*found, (p.constant("0", I0), I0)], V), V)


def pushed() -> str:
    p = Program()
    type = f"tensor<!tf_type.variant<{V}>>"
    handle = p.op("EmptyTensorList", [(p.constant("-1", I1), I1), (p.constant("-1", I0), I0)], type)
    item = p.argument(V)
    for _ in range(150):
        handle = p.op("TensorListPushBack", [(handle, type), (item, V)], type)
    attrs = "num_elements = -1 : i64"
    stacked = p.op("TensorListStack", [(handle, type), (p.constant("-1", I1), I1)], M, attrs)
    return p.text(stacked, M)


def programs() -> Iterator[tuple[str, Callable[[], str]]]:
    """Names, and makers of texts."""
    three = "tensor<?x?x?xf32>"
    chains: list[tuple[Callable[[Program, str, int], str], str, int]] = [
        (unary, M, 480),
        (same_argument, M, 480),
        (layer, M, 150),
        (batch_product, three, 400),
        (softmax, M, 450),
        (layer_norm, M, 75),
        (joined, V, 450),
        (doubled, V, 60),
        (rest, V, 450),
        (every_second, V, 60),
        (padded, V, 450),
        (halves, V, 60),
        (flat_and_back, M, 110),
        (in_twos, V, 120),
        (transposed, M, 220),
        (tiled, V, 12),
        (non_zero, V, 200),
        (distinct, V, 400),
        (convolved, T4, 60),
        (pooled, T4, 60),
        (gathered, M, 400),
        (counted, V, 100),
        (given_size, V, 100),
        (if_region, V, 150),
        (if_of_sizes, V, 60),
        (while_region, V, 90),
    ]
    for step, type, steps in chains:
        yield (
            f"{step.__name__.replace('_', ' ')} x {steps}",
            lambda s=step, t=type, n=steps: chain(s, t, n),
        )
    wide = (wide_concat, wide_pack, wide_split, wide_unpack, equal_sizes, masks, pushed)
    for make in wide:
        yield make.__name__.replace("_", " "), make
    for name in ("AddV2", "Maximum"):
        yield f"150 unrelated {name}", pairs(name)
