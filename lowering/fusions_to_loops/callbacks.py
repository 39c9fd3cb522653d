"""Ops without a native form: native code calls the interpreter with the addresses of tensors."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    FunctionType,
    MemRefType,
    StringAttr,
    UnitAttr,
    i8,
)
from xdsl.ir import Operation, SSAValue

from ...analysis.index_maps import product
from ...dialects.types import element_type_of, is_tensor
from .builder import INDEX
from .elements import is_stored
from .frame import CALLBACK, LATE, Callback, Words
from .function import FunctionWriter, element_name, rank_of
from .kernels.sinks import stored_type
from .kernels.values import NotNative

BYTES = MemRefType(i8, [DYNAMIC_INDEX])
EMIT_C_INTERFACE = "llvm.emit_c_interface"


def outside(name: str, function_type: FunctionType) -> func.FuncOp:
    """A function that the caller of native code provides."""
    function = func.FuncOp.external(name, function_type.inputs.data, function_type.outputs.data)
    function.attributes[EMIT_C_INTERFACE] = UnitAttr()
    return function


CALL_TYPE = FunctionType.from_lists([INDEX, INDEX], [INDEX])
LATE_TYPE = FunctionType.from_lists([INDEX, INDEX, INDEX], [BYTES])


def call_back(writer: FunctionWriter, op: Operation, reason: str) -> None:
    """The interpreter runs `op`. Raises NotNative where it cannot be handed over."""
    captured = captured_by(op)
    values = [*op.operands, *captured]
    _check(writer, op, values)
    writer.flush()
    number, frame, builder = len(writer.frame.callbacks), writer.frame, writer.builder
    arguments = tuple(_hand_over(writer, value) for value in values)
    results = tuple(_expect(writer, result) for result in op.results)
    frame.callbacks.append(Callback(op, reason, captured, arguments, results))
    pointer = memref.ExtractAlignedPointerAsIndexOp.create(
        operands=[writer.words], result_types=[INDEX]
    )
    handle = builder.here(pointer).results[0]
    operands = [handle, builder.constant(number)]
    (failed,) = writer.call(outside(CALLBACK, CALL_TYPE), operands)
    call = failed.owner
    assert isinstance(call, func.CallOp)
    call.attributes["op"] = StringAttr(op.name)
    call.attributes["reason"] = StringAttr(reason)
    writer.require_here(builder.compare("eq", failed, builder.constant(0)))
    writer.flush()
    for place, (result, words) in enumerate(zip(op.results, results, strict=True)):
        _take(writer, result, words, [*operands, builder.constant(place)])


def captured_by(op: Operation) -> tuple[SSAValue, ...]:
    """What the regions of `op` use from outside."""
    inside = {result for inner in op.walk() for result in inner.results}
    inside |= {a for inner in op.walk() for r in inner.regions for b in r.blocks for a in b.args}
    used = (v for inner in op.walk() if inner is not op for v in inner.operands)
    return tuple(dict.fromkeys(value for value in used if value not in inside))


def _check(writer: FunctionWriter, op: Operation, values: Sequence[SSAValue]) -> None:
    """Raises NotNative, before anything is emitted, where a value cannot be handed over."""
    for value in values:
        if not is_tensor(value.type):
            if isinstance(value.type, AnyFloat) or not writer.sizes.is_known(value):
                raise NotNative(f"{op.name} takes a value of type {value.type}")
        elif not writer.has_elements(value):
            writer.buffer(value)
    for result in op.results:
        if not is_tensor(result.type) or not is_stored(element_type_of(result)):
            raise NotNative(f"{op.name} has a result of type {result.type}")


def _hand_over(writer: FunctionWriter, value: SSAValue) -> Words:
    frame = writer.frame
    if not is_tensor(value.type):
        words = frame.take(str(value.type), "scalar")
        writer.store_word(words.start, writer.sizes.scalar(value))
    elif writer.has_elements(value):
        elements = writer.elements(value)
        if rank_of(value):
            words = frame.take(element_name(value), "elements", len(elements))
        else:
            words = frame.take(element_name(value), "element")
        writer.store_sizes(words.start, elements)
    else:
        words = frame.take(element_name(value), "tensor", rank_of(value))
        writer.store_address(words.start, value)
    return words


def _expect(writer: FunctionWriter, result: SSAValue) -> Words:
    """Words of a result, whose buffer is made here where its size is known."""
    try:
        shape = writer.shape(result)
    except NotNative:
        return writer.frame.take(element_name(result), "late", rank_of(result))
    words = writer.frame.take(element_name(result), "tensor", rank_of(result))
    writer.set_buffer(result, writer.allocate(result))
    writer.store_address(words.start, result)
    assert len(shape) == words.rank
    return words


def _take(
    writer: FunctionWriter, result: SSAValue, words: Words, operands: Sequence[SSAValue]
) -> None:
    if words.kind != "late":
        return
    places = range(words.start + 1, words.start + 1 + words.rank)
    sizes = [writer.sizes.named(writer.load_word(place, again=True)) for place in places]
    writer.sizes.bind_type(result.type, sizes)
    (data,) = writer.call(outside(LATE, LATE_TYPE), operands)
    builder = writer.builder
    view = memref.ViewOp.create(
        operands=[data, builder.constant(0), builder.expr(product(sizes))],
        result_types=[stored_type(result)],
    )
    writer.set_buffer(result, builder.here(view).results[0])
