"""Buffers at addresses that are known as numbers."""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import DenseArrayBase, UnrealizedConversionCastOp, i64
from xdsl.ir import Attribute, SSAValue

from .builder import LoopBuilder

_POINTER = llvm.LLVMPointerType()
_ONE = llvm.LLVMArrayType(1, i64)
_DESCRIPTOR = llvm.LLVMStructType.from_type_list([_POINTER, _POINTER, i64, _ONE, _ONE])
"""A memref of one dimension in LLVM: addresses, offset, size, stride."""


def buffer_at(
    builder: LoopBuilder, address: SSAValue, size: SSAValue, type_: Attribute
) -> SSAValue:
    """A memref of `size` elements at `address`, both i64."""
    pointer = builder.pure(llvm.IntToPtrOp, (address,), _POINTER)
    whole = builder.here(llvm.UndefOp.create(result_types=[_DESCRIPTOR])).results[0]
    zero, one = builder.constant(0, i64), builder.constant(1, i64)
    fields = (((0,), pointer), ((1,), pointer), ((2,), zero), ((3, 0), size), ((4, 0), one))
    for position, value in fields:
        insert = llvm.InsertValueOp(DenseArrayBase.from_list(i64, position), whole, value)
        whole = builder.here(insert).results[0]
    cast = UnrealizedConversionCastOp.create(operands=[whole], result_types=[type_])
    return builder.here(cast).results[0]
