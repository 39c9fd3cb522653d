"""`--report FILE.json` and `--summary`: what each pass did to a module."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ..analysis.analyze import analyze, infer
from ..analysis.module_parts import symbol_ops
from ..analysis.op_classes import open_sizes, result_sizes
from ..dialects import sdim
from ..dialects.messages import op_name, place_of
from ..lowering.convert_tf_to_mhlo import ConvertTfToMhloPass
from ..passes.fuse.fuse import FusePass
from ..passes.infer_shapes.infer_shapes import InferShapesPass
from ..passes.version_broadcasts.version_broadcasts import VersionBroadcastsPass
from ..symbolic import Predicate, parse_predicate
from ..text.usage_error import UsageError
from .deciding_facts import DecidingFacts
from .module_report import (
    argument_places,
    avoided_broadcasts,
    broadcasts,
    fusions,
    knowledge,
    traffic,
    unlowered,
)
from .observers import PassObserver
from .output import write_text
from .report_table import table

VERSION = 1
"""Of the report's format."""


class Report(PassObserver):
    """Collects what is known after each pass; writes it when all have run.

    path: where the JSON goes, None for nowhere
    summary: whether a short table goes to stderr
    claims: asked of what is known in the end; no claim that is not known is answered by true
    """

    def __init__(self, path: str | None, summary: bool, claims: Sequence[str] = ()):
        self._claims = {text: _claim(text) for text in claims}
        self.path = path
        self.summary = summary
        self._modules: list[dict[str, Any]] = []
        self._names = set[str]()  # of all symbols that a stage had
        self._answers = dict[str, bool]()
        self._stages: list[dict[str, Any]] = []
        self._inferred: dict[str, Any] = {}
        self._avoided = 0

    def started(self, module: ModuleOp, passes: tuple[ModulePass, ...]) -> None:
        self._names, self._answers = set[str](), dict.fromkeys(self._claims, False)
        self._stages = [stage("input", module)]
        self._inferred, self._avoided = {}, 0
        self._ask(module)

    def before_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        if isinstance(pass_, InferShapesPass):
            self._inferred = inferred(module)
        elif isinstance(pass_, ConvertTfToMhloPass):
            self._avoided += avoided_broadcasts(module)

    def after_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        self._stages.append(stage(pass_.name, module))
        self._ask(module)

    def finished(self, module: ModuleOp) -> None:
        self._modules.append(
            {
                "stages": self._stages,
                "broadcasts": {
                    "avoided_in_the_lowering": self._avoided,
                    **broadcast_changes(self._stages),
                },
                "undecided": undecided(self._stages, module),
                "fusion": fusion_effect(self._stages),
                "fusions": fusions(module),
                **self._inferred,
                **knowledge(module),
                "unlowered": unlowered(module),
                "static_checks": self._static_checks(),
            }
        )
        if self.summary:
            print(table(self._modules[-1]), file=sys.stderr)

    def _ask(self, module: ModuleOp) -> None:
        """Answers the claims at a stage: what a pass knows of symbols that go stays known."""
        if self._claims:
            present, analysis = {op.sym_name.data for op in symbol_ops(module)}, analyze(module)
            self._names |= present
            for text, claim in self._claims.items():
                self._answers[text] |= claim.symbols() <= present and analysis.static_check(claim)

    def _static_checks(self) -> dict[str, bool]:
        """For each claim: of constants its value, else whether it is known.

        False says "false, or not known".
        """
        for text, claim in self._claims.items():
            for name in sorted(claim.symbols() - self._names):
                known = ", ".join(sorted(self._names)) or "none"
                raise UsageError(
                    f"--static-check {text}: no size is named {name}; there are {known}"
                )
        return self._answers

    def close(self) -> None:
        if self.path is None or not self._modules:
            return
        report = {"tieshape_report": VERSION, "modules": self._modules}
        text = json.dumps(report, indent=1) + "\n"
        write_text(self.path, text)
        if self.path == "-":
            self.path = None


def _claim(text: str) -> Predicate:
    try:
        return parse_predicate(text)
    except ValueError as error:
        raise UsageError(f"--static-check: {error}") from error


def stage(name: str, module: ModuleOp) -> dict[str, Any]:
    """Op counts by dialect and by op, and broadcasts by what is known of them."""
    ops = Counter(op_name(op) for op in module.walk() if not _is_fact(op))
    dialects = Counter[str]()
    for op, count in ops.items():
        dialects[op.partition(".")[0]] += count
    return {
        "pass": name,
        "ops": dict(dialects.most_common()),
        "ops_by_name": dict(ops.most_common()),
        "broadcasts": broadcasts(module),
        **traffic(module),
    }


def fusion_effect(stages: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Launches and bytes before the pass that fuses and after it; None where it did not run."""
    for before, after in pairwise(stages):
        if after["pass"] == FusePass.name:
            kept = ("launches", "bytes", "bytes_at_hints", "bytes_in_example")
            return {name: {"before": before[name], "after": after[name]} for name in kept}
    return None


def inferred(module: ModuleOp) -> dict[str, Any]:
    """What shape inference finds: classes of ops, barriers, the sizes of results and their
    bounds.
    """
    inference = infer(module)
    rows = list(result_sizes(module, inference))
    ops = {row.op: str(row.op_class) for row in rows}
    count, unexplained = open_sizes(module, inference)
    return {
        "op_classes": dict(Counter(ops.values())),
        "barriers": dict(inference.barriers),
        "open_sizes": {
            "declared_unknown": count,
            "not_from_argument_sizes": [_with_place(op) for op in unexplained],
        },
        "results": [
            {
                "op": op_name(row.op),
                "place": place_of(row.op) or "",
                "class": str(row.op_class),
                "shape": None if row.shape is None else list(map(str, row.shape)),
                "least": list(row.least),
                "greatest": list(row.greatest),
            }
            for row in rows
        ],
    }


def _with_place(op: Operation) -> str:
    place = place_of(op)
    return f"{op_name(op)} at {place}" if place else op_name(op)


def _is_fact(op: Operation) -> bool:
    """Whether `op` only states facts: a constraint, or an op inside of `sdim.constraints`."""
    parent: Operation | None = op
    while parent is not None:
        if isinstance(parent, sdim.ConstraintsOp | sdim.SymbolOp | sdim.ConstraintOp):
            return True
        parent = parent.parent_op()
    return False


def undecided(stages: list[dict[str, Any]], module: ModuleOp) -> list[dict[str, Any]]:
    """For each broadcast that stayed undecided: the facts that would decide it, over sizes of
    arguments where such are known to, and the arguments that these are sizes of.
    """
    counted = [s["broadcasts"] for s in stages if s["pass"] != VersionBroadcastsPass.name]
    present = [b for b in counted if b["static"] + b["dynamic"]]
    places = argument_places(module)
    deciding = DecidingFacts(module)
    found = list[dict[str, Any]]()
    for entry in present[-1]["open"] if present else ():
        facts = [deciding.instead_of(fact) for fact in entry["decided_by"]]
        names = sorted(set(re.findall(r"\w+", " ".join(facts))) & set(places))
        found.append({"decided_by": facts, "of": sorted(places[name] for name in names)})
    return found


def broadcast_changes(stages: list[dict[str, Any]]) -> dict[str, int]:
    """What became of the broadcasts from the first stage that has any to the last before fusion."""
    counted = [s["broadcasts"] for s in stages if s["pass"] != VersionBroadcastsPass.name]
    present = [b for b in counted if b["static"] + b["dynamic"]]
    if not present:
        return dict.fromkeys(
            ("introduced", "removed_as_identity", "turned_static", "real", "undecided"), 0
        )
    first, last = present[0], present[-1]
    return {
        "introduced": first["static"] + first["dynamic"],
        "removed_as_identity": sum(
            max(a["identity"] - b["identity"], 0) for a, b in pairwise(present)
        ),
        "turned_static": max(last["static"] - first["static"], 0),
        "real": last["real"],
        "undecided": last["undecided"],
    }
