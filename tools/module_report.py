"""What a report says of one module: its groups, broadcasts, traffic, facts and calls."""

from __future__ import annotations

from collections import Counter
from typing import Any

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from ..analysis.analyze import analyze
from ..analysis.broadcasts import (
    BROADCASTS,
    BroadcastClass,
    classify,
    dimensions_of,
    is_kept,
    undecided_pairs,
)
from ..analysis.example_sizes import ExampleSizes
from ..analysis.hints import hints_of
from ..analysis.module_facts import facts_of_module
from ..analysis.module_parts import NESTED, nested_tf_ops
from ..analysis.traffic import traffic_of
from ..dialects import mhlo, sdim
from ..dialects.messages import op_name, place_of
from ..dialects.sdim.encoding import encoding_of
from ..dialects.tf.elementwise import Binary
from ..dialects.types import is_tensor
from ..passes.fuse.groups import KIND_ATTRIBUTE
from ..symbolic import Symbol


def traffic(module: ModuleOp) -> dict[str, Any]:
    """Kernel launches and bytes moved: as an expression, at the hints, and in an example.

    The example has default values for sizes without a hint or a likely size; `assumed` names those.
    """
    analysis = analyze(module)
    found, example = traffic_of(module, analysis), ExampleSizes.from_hints(module, analysis)
    moved = found.moved_in(example)
    hinted = ExampleSizes(analysis, hints_of(module))
    at_hints = found.moved_in(hinted)
    return {
        "launches": found.launches,
        "bytes": str(found.moved),
        "bytes_at_hints": None if hinted.free else at_hints,
        "bytes_in_example": moved,
        "assumed": {name: example.of(Symbol(name)) for name in sorted(example.free)},
    }


def broadcasts(module: ModuleOp) -> dict[str, Any]:
    """The numbers of static and dynamic broadcasts and of each class, and the undecided ones."""
    found = [op for op in module.walk() if isinstance(op, BROADCASTS)]
    if not found:
        return {"static": 0, "dynamic": 0, **{str(c): 0 for c in BroadcastClass}, "open": []}
    analysis = analyze(module)
    classes = Counter(str(classify(op, analysis)) for op in found)
    static = sum(isinstance(op, mhlo.BroadcastInDimOp) for op in found)
    undecided = [
        {
            "dimensions": list(dimensions_of(op)),
            "decided_by": [f"{a} == {b}" for a, b in pairs],
        }
        for op in found
        if (pairs := list(undecided_pairs(op, analysis)))
    ]
    return {
        "static": static,
        "dynamic": len(found) - static,
        **{str(c): classes[str(c)] for c in BroadcastClass},
        "open": undecided,
    }


def avoided_broadcasts(module: ModuleOp) -> int:
    """How many operands of tf ops that broadcast are known to have the result's sizes, where types
    alone do not say so: without what is known each would be a broadcast, or a test for one.
    """
    analysis = analyze(module)
    count = 0
    for op in module.walk():
        if not isinstance(op, Binary) or not analysis.has_rank(op.results[0]):
            continue
        result = analysis.shape(op.results[0])
        for operand in op.operands:
            type = operand.type
            if is_tensor(type) and not type.has_static_shape() and analysis.has_rank(operand):
                shape = analysis.shape(operand)
                count += len(shape) == len(result) and all(
                    is_kept(a, b, analysis) for a, b in zip(shape, result, strict=True)
                )
    return count


def argument_places(module: ModuleOp) -> dict[str, str]:
    """For each symbol that an argument carries: the first place, as in `dimension 0 of x`."""
    found: dict[str, str] = {}
    for function in module.body.block.ops:
        if isinstance(function, FuncOp) and not function.is_declaration:
            for number, argument in enumerate(function.body.blocks[0].args):
                name = argument.name_hint or f"argument {number}"
                for d, entry in enumerate(encoding_of(argument.type) or ()):
                    if isinstance(entry, str):
                        found.setdefault(entry, f"dimension {d} of {name}")
    return found


def fusions(module: ModuleOp) -> list[dict[str, Any]]:
    """The groups: kind, ops, number of operands and results."""
    return [
        {
            "kind": getattr(op.attributes.get(KIND_ATTRIBUTE), "data", "unknown"),
            "ops": [op_name(inner) for inner in op.fused_computation.block.ops][:-1],
            "operands": len(op.operands),
            "results": len(op.results),
        }
        for op in module.walk()
        if isinstance(op, mhlo.FusionOp)
    ]


def unlowered(module: ModuleOp) -> list[dict[str, str]]:
    """The calls that stand for ops which could not be lowered, and why; and tf ops in modules
    inside of this one.
    """
    inside = [
        {"op": op.name, "place": place_of(op) or "", "why": NESTED} for op in nested_tf_ops(module)
    ]
    return inside + [
        {"op": op.call_target_name.data, "place": place_of(op) or "", "why": why.data}
        for op in module.walk()
        if isinstance(op, mhlo.CustomCallOp)
        and isinstance(why := op.attributes.get(mhlo.UNLOWERED), StringAttr)
    ]


def knowledge(module: ModuleOp) -> dict[str, Any]:
    """Symbols, facts, guards and versions of a module."""
    analysis = analyze(module)
    facts = facts_of_module(module, analysis)
    symbols = [op for op in module.body.block.ops if isinstance(op, sdim.SymbolOp)]
    versions = [op for op in module.walk() if op.name == "scf.if" and _has_fusion(op)]
    return {
        "symbols": {
            op.sym_name.data: {
                "is": str(analysis.facts.simplify(analysis.facts.symbol(op.sym_name.data))),
                "hint": None if op.hint is None else op.hint.value.data,
            }
            for op in symbols
        },
        "facts": [{"fact": str(f.predicate), "strength": f.strength, "why": f.why} for f in facts],
        "guards": sum(f.strength != "assume" for f in facts),
        "versions": len(versions),
    }


def _has_fusion(op: Operation) -> bool:
    return any(isinstance(inner, mhlo.FusionOp) for inner in op.walk())
