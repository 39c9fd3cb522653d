"""What a program is told of its arguments' sizes, as guards: its reader may call it with others.

```mlir
sdim.constraints { sdim.range @b in [?, 64] {why = "b <= 64"} }
func.func @main(%x: tensor<?xf32, [@b]>, %y: tensor<?xf32, [@b]>)
```
tieshape's own runtime refuses a call in which a size is another one; a program in another dialect
has no types that say so.
"""

from __future__ import annotations

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import BlockArgument

from ...analysis.analyze import analyze
from ...analysis.module_parts import constraint_ops, functions
from ...analysis.read_constraints import predicate_of
from ...dialects import sdim
from ...dialects.sdim import Strength, StrengthAttr
from ...dialects.types import is_tensor
from ...materialize.guards import WriteGuard
from ...materialize.op_builder import OpBuilder


def demand_assumptions(module: ModuleOp) -> None:
    """Makes guards of the facts on sizes of arguments that `module` assumes."""
    analysis = analyze(module)
    given = {
        symbol
        for function in functions(module)
        for argument in function.args
        for symbol in sdim.encoding_of(argument.type) or ()
    }
    for op in constraint_ops(module):
        if not isinstance(op, sdim.GuardedConstraintOp) or op.strength != Strength.ASSUME:
            continue
        predicate = predicate_of(analysis, op)
        if predicate is not None and predicate.symbols() and predicate.symbols() <= given:
            op.strength_attr = StrengthAttr(Strength.ASSERT)
            if op.why is None:
                op.attributes["why"] = StringAttr(str(predicate))


def write_ties(module: ModuleOp, write: WriteGuard) -> None:
    """Guards that sizes of arguments with one symbol are equal, before all else in a function."""
    for function in functions(module):
        first = function.body.block.first_op
        assert first is not None
        builder = OpBuilder(first)
        places = dict[str, tuple[int, int]]()
        for number, argument in enumerate(function.args):
            for dimension, symbol in enumerate(sdim.encoding_of(argument.type) or ()):
                if not isinstance(symbol, str) or not is_tensor(argument.type):
                    continue
                other, axis = places.setdefault(symbol, (number, dimension))
                if (other, axis) != (number, dimension):
                    size = builder.value(tensor.DimOp(argument, builder.index(dimension)))
                    same = tensor.DimOp(function.args[other], builder.index(axis))
                    condition = arith.CmpiOp(size, builder.value(same), "eq")
                    words = (
                        f"{_name(argument)}: size {dimension} must be {symbol}, "
                        f"size {axis} of {_name(function.args[other])}"
                    )
                    write(builder, builder.value(condition), words)


def _name(argument: BlockArgument) -> str:
    return argument.name_hint or f"argument {argument.index}"
