"""Two versions of a group whose implicit broadcasts are not decided: one without them, one with.

```mlir
%same = arith.cmpi eq, %s0, %s2 : index
%r = scf.if %same -> (tensor<?xf32, [@S3]>) {
  sdim.equal %s0, %s2                                     // holds here only
  %x1 = sdim.tie_shape %x, [%s3] : tensor<?xf32, [@S0]> -> tensor<?xf32, [@S3]>
  %v = "mhlo.fusion"(%x1, …)                              // no broadcast left
  scf.yield %v
} else {
  %v = "mhlo.fusion"(%x, …)                               // as it was
  scf.yield %v
}
```

The guard compares only the sizes that are not known to be equal, and none that the others imply. Where hints say that it
fails, no version is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from ..analysis.broadcasts import BROADCASTS, undecided_pairs
from ..analysis.emit import Emitter, constraint
from ..analysis.shape_analysis import ShapeAnalysis
from ..analysis.sizes import Sizes
from ..dialects import mhlo, sdim
from ..dialects.tensors import is_tensor
from ..symbolic import Contradiction, Expr, Facts, Predicate, Symbol, all_of, eq
from .dead_code import erase_dead
from .eliminate_broadcasts import simplify_broadcast

Pairs = Sequence[tuple[Expr, Expr]]


@dataclass(frozen=True)
class VersionBroadcastsPass(ModulePass):
    """Versions groups with undecided broadcasts: without and with implicit broadcast."""

    name = "tieshape-version-broadcasts"

    per_function: int = 8
    """The greatest number of groups in a function that get a second version."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.per_function < 0:
            raise PassFailedException(f"per_function must not be negative, got {self.per_function}")
        analysis = ShapeAnalysis.of(op)
        hints = {
            symbol.sym_name.data: symbol.hint.value.data
            for symbol in op.body.block.ops
            if isinstance(symbol, sdim.SymbolOp) and symbol.hint is not None
        }
        for function in op.body.block.ops:
            if isinstance(function, func.FuncOp) and function.body.blocks:
                self._function(function, analysis, hints)

    def _function(
        self, function: func.FuncOp, analysis: ShapeAnalysis, hints: Mapping[str, int]
    ) -> None:
        sizes = Sizes(analysis, function)
        left = self.per_function
        for op in list(function.body.block.ops):
            if left and isinstance(op, mhlo.FusionOp):
                pairs = undecided_in(op, analysis)
                guards = guards_for(pairs, analysis) if pairs else []
                if guards and pays(guards, hints) and all(map(sizes.has, _sizes_in(guards))):
                    version(op, pairs, guards, sizes, analysis)
                    left -= 1
                    continue
            for result in op.results:
                sizes.offer(result)


def undecided_in(op: mhlo.FusionOp, analysis: ShapeAnalysis) -> Pairs:
    """The size pairs of the broadcasts in `op` that nobody can tell equal, each once."""
    found = dict[tuple[Expr, Expr], None]()
    for inner in op.walk():
        if isinstance(inner, BROADCASTS):
            found.update((pair, None) for pair in undecided_pairs(inner, analysis))
    return list(found)


def guards_for(pairs: Pairs, analysis: ShapeAnalysis) -> list[Predicate]:
    """A small set of equalities that makes every pair equal; empty where they cannot all be."""
    wanted = [eq(a, b) for a, b in pairs]
    if analysis.facts.refutes(all_of(*wanted)):
        return []
    sources = list(dict.fromkeys(_source_of(pair, analysis) for pair in pairs))
    guards = sources if _entail(analysis.facts, sources, wanted) else wanted
    for guard in list(guards):
        others = [other for other in guards if other is not guard]
        if _entail(analysis.facts, others, [guard]):
            guards = others
    return guards


def _source_of(pair: tuple[Expr, Expr], analysis: ShapeAnalysis) -> Predicate:
    """What the pair's equality comes down to: the two sizes that were broadcast against each other."""
    size, target = pair
    definition = analysis.definitions.get(target.symbol_name or "")
    if definition is None:
        return eq(size, target)
    _, then, otherwise = definition
    return eq(then, otherwise)


def _entail(facts: Facts, given: Iterable[Predicate], wanted: Iterable[Predicate]) -> bool:
    """Whether `given` and `facts` prove all of `wanted`; not where they conflict: that decides nothing."""
    with facts.scope():
        try:
            for predicate in given:
                facts.learn(predicate)
        except Contradiction:
            return False
        return all(facts.proves(predicate) for predicate in wanted)


def pays(guards: Sequence[Predicate], hints: Mapping[str, int]) -> bool:
    """Whether the guard may hold in the runs that the hints show; True where they do not tell."""
    return all(not guard.symbols() <= hints.keys() or guard.holds(hints) for guard in guards)


def _sizes_in(guards: Sequence[Predicate]) -> list[Expr]:
    return [Symbol(name) for guard in guards for name in sorted(guard.symbols())]


def version(
    op: mhlo.FusionOp,
    pairs: Pairs,
    guards: Sequence[Predicate],
    sizes: Sizes,
    analysis: ShapeAnalysis,
) -> None:
    """Replaces `op` by a choice between itself without the undecided broadcasts and as it is."""
    condition = sizes.condition(all_of(*guards), op)
    same = merged_symbols(pairs, op)
    without = Block()
    emitter = Emitter(without.add_op, lambda name: sizes.index(Symbol(name), op), analysis.facts)
    for guard in guards:
        constraint(emitter, guard)
    clone = op.clone()
    clone.operands = [_tied(o, same, without, sizes, op) for o in op.operands]
    without.add_op(clone)
    _retype(clone, same)
    results = [
        _tied_to(new, old.type, without, sizes, op)
        for new, old in zip(clone.results, op.results, strict=True)
    ]
    without.add_op(scf.YieldOp(*results))
    choice = scf.IfOp(condition, [r.type for r in op.results], Region(without), Region(Block()))
    Rewriter.insert_op(choice, InsertPoint.before(op))
    for old, new in zip(op.results, choice.results, strict=True):
        old.replace_all_uses_with(new)
        new.name_hint = old.name_hint
    sizes.release(op)
    op.detach()
    choice.false_region.block.add_ops([op, scf.YieldOp(*op.results)])
    with analysis.inside(without):
        for inner in list(clone.walk()):
            if isinstance(inner, BROADCASTS):
                simplify_broadcast(inner, analysis)
    erase_dead(clone)


def merged_symbols(pairs: Pairs, op: Operation) -> dict[str, str | int]:
    """For each symbol of `pairs` the entry that stands for it where all pairs are equal.

    A constant is preferred, then a symbol of the results' types, so that these need no change.
    """
    preferred = {e for r in op.results for e in sdim.encoding_of(r.type) or ()}
    classes: list[set[str | int]] = []
    for pair in pairs:
        joined: set[str | int] = {_entry(size) for size in pair}
        apart = list[set[str | int]]()
        for other in classes:
            if joined & other:
                joined |= other
            else:
                apart.append(other)
        classes = [*apart, joined]
    result = dict[str, str | int]()
    for members in classes:
        chosen = min(members, key=lambda e: (isinstance(e, str), e not in preferred, str(e)))
        result |= {e: chosen for e in members if isinstance(e, str)}
    return result


def _entry(size: Expr) -> str | int:
    constant = size.constant_value
    if constant is not None:
        return constant
    assert size.symbol_name is not None, "types hold symbols and constants only"
    return size.symbol_name


def _merged(type: Attribute, same: Mapping[str, str | int]) -> Attribute:
    entries = sdim.encoding_of(type)
    if entries is None or not any(e in same for e in entries):
        return type
    assert is_tensor(type)
    new = [same.get(e, e) if isinstance(e, str) else e for e in entries]
    return sdim.encoded_type(type.element_type, new)


def _tied(
    value: SSAValue, same: Mapping[str, str | int], block: Block, sizes: Sizes, at: Operation
) -> SSAValue:
    return _tied_to(value, _merged(value.type, same), block, sizes, at)


def _tied_to(
    value: SSAValue, type: Attribute, block: Block, sizes: Sizes, at: Operation
) -> SSAValue:
    """`value` with `type`, whose sizes are known to be the same here."""
    if value.type == type:
        return value
    assert is_tensor(type)
    entries = sdim.encoding_of(type) or type.get_shape()
    dims = [sizes.index(Symbol(e) if isinstance(e, str) else e, at) for e in entries]
    tie = sdim.TieShapeOp(value, dims, type)
    block.add_op(tie)
    return tie.result


def _retype(op: Operation, same: Mapping[str, str | int]) -> None:
    """Gives every value of `op` and below the merged type."""
    for inner in op.walk():
        values: list[SSAValue] = list(inner.results)
        values += [arg for region in inner.regions for b in region.blocks for arg in b.args]
        for value in values:
            value._type = _merged(value.type, same)  # pyright: ignore[reportPrivateUsage]
