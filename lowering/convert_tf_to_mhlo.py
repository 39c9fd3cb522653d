"""Lowers the tf dialect to mhlo.

```mlir
%0 = "tf.AddV2"(%x, %bias) : (tensor<?x8xf32, [@S0, 8]>, tensor<8xf32>) -> tensor<?x8xf32, [@S0, 8]>
```
becomes
```mlir
%0 = tensor.dim %x, %c0
%1 = tensor.from_elements %0, %c8 : tensor<2xindex>
%2 = "mhlo.dynamic_broadcast_in_dim"(%bias, %1) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : …
%3 = mhlo.add %x, %2
```

Implicit broadcasts become explicit where they cannot be ruled out. Small integer tensors whose elements are known
(shapes and what is computed from them) are not lowered op by op: where one is needed it is computed from the sizes.
The facts of the tf level are in the IR already (`tieshape-infer-shapes`) and stay there.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.traits import is_side_effect_free

from ..analysis.errors import op_name
from ..analysis.names import SizeNamer, SymbolNames
from ..analysis.shape_analysis import ShapeAnalysis
from ..analysis.sizes import Sizes
from ..dialects.tf.operation import TfOperation
from .tf_to_mhlo import LOWERINGS, Builder, LoweringTable, UnloweredError


@dataclass(frozen=True)
class ConvertTfToMhloPass(ModulePass):
    """Lowers every tf op to mhlo."""

    name = "convert-tf-to-mhlo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        convert(op, LOWERINGS)


def convert(module: ModuleOp, lowerings: LoweringTable) -> None:
    """Lowers every op of `module` that `lowerings` has a row for. Raises UnloweredError where a tf op is left."""
    analysis = ShapeAnalysis.of(module)
    namer = SizeNamer(module, analysis.facts, SymbolNames.of(module))
    for function in module.body.block.ops:
        if isinstance(function, func.FuncOp) and function.body.blocks:
            _convert_function(
                function, Builder(analysis, Sizes(analysis, function), namer), lowerings
            )
    namer.write().declare_used()


def _convert_function(function: func.FuncOp, b: Builder, lowerings: LoweringTable) -> None:
    block = function.body.block
    b.lowered.update((arg, arg) for arg in block.args)
    old = list(block.ops)
    for op in old:
        b.move_to(op)
        if not _is_foreign(op):
            op.operands = [b.operand(o) if _is_lowered(o) else o for o in op.operands]
        elif not _is_known(op, b):
            lowering = lowerings.get(type(op))
            if lowering is None:
                raise UnloweredError(op, "there is no lowering for this op")
            results = lowering(op, b)
            for result, value in zip(op.results, results, strict=True):
                b.lowered[result] = value
                b.sizes.offer(value)
    for op in reversed(old):
        if _is_foreign(op):
            Rewriter.erase_op(op)
    last = block.last_op
    if isinstance(last, func.ReturnOp):
        function.function_type = FunctionType.from_lists(
            [arg.type for arg in block.args], [o.type for o in last.operands]
        )


def _is_foreign(op: Operation) -> bool:
    return isinstance(op, TfOperation) or op_name(op).startswith("tf.")


def _is_lowered(operand: object) -> bool:
    owner = getattr(operand, "owner", None)
    return isinstance(owner, Operation) and _is_foreign(owner)


def _is_known(op: Operation, b: Builder) -> bool:
    """Whether every result is a small integer tensor of known elements, to be made where it is needed."""
    if not op.results or not is_side_effect_free(op):
        return False
    if op.name == "tf.Const":
        return True
    values = [b.analysis.value(result) for result in op.results]
    return all(value is not None and None not in value for value in values)
