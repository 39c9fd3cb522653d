"""Compiled models as machine code, on the interpreter, and in XLA and onnxruntime: makes native.md.

    python bench/native/native.py --models DIR [--peers SITE_PACKAGES] [--only models,encoders] > native.md

DIR holds folders of models: model.mlir, and ref_*.npz with in_i, w_i. XLA is the one in
tieshape[jax]; it gets the module of `tieshape export` with the sizes of the call, compiled for them.
onnxruntime is taken from SITE_PACKAGES. One thread each; all calls in turn in one process, the least
time of 25 rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import jax
import numpy as np
from jax._src import compiler
from jax._src.lib import _jax
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.program import NativeProgram
from tieshape.native.runner import NativeRunner
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, read_module
from tieshape.tools.timed_calls import in_turn

sys.path.append(str(Path(__file__).parents[1]))
from shared import encoder
from shared.tables import table
from shared.xla import refined, text_of

Call = Callable[[], object]
PROCESSOR_ROUNDS = 15
ROUNDS, ROUND = 25, 0.002
"""How many rounds, and how many seconds one takes of each call that is shorter."""
SETTINGS = {
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1"),
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
    "TIESHAPE_CACHE": "0",
}
"""What the libraries read of the environment when they are loaded."""
ENCODERS = ((256, 2), (768, 1))
"""Width and layers."""
SIZES = ((1, 16), (1, 128), (8, 128))


class Native:
    """A module on the interpreter and as machine code."""

    def __init__(self, module: Any):
        start = process_time()
        TieshapePass().apply(new_context(), module)
        middle = process_time()
        self.slow = Runner(module)
        self.program = NativeProgram(module, self.slow.function)
        self.runner = NativeRunner(self.program, self.slow.run)
        self.seconds = middle - start, process_time() - middle
        """Of the processor: to compile sizes, and to make machine code."""


def least(*calls: Call) -> list[float]:
    """The least microseconds of each call, in short rounds in turn: other load makes times longer,
    never shorter.
    """
    return [min(times) for times in in_turn(calls, ROUNDS, ROUND)]


def least_of_processor(*calls: Call) -> list[float]:
    """As `least`, in time of the processor: what others do on it at the same time counts less."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(PROCESSOR_ROUNDS):
        for call, found in zip(calls, times, strict=True):
            count, start = 0, process_time()
            while process_time() - start < 2 * ROUND:
                call()
                count += 1
            found.append(1e6 * (process_time() - start) / count)
    return [min(found) for found in times]


def references(folder: Path) -> list[list[Array]]:
    """The arguments of the stored references, from few elements to many."""
    found = list[list[Array]]()
    for file in sorted(folder.glob("ref_*.npz")):
        with np.load(file) as data:
            arguments = [data[f"in_{i}"] for i in range(sum(k.startswith("in_") for k in data))]
            weights = [data[f"w_{i}"] for i in range(sum(k.startswith("w_") for k in data))]
            found.append(arguments + (weights or drawn(folder)))
    return sorted(found, key=lambda arrays: sum(array.size for array in arrays))


def drawn(folder: Path) -> list[Array]:
    """Weights of a model that are not stored with its references."""
    meta = json.loads((folder / "meta.json").read_text())
    count, random = meta.get("n_weight_args", 0), np.random.default_rng(0)
    shapes = [entry["shape"] for entry in meta["inputs"][-count:]] if count else []
    scale = [np.prod(shape[:-1], dtype=int) ** -0.5 for shape in shapes]
    return [
        (random.normal(0, s, shape) if len(shape) > 1 else random.uniform(0.5, 1.5, shape)).astype(
            np.float32
        )
        for s, shape in zip(scale, shapes, strict=True)
    ]


def xla_call(text: str, arguments: list[Array]) -> Call:
    """The exported module in XLA, compiled for these sizes; arguments are on the device."""
    device = jax.devices()[0]
    options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
    devices = _jax.DeviceList((device,))
    program = device.client.compile_and_load(refined(text, arguments), devices, options)
    values = [jax.device_put(array) for array in arguments]
    return lambda: [np.asarray(result) for result in program.execute(values)]


def same(found: object, wanted: object) -> bool:
    """Whether two lists of results agree to rounding."""
    pairs = zip(found, wanted, strict=True)  # pyright: ignore
    return all(np.allclose(a, b, rtol=1e-3, atol=1e-3, equal_nan=True) for a, b in pairs)


def model_rows(folder: Path, notes: list[str]) -> Iterator[list[str]]:
    """A row for each stored shape."""
    source = (folder / "model.mlir").read_text()
    made = Native(read_module(str(folder / "model.mlir")))
    try:
        exported = text_of(source, "both", "any")
    except Exception as error:
        exported = ""
        notes.append(f"{folder.name}: not exported: {str(error)[:80]}")
    count = len(made.program.callbacks)
    for number, arguments in enumerate(references(folder)):
        calls: dict[str, Call] = {"native": lambda a=arguments: made.runner.run(a)}
        calls["interpreter"] = lambda a=arguments: made.slow.run(a)
        try:
            wanted = made.slow.run(arguments)
        except Exception as error:
            notes.append(f"{folder.name}, {number}: not run: {str(error)[:80]}")
            return
        made.runner.run(arguments)
        if not same(made.runner.run(arguments), wanted):
            notes.append(f"{folder.name}, {number}: differs natively")
        if made.runner.refusals:
            notes.append(f"{folder.name}, {number}: refused, the interpreter ran it")
            made.runner.refusals = 0
        if exported:
            try:
                calls["XLA"] = xla_call(exported, arguments)
                if not same(calls["XLA"](), wanted):
                    notes.append(f"{folder.name}, {number}: XLA differs")
            except Exception as error:
                notes.append(f"{folder.name}: XLA: {str(error).splitlines()[0][:80]}")
                calls.pop("XLA", None)
                exported = ""
        times = dict(zip(calls, least(*calls.values()), strict=True))
        fast, compiled = times["native"], times.get("XLA")
        yield [
            folder.name if not number else "",
            f"{sum(a.size for a in arguments)}",
            f"{fast:.1f}",
            f"{times['interpreter']:.0f} ({times['interpreter'] / fast:.0f})",
            "" if compiled is None else f"{compiled:.0f} ({compiled / fast:.1f})",
            str(count) if not number else "",
            f"{made.seconds[0]:.2f} + {made.seconds[1]:.2f}" if not number else "",
            f"{made.program.layout(arguments).arena / 1024:.0f}",
        ]


def print_models(folders: list[Path]) -> None:
    """The table of the models, and how the native function stands over all of them."""
    rows, notes = list[list[str]](), list[str]()
    for folder in folders:
        print(folder.name, file=sys.stderr, flush=True)
        try:
            rows += model_rows(folder, notes)
        except Exception as error:
            notes.append(f"{folder.name}: {type(error).__name__}: {str(error)[:100]}")
    print(
        "## Models\n\nMicroseconds of a call, and in brackets how many times the native one. Elements"
    )
    print(
        "of all arguments; ops left to the interpreter; seconds of the processor to compile sizes,"
    )
    print("and to make machine code; KiB of the arena.\n")
    head = ("model", "elements", "native", "interpreter", "XLA, static", "callbacks", "compile, s")
    table((*head, "arena"), rows)
    print("\n" + "\n".join(f"- {note}" for note in notes) + "\n")


def ort_call(path: Path, arguments: list[Array]) -> Call:
    """The model in onnxruntime, on one thread."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, ["CPUExecutionProvider"])
    given = dict(zip((i.name for i in session.get_inputs()), arguments, strict=True))
    return lambda: session.run(None, given)


def print_encoders(has_ort: bool) -> None:
    """Encoders of two widths; weights are arguments, sizes unknown but in XLA."""
    print(
        "## Encoders\n\nMicroseconds of the processor, in brackets how many times the native call. JAX compiles for"
    )
    print("the sizes; onnxruntime does not know them. 8 heads, weights are arguments.\n")
    rows, random = list[list[str]](), np.random.default_rng(0)
    for width, layers in ENCODERS:
        encoder.WIDTH, encoder.LAYERS = width, layers
        weights = encoder.random_layers(random)
        made = Native(parse_module(encoder.stablehlo_of(weights), "encoder.mlir"))
        with tempfile.TemporaryDirectory() as work:
            path = Path(work) / "encoder.onnx"
            if has_ort:
                encoder.write_onnx(weights, path)
            for batch, tokens in SIZES:
                print(width, batch, tokens, file=sys.stderr, flush=True)
                x = random.normal(0, 1, (batch, tokens, width)).astype(np.float32)
                values = [x, *jax.tree_util.tree_leaves(weights)]
                static = jax.jit(encoder.encoder)
                held = jax.device_put(x), jax.device_put(weights)
                calls: dict[str, Call] = {
                    "native": lambda v=values, m=made: m.runner.run(v),
                    "JAX": lambda f=static, h=held: [np.asarray(f(*h))],
                }
                if has_ort:
                    calls["onnxruntime"] = ort_call(path, values)
                wanted = calls["JAX"]()
                for name, call in calls.items():
                    assert same(call(), wanted), name
                times = dict(zip(calls, least_of_processor(*calls.values()), strict=True))
                fast = times.pop("native")
                cells = [f"{slow:.0f} ({slow / fast:.2f})" for slow in times.values()]
                rows.append(
                    [f"{width}, {layers} layers", f"{batch}, {tokens}", f"{fast:.0f}", *cells]
                )
        assert not made.runner.refusals
    table(("width", "batch, tokens", "native", "JAX, static", *["onnxruntime"] * has_ort), rows)


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--peers")
    parser.add_argument("--only", default="models,encoders")
    options = parser.parse_args()
    if os.environ | SETTINGS != os.environ:
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | SETTINGS)
    if options.peers:
        sys.path.append(options.peers)
    print("# Machine code\n")
    print(
        f"Made by `native.py` with jax {jax.__version__}; one thread each; all in turn in one process.\n"
    )
    start = perf_counter()
    if "models" in options.only:
        print_models([f for f in sorted(options.models.iterdir()) if (f / "model.mlir").exists()])
    if "encoders" in options.only:
        print_encoders(bool(options.peers))
    print(f"\n{perf_counter() - start:.0f} s in all.")


if __name__ == "__main__":
    main()
