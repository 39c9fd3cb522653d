"""Turns mhlo and facts into what IREE's compiler reads with sizes that stay unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp
from xdsl.ir import Attribute, Operation
from xdsl.rewriter import Rewriter
from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination

from ...analysis.analyze import analyze
from ...dialects import mhlo
from ...dialects.foreign import sdy
from ...dialects.foreign.chlo_unary import UNARY
from ...dialects.foreign.stablehlo.top_k import TopKOp
from ...materialize.dead_code import erase_dead
from ...materialize.guards import guards_of, write_assert, write_guards
from ...materialize.op_builder import replace_op
from ...passes.strip import StripPass
from ..export_stablehlo.argument_guards import write_ties
from ..export_stablehlo.loops import use_one_type
from ..export_stablehlo.scalars import use_plain_divisions
from .argument_sizes import argument_sizes, resolve_sizes
from .changing_loops import refuse_changing_loops
from .divisors import make_divisors_safe
from .facts import assumptions_of, state_assumptions
from .forms import use_iree_forms
from .invariants import hoist_invariants
from .reassociation import mark_reshapes
from .unrolling import unroll_short_loops

KEPT: Final = (
    *("func", "builtin", "arith", "complex", "tensor", "linalg", "scf", "cf"),
    *("util", "flow", "chlo"),
)
"""Dialects besides StableHLO in what IREE reads."""


def export_for_iree(module: ModuleOp, ctx: Context) -> list[str]:
    """Leaves mhlo that has a counterpart, and other dialects that IREE reads.

    Returns the words of guards on elements, which are dropped.
    """
    _drop_shardings(module)
    refuse_changing_loops(module)
    mark_reshapes(module, analyze(module))
    guards = guards_of(module)
    dropped = write_guards(module, write_assert, of_data=True)
    write_ties(module, write_assert)
    assumptions = assumptions_of(module, guards)
    use_plain_divisions(module)
    hoist_invariants(module)
    sizes = argument_sizes(module)
    StripPass().apply(ctx, module)
    use_one_type(module)
    CommonSubexpressionElimination().apply(ctx, module)
    unroll_short_loops(module)
    use_iree_forms(module)
    resolve_sizes(module, sizes)
    erase_dead(module)
    CommonSubexpressionElimination().apply(ctx, module)
    state_assumptions(module, assumptions, make_divisors_safe(module))
    return dropped


def _drop_shardings(module: ModuleOp) -> None:
    """Drops what says which device holds what: the values are the same on one."""
    for op in list(module.walk()):
        if isinstance(op, sdy.MeshOp):
            Rewriter.erase_op(op)
            continue
        _drop_from(op.attributes)
        for name in ("arg_attrs", "res_attrs"):
            entries = op.properties.get(name)
            if isinstance(entries, ArrayAttr):
                dictionaries = cast("ArrayAttr[DictionaryAttr]", entries)
                kept = [dict(entry.data) for entry in dictionaries]
                for entry in kept:
                    _drop_from(entry)
                op.properties[name] = ArrayAttr(map(DictionaryAttr, kept))


def _drop_from(attributes: dict[str, Attribute]) -> None:
    for name in [n for n in attributes if n.startswith(("sdy.", "mhlo.sharding"))]:
        del attributes[name]


def _as(kind: type[Operation]) -> Callable[[Operation], Operation]:
    def convert(op: Operation) -> Operation:
        properties = {name: op.properties[name] for name in op.properties if name != "largest"}
        new = kind.create(operands=op.operands, result_types=op.result_types, properties=properties)
        replace_op(op, new)
        return new

    return convert


CHLO: Final[Mapping[type[Operation], Callable[[Operation], Operation]]] = {
    mhlo.ErfOp: _as(UNARY["erf"]),
    mhlo.TopkOp: _as(TopKOp),
}
"""Ops that only mhlo has, as those of StableHLO's clients."""
