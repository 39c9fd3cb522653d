"""`sdim.elements` as a loop that sets the status where an element is otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerType, MemRefType, i1, i64
from xdsl.ir import Block, Region, SSAValue

from ...analysis.index_maps import product
from ...dialects import sdim
from ...dialects.types import element_type_of
from ...symbolic import as_expr
from .builder import INDEX, LoopBuilder
from .elements import UNSIGNED_64, as_value, in_memory, narrow_unsigned
from .frame import STATUS
from .function import FunctionWriter
from .kernels.sinks import buffer_type
from .kernels.values import NotNative
from .naming import Names


def test_elements(writer: FunctionWriter, op: sdim.ElementsOp, names: Names) -> None:
    """Raises NotNative where all elements are compared with each other."""
    if op.distinct is not None:
        raise NotNative("elements are compared with each other")
    element = element_type_of(op.tensor)
    if not isinstance(element, IntegerType) or element in (i1, UNSIGNED_64):
        raise NotNative(f"elements of type {element} are not tested")
    buffer = writer.buffer(op.tensor)
    count = writer.builder.expr(product(writer.shape(op.tensor)))
    if len(op.high) > 1:
        writer.sizes.same(writer.shape(op.tensor)[-1], as_expr(len(op.high)))
    bounds = [value for value in (op.low, *op.high, op.condition) if value is not None]
    given = [writer.sizes.scalar(bound) for bound in bounds]
    writer.flush()
    function = _function(names.next(op), op, buffer, [value.type for value in given])
    writer.call(names.shared(function), [buffer, writer.words, count, *given])


def _function(
    name: str, op: sdim.ElementsOp, buffer: SSAValue, bounds: list[object]
) -> func.FuncOp:
    words = MemRefType(i64, [DYNAMIC_INDEX])
    entry = Block(arg_types=[buffer_type(op.tensor), words, INDEX, *bounds])  # pyright: ignore
    elements, frame, count, *given = entry.args
    builder = LoopBuilder()
    builder.open(entry)
    no = builder.constant(0, i1)
    rest = iter(given)
    low = None if op.low is None else next(rest)
    highs = [next(rest) for _ in op.high]
    place, (found,) = builder.open_loop([no])
    stored = in_memory(element_type_of(op.tensor))

    def element(at: SSAValue) -> SSAValue:
        loaded = builder.pure(memref.LoadOp, (elements, at), stored)
        type_ = element_type_of(op.tensor)
        if narrow_unsigned(type_) is None:
            return loaded
        return builder.pure(arith.ExtUIOp, (loaded,), as_value(type_))

    value = element(place)
    wrong = no
    if op.non_zero is not None:
        wrong = builder.compare("eq", value, builder.constant(0, value.type))
    if op.ascending is not None:
        last = builder.pure(arith.SubiOp, (place, builder.constant(1)), INDEX)
        last = builder.pure(arith.MaxSIOp, (last, builder.constant(0)), INDEX)
        wrong = builder.either(wrong, builder.compare("slt", value, element(last)))
    wide = builder.pure(arith.IndexCastOp, (value,), IndexType())
    if low is not None:
        wrong = builder.either(wrong, builder.compare("slt", wide, low))
    if highs:
        high = _of_place(builder, place, highs)
        wrong = builder.either(wrong, builder.compare("sge", wide, high))
    (found,) = builder.close_loop(count, [no], [builder.either(found, wrong)])
    if op.condition is not None:
        found = builder.both(found, next(rest))
    builder.open(Block())
    one = builder.constant(1, i64)
    where = builder.constant(STATUS)
    builder.here(memref.StoreOp.create(operands=[one, frame, where]))
    builder.here(scf.YieldOp.create())
    then = Region(builder.close())
    builder.here(scf.IfOp.create(operands=[found], regions=[then, Region()]))
    builder.here(func.ReturnOp.create())
    builder.close()
    types = [argument.type for argument in entry.args]
    return func.FuncOp(name, (types, []), Region(entry), "private")


def _of_place(builder: LoopBuilder, place: SSAValue, values: Sequence[SSAValue]) -> SSAValue:
    """The one of `values`, which go round, that is meant at `place`."""
    chosen, count = values[-1], len(values)
    if count > 1:
        number = builder.pure(arith.RemUIOp, (place, builder.constant(count)), INDEX)
        for at, value in enumerate(values[:-1]):
            same = builder.compare("eq", number, builder.constant(at))
            chosen = builder.select(same, value, chosen)
    return chosen
