"""`mhlo.dot_general` as a call of one function for all products of an element type.

`@matmul_f32(a, b, c, sizes)`, the sizes as `product_words` names them, reads its operands where
they lie and writes rows of `n` elements; `@matmul_i8` reads i8 and writes i32.
`convert-dots-to-calls` gives them other bodies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    MemRefType,
    StringAttr,
    UnitAttr,
    f32,
    f64,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ....analysis.index_maps import ONE, ZERO, product
from ....dialects import mhlo
from ....dialects.types import element_type_of
from ....symbolic import Expr
from ..builder import INDEX, LoopBuilder
from ..elements import CONTRACTED, as_value, element_of_buffer, is_bf16
from ..function import FunctionWriter
from ..kernels.values import NotNative
from ..temporaries import Temporaries
from .operands import ProductOperand, readable
from .packed_weights import TOP, packed_weights
from .panels import Panels
from .turned_results import turned_result
from .words import SIZES

MATMUL = "tieshape.matmul"
"""The attribute of the function of an element type: the type's name."""
PANELS = "tieshape.panels"
"""The attribute of one whose right side lies in panels."""
ALONE = (ONE, ZERO, ZERO, ZERO)
"""What the sizes end with where there is one dimension of batches."""


def multiply(made: Temporaries, op: mhlo.DotGeneralOp) -> None:
    """Calls the product; an operand whose dimensions cannot be read where they lie is transposed
    before.
    """
    writer, numbers = made.writer, op.dot_dimension_numbers.data
    type_ = _in_registers(op)
    batches = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
    inner = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    lhs = ProductOperand(made, op.lhs, batches[0], inner[0])
    rhs = ProductOperand(made, op.rhs, batches[1], inner[1])
    for left, right in (batches, inner):
        for a, b in zip(lhs.sizes(left), rhs.sizes(right), strict=True):
            writer.sizes.same(a, b)
    result = [*lhs.sizes(lhs.batch), *lhs.sizes(lhs.free), *rhs.sizes(rhs.free)]
    writer.sizes.bind_type(op.result.type, result)
    panels = None if is_bf16(op.rhs) else writer.panels.get(type_)
    weights = None if panels is None else packed_weights(writer, op, panels)
    if weights is None:
        panels = None
        lhs, rhs, outer = readable(lhs, rhs)
    else:
        lhs, outer = lhs if lhs.counts_as_one(lhs.free, lhs.inner) else lhs.laid_out(), 0
    if type_ == i8 and lhs.stride(lhs.inner) != ONE:
        lhs, outer = lhs.laid_out(), 0
        rhs = rhs if weights is not None or rhs.counts_as_one(rhs.batch) else rhs.laid_out()
    turned = turned_result(op, lhs, rhs)
    outer = outer if turned is None else turned.outer
    m, n = product(lhs.sizes(lhs.free)), product(rhs.sizes(rhs.free))
    batch, around = product(lhs.sizes(lhs.batch[outer:])), product(lhs.sizes(lhs.batch[:outer]))
    k = product(lhs.sizes(lhs.inner))
    a = [lhs.stride(dims) for dims in (lhs.batch[outer:], lhs.free, lhs.inner)]
    b = [ZERO] * 3
    if weights is None:
        b = [rhs.stride(dims) for dims in (rhs.batch[outer:], rhs.inner, rhs.free)]
    steps = lhs.stride(lhs.batch[:outer]), rhs.stride(rhs.batch[:outer])
    c = (m * n, n, batch * m * n) if turned is None else turned.strides
    sizes = [batch, m, n, k, *a, *b, *c[:2], ZERO, around, *steps, c[2]]
    buffers = [lhs.buffer(), rhs.buffer() if weights is None else writer.buffer(weights)]
    writer.flush()
    output = writer.allocate(op.result if turned is None else turned.result)
    call_product(writer, type_, [*buffers, output], sizes, panels)
    if turned is not None:
        turned.set_buffer(writer, op.result, output)
        return
    writer.set_buffer(op.result, output)
    if is_bf16(op.result):
        made.round_in_place(op.result)


def is_native_product(op: Operation) -> bool:
    """Whether `multiply` takes `op`."""
    if not isinstance(op, mhlo.DotGeneralOp):
        return False
    try:
        _in_registers(op)
    except NotNative:
        return False
    return True


def _in_registers(op: mhlo.DotGeneralOp) -> Attribute:
    """The type of the operands' elements as values; NotNative where there is no product."""
    values = (op.result, op.lhs, op.rhs)
    if any(map(is_bf16, values)) and all(as_value(element_type_of(v)) == f32 for v in values):
        return f32
    return product_type(op.result, values[1:])


def product_type(result: SSAValue, operands: Sequence[SSAValue]) -> Attribute:
    """The type of the operands' elements, which is that of the result but for bytes, whose sums are
    i32; NotNative where there is no product.
    """
    type_ = element_type_of(result)
    if type_ == i32 and all(element_type_of(x) == i8 for x in operands):
        return i8
    if type_ not in (f32, f64, i32, i64) or any(element_type_of(x) != type_ for x in operands):
        raise NotNative(f"products with elements of type {type_} have no native form")
    return type_


def call_product(
    writer: FunctionWriter,
    type_: Attribute,
    buffers: Sequence[SSAValue],
    sizes: Sequence[Expr],
    panels: Panels | None = None,
) -> None:
    """`sizes` as `SIZES` names them; the last four may be missing.

    panels: how the right side lies, if not by its strides
    """
    given = [*sizes, *ALONE][: len(SIZES)]
    values = [writer.builder.expr(size) for size in given]
    writer.call(matmul(type_, panels), [*buffers, *values])


def matmul(type_: Attribute, panels: Panels | None = None) -> func.FuncOp:
    """The product in plain loops, each sum in order.

    panels: how the right side lies, if not by its strides
    """
    summed = i32 if type_ == i8 else type_
    builder, buffer = LoopBuilder(), MemRefType(type_, [DYNAMIC_INDEX])
    buffers = [buffer, buffer, MemRefType(summed, [DYNAMIC_INDEX])]
    entry = Block(arg_types=[*buffers, *[INDEX] * len(SIZES)])
    a, b, c, *sizes = entry.args
    size = dict(zip(SIZES, sizes, strict=True))
    for name, value in size.items():
        value.name_hint = name
    builder.open(entry)
    zero = builder.constant(0, summed)
    outer, _ = builder.open_loop()
    batch, _ = builder.open_loop()
    row, _ = builder.open_loop()
    column, _ = builder.open_loop()
    step, (total,) = builder.open_loop([zero])
    left = ((row, size["a_m"]), (step, size["a_k"]))
    right = [(step, size["b_k"]), (column, size["b_n"])]
    if panels is not None:
        right = [(_in_panels(builder, panels, step, column, size), None)]
    x = _load(builder, a, ((outer, size["a_o"]), (batch, size["a_b"]), *left))
    y = _load(builder, b, ((outer, size["b_o"]), (batch, size["b_b"]), *right))
    if type_ == i8:
        if panels is not None:
            y = builder.pure(arith.XOrIOp, (y, builder.constant(int(TOP), i8)), i8)
        x, y = (builder.pure(arith.ExtSIOp, (value,), i32) for value in (x, y))
    (total,) = builder.close_loop(size["k"], [zero], [multiply_add(builder, x, y, total)])
    parts = ((outer, size["c_o"]), (batch, size["c_b"]), (row, size["c_m"]), (column, None))
    place = _place(builder, ((size["c_0"], None), *parts))
    builder.here(memref.StoreOp.create(operands=[total, c, place]))
    for name in ("n", "m", "batches", "outer"):
        builder.close_loop(size[name])
    builder.here(func.ReturnOp.create())
    builder.close()
    types = [argument.type for argument in entry.args]
    name = f"matmul_{type_}" if panels is None else f"matmul_panels_{type_}"
    function = func.FuncOp(name, (types, []), Region(entry), "private")
    function.attributes[MATMUL] = StringAttr(str(type_))
    if panels is not None:
        function.attributes[PANELS] = UnitAttr()
    return function


def _in_panels(
    builder: LoopBuilder,
    panels: Panels,
    row: SSAValue,
    column: SSAValue,
    size: Mapping[str, SSAValue],
) -> SSAValue:
    """Where an element of a right side in panels is."""

    def of(op: type[Operation], x: SSAValue, y: SSAValue) -> SSAValue:
        return builder.pure(op, (x, y), INDEX)

    depth, width = builder.constant(panels.depth), builder.constant(panels.width)
    group, one = builder.constant(panels.group), builder.constant(1)

    def down(x: SSAValue, step: SSAValue) -> SSAValue:
        return of(arith.MuliOp, of(arith.DivUIOp, x, step), step)

    def up(x: SSAValue, step: SSAValue) -> SSAValue:
        return down(of(arith.SubiOp, of(arith.AddiOp, x, step), one), step)

    above, before = down(row, depth), down(column, width)
    height = up(of(arith.MinSIOp, of(arith.SubiOp, size["k"], above), depth), group)
    below = of(arith.SubiOp, row, above)
    first = down(below, group)
    parts = [of(arith.MuliOp, above, up(size["n"], width)), of(arith.MuliOp, before, height)]
    parts += [of(arith.MuliOp, first, width), of(arith.SubiOp, below, first)]
    total = of(arith.MuliOp, of(arith.SubiOp, column, before), group)
    for part in parts:
        total = of(arith.AddiOp, total, part)
    return total


def _place(builder: LoopBuilder, parts: Sequence[tuple[SSAValue, SSAValue | None]]) -> SSAValue:
    total: SSAValue | None = None
    for number, stride in parts:
        if stride is not None:
            number = builder.pure(arith.MuliOp, (number, stride), INDEX)
        total = number if total is None else builder.pure(arith.AddiOp, (total, number), INDEX)
    assert total is not None
    return total


def _load(
    builder: LoopBuilder, buffer: SSAValue, parts: Sequence[tuple[SSAValue, SSAValue | None]]
) -> SSAValue:
    place = _place(builder, parts)
    return builder.pure(memref.LoadOp, (buffer, place), element_of_buffer(buffer))


def multiply_add(builder: LoopBuilder, x: SSAValue, y: SSAValue, total: SSAValue) -> SSAValue:
    """`total + x * y`, of floats rounded once or twice."""
    if isinstance(x.type, AnyFloat):
        flags = {"fastmath": CONTRACTED}
        both = builder.pure(arith.MulfOp, (x, y), x.type, flags)
        return builder.pure(arith.AddfOp, (total, both), x.type, flags)
    both = builder.pure(arith.MuliOp, (x, y), x.type)
    return builder.pure(arith.AddiOp, (total, both), x.type)
