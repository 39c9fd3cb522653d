"""Models in XLA, StableHLO's interpreter and IREE, with and without tieshape: makes interchange.md.

    python bench/interchange/interchange.py --models DIR --iree PYTHON [--only jax,tf,encoder,reading]

DIR holds folders `jax` and `tf` of models: model.mlir, and ref_*.npz with in_i and out_i. PYTHON is
an interpreter with iree-base-compiler and iree-base-runtime, and with onnx and onnxruntime for
their columns; this one needs tieshape[jax,onnx].
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import numpy as np
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo
from reading import print_reading
from worker import in_iree, timed_in_iree

sys.path.append(str(Path(__file__).parents[1]))
from shared.encoder import LAYERS, WIDTH, random_layers, stablehlo_of, write_onnx
from shared.tables import table
from shared.xla import refined, run_in_xla, text_of

TOLERANCE = {"bf16_block": (2e-2, 2.0)}
ROUTES = ("none", "forms", "facts", "passes", "both")
SIZES = ((1, 16), (4, 32), (8, 128), (1, 384), (16, 256))


def interpret(code: bytes, arguments: list[np.ndarray]) -> list[np.ndarray]:
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(code)
        main = next(op for op in module.body.operations if op.operation.name == "func.func")
        types = ir.FunctionType(ir.TypeAttr(main.attributes["function_type"]).value).inputs
        values = [
            ir.DenseElementsAttr.get(np.packbits(a, bitorder="little"), type=t, shape=a.shape)
            if a.dtype == bool
            else ir.DenseElementsAttr.get(np.ascontiguousarray(a), type=t)
            for a, t in zip(arguments, types, strict=True)
        ]
        return [np.array(r) for r in stablehlo.eval_module(module, values)]


SECONDS = {"XLA": 240, "interpreter": 30}
RUNNERS: Mapping[str, Callable[..., list[np.ndarray]]] = {
    "XLA": run_in_xla,
    "interpreter": interpret,
}


def references(model: Path) -> Iterator[tuple[list[np.ndarray], list[np.ndarray]]]:
    for file in sorted(model.glob("ref_*.npz")):
        with np.load(file) as data:
            yield tuple(
                [data[f"{p}{i}"] for i in range(sum(k.startswith(p) for k in data))]
                for p in ("in_", "out_")
            )


def check(runner: str, text: str, model: Path, count: int, answer: Any) -> None:
    """Sends how many references come out right, and the first error."""
    jax.config.update("jax_enable_x64", True)
    rtol, atol = TOLERANCE.get(model.name, (1e-4, 1e-5))
    right, why = 0, ""
    try:
        for arguments, wanted in islice(references(model), count):
            found = RUNNERS[runner](refined(text, arguments), arguments)
            right += len(found) == len(wanted) and all(
                a.shape == b.shape
                and np.allclose(a.astype(b.dtype), b, rtol=rtol, atol=atol, equal_nan=True)
                for a, b in zip(found, wanted, strict=True)
            )
    except Exception as error:
        why = " ".join(str(error).split())[:160]
    answer.send((right, why))


def checked(runner: str, text: str, model: Path, count: int) -> tuple[int, str]:
    """`check` in a process of its own: some consumers end theirs."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=check, args=(runner, text, model, count, there))
    process.start()
    there.close()
    try:
        answer = (
            here.recv() if here.poll(SECONDS[runner]) else (0, f"not done in {SECONDS[runner]} s")
        )
    except EOFError:
        answer = (0, "the consumer ended the process")
    process.kill()
    process.join()
    return answer


def print_models(kind: str, models: list[Path], python: str, routes: tuple[str, ...]) -> None:
    """One row for each model of a kind, and what fails in a line each."""
    rows, notes = dict[str, dict[str, str]](), list[str]()
    for model in models:
        row = rows[model.name] = row_of(model, python, routes, notes)
        print(model.name, row, file=sys.stderr, flush=True)
    heads = {"XLA": "XLA", "interpreter": "interpreter, first", "none": "IREE alone"}
    heads |= {"forms": "IREE, forms alone", "both": "IREE, tieshape"}
    columns = (*RUNNERS, *routes)
    print(f"## {kind}: references right, of {len(rows)} models\n")
    total = [f"**{sum(is_right(r[c]) for r in rows.values())} of {len(rows)}**" for c in columns]
    body = [[name, *(row[c] for c in columns)] for name, row in rows.items()]
    table(("model", *(heads[c] for c in columns)), [*body, ["all right", *total]])
    print("\n".join(f"- {note}" for note in notes) + "\n", flush=True)


def row_of(model: Path, python: str, routes: tuple[str, ...], notes: list[str]) -> dict[str, str]:
    """What each consumer makes of `model`; what fails is appended to `notes`."""
    row = dict[str, str]()
    source = (model / "model.mlir").read_text()
    files = [str(f) for f in sorted(model.glob("ref_*.npz"))]
    exported = text_of(source, "both", "any")
    for runner in RUNNERS:
        count = 1 if runner == "interpreter" else len(files)
        right, why = checked(runner, exported, model, count)
        row[runner] = f"{right} of {count}"
        if why:
            notes.append(f"{model.name}, {runner}: {why}")
    rtol, atol = TOLERANCE.get(model.name, (1e-4, 1e-5))
    with tempfile.TemporaryDirectory() as work:
        jobs = list[dict[str, Any]]()
        for route in routes:
            text = Path(work) / f"{route}.mlir"
            text.write_text(text_of(source, route, "iree"))
            job = {"route": route, "text": str(text), "references": files}
            jobs.append({**job, "rtol": rtol, "atol": atol})
        for job in in_iree(python, jobs, Path(work)):
            done = f"{job['right']} of {len(files)}" if job["compiled"] else "not compiled"
            row[job["route"]] = done
            if job["error"] and job["route"] == "both":
                notes.append(f"{model.name}, IREE: {job['error'][:160]}")
    return row


def needs_no_weights(model: Path) -> bool:
    """Whether the stored references hold all arguments of `model`."""
    meta = model / "meta.json"
    return not (meta.exists() and json.loads(meta.read_text()).get("n_weight_args"))


def is_right(entry: str) -> bool:
    right, _, count = entry.partition(" of ")
    return right == count


def print_encoder(python: str, turns: int) -> None:
    """Milliseconds of an encoder in IREE, by what tieshape does for it, and of others on ONNX."""
    layers = random_layers(random := np.random.default_rng(0))
    source = stablehlo_of(layers)
    with tempfile.TemporaryDirectory() as work:
        texts = dict[str, str]()
        for route in ROUTES[1:]:
            path = Path(work) / f"{route}.mlir"
            path.write_text(text_of(source, route, "iree"))
            texts[route] = str(path)
        onnx = str(Path(work) / "encoder.onnx")
        write_onnx(layers, Path(onnx))
        files = list[str]()
        for b, s in SIZES:
            x = random.normal(0, 1, (b, s, WIDTH)).astype(np.float32)
            values = [x, *jax.tree_util.tree_leaves(layers)]
            files.append(str(Path(work) / f"{b}_{s}.npz"))
            np.savez(files[-1], **{f"in_{i}": v for i, v in enumerate(values)})
        job = {"texts": texts, "onnx": onnx, "references": files, "turns": turns}
        rows = timed_in_iree(python, job, Path(work))
    print(f"## an encoder in IREE: {LAYERS} layers, width {WIDTH}, in ms\n")
    print(
        f"All in one process, {turns} turns of random order, at least 0.1 s of calls each; medians,"
    )
    print("in brackets how long `both` takes for one of the column (the median of each turn's).\n")
    columns = {"forms": "forms alone", "facts": "with facts", "passes": "with passes"}
    columns |= {"both": "both", "onnx": "IREE's ONNX import", "ort": "onnxruntime"}

    def entry(row: dict[str, list[float]], name: str) -> str:
        if name not in row:
            return "not compiled"
        ratio = median(a / b for a, b in zip(row["both"], row[name], strict=True))
        return f"{median(row[name]):.2f}" + ("" if name == "both" else f" ({ratio:.2f})")

    table(
        ("batch, tokens", *columns.values()),
        [
            [f"{b}, {s}", *(entry(row, name) for name in columns)]
            for (b, s), row in zip(SIZES, rows, strict=True)
        ],
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--iree", default=sys.executable)
    parser.add_argument("--only", default="jax,tf,encoder")
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--routes", default="none,forms,both")
    options = parser.parse_args()
    made = f"Made by `interchange.py` with jax {jax.__version__}; sizes stay unknown in IREE."
    print(f"# Interchange\n\n{made}\n")
    for part in options.only.split(","):
        if part == "encoder":
            print_encoder(options.iree, options.turns)
        elif part == "reading":
            print_reading(ops=12_000, rounds=3)
        else:
            stored = [m for m in sorted((options.models / part).iterdir()) if needs_no_weights(m)]
            print_models(part, stored, options.iree, tuple(options.routes.split(",")))


if __name__ == "__main__":
    main()
