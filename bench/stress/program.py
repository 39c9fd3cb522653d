"""A program under construction in the text of tf, and what all families share."""

from __future__ import annotations

from collections.abc import Callable, Iterator

V = "tensor<?xf32>"
M = "tensor<?x?xf32>"
T4 = "tensor<?x?x?x8xf32>"
I0 = "tensor<i32>"
I1 = "tensor<1xi32>"
I2 = "tensor<2xi32>"
L = "tensor<?xi32>"
B3 = "tensor<?x?x?xf32>"
MASKS = "begin_mask = {0} : i64, ellipsis_mask = 0 : i64, end_mask = {1} : i64, new_axis_mask = {2} : i64, shrink_axis_mask = {3} : i64"
ANY = "tensor<*xf32>"
I3 = "tensor<3xi32>"
F = "tensor<f32>"
B1 = "tensor<i1>"
BV = "tensor<?xi1>"
I4 = "tensor<4xi32>"
X4 = "tensor<?x?x?x?xf32>"
LM = "tensor<?x?xi32>"
X6 = "tensor<?x?x?x?x?x?xf32>"
D2 = "tensor<?x?xi1>"
W2 = "tensor<?x2xi32>"

Step = Callable[["Program", str, int], str]
"""Appends ops to a program, given a value and its number; returns another value."""
Maker = tuple[str, Callable[[], str]]
"""A name, and what makes the text."""


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


def chain(step: Step, type: str, steps: int) -> str:
    """`step` again and again on its own result."""
    p = Program()
    value = p.argument(type)
    for i in range(steps):
        value = step(p, value, i)
    return p.text(value, type)


def chains(*steps: tuple[Step, str, int]) -> Iterator[Maker]:
    """Programs of steps, each given with the type of its value and how often it is taken."""
    for step, type, count in steps:
        name = f"{step.__name__.replace('_', ' ')} x {count}"
        yield name, lambda s=step, t=type, n=count: chain(s, t, n)


def of_parts(*makers: tuple[Callable[[int], str], int]) -> Iterator[Maker]:
    """Programs of makers that are told how many parts there are."""
    for make, count in makers:
        yield f"{make.__name__.replace('_', ' ')} x {count}", lambda m=make, n=count: m(n)


def size_of(p: Program, value: str, type: str, axis: int) -> tuple[str, str]:
    """`tf.shape(value)[axis]`"""
    shape_type = f"tensor<{type.count('x')}xi32>"
    shape = p.op("Shape", [(value, type)], shape_type)
    ends = [(p.constant(f"[{n}]", I1), I1) for n in (axis, axis + 1)]
    operands = [(shape, shape_type), *ends, (p.constant("1", I1), I1)]
    return p.op("StridedSlice", operands, I0, MASKS.format(0, 0, 0, 1)), I0


def vector(p: Program, sizes: list[tuple[str, str]]) -> tuple[str, str]:
    """A vector of so many integers."""
    type = f"tensor<{len(sizes)}xi32>"
    return p.op("Pack", sizes, type, "axis = 0 : i64"), type


def numbers(p: Program, *values: int) -> tuple[str, str]:
    """A constant vector."""
    type = f"tensor<{len(values)}xi32>"
    return p.constant(f"{list(values)}", type), type


def number(p: Program, value: int) -> tuple[str, str]:
    """A constant integer."""
    return p.constant(str(value), I0), I0
