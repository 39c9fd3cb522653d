"""Takes everything of `sdim` out of a module, for tools that do not know it.

```mlir
sdim.symbol @S0
sdim.constraints { … }
func.func @main(%x: tensor<?xf32, [@S0]>) {
  %0 = sdim.tie_shape %x, [%d] : tensor<?xf32, [@S0]>
```
becomes
```mlir
func.func @main(%x: tensor<?xf32>) {
```

Facts are lost. A guard on sizes, or on numbers of the run, becomes `cf.assert` with its words,
unless `guards=drop`; one on all elements of a tensor has no such form, and is lost. A size that
code reads by its symbol is read from a tensor instead.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, memref, tensor
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import PassFailedException

from ..analysis.analyze import analyze
from ..analysis.module_parts import functions
from ..analysis.shape_analysis import ShapeAnalysis
from ..dialects import sdim
from ..dialects.types import is_tensor
from ..materialize.dead_code import erase_dead
from ..materialize.guards import write_assert, write_guards
from ..materialize.places import keeping_places
from ..materialize.sizes import SizeValues
from ..materialize.types import strip_encodings
from ..rules.errors import ShapeError
from ..symbolic import Symbol


@dataclass(frozen=True)
class StripPass(ModulePass):
    """Removes all sdim IR."""

    name = "tieshape-strip"

    guards: str = "assert"
    """What a guard on sizes becomes: "assert" keeps it as `cf.assert`, "drop" does not."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.guards not in ("assert", "drop"):
            raise PassFailedException(
                f"option guards is {self.guards!r}; one of assert, drop is needed"
            )
        if self.guards == "assert":
            write_guards(op, write_assert, of_data=True)
        analysis = analyze(op)
        for function in functions(op):
            replace_sizes(function, analysis)
        for inner in reversed(list(op.walk())):
            if isinstance(inner, sdim.ConstraintOp | sdim.ConstraintsOp | sdim.SymbolOp):
                Rewriter.erase_op(inner)
        strip_encodings(op)
        for inner in list(op.walk()):
            _forget_attributes(inner)
            if isinstance(inner, sdim.TieShapeOp):
                _untie(inner)
        erase_dead(op)


def replace_sizes(function: func.FuncOp, analysis: ShapeAnalysis) -> None:
    """Reads the sizes that `function` names from tensors that have them."""
    sizes = SizeValues(analysis, function)
    for op in list(function.walk()):
        if isinstance(op, sdim.SizeOp) and op.result.first_use is not None:
            symbol = Symbol(op.symbol.root_reference.data)
            if all(
                isinstance(u.operation, sdim.TieShapeOp | sdim.ConstraintOp) for u in op.result.uses
            ):
                continue
            if not sizes.has(symbol):
                words = f"no tensor before it has the size {op.symbol}, so it cannot be read without sdim"
                raise ShapeError(op, words)
            op.result.replace_all_uses_with(sizes.index(symbol, op))
            sizes.release(op)
            Rewriter.erase_op(op)
            continue
        for result in op.results:
            sizes.offer(result)


def _forget_attributes(op: Operation) -> None:
    """Takes sdim's attributes from `op` and, where it is a function, from its arguments."""
    for name in [name for name in op.attributes if name.startswith("sdim.")]:
        del op.attributes[name]
    if isinstance(op, func.FuncOp) and op.arg_attrs is not None:
        left = [
            {name: value for name, value in each.data.items() if not name.startswith("sdim.")}
            for each in op.arg_attrs
        ]
        op.arg_attrs = ArrayAttr(map(DictionaryAttr, left)) if any(left) else None


def _untie(tie: sdim.TieShapeOp) -> None:
    """Replaces `tie` by its operand, cast where the types differ still."""
    value = tie.source
    if value.type != tie.result.type:
        kind = tensor.CastOp if is_tensor(value.type) else memref.CastOp
        cast = kind.create(operands=[value], result_types=[tie.result.type])
        Rewriter.insert_op(cast, InsertPoint.before(tie))
        value = cast.results[0]
    tie.result.replace_all_uses_with(value)
    Rewriter.erase_op(tie)
