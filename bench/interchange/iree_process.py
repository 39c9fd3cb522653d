"""Runs texts in IREE: the part of `interchange.py` that needs iree-base-compiler and -runtime alone.

    python bench/interchange/iree_process.py check  JOBS.json   # compile, run on stored references
    python bench/interchange/iree_process.py time   JOBS.json   # compile all, run them in turn

JSON lines go to standard output: `check` writes a row of what is counted before each call, and
one with `done` at the end of a job; `time` one line for each job.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import iree.runtime as rt
import numpy as np

COMPILE = (
    Path(sys.executable).parent / "iree-compile",
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
)
CONFIG = rt.Config("local-task")
SECONDS = 300
"""A call that takes longer ends the process."""
TURN = 0.1
"""Seconds that the calls of one program take in a turn, at least."""


def compiled(text: Path) -> tuple[Path | None, str]:
    """The compiled module, or None and the first error."""
    out = text.with_suffix(".vmfb")
    try:
        done = subprocess.run(
            [*map(str, COMPILE), *input_of(text), str(text), "-o", str(out)],
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, "not compiled in 600 s"
    if done.returncode == 0:
        return out, ""
    errors = [line.partition("error: ")[2] for line in done.stderr.splitlines() if "error:" in line]
    return None, (errors or [f"the compiler ended with code {done.returncode}"])[0]


def input_of(text: Path) -> list[str]:
    """What IREE is told of the dialect of `text`."""
    return [] if text.name.endswith(".imported.mlir") else ["--iree-input-type=stablehlo"]


def function_of(path: Path) -> object:
    context = rt.SystemContext(config=CONFIG)
    module = rt.VmModule.mmap(context.instance, str(path))
    context.add_vm_module(module)
    names = [
        name
        for name in module.function_names
        if not name.startswith("__init") and name != "__deinit" and not name.endswith("$async")
    ]
    return getattr(getattr(context.modules, module.name), names[0])


def arrays(path: Path, prefix: str) -> list[np.ndarray]:
    with np.load(path) as data:
        return [data[f"{prefix}{i}"] for i in range(sum(k.startswith(prefix) for k in data))]


def check(job: dict) -> Iterator[dict]:
    """Compiles the text of `job`, counts right references, then shapes that are refused in words.

    A row goes out before each call: its reader knows what was under way where the process ends.
    A `job` with `seen` goes on after that many shapes.
    """
    start = {"compiled": True, "right": 0, "error": "", "told": 0, "accepted": [], "seen": None}
    row = {**start, **job}
    path, row["error"] = compiled(Path(job["text"])) if row["seen"] is None else (None, "")
    if row["error"]:
        yield {**row, "compiled": False, "done": True}
        return
    function = function_of(path or Path(job["text"]).with_suffix(".vmfb"))
    if row["seen"] is None:
        yield from count_right(function, row)
        row["seen"] = 0
    if not row["error"]:
        yield from count_refused(function, row)
    yield {**row, "done": True}


def count_right(function: object, row: dict) -> Iterator[dict]:
    """Counts the references that come out right into `row`."""
    tolerance = {"rtol": row["rtol"], "atol": row["atol"], "equal_nan": True}
    for file in row["references"]:
        yield row
        signal.alarm(SECONDS)
        try:
            results = function(*arrays(Path(file), "in_"))
        except Exception as exception:
            row["error"] = str(exception).strip().splitlines()[0]
            return
        results = results if isinstance(results, list | tuple) else [results]
        found, wanted = [np.asarray(r) for r in results], arrays(Path(file), "out_")
        same = len(found) == len(wanted) and all(
            a.shape == b.shape and np.allclose(a.astype(b.dtype), b, **tolerance)
            for a, b in zip(found, wanted, strict=True)
        )
        row["right"] += same
        row["error"] = row["error"] or ("" if same else "other numbers")


def count_refused(function: object, row: dict) -> Iterator[dict]:
    """Counts the shapes that are refused in words of a guard into `row`, and lists the others."""
    for shapes in row.get("refused", ())[row["seen"] :]:
        yield row
        signal.alarm(SECONDS)
        values = [np.zeros(s, t) for s, t in zip(shapes, row["types"], strict=True)]
        try:
            function(*values)
            error = "accepted"
        except Exception as exception:
            error = str(exception)
        if any(words in error for words in row["words"]):
            row["told"] += 1
        else:
            row["accepted"].append((shapes, error[:200]))
        row["seen"] += 1


def imported(model: Path) -> Path | None:
    """IREE's own import of an ONNX model; None where the package onnx is missing."""
    out = model.with_suffix(".imported.mlir")
    tool = [sys.executable, "-m", "iree.compiler.tools.import_onnx", str(model), "-o", str(out)]
    done = subprocess.run(tool, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr[-500:], file=sys.stderr)
        return None
    return out


def session(model: Path) -> object:
    """The model in onnxruntime, as a function of arrays; None where it is not installed."""
    try:
        import onnxruntime
    except ImportError:
        return None
    loaded = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    names = [value.name for value in loaded.get_inputs()]

    def run(*arrays: np.ndarray) -> np.ndarray:
        return loaded.run(None, dict(zip(names, arrays, strict=True)))[0]

    return run


def timed(job: dict) -> list[dict]:
    """Milliseconds of each program at each size, one for each turn; results must agree.

    What a turn says of a short call is the mean of as many as fill `TURN` seconds: a call of 2 ms
    alone is twice as long whenever a thread wakes late.
    """
    functions = {}
    if (own := imported(Path(job["onnx"]))) is not None:
        job["texts"]["onnx"] = str(own)
    for name, text in job["texts"].items():
        path, error = compiled(Path(text))
        if path is None:
            print(f"{name}: {error}", file=sys.stderr)
        else:
            functions[name] = function_of(path)
    native = session(Path(job["onnx"]))
    rows = []
    for file in job["references"]:
        given = arrays(Path(file), "in_")
        values = [rt.asdevicearray(CONFIG.device, a) for a in given]
        calls = {n: (lambda f=f, v=values: first(f(*v)).to_host()) for n, f in functions.items()}
        if native is not None:
            calls["ort"] = lambda given=given: native(*given)
        spent: dict[str, list[float]] = {name: [] for name in calls}
        order = list(calls.items())
        repeats = 1
        for turn in range(job["turns"] + 2):
            results = []
            took = []
            random.shuffle(order)
            for name, call in order:
                start = time.perf_counter()
                for _ in range(repeats):
                    result = call()
                took.append((time.perf_counter() - start) / repeats)
                results.append(result)
                if turn > 1:
                    spent[name].append(took[-1] * 1000)
            if turn == 1:
                repeats = max(1, int(TURN / min(took)))
            assert all(np.allclose(r, results[0], rtol=1e-3, atol=1e-3) for r in results)
        rows.append(spent)
    return rows


def first(result: object) -> object:
    return result[0] if isinstance(result, list | tuple) else result


def main(mode: str, jobs: Path) -> None:
    for job in json.loads(jobs.read_text()):
        for row in check(job) if mode == "check" else [timed(job)]:
            print(json.dumps(row), flush=True)
        signal.alarm(0)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
