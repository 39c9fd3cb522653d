"""More programs for `stress_run.py`: gathers, selections, lists, nested loops and branches, names."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stress import I0, I1, I2, M, Program, V, chain

L = "tensor<?xi32>"
B3 = "tensor<?x?x?xf32>"
MASKS = (
    "begin_mask = {0} : i64, ellipsis_mask = 0 : i64, end_mask = {1} : i64, "
    "new_axis_mask = {2} : i64, shrink_axis_mask = {3} : i64"
)


def selected(p: Program, x: str, i: int) -> str:
    c, y = p.argument("tensor<?xi1>"), p.argument(V)
    return p.op("SelectV2", [(c, "tensor<?xi1>"), (x, V), (y, V)], V)


def masked(p: Program, x: str, i: int) -> str:
    """A boolean mask by comparison, and a sum with what has the old size's rest."""
    zero = p.constant("0.0", "tensor<f32>")
    mask = p.op("Greater", [(x, V), (zero, "tensor<f32>")], "tensor<?xi1>")
    places = p.op("Where", [(mask, "tensor<?xi1>")], "tensor<?x1xi64>")
    return p.op("GatherNd", [(x, V), (places, "tensor<?x1xi64>")], V)


def padded_by(p: Program, x: str, i: int) -> str:
    """Padding by the size of another argument."""
    n = p.op("Size", [(p.argument(V), V)], I0)
    pair = p.op("Pack", [(n, I0), (p.constant("0", I0), I0)], I2, "axis = 0 : i64")
    amounts = p.op("ExpandDims", [(pair, I2), (p.constant("0", I0), I0)], "tensor<1x2xi32>")
    return p.op("Pad", [(x, V), (amounts, "tensor<1x2xi32>")], V)


def tiled_twice(p: Program, x: str, i: int) -> str:
    return p.op("Tile", [(x, V), (p.constant("2", I1), I1)], V)


def reshaped(p: Program, x: str, i: int) -> str:
    """`[-1, n]` and back to one dimension, n that of a new argument."""
    n = p.op("Size", [(p.argument(V), V)], I0)
    shape = p.op("Pack", [(p.constant("-1", I0), I0), (n, I0)], I2, "axis = 0 : i64")
    rows = p.op("Reshape", [(x, V), (shape, I2)], M)
    return p.op("Reshape", [(p.op("Exp", [(rows, M)], M), M), (p.constant("-1", I1), I1)], V)


def swapped(p: Program, x: str, i: int) -> str:
    """A matrix read as one of swapped sizes."""
    shape = p.op("Shape", [(x, M)], I2)
    turned = p.op("ReverseV2", [(shape, I2), (p.constant("0", I1), I1)], I2)
    return p.op("Reshape", [(x, M), (turned, I2)], M)


def multiplied(p: Program, x: str, i: int) -> str:
    y = p.argument(B3)
    return p.op("BatchMatMulV2", [(x, B3), (y, B3)], B3)


def first_half(p: Program, x: str, i: int) -> str:
    """`x[:size // 2]`"""
    half = p.op("FloorDiv", [(p.op("Size", [(x, V)], I0), I0), (p.constant("2", I0), I0)], I0)
    end = p.op("Pack", [(half, I0)], I1, "axis = 0 : i64")
    begin, one = p.constant("0", I1), p.constant("1", I1)
    masks = MASKS.format(1, 0, 0, 0)
    return p.op("StridedSlice", [(x, V), (begin, I1), (end, I1), (one, I1)], V, masks)


def without_last(p: Program, x: str, i: int) -> str:
    begin, end, one = p.constant("0", I1), p.constant("-1", I1), p.constant("1", I1)
    masks = MASKS.format(1, 0, 0, 0)
    return p.op("StridedSlice", [(x, V), (begin, I1), (end, I1), (one, I1)], V, masks)


def reversed_by_stride(p: Program, x: str, i: int) -> str:
    zero, step = p.constant("0", I1), p.constant("-1", I1)
    masks = MASKS.format(1, 1, 0, 0)
    return p.op("StridedSlice", [(x, V), (zero, I1), (zero, I1), (step, I1)], V, masks)


def cut(p: Program, x: str, i: int) -> str:
    """`x[:n]` for the size n of a new argument."""
    n = p.op("Shape", [(p.argument(V), V)], I1)
    begin, one = p.constant("0", I1), p.constant("1", I1)
    masks = MASKS.format(1, 0, 0, 0)
    return p.op("StridedSlice", [(x, V), (begin, I1), (n, I1), (one, I1)], V, masks)


def sliced(p: Program, x: str, i: int) -> str:
    """A slice from 1 of one element less, by `Slice`."""
    size = p.op("Size", [(x, V)], I0)
    less = p.op("Sub", [(size, I0), (p.constant("1", I0), I0)], I0)
    sizes = p.op("Pack", [(less, I0)], I1, "axis = 0 : i64")
    return p.op("Slice", [(x, V), (p.constant("1", I1), I1), (sizes, I1)], V)


def split_and_joined(p: Program, x: str, i: int) -> str:
    axis = p.constant("0", I0)
    a, b, c = p.several("Split", [(axis, I0), (x, V)], V, 3)
    return p.op("ConcatV2", [(c, V), (a, V), (b, V), (axis, I0)], V)


def thirds(p: Program, x: str, i: int) -> str:
    a, _b, c = p.several("Split", [(p.constant("0", I0), I0), (x, V)], V, 3)
    return p.op("ConcatV2", [(a, V), (c, V), (p.constant("0", I0), I0)], V)


def packed(p: Program, x: str, i: int) -> str:
    rows = p.op("Pack", [(x, V), (p.argument(V), V)], "tensor<2x?xf32>", "axis = 0 : i64")
    return p.op(
        "Sum", [(rows, "tensor<2x?xf32>"), (p.constant("0", I1), I1)], V, "keep_dims = false"
    )


def repeated(p: Program, x: str, i: int) -> str:
    """Gathered at where it is not zero, beside a new argument of that size."""
    places = p.op("Where", [(x, V)], "tensor<?x1xi64>")
    found = p.op("GatherNd", [(x, V), (places, "tensor<?x1xi64>")], V)
    return p.op("AddV2", [(found, V), (p.argument(V), V)], V)


def ranged(p: Program, x: str, i: int) -> str:
    """A range as long as x and one more, as floats."""
    size = p.op("Size", [(x, V)], I0)
    one = p.constant("1", I0)
    limit = p.op("AddV2", [(size, I0), (one, I0)], I0)
    numbers = p.op("Range", [(p.constant("0", I0), I0), (limit, I0), (one, I0)], L)
    return p.op("Cast", [(numbers, L)], V, "Truncate = false")


def size_arithmetic(p: Program, x: str, i: int) -> str:
    """A number computed on and on from a size."""
    name = ("AddV2", "Mul", "FloorDiv", "Maximum", "Sub", "FloorMod")[i % 6]
    other = p.constant(("3", "2", "2", "5", "1", "97")[i % 6], I0)
    return p.op(name, [(x, I0), (other, I0)], I0)


def sizes_of_arguments(p: Program, x: str, i: int) -> str:
    """A number computed from the sizes of many arguments."""
    size = p.op("Size", [(p.argument(V), V)], I0)
    return p.op(("AddV2", "Maximum", "Minimum", "Mul")[i % 4], [(x, I0), (size, I0)], I0)


def filled(step: Callable[[Program, str, int], str], steps: int) -> str:
    """A tensor of the size that `step`, again and again on a size, gives."""
    p = Program()
    n = p.op("Size", [(p.argument(V), V)], I0)
    for i in range(steps):
        n = step(p, n, i)
    shape = p.op("Pack", [(n, I0)], I1, "axis = 0 : i64")
    return p.text(
        p.op("Fill", [(shape, I1), (p.constant("1.0", "tensor<f32>"), "tensor<f32>")], V), V
    )


def nested_branches(depth: int) -> str:
    """Branches in branches, which change the size."""
    p = Program()
    x = p.argument(V)
    conditions = [p.argument("tensor<i1>") for _ in range(depth)]
    axis = p.constant("0", I0)

    def inside(level: int) -> str:
        if level == depth:
            return f'%d{level} = "tf.Tanh"({x}) : ({V}) -> {V} "tf.Yield"(%d{level}) : ({V}) -> ()'
        join = f'%j{level} = "tf.ConcatV2"(%d{level + 1}, {x}, {axis}) : ({V}, {V}, {I0}) -> {V}'
        then = f"{inside(level + 1)}" if level + 1 == depth else inside(level + 1)
        del join
        return (
            f'%d{level} = "tf.IfRegion"({conditions[level]}) ({{ {then} }}, '
            f'{{ %e{level} = "tf.ConcatV2"({x}, {x}, {axis}) : ({V}, {V}, {I0}) -> {V} '
            f'"tf.Yield"(%e{level}) : ({V}) -> () }}) {{is_stateless = true}} : (tensor<i1>) -> {V} '
            f'"tf.Yield"(%d{level}) : ({V}) -> ()'
        )

    body = inside(0)
    p.lines.append(body[: body.rindex('"tf.Yield"')])
    return p.text("%d0", V)


def nested_loops(depth: int) -> str:
    """Loops in loops, each carries the tensor, the innermost joins it."""
    p = Program()
    x = p.argument(V)
    zero, ten, one = p.constant("0", I0), p.constant("10", I0), p.constant("1", I0)

    def loop(level: int, value: str) -> str:
        if level == depth:
            return f'%b{level} = "tf.ConcatV2"({value}, {x}, {zero}) : ({V}, {V}, {I0}) -> {V}'
        inner = loop(level + 1, f"%v{level}x")
        result = f"%b{level + 1}" if level + 1 == depth else f"%b{level + 1}#1"
        return (
            f'%b{level}:2 = "tf.WhileRegion"({zero}, {value}) ({{\n ^bb0(%i{level}: {I0}, %w{level}: {V}):\n'
            f' %c{level} = "tf.Less"(%i{level}, {ten}) : ({I0}, {I0}) -> tensor<i1>\n'
            f' "tf.Yield"(%c{level}) : (tensor<i1>) -> ()\n }}, {{\n'
            f" ^bb0(%k{level}: {I0}, %v{level}x: {V}):\n"
            f' %n{level} = "tf.AddV2"(%k{level}, {one}) : ({I0}, {I0}) -> {I0}\n {inner}\n'
            f' "tf.Yield"(%n{level}, {result}) : ({I0}, {V}) -> ()\n'
            f" }}) {{is_stateless = true}} : ({I0}, {V}) -> ({I0}, {V})"
        )

    p.lines.append(loop(0, x))
    return p.text("%b0#1", V)


def lists(count: int) -> str:
    """Lists that are filled by position and read back."""
    p = Program()
    type = f"tensor<!tf_type.variant<{V}>>"
    x, shape = p.argument(V), p.constant("-1", I1)
    total = x
    for i in range(count):
        n = p.constant(str(2), I0)
        handle = p.op("TensorListReserve", [(shape, I1), (n, I0)], type)
        for j in range(2):
            place = p.constant(str(j), I0)
            operands = [(handle, type), (place, I0), (total, V)]
            handle = p.op(
                "TensorListSetItem", operands, type, "resize_if_index_out_of_bounds = false"
            )
        operands = [(handle, type), (p.constant(str(i % 2), I0), I0), (shape, I1)]
        total = p.op("TensorListGetItem", operands, V)
    return p.text(total, V)


def one_name(count: int) -> str:
    """Many arguments of the same two named sizes, combined in turn."""
    p = Program()
    type = "tensor<?x?xf32, [@S0, @S1]>"
    arguments = [p.argument(type) for _ in range(count)]
    total = p.op("AddV2", [(arguments[0], type), (arguments[1], type)], M)
    for argument in arguments[2:]:
        total = p.op("Mul", [(total, M), (argument, type)], M)
    text = p.text(total, M)
    return f"sdim.symbol @S0\nsdim.symbol @S1\n{text}"


def programs() -> Iterator[tuple[str, Callable[[], str]]]:
    """Names, and makers of texts."""
    chains: list[tuple[Callable[[Program, str, int], str], str, int]] = [
        (selected, V, 60),
        (masked, V, 150),
        (padded_by, V, 100),
        (tiled_twice, V, 60),
        (reshaped, V, 80),
        (swapped, M, 150),
        (multiplied, B3, 100),
        (first_half, V, 60),
        (without_last, V, 450),
        (reversed_by_stride, V, 450),
        (cut, V, 200),
        (sliced, V, 100),
        (split_and_joined, V, 200),
        (thirds, V, 60),
        (packed, V, 200),
        (repeated, V, 120),
        (ranged, V, 100),
    ]
    for step, type, steps in chains:
        name = f"{step.__name__.replace('_', ' ')} x {steps}"
        yield name, lambda s=step, t=type, n=steps: chain(s, t, n)
    yield "size arithmetic x 60", lambda: filled(size_arithmetic, 60)
    yield "size arithmetic x 400", lambda: filled(size_arithmetic, 400)
    yield "sizes of 200 arguments", lambda: filled(sizes_of_arguments, 200)
    yield "branches 20 deep", lambda: nested_branches(20)
    yield "loops 8 deep", lambda: nested_loops(8)
    yield "lists x 100", lambda: lists(100)
    yield "400 arguments of one shape", lambda: one_name(400)
