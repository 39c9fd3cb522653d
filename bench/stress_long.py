"""Programs for `stress_run.py` as models have them: optimizers, attention, recurrent steps, slices."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stress import I0, I1, I2, M, Program, V, chain
from stress_families import B3, MASKS, L

I3, F = "tensor<3xi32>", "tensor<f32>"


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


def attention(p: Program, x: str, i: int) -> str:
    """Self-attention with a mask and a residual sum."""
    q, k, v = (p.op("BatchMatMulV2", [(x, B3), (p.argument(M), M)], B3) for _ in range(3))
    scores = p.op("BatchMatMulV2", [(q, B3), (k, B3)], B3, "adj_x = false, adj_y = true")
    scores = p.op("AddV2", [(scores, B3), (p.argument(M), M)], B3)
    mixed = p.op("BatchMatMulV2", [(p.op("Softmax", [(scores, B3)], B3), B3), (v, B3)], B3)
    return p.op("AddV2", [(x, B3), (mixed, B3)], B3)


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


def sliced_at(p: Program, x: str, i: int) -> str:
    """A slice of which a run gives the begin and the size."""
    pair = [p.op("Pack", [(p.argument(I0), I0)], I1, "axis = 0 : i64") for _ in range(2)]
    return p.op("Slice", [(x, V), *((value, I1) for value in pair)], V)


def nested_ifs(p: Program, x: str, i: int) -> str:
    """A branch in a branch, which joins an argument or does not."""
    c, d, y = p.argument("tensor<i1>"), p.argument("tensor<i1>"), p.argument(V)
    axis = p.constant("0", I0)
    name, end = f"%v{p.ops}", f"{{is_stateless = true}} : (tensor<i1>) -> {V}"
    inner = (
        f'%i = "tf.IfRegion"({d}) ({{ %t = "tf.ConcatV2"({x}, {y}, {axis}) : ({V}, {V}, {I0}) -> {V}'
        f' "tf.Yield"(%t) : ({V}) -> () }}, {{ %u = "tf.Tanh"({x}) : ({V}) -> {V}'
        f' "tf.Yield"(%u) : ({V}) -> () }}) {end}'
    )
    p.lines.append(
        f'{name} = "tf.IfRegion"({c}) ({{ {inner} "tf.Yield"(%i) : ({V}) -> () }}, '
        f'{{ "tf.Yield"({y}) : ({V}) -> () }}) {end}'
    )
    return name


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


def in_blocks(p: Program, x: str, i: int) -> str:
    """Padded to a multiple of 8, summed in blocks of 8, and joined to what it was."""
    zero, eight = p.constant("0", I0), p.constant("8", I0)
    size = p.op("Neg", [(p.op("Size", [(x, V)], I0), I0)], I0)
    rest = p.op("FloorMod", [(size, I0), (eight, I0)], I0)
    pair = p.op("Pack", [(zero, I0), (rest, I0)], I2, "axis = 0 : i64")
    amounts = p.op("Pack", [(pair, I2)], "tensor<1x2xi32>", "axis = 0 : i64")
    padded = p.op("Pad", [(x, V), (amounts, "tensor<1x2xi32>")], V)
    rows = p.op("Reshape", [(padded, V), (p.constant("[-1, 8]", I2), I2)], "tensor<?x8xf32>")
    operands = [(rows, "tensor<?x8xf32>"), (p.constant("1", I1), I1)]
    sums = p.op("Sum", operands, V, "keep_dims = false")
    return p.op("ConcatV2", [(sums, V), (x, V), (zero, I0)], V)


def programs() -> Iterator[tuple[str, Callable[[], str]]]:
    """Names, and makers of texts."""
    chains: list[tuple[Callable[[Program, str, int], str], str, int]] = [
        (attention, B3, 45),
        (sliced_at, V, 120),
        (nested_ifs, V, 60),
        (mask_and_gather, V, 80),
        (segment_sums, V, 40),
        (in_blocks, V, 50),
    ]
    for step, type, steps in chains:
        name = f"{step.__name__.replace('_', ' ')} x {steps}"
        yield name, lambda s=step, t=type, n=steps: chain(s, t, n)
    yield "optimizer x 35", lambda: optimizer(35)
    yield "lstm x 30", lambda: lstm(30)
