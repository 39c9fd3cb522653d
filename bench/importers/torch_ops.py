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
import json
import logging
import os
import signal
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnxruntime
import tieshape.interop.torch as interop
import torch
from sympy import Integer
from tieshape.interpreters.errors import RunError
from tieshape.native.engine import is_available
from tieshape.rules.errors import ShapeError
from tieshape.runtime import GuardError, Model
from tieshape.text.diagnostics import LocatedError
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils import _pytree as pytree

from tieshape import print_module

warnings.filterwarnings("ignore")
ENGINES = ("interpreter", "native") if is_available() else ("interpreter",)
REFUSALS = (GuardError, RunError, ShapeError)
SIZES = ((5, 4, 6, 3, 7, 2), (2, 3, 2, 5, 4, 6), (1, 1, 1, 1, 1, 1), (8, 4, 2, 6, 3, 5))
"""Values of a program's sizes, in the order of their names, again and again."""
MOST_LOOKED_AT = 40
SECONDS = 90
OURS = ("wrong", "refused", "not compiled", "internal error")
"""What tieshape has to answer for."""
Verdict = tuple[str, str]


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


def exported(module: torch.nn.Module, tensors: Sequence[torch.Tensor]) -> Any:
    """A program of unknown sizes; where PyTorch has none, of those of `tensors`."""
    free = torch.export.Dim.AUTO
    sizes = [{axis: free for axis, size in enumerate(t.shape) if size > 1} for t in tensors]
    for dynamic in ((tuple(sizes),), None):
        try:
            return torch.export.export(module, tuple(tensors), dynamic_shapes=dynamic, strict=False)
        except Exception:  # of many kinds
            continue
    return None


def others(program: Any, tensors: Sequence[torch.Tensor]) -> Iterator[list[torch.Tensor]]:
    """Arguments of other sizes, with the elements of `tensors`."""
    random = np.random.default_rng(0)
    names = list(program.graph_signature.user_inputs)
    shapes = {n.name: n.meta["val"].shape for n in program.graph.nodes if n.op == "placeholder"}
    free = {s for n in names for size in shapes[n] for s in _symbols(size)}
    order = sorted(free, key=str)
    for values in SIZES if order else ():
        told = {s: Integer(values[i % len(values)]) for i, s in enumerate(order)}
        yield [
            _filled(tensor, [_size(size, told) for size in shapes[name]], random)
            for name, tensor in zip(names, tensors, strict=True)
        ]


def _symbols(size: Any) -> set[Any]:
    return set() if isinstance(size, int) else size.node.expr.free_symbols


def _size(size: Any, told: Mapping[Any, Integer]) -> int:
    return size if isinstance(size, int) else int(size.node.expr.xreplace(told))


def _filled(like: torch.Tensor, shape: Sequence[int], random: np.random.Generator) -> torch.Tensor:
    if not like.numel():
        return torch.zeros(*shape, dtype=like.dtype)
    places = random.integers(0, like.numel(), int(np.prod(shape)))
    return like.reshape(-1)[torch.from_numpy(places)].reshape(tuple(shape)).contiguous()


def difference(found: Sequence[Any], wanted: Sequence[torch.Tensor]) -> str | None:
    for own, other in zip(found, wanted, strict=True):
        own, other = np.asarray(own), other.detach().resolve_conj().resolve_neg().numpy()
        if own.shape != other.shape or own.dtype != other.dtype:
            return f"{own.dtype}{list(own.shape)}, not {other.dtype}{list(other.shape)}"
        if not np.allclose(own, other, 2e-3, 2e-4, equal_nan=True):
            return "other numbers"
    return None


def verdict(operator: Any, sample: OpSample) -> Verdict:
    """A kind, and why."""
    module, tensors = OfTensors(operator.op, sample).eval(), sample.tensors
    program = exported(module, tensors)
    if program is None:
        return "not exported by torch.export", ""
    protos = list[Any]()
    read = interop.of_proto
    interop.of_proto = lambda proto: (protos.append(proto), read(proto))[1]
    try:
        text = print_module(interop.of_program(program))
    except LocatedError as error:
        if not protos:
            return "not exported to ONNX", ""
        known = in_onnxruntime(protos[0], tensors, module(*tensors))
        return ("refused" if known else "export differs", str(error))
    finally:
        interop.of_proto = read
    calls = list[tuple[list[torch.Tensor], list[torch.Tensor] | None]]()
    for given in (tensors, *others(program, tensors)):
        try:
            calls.append((list(given), module(*given)))
        except Exception:  # as PyTorch refuses
            calls.append((list(given), None))
    return compared(text, calls, protos[0])


def compared(text: str, calls: Sequence[Any], proto: Any) -> Verdict:
    guarded = taken = 0
    for engine in ENGINES:
        try:
            model = Model(text, engine=engine)
        except REFUSALS as error:
            return "not compiled", str(error)
        for place, (given, wanted) in enumerate(calls):
            shapes = f"{engine}, {[tuple(t.shape) for t in given]}"
            try:
                found = list(model(*(t.numpy() for t in given)))
            except REFUSALS as error:
                if wanted is not None and not place:
                    return "refused", f"{shapes}: {error}"
                guarded += wanted is not None
                continue
            if wanted is None:
                taken += 1
                continue
            words = difference(found, wanted)
            if words is not None:
                ours = in_onnxruntime(proto, given, wanted)
                return "wrong" if ours else "export differs", f"{shapes}: {words}"
    if taken:
        return "right, takes what PyTorch refuses", ""
    return "right, some sizes refused" if guarded else "right", ""


def in_onnxruntime(proto: Any, given: Sequence[torch.Tensor], wanted: Sequence[Any]) -> bool:
    """Whether onnxruntime computes what PyTorch does."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(
            proto.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        names = [each.name for each in session.get_inputs()]
        arrays = (t.numpy() for t in given)
        return difference(session.run(None, dict(zip(names, arrays, strict=True))), wanted) is None
    except Exception:  # of many kinds
        return False


def apart(operator: Any, sample: OpSample) -> Verdict:
    """The verdict of a process of its own, which may crash, or take too long."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(SECONDS)
        try:
            found = verdict(operator, sample)
        except BaseException as error:
            found = "internal error", f"{type(error).__name__}: {error}"
        with os.fdopen(write, "w") as file:
            json.dump(found, file)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        text = file.read()
    os.waitpid(child, 0)
    return tuple(json.loads(text)) if text else ("no end", "")


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
            kind, words = apart(operator, sample)
            counts[kind] += 1
            if kind in options.list.split(","):
                line = " ".join(words.split())[:300]
                print(f"{kind}: {name} {sample.number}: {line}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    return 1 if any(counts[kind] for kind in OURS) else 0


if __name__ == "__main__":
    sys.exit(main())
