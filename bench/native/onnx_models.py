"""ONNX models as machine code and in onnxruntime: a table of `native.md`.

    python bench/native/onnx_models.py --models DIR --ort SITE_PACKAGES

DIR holds folders of models: model.onnx, and ref_*.npz with in_i in the order of the inputs. One
thread each, all calls in turn in one process, the least time of 25 short rounds; a call of
machine code is one of `Model`. Results are compared.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
from tieshape.native.engine import is_available
from tieshape.runtime import Model
from tieshape.tools.timed_calls import in_turn

from native import ROUND, ROUNDS, SETTINGS

sys.path.append(str(Path(__file__).parents[1]))
from shared.tables import table


def same(found: Any, wanted: Any) -> bool:
    """Whether two lists of results agree to rounding."""
    return all(
        a.shape == b.shape and np.allclose(a, b, rtol=1e-3, atol=1e-3, equal_nan=True)
        for a, b in zip(found, wanted, strict=True)
    )


def rows_of(folder: Path, ort: Any, notes: list[str]) -> list[list[str]]:
    """A row for each stored shape."""
    path, found = str(folder / "model.onnx"), list[list[str]]()
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = ort.InferenceSession(path, options, ["CPUExecutionProvider"])
    names = [value.name for value in session.get_inputs()]
    model = Model(path, engine="native", undecided="version")
    for file in sorted(folder.glob("ref_*.npz")):
        with np.load(file) as data:
            given = [data[f"in_{i}"] for i in range(sum(k.startswith("in_") for k in data))]
        fed = dict(zip(names, given, strict=False))
        wanted = session.run(None, fed)
        if not same(model(*given), wanted):
            notes.append(f"{folder.name}, {file.stem}: other results than onnxruntime")
        calls = lambda g=given: model(*g), lambda f=fed: session.run(None, f)
        own, other = (min(times) for times in in_turn(calls, ROUNDS, ROUND))
        size = f"{sum(array.size for array in given)}"
        found.append([folder.name, size, f"{own:.1f}", f"{other:.1f} ({other / own:.2f})"])
    return found


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--ort", required=True)
    options = parser.parse_args()
    if os.environ | SETTINGS != os.environ:
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | SETTINGS)
    assert is_available()
    sys.path.append(options.ort)
    ort, notes, rows = __import__("onnxruntime"), list[str](), list[list[str]]()
    for folder in sorted(options.models.iterdir()):
        if not (folder / "model.onnx").exists():
            continue
        try:
            rows += rows_of(folder, ort, notes)
        except Exception as error:
            notes.append(f"{folder.name}: {type(error).__name__}: {str(error)[:150]}")
    table(("model", "elements", "native", "onnxruntime"), rows)
    print("\n" + "\n".join(f"- {note}" for note in notes))
    print(f"\nload {os.getloadavg()[0]:.1f}", file=sys.stderr)


if __name__ == "__main__":
    main()
