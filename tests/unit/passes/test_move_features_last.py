"""Random programs of convolutions of bytes, before and after their features are moved."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tieshape.dialects import mhlo
from tieshape.materialize.dead_code import erase_dead
from tieshape.passes import MoveFeaturesLastPass
from xdsl.dialects.builtin import ModuleOp

from tieshape import Runner, new_context, parse_module

BATCH, HEIGHT, WIDTH = "?", "?", 6
CHANNELS = 4
NUMBERS = "{batch_group_count = 1 : i64, feature_group_count = GROUPS : i64}"


class Text:
    """A program that grows: values of i8, i32 and f32 of one shape, and what is made of them."""

    def __init__(self, seed: int):
        self.random = Random(seed)
        self.lines = list[str]()
        self.values = {"%x": "i8", "%y": "i32"}
        self.results = list[tuple[str, str]]()

    def type(self, element: str) -> str:
        return f"tensor<?x{CHANNELS}x?x{WIDTH}x{element}, [@b, {CHANNELS}, @h, {WIDTH}]>"

    def add(self, line: str, element: str) -> None:
        name = f"%v{len(self.values)}"
        self.lines.append(f"  {name} = {line}")
        self.values[name] = element

    def any(self, *elements: str) -> str:
        return self.random.choice([v for v, e in self.values.items() if e in elements])

    def end(self, line: str, type_: str) -> None:
        name = f"%e{len(self.results)}"
        self.lines.append(f"  {name} = {line}")
        self.results.append((name, type_))

    def step(self) -> None:
        kind = self.random.choice(
            ["conv"] * 3
            + ["convert", "add", "bias", "pad", "window", "turn", "back", "sum", "rows"]
        )
        getattr(self, f"_{kind}")()

    def _conv(self) -> None:
        groups, element, result = 1, "i8", "i32"
        if self.random.random() < 0.2 and "f32" in self.values.values():
            groups, element, result = self.random.choice(
                [(CHANNELS, "f32", "f32"), (2, "f32", "f32")]
            )
        size = self.random.choice([1, 3])
        depth = CHANNELS // groups
        kernel = f"tensor<{CHANNELS}x{depth}x{size}x{size}x{element}>"
        count = CHANNELS * depth * size * size
        words = [self.random.randint(-3, 3) for _ in range(count)]
        data = np.array(words, np.int8 if element == "i8" else np.float32).tobytes().hex().upper()
        name = f"%k{len(self.lines)}"
        self.lines.append(f'  {name} = mhlo.constant dense<"0x{data}"> : {kernel}')
        half = size // 2
        x, y = self.type(element), self.type(result)
        self.add(
            f"mhlo.convolution({self.any(element)}, {name}) dim_numbers = "
            f"[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {{pad = [[{half}, {half}], "
            f"[{half}, {half}]]}} {NUMBERS.replace('GROUPS', str(groups))} : ({x}, {kernel}) -> {y}",
            result,
        )

    def _convert(self) -> None:
        source = self.any("i8", "i32", "f32")
        kind = self.values[source]
        to = self.random.choice([e for e in ("i8", "i32", "f32") if e != kind])
        self.add(f"mhlo.convert {source} : ({self.type(kind)}) -> {self.type(to)}", to)

    def _add(self) -> None:
        one = self.any("i8", "i32")
        kind = self.values[one]
        op = self.random.choice(["add", "maximum", "multiply"])
        self.add(f"mhlo.{op} {one}, {self.any(kind)} : {self.type(kind)}", kind)

    def _bias(self) -> None:
        one = self.any("i8", "i32")
        kind = self.values[one]
        name = f"%c{len(self.lines)}"
        shape, places = self.random.choice(
            [
                (f"{CHANNELS}", "1"),
                (f"{CHANNELS}x1x1", "1, 2, 3"),
                (f"{CHANNELS}x1x{WIDTH}", "1, 2, 3"),
                (f"1x{WIDTH}", "0, 3"),
            ]
        )
        count = int(np.prod([int(s) for s in shape.split("x")]))
        words = np.array([self.random.randint(-9, 9) for _ in range(count)])
        data = words.astype(np.int8 if kind == "i8" else np.int32).tobytes().hex().upper()
        self.lines.append(f'  {name} = mhlo.constant dense<"0x{data}"> : tensor<{shape}x{kind}>')
        self.lines.append(f"  {name}_all = \"mhlo.dynamic_broadcast_in_dim\"({name}, %shape) "
            f"<{{broadcast_dimensions = dense<[{places}]> : tensor<{places.count(',') + 1}xi64>}}> "
            f": (tensor<{shape}x{kind}>, tensor<4xindex>) -> {self.type(kind)}")  # fmt: skip
        self.add(f"mhlo.add {one}, {name}_all : {self.type(kind)}", kind)

    def _pad(self) -> None:
        """One more on one side in a dimension, one less on the other."""
        one = self.any("i8", "i32")
        kind = self.values[one]
        low = self.random.choice([[0, 1, 0, 0], [0, 0, -1, 0], [0, 0, 0, 1], [0, -1, 1, 1]])
        name = f"%z{len(self.lines)}"
        self.lines.append(f"  {name} = mhlo.constant dense<5> : tensor<{kind}>")
        if self.random.random() < 0.5:
            entries = [f"edge_padding_low = dense<{low}> : tensor<4xi64>"]
            entries += [f"edge_padding_high = dense<{[-n for n in low]}> : tensor<4xi64>"]
            entries += ["interior_padding = dense<0> : tensor<4xi64>"]
            line = f'"mhlo.pad"({one}, {name}) <{{{", ".join(entries)}}}> : '
            self.add(f"{line}({self.type(kind)}, tensor<{kind}>) -> {self.type(kind)}", kind)
            return
        for what, numbers in (("l", low), ("h", [-n for n in low]), ("i", [0] * 4)):
            self.lines.append(f"  {name}{what} = arith.constant dense<{numbers}> : tensor<4xindex>")
        vectors = "tensor<4xindex>, tensor<4xindex>, tensor<4xindex>"
        self.add(
            f"mhlo.dynamic_pad {one}, {name}, {name}l, {name}h, {name}i : "
            f"({self.type(kind)}, tensor<{kind}>, {vectors}) -> {self.type(kind)}",
            kind,
        )

    def _window(self) -> None:
        one = self.any("i8")
        name, t = f"%w{len(self.lines)}", "tensor<i8>"
        self.lines.append(f"  {name} = mhlo.constant dense<-128> : {t}")
        sizes = self.random.choice(["[1, 1, 3, 1]", "[1, 1, 1, 3]", "[1, 3, 1, 1]"])
        pads = sizes.replace("1, ", "[0, 0], ").replace("1]", "[0, 0]]").replace("3", "[1, 1]")
        self.add(
            f'"mhlo.reduce_window"({one}, {name}) <{{window_dimensions = dense<{sizes}> : '
            f"tensor<4xi64>, padding = dense<{pads}> : tensor<4x2xi64>}}> ({{\n"
            f"  ^bb0(%i: {t}, %j: {t}):\n    %m = mhlo.maximum %i, %j : {t}\n"
            f"    mhlo.return %m : {t}\n  }}) : ({self.type('i8')}, {t}) -> {self.type('i8')}",
            "i8",
        )

    def _turn(self) -> None:
        one = self.any("i8", "i32")
        kind = self.values[one]
        order, entries = self.random.choice(
            [
                ("[0, 2, 3, 1]", ["@b", "@h", str(WIDTH), str(CHANNELS)]),
                ("[1, 0, 2, 3]", [str(CHANNELS), "@b", "@h", str(WIDTH)]),
            ]
        )
        sizes = "x".join(e if e.isdigit() else "?" for e in entries)
        type_ = f"tensor<{sizes}x{kind}, [{', '.join(entries)}]>"
        self.end(
            f'"mhlo.transpose"({one}) <{{permutation = dense<{order}> : tensor<4xi64>}}> : '
            f"({self.type(kind)}) -> {type_}",
            type_,
        )

    def _back(self) -> None:
        """What was transposed before, in both ways that matter."""
        one = self.any("i8", "i32")
        kind = self.values[one]
        name = f"%t{len(self.lines)}"
        away = f"tensor<?x?x{WIDTH}x{CHANNELS}x{kind}, [@b, @h, {WIDTH}, {CHANNELS}]>"
        self.lines.append(
            f'  {name} = "mhlo.transpose"({one}) <{{permutation = dense<[0, 2, 3, 1]> : '
            f"tensor<4xi64>}}> : ({self.type(kind)}) -> {away}"
        )
        self.add(
            f'"mhlo.transpose"({name}) <{{permutation = dense<[0, 3, 1, 2]> : tensor<4xi64>}}> '
            f": ({away}) -> {self.type(kind)}",
            kind,
        )

    def _sum(self) -> None:
        one = self.any("i32")
        name = f"%n{len(self.lines)}"
        self.lines.append(f"  {name} = mhlo.constant dense<0> : tensor<i32>")
        gone, entries = self.random.choice(
            [
                ("[2, 3]", ["@b", str(CHANNELS)]),
                ("[0]", [str(CHANNELS), "@h", str(WIDTH)]),
                ("[1]", ["@b", "@h", str(WIDTH)]),
                ("[1, 3]", ["@b", "@h"]),
            ]
        )
        sizes = "x".join(e if e.isdigit() else "?" for e in entries)
        type_ = f"tensor<{sizes}xi32, [{', '.join(entries)}]>"
        self.end(
            f"mhlo.reduce({one} init: {name}) applies mhlo.add across dimensions = {gone} : "
            f"({self.type('i32')}, tensor<i32>) -> {type_}",
            type_,
        )

    def _rows(self) -> None:
        one = self.any("i8", "i32")
        place = f"%p{len(self.lines)}"
        number = self.random.randrange(4)
        self.lines.append(f"  {place} = arith.constant {number} : index")
        self.end(f"tensor.dim {one}, {place} : {self.type(self.values[one])}", "index")

    def text(self, steps: int) -> str:
        for _ in range(steps):
            self.step()
        last = list(self.values)[-1]
        names = [*(name for name, _ in self.results), last]
        types = [*(type_ for _, type_ in self.results), self.type(self.values[last])]
        lines = "\n".join(self.lines)
        return f"""
sdim.symbol @b
sdim.symbol @h
func.func @main(%x: {self.type("i8")}, %y: {self.type("i32")}) -> ({", ".join(types)}) {{
  %i0 = arith.constant 0 : index
  %i1 = arith.constant {CHANNELS} : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant {WIDTH} : index
  %batch = tensor.dim %x, %i0 : {self.type("i8")}
  %height = tensor.dim %x, %i2 : {self.type("i8")}
  %shape = tensor.from_elements %batch, %i1, %height, %i3 : tensor<4xindex>
{lines}
  func.return {", ".join(names)} : {", ".join(types)}
}}"""


def ran(module: ModuleOp) -> list[np.ndarray]:
    random = np.random.default_rng(1)
    x = random.integers(-128, 128, (2, CHANNELS, 5, WIDTH), np.int8)
    y = random.integers(-1000, 1000, (2, CHANNELS, 5, WIDTH), np.int32)
    return Runner(module).run([x, y])


def transposes(module: ModuleOp) -> int:
    return sum(isinstance(op, mhlo.TransposeOp) for op in module.walk())


def layouts(module: ModuleOp) -> int:
    """How many images and results of convolutions have their features last."""
    found = 0
    for op in module.walk():
        if isinstance(op, mhlo.ConvolutionOp):
            numbers = op.dimension_numbers.data
            found += numbers.input_feature_dimension == 3
            found += numbers.output_feature_dimension == 3
    return found


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_programs_compute_the_same(first: int) -> None:
    moved = 0
    for seed in range(first, first + 10):
        text = Text(seed).text(14)
        module = parse_module(text, "program.mlir")
        erase_dead(module)
        wanted = ran(module)
        before = transposes(module)
        MoveFeaturesLastPass().apply(new_context(), module)
        module.verify()
        for found, exact in zip(ran(module), wanted, strict=True):
            assert found.dtype == exact.dtype
            assert np.array_equal(found, exact), text
        moved += layouts(module)
        assert transposes(module) - before < max(layouts(module), 1), "more than are saved"
    assert moved


IN_A_BRANCH = """
func.func @main(%x: tensor<2x4x5x6xi8>, %y: tensor<2x4x5x6xi32>) -> tensor<2x4x5x6xi32> {
  %k = mhlo.constant dense<2> : tensor<4x4x1x1xi8>
  %p = mhlo.constant dense<true> : tensor<i1>
  %s = mhlo.add %y, %y : tensor<2x4x5x6xi32>
  %r = "mhlo.if"(%p) ({
    %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
        window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<2x4x5x6xi8>, tensor<4x4x1x1xi8>) -> tensor<2x4x5x6xi32>
    %d = mhlo.add %c, %s : tensor<2x4x5x6xi32>
    %e = mhlo.convert %d : (tensor<2x4x5x6xi32>) -> tensor<2x4x5x6xi8>
    %f = mhlo.convolution(%e, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
        window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<2x4x5x6xi8>, tensor<4x4x1x1xi8>) -> tensor<2x4x5x6xi32>
    mhlo.return %f : tensor<2x4x5x6xi32>
  }, {
    mhlo.return %y : tensor<2x4x5x6xi32>
  }) : (tensor<i1>) -> tensor<2x4x5x6xi32>
  func.return %r : tensor<2x4x5x6xi32>
}"""


def test_a_value_of_outside_is_transposed_inside() -> None:
    """`%s` is made before the branch, whose ops want its features last."""
    module = parse_module(IN_A_BRANCH, "program.mlir")
    wanted = ran(module)
    MoveFeaturesLastPass().apply(new_context(), module)
    module.verify()
    assert layouts(module) == 2
    assert transposes(module) == 1
    assert np.array_equal(ran(module)[0], wanted[0])


NUMBERS_OF_ONE = "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
IN_ANOTHER_LAYOUT = f"""
func.func @main(%x: tensor<2x4x5x6xi8>, %y: tensor<2x4x5x6xi32>) -> (tensor<2x4x5x6xi32>, tensor<2x3x6x4xi32>, tensor<2x3x6x4xi32>) {{
  %k = mhlo.constant dense<2> : tensor<4x4x1x1xi8>
  %l = mhlo.constant dense<3> : tensor<3x5x1x1xi8>
  %a = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {{}} {NUMBERS_OF_ONE} : (tensor<2x4x5x6xi8>, tensor<4x4x1x1xi8>) -> tensor<2x4x5x6xi32>
  %c = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, 0, 1, f], window = {{}} {NUMBERS_OF_ONE} : (tensor<2x4x5x6xi8>, tensor<4x4x1x1xi8>) -> tensor<2x5x6x4xi32>
  %q = mhlo.convert %c : (tensor<2x5x6x4xi32>) -> tensor<2x5x6x4xi8>
  %d = mhlo.convolution(%q, %l) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {{}} {NUMBERS_OF_ONE} : (tensor<2x5x6x4xi8>, tensor<3x5x1x1xi8>) -> tensor<2x3x6x4xi32>
  %e = mhlo.convolution(%q, %l) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {{pad = [[0, 0], [0, 0]]}} {NUMBERS_OF_ONE} : (tensor<2x5x6x4xi8>, tensor<3x5x1x1xi8>) -> tensor<2x3x6x4xi32>
  %t = mhlo.add %d, %e : tensor<2x3x6x4xi32>
  func.return %a, %d, %t : tensor<2x4x5x6xi32>, tensor<2x3x6x4xi32>, tensor<2x3x6x4xi32>
}}"""


def test_a_result_in_another_layout_that_is_an_image() -> None:
    """`%c` takes its image with features first, and gives what others take as that."""
    module = parse_module(IN_ANOTHER_LAYOUT, "program.mlir")
    wanted = ran(module)
    MoveFeaturesLastPass().apply(new_context(), module)
    module.verify()
    assert layouts(module)
    for found, exact in zip(ran(module), wanted, strict=True):
        assert np.array_equal(found, exact)


TURNED = f"""
func.func @main(%x: tensor<2x4x5x6xi8>, %y: tensor<2x4x5x6xi32>) -> tensor<?x5x6x4xi8> {{
  %k = mhlo.constant dense<2> : tensor<4x4x1x1xi8>
  %a = mhlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {{}} {NUMBERS_OF_ONE} : (tensor<2x4x5x6xi8>, tensor<4x4x1x1xi8>) -> tensor<2x4x5x6xi32>
  %q = mhlo.convert %a : (tensor<2x4x5x6xi32>) -> tensor<2x4x5x6xi8>
  %t = "mhlo.transpose"(%q) <{{permutation = dense<[0, 2, 3, 1]> : tensor<4xi64>}}> : (tensor<2x4x5x6xi8>) -> tensor<?x5x6x4xi8>
  func.return %t : tensor<?x5x6x4xi8>
}}"""


def test_a_transpose_keeps_the_type_of_its_result() -> None:
    """Which is another than that of what is moved, so that it is not left out."""
    module = parse_module(TURNED, "program.mlir")
    wanted = ran(module)
    MoveFeaturesLastPass().apply(new_context(), module)
    module.verify()
    assert layouts(module) == 1
    assert np.array_equal(ran(module)[0], wanted[0])
