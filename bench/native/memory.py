"""The arena of a native call beside the most bytes of buffers that are in use at once.

    python bench/native/memory.py --models DIR > memory.md

DIR holds folders of models: model.mlir, and ref_*.npz with in_i, w_i. A row for a model and a stored
shape. Buffers whose sizes are known only during the call are allocated one by one, freed after their
last use, and not counted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from tieshape.interpreters.runner import entry_function
from tieshape.lowering.pipelines import TieshapePass
from tieshape.lowering.plan_buffers import Life, PlanBuffersPass, early_lifetimes
from tieshape.native.program import NativeProgram, on_buffers, passes
from tieshape.text.context import new_context
from tieshape.text.module import read_module
from xdsl.context import Context

from native import references

sys.path.append(str(Path(__file__).parents[1]))
from shared.tables import table


def most(sizes: Sequence[int], lives: Sequence[Life]) -> int:
    """The greatest sum of buffers in use at one time."""
    used = list(zip(sizes, lives, strict=True))
    return max(
        (sum(size for size, (a, b, _) in used if a <= now <= b) for _, (now, _, _) in used),
        default=0,
    )


def rows(folder: Path) -> list[list[str]]:
    """The arena and the buffers of a model."""
    module = read_module(str(folder / "model.mlir"))
    TieshapePass().apply(new_context(), module)
    function = entry_function(module)
    made = on_buffers(function)
    lowered = made.module()
    for step in takewhile(
        lambda step: not isinstance(step, PlanBuffersPass), passes(has_blas=True)
    ):
        step.apply(Context(), lowered)
    lives = early_lifetimes(made.function)
    program = NativeProgram(module, function)
    found = list[list[str]]()
    for arguments in references(folder):
        layout = program.layout(arguments)
        least = most(layout.sizes, lives)
        elements, ratio = sum(a.size for a in arguments), layout.arena / max(least, 1)
        late = "some" if program.frame.late else ""
        numbers = f"{elements}", f"{len(lives)}", f"{layout.arena}", f"{least}", f"{ratio:.3f}"
        found.append([folder.name, *numbers, late])
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
    table(("model", "elements", "buffers", "arena", "in use", "ratio", "sized late"), found)


if __name__ == "__main__":
    main()
