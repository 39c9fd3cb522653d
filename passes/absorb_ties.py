"""Moves what `sdim.tie_shape` ops say about tensors back into their types.

```mlir
%0 = sdim.tie_shape %x, [%s, %c4] : tensor<?x4xf32>      // %s = sdim.size @S0
%1 = mhlo.abs %0 : tensor<?x4xf32>
```
becomes
```mlir
%1 = mhlo.abs %x : …                                     // %x: tensor<?x4xf32, [@S0, 4]>
```

A tie in another block than what it ties holds there only and stays, as does one in a branch or
loop, or after a test, that makes sizes equal which may differ where that does not run. So does one
of a memref, whose type carries no symbols: the analysis reads it where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.ir import Attribute, Block, Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ..analysis.analyze import analyze
from ..analysis.read_constraints import conflict_message, is_test
from ..analysis.shape_analysis import ShapeAnalysis
from ..analysis.symbol_names import symbols_of_types_below
from ..dialects import sdim
from ..dialects.types import is_tensor, tensor_type
from ..materialize.constraint_ops import emit_constraint
from ..materialize.dead_code import erase_dead
from ..materialize.places import keeping_places
from ..materialize.symbols import ConstraintWriter
from ..materialize.types import refresh_signature, retype
from ..rules.errors import ShapeError
from ..symbolic import Contradiction, Expr, Predicate, Symbol, as_expr, eq


@dataclass(frozen=True)
class AbsorbTiesPass(ModulePass):
    """Turns sdim.tie_shape ops into encodings."""

    name = "tieshape-absorb-ties"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        analysis = analyze(op)
        facts = dict[Predicate, Operation]()
        for tie in list(op.walk()):
            if isinstance(tie, sdim.TieShapeOp) and holds_always(tie):
                source = tie.source.owner
                place = source if isinstance(source, Operation) else source.parent_op()
                for fact in absorb(tie, analysis):
                    facts.setdefault(fact, place or op)
        for function in op.walk():
            if isinstance(function, func.FuncOp) and function.body.blocks:
                refresh_signature(function)
        writer, carried = ConstraintWriter(op, analysis.facts), symbols_of_types_below(op)
        for fact, place in facts.items():
            is_new = not analysis.facts.proves(fact)
            if is_new:
                try:
                    analysis.facts.learn(fact)
                except Contradiction as error:
                    raise ShapeError(place, conflict_message(error)) from error
            if is_new or not fact.symbols() <= carried:
                # What is said of a symbol that no type has any more must still be found out.
                emit_constraint(writer.emitter, fact, why="tied to both sizes")
        writer.declare_used()
        erase_dead(op)


def holds_always(tie: sdim.TieShapeOp) -> bool:
    """Whether `tie` runs whenever there is the tensor that it ties."""
    owner = tie.source.owner
    block = owner if isinstance(owner, Block) else owner.parent
    return is_tensor(tie.source.type) and block is tie.parent


def absorb(tie: sdim.TieShapeOp, analysis: ShapeAnalysis) -> list[Predicate]:
    """Gives the operand of `tie` its sizes and erases the tie; returns facts that types cannot
    state.
    """
    sizes = [analysis.scalar(size) for size in tie.sizes]
    entries = [None if size is None else entry_of(size) for size in sizes]
    known = [entry for entry in entries if entry is not None]
    if len(known) != len(entries):
        return []
    source, result = tie.source, tie.result
    facts = list[Predicate]()
    for type in (source.type, result.type):
        for stated, entry in zip(_entries_of(type), known, strict=True):
            if stated not in (DYNAMIC_INDEX, entry):
                facts.append(eq(_size_of(stated), _size_of(entry)))
    is_sure = isinstance(tie.parent_op(), func.FuncOp) and not _is_tested(tie)
    if not is_sure and not all(map(analysis.facts.proves, facts)):
        return []
    if sdim.encoding_of(source.type) is None or sdim.encoding_of(result.type) is not None:
        static = zip(tensor_type(source).get_shape(), known, strict=True)
        merged = [entry if size == DYNAMIC_INDEX else size for size, entry in static]
        retype(source, sdim.encoded_type(tensor_type(source).element_type, merged))
    result.replace_all_uses_with(source)
    Rewriter.erase_op(tie)
    return facts


def _is_tested(tie: sdim.TieShapeOp) -> bool:
    """Whether a test in the code comes before `tie`: it may hold only because that was passed."""
    op = tie.prev_op
    while op is not None:
        if isinstance(op, sdim.ConstraintOp) and is_test(op):
            return True
        op = op.prev_op
    return False


def entry_of(size: Expr) -> str | int | None:
    """The constant, or the symbol of the IR, that `size` is."""
    if (constant := size.constant_value) is not None:
        return constant
    name = size.symbol_name
    return None if name is None or name.startswith("_") else name


def _entries_of(type: Attribute) -> Sequence[str | int]:
    """What `type` states of each size; DYNAMIC_INDEX is nothing."""
    if not is_tensor(type):
        return ()
    return sdim.encoding_of(type) or type.get_shape()


def _size_of(entry: str | int) -> Expr:
    return Symbol(entry) if isinstance(entry, str) else as_expr(entry)
