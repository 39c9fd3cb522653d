"""Constants of loops as values that are made before them.

```mlir
scf.for .. { %c = arith.constant dense<1.4e+00> : vector<16xf32> .. math.fma %x, %c, %d .. }
```
becomes, where the sign of a size is 0,
```mlir
%z = arith.trunci (arith.shrui (memref.dim %x, 0), 63) : i64 to i32
%v = vector.broadcast (arith.ori %z, bits of 1.4) : i32 to vector<16xi32>
%c = arith.bitcast %v : vector<16xi32> to vector<16xf32>
scf.for .. { .. math.fma %x, %c, %d .. }
```
A constant has no place in LLVM: it is loaded in each trip once there are more than a few. A value
that depends on a size stays in a register.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import arith, func, math, memref, scf, vector
from xdsl.dialects.builtin import (
    ModuleOp,
    VectorType,
    f32,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.passes import ModulePass

from ..dialects.types import is_memref
from ..materialize.places import keeping_places
from .float_arithmetic import element_in
from .fusions_to_loops.builder import INDEX, LoopBuilder
from .fusions_to_loops.elements import splat_of

USES = (
    *(math.FmaOp, arith.AddfOp, arith.SubfOp, arith.MulfOp, arith.DivfOp, arith.CmpfOp),
    arith.SelectOp,
)
"""Ops that gain nothing where they know a number."""
FEW, MANY = 6, 24
"""Fewer stay in registers anyway, more have no place in them."""


@dataclass(frozen=True)
class KeepConstantsPass(ModulePass):
    """Vectors of one f32 in the loops of functions that call nothing, if they are some but not too
    many.
    """

    name = "tieshape-keep-constants"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in [inner for inner in op.body.ops if isinstance(inner, func.FuncOp)]:
            if function.body.blocks and not any(
                isinstance(x, func.CallOp) for x in function.walk()
            ):
                _keep(function)


def _keep(function: func.FuncOp) -> None:
    entry = function.body.block
    found = dict[tuple[float, Attribute], dict[SSAValue, None]]()
    for loop in [op for op in entry.ops if isinstance(op, scf.ForOp | scf.IfOp)]:
        for op in loop.walk():
            for operand in op.operands if isinstance(op, USES) else ():
                number = splat_of(operand)
                if number is not None and _is_kept(operand.type):
                    found.setdefault((number, operand.type), {})[operand] = None
    buffer = next((argument for argument in entry.args if is_memref(argument.type)), None)
    if buffer is None or not FEW <= len(found) <= MANY:
        return
    builder = LoopBuilder()
    builder.open(block := Block())
    size = builder.pure(memref.DimOp, (buffer, builder.constant(0)), INDEX)
    for (number, type_), values in found.items():
        made = _made(builder, size, number, type_)
        for value in values:
            value.replace_uses_with_if(made, lambda use: isinstance(use.operation, USES))
    first = entry.first_op
    assert first is not None
    for op in list(block.ops):
        op.detach()
        entry.insert_op_before(op, first)


def _is_kept(type_: Attribute) -> bool:
    return element_in(type_) == f32 and isinstance(type_, VectorType)


def _made(builder: LoopBuilder, size: SSAValue, number: float, type_: Attribute) -> SSAValue:
    """Vector of `number`, of which only who knows that `size` is not negative can tell."""
    word = builder.pure(arith.IndexCastOp, (size,), i64)
    sign = builder.pure(arith.ShRUIOp, (word, builder.constant(63, i64)), i64)
    zero = builder.pure(arith.TruncIOp, (sign,), i32)
    bits = builder.constant(struct.unpack("<i", struct.pack("<f", number))[0], i32)
    lanes = builder.pure(arith.OrIOp, (zero, bits), i32)
    wide = VectorType(i32, cast("VectorType[Attribute]", type_).get_shape())
    splat = builder.pure(vector.BroadcastOp, (lanes,), wide)
    return builder.pure(arith.BitcastOp, (splat,), type_)
