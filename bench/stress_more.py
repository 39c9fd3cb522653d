"""More programs for `stress_run.py`: gradients, functions, lists, small branches, slices, segments."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stress import I0, I1, I2, T4, M, Program, V, chain
from stress_families import MASKS

L, ANY = "tensor<?xi32>", "tensor<*xf32>"


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


def calls(count: int) -> str:
    """Functions that each call the one before them, and combine two arguments."""
    texts = list[str]()
    for i in range(count):
        inner = f'"tf.PartitionedCall"(%x, %y) <{{f = @f{i - 1}}}> : ({V}, {V}) -> {V}'
        if not i:
            inner = f'"tf.Mul"(%x, %y) : ({V}, {V}) -> {V}'
        texts.append(
            f"func.func private @f{i}(%x: {V}, %y: {V}) -> {V} {{\n  %0 = {inner}\n"
            f'  %1 = "tf.AddV2"(%0, %y) : ({V}, {V}) -> {V}\n  func.return %1 : {V}\n}}\n'
        )
    p = Program()
    x, y = p.argument(V), p.argument(V)
    call = f"f = @f{count - 1}"
    return "".join(texts) + p.text(p.op("PartitionedCall", [(x, V), (y, V)], V, call), V)


def list_of_parts(count: int) -> str:
    """A list that rows of growing size are pushed to, read back and joined."""
    p = Program()
    type = f"tensor<!tf_type.variant<{V}>>"
    shape, axis = p.constant("-1", I1), p.constant("0", I0)
    handle = p.op("EmptyTensorList", [(shape, I1), (p.constant("-1", I0), I0)], type)
    for _ in range(count):
        handle = p.op("TensorListPushBack", [(handle, type), (p.argument(V), V)], type)
    total = p.argument(V)
    for i in range(count):
        operands = [(handle, type), (p.constant(str(i), I0), I0), (shape, I1)]
        item = p.op("TensorListGetItem", operands, V)
        total = p.op("ConcatV2", [(total, V), (item, V), (axis, I0)], V)
    return p.text(total, V)


def small_if(p: Program, x: str, i: int) -> str:
    """A branch on a size: joined to what it has too little of, else as it is."""
    y = p.argument(V)
    sizes = [(p.op("Size", [(side, V)], I0), I0) for side in (x, y)]
    less = p.op("Less", sizes, "tensor<i1>")
    name, axis = f"%v{p.ops}", p.constant("0", I0)
    name = f"%v{p.ops}"
    p.lines.append(
        f'{name} = "tf.IfRegion"({less}) ({{ %t = "tf.ConcatV2"({x}, {y}, {axis})'
        f' : ({V}, {V}, {I0}) -> {V} "tf.Yield"(%t) : ({V}) -> () }},'
        f' {{ "tf.Yield"({x}) : ({V}) -> () }}) {{is_stateless = true}} : (tensor<i1>) -> {V}'
    )
    return name


def slices_joined(count: int) -> str:
    """All but the first element of each of many arguments, joined."""
    p = Program()
    one, end = p.constant("1", I1), p.constant("0", I1)
    masks = MASKS.format(0, 1, 0, 0)
    parts = list[tuple[str, str]]()
    for _ in range(count):
        operands = [(p.argument(V), V), (one, I1), (end, I1), (one, I1)]
        parts.append((p.op("StridedSlice", operands, V, masks), V))
    return p.text(p.op("ConcatV2", [*parts, (p.constant("0", I0), I0)], V), V)


def strided(p: Program, x: str, i: int) -> str:
    """A convolution of odd windows, every third one of stride 2, without padding."""
    w = p.argument("tensor<5x3x8x8xf32>")
    stride = 2 if i % 3 == 0 else 1
    attrs = f'strides = [1, {stride}, {stride}, 1], padding = "VALID"'
    attrs += ', data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = []'
    return p.op("Conv2D", [(x, T4), (w, "tensor<5x3x8x8xf32>")], T4, attrs)


def rows_of(p: Program, x: str, i: int) -> str:
    """`reshape(x, [-1, k])` for k = 2, 3, 5, 7 in turn, summed over rows and joined to itself."""
    k = (2, 3, 5, 7)[i % 4]
    rows = f"tensor<?x{k}xf32>"
    cut = p.op("Reshape", [(x, V), (p.constant(f"[-1, {k}]", I2), I2)], rows)
    sums = p.op("Sum", [(cut, rows), (p.constant("1", I1), I1)], V, "keep_dims = false")
    return p.op("ConcatV2", [(sums, V), (x, V), (p.constant("0", I0), I0)], V)


def segments(p: Program, x: str, i: int) -> str:
    """Sums of segments, as many as another argument has elements."""
    ids, n = p.argument(L), p.op("Size", [(p.argument(V), V)], I0)
    operands = [(x, V), (ids, L), (n, I0)]
    return p.op(("UnsortedSegmentSum", "UnsortedSegmentMax")[i % 2], operands, V)


def running_sizes(count: int) -> str:
    """Offsets of many arguments in their concatenation, as a cumulative sum of their sizes."""
    p = Program()
    parts = [(p.argument(V), V) for _ in range(count)]
    sizes = [(p.op("Size", [part], I0), I0) for part in parts]
    packed = f"tensor<{count}xi32>"
    vector = p.op("Pack", sizes, packed, "axis = 0 : i64")
    axis = p.constant("0", I0)
    attrs = "exclusive = false, reverse = false"
    ends = p.op("Cumsum", [(vector, packed), (axis, I0)], packed, attrs)
    whole = p.op("ConcatV2", [*parts, (axis, I0)], V)
    last = [(p.constant(f"[{count - 1}]", I1), I1), (p.constant(f"[{count}]", I1), I1)]
    operands = [(ends, packed), *last, (p.constant("1", I1), I1)]
    end = p.op("StridedSlice", operands, I1, MASKS.format(0, 0, 0, 0))
    begin, one = p.constant("0", I1), p.constant("1", I1)
    operands = [(whole, V), (begin, I1), (end, I1), (one, I1)]
    return p.text(p.op("StridedSlice", operands, V, MASKS.format(1, 0, 0, 0)), V)


def hinted(count: int) -> str:
    """Unrelated pairs of arguments with hints, each added."""
    p = Program()
    sums = list[tuple[str, str]]()
    for i in range(count):
        pair = [(p.argument(V), V), (p.argument(V), V)]
        sums.append((p.op("AddV2", pair, V), V))
        p.arguments[-2:] = [f"{text} {{sdim.hint = [{i + 2}]}}" for text in p.arguments[-2:]]
    return p.text(p.op("ConcatV2", [*sums, (p.constant("0", I0), I0)], V), V)


def programs() -> Iterator[tuple[str, Callable[[], str]]]:
    """Names, and makers of texts."""
    chains: list[tuple[Callable[[Program, str, int], str], str, int]] = [
        (small_if, V, 60),
        (strided, T4, 60),
        (rows_of, V, 60),
        (segments, V, 100),
    ]
    for step, type, steps in chains:
        name = f"{step.__name__.replace('_', ' ')} x {steps}"
        yield name, lambda s=step, t=type, n=steps: chain(s, t, n)
    counted: list[tuple[Callable[[int], str], int]] = [
        (gradients, 40),
        (calls, 150),
        (list_of_parts, 120),
        (slices_joined, 200),
        (running_sizes, 150),
        (hinted, 150),
    ]
    for make, count in counted:
        yield f"{make.__name__.replace('_', ' ')} x {count}", lambda m=make, n=count: m(n)
