"""Launches of whole models and of well-known patterns, in the body that equal sizes take.

    python bench/launches/launches.py [--models] [--patterns] [--growth]

A launch is an mhlo op outside of a group, a group, or several groups side by side. `general` counts
the body for all sizes, `taken` the version where undecided sizes are equal. `ended` are undecided
broadcasts outside of groups, or between two groups of which the first leaves nothing else: none is
wanted. `ideal` is what a compiler that stitches everything between two products, convolutions,
sorts and windows would launch (see `ideal_launches`). Counts are exact; seconds are processor time.
"""

import argparse
import gc
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time
from typing import TypeGuard

from tieshape.analysis.analyze import analyze
from tieshape.analysis.broadcasts import BROADCASTS, BroadcastClass, BroadcastOp, classify
from tieshape.analysis.module_parts import functions
from tieshape.analysis.shape_analysis import ShapeAnalysis
from tieshape.analysis.traffic import CHOICES, is_launched, launched, launched_of
from tieshape.dialects import mhlo
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes.fuse.fusable_ops import COPIED, is_fusable
from tieshape.passes.fuse.fuse import FusePass
from tieshape.passes.fuse.schedule import used_values
from tieshape.passes.merge_launches import split_launches
from tieshape.passes.version_broadcasts.version_broadcasts import is_choice
from tieshape.text.module import parse_module
from tieshape.tools.start import THRESHOLDS
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

sys.path.insert(0, str(Path(__file__).parent))
from more_patterns import MORE_PATTERNS
from patterns import PATTERNS

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "models" / "tf"
EARLIER = {
    "bert_layer": 20, "cnn": 17, "conv1d_pool": 11, "dlrm": 31, "gru_seq": 14, "hf_distilbert": 18,
    "hf_gpt2_past": 26, "hf_resnet": 23, "hf_t5": 53, "ka_mobilenet_v2": 121, "kh_bert": 24,
    "kh_gpt2": 20, "kh_llama": 25, "kh_t5": 56, "kh_vit": 19, "layernorm_softmax": 6,
    "llama_decoder": 25, "lstm_step": 13, "mlp": 5, "mlp_train_step": 13, "seq_misc": 19, "wdl": 13,
}  # fmt: skip
"""Launches before undecided broadcasts stayed inside of groups: the table in README.md."""

T, M = "tensor<?x?xf32>", "tensor<?x?x?x?xf32>"


def compiled(text: str, *, until: type | None = None) -> ModuleOp:
    """`text` through the pipeline, or through what comes before the pass `until`."""
    module = parse_module(text, "text", verify=False)
    for step in TieshapePass().pipeline():
        if until is not None and isinstance(step, until):
            break
        step.apply(Context(), module)
    return module


def taken(ops: Iterable[Operation]) -> Iterator[Operation]:
    """The launches of `ops` where each choice between versions takes the first."""
    for op in ops:
        if is_choice(op):
            yield from taken(op.regions[0].block.ops)
        elif op.dialect_name() != "mhlo" and op.regions:
            for block in op.regions[-1].blocks:
                yield from taken(block.ops)
        else:
            yield from launched_of([op])


def taken_launches(module: ModuleOp) -> int:
    return sum(1 for f in functions(module) for _ in taken(f.body.block.ops))


def ended_groups(module: ModuleOp) -> int:
    """Undecided broadcasts that a launch is made of, or the first of a group that reads what a
    group makes for it alone. Groups of `module` are taken apart.
    """
    analysis = analyze(module)
    count = sum(is_open(op, analysis) for op in launched(module) if isinstance(op, BROADCASTS))
    split_launches(module)
    analysis = analyze(module)
    for op in launched(module):
        if isinstance(op, mhlo.FusionOp):
            block = op.fused_computation.block
            for inner in block.ops:
                if isinstance(inner, BROADCASTS) and inner.operands[0] in block.args:
                    outer = op.operands[block.args.index(inner.operands[0])]
                    count += is_made_for_one(outer) and is_open(inner, analysis)
    return count


def is_open(op: BroadcastOp, analysis: ShapeAnalysis) -> bool:
    return classify(op, analysis) is BroadcastClass.UNDECIDED


def is_made_for_one(value: SSAValue) -> bool:
    """Whether a group or an op that a group can hold makes `value` alone, for one op."""
    owner = value.owner
    if not isinstance(owner, mhlo.FusionOp) and not is_fusable_op(owner):
        return False
    return len(owner.results) == 1 and len({u.operation for u in value.uses}) == 1


def is_fusable_op(owner: object) -> TypeGuard[Operation]:
    return isinstance(owner, Operation) and is_fusable(owner) and not isinstance(owner, COPIED)


def ideal_launches(module: ModuleOp) -> int:
    """Ops that no group holds, and the fewest launches that hold the others.

    An op that a group can hold may run at any level between what it needs and what needs it; a
    level is the number of the others on the longest path. The fewest levels that serve all are
    found by earliest deadlines.
    """
    return sum(_ideal(block) for block in _blocks(module))


def _blocks(module: ModuleOp) -> Iterator[Block]:
    for function in functions(module):
        yield function.body.block
        for op in function.walk():
            if isinstance(op, (*CHOICES, mhlo.WhileOp)):
                for region in op.regions if isinstance(op, mhlo.WhileOp) else op.regions[-1:]:
                    yield from region.blocks


def _ideal(block: Block) -> int:
    ops = list(block.ops)
    early, late = dict[Operation, int](), dict[Operation, int]()
    for op in ops:
        owners = [v.owner for v in used_values(op) if v.owner in early]
        early[op] = max((early[o] + _is_other(o) for o in owners), default=0)
    last = max(early.values(), default=0)
    for op in reversed(ops):
        users = {_at(use.operation, block) for r in op.results for use in r.uses}
        late[op] = min((late[u] - _is_other(op) for u in users if u in late), default=last)
    levels, spans = list[int](), sorted((late[o], early[o]) for o in ops if is_fusable(o))
    for latest, earliest in spans:
        if not levels or earliest > levels[-1]:
            levels.append(latest)
    return len(levels) + sum(map(_is_other, ops))


def _at(op: Operation | None, block: Block) -> Operation | None:
    while op is not None and op.parent is not block:
        op = op.parent_op()
    return op


def _is_other(op: Operation) -> bool:
    return is_launched(op) and not is_fusable(op) and not isinstance(op, COPIED)


def models_table() -> None:
    paths = sorted(SHARED.glob("*/model.mlir")) or sorted(ROOT.glob("examples/models/*/model.mlir"))
    print("| model | earlier | general | taken | groups apart | taken / earlier | ended | ideal |")
    print("|---|---|---|---|---|---|---|---|")
    totals = [0] * 6
    for path in paths:
        module = compiled(path.read_text())
        general, first = sum(1 for _ in launched(module)), taken_launches(module)
        ended = ended_groups(module)
        apart = taken_launches(module)
        earlier = EARLIER.get(path.parent.name, 0)
        row = [earlier, general, first, apart, ended]
        row.append(ideal_launches(compiled(path.read_text(), until=FusePass)))
        totals = [a + b for a, b in zip(totals, row, strict=True)]
        print(line(path.parent.name, row))
    print(line("all", totals))


def line(name: str, row: list[int]) -> str:
    earlier, general, first, apart, ended, ideal = row
    ratio = f"{first / earlier:.2f}" if earlier else ""
    cells = (name, earlier, general, first, apart, ratio, ended, ideal)
    return "| " + " | ".join(map(str, cells)) + " |"


SOFTMAX = """
  %m = "tf.Max"(%l, %axis) {keep_dims = true} : (TYPE, tensor<i32>) -> tensor<*xf32>
  %d = "tf.Sub"(%l, %m) : (TYPE, tensor<*xf32>) -> TYPE
  %e = "tf.Exp"(%d) : (TYPE) -> TYPE
  %t = "tf.Sum"(%e, %axis) {keep_dims = true} : (TYPE, tensor<i32>) -> tensor<*xf32>
  %r = "tf.RealDiv"(%e, %t) : (TYPE, tensor<*xf32>) -> TYPE
"""
AXIS = '  %axis = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>\n'
NORM = """
  %m = "tf.Mean"(%x, %axis) {keep_dims = true} : (TYPE, tensor<i32>) -> tensor<*xf32>
  %d = "tf.SquaredDifference"(%x, %m) : (TYPE, tensor<*xf32>) -> TYPE
  %v = "tf.Mean"(%d, %axis) {keep_dims = true} : (TYPE, tensor<i32>) -> tensor<*xf32>
  %eps = "tf.Const"() {value = dense<1.0e-05> : tensor<f32>} : () -> tensor<f32>
  %w = "tf.AddV2"(%v, %eps) : (tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
  %q = "tf.Rsqrt"(%w) : (tensor<*xf32>) -> tensor<*xf32>
  %c = "tf.Sub"(%x, %m) : (TYPE, tensor<*xf32>) -> TYPE
  %n = "tf.Mul"(%c, %q) : (TYPE, tensor<*xf32>) -> TYPE
  %s = "tf.Mul"(%n, %g) : (TYPE, GAMMA) -> TYPE
  %r = "tf.AddV2"(%s, %b) : (TYPE, GAMMA) -> TYPE
"""
GELU = """
  %half = "tf.Const"() {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %one = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %y = "tf.AddV2"(%x, %b) : (TYPE, GAMMA) -> TYPE
  %k = "tf.Mul"(%y, %half) : (TYPE, tensor<f32>) -> TYPE
  %e = "tf.Erf"(%y) : (TYPE) -> TYPE
  %f = "tf.AddV2"(%e, %one) : (TYPE, tensor<f32>) -> TYPE
  %r = "tf.Mul"(%k, %f) : (TYPE, TYPE) -> TYPE
"""


def function(arguments: str, body: str, type: str, gamma: str = "tensor<?xf32>") -> str:
    text = f"func.func @main({arguments}) -> TYPE {{\n{body}  func.return %r : TYPE\n}}"
    return text.replace("TYPE", type).replace("GAMMA", gamma)


def additions(count: int, type: str) -> str:
    arguments = ", ".join(f"%x{i}: {type}" for i in range(count + 1))
    lines, value = list[str](), "%x0"
    for i in range(count):
        name = "%r" if i == count - 1 else f"%a{i}"
        lines.append(f'  {name} = "tf.AddV2"({value}, %x{i + 1}) : (TYPE, TYPE) -> TYPE\n')
        value = name
    return function(arguments, "".join(lines), type)


def patterns() -> dict[str, tuple[str, str]]:
    """name: (with sizes that nothing relates, with known ones)."""
    static, wide = "tensor<8x560xf32>", "tensor<560xf32>"
    masked = '  %l = "tf.AddV2"(%x, %y) : (TYPE, TYPE) -> TYPE\n' + AXIS + SOFTMAX
    attention = "tensor<2x4x8x16xf32>"
    exp = '  %a = "tf.AddV2"(%x, %y) : (TYPE, TYPE) -> TYPE\n  %e = "tf.Exp"(%a) : (TYPE) -> TYPE\n  %r = "tf.AddV2"(%e, %z) : (TYPE, TYPE) -> TYPE\n'  # fmt: skip
    soft = AXIS + SOFTMAX.replace("%l", "%x")
    return {
        "exp(x + y) + z": (function("%x: TYPE, %y: TYPE, %z: TYPE", exp, T), function("%x: TYPE, %y: TYPE, %z: TYPE", exp, static)),
        "5 additions": (additions(5, "tensor<?x8xf32>"), additions(5, static)),
        "8 residuals": (additions(8, T), additions(8, static)),
        "softmax": (function("%x: TYPE", soft, T), function("%x: TYPE", soft, static)),
        "masked softmax": (function("%x: TYPE, %y: TYPE", masked, M), function("%x: TYPE, %y: TYPE", masked, attention)),
        "layer norm": (function("%x: TYPE, %g: GAMMA, %b: GAMMA", AXIS + NORM, T), function("%x: TYPE, %g: GAMMA, %b: GAMMA", AXIS + NORM, static, wide)),
        "layer norm, gamma of 560": (function("%x: TYPE, %g: GAMMA, %b: GAMMA", AXIS + NORM, T, wide), function("%x: TYPE, %g: GAMMA, %b: GAMMA", AXIS + NORM, static, wide)),
        "bias and gelu": (function("%x: TYPE, %b: GAMMA", GELU, T), function("%x: TYPE, %b: GAMMA", GELU, static, wide)),
    } | {name: (make(False), make(True)) for name, make in (PATTERNS | MORE_PATTERNS).items()}  # fmt: skip


def patterns_table() -> None:
    print("| pattern | unrelated sizes: general | taken | bodies | known sizes | ideal |")
    print("|---|---|---|---|---|---|")
    for name, (unknown, known) in patterns().items():
        ideal = ideal_launches(compiled(known, until=FusePass))
        module, static = compiled(unknown), compiled(known)
        general, bodies = sum(1 for _ in launched(module)), 1 + sum(map(is_choice, module.walk()))
        row = (name, general, taken_launches(module), bodies, taken_launches(static), ideal)
        print("| " + " | ".join(map(str, row)) + " |")


SUM = "tensor<?x?xf32, [@S0, @S1]>"
SQUARE = "tensor<?x?xf32, [@S1, @S1]>"
KINDS = ("chain", "far", "layers", "window", "global", "wide")


def graph(kind: str, count: int) -> str:
    """`count` additions whose operands are near, far, any, the arguments, or products between."""
    rng, values, lines = random.Random(1), ["%x", "%y"], list[str]()
    dot = "<{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>"
    for i in range(count):
        window = values[-20:]
        a, b = {
            "chain": (values[-1], "%x"),
            "far": (values[-1], values[min(len(values) - 1, rng.randrange(50))]),
            "layers": (values[-1], values[min(2, len(values) - 1)]),
            "window": (rng.choice(window), rng.choice(window)),
            "global": (rng.choice(values), rng.choice(values)),
            "wide": ("%x", "%y"),
        }[kind]
        if kind == "layers" and i % 8 == 7:
            lines.append(f'%v{i} = "mhlo.dot_general"({a}, %w) {dot} : ({SUM}, {SQUARE}) -> {SUM}')
        else:
            lines.append(f"%v{i} = mhlo.add {a}, {b} : {SUM}")
        values.append(f"%v{i}")
    results = values[2:] if kind == "wide" else values[-1:]
    types = ", ".join([SUM] * len(results))
    head = f"func.func @main(%x: {SUM}, %y: {SUM}, %w: {SQUARE}) -> ({types}) {{"
    end = f"func.return {', '.join(results)} : {types}\n}}"
    return "\n".join(["sdim.symbol @S0", "sdim.symbol @S1", head, *lines, end])


def fuse_seconds(text: str) -> float:
    module = parse_module(text, "text", verify=False)
    gc.collect()
    start = process_time()
    FusePass().apply(Context(), module)
    return process_time() - start


def growth_table() -> None:
    counts = (3_000, 6_000, 12_000)
    gc.set_threshold(*THRESHOLDS)
    print("| graph | " + " | ".join(f"{n} ops, s" for n in counts) + " | 12,000 / 6,000 |")
    print("|" + "---|" * (len(counts) + 2))
    for kind in KINDS:
        seconds = list[float]()
        for count in counts:
            seconds.append(min(fuse_seconds(graph(kind, count)) for _ in range(3)))
        cells = " | ".join(f"{s:.2f}" for s in seconds)
        print(f"| {kind} | {cells} | {seconds[-1] / seconds[-2]:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    tables = {"models": models_table, "patterns": patterns_table, "growth": growth_table}
    for name in tables:
        parser.add_argument(f"--{name}", action="store_true")
    chosen = vars(parser.parse_args())
    for name, table in tables.items():
        if chosen[name] or not any(chosen.values()):
            table()
            print(flush=True)


if __name__ == "__main__":
    sys.exit(main())
