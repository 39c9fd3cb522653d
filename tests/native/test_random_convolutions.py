"""Random convolutions and what follows them as machine code, against the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
import pytest
from tieshape.interpreters.arrays import Array
from tieshape.native.engine import is_available

from .programs import agree, both, fenced, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

SEEDS = range(12)
SIZES = (1, 2, 3, 5, 7, 8, 9, 11, 14, 15, 16, 17, 19, 24, 33)


@dataclass(frozen=True)
class Drawn:
    """A program, the types of its arguments, and how many windows an image has along a dimension."""

    text: str
    types: tuple[str, ...]
    count: Callable[[int, int], int]


def drawn(seed: int) -> Drawn:
    """A convolution whose kernel is a constant or an argument, and a group that uses its result."""
    random = Random(seed)
    first, groups = random.random() < 0.6, random.choice([1, 1, 1, 2, 4])
    depth = random.choice([1, 2, 3, 8, 9]) if groups > 1 else random.choice([1, 3, 8, 16, 17])
    features = groups * random.choice([1, 2, 3, 5, 7, 12, 16, 24, 32, 48])
    if groups > 1 and random.random() < 0.4:  # each channel by itself
        groups, depth = features, 1
    window = [random.choice([1, 2, 3, 3, 4]) for _ in range(2)]
    apart = random.random() < 0.3
    steps = [1, 1] if apart else [random.choice([1, 1, 2, 3]) for _ in range(2)]
    holes = [1, 1] if apart else [random.choice([1, 1, 2]) for _ in range(2)]
    moves = [random.choice([2, 2, 3]) for _ in range(2)] if apart else [1, 1]
    pads = [[random.choice([0, 1, 1, 2, 3]) for _ in range(2)] for _ in range(2)]
    turned = [int(random.random() < 0.2) for _ in range(2)]
    channels = depth * groups
    layout = "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"
    x, c = f"b {channels} h w", f"b {features} p q"
    k = f"{features} {depth} {window[0]} {window[1]}"
    if not first:
        layout = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
        x, c = f"b h w {channels}", f"b p q {features}"
        k = f"{window[0]} {window[1]} {depth} {features}"
    is_constant = random.random() < 0.6
    fixed = ""
    if is_constant:
        values = np.random.default_rng(seed).integers(-9, 9, [*map(int, k.split())]) / 4
        fixed = f"%k = mhlo.constant dense<{values.tolist()}> : {tensor(k)}"
    types = [x, *[k] * (not is_constant), str(features), c]
    names = ["%x", *["%k"] * (not is_constant), "%v", "%y"]
    arguments = ", ".join(f"{n}: {tensor(t)}" for n, t in zip(names, types, strict=True))
    ends = {
        0: "mhlo.return %b : C!",
        1: "%m = mhlo.maximum %b, %z : C!\n mhlo.return %m : C!",
        2: "%n = mhlo.negate %b : C!\n %m = mhlo.maximum %b, %n : C!\n mhlo.return %m : C!",
    }
    after = ends[random.randrange(3)].replace("C!", tensor(c))
    window_text = f"stride = {steps}, pad = {pads}, lhs_dilate = {moves}, rhs_dilate = {holes}"
    text = f"""
{chr(10).join(f"sdim.symbol @{s}" for s in "bhwpq")}
func.func @main({arguments}) -> {tensor(c)} {{
  {fixed}
  %c = mhlo.convolution(%x, %k) dim_numbers = {layout},
      window = {{{window_text}, reverse = {turned}}}
      {{feature_group_count = {groups} : i64, batch_group_count = 1 : i64}}
      : ({tensor(x)}, {tensor(k)}) -> {tensor(c)}
  {" ".join(f"%i{i} = arith.constant {i} : index" + chr(10) for i in range(4))}
  {" ".join(f"%d{i} = tensor.dim %y, %i{i} : {tensor(c)}" + chr(10) for i in range(4))}
  %s = tensor.from_elements %d0, %d1, %d2, %d3 : tensor<4xindex>
  %r = "mhlo.fusion"(%c, %v, %y, %s) ({{
  ^bb0(%a: {tensor(c)}, %w: {tensor(str(features))}, %z: {tensor(c)}, %u: tensor<4xindex>):
    %e = "mhlo.dynamic_broadcast_in_dim"(%w, %u)
      <{{broadcast_dimensions = dense<{1 if first else 3}> : tensor<1xi64>}}>
      : ({tensor(str(features))}, tensor<4xindex>) -> {tensor(c)}
    %b = mhlo.add %a, %e : {tensor(c)}
    {after}
  }}) {{tieshape.kind = "after"}}
      : ({tensor(c)}, {tensor(str(features))}, {tensor(c)}, tensor<4xindex>) -> {tensor(c)}
  func.return %r : {tensor(c)}
}}
"""

    def count(axis: int, size: int) -> int:
        room = (size - 1) * moves[axis] + sum(pads[axis]) - (window[axis] - 1) * holes[axis]
        return max(room // steps[axis] + 1, 0)

    return Drawn(text, tuple(types), count)


def arguments_of(program: Drawn, seed: int, number: int) -> list[Array]:
    """Arguments of some size that fit together."""
    random, numbers = Random(100 * seed + number), np.random.default_rng(number)
    b, h, w = random.choice([0, 1, 1, 2]), *(random.choice(SIZES) for _ in range(2))
    sizes = {"b": b, "h": h, "w": w, "p": program.count(0, h), "q": program.count(1, w)}
    shapes = [[sizes[s] if s in sizes else int(s) for s in t.split()] for t in program.types]
    return [numbers.normal(size=shape).astype(np.float32) for shape in shapes]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_convolutions_are_those_of_the_interpreter(seed: int) -> None:
    program = drawn(seed)
    runner, compiled = both(program.text)
    assert not compiled.callbacks
    fences = [fenced(program.text, at_end=end) for end in (True, False)]
    for number in range(6):
        arguments = arguments_of(program, seed, number)
        assert agree(runner, compiled, arguments)
        for other in fences:
            assert agree(runner, other, arguments)
