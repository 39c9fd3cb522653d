"""Arithmetic on sizes, and tensors of sizes that are computed."""

from __future__ import annotations

from collections.abc import Callable

from program import (
    I0,
    I1,
    I2,
    MASKS,
    L,
    Maker,
    Program,
    V,
    chains,
    of_parts,
)


def given_size(p: Program, x: str, i: int) -> str:
    n = p.argument(I0)
    sizes = p.op("Pack", [(n, I0), (p.constant("-1", I0), I0)], I2, "axis = 0 : i64")
    operands = [(x, V), (sizes, I2), (p.constant("0", I0), I0)]
    return p.several("SplitV", operands, V, 2)[1]


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


PROGRAMS: tuple[Maker, ...] = (
    *chains(
        (given_size, V, 100),
        (ranged, V, 100),
    ),
    *of_parts(
        (running_sizes, 150),
    ),
    ("size arithmetic x 60", lambda: filled(size_arithmetic, 60)),
    ("size arithmetic x 400", lambda: filled(size_arithmetic, 400)),
    ("sizes of 200 arguments", lambda: filled(sizes_of_arguments, 200)),
)
