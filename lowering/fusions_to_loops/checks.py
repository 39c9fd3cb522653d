"""`sdim.elements` as a loop that sets the status where an element is otherwise."""

from __future__ import annotations

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerType, MemRefType, i1, i64
from xdsl.ir import Block, Region, SSAValue

from ...analysis.index_maps import product
from ...dialects import sdim
from ...dialects.types import element_type_of
from .builder import INDEX, LoopBuilder
from .frame import STATUS
from .function import FunctionWriter
from .naming import Names
from .sinks import buffer_type
from .values import NotNative


def test_elements(writer: FunctionWriter, op: sdim.ElementsOp, names: Names) -> None:
    """Raises NotNative for what is asked of neighbours, or under a condition."""
    if op.ascending is not None or op.distinct is not None or len(op.high) > 1:
        raise NotNative("elements are compared with each other")
    element = element_type_of(op.tensor)
    if not isinstance(element, IntegerType) or element == i1:
        raise NotNative(f"elements of type {element} are not tested")
    buffer = writer.buffer(op.tensor)
    count = writer.builder.expr(product(writer.shape(op.tensor)))
    bounds = [None if op.low is None else op.low, op.high[0] if op.high else None]
    values = [None if bound is None else writer.sizes.scalar(bound) for bound in bounds]
    when = None if op.condition is None else writer.sizes.scalar(op.condition)
    writer.flush()
    given = [value for value in (*values, when) if value is not None]
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
    high = next(rest) if op.high else None
    place, (found,) = builder.open_loop([no])
    stored = element_type_of(op.tensor)
    value = builder.pure(memref.LoadOp, (elements, place), stored)
    wrong = no
    if op.non_zero is not None:
        wrong = builder.compare("eq", value, builder.constant(0, stored))
    wide = builder.pure(arith.IndexCastOp, (value,), IndexType())
    if low is not None:
        wrong = builder.either(wrong, builder.compare("slt", wide, low))
    if high is not None:
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
