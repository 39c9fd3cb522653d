"""Writes the models of `programs.py`: a folder each, with references and shapes to try.

    python bench/interchange/make_programs.py FOLDER [--only SETS]

Needs jax, or onnx with onnxruntime, or torch with onnxscript and onnxruntime. Each folder has
model.mlir, model.onnx or model.pt2, ref_*.npz with in_i and out_i, and shapes.json: shapes of the
arguments, and whether whoever made the model accepts them.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

SETS = (
    *("jax_idioms", "jax_sizes", "jax_models"),
    *("onnx_control_flow", "onnx_functions", "onnx_exported"),
    *("torch_onnx_models", "torch_sizes", "torch_layers"),
)
"""Modules beside this one; each has its `PROGRAMS`."""
Shapes = Sequence[Sequence[int]]


def write(
    folder: Path, cases: Sequence[tuple[Any, Any]], tried: Sequence[tuple[Any, bool]]
) -> None:
    """The references and the shapes of a model."""
    for number, (given, results) in enumerate(cases):
        entries = {f"in_{i}": a for i, a in enumerate(given)}
        np.savez(
            folder / f"ref_{number}.npz",
            **entries,
            **{f"out_{i}": a for i, a in enumerate(results)},
        )
    entries = [{"shapes": shapes, "accepted": accepted} for shapes, accepted in tried]
    (folder / "shapes.json").write_text(json.dumps(entries))


def neighbours(shapes: Shapes) -> Iterator[list[list[int]]]:
    """`shapes` with one size one more, one less, 1 or 0."""
    for i, shape in enumerate(shapes):
        for axis, size in enumerate(shape):
            for other in sorted({size + 1, size - 1, 1, 0} - {size, -1}):
                changed = [list(s) for s in shapes]
                changed[i][axis] = other
                yield changed


def make_jax(kind: str, folder: Path) -> None:
    import jax

    for program in import_module(kind).PROGRAMS:
        target = folder / program.name
        target.mkdir(parents=True, exist_ok=True)
        exported = program.exported()
        (target / "model.mlir").write_text(exported.mlir_module())
        random = np.random.default_rng(0)
        cases = list[tuple[Any, Any]]()
        for sizes in program.sizes:
            given = program.arguments(sizes, random)
            results = jax.tree_util.tree_leaves(exported.call(*given))
            cases.append((given, [np.asarray(r) for r in results]))
        tried = [
            (shapes, jax_accepts(exported, shapes, program.element_types))
            for shapes in neighbours(program.shapes_at(program.sizes[-1]))
        ]
        write(target, cases, tried)
        print(target.name, file=sys.stderr, flush=True)


def jax_accepts(exported: Any, shapes: Shapes, types: Sequence[Any]) -> bool:
    """Whether JAX runs its own export on arrays of these shapes."""
    try:
        exported.call(*[np.zeros(s, t) for s, t in zip(shapes, types, strict=True)])
    except Exception:
        return False
    return True


def make_onnx(kind: str, folder: Path) -> None:
    import onnx
    from onnx_program import Maker

    maker = Maker()
    for made in import_module(kind).PROGRAMS:
        program = made(maker)
        target = folder / program.name
        target.mkdir(parents=True, exist_ok=True)
        onnx.save(program.model, str(target / "model.onnx"))
        refused = wrong_shapes(program.model, [a.shape for a in program.cases[-1]])
        cases = [(given, in_onnxruntime(target / "model.onnx", given)) for given in program.cases]
        write(target, cases, [(shapes, False) for shapes in refused])
        print(target.name, file=sys.stderr, flush=True)


def wrong_shapes(model: Any, shapes: Shapes) -> Iterator[list[list[int]]]:
    """One more in each size that a number, an expression or another input fixes."""
    stored = {tensor.name for tensor in model.graph.initializer}
    inputs = [i for i in model.graph.input if i.name not in stored]
    sizes = [list(i.type.tensor_type.shape.dim) for i in inputs]
    names = [d.dim_param for shape in sizes for d in shape]
    for i, shape in enumerate(sizes):
        for axis, size in enumerate(shape):
            tied = names.count(size.dim_param) > 1 or any(c in size.dim_param for c in "*+")
            if size.dim_value or tied:
                changed = [list(s) for s in shapes]
                changed[i][axis] += 1
                yield changed


def in_onnxruntime(model: Path, given: Sequence[np.ndarray]) -> list[np.ndarray]:
    import onnxruntime

    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    names = [i.name for i in session.get_inputs()]
    return session.run(None, dict(zip(names, given, strict=True)))


def make_torch(kind: str, folder: Path) -> None:
    import torch

    for program in import_module(kind).PROGRAMS:
        target = folder / program.name
        target.mkdir(parents=True, exist_ok=True)
        module, traced = program.traced_module()
        if kind != "torch_onnx_models":
            made = torch.export.export(module, traced, dynamic_shapes=program.sizes)
            torch.export.save(made, target / "model.pt2")
        else:
            options = {"dynamic_shapes": program.sizes, "dynamo": True, "verbose": False}
            torch.onnx.export(module, traced, **options).save(str(target / "model.onnx"))
        write(target, program.cases(module), [(shapes, False) for shapes in program.bad])
        print(target.name, file=sys.stderr, flush=True)


def make(kind: str, folder: Path) -> None:
    """The models of one set."""
    if kind.startswith("jax"):
        make_jax(kind, folder)
    elif kind.startswith("onnx"):
        make_onnx(kind, folder)
    else:
        make_torch(kind, folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default=",".join(SETS))
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    for kind in options.only.split(","):
        make(kind, options.folder / kind)


if __name__ == "__main__":
    main()
