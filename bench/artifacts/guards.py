"""What a guard check, a call's dispatch, loading and compiling cost.

    python bench/artifacts/guards.py [MODEL_FOLDER ...]

Each row is the best of several rounds. A folder holds `model.mlir` and reference inputs
`ref_*.npz`.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np
from tieshape.runtime import load
from tieshape.tools.runtime_provider import program

MODELS = Path(__file__).parents[2] / "examples" / "models"


def best(body: Callable[[], object], count: int, rounds: int = 5) -> float:
    """Seconds of one call of `body`."""
    times = list[float]()
    for _ in range(rounds):
        start = perf_counter()
        for _ in range(count):
            body()
        times.append((perf_counter() - start) / count)
    return min(times)


def shapes_of(folder: Path) -> list[tuple[int, ...]]:
    """The input shapes of the greatest reference."""
    found = list[list[tuple[int, ...]]]()
    for file in folder.glob("ref_*.npz"):
        with np.load(file) as data:
            count = sum(name.startswith("in_") for name in data.files)
            found.append([data[f"in_{i}"].shape for i in range(count)])
    return max(found, key=lambda shapes: sum(int(np.prod(shape)) for shape in shapes))


def row(folder: Path, hints: bool) -> str:
    text, shapes = (folder / "model.mlir").read_text(), shapes_of(folder)
    model = program(text, "model.mlir", None, "guard")
    start = perf_counter()
    artifact = model.compile(shapes if hints else None)
    compiling = perf_counter() - start
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "model.tie"
        artifact.save(path)
        loading, size = best(lambda: load(path), 5), path.stat().st_size
        loaded = load(path)
    assert loaded.check(shapes)
    wrong = [tuple(size + 1 + i for size in shape) for i, shape in enumerate(shapes)]
    check = best(lambda: loaded.check(shapes), 5000)
    refusal = best(lambda: loaded.check(wrong), 500)
    outputs = best(lambda: loaded.output_shapes(shapes), 500)
    guards = len(loaded.header.guards)
    return (
        f"| {folder.name}, {'hints' if hints else 'no hints'} | {guards} | {check * 1e6:.1f} | "
        f"{refusal * 1e6:.0f} | {outputs * 1e6:.0f} | {loading * 1e3:.1f} | {size / 1024:.0f} | "
        f"{compiling * 1e3:.0f} |"
    )


def main(folders: list[Path]) -> None:
    print(
        "| model | guards | check, µs | refusal, µs | output shapes, µs | load, ms | KiB | compile, ms |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for folder in folders:
        for hints in (False, True):
            print(row(folder, hints), flush=True)


if __name__ == "__main__":
    main([Path(word) for word in sys.argv[1:]] or sorted(MODELS.iterdir()))
