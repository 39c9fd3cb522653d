"""PyTorch's own samples of its operators (`op_db`) as programs of `torch.export` with unknown sizes.

    python bench/importers/torch_ops.py [--first N] [--last N] [--samples 2] [--only NAME] [--list KINDS]

Each sample is a program whose sizes above 1 are unknown (`Dim.AUTO`), imported by way of ONNX, and
called at the sample's sizes and four others on either engine. PyTorch computes what is wanted, or
refuses; where results differ onnxruntime is asked, as the export may be what is wrong. Needs the
extras `[torch]` and `[native]`, onnxruntime, expecttest and hypothesis.
"""

from __future__ import annotations

import argparse
import collections
import logging
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils import _pytree as pytree

sys.path.append(str(Path(__file__).parents[1]))
from shared.torch_programs import OURS, Verdict, apart, called, exported, others, verdict

warnings.filterwarnings("ignore")
MOST_LOOKED_AT = 40
SECONDS = 90


@dataclass(frozen=True)
class OpSample:
    """Arguments of an operator, some of them tensors."""

    number: int
    flat: Sequence[Any]
    spec: Any

    @property
    def tensors(self) -> list[torch.Tensor]:
        return [value for value in self.flat if isinstance(value, torch.Tensor)]

    @property
    def kind(self) -> tuple[object, ...]:
        """Samples of one kind have tensors of the same ranks and the same other arguments."""
        args, names = pytree.tree_unflatten(self.flat, self.spec)[1:]
        return tuple(t.dim() for t in self.tensors), len(args), tuple(sorted(names))


class OfTensors(torch.nn.Module):
    """An operator on the tensors of a sample; the other arguments are the sample's."""

    def __init__(self, operator: Any, sample: OpSample) -> None:
        super().__init__()
        self.operator, self.sample = operator, sample

    def forward(self, *tensors: torch.Tensor) -> list[torch.Tensor]:
        given = iter(tensors)
        flat = [next(given) if isinstance(v, torch.Tensor) else v for v in self.sample.flat]
        first, args, names = pytree.tree_unflatten(flat, self.sample.spec)
        found = pytree.tree_leaves(self.operator(first, *args, **names))
        return [value for value in found if isinstance(value, torch.Tensor)]


def samples_of(operator: Any, most: int) -> list[OpSample]:
    """A sample of each kind, those of higher rank first."""
    types = (torch.float32, torch.int64, torch.bool)
    type_ = next((t for t in types if t in operator.dtypes), None)
    found = dict[object, OpSample]()
    for number, each in enumerate(operator.sample_inputs("cpu", type_, requires_grad=False)):
        if number == MOST_LOOKED_AT:
            break
        flat, spec = pytree.tree_flatten((each.input, each.args, each.kwargs))
        if any(isinstance(v, torch.Tensor) and v.layout != torch.strided for v in flat):
            continue
        flat = [v.detach().contiguous() if isinstance(v, torch.Tensor) else v for v in flat]
        sample = OpSample(number, flat, spec)
        if sample.tensors and not any(t.is_complex() for t in sample.tensors):
            found.setdefault(sample.kind, sample)
    return sorted(found.values(), key=lambda s: -sum(t.dim() for t in s.tensors))[:most]


def question(operator: Any, sample: OpSample) -> Verdict:
    module, tensors = OfTensors(operator.op, sample).eval(), sample.tensors
    free = [[axis for axis, size in enumerate(t.shape) if size > 1] for t in tensors]
    program = exported(module, tensors, free)
    if program is None:
        return "not exported by torch.export", ""
    calls = called(module, [tensors, *others(program, tensors)])
    return verdict(program, calls, (2e-3, 2e-4))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="number of the first operator")
    parser.add_argument("--last", type=int, default=len(op_db), help="number after the last")
    parser.add_argument("--samples", type=int, default=2, help="the most of an operator")
    parser.add_argument("--only", default="", help="operators whose names hold this")
    parser.add_argument("--list", default=",".join(OURS), help="kinds to list")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    counts = collections.Counter[str]()
    for operator in op_db[options.first : options.last]:
        name = operator.formatted_name
        if options.only not in name:
            continue
        torch.manual_seed(0)
        try:
            samples = samples_of(operator, options.samples)
        except Exception as error:  # packages that its references need
            print(f"no samples: {name}: {error}", flush=True)
            continue
        for sample in samples:
            kind, words = apart(partial(question, operator, sample), SECONDS)
            counts[kind] += 1
            if kind in options.list.split(","):
                line = " ".join(words.split())[:300]
                print(f"{kind}: {name} {sample.number}: {line}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    return 1 if any(counts[kind] for kind in OURS) else 0


if __name__ == "__main__":
    sys.exit(main())
