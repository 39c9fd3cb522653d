"""Lowers the chlo dialect to mhlo.

```mlir
%0 = chlo.broadcast_add %x, %bias : (tensor<?x8xf32, [@S0, 8]>, tensor<8xf32>) -> tensor<?x8xf32, [@S0, 8]>
```
becomes
```mlir
%0 = tensor.dim %x, %c0
%1 = tensor.from_elements %0, %c8 : tensor<2xindex>
%2 = "mhlo.dynamic_broadcast_in_dim"(%bias, %1) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : …
%3 = mhlo.add %x, %2
```

An operand that has the shape of the result for certain is not broadcast. What the ops demand of
sizes is in the IR already (`tieshape-infer-shapes`). Ops in regions of other ops stay.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..analysis.module_parts import dialect_of, kinds_below
from ..materialize.places import keeping_places, taking_any_blocks


@dataclass(frozen=True)
class ConvertChloToMhloPass(ModulePass):
    """Lowers chlo ops to mhlo."""

    name = "convert-chlo-to-mhlo"

    strict: bool = False
    """Whether an op that cannot be lowered is an error; otherwise it becomes a call by its name."""

    @keeping_places
    @taking_any_blocks
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if "chlo" in map(dialect_of, kinds_below(op)):
            # Most programs hold none: they do not pay for its classes.
            from .chlo_to_mhlo import LOWERINGS
            from .convert_tf_to_mhlo import convert

            convert(op, LOWERINGS, strict=self.strict)
