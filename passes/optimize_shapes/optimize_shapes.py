"""Uses the facts to simplify sizes: one symbol and one value per equal size, static forms.

```mlir
sdim.constraints { … sdim.equal %s0, %s1 }
func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) {
  %d = tensor.dim %y, %c0
  %p = arith.muli %d, %c1
```
becomes
```mlir
func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) {
  %d = tensor.dim %x, %c0
```
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, memref
from xdsl.dialects.builtin import IndexType, ModuleOp, i1
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.traits import IsolatedFromAbove

from ...analysis.analyze import analyze
from ...analysis.identity_memo import IdentityMemo
from ...analysis.module_parts import dialect_of, functions, ops_below, ops_of, values_of
from ...analysis.shape_analysis import ShapeAnalysis
from ...analysis.symbol_names import SymbolNames
from ...analysis.values import may_be_evaluated
from ...dialects import mhlo, sdim
from ...dialects.effects import has_no_effects
from ...dialects.types import INDEX, SIGNED, is_integer_or_index, is_tensor, kind_of
from ...materialize.arguments import ArgumentTypes, assumed_facts
from ...materialize.dead_code import erase_dead
from ...materialize.places import keeping_places
from ...materialize.region_types import reconcile_types
from ...materialize.sizes import SizeValues
from ...materialize.symbols import SizeNamer
from ...materialize.types import refresh_signature, retype
from ...symbolic import Expr, Predicate, Symbol
from .batch_norms import unfuse_batch_norms
from .constant_folding import folded_integers
from .evidence import Evidence
from .minimal_facts import minimize_facts, symbols_before_tests
from .scalar_constants import fold_scalars
from .scalarize import scalarize
from .shape_sources import offer_shape_operand
from .static_forms import make_static
from .transposes import move_transposes_down


@dataclass(frozen=True)
class OptimizeShapesPass(ModulePass):
    """Merges symbols, folds size arithmetic, makes dynamic ops static, minimizes the facts."""

    name = "tieshape-optimize-shapes"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in functions(op):
            unfuse_batch_norms(function)
            scalarize(function)
        analysis = analyze(op)
        merge_symbols(op, analysis)
        for function in functions(op):
            share_sizes(function, analysis)
            move_transposes_down(function)
            make_static(function, analysis)
            fold_scalars(function)
            refresh_signature(function)
        erase_dead(op)
        minimize_facts(op, analysis)


def merge_symbols(module: ModuleOp, analysis: ShapeAnalysis) -> None:
    """Gives every value the type with the representative of each size."""
    namer = SizeNamer(module, analysis.facts, SymbolNames.of(module))
    merged = IdentityMemo[Attribute, Attribute](lambda type: _merged_type(type, namer))

    types = ArgumentTypes(
        lambda: assumed_facts(module, analysis, about=symbols_before_tests(module, analysis))
    )
    for op in ops_below(module):
        for value in values_of(op) if op.regions else op.results:
            if type(op) is func.FuncOp:
                types.keep(value, value.type, merged(value.type))
            else:
                retype(value, merged(value.type))
    reconcile_types(module)
    for op in functions(module):
        refresh_signature(op)
    namer.write().declare_used()


def _merged_type(type: Attribute, namer: SizeNamer) -> Attribute:
    entries = sdim.encoding_of(type)
    if entries is None:
        return type
    assert is_tensor(type)
    names = [namer.entry(Symbol(e)) if isinstance(e, str) else e for e in entries]
    return sdim.encoded_type(type.element_type, names)


def share_sizes(function: func.FuncOp, analysis: ShapeAnalysis) -> None:
    """Replaces every known index, condition and shape tensor by the function's value for it."""
    sizes = SizeValues(analysis, function)
    _share_in(function.body.block, sizes, analysis, Evidence(function, sizes))
    drop_trivial(function)


def drop_trivial(function: func.FuncOp) -> None:
    """Erases assumptions that one value is equal to itself. A test stays: it names its op."""
    for op in ops_below(function):
        if type(op) is not sdim.EqualOp and type(op) is not sdim.LessEqualOp:
            continue
        if op.lhs is op.rhs and op.strength == sdim.Strength.ASSUME:
            Rewriter.erase_op(op)


def _share_in(block: Block, sizes: SizeValues, analysis: ShapeAnalysis, kept: Evidence) -> None:
    for op in ops_of(block):
        if op.regions and not op.has_trait(IsolatedFromAbove):
            for region in op.regions:
                for inner in region.blocks:
                    with sizes.inside(inner):
                        _share_in(inner, sizes, analysis, kept)
        offer_shape_operand(op, sizes, analysis)
        for result in op.results:
            sizes.offer(result)
        if block is sizes.entry and isinstance(op, (memref.DimOp, sdim.SizeOp)):
            size = analysis.scalar(op.result)
            if size is not None:
                sizes.offer_index(op.result, size)
        if op in kept:
            kept.move(op)
        elif len(op.results) == 1 and _is_arithmetic(op):
            _share(op, sizes, analysis)


def _share(op: Operation, sizes: SizeValues, analysis: ShapeAnalysis) -> None:
    replacement = _shared(op, sizes, analysis)
    if replacement is not None and replacement is not op.results[0]:
        replacement.name_hint = replacement.name_hint or op.results[0].name_hint
        op.results[0].replace_all_uses_with(replacement)
        sizes.release(op, replacement)
        Rewriter.erase_op(op)


GIVEN = (mhlo.ConstantOp, mhlo.IotaOp)
"""Ops of mhlo that are the best way to write their value."""


def _is_arithmetic(op: Operation) -> bool:
    kind, dialect = type(op), dialect_of(type(op))
    known = dialect in ("arith", "tensor", "sdim") or kind is memref.DimOp
    known = known or (dialect == "mhlo" and kind not in GIVEN)
    return known and has_no_effects(op)


def _shared(op: Operation, sizes: SizeValues, analysis: ShapeAnalysis) -> SSAValue | None:
    result = op.results[0]
    if not may_be_evaluated(result.type):
        return None
    elements = analysis.value(result)
    if elements is None:
        return None
    if op.dialect_name() == "mhlo" and (constant := folded_integers(op, elements)) is not None:
        return constant
    exprs = [e for e in elements if isinstance(e, Expr) and sizes.has(e)]
    type = result.type
    if isinstance(type, IndexType) and len(exprs) == 1:
        return sizes.index(exprs[0], op)
    if type == i1 and isinstance(elements[0], Predicate):
        return _decided(elements[0], sizes, analysis, op)
    if is_tensor(type) and len(exprs) == len(elements):
        element_type = type.element_type
        signless = kind_of(element_type) in (SIGNED, INDEX)  # arith has no others
        if type.get_num_dims() == 1 and signless and is_integer_or_index(element_type):
            return sizes.tensor(exprs, op, element_type)
    return None


def _decided(
    claim: Predicate, sizes: SizeValues, analysis: ShapeAnalysis, op: Operation
) -> SSAValue | None:
    for answer, sure in ((True, analysis.facts.proves), (False, analysis.facts.refutes)):
        if sure(claim):
            return sizes.truth(answer)
    if sizes.has_all(claim.symbols()):
        return sizes.condition(claim, op)
    return None
