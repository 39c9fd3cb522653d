"""Arguments of a function as words in memory, for a task that another thread begins."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func, llvm, memref
from xdsl.dialects.builtin import (
    DenseArrayBase,
    FunctionType,
    MemRefType,
    SymbolRefAttr,
    UnrealizedConversionCastOp,
    UnregisteredOp,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from ...dialects.types import bit_width, is_memref
from ..fusions_to_loops.addresses import buffer_at
from ..fusions_to_loops.builder import INDEX, LoopBuilder

TASK = FunctionType.from_lists([i64, i64, i64], [])
"""A task takes the address of its words, a part and the number of parts."""
_POINTER = llvm.LLVMPointerType()


def store_arguments(builder: LoopBuilder, values: Sequence[SSAValue]) -> SSAValue:
    """The address, as i64, of the words of `values`: two of a buffer, one of a size."""
    words = list[SSAValue]()
    for value in values:
        if is_memref(value.type):
            place = builder.pure(memref.ExtractAlignedPointerAsIndexOp, (value,), INDEX)
            words += [place, builder.pure(memref.DimOp, (value, builder.constant(0)), INDEX)]
        else:
            words.append(value)
    room = memref.AllocaOp.create(
        result_types=[MemRefType(i64, [len(words)])],
        properties={"operandSegmentSizes": DenseArrayBase.from_list(i32, [0, 0])},
    )
    block = builder.here(room).results[0]
    for place, word in enumerate(words):
        number = builder.pure(arith.IndexCastOp, (word,), i64)
        where = builder.constant(place)
        builder.here(memref.StoreOp.create(operands=[number, block, where]))
    base = builder.pure(memref.ExtractAlignedPointerAsIndexOp, (block,), INDEX)
    return builder.pure(arith.IndexCastOp, (base,), i64)


def call_task(
    builder: LoopBuilder, callee: str, task: str, words: SSAValue, parts: SSAValue
) -> None:
    """Calls `callee` with the address of the function `task`, its words, and how many parts."""
    name: dict[str, Attribute] = {"value": SymbolRefAttr(task)}
    constant = UnregisteredOp.with_name("func.constant")
    function = builder.here(constant.create(result_types=[TASK], attributes=name)).results[0]
    cast = UnrealizedConversionCastOp.create(operands=[function], result_types=[_POINTER])
    pointer = builder.here(cast).results[0]
    address = builder.here(llvm.PtrToIntOp(pointer, i64)).results[0]
    count = builder.pure(arith.IndexCastOp, (parts,), i64)
    builder.here(func.CallOp(callee, [address, words, count], []))


def load_arguments(
    builder: LoopBuilder,
    words: SSAValue,
    types: Sequence[Attribute],
    own: Sequence[int],
    share: tuple[SSAValue, SSAValue],
) -> list[SSAValue]:
    """What `store_arguments` stored; of the arguments `own` the part that `share` says."""
    found, place = list[SSAValue](), 0

    def word() -> SSAValue:
        nonlocal place
        at = builder.pure(arith.AddiOp, (words, builder.constant(8 * place, i64)), i64)
        place += 1
        pointer = builder.pure(llvm.IntToPtrOp, (at,), _POINTER)
        return builder.here(llvm.LoadOp(pointer, i64)).results[0]

    for number, type_ in enumerate(types):
        if not is_memref(type_):
            found.append(builder.pure(arith.IndexCastOp, (word(),), INDEX))
            continue
        address, size = word(), word()
        if number in own:
            part, parts = (builder.pure(arith.IndexCastOp, (x,), i64) for x in share)
            size = builder.pure(arith.DivUIOp, (size, parts), i64)
            width = bit_width(type_.get_element_type())
            assert width is not None
            bytes_ = builder.pure(arith.MuliOp, (size, builder.constant(width // 8, i64)), i64)
            first = builder.pure(arith.MuliOp, (bytes_, part), i64)
            address = builder.pure(arith.AddiOp, (address, first), i64)
        found.append(buffer_at(builder, address, size, type_))
    return found
