"""The arena of a native call beside the most bytes of buffers that are in use at once.

    python bench/memory.py --models DIR > memory.md

DIR holds folders of models: model.mlir, and ref_*.npz with in_i, w_i. A row for a model and a stored
shape. Models with branches or loops are left out: which buffers they make is decided by the call.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from interchange import table
from tieshape.interpreters.arrays import Array
from tieshape.interpreters.runner import entry_function
from tieshape.lowering.pipelines import TieshapePass
from tieshape.lowering.plan_buffers import lifetimes
from tieshape.native.memory import PlainMemory
from tieshape.native.program import NativeProgram, native_code, on_buffers, passes
from tieshape.text.context import new_context
from tieshape.text.module import read_module
from xdsl.context import Context

from native import references


class CountedMemory(PlainMemory):
    """Knows how many bytes were asked for."""

    def __init__(self) -> None:
        self.counts = list[int]()

    def bytes(self, count: int) -> Array:
        self.counts.append(count)
        return super().bytes(count)


def most(counts: list[int], spans: list[tuple[int, float]]) -> int:
    """The greatest sum of buffers in use at one time."""
    return max(
        (
            sum(
                count
                for count, (start, end) in zip(counts, spans, strict=True)
                if start <= now <= end
            )
            for now, _ in spans
        ),
        default=0,
    )


def rows(folder: Path) -> list[list[str]]:
    """The arena and the buffers of a model."""
    module = read_module(str(folder / "model.mlir"))
    TieshapePass().apply(new_context(), module)
    function = entry_function(module)
    made = on_buffers(function)
    lowered = made.module()
    for step in passes(has_blas=True)[:-1]:
        step.apply(Context(), lowered)
    spans = lifetimes(made.function)
    plain = NativeProgram(module, function)
    memory = CountedMemory()
    counted = NativeProgram(module, native_code(function, apart=True), memory=memory)
    found = list[list[str]]()
    for arguments in references(folder):
        memory.counts.clear()
        counted.run(arguments)
        if len(memory.counts) != len(spans):
            return [[folder.name, "", "", "", "its buffers depend on the call"]]
        arena, least = plain.arena(arguments), most(memory.counts, spans)
        elements, ratio = sum(a.size for a in arguments), arena / max(least, 1)
        found.append([folder.name, f"{elements}", f"{arena}", f"{least}", f"{ratio:.2f}"])
    return found


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", type=Path, required=True)
    models = parser.parse_args().models
    print(
        "# Memory of native calls\n\nBytes of the arena, of buffers in use at once, and the ratio.\n"
    )
    folders = [f for f in sorted(models.iterdir()) if (f / "model.mlir").exists()]
    found = [row for folder in folders for row in rows(folder)]
    table(("model", "elements", "arena", "in use", "ratio"), found)


if __name__ == "__main__":
    main()
