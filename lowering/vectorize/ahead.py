"""Asking memory for what is read soon."""

from __future__ import annotations

from xdsl.dialects import arith, llvm, memref
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, StringAttr, i32, i64
from xdsl.ir import Attribute, SSAValue

from ...dialects.types import bit_width
from ..fusions_to_loops.builder import INDEX, LoopBuilder
from ..fusions_to_loops.elements import element_of_buffer

PREFETCH = "llvm.prefetch.p0"
FOR_READING, INTO_ALL_CACHES, DATA = 0, 3, 1


def prefetch(builder: LoopBuilder, buffer: SSAValue, place: SSAValue, ahead: SSAValue) -> None:
    """Asks for the line of the cache with the element `ahead` after `place` of `buffer`; there need
    be none.
    """
    width = bit_width(element_of_buffer(buffer))
    assert width is not None
    size = builder.constant(width // 8)
    pointer = builder.pure(memref.ExtractAlignedPointerAsIndexOp, (buffer,), INDEX)
    far = builder.pure(arith.MuliOp, (ahead, size), INDEX)
    first = builder.pure(arith.AddiOp, (pointer, far), INDEX)
    more = builder.pure(arith.MuliOp, (place, size), INDEX)
    address = builder.pure(arith.AddiOp, (first, more), INDEX)
    word = builder.pure(arith.IndexCastOp, (address,), i64)
    where = builder.pure(llvm.IntToPtrOp, (word,), llvm.LLVMPointerType())
    hints = [
        builder.pure(arith.ConstantOp, (), i32, {"value": IntegerAttr(hint, i32)})
        for hint in (FOR_READING, INTO_ALL_CACHES, DATA)
    ]
    properties: dict[str, Attribute] = {
        "intrin": StringAttr(PREFETCH),
        "op_bundle_sizes": DenseArrayBase.from_list(i32, []),
        "operandSegmentSizes": DenseArrayBase.from_list(i32, [4, 0]),
    }
    builder.here(llvm.CallIntrinsicOp.create(operands=[where, *hints], properties=properties))
