"""What an implicit broadcast in a kernel costs: machine code that does not know whether its
operands have equal sizes, over that of the same kernel which knows how they do.

    python bench/native/kernel_broadcasts.py [NAME ...] [--rounds 21]

Needs the extra `native`, gcc and AVX-512 (for the timer in `kernels.c`). Each kernel takes x of
sizes b, s, h and y, once of sizes of its own, once of b, s, h, and once with a 1 in their place.
The first runs with all shapes of y, the others with the one that they are for, in turn, on one
thread and on the same memory. A figure is the median over rounds of the ratio of the times that the
processor spends on the thread: above 1 it costs not to know. Results are compared with numpy.
"""

from __future__ import annotations

import argparse
import ctypes
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import geometric_mean, median
from time import perf_counter
from typing import Any

import numpy as np
from kernels import Array, aligned, library
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.memory import PlainMemory
from tieshape.native.program import NativeProgram
from tieshape.native.session import Session
from tieshape.passes import VersionBroadcastsPass
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

INNER = (16, 32, 64, 256, 768)
ROWS = (4, 64)
"""b and s: what a kernel reads and writes stays in the second cache."""
CASES: Mapping[str, tuple[int, ...]] = {"equal": (), "rows": (1,), "columns": (2,), "both": (0, 1)}
"""Dimensions in which y has the size 1."""
TYPE = "tensor<?x?x?xf32>"
Kernel = Callable[["Text", str, str], str]


class Text:
    """Ops of tf in text. `y` is the type of the second argument."""

    def __init__(self, y: str) -> None:
        self.types = {"%x": TYPE, "%y": y}
        self.lines = list[str]()

    def op(self, name: str, *operands: str, attributes: str = "", type_: str = TYPE) -> str:
        result = f"%v{len(self.lines)}"
        self.types[result] = type_
        types = ", ".join(self.types[operand] for operand in operands)
        words = f'"tf.{name}"({", ".join(operands)}) {attributes}'
        self.lines.append(f"{result} = {words} : ({types}) -> {type_}")
        return result

    def number(self, value: float | int) -> str:
        type_ = "tensor<f32>" if isinstance(value, float) else "tensor<i32>"
        digits = f"{value:.8f}" if isinstance(value, float) else f"{value}"
        words = f"{{value = dense<{digits}> : {type_}}}"
        return self.op("Const", attributes=words, type_=type_)

    def mean(self, operand: str) -> str:
        """Over the last dimension, which stays as 1."""
        return self.op("Mean", operand, self.number(-1), attributes="{keep_dims = true}")


def add(t: Text, x: str, y: str) -> str:
    return t.op("AddV2", x, y)


def gelu(t: Text, x: str, y: str) -> str:
    z = t.op("AddV2", x, y)
    cube = t.op("Mul", t.op("Mul", z, z), z)
    inner = t.op("AddV2", z, t.op("Mul", cube, t.number(0.044715)))
    tanh = t.op("Tanh", t.op("Mul", inner, t.number(0.797884583)))
    half = t.op("Mul", z, t.number(0.5))
    return t.op("Mul", half, t.op("AddV2", tanh, t.number(1.0)))


def chain(t: Text, x: str, y: str) -> str:
    z = t.op("Mul", t.op("Sub", x, y), t.number(0.25))
    z = t.op("AddV2", t.op("Mul", z, y), x)
    return t.op("Maximum", t.op("Mul", z, t.op("AddV2", y, z)), t.number(-1.0))


def softmax(t: Text, x: str, y: str) -> str:
    return t.op("Softmax", t.op("AddV2", t.op("Mul", x, t.number(0.125)), y))


def layernorm(t: Text, x: str, y: str) -> str:
    z = t.op("AddV2", x, y)
    d = t.op("Sub", z, t.mean(z))
    variance = t.mean(t.op("Mul", d, d))
    return t.op("Mul", d, t.op("Rsqrt", t.op("AddV2", variance, t.number(0.00001))))


KERNELS: Mapping[str, Kernel] = {
    "add": add,
    "gelu": gelu,
    "chain": chain,
    "softmax": softmax,
    "layernorm": layernorm,
}


def reference(name: str, x: Array, y: Array) -> Array:
    """The result in f64."""
    x, y = x.astype(np.float64), y.astype(np.float64)
    if name == "add":
        return x + y
    if name == "gelu":
        z = x + y
        return 0.5 * z * (1 + np.tanh(0.797884583 * (z + 0.044715 * z**3)))
    if name == "chain":
        z = (x - y) * 0.25 * y + x
        return np.maximum(z * (y + z), -1.0)
    z = x * 0.125 + y if name == "softmax" else x + y
    if name == "softmax":
        e = np.exp(z - z.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)
    d = z - z.mean(-1, keepdims=True)
    return d / np.sqrt((d * d).mean(-1, keepdims=True) + 1e-5)


def program_of(name: str, known: Sequence[int] | None, *, versions: bool = True) -> NativeProgram:
    """The kernel as one native function.

    known: the dimensions in which y has the size 1, in all others it has that of x; None: nothing
        is known of y
    versions: whether there may be a version for equal sizes
    """
    ones = known or ()
    text = Text(TYPE.replace("?x?x?", "x".join("1" if a in ones else "?" for a in range(3))))
    result = KERNELS[name](text, "%x", "%y")
    arguments = f"%x: {TYPE}, %y: {text.types['%y']}"
    body = "\n  ".join([*text.lines, f"func.return {result} : {TYPE}"])
    module = parse_module(f"func.func @main({arguments}) -> {TYPE} {{\n  {body}\n}}", name)
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as facts:
        if known is not None:
            sizes = ["1" if axis in ones else f'"{n}"' for axis, n in enumerate("bsh")]
            facts.write('[arguments.x]\nsizes = ["b", "s", "h"]\n')
            facts.write(f"[arguments.y]\nsizes = [{', '.join(sizes)}]\n")
            facts.flush()
        whole = TieshapePass(facts=None if known is None else facts.name, undecided="version")
        for step in whole.pipeline():
            if versions or not isinstance(step, VersionBroadcastsPass):
                step.apply(new_context(), module)
    return NativeProgram(module, Runner(module).function)


class SharedMemory(PlainMemory):
    """Results of one shape lie in one place, whoever makes them."""

    def __init__(self) -> None:
        self._arrays = dict[tuple[int, ...], Array]()

    def array(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        assert dtype == np.float32
        return self._arrays.setdefault(shape, aligned(shape))


@dataclass
class Table:
    """Ratios by kernel, case and inner size."""

    timer: ctypes.CDLL
    rounds: int
    least: bool
    cells: dict[str, dict[str, list[tuple[float, float]]]] = field(
        default_factory=dict[str, dict[str, list[tuple[float, float]]]]
    )

    def ratio(self, ours: NativeProgram, other: NativeProgram, name: str, inputs: Any) -> Any:
        """Of `ours` to `other`, and the microseconds of `other`."""
        memory, wanted = SharedMemory(), reference(name, *inputs)
        sessions = [Session(program, memory) for program in (ours, other)]
        for session in sessions:
            (result,) = session.run(inputs)
            error = np.max(np.abs(result - wanted) / (0.1 + np.abs(wanted)))
            assert error < 2e-4, f"{name}: off by {error}"
        f, p, g, q = (
            ctypes.c_void_p(word) for session in sessions for word in session.call_address()
        )
        start = perf_counter()
        sessions[1].run(inputs)
        calls = max(1, int(1.5e-3 / max(perf_counter() - start, 2e-6)))
        times = (ctypes.c_double * (2 * self.rounds))()
        self.timer.in_turn(f, p, g, q, None, self.rounds, calls, times)
        ratio = median(times[2 * i] / times[2 * i + 1] for i in range(self.rounds))
        if self.least:
            ratio = min(times[0::2]) / min(times[1::2])
        return ratio, median(times[1::2]) * 1e6

    def add(self, name: str) -> None:
        """Every case of a kernel."""
        general = program_of(name, None), program_of(name, None, versions=False)
        random = np.random.default_rng(0)
        for case, ones in CASES.items():
            known = program_of(name, ones)
            for inner in INNER:
                shape = (*ROWS, inner)
                inputs = [
                    aligned(shape),
                    aligned(tuple(1 if axis in ones else n for axis, n in enumerate(shape))),
                ]
                for array in inputs:
                    array[...] = random.standard_normal(array.shape)
                for kind, program in zip(("versions", "one body"), general, strict=True):
                    found = self.ratio(program, known, name, inputs)
                    self.cells.setdefault(f"{name}, {case}", {}).setdefault(kind, []).append(found)

    def show(self) -> None:
        """Microseconds are those of the kernel that knows the sizes."""
        for kind in ("versions", "one body"):
            print(f"\n{kind}\n\n| kernel, y |", " | ".join(map(str, INNER)), "|")
            print("|---" * (len(INNER) + 1) + "|")
            for name, kinds in self.cells.items():
                row = kinds[kind]
                print(f"| {name} |", " | ".join(f"{r:.2f} ({us:.1f})" for r, us in row), "|")
            rows = [kinds[kind] for kinds in self.cells.values()]
            means = [geometric_mean(row[i][0] for row in rows) for i in range(len(INNER))]
            print("| geometric mean |", " | ".join(f"{mean:.2f}" for mean in means), "|")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument(
        "--least", action="store_true", help="ratios of the least times, for a busy machine"
    )
    options = parser.parse_args()
    table = Table(library(), options.rounds, options.least)
    for name in options.names or KERNELS:
        table.add(name)
    table.show()


if __name__ == "__main__":
    main()
