"""The ops of models that machine code leaves to the interpreter.

    python bench/native/callbacks.py [FOLDER ...]

A folder holds models, each in a folder of its own with `model.mlir`. Prints a line for each model:
how many ops are run by callback, and which, with the reasons.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.callbacks import in_words
from tieshape.native.program import NativeProgram
from tieshape.text.context import new_context
from tieshape.text.module import read_module

MODELS = Path(__file__).parents[2] / "examples" / "models"


def callbacks_of(folder: Path) -> list[str]:
    """The ops that the interpreter runs of the model in `folder`, in words."""
    module = read_module(str(folder / "model.mlir"))
    TieshapePass().apply(new_context(), module)
    return in_words(NativeProgram(module, Runner(module).function).callbacks)


def main() -> None:
    """Prints the lines of all models, and how many have no callback."""
    counts = Counter[bool]()
    for parent in [Path(name) for name in sys.argv[1:]] or [MODELS]:
        for folder in sorted(parent.iterdir()):
            if (folder / "model.mlir").exists():
                found = callbacks_of(folder)
                counts[not found] += 1
                print(f"{folder.name:20} {'; '.join(found) or 'none'}", flush=True)
    print(f"{counts[True]} of {counts.total()} models have no callback")


if __name__ == "__main__":
    main()
