"""mhlo to functions on buffers: loops for groups of ops, calls for products of matrices.

```mlir
%r = "mhlo.fusion"(%x, %y) ({ .. mhlo.add .. mhlo.tanh .. }) : (tensor<?xf32, [@S0]>, ..) -> ..
```
becomes
```mlir
func.func private @loop_0(%x: memref<?xf32>, %y: memref<?xf32>, %r: memref<?xf32>, %S0: index) {
  scf.for %i = %0 to %S0 step %1 { .. memref.load .. arith.addf .. math.tanh .. memref.store }
```
and a call of it. What has no native form becomes a call of `@tieshape_callback`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, ModuleOp, UnitAttr, i64
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass

from ..materialize.errors import UnloweredError
from ..materialize.places import keeping_places
from .fusions_to_loops.callbacks import EMIT_C_INTERFACE
from .fusions_to_loops.frame import Frame
from .fusions_to_loops.function import NO_PANELS, FunctionWriter
from .fusions_to_loops.kernels.values import NotNative
from .fusions_to_loops.naming import Names
from .fusions_to_loops.operations import OperationWriter
from .fusions_to_loops.products.panels import Panels
from .share_loops.share_loops import COLUMNS, mark_apart


@dataclass(frozen=True, slots=True)
class NativeFunction:
    """A lowered function, and what its caller must know."""

    function: func.FuncOp
    kernels: tuple[func.FuncOp, ...]
    constants: tuple[Operation, ...]
    """The ops whose values it takes after its arguments, in order."""
    frame: Frame
    apart: Mapping[func.FuncOp, Sequence[int]]
    """Kernels whose trips are independent, and which arguments each part needs for itself."""
    columns: Collection[func.FuncOp]
    """Kernels whose loops over elements go over the same ones, each of them by itself."""

    def module(self, *, shared: bool = False) -> ModuleOp:
        """A module of its own for the function.

        shared: kernels say whether `share-loops` may share them
        """
        for kernel, own in self.apart.items() if shared else ():
            mark_apart(kernel, own)
        for kernel in self.columns if shared else ():
            kernel.attributes[COLUMNS] = UnitAttr()
        return ModuleOp([*self.kernels, self.function])


def lowered(
    old: func.FuncOp,
    *,
    value_checks: bool = True,
    registers: int = 32,
    panels: Mapping[Attribute, Panels] = NO_PANELS,
    taken: Collection[str] = (),
) -> NativeFunction:
    """`old` on buffers; it stays as it is. NotNative where that cannot be.

    value_checks: whether elements of tensors are tested
    registers: how many of 64 bytes the processor has, or could make of its own
    panels: in which constant right sides of products are to lie, if in any, by element type
    taken: names that its kernels must not have
    """
    writer = FunctionWriter(old.sym_name.data, old, registers, panels)
    writer.begin()
    OperationWriter(writer, Names(taken), value_checks=value_checks).convert_all(old.body.block)
    function = writer.finish()
    constants = tuple(op for op, _ in writer.constants.values())
    function.attributes["tieshape.words"] = IntegerAttr(writer.frame.length, i64)
    function.attributes[EMIT_C_INTERFACE] = UnitAttr()
    return NativeFunction(
        function,
        tuple(writer.functions.values()),
        constants,
        writer.frame,
        writer.apart,
        writer.columns,
    )


@dataclass(frozen=True)
class ConvertFusionsToLoopsPass(ModulePass):
    """Every function with a body, on buffers."""

    name = "tieshape-convert-fusions-to-loops"

    registers: int = 32
    """How many vector registers of 64 bytes the processor has: convolutions are summed in them."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        shared = set[str]()
        for old in [f for f in op.body.ops if isinstance(f, func.FuncOp) and f.body.blocks]:
            known = {f.sym_name.data for f in op.body.ops if isinstance(f, func.FuncOp)}
            try:
                native = lowered(old, registers=self.registers, taken=known)
            except NotNative as error:
                message = f"@{old.sym_name.data} cannot be made native: {error}"
                raise UnloweredError(old, message) from error
            block = old.parent
            assert block is not None
            values = [constant.properties["value"] for constant in native.constants]
            native.function.attributes["tieshape.constants"] = ArrayAttr(values)
            native.function.location = old.location
            new = [*native.kernels, native.function]
            for function in new[:-1]:
                name = function.sym_name.data
                if name not in known:
                    block.insert_ops_before([function], old)
                    shared.add(name)
                elif name not in shared and function.body.blocks:
                    raise UnloweredError(old, f"@{name} is the name of a function that it calls")
            block.insert_ops_before([native.function], old)
            old.detach()
            old.erase()
