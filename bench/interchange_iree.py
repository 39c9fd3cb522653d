"""Runs texts in IREE: the part of `interchange.py` that needs iree-base-compiler and -runtime alone.

    python bench/interchange_iree.py check  JOBS.json   # compile, run on stored references
    python bench/interchange_iree.py time   JOBS.json   # compile all, run them in turn

One JSON line for each job goes to standard output.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
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


def check(job: dict) -> dict:
    """Compiles the text of `job`, and counts the references that come out right."""
    path, error = compiled(Path(job["text"]))
    if path is None:
        return {**job, "compiled": False, "error": error}
    right, why = 0, ""
    try:
        function = function_of(path)
        for file in job["references"]:
            results = function(*arrays(Path(file), "in_"))
            results = results if isinstance(results, list | tuple) else [results]
            found, wanted = [np.asarray(r) for r in results], arrays(Path(file), "out_")
            same = len(found) == len(wanted) and all(
                a.shape == b.shape
                and np.allclose(
                    a.astype(b.dtype), b, rtol=job["rtol"], atol=job["atol"], equal_nan=True
                )
                for a, b in zip(found, wanted, strict=True)
            )
            right += same
            why = why or ("" if same else "other numbers")
    except Exception as exception:
        why = str(exception).strip().splitlines()[0]
    told, accepted = (0, []) if why else refusals(function, job)
    return {
        **job,
        "compiled": True,
        "right": right,
        "error": why,
        "told": told,
        "accepted": accepted,
    }


def refusals(function: object, job: dict) -> tuple[int, list]:
    """How many of the shapes to refuse are refused in words of a guard, and the others."""
    told, others = 0, []
    for shapes in job.get("refused", ()):
        values = [np.zeros(s, t) for s, t in zip(shapes, job["types"], strict=True)]
        try:
            function(*values)
            error = "accepted"
        except Exception as exception:
            error = str(exception)
        if any(words in error for words in job["words"]):
            told += 1
        else:
            others.append((shapes, error[:200]))
    return told, others


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
    """Milliseconds of each program at each size, one for each turn; results must agree."""
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
        for turn in range(job["turns"] + 2):
            results = []
            for name, call in calls.items():
                start = time.perf_counter()
                results.append(call())
                if turn > 1:
                    spent[name].append((time.perf_counter() - start) * 1000)
            assert all(np.allclose(r, results[0], rtol=1e-3, atol=1e-3) for r in results)
        rows.append(spent)
    return rows


def first(result: object) -> object:
    return result[0] if isinstance(result, list | tuple) else result


def main(mode: str, jobs: Path) -> None:
    for job in json.loads(jobs.read_text()):
        print(json.dumps(check(job) if mode == "check" else timed(job)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
