"""A module's only kernel, in the place of its call.

```mlir
func.func private @loop_0(%x: memref<?xf32>, ..) { .. }
func.func @f(..) { .. func.call @loop_0(%a, ..) .. }
```
becomes `@f` with the ops of `@loop_0` in it: a call passes five words for each memref. Where there
are more kernels each stays a function, whose loops have the processor's registers to themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.passes import ModulePass

from ..materialize.places import keeping_places


@dataclass(frozen=True)
class InlineKernelsPass(ModulePass):
    """A private function of one block, if there is one only and it is called once."""

    name = "tieshape-inline-kernels"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = [f for f in op.body.ops if isinstance(f, func.FuncOp) and f.body.blocks]
        kernels = [f for f in functions if f.sym_visibility == StringAttr("private")]
        if len(kernels) != 1 or len(kernels[0].body.blocks) != 1:
            return
        name = kernels[0].sym_name
        calls = [inner for inner in op.walk() if isinstance(inner, func.CallOp)]
        calls = [call for call in calls if call.callee.root_reference == name]
        if len(calls) == 1:
            _inline(kernels[0], calls[0])


def _inline(function: func.FuncOp, call: func.CallOp) -> None:
    body, block = function.body.block, call.parent
    assert block is not None
    for argument, value in zip(body.args, call.operands, strict=True):
        argument.replace_all_uses_with(value)
    end = body.last_op
    assert end is not None
    for result, value in zip(call.results, end.operands, strict=True):
        result.replace_all_uses_with(value)
    for inner in list(body.ops):
        if inner is not end:
            inner.detach()
            block.insert_op_before(inner, call)
    call.detach()
    call.erase()
    function.detach()
    function.erase()
