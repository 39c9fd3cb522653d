"""Programs of `torch.export` through tieshape, against PyTorch and, where they differ, onnxruntime."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
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

from tieshape import print_module

ENGINES = ("interpreter", "native") if is_available() else ("interpreter",)
REFUSALS = (GuardError, RunError, ShapeError)
OURS = ("wrong", "refused", "not compiled", "internal error")
"""Kinds of verdicts that tieshape has to answer for."""
Tensors = Sequence[torch.Tensor]
Call = tuple[Tensors, Tensors | None]
"""Arguments, and what PyTorch makes of them; None where it refuses them."""
Verdict = tuple[str, str]
"""A kind, and why."""
SIZES = ((5, 4, 6, 3, 7, 2), (2, 3, 2, 5, 4, 6), (1, 1, 1, 1, 1, 1), (8, 4, 2, 6, 3, 5))
"""Values of a program's sizes, in the order of their names, again and again."""


def verdict(program: Any, calls: Sequence[Call], tolerance: tuple[float, float]) -> Verdict:
    """What becomes of a program. The first of `calls` has the sizes of its trace.

    tolerance: relative, and absolute in parts of the greatest number
    """
    protos = list[Any]()
    read = interop.of_proto
    interop.of_proto = lambda proto: (protos.append(proto), read(proto))[1]
    try:
        text = print_module(interop.of_program(program))
    except LocatedError as error:
        if not protos:
            return "not exported to ONNX", ""
        ours = _is_right_in_onnxruntime(protos[0], *calls[0], tolerance)
        return "refused" if ours else "export differs", str(error)
    finally:
        interop.of_proto = read
    return _compared(text, calls, protos[0], tolerance)


def _compared(
    text: str, calls: Sequence[Call], proto: Any, tolerance: tuple[float, float]
) -> Verdict:
    refused = taken = 0
    for engine in ENGINES:
        model = Model(text, engine=engine)
        for place, (given, wanted) in enumerate(calls):
            shapes = f"{engine}, {[tuple(t.shape) for t in given]}"
            try:
                found = list(model(*map(_array, given)))
            except REFUSALS as error:
                if wanted is not None and not place:
                    return "refused", f"{shapes}: {error}"
                refused += wanted is not None
                continue
            if wanted is None:
                taken += 1
            elif words := _difference(found, wanted, tolerance):
                ours = _is_right_in_onnxruntime(proto, given, wanted, tolerance)
                return "wrong" if ours else "export differs", f"{shapes}: {words}"
    if taken:
        return "right, takes what PyTorch refuses", ""
    return "right, some sizes refused" if refused else "right", ""


def _difference(
    found: Sequence[Any], wanted: Tensors, tolerance: tuple[float, float]
) -> str | None:
    for own, other in zip(found, wanted, strict=True):
        own, other = np.asarray(own), _array(other)
        if own.shape != other.shape or own.dtype != other.dtype:
            return f"{own.dtype}{list(own.shape)}, not {other.dtype}{list(other.shape)}"
        finite = np.abs(other[np.isfinite(other)]) if other.dtype.kind == "f" else np.array([])
        near = tolerance[1] * max(1.0, float(finite.max(initial=0)))
        if not np.allclose(own, other, tolerance[0], near, equal_nan=True):
            return "other numbers"
    return None


def _array(tensor: torch.Tensor) -> np.ndarray:
    """The elements of `tensor`; bfloat16 as float32, as they are held here."""
    tensor = tensor.detach().resolve_conj().resolve_neg()
    return (tensor.float() if tensor.dtype == torch.bfloat16 else tensor).numpy()


def _is_right_in_onnxruntime(
    proto: Any, given: Tensors, wanted: Tensors | None, tolerance: tuple[float, float]
) -> bool:
    """Whether onnxruntime computes what PyTorch does."""
    onnxruntime.set_default_logger_severity(4)
    try:
        session = onnxruntime.InferenceSession(
            proto.SerializeToString(), providers=["CPUExecutionProvider"]
        )
        names = [each.name for each in session.get_inputs()]
        found = session.run(None, dict(zip(names, map(_array, given), strict=True)))
        return wanted is not None and _difference(found, wanted, tolerance) is None
    except Exception:  # of many kinds
        return False


def exported(module: torch.nn.Module, tensors: Tensors, free: Sequence[Sequence[int]]) -> Any:
    """A program of unknown sizes; where PyTorch has none, of those of `tensors`; None where it has
    none of these either.

    free: for each tensor the dimensions whose sizes are unknown
    """
    sizes = tuple(dict.fromkeys(axes, torch.export.Dim.AUTO) for axes in free)
    for dynamic in ((sizes,), None):
        try:
            return torch.export.export(module, tuple(tensors), dynamic_shapes=dynamic, strict=False)
        except Exception:  # of many kinds
            continue
    return None


def others(program: Any, tensors: Tensors) -> Iterator[list[torch.Tensor]]:
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


def called(module: torch.nn.Module, arguments: Sequence[Tensors]) -> list[Call]:
    """What `module` makes of each of `arguments`."""
    found = list[Call]()
    for given in arguments:
        try:
            with torch.no_grad():
                found.append((given, module(*given)))
        except Exception:  # as PyTorch refuses, in many ways
            found.append((given, None))
    return found


def apart(question: Callable[[], Verdict], seconds: int) -> Verdict:
    """The answer of a process of its own, which may crash, or take too long."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(seconds)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            found = question()
        except BaseException as error:
            found = "internal error", f"{type(error).__name__}: {error}"
        with os.fdopen(write, "w") as file:
            json.dump(found, file)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        text = file.read()
    os.waitpid(child, 0)
    return tuple(json.loads(text)) if text else (f"no end in {seconds} s", "")
