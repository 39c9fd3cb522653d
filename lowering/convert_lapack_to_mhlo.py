"""Lowers LAPACK's factorizations to loops of mhlo.

```mlir
%lu, %pivots, %info = lapack.getrf %a : (tensor<?x?xf32, [@S0, @S1]>) -> (…)
```
becomes a `mhlo.while` that takes one column a trip.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..analysis.module_parts import dialect_of, kinds_below
from ..materialize.places import keeping_places, taking_any_blocks


@dataclass(frozen=True)
class ConvertLapackToMhloPass(ModulePass):
    """Lowers LAPACK's factorizations to mhlo."""

    name = "convert-lapack-to-mhlo"

    @keeping_places
    @taking_any_blocks
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if "lapack" in map(dialect_of, kinds_below(op)):
            # Most programs hold none: they do not pay for its classes.
            from .convert_tf_to_mhlo import convert
            from .lapack_to_mhlo import LOWERINGS

            convert(op, LOWERINGS)
