"""Random bits become arithmetic of integers.

```mlir
%next, %bits = "mhlo.rng_bit_generator"(%state) <{rng_algorithm = #mhlo.rng_algorithm<PHILOX>}> : …
```
becomes a loop of ten rounds for every fourth element, and an addition to the state.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..analysis.module_parts import kinds_below
from ..dialects import mhlo
from ..materialize.places import keeping_places


@dataclass(frozen=True)
class ExpandRandomBitsPass(ModulePass):
    """Lowers random bits to arithmetic of mhlo, the bits that XLA gives on a CPU."""

    name = "tieshape-expand-random-bits"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        kinds = kinds_below(op)
        if mhlo.RngBitGeneratorOp in kinds or mhlo.DynamicRngBitGeneratorOp in kinds:
            # Most programs hold none: they do not pay for its classes.
            from .convert_tf_to_mhlo import convert
            from .random_bits import LOWERINGS

            convert(op, LOWERINGS)
