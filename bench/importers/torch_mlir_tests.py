"""The end-to-end tests of torch-mlir as programs of `torch.export`, with the sizes unknown that they say.

    python bench/importers/torch_mlir_tests.py DIR [--first N] [--last N] [--only NAME] [--list KINDS]

DIR is `projects/pt1/python` of torch-mlir, https://github.com/llvm/torch-mlir. Each test is a module of PyTorch, the
types of its arguments with -1 for sizes that are unknown, and a call. It is imported by way of ONNX and
called at the sizes of the test and four others on either engine; PyTorch computes what is wanted, or
refuses. Needs the extras `[torch]` and `[native]`, and onnxruntime.
"""

from __future__ import annotations

import argparse
import collections
import importlib
import logging
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import torch
from torch.utils import _pytree as pytree

sys.path.append(str(Path(__file__).parents[1]))
from shared.torch_programs import OURS, Verdict, apart, called, exported, others, verdict

warnings.filterwarnings("ignore")
PACKAGE = "torch_mlir_e2e_test"
SECONDS, PROGRESS = 90, 100


class TestUtils:
    """What a test draws its arguments with."""

    def __init__(self) -> None:
        torch.manual_seed(0)

    def rand(self, *sizes: int, low: float = 0.0, high: float = 1.0) -> torch.Tensor:
        return torch.empty(sizes).uniform_(low, high)

    def randint(
        self, *sizes: int, low: int = 0, high: int = 10, dtype: Any = torch.int64
    ) -> torch.Tensor:
        return torch.randint(low, high, sizes, dtype=dtype)

    def nans(self, *sizes: int) -> torch.Tensor:
        return torch.full(sizes, torch.nan)


class EndToEndTest(NamedTuple):
    """What makes a module, and what calls it."""

    name: str
    make: Callable[[], torch.nn.Module]
    invoke: Callable[[Any, TestUtils], None]


class Caller:
    """Stands for a module whose calls are written down: the name of the method, and arguments."""

    def __init__(self) -> None:
        self.calls = list[tuple[str, tuple[Any, ...]]]()

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments: self.calls.append((name, arguments))


class OfTensors(torch.nn.Module):
    """A method of a module; results that are no tensors are left out."""

    def __init__(self, module: torch.nn.Module, method: str) -> None:
        super().__init__()
        self.module, self.method = module, method

    def forward(self, *tensors: torch.Tensor) -> list[torch.Tensor]:
        found = pytree.tree_leaves(getattr(self.module, self.method)(*tensors))
        return [value for value in found if isinstance(value, torch.Tensor)]


def tests_of(folder: Path) -> list[EndToEndTest]:
    """Those in the files of a folder; torch-mlir's own package for them is not imported."""
    found = list[EndToEndTest]()

    def register(make: Callable[[], torch.nn.Module], **_: object) -> Callable[[Any], Any]:
        return lambda call: found.append(EndToEndTest(call.__name__, make, call)) or call

    def annotate(types: Sequence[Any]) -> Callable[[Any], Any]:
        return lambda method: setattr(method, "types", types) or method

    suite = folder / PACKAGE / "test_suite"
    offered = {
        "": {},
        ".framework": {"TestUtils": TestUtils},
        ".registry": {"register_test_case": lambda module_factory, **_: register(module_factory)},
        ".annotations": {"annotate_args": annotate, "export": lambda method: method},
        ".test_suite": {"__path__": [str(suite)]},
    }
    for name, members in offered.items():
        module = sys.modules[PACKAGE + name] = ModuleType(PACKAGE + name)
        module.__dict__.update(members)
    sys.modules.setdefault("torchvision", ModuleType("torchvision"))  # of which few tests need more
    for path in sorted(suite.glob("[!_]*.py")):
        try:
            importlib.import_module(f"{PACKAGE}.test_suite.{path.stem}")
        except ImportError as error:
            print(f"left out: {path.name}: {error}", flush=True)
    return found


def question(test: EndToEndTest) -> Verdict:
    caller = Caller()
    test.invoke(caller, TestUtils())
    if len(caller.calls) != 1:
        return "several calls", ""
    ((method, arguments),) = caller.calls
    if not arguments or not all(isinstance(value, torch.Tensor) for value in arguments):
        return "arguments that are no tensors", ""
    if any(value.is_complex() for value in arguments):
        return "complex arguments, which its export has as pairs", ""
    torch.manual_seed(0)
    module = OfTensors(test.make().eval(), method).eval()
    types = getattr(getattr(module.module, method), "types", [])[1:]
    free = [  # three tests say a vector, and give a number
        [axis for axis, size in enumerate(tensor.shape) if type_[0][axis] == -1 and size > 1]
        for type_, tensor in zip(types, arguments, strict=True)
    ]
    program = exported(module, arguments, free)
    if program is None:
        return "not exported by torch.export", ""
    calls = called(module, [arguments, *others(program, arguments)])
    if not calls[0][1]:
        return "no tensors result", ""
    return verdict(program, calls, (2e-3, 2e-4))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=0, help="number of the first test")
    parser.add_argument("--last", type=int, help="number after the last")
    parser.add_argument("--only", default="", help="tests whose names hold this")
    parser.add_argument("--list", default=",".join(OURS), help="kinds to list")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    counts = collections.Counter[str]()
    tests = [t for t in tests_of(options.folder) if options.only in t.name]
    for number, test in enumerate(tests[options.first : options.last]):
        if number and number % PROGRESS == 0:
            print(f"[{options.first + number}/{len(tests)}] {dict(counts)}", flush=True)
        kind, words = apart(partial(question, test), SECONDS)
        counts[kind] += 1
        if kind in options.list.split(","):
            print(f"{kind}: {test.name}: {' '.join(words.split())[:300]}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    return 1 if any(counts[kind] for kind in OURS) else 0


if __name__ == "__main__":
    sys.exit(main())
