"""Moves symbols from types into `sdim.tie_shape` ops, so that they outlive a change of types.

```mlir
func.func @main(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]> {
  %0 = mhlo.abs %x : tensor<?x4xf32, [@S0, 4]>
```
becomes
```mlir
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %s = sdim.size @S0
  %c = arith.constant 4 : index
  %1 = sdim.tie_shape %x, [%s, %c] : tensor<?x4xf32>
  %0 = mhlo.abs %1 : tensor<?x4xf32>
  %2 = sdim.tie_shape %0, [%s, %c] : tensor<?x4xf32>
```

To be run before a conversion that knows nothing of encodings, such as bufferization;
`tieshape-absorb-ties` is the way back. Every argument and every value that is used is tied, so the
facts in `sdim.constraints` go on being about something.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsolatedFromAbove

from ..analysis.module_parts import values_below
from ..dialects import sdim
from ..materialize.arith import INDEX
from ..materialize.places import keeping_places, taking_any_blocks
from ..materialize.types import strip_encoding, strip_signatures


@dataclass(frozen=True)
class MaterializeTiesPass(ModulePass):
    """Turns encodings into sdim.tie_shape ops."""

    name = "tieshape-materialize-ties"

    @keeping_places
    @taking_any_blocks
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        values = [
            (value, entries)
            for value in values_below(op)
            if (entries := sdim.encoding_of(value.type)) is not None
        ]
        sizes = TieSizes()
        for value, entries in values:
            strip_encoding(value)
            _tie(value, entries, sizes)
        strip_signatures(op)


class TieSizes:
    """The index values of symbols and constants, each once in an isolated region."""

    def __init__(self) -> None:
        self._known: dict[tuple[Block, str | int], SSAValue] = {}
        self._last: dict[Block, Operation] = {}

    def of(self, entry: str | int, block: Block) -> SSAValue:
        """The value of `entry`, usable in `block`."""
        home = _home(block)
        key = (home, entry)
        if key not in self._known:
            op: Operation = (
                sdim.SizeOp(entry)
                if isinstance(entry, str)
                else arith.ConstantOp(IntegerAttr(entry, INDEX))
            )
            last = self._last.get(home)
            point = InsertPoint.at_start(home) if last is None else InsertPoint.after(last)
            Rewriter.insert_op(op, point)
            self._known[key], self._last[home] = op.results[0], op
        return self._known[key]

    def end(self, block: Block) -> Operation | None:
        """The last op that makes a size at the start of `block`."""
        return self._last.get(block)


def _home(block: Block) -> Block:
    """The outermost first block whose values `block` may use."""
    while True:
        op = block.parent_op()
        region = block.parent
        assert region is not None
        block = region.blocks[0]
        outer = None if op is None else op.parent
        if op is None or outer is None or op.has_trait(IsolatedFromAbove):
            return block
        block = outer


def _tie(value: SSAValue, entries: tuple[str | int, ...], sizes: TieSizes) -> None:
    """Puts a tie after `value` and lets its users use the tie's result."""
    owner = value.owner
    block = owner if isinstance(owner, Block) else owner.parent
    uses = list(value.uses)
    if block is None or (not uses and isinstance(owner, Operation)):
        return
    tie = sdim.TieShapeOp(value, [sizes.of(entry, block) for entry in entries])
    if isinstance(owner, Operation):
        point = InsertPoint.after(owner)
    elif (last := sizes.end(owner)) is not None:
        point = InsertPoint.after(last)
    else:
        point = InsertPoint.at_start(owner)
    Rewriter.insert_op(tie, point)
    for use in uses:
        use.operation.operands[use.index] = tie.result
