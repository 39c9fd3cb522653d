"""Turns StableHLO, as JAX and others export it, into mhlo and facts.

```mlir
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.compare GE, %0, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1, %0) {error_message = "Expected value >= 1 for dimension variable 'b'. …"}
  %2 = call @_wrapped_jax_export_main(%0, %x)      // whose argument 0 has jax.global_constant = "b"
```
becomes
```mlir
func.func @main(%x: tensor<?xf32> {sdim.sizes = ["b"]}) -> tensor<?xf32> {
  %0 = "mhlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?xf32>) -> tensor<i32>
  %1 = mhlo.compare GE, %0, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %2 = tensor.extract %1[]
  sdim.holds assert %2 {why = "Expected value >= 1 for dimension variable 'b'"}
```
and the body of the called function. The same calls in mhlo, as XLA's passes leave them, become the
same.

Private functions are copied to where they are called, as the sizes of each call are its own. A
composite becomes its
decomposition. Bounds of dynamic sizes in types (`#stablehlo.bounds<8>`) become ranges, in mhlo too.
Names of dimension variables are
those that the module states (`dimension_names`). Attributes that are not of StableHLO's, of
shardings for example, stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass

from ...analysis.module_parts import dialect_of, ops_below, types_below
from ...dialects import mhlo
from ...materialize.places import keeping_places


@dataclass(frozen=True)
class ImportStablehloPass(ModulePass):
    """Leaves no StableHLO."""

    name = "tieshape-import-stablehlo"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if any(_is_exported(inner) for inner in ops_below(op)):
            # Most programs hold none: they do not pay for its classes.
            from .convert import import_stablehlo

            import_stablehlo(op)
        elif any(map(_is_bounded, types_below(op))):
            from .bounds import bounds_to_ranges

            bounds_to_ranges(op)


def _is_exported(op: Operation) -> bool:
    """Whether `op` is StableHLO, or is left of it where others have made mhlo of a program."""
    if isinstance(op, mhlo.CustomCallOp):
        return mhlo.UNLOWERED not in op.attributes
    return op.name == "chlo.top_k" or dialect_of(type(op)) == "stablehlo"


def _is_bounded(type: Attribute) -> bool:
    """Whether `type` is a tensor type of mhlo with greatest sizes."""
    return isinstance(type, TensorType) and isinstance(
        cast("TensorType[Attribute]", type).encoding, mhlo.TypeExtensionsAttr
    )
