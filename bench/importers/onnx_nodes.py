"""The node tests of the package onnx (`onnx.backend.test`) through the importer and the pipeline.

For each test case: right, refused (with the reason), drawn or wrong. Drawn are random numbers of
the right shape and type: ONNX does not tell which. Wrong are other numbers, shapes or types, and
every other exception. `python bench/importers/onnx_nodes.py [--only TEXT] [--list KIND]`.
With `--dynamic` the sizes of inputs are unknown, each with a name of its own, but for lists of
integers; what the model declares of its outputs is left out.
"""

from __future__ import annotations

import argparse
import collections
import re
import signal
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from tieshape.interop.onnx.import_model import translated
from tieshape.interop.onnx.protobuf import ModelError, of_proto
from tieshape.text.diagnostics import LocatedError, one_line

from tieshape import Runner, TieshapePass, new_context, parse_module, print_module

warnings.filterwarnings("ignore")


KINDS = ("right", "refused", "drawn", "wrong", "too long")
RANDOM = re.compile(r"_(bernoulli|training_dropout)")
"""Tests of numbers that ONNX leaves to a generator."""


class Refused(Exception):
    """The case is refused with a reason."""


class TooLong(BaseException):
    """The case took too long."""


def close(found: Any, expected: Any, rtol: float, atol: float) -> bool:
    """Whether an array is what is expected; bf16 is held in float32.

    Numbers in 16 bits may differ by two units in the last place.
    """
    expected = plain(expected)
    if expected.dtype.name == "bfloat16":
        expected = expected.astype(np.float32)
        rtol = max(rtol, 2**-6)
    found = np.asarray(found)
    rtol = max(rtol, 2**-9) if expected.dtype == np.float16 else rtol
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return False
    if found.dtype.kind not in "fc":
        return bool(np.array_equal(found, expected))
    return bool(np.allclose(found, expected, rtol=rtol, atol=max(atol, 1e-7), equal_nan=True))


def is_alike(found: Any, expected: Any) -> bool:
    """Whether an array has the shape and type of what is expected."""
    found, expected = np.asarray(found), plain(expected)
    return found.shape == expected.shape and found.dtype == expected.dtype


def plain(value: Any) -> Any:
    """A value of a data set as an array."""
    if hasattr(value, "data_type"):
        from onnx import numpy_helper

        value = numpy_helper.to_array(value)
    return np.asarray(value)


def arrays(values: list[Any]) -> list[Any]:
    made = [plain(value) for value in values]
    return [a.astype(np.float32) if a.dtype.name == "bfloat16" else a for a in made]


def with_unknown_sizes(model: Any) -> Any:
    """A copy of the model in which each size of an input has a name."""
    copy = type(model).FromString(model.SerializeToString())
    stored = {tensor.name for tensor in copy.graph.initializer}
    for number, value in enumerate(copy.graph.input):
        tensor = value.type.tensor_type
        is_list = tensor.elem_type in (6, 7) and len(tensor.shape.dim) < 2
        if value.type.HasField("tensor_type") and not is_list and value.name not in stored:
            for axis, dimension in enumerate(tensor.shape.dim):
                dimension.dim_param = f"d{number}_{axis}"
    for value in copy.graph.output:
        if value.type.HasField("tensor_type"):
            value.type.tensor_type.ClearField("shape")
    return copy


def run(case: Any, dynamic: bool) -> str:
    """right, drawn or wrong. Raises Refused."""
    try:
        module = translated(
            of_proto(with_unknown_sizes(case.model) if dynamic else case.model), case.name
        )
    except (LocatedError, ModelError) as error:
        raise Refused(one_line(error)) from error
    context = new_context()
    module = parse_module(print_module(module), case.name, context)
    TieshapePass().apply(context, module)
    calls = [op for op in module.walk() if "tieshape.unlowered" in op.attributes]
    if calls:
        raise Refused(f"not lowered: {calls[0].attributes['tieshape.unlowered']}")
    runner = Runner(module)
    verdict = "right"
    for inputs, outputs in case.data_sets:
        found = runner.run(arrays(inputs))
        if len(found) != len(outputs):
            return "wrong"
        pairs = list(zip(found, outputs, strict=True))
        if all(close(f, o, case.rtol, case.atol) for f, o in pairs):
            continue
        if not (RANDOM.search(case.name) and all(is_alike(f, o) for f, o in pairs)):
            return "wrong"
        verdict = "drawn"
    return verdict


def stop(*_: object) -> None:
    raise TooLong


def verdict(case: Any, dynamic: bool) -> tuple[str, str]:
    """One of `KINDS`, and why."""
    signal.alarm(20)
    try:
        kind = run(case, dynamic)
        return kind, "other results" if kind == "wrong" else ""
    except Refused as error:
        return "refused", str(error)
    except TooLong:
        return "too long", ""
    except Exception as error:
        return "wrong", f"{type(error).__name__}: {one_line(error)}"
    finally:
        signal.alarm(0)


def reason(words: str) -> str:
    """A refusal without what differs between cases."""
    return words.rpartition("): ")[2] if "): " in words else words.partition("error: ")[2] or words


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="cases whose names hold this")
    parser.add_argument("--list", default="wrong", help="kinds to list: wrong,refused,right")
    parser.add_argument("--reasons", type=Path, help="where a table of reasons goes")
    parser.add_argument("--without", default="", help="cases whose names do not hold this")
    parser.add_argument("--dynamic", action="store_true", help="with unknown sizes")
    options = parser.parse_args()
    from onnx.backend.test.case.node import collect_testcases

    signal.signal(signal.SIGALRM, stop)
    counts = collections.Counter[str]()
    reasons = collections.Counter[str]()
    for case in collect_testcases(None):
        if options.only not in case.name or (options.without and options.without in case.name):
            continue
        kind, words = verdict(case, options.dynamic)
        counts[kind] += 1
        if kind == "refused":
            reasons[reason(words)] += 1
        if kind in options.list.split(","):
            print(f"{kind}: {case.name}: {words[:300]}", flush=True)
    for words, count in reasons.most_common():
        print(f"{count:5} refused: {words[:150]}")
    print(
        ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind] or kind != "too long")
    )
    if options.reasons is not None:
        lines = [f"| {count} | {words} |" for words, count in reasons.most_common()]
        options.reasons.write_text("\n".join(lines) + "\n")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
