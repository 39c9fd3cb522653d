"""Arguments keep the sizes that they are called with; what guards say of them holds after a tie.

```mlir
sdim.equal expect %s0, %s1
func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) {
  %y1 = sdim.tie_shape %y, [%s0] : tensor<?xf32, [@S1]> -> tensor<?xf32, [@S0]>
```

If the argument's own type said what only a guard says, the guard would speak of no value any more,
and a wrong input would look like a broken promise instead of a failed guard. What is assumed needs
no check, so it merges types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import IndexType, IntegerAttr, ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.module_facts import ModuleFact, facts_of_module
from ..analysis.module_parts import symbol_ops
from ..analysis.shape_analysis import LEAST_INTEGER, ShapeAnalysis
from ..dialects import sdim
from ..dialects.types import is_tensor
from ..symbolic import Facts, Predicate, Symbol
from .types import retype

INDEX = IndexType()


def assumed_facts(
    module: ModuleOp,
    analysis: ShapeAnalysis,
    more: Iterable[Predicate] = (),
    integers: Iterable[str] = (),
    about: frozenset[str] | None = None,
    stated: Iterable[ModuleFact] | None = None,
) -> Facts:
    """What holds without any guard: the facts of `module` with strength `assume`, and `more`.

    integers: symbols that are not sizes and may be negative
    about: only facts about these; what is known of others may hold after a test in the code alone
    stated: all facts of `module`, where these were read already
    """
    facts = Facts()
    for name in integers:
        facts.symbol(name, LEAST_INTEGER)
    for op in symbol_ops(module):
        facts.symbol(op.sym_name.data)
    if stated is None:
        stated = facts_of_module(module, analysis)
    for predicate in (*(f.predicate for f in stated if f.strength == "assume"), *more):
        if about is None or predicate.symbols() <= about:
            facts.learn(predicate)
    return facts


class ArgumentTypes:
    """Gives arguments the types that facts assumed of them allow.

    assumed: makes the facts that hold without guards; called when first needed
    """

    def __init__(self, assumed: Callable[[], Facts]):
        self._assumed = assumed
        self._facts: Facts | None = None

    def keep(self, arg: SSAValue, own: Attribute, merged: Attribute) -> None:
        """Gives `arg` the type that assumptions allow for `own`; users that need `merged` get a
        tie.
        """
        if not is_tensor(own) or not is_tensor(merged) or own == merged:
            retype(arg, merged)
            return
        entries = sdim.encoding_of(own) or own.get_shape()
        kept = sdim.encoded_type(own.element_type, [self._entry(e) for e in entries])
        retype(arg, kept)
        if kept != merged:
            tie(arg, merged)

    def _entry(self, entry: str | int) -> str | int:
        if isinstance(entry, int):
            return entry
        if self._facts is None:
            self._facts = self._assumed()
        size = self._facts.simplify(Symbol(entry))
        constant = size.constant_value
        return constant if constant is not None else size.symbol_name or entry


def tie(arg: SSAValue, type: Attribute) -> None:
    """Ties the argument `arg` to `type` for every user, except those that only read its sizes."""
    assert is_tensor(type)
    users = [use for use in arg.uses if not isinstance(use.operation, READERS)]
    if not users:
        return
    entries = sdim.encoding_of(type) or type.get_shape()
    sizes: list[Operation] = [
        sdim.SizeOp(e) if isinstance(e, str) else arith.ConstantOp(IntegerAttr(e, INDEX))
        for e in entries
    ]
    tied = sdim.TieShapeOp(arg, [size.results[0] for size in sizes], type)
    tied.result.name_hint = arg.name_hint
    Rewriter.insert_op([*sizes, tied], InsertPoint.at_start(_entry_block(arg)))
    for use in users:
        use.operation.operands[use.index] = tied.result


READERS = (sdim.TieShapeOp, tensor.DimOp)


def _entry_block(arg: SSAValue) -> Block:
    block = arg.owner
    assert not isinstance(block, Operation)
    assert isinstance(block.parent_op(), func.FuncOp)
    return block
