"""Random convolutions, alone or with ops on their results."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from tieshape.interpreters.arrays import Array

from tests.native.programs import tensor

SPATIAL = ("h", "w", "d")
KERNEL = ("u", "v", "z")
RESULT = ("l", "m", "n")
SYMBOLS = (*SPATIAL, *KERNEL, *RESULT, "b", "c", "e", "q")
SIZES = (1, 2, 3, 5, 6, 8, 9, 13, 16, 17, 20, 33, 40)
DTYPES = {"f32": "f4", "f64": "f8", "i32": "i4", "i64": "i8"}


@dataclass(frozen=True, slots=True)
class Convolution:
    """The text of `@main(image[, kernel][, bias, other])` and what its arguments are.

    alone: the text without what follows
    is_constant: whether the program has the kernel itself
    image, kernel, result: sizes, which are letters where they are unknown
    followed: the dimension of the result that a bias has, where ops follow
    """

    text: str
    alone: str
    element: str
    image: tuple[str, ...]
    kernel: tuple[str, ...]
    result: tuple[str, ...]
    followed: int | None
    is_constant: bool

    def operands(self, seed: int) -> list[Array]:
        """An image, and a kernel unless it is constant; one size is 0 now and then."""
        chance = random.Random(seed)
        sizes = {name: chance.choice(SIZES) for name in SPATIAL}
        sizes |= {name: chance.choice((1, 2, 3, 4)) for name in KERNEL}
        sizes |= {"b": chance.choice((1, 2, 3, 4, 6)), "c": chance.choice((1, 3, 8, 17))}
        sizes["e"] = chance.choice((1, 3, 8, 17, 33))
        if chance.random() < 0.15:
            sizes[chance.choice("bhwdce")] = 0
        shapes = [[sizes[s] if s in sizes else int(s) for s in self.image]]
        if not self.is_constant:
            shapes += [[sizes[s] if s in sizes else int(s) for s in self.kernel]]
        return [self.drawn(shape, seed + place) for place, shape in enumerate(shapes)]

    def drawn(self, shape: Sequence[int], seed: int) -> Array:
        """Random whole numbers: sums of their products are exact in any order."""
        return np.random.default_rng(seed).integers(-3, 4, shape).astype(DTYPES[self.element])


def random_convolution(seed: int, *, followed: bool = False) -> Convolution:
    """The convolution of a seed, with ops on its result if `followed`."""
    chance = random.Random(seed)
    spatial = [str(axis) for axis in range(chance.choice((1, 2, 2, 2, 2, 3)))]
    orders = _orders(chance, spatial)
    groups, batch_groups, inner, features = _groups(chance)
    element = chance.choice(("f32", "f32", "f32", "f32", "f64", "i32", "i64"))
    alone = groups == batch_groups == 1
    channels = "c" if alone and chance.random() < 0.12 else str(inner * groups)
    made = "e" if alone and chance.random() < 0.1 else str(features)
    batch = "b" if batch_groups == 1 or chance.random() < 0.5 else str(2 * batch_groups)
    image = {"b": batch, "f": channels}
    kernel = {"i": channels if groups == 1 else str(inner), "o": made}
    result = {"b": batch if batch_groups == 1 else "q", "f": made}
    points = chance.random() < 0.25
    for axis in spatial:
        known = str(chance.choice((1, 4, 9, 16, 31)))
        image[axis] = SPATIAL[int(axis)] if chance.random() < 0.8 else known
        window = str(1 if points else chance.choice((1, 1, 2, 3, 3, 4, 5, 7)))
        kernel[axis] = window if chance.random() < 0.93 else KERNEL[int(axis)]
        result[axis] = RESULT[int(axis)]
    thin = random.Random(f"one column {seed}")
    if thin.random() < 0.15:
        axis = thin.choice(spatial)
        image[axis] = kernel[axis] = "1"
    pairs = zip((image, kernel, result), orders, strict=True)
    shapes = [tuple(sizes[axis] for axis in order) for sizes, order in pairs]
    types = [tensor(f"{' '.join(shape)}:{element}") for shape in shapes]
    layout = "x".join(f"[{', '.join(order)}]" for order in orders[:2])
    after, axis = _after(chance, shapes[2], types[2], element) if followed else (None, None)
    window = _window(chance, len(spatial))
    argument, constant = f", %k: {types[1]}", ""
    if is_constant := random.Random(f"kernel {seed}").random() < 0.4 and _is_known(shapes[1]):
        numbers = np.random.default_rng(seed).integers(-3, 4, [int(size) for size in shapes[1]])
        elements = numbers.astype(DTYPES[element]).tolist()
        argument, constant = "", f"%k = mhlo.constant dense<{elements}> : {types[1]}"

    def text(extra: str, lines: str, returned: str) -> str:
        return f"""
{chr(10).join(f"sdim.symbol @{name}" for name in SYMBOLS)}
func.func @main(%x: {types[0]}{argument}{extra}) -> {types[2]} {{
  {constant}
  %r = mhlo.convolution(%x, %k) dim_numbers = {layout}->[{", ".join(orders[2])}],
      window = {{{window}}}
      {{feature_group_count = {groups} : i64, batch_group_count = {batch_groups} : i64}}
      : ({types[0]}, {types[1]}) -> {types[2]}
{lines}
  func.return {returned} : {types[2]}
}}
"""

    alone = text("", "", "%r")
    return Convolution(text(*after) if after else alone, alone, element, *shapes, axis, is_constant)


def _is_known(shape: Sequence[str]) -> bool:
    return all(size.isdigit() for size in shape)


def _orders(chance: random.Random, spatial: list[str]) -> list[list[str]]:
    """Of the dimensions of image, kernel and result."""
    style = chance.choice(("last", "first", "mixed"))
    if style == "first":
        return [["b", "f", *spatial], ["o", "i", *spatial], ["b", "f", *spatial]]
    orders = [["b", *spatial, "f"], [*spatial, "i", "o"], ["b", *spatial, "f"]]
    if style == "mixed":
        for order in orders:
            chance.shuffle(order)
    return orders


def _groups(chance: random.Random) -> tuple[int, int, int, int]:
    """Groups of features, groups of images, channels in a group, features."""
    inner = chance.choice((1, 2, 3, 4, 5, 8, 16, 17))
    features = chance.choice((1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 20, 32, 33, 40))
    kind = chance.random()
    if kind < 0.2:
        groups = chance.choice((2, 3, 4))
        return groups, 1, inner, features * groups
    if kind < 0.35:
        groups = chance.choice((3, 8, 19, 20))
        return groups, 1, 1, groups * chance.choice((1, 1, 2))
    if kind < 0.45:
        groups = chance.choice((2, 3))
        return 1, groups, inner, features * groups
    return 1, 1, inner, features


def _window(chance: random.Random, rank: int) -> str:
    amounts = (0, 0, 1, 1, 2, 3, 5, -1, -2)
    choices: Mapping[str, tuple[float, Sequence[int]]] = {
        "stride": (0.6, (1, 1, 1, 2, 2, 3)),
        "lhs_dilate": (0.25, (1, 2, 2, 3)),
        "rhs_dilate": (0.3, (1, 2, 3)),
        "reverse": (0.2, (0, 1)),
    }
    said = [
        f"{name} = {[chance.choice(values) for _ in range(rank)]}"
        for name, (share, values) in choices.items()
        if chance.random() < share
    ]
    if chance.random() < 0.7:
        padding = [[chance.choice(amounts), chance.choice(amounts)] for _ in range(rank)]
        said.append(f"pad = {padding}")
    return ", ".join(said)


def _after(
    chance: random.Random, shape: tuple[str, ...], type_: str, element: str
) -> tuple[tuple[str, str, str], int]:
    """Arguments, lines and the result of ops on `%r`, and which dimension the bias has."""
    known = [axis for axis, size in enumerate(shape) if size.isdigit()]
    axis = chance.choice(known or range(len(shape)))
    bias = tensor(f"{shape[axis]}:{element}")
    lines, sizes = list[str](), f"tensor<{len(shape)}xindex>"
    for place in range(len(shape)):
        lines.append(f"%i{place} = arith.constant {place} : index")
        lines.append(f"%d{place} = tensor.dim %r, %i{place} : {type_}")
    dims = ", ".join(f"%d{place}" for place in range(len(shape)))
    lines.append(f"%s = tensor.from_elements {dims} : {sizes}")
    lines.append(
        f'%e = "mhlo.dynamic_broadcast_in_dim"(%v, %s) <{{broadcast_dimensions = dense<{axis}> : '
        f"tensor<1xi64>}}> : ({bias}, {sizes}) -> {type_}"
    )
    current = "%r"
    bent = "tanh" if element.startswith("f") else "negate"
    for step in range(chance.choice((1, 2, 3))):
        ops = (f"add {current}, %e", f"maximum {current}, %e", f"multiply {current}, {current}")
        ops = (*ops, f"subtract %y, {current}", f"{bent} {current}", f"add {current}, %r")
        lines.append(f"%t{step} = mhlo.{chance.choice(ops)} : {type_}")
        current = f"%t{step}"
    return (f", %v: {bias}, %y: {type_}", "\n".join(f"  {line}" for line in lines), current), axis
