"""How long a model from the cache takes in a new process, until its first result is there.

    python bench/native/cold_start.py --models DIR [NAME ...] [--runs 9]

DIR holds folders of models: model.mlir, and ref_*.npz with in_i, w_i. New processes run the first
reference of each, first with an empty cache, which is a folder of this script, then from the cache.
Milliseconds of the processor, medians: to import numpy; to import `tieshape.runtime`; for
`Model(path, engine="native")` and its first call; the same with an empty cache, of the processor and
elapsed, with the imports of numpy and tieshape. Compiled bytecode is kept, as in an installation.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.append(str(Path(__file__).parents[1]))
from shared.tables import table

PROGRAM = """
import json, sys
from time import perf_counter, process_time
began = perf_counter()
times = [process_time()]
import numpy as np
times.append(process_time())
from tieshape.runtime import Model
times.append(process_time())
with np.load(sys.argv[2]) as data:
    given = [data[f"{k}_{i}"] for k in ("in", "w") for i in range(sum(n.startswith(k + "_") for n in data))]
start = process_time()
Model(sys.argv[1], engine="native")(*given)
times.append(process_time() - start)
elapsed = perf_counter() - began
print(json.dumps([times[1] - times[0], times[2] - times[1], times[3], elapsed]))
"""


def run(folder: Path, place: str) -> list[float]:
    """Milliseconds of the three parts in a new process, and of all that elapsed."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"TIESHAPE_CACHE": f"{place}/code", "PYTHONPYCACHEPREFIX": f"{place}/bytecode"}
    model, reference = folder / "model.mlir", sorted(folder.glob("ref_*.npz"))[0]
    command = [sys.executable, "-c", PROGRAM, str(model), str(reference)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return [1000 * seconds for seconds in json.loads(done.stdout)]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    rows = list[list[str]]()
    for folder in sorted(options.models.iterdir()):
        if options.names and folder.name not in options.names:
            continue
        with tempfile.TemporaryDirectory() as place:
            run(folder, place)
            compiled = list[list[float]]()
            for _ in range(max(1, options.runs // 3)):
                shutil.rmtree(f"{place}/code")
                compiled.append(run(folder, place))
            run(folder, place)
            runs = [run(folder, place) for _ in range(options.runs)]
        parts = [median(column) for column in zip(*runs, strict=True)][:3]
        whole = [sum(parts[:3]) for parts in compiled], [parts[3] for parts in compiled]
        rows.append([folder.name, *(f"{part:.0f}" for part in (*parts, *map(median, whole)))])
    heads = ("model", "numpy", "tieshape.runtime", "model and call", "empty cache", "elapsed")
    table(heads, rows)
    print(f"\nload {os.getloadavg()[0]:.1f}", file=sys.stderr)


if __name__ == "__main__":
    main()
