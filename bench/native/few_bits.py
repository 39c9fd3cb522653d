"""A product with weights of 4 bits: milliseconds of a call, here and in onnxruntime.

`python bench/native/few_bits.py` makes one `MatMulNBits` of 4096 x 4096 in blocks of 32 rows in a
temporary folder. One thread, calls in turn in one process, the least of 15. With accuracy level 4
onnxruntime rounds rows to bytes first. It needs onnxruntime and the extras `[onnx]`, `[native]`.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from large_models import opened

ROWS, BLOCK, COLUMNS = 4096, 32, 4096
COUNT = 15


def write(path: Path, level: int) -> Any:
    """The model with random weights, which are returned as floats."""
    import onnx
    from onnx import helper, numpy_helper

    random = np.random.default_rng(0)
    whole = random.integers(0, 16, (COLUMNS, ROWS // BLOCK, BLOCK), np.uint8)
    scales = random.random((COLUMNS, ROWS // BLOCK)).astype(np.float32)
    packed = whole[..., 0::2] | (whole[..., 1::2] << 4)
    sizes = {"K": ROWS, "N": COLUMNS, "bits": 4, "block_size": BLOCK, "accuracy_level": level}
    names = ["x", "w", "s"]
    node = helper.make_node("MatMulNBits", names, ["y"], domain="com.microsoft", **sizes)
    tensors = [numpy_helper.from_array(packed, "w"), numpy_helper.from_array(scales.ravel(), "s")]
    x, y = (
        helper.make_tensor_value_info(name, 1, ["m", size])
        for name, size in (("x", ROWS), ("y", COLUMNS))
    )
    graph = helper.make_graph([node], "g", [x], [y], tensors)
    sets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    onnx.save(helper.make_model(graph, opset_imports=sets, ir_version=9), path)
    return ((whole.astype(np.float32) - 8) * scales[..., None]).reshape(COLUMNS, ROWS).T


def main() -> None:
    print("| rows | tieshape | apart | onnxruntime | apart | with level 4 | apart |")
    print("|---" * 7 + "|")
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{level}.onnx" for level in (0, 4)]
        matrix, _ = (write(path, level) for path, level in zip(paths, (0, 4), strict=True))
        calls = [opened(str(paths[0]), "tieshape", 1)]
        calls += [opened(str(path), "onnxruntime", 1) for path in paths]
        for rows in (1, 2, 3, 8, 32, 128):
            x = np.random.default_rng(rows).standard_normal((rows, ROWS)).astype(np.float32)
            wanted, least, apart = x @ matrix, [float("inf")] * 3, list[float]()
            for call in calls:
                found = np.asarray(call(x)[0])
                apart.append(float(np.abs(found - wanted).max() / np.abs(wanted).max()))
            for _ in range(COUNT):
                for place, call in enumerate(calls):
                    begin = time.perf_counter()
                    call(x)
                    least[place] = min(least[place], 1e3 * (time.perf_counter() - begin))
            pairs = zip(least, apart, strict=True)
            row = [str(rows), *(word for t, d in pairs for word in (f"{t:.2f}", f"{d:.0e}"))]
            print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
