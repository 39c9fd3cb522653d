"""Machine code of kernels against C written by hand (kernels.c), one build for all sizes.

    python bench/native/kernels.py [NAME ...] [--rounds 21]
    python bench/native/kernels.py [NAME ...] --peers [ort=SITE,torch=SITE,iree=SITE]

Needs the extras `native` and `jax`, gcc and AVX-512. Each kernel is exported by JAX with symbolic
sizes, compiled once, and run at each shape in turn with its C twin, on one thread and on the same
memory. A figure is the median over rounds of the ratio of the times that the processor spends on
the thread: below 1 the machine code of tieshape is faster. In parentheses stand the microseconds of
the C kernel. Results are compared with numpy in f64. With `--peers` see `kernel_peers.py`.
"""

from __future__ import annotations

import argparse
import ctypes
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import geometric_mean, median
from time import perf_counter
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.memory import PlainMemory
from tieshape.native.program import NativeProgram
from tieshape.native.session import Session
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

SHAPES = [(1, 7, 256), (1, 128, 768), (4, 128, 768), (8, 511, 768), (4, 128, 77), (16, 512, 1024)]
TOLERANCE = 2e-4
Array = Any


def bias_gelu(xp: Any, x: Array, b: Array) -> Array:
    x = x + b
    return 0.5 * x * (1 + xp.tanh(0.797884583 * (x + 0.044715 * x * x * x)))


def layernorm(xp: Any, x: Array, g: Array, b: Array) -> Array:
    d = x - xp.mean(x, -1, keepdims=True)
    return d / xp.sqrt(xp.mean(d * d, -1, keepdims=True) + 1e-5) * g + b


def residual_layernorm(xp: Any, x: Array, y: Array, c: Array, g: Array, b: Array) -> Array:
    return layernorm(xp, x + c + y, g, b)


def softmax(xp: Any, x: Array) -> Array:
    e = xp.exp(x - xp.max(x, -1, keepdims=True))
    return e / xp.sum(e, -1, keepdims=True)


def masked_softmax(xp: Any, x: Array, m: Array) -> Array:
    return softmax(xp, x * 0.125 + m)


def log_softmax(xp: Any, x: Array) -> Array:
    d = x - xp.max(x, -1, keepdims=True)
    e = xp.exp(d)
    total = xp.sum(e, -1, keepdims=True)
    return d - xp.log(total), e / total


def rmsnorm(xp: Any, x: Array, g: Array) -> Array:
    return x / xp.sqrt(xp.mean(x * x, -1, keepdims=True) + 1e-6) * g


def swiglu(xp: Any, x: Array, y: Array) -> Array:
    return x / (1 + xp.exp(-x)) * y


def rope(xp: Any, x: Array, c: Array, s: Array) -> Array:
    h = x.shape[2] // 2
    a, b = x[:, :, :h], x[:, :, h:]
    return xp.concatenate([a * c - b * s, b * c + a * s], -1)


def add(xp: Any, x: Array, y: Array) -> Array:
    return x + y


def concat_scale(xp: Any, x: Array, y: Array) -> Array:
    return xp.concatenate([x, y], -1) * 0.5 + 1.0


def chain(xp: Any, x: Array, h: Array, b: Array, s: Array) -> Array:
    t = (x + h) * b - s
    t = (xp.exp(t * t * -0.5) + h) * s
    return (xp.minimum(xp.maximum(t, -1.0), 4.0) + x) * 0.25


def sum_rows(xp: Any, x: Array) -> Array:
    return xp.sum(x, -1)


def sum_columns(xp: Any, x: Array, y: Array) -> Array:
    return xp.sum(x * y, (0, 1))


WHOLE = "B, S, H"
KERNELS: dict[str, tuple[Callable[..., Any], Sequence[str]]] = {
    "bias_gelu": (bias_gelu, [WHOLE, "H"]),
    "layernorm": (layernorm, [WHOLE, "H", "H"]),
    "residual_layernorm": (residual_layernorm, [WHOLE, WHOLE, "H", "H", "H"]),
    "softmax": (softmax, [WHOLE]),
    "masked_softmax": (masked_softmax, [WHOLE, "B, 1, H"]),
    "log_softmax": (log_softmax, [WHOLE]),
    "rmsnorm": (rmsnorm, [WHOLE, "H"]),
    "swiglu": (swiglu, [WHOLE, WHOLE]),
    "rope": (rope, ["B, S, 2*H", "S, H", "S, H"]),
    "add": (add, [WHOLE, WHOLE]),
    "add_left": (add, ["B, 1, H", WHOLE]),
    "add_right": (add, [WHOLE, "B, S, 1"]),
    "concat_scale": (concat_scale, [WHOLE, WHOLE]),
    "chain": (chain, [WHOLE, "H", "B, S, 1", "1, S, H"]),
    "sum_rows": (sum_rows, [WHOLE]),
    "sum_columns": (sum_columns, [WHOLE, WHOLE]),
}


def sizes_of(shape: str, b: int, s: int, h: int) -> tuple[int, ...]:
    """A shape of KERNELS in numbers."""
    return tuple(eval(f"({shape},)", {"B": b, "S": s, "H": h}))


def program_of(name: str) -> NativeProgram:
    """The kernel as one native function for all sizes."""
    function, shapes = KERNELS[name]
    scope = export.SymbolicScope()
    arguments = [
        jax.ShapeDtypeStruct(export.symbolic_shape(shape, scope=scope), jnp.float32)
        for shape in shapes
    ]
    made = export.export(jax.jit(lambda *a: function(jnp, *a)), platforms=["cpu"])(*arguments)
    module = parse_module(made.mlir_module(), name, new_context())
    TieshapePass().apply(new_context(), module)
    return NativeProgram(module, Runner(module).function)


def library() -> ctypes.CDLL:
    """kernels.c, compiled for this machine."""
    source, target = Path(__file__).with_suffix(".c"), Path(tempfile.mkdtemp()) / "kernels.so"
    flags = ["-O3", "-march=native", "-ffast-math", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, str(source), "-o", str(target), "-lm"], check=True)
    return ctypes.CDLL(str(target))


def aligned(shape: tuple[int, ...]) -> Array:
    """Uninitialised f32 elements that begin at a cache line."""
    count = int(np.prod(shape))
    raw = np.empty(count * 4 + 64, np.uint8)
    start = -raw.ctypes.data % 64
    return raw[start : start + count * 4].view(np.float32).reshape(shape)


class AlignedMemory(PlainMemory):
    """Results begin at a cache line, as those of C do."""

    def array(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        assert dtype == np.float32
        return aligned(shape)


def arguments(name: str, sizes: tuple[int, int, int]) -> list[Array]:
    """Random ones. The sizes of C are those of the first result; rope's argument is twice as wide
    as H.
    """
    random, (b, s, h) = np.random.default_rng(0), sizes
    inputs = [
        aligned(sizes_of(shape, b, s, h // 2 if name == "rope" else h))
        for shape in KERNELS[name][1]
    ]
    for x in inputs:
        x[...] = random.standard_normal(x.shape)
    return inputs


def check(name: str, whose: str, results: Sequence[Array], wanted: Sequence[Array]) -> None:
    """Fails where a result is not what numpy has in f64."""
    for value, right in zip(results, wanted, strict=True):
        scale = np.max(np.abs(right)) if name.startswith("sum") else 0.1 + np.abs(right)
        error = np.max(np.abs(value - right) / scale)
        assert error < TOLERANCE, f"{name} of {right.shape}: {whose} is off by {error}"


def measured(
    name: str,
    program: NativeProgram,
    c: ctypes.CDLL,
    sizes: tuple[int, int, int],
    rounds: int,
    least: bool,
) -> tuple[float, float]:
    """The ratio of native to C, and the microseconds of C."""
    inputs = arguments(name, sizes)
    wanted = KERNELS[name][0](np, *(x.astype(np.float64) for x in inputs))
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    kernel, session = getattr(c, name), Session(program, AlignedMemory())
    results = session.run(inputs)
    check(name, "tieshape", results, wanted)
    # Both write to the same memory: its place decides too.
    pointers = (ctypes.c_void_p * 12)(*(x.ctypes.data for x in [*inputs, *results]))
    numbers = (ctypes.c_int64 * 3)(*sizes)
    for result in results:
        result[...] = np.nan
    kernel(pointers, numbers)
    check(name, "C", results, wanted)
    start = perf_counter()
    kernel(pointers, numbers)
    calls = max(1, int(1.5e-3 / max(perf_counter() - start, 2e-7)))
    times = (ctypes.c_double * (2 * rounds))()
    entry, packed = map(ctypes.c_void_p, session.call_address())
    c.in_turn(entry, packed, kernel, pointers, numbers, rounds, calls, times)
    ratio = median(times[2 * i] / times[2 * i + 1] for i in range(rounds))
    if least:
        ratio = min(times[0::2]) / min(times[1::2])
    return ratio, median(times[1::2]) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument(
        "--peers", metavar="NAME=SITE,..", help="times of other libraries instead of those of C"
    )
    parser.add_argument(
        "--least", action="store_true", help="ratios of the least times, for a busy machine"
    )
    options = parser.parse_args()
    if options.peers is not None:
        import kernel_peers

        kernel_peers.show(options.names or KERNELS, options.peers, options.rounds)
        return
    c = library()
    ratios = [list[float]() for _ in SHAPES]
    print("| kernel |", " | ".join(str(shape) for shape in SHAPES), "|")
    print("|---" * (len(SHAPES) + 1) + "|")
    for name in options.names or KERNELS:
        program, cells = program_of(name), list[str]()
        for place, sizes in enumerate(SHAPES):
            ratio, microseconds = measured(name, program, c, sizes, options.rounds, options.least)
            ratios[place].append(ratio)
            cells.append(f"{ratio:.2f} ({microseconds:.1f})")
        print(f"| {name} |", " | ".join(cells), "|", flush=True)
    print("| geometric mean |", " | ".join(f"{geometric_mean(r):.2f}" for r in ratios), "|")


if __name__ == "__main__":
    main()
