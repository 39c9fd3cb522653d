"""Models with the weights of real ones: seconds and memory to the first result, milliseconds of a call.

`python bench/native/large_models.py FOLDER` makes two ONNX models in FOLDER by PyTorch, an encoder
of 12 layers as BERT's (435 MB) and ResNet-50 (102 MB), random weights, and runs each in processes
of its own: in onnxruntime, here with an empty cache, and here again. It needs torch, onnxruntime
and the extras `[onnx]` and `[native]`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

BERT, RESNET = "bert.onnx", "resnet50.onnx"
SHAPES = {BERT: [(1, 16), (1, 128), (8, 128)], RESNET: [(1, 3, 224, 224), (4, 3, 224, 224)]}
ENGINES = ("onnxruntime", "tieshape, empty cache", "tieshape")


def make(folder: Path) -> None:
    """Writes the models that are not there yet."""
    import torch
    from large_networks import Bert, resnet50

    torch.manual_seed(0)
    batch, tokens = torch.export.Dim("batch", max=64), torch.export.Dim("tokens", max=512)
    if not (folder / BERT).exists():
        ids, mask = torch.randint(0, 30000, (2, 16)), torch.ones(2, 16, dtype=torch.int64)
        sizes = ({0: batch, 1: tokens}, {0: batch, 1: tokens})
        program = torch.onnx.export(Bert().eval(), (ids, mask), dynamo=True, dynamic_shapes=sizes)
        program.save(folder / BERT, external_data=True)
    if not (folder / RESNET).exists():
        image = torch.randn(2, 3, 224, 224)
        sizes = ({0: batch},)
        program = torch.onnx.export(resnet50().eval(), (image,), dynamo=True, dynamic_shapes=sizes)
        program.save(folder / RESNET, external_data=True)


def arguments(name: str, shape: tuple[int, ...]) -> list[Any]:
    random = np.random.default_rng(0)
    if name == RESNET:
        return [random.standard_normal(shape).astype(np.float32)]
    return [random.integers(0, 30000, shape), np.ones(shape, np.int64)]


def opened(path: str, engine: str, threads: int) -> Callable[..., list[Any]]:
    if engine != "onnxruntime":
        from tieshape import Model

        return Model(path, engine="native", threads=threads)
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(path, options)
    names = [value.name for value in session.get_inputs()]
    return lambda *arrays: session.run(None, dict(zip(names, arrays, strict=True)))


def peak() -> int:
    """KiB that this process had at most; `getrusage` counts those of its parent too."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def measure(path: str, engine: str, threads: int) -> None:
    """Prints a row, and keeps the last results beside the model to compare them."""
    name, begin = Path(path).name, time.perf_counter()
    call = opened(path, engine, threads)
    call(*arguments(name, SHAPES[name][0]))
    first, times = time.perf_counter() - begin, list[str]()
    for shape in SHAPES[name]:
        given, found = arguments(name, shape), list[float]()
        for _ in range(6):
            start = time.perf_counter()
            results = call(*given)
            found.append(time.perf_counter() - start)
        times.append(f"{1e3 * min(found):.1f}")
    memory = peak() >> 10
    print(
        f"| {name} | {engine} | {threads} | {first:.1f} | {memory} | {', '.join(times)} |",
        flush=True,
    )
    kept = Path(path).with_suffix(".npy")
    if engine == "onnxruntime":
        np.save(kept, results[0])
    else:
        np.testing.assert_allclose(results[0], np.load(kept), rtol=2e-3, atol=2e-3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threads", type=int, nargs="+", default=[1])
    parser.add_argument("--measure", nargs=2, metavar=("MODEL", "ENGINE"), help="one row, here")
    options = parser.parse_args()
    if options.measure:
        measure(*options.measure, options.threads[0])
        return
    make(options.folder)
    print(
        "| model | engine | threads | first result, s | memory, MiB | calls, ms |\n"
        + "|---" * 6
        + "|"
    )
    with tempfile.TemporaryDirectory() as cache:
        for threads in options.threads:
            for name in SHAPES:
                for engine in ENGINES:
                    row = [
                        "--measure",
                        str(options.folder / name),
                        engine,
                        "--threads",
                        str(threads),
                    ]
                    command = [sys.executable, __file__, str(options.folder), *row]
                    subprocess.run(command, check=True, env={**os.environ, "TIESHAPE_CACHE": cache})


if __name__ == "__main__":
    main()
