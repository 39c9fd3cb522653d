"""Programs for `stress_run.py` as strangers write them: masked steps, pyramids, ragged batches, heads."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stress import I0, I1, I2, M, Program, V, chain
from stress_families import B3, MASKS, L

I3, F, B1, BV = "tensor<3xi32>", "tensor<f32>", "tensor<i1>", "tensor<?xi1>"


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


def chosen_rows(p: Program, x: str, i: int) -> str:
    """Rows gathered where indices are not negative, zeros elsewhere, added to other rows."""
    places, axis = p.argument(L), p.constant("0", I0)
    mask = p.op("GreaterEqual", [(places, L), (axis, I0)], BV)
    inside = p.op("Maximum", [(places, L), (axis, I0)], L)
    rows = p.op("GatherV2", [(x, M), (inside, L), (axis, I0)], M)
    column = p.op("ExpandDims", [(mask, BV), (p.constant("1", I0), I0)], "tensor<?x?xi1>")
    zeros = p.op("ZerosLike", [(rows, M)], M)
    kept = p.op("SelectV2", [(column, "tensor<?x?xi1>"), (rows, M), (zeros, M)], M)
    return p.op("AddV2", [(kept, M), (p.argument(M), M)], M)


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


def ragged_batch(count: int) -> str:
    """Many sequences, each padded to the longest of all, stacked and summed under a mask."""
    p = Program()
    parts = [(p.argument(V), V) for _ in range(count)]
    axis, zero = p.constant("0", I0), p.constant("0", I0)
    sizes = [(p.op("Size", [part], I0), I0) for part in parts]
    packed = f"tensor<{count}xi32>"
    lengths = p.op("Pack", sizes, packed, "axis = 0 : i64")
    longest = p.op("Max", [(lengths, packed), (axis, I0)], I0, "keep_dims = false")
    rows = list[tuple[str, str]]()
    for part, size in zip(parts, sizes, strict=True):
        rest = p.op("Sub", [(longest, I0), size], I0)
        pair = p.op("Pack", [(zero, I0), (rest, I0)], I2, "axis = 0 : i64")
        amounts = p.op("Pack", [(pair, I2)], "tensor<1x2xi32>", "axis = 0 : i64")
        rows.append((p.op("Pad", [part, (amounts, "tensor<1x2xi32>")], V), V))
    batch = p.op("Pack", rows, M, "axis = 0 : i64")
    return p.text(p.op("Sum", [(batch, M), (axis, I0)], V, "keep_dims = false"), V)


def many_results(count: int) -> str:
    """Statistics of many arguments beside one that all broadcast with, each of them a result."""
    p = Program()
    x, axis = p.argument(M), p.constant("1", I1)
    results = list[str]()
    for _ in range(count):
        total = p.op("AddV2", [(x, M), (p.argument(M), M)], M)
        mean = p.op("Mean", [(total, M), (axis, I1)], M, "keep_dims = true")
        off = p.op("Sub", [(total, M), (mean, M)], M)
        results.append(
            p.op("Sum", [(p.op("Square", [(off, M)], M), M), (axis, I1)], V, "keep_dims = false")
        )
    types = ", ".join([V] * count)
    body = "\n  ".join([*p.lines, f"func.return {', '.join(results)} : {types}"])
    return f"func.func @main({', '.join(p.arguments)}) -> ({types}) {{\n  {body}\n}}\n"


def nested_sizes(p: Program, x: str, i: int) -> str:
    """A branch on sizes in a branch on sizes: cut to what another argument has, padded or left."""
    y = p.argument(V)
    sizes = [(p.op("Size", [(side, V)], I0), I0) for side in (x, y)]
    less, equal = (p.op(name, sizes, B1) for name in ("Less", "Equal"))
    begin = p.constant("0", I1)
    size = p.op("Pack", [sizes[1]], I1, "axis = 0 : i64")
    axis, end = p.constant("0", I0), f"{{is_stateless = true}} : ({B1}) -> {V}"
    name = f"%v{p.ops}"
    inner = (
        f'%i = "tf.IfRegion"({equal}) ({{ "tf.Yield"({x}) : ({V}) -> () }}, {{ %s = "tf.Slice"'
        f"({x}, {begin}, {size}) : ({V}, {I1}, {I1}) -> {V}"
        f' "tf.Yield"(%s) : ({V}) -> () }}) {end}'
    )
    p.lines.append(
        f'{name} = "tf.IfRegion"({less}) ({{ %t = "tf.ConcatV2"({x}, {y}, {axis}) : ({V}, {V}, {I0})'
        f' -> {V} "tf.Yield"(%t) : ({V}) -> () }}, {{ {inner} "tf.Yield"(%i) : ({V}) -> () }}) {end}'
    )
    return name


def tail_of(p: Program, x: str, i: int) -> str:
    """The last elements of a join, as many as another argument has."""
    y, z, axis = p.argument(V), p.argument(V), p.constant("0", I0)
    both = p.op("ConcatV2", [(x, V), (y, V), (axis, I0)], V)
    sizes = [(p.op("Size", [(side, V)], I0), I0) for side in (both, z)]
    begin = p.op("Pack", [(p.op("Sub", sizes, I0), I0)], I1, "axis = 0 : i64")
    rest = p.constant("-1", I1)
    tail = p.op("Slice", [(both, V), (begin, I1), (rest, I1)], V)
    return p.op("Mul", [(tail, V), (z, V)], V)


def grid(p: Program, x: str, i: int) -> str:
    """Outer sums of a vector with another, flattened and cut to as many as the two have."""
    y, axis = p.argument(V), p.constant("0", I0)
    column = p.op("ExpandDims", [(x, V), (p.constant("1", I0), I0)], "tensor<?x1xf32>")
    table = p.op("AddV2", [(column, "tensor<?x1xf32>"), (y, V)], M)
    sums = p.op("Sum", [(table, M), (p.constant("1", I1), I1)], V, "keep_dims = false")
    return p.op("ConcatV2", [(sums, V), (y, V), (axis, I0)], V)


def ranges_joined(p: Program, x: str, i: int) -> str:
    """Looked up at 0, 1, .. less than the size of another argument, and multiplied by that."""
    y, zero, one = p.argument(V), p.constant("0", I0), p.constant("1", I0)
    size = p.op("Size", [(y, V)], I0)
    numbers = p.op("Range", [(zero, I0), (size, I0), (one, I0)], L)
    inside = p.op("Minimum", [(numbers, L), (p.op("Sub", [(size, I0), (one, I0)], I0), I0)], L)
    return p.op("Mul", [(p.op("GatherV2", [(x, V), (inside, L), (zero, I0)], V), V), (y, V)], V)


def written_items(count: int) -> str:
    """A list of so many items of different sizes, each written at its place, read and added up."""
    p, handle = Program(), "tensor<!tf_type.variant<tensor<?xf32>>>"
    shape, axis = p.constant("-1", I1), p.constant("0", I0)
    items = p.op("TensorListReserve", [(shape, I1), (p.constant(str(count), I0), I0)], handle)
    places = [(p.constant(str(i), I0), I0) for i in range(count)]
    for place in places:
        items = p.op("TensorListSetItem", [(items, handle), place, (p.argument(V), V)], handle)
    sums = list[tuple[str, str]]()
    for place in places:
        item = p.op("TensorListGetItem", [(items, handle), place, (shape, I1)], V)
        sums.append((p.op("Sum", [(item, V), (axis, I0)], F, "keep_dims = false"), F))
    return p.text(p.op("Pack", sums, V, "axis = 0 : i64"), V)


def programs() -> Iterator[tuple[str, Callable[[], str]]]:
    """Names, and makers of texts."""
    chains: list[tuple[Callable[[Program, str, int], str], str, int]] = [
        (chosen_rows, M, 60),
        (heads, B3, 45),
        (nested_sizes, V, 30),
        (tail_of, V, 60),
        (grid, V, 100),
        (ranges_joined, V, 75),
    ]
    for step, type, steps in chains:
        name = f"{step.__name__.replace('_', ' ')} x {steps}"
        yield name, lambda s=step, t=type, n=steps: chain(s, t, n)
    counted: list[tuple[Callable[[int], str], int]] = [
        (masked_steps, 45),
        (pyramid, 40),
        (ragged_batch, 80),
        (many_results, 80),
        (written_items, 60),
    ]
    for make, count in counted:
        yield f"{make.__name__.replace('_', ' ')} x {count}", lambda m=make, n=count: m(n)
