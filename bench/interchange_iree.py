"""Runs texts in IREE: the part of `interchange.py` that needs iree-base-compiler and -runtime alone.

    python bench/interchange_iree.py check  JOBS.json   # compile, run on stored references
    python bench/interchange_iree.py time   JOBS.json   # compile all, run them in turn, medians

One JSON line for each job goes to standard output.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import iree.runtime as rt
import numpy as np

COMPILE = (
    Path(sys.executable).parent / "iree-compile",
    "--iree-input-type=stablehlo",
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
            [*map(str, COMPILE), str(text), "-o", str(out)],
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
    return {**job, "compiled": True, "right": right, "error": why}


def timed(job: dict) -> list[dict]:
    """Milliseconds of each text at each size: runs in turn, and the median of each."""
    functions = {}
    for name, text in job["texts"].items():
        path, error = compiled(Path(text))
        if path is None:
            print(f"{name}: {error}", file=sys.stderr)
        else:
            functions[name] = function_of(path)
    rows = []
    for file in job["references"]:
        values = [rt.asdevicearray(CONFIG.device, a) for a in arrays(Path(file), "in_")]
        spent: dict[str, list[float]] = {name: [] for name in functions}
        for turn in range(job["turns"] + 1):
            for name, function in functions.items():
                start = time.perf_counter()
                result = function(*values)
                (result[0] if isinstance(result, list | tuple) else result).to_host()
                if turn:
                    spent[name].append((time.perf_counter() - start) * 1000)
        rows.append({name: statistics.median(times) for name, times in spent.items()})
    return rows


def main(mode: str, jobs: Path) -> None:
    for job in json.loads(jobs.read_text()):
        print(json.dumps(check(job) if mode == "check" else timed(job)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
