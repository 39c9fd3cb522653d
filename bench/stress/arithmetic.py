"""Elementwise arithmetic: broadcasts of unrelated, named and equal sizes, sums, many results."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from program import B3, D2, I0, I1, I2, L, M, Maker, Program, V, chains, number, numbers, of_parts


def unary(p: Program, x: str, i: int) -> str:
    return p.op(("Tanh", "Exp", "Neg", "Relu")[i % 4], [(x, M)], M)


def same_argument(p: Program, x: str, i: int) -> str:
    y = "%a1" if len(p.arguments) > 1 else p.argument(M)
    return p.op("AddV2", [(x, M), (y, M)], M)


def multiplied(p: Program, x: str, i: int) -> str:
    y = p.argument(B3)
    return p.op("BatchMatMulV2", [(x, B3), (y, B3)], B3)


def broadcast_to(p: Program, x: str, i: int) -> str:
    """Broadcast to the shape of what it and another argument broadcast to."""
    y = p.argument(M)
    shapes = [(p.op("Shape", [(v, M)], I2), I2) for v in (x, y)]
    both = p.op("BroadcastArgs", shapes, I2)
    return p.op("Tanh", [(p.op("BroadcastTo", [(x, M), (both, I2)], M), M)], M)


def dropped(p: Program, x: str, i: int) -> str:
    """Elements where a mask of the run is set are scaled, all others 0, a bias is added."""
    mask = p.op("GreaterEqual", [(p.argument(M), M), (x, M)], D2)
    kept = p.op("Cast", [(mask, D2)], M, "Truncate = false")
    scaled = p.op("Mul", [(x, M), (kept, M)], M)
    return p.op("BiasAdd", [(scaled, M), (p.argument(V), V)], M, 'data_format = "NHWC"')


def distances(p: Program, x: str, i: int) -> str:
    """Distances of all rows from all of others, of which each row takes its nearest one."""
    others = p.argument(M)
    a = p.op("ExpandDims", [(x, M), number(p, 1)], "tensor<?x1x?xf32>")
    b = p.op("ExpandDims", [(others, M), number(p, 0)], "tensor<1x?x?xf32>")
    apart = p.op("SquaredDifference", [(a, "tensor<?x1x?xf32>"), (b, "tensor<1x?x?xf32>")], B3)
    total = p.op("Sum", [(apart, B3), numbers(p, 2)], M, "keep_dims = false")
    nearest = p.op("ArgMin", [(total, M), number(p, 1)], L)
    return p.op("GatherV2", [(others, M), (nearest, L), number(p, 0)], M)


def running(p: Program, x: str, i: int) -> str:
    """Sums from the end, added to what other rows have."""
    attrs = f"exclusive = {('false', 'true')[i % 2]}, reverse = false"
    turned = p.op("ReverseV2", [(x, M), numbers(p, 0)], M)
    sums = p.op("Cumsum", [(turned, M), number(p, 0)], M, attrs)
    back = p.op("ReverseV2", [(sums, M), numbers(p, 0)], M)
    return p.op("AddV2", [(back, M), (p.argument(M), M)], M)


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


def hinted(count: int) -> str:
    """Unrelated pairs of arguments with hints, each added."""
    p = Program()
    sums = list[tuple[str, str]]()
    for i in range(count):
        pair = [(p.argument(V), V), (p.argument(V), V)]
        sums.append((p.op("AddV2", pair, V), V))
        p.arguments[-2:] = [f"{text} {{sdim.hint = [{i + 2}]}}" for text in p.arguments[-2:]]
    return p.text(p.op("ConcatV2", [*sums, (p.constant("0", I0), I0)], V), V)


def equal_sizes() -> str:
    """Many sizes that must be equal, two at a time."""
    p = Program()
    arguments = [p.argument(V) for _ in range(200)]
    for a, b in itertools.pairwise(arguments):
        p.op("Pack", [(a, V), (b, V)], M, "axis = 0 : i64")
    return p.text(arguments[0], V)


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


def crossed(layers: int) -> str:
    """Layers of sums of two of twelve matrices, another one beside it in each; all in one sum."""
    p = Program()
    values = [p.argument(M) for _ in range(12)]
    for layer in range(layers):
        others = [values[(i * 7 + layer + 1) % len(values)] for i in range(len(values))]
        values = [p.op("AddV2", [(a, M), (b, M)], M) for a, b in zip(values, others, strict=True)]
    return p.text(p.op("AddN", [(value, M) for value in values], M), M)


PROGRAMS: tuple[Maker, ...] = (
    *chains(
        (unary, M, 480),
        (same_argument, M, 480),
        (multiplied, B3, 100),
        (broadcast_to, M, 90),
        (dropped, M, 110),
        (distances, M, 60),
        (running, M, 110),
    ),
    *of_parts(
        (hinted, 150),
        (many_results, 80),
        (crossed, 4),
        (crossed, 40),
    ),
    ("150 unrelated AddV2", pairs("AddV2")),
    ("150 unrelated Maximum", pairs("Maximum")),
    ("400 arguments of one shape", lambda: one_name(400)),
    ("equal sizes", equal_sizes),
)
