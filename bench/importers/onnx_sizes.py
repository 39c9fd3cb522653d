"""Sizes that are named in ONNX models: by the importer, and by onnxruntime's symbolic inference.

For each size of each result of a node: whether it is told as a number or an expression over the
sizes of the inputs, and whether that is what a run has, for the sizes of each reference. The runs
are onnxruntime's, with every value as an output. Needs onnxruntime.

`python bench/importers/onnx_sizes.py FOLDER` where FOLDER holds `NAME/model.onnx` and `NAME/ref_*.npz`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from tieshape.interop.onnx.import_model import translated
from tieshape.interop.onnx.protobuf import GraphNode, read
from tieshape.interop.onnx.translate import GraphTranslator
from tieshape.symbolic import Expr, parse_expr
from xdsl.ir import SSAValue

Known = Mapping[str, Sequence[Expr | None]]
"""For each value the sizes that are told, None for one that is not."""


class Watcher(GraphTranslator):
    """Keeps the sizes of the results of nodes of the main graph."""

    found: dict[str, list[Expr]]

    def node(self, node: GraphNode) -> None:
        super().node(node)
        if not hasattr(self, "found"):
            self.found = {}
            RUNS.append(self)
        if len(self.scope.maps) == 2:
            for name in node.outputs:
                value = self.scope.get(name)
                if isinstance(value, SSAValue) and self.has_rank(value):
                    self.found[name] = list(self.sizes(value))


RUNS: list[Watcher] = []


def own_sizes(path: Path, inputs: set[str]) -> Known:
    """What the importer tells, as expressions over the sizes of the inputs."""
    RUNS.clear()
    translated(read(str(path)), str(path), translator_of=Watcher)
    (watcher,) = RUNS
    return {
        name: [size if size.symbols() <= inputs else None for size in sizes]
        for name, sizes in watcher.found.items()
    }


def number(size: Expr, values: Mapping[str, int]) -> int:
    """What `size` is where the inputs' sizes are `values`."""
    return size.evaluate(values)


def peer_sizes(model: Any, inputs: set[str]) -> Known:
    """What onnxruntime's symbolic inference tells; nothing where it ends in an error."""
    from onnxruntime.tools.symbolic_shape_infer import SymbolicShapeInference

    try:
        done = SymbolicShapeInference.infer_shapes(model, auto_merge=True, guess_output_rank=True)
    except Exception as error:
        print(f"onnxruntime: {type(error).__name__}: {error}", file=sys.stderr)
        return {}
    values = [*done.graph.value_info, *done.graph.output]
    return {v.name: [_size(d, inputs) for d in v.type.tensor_type.shape.dim] for v in values}


def _size(dimension: Any, inputs: set[str]) -> Expr | None:
    if dimension.HasField("dim_value"):
        return parse_expr(str(dimension.dim_value))
    try:
        found = parse_expr(dimension.dim_param.replace("floor", ""))
    except ValueError:
        return None
    return found if found.symbols() <= inputs else None


def real_shapes(model: Any, reference: Path) -> tuple[dict[str, tuple[int, ...]], list[Any]]:
    """The shape of every result of a node in a run, and the inputs."""
    import onnxruntime

    every = onnx.ModelProto.FromString(model.SerializeToString())
    del every.graph.output[:]
    names = [name for node in every.graph.node for name in node.output if name]
    every.graph.output.extend(onnx.ValueInfoProto(name=name) for name in names)
    session = onnxruntime.InferenceSession(every.SerializeToString())
    with np.load(reference) as stored:
        inputs = [stored[f"in_{i}"] for i in range(len(session.get_inputs()))]
    given = {i.name: array for i, array in zip(session.get_inputs(), inputs, strict=True)}
    results = session.run(names, given)
    return {n: np.shape(r) for n, r in zip(names, results, strict=True)}, inputs


def symbols_of(model: Any, inputs: Sequence[Any]) -> dict[str, int]:
    """The sizes that the inputs' names stand for; of `2*d` alone the name is not told."""
    stored = {t.name for t in model.graph.initializer}
    found = dict[str, int]()
    values = [v for v in model.graph.input if v.name not in stored]
    for value, array in zip(values, inputs, strict=True):
        for size, dimension in zip(array.shape, value.type.tensor_type.shape.dim, strict=True):
            text = dimension.dim_param
            found[text] = size
            if text.startswith("2*"):
                found["size_" + text.replace("*", "_")] = size
                found.setdefault(text[2:], size // 2)
    return found


def compare(folder: Path) -> tuple[Counter[str], Counter[str]]:
    """For the importer and the peer: how many sizes are told, and how many of them wrongly."""
    model = onnx.load(str(folder / "model.onnx"))
    references = sorted(folder.glob("ref_*.npz"))
    runs = [real_shapes(model, reference) for reference in references]
    names = set(symbols_of(model, runs[0][1]))
    counts = list[Counter[str]]()
    for known in (own_sizes(folder / "model.onnx", names), peer_sizes(model, names)):
        count = Counter[str]()
        for value, shape in runs[0][0].items():
            sizes = known.get(value) or [None] * len(shape)
            for place, size in enumerate(sizes):
                count["sizes"] += 1
                if size is None:
                    continue
                count["named"] += 1
                wrong = any(
                    number(size, symbols_of(model, inputs)) != shapes[value][place]
                    for shapes, inputs in runs
                )
                count["wrong"] += wrong
        counts.append(count)
    return counts[0], counts[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    print("| model | sizes | tieshape | onnxruntime | of these wrong |")
    print("|---|---|---|---|---|")
    total = Counter[str]()
    for folder in sorted(options.folder.iterdir()):
        if not (folder / "model.onnx").exists():
            continue
        own, peer = compare(folder)
        wrong = f"{own['wrong']} / {peer['wrong']}"
        print(f"| {folder.name} | {own['sizes']} | {own['named']} | {peer['named']} | {wrong} |")
        total.update({"sizes": own["sizes"], "own": own["named"], "peer": peer["named"]})
        total.update({"own wrong": own["wrong"], "peer wrong": peer["wrong"]})
    wrong = f"{total['own wrong']} / {total['peer wrong']}"
    print(f"| all | {total['sizes']} | {total['own']} | {total['peer']} | {wrong} |")
    return 1 if total["own wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
