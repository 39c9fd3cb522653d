"""Models of real sizes in bytes: milliseconds of a call, here and in onnxruntime.

`python bench/native/quantized.py FOLDER` makes the two models of `large_models.py` in FOLDER and
lets onnxruntime's quantizer write the encoder with dynamic scales and ResNet-50 in either form
(QDQ, QOperator; one scale for each filter, calibrated with two random images). One thread, calls in
turn in one process, the least of nine. It needs what `large_models.py` needs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from large_models import BERT, RESNET, SHAPES, arguments, make, opened

FORMS = {"bert": ("dynamic",), "resnet50": ("QDQ", "QOperator")}
COUNT = 9


def write(folder: Path, name: str, form: str) -> Path:
    """The quantized model beside the other, made where it is not there yet."""
    from onnxruntime import quantization

    source = folder / name
    found = source.with_name(f"{source.stem}_{form}.onnx")
    if found.exists():
        return found
    if form == "dynamic":
        quantization.quantize_dynamic(source, found, weight_type=quantization.QuantType.QInt8)
        return found
    random = np.random.default_rng(1)
    images = [random.standard_normal((1, 3, 224, 224)).astype(np.float32) for _ in range(2)]

    class Images(quantization.CalibrationDataReader):
        given: Iterator[Any] = iter([{"input": image} for image in images])

        def get_next(self) -> Any:
            return next(self.given, None)

    quantization.quantize_static(
        source,
        found,
        Images(),
        quant_format=quantization.QuantFormat[form],
        per_channel=True,
        activation_type=quantization.QuantType.QUInt8,
        weight_type=quantization.QuantType.QInt8,
    )
    return found


def measure(path: Path, name: str) -> None:
    """A row for each of the model's shapes."""
    calls = [opened(str(path), engine, 1) for engine in ("tieshape", "onnxruntime")]
    for shape in SHAPES[name]:
        given = arguments(name, shape)
        own, other = (call(*given)[0] for call in calls)
        apart = np.abs(own - other).max() / np.abs(other).max()
        least = [float("inf")] * 2
        for _ in range(COUNT):
            for place, call in enumerate(calls):
                begin = time.perf_counter()
                call(*given)
                least[place] = min(least[place], 1e3 * (time.perf_counter() - begin))
        row = [path.stem, " x ".join(map(str, shape)), *(f"{t:.1f}" for t in least)]
        row += [f"{least[1] / least[0]:.2f}", f"{apart:.1e}"]
        print("| " + " | ".join(row) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    make(folder)
    print("| model | argument | tieshape, ms | onnxruntime, ms | times | greatest difference |")
    print("|---" * 6 + "|")
    for name in (BERT, RESNET):
        stem = Path(name).stem
        for path in (folder / name, *(write(folder, name, form) for form in FORMS[stem])):
            measure(path, name)


if __name__ == "__main__":
    main()
