"""Calls of compiled models on the interpreter and as machine code, in turn.

    python bench/native.py [MODEL_FOLDER ...]

A folder holds `model.mlir` and references `ref_*.npz`. Times are medians; interpreter and machine
code run in turn, so that their ratio stands on a busy machine too. A line for each folder: seconds
to compile, ops that the interpreter runs, and for the least and the greatest reference
microseconds of a call of either, and their ratio.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.program import NativeProgram
from tieshape.text.context import new_context
from tieshape.text.module import read_module

MODELS = Path(__file__).parents[1] / "examples" / "models"


def microseconds(body: Callable[[], object], count: int) -> float:
    """Of one call of `body`."""
    start = perf_counter()
    for _ in range(count):
        body()
    return (perf_counter() - start) / count * 1e6


def references(folder: Path) -> list[list[Array]]:
    """The arguments of the references, from few elements to many."""
    found = list[list[Array]]()
    for file in sorted(folder.glob("ref_*.npz")):
        with np.load(file) as data:
            arguments = [data[f"in_{i}"] for i in range(sum(k.startswith("in_") for k in data))]
            arguments += [data[f"w_{i}"] for i in range(sum(k.startswith("w_") for k in data))]
            found.append(arguments)
    return sorted(found, key=lambda arrays: sum(array.size for array in arrays))


def row(folder: Path) -> str:
    """The line of one model."""
    module = read_module(str(folder / "model.mlir"))
    TieshapePass().apply(new_context(), module)
    runner = Runner(module)
    start = perf_counter()
    program = NativeProgram(module, runner.function)
    seconds = perf_counter() - start
    words = f"{folder.name:20} {seconds:6.2f} s {len(program.callbacks):3} callbacks"
    stored = references(folder)
    for arrays in (stored[0], stored[-1]):
        program.run(arrays)
        pairs = [
            (
                microseconds(lambda a=arrays: runner.run(a), 2),
                microseconds(lambda a=arrays: program.run(a), 20),
            )
            for _ in range(9)
        ]
        slow, fast = (median(times) for times in zip(*pairs, strict=True))
        words += f" | {slow:9.0f} {fast:8.1f} us {median(a / b for a, b in pairs):7.0f}x"
    return words


def main() -> None:
    """Prints a line for each folder."""
    folders = [Path(name) for name in sys.argv[1:]]
    for folder in folders or sorted(MODELS.iterdir()):
        if (folder / "model.mlir").exists():
            print(row(folder), flush=True)


if __name__ == "__main__":
    main()
