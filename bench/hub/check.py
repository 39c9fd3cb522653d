"""Models of `make.py` on the interpreter and as machine code, against TensorFlow's results.

    python bench/hub/check.py FOLDER [NAME ...]

Seconds are of the processor, compilation and all calls together, by engine.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from tieshape.runtime import Model

ENGINES = ("interpreter", "native")


def main() -> int:
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    wrong = models = 0
    print("| model | references | interpreter | s | native | s |\n|---|---|---|---|---|---|")
    for place in sorted(folder.iterdir()):
        references = sorted(place.glob("ref_*.npz"))
        if not references or (names and place.name not in names):
            continue
        models += 1
        cells = list[str]()
        for engine in ENGINES:
            start = process_time()
            found = _right(place / "model.mlir", engine, references)
            cells += [found, f"{process_time() - start:.1f}"]
        wrong += any(cell != "right" for cell in cells[::2])
        print(f"| {place.name} | {len(references)} | {' | '.join(cells)} |", flush=True)
    print(f"\n{models - wrong} of {models} models right on both")
    return int(wrong > 0)


def _right(path: Path, engine: str, references: Sequence[Path]) -> str:
    """ "right", or what is not."""
    try:
        model = Model(path, engine=engine)
        for reference in references:
            with np.load(reference) as arrays:
                inputs, wanted = _numbered(arrays, "in_"), _numbered(arrays, "out_")
            for result, expected in zip(model(*inputs), wanted, strict=True):
                found = np.asarray(result)
                if found.shape != expected.shape:
                    return f"shape {found.shape} for {expected.shape}"
                np.testing.assert_allclose(found, expected, 2e-3, 2e-4)
    except AssertionError:
        return "other numbers"
    except Exception as error:
        return str(error).splitlines()[0][:90].replace("|", "/")
    return "right"


def _numbered(arrays: Any, prefix: str) -> list[Any]:
    count = sum(name.startswith(prefix) for name in arrays)
    return [arrays[f"{prefix}{i}"] for i in range(count)]


if __name__ == "__main__":
    sys.exit(main())
