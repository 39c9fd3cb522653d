"""What becomes of whole models: ops, size arithmetic, broadcasts, run-time checks and launches.

    python bench/compile/lowering.py [MODEL_FOLDER ...]

Counts are exact and the same on each machine. Source ops are all tf ops of the text, constants
among them. TensorFlow's figures are those of TensorFlow 2.21's own lowering (`xla-legalize-tf`) of
the same models, where they were measured.
"""

import sys
from collections import Counter
from pathlib import Path

from tieshape.analysis.analyze import analyze
from tieshape.analysis.broadcasts import BROADCASTS, BroadcastClass, classify
from tieshape.analysis.example_sizes import ExampleSizes
from tieshape.analysis.module_facts import facts_of_module
from tieshape.analysis.traffic import launched, traffic_of
from tieshape.dialects import mhlo
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes.fuse.fusable_ops import is_fusable
from tieshape.passes.fuse.fuse import FusePass
from tieshape.text.module import read_module
from xdsl.context import Context

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "models" / "tf"
TENSORFLOW = {"kh_bert": (999, 123, 55, 630), "kh_llama": (1095, 94, 42, 702), "hf_t5": (1996, 221, 105, 1097)}  # fmt: skip
"""model: (ops, broadcasts, run-time broadcast checks, shape / tensor / arith ops)"""

COLUMNS = ["model", "source ops", "ops", "per source op", "size ops", "broadcasts", "identity", "undecided", "checks", "launches before", "after", "memory-bound", "alone", "grouped", "bytes left"]  # fmt: skip


def measure(model: Path) -> list[object]:
    """One row of the table."""
    module = read_module(str(model / "model.mlir"))
    source = sum(op.name.startswith("tf.") for op in module.walk())
    introduced = 0
    row: list[object] = [model.name, source]
    for step in TieshapePass().pipeline():
        if isinstance(step, FusePass):
            row += before_fusion(module, source, introduced)
            memory_bound = sum(map(is_fusable, launched(module)))
            bytes_before = moved(module)
        step.apply(Context(), module)
        if step.name == "convert-tf-to-mhlo":
            introduced = sum(isinstance(op, BROADCASTS) for op in module.walk())
        if isinstance(step, FusePass):
            alone = sum(map(is_fusable, launched(module)))
            row += [
                sum(1 for _ in launched(module)),
                memory_bound,
                alone,
                f"{100 * (1 - alone / max(memory_bound, 1)):.0f} %",
                f"{100 * moved(module) / bytes_before:.0f} %",
            ]
    return row


def before_fusion(module, source: int, introduced: int) -> list[object]:
    ops = [op for op in module.walk() if op.parent_op() is not None and op.dialect_name() in ("mhlo", "arith", "tensor", "scf") and not in_facts(op)]  # fmt: skip
    analysis = analyze(module)
    classes = Counter(classify(op, analysis) for op in ops if isinstance(op, BROADCASTS))
    size_ops = sum(op.dialect_name() in ("arith", "tensor") for op in ops)
    checks = sum(f.strength != "assume" for f in facts_of_module(module, analysis))
    counted = sum(not isinstance(op, mhlo.ReturnOp) and in_function(op) for op in ops)
    return [
        counted,
        f"{counted / source:.2f}",
        size_ops,
        introduced,
        classes[BroadcastClass.IDENTITY],
        classes[BroadcastClass.UNDECIDED],
        checks,
        sum(1 for _ in launched(module)),
    ]


def moved(module) -> int:
    """The bytes that one run moves at hints, likely sizes or defaults."""
    analysis = analyze(module)
    return traffic_of(module, analysis).moved_in(ExampleSizes.from_hints(module, analysis))


def in_facts(op) -> bool:
    parent = op.parent_op()
    return parent is not None and parent.name == "sdim.constraints"


def in_function(op) -> bool:
    """Whether `op` is no part of the body of a reduction or the like."""
    parent = op.parent_op()
    return parent is not None and parent.dialect_name() != "mhlo"


def main(folders: list[str]) -> None:
    models = [Path(f) for f in folders] or sorted(SHARED.glob("*")) or sorted((ROOT / "examples" / "models").glob("*"))  # fmt: skip
    print("| " + " | ".join(COLUMNS) + " |")
    print("|" + "---|" * len(COLUMNS))
    totals = Counter[int]()
    for model in models:
        try:
            row = measure(model)
        except Exception as error:
            print(f"| {model.name} | fails: {str(error).splitlines()[0]} |")
            continue
        print("| " + " | ".join(map(str, row)) + " |")
        totals.update({i: v for i, v in enumerate(row) if isinstance(v, int)})
    totals_row = ["all", *(totals.get(i, "") for i in range(1, len(COLUMNS)))]
    totals_row[-2] = f"{100 * (1 - totals[12] / max(totals[11], 1)):.1f} %"
    totals_row[3] = f"{totals[2] / max(totals[1], 1):.2f}"
    print("| " + " | ".join(map(str, totals_row)) + " |")
    for model, (ops, broadcasts, checks, size_ops) in TENSORFLOW.items():
        print(f"\nTensorFlow, {model}: {ops} ops, {size_ops} of them size arithmetic, {broadcasts} broadcasts, {checks} checks")  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1:])
