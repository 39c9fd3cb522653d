"""Models of keras_hub and of transformers, small and with random weights, as TensorFlow's text.

    python bench/hub/make.py FOLDER LIBRARY [NAME ...]

LIBRARY: keras_hub, keras_hub_multimodal, transformers or transformers_multimodal, the end of the
name of a module `models_of_*`.

FOLDER gets a folder for each model: the text of its frozen function with unknown sizes, control
flow kept as ops, and a reference for each set of inputs, as TensorFlow computes it. It needs
TensorFlow, and keras_hub or transformers with tf-keras; `check.py` needs neither.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
if any("transformers" in word for word in sys.argv[2:3]):
    os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")


def main() -> int:
    folder, library, names = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    makers = import_module(f"models_of_{library}").MODELS
    failed = 0
    for name, make in makers.items():
        if names and name not in names:
            continue
        try:
            count, lines = _write(folder / name, *make())
        except Exception as error:  # the library's own, of a configuration that it does not take
            print(f"{name}: not made: {str(error).splitlines()[0]}", flush=True)
            failed += 1
            continue
        print(f"{name}: {lines} lines, {count} references", flush=True)
    return int(failed > 0)


def _write(
    folder: Path, function: Any, specs: Sequence[Any], sets: Sequence[Sequence[Any]]
) -> tuple[int, int]:
    """How many sets of inputs TensorFlow takes, and how many lines the text has."""
    import numpy as np
    import tensorflow as tf
    from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

    concrete = tf.function(function).get_concrete_function(*specs)
    frozen = convert_variables_to_constants_v2(concrete, lower_control_flow=False)
    text = tf.mlir.experimental.convert_function(frozen)
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for arrays in sets:
        try:
            results = frozen(*map(tf.constant, arrays))
        except tf.errors.InvalidArgumentError:
            continue
        found = {f"in_{i}": array for i, array in enumerate(arrays)}
        found |= {f"out_{i}": r.numpy() for i, r in enumerate(tf.nest.flatten(results))}
        np.savez(folder / f"ref_{count}.npz", **found)
        count += 1
    (folder / "model.mlir").write_text(text)
    return count, text.count("\n")


if __name__ == "__main__":
    sys.exit(main())
