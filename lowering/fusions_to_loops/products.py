"""`mhlo.dot_general` as a call of one function for all products of an element type.

`@matmul_f32(a, b, c, batches, m, n, k, strides of a: batch, m, k; of b: batch, k, n; of c: batch,
m; first of c)` reads its operands where they lie and writes rows of `n` elements.
`convert-dots-to-calls` gives it another body.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    MemRefType,
    StringAttr,
    f32,
    f64,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Region, SSAValue

from ...analysis.index_maps import ONE, ZERO, Sizes, product
from ...dialects import mhlo
from ...dialects.types import element_type_of
from ...symbolic import Expr
from .builder import INDEX, LoopBuilder
from .elements import CONTRACTED, as_value, element_of_buffer, is_bf16
from .function import FunctionWriter
from .temporaries import Temporaries
from .values import NotNative

MATMUL = "tieshape.matmul"
"""The attribute of the function of an element type: the type's name."""
SIZES = ("batches", "m", "n", "k", "a_b", "a_m", "a_k", "b_b", "b_k", "b_n", "c_b", "c_m", "c_0")


def multiply(made: Temporaries, op: mhlo.DotGeneralOp) -> None:
    """Calls the product; an operand whose dimensions cannot be read where they lie is transposed
    before.
    """
    writer = made.writer
    type_ = _in_registers(op)
    operands = [made.rounded(operand) for operand in (op.lhs, op.rhs)]
    numbers = op.dot_dimension_numbers.data
    batches = [list(numbers.lhs_batching_dimensions), list(numbers.rhs_batching_dimensions)]
    inner = [list(numbers.lhs_contracting_dimensions), list(numbers.rhs_contracting_dimensions)]
    shapes = [writer.shape(operand) for operand in operands]
    free = [
        [d for d in range(len(shape)) if d not in (*batches[side], *inner[side])]
        for side, shape in enumerate(shapes)
    ]
    for left, right in (batches, inner):
        for a, b in zip(left, right, strict=True):
            writer.sizes.same(shapes[0][a], shapes[1][b])
    result = [shapes[0][d] for d in (*batches[0], *free[0])] + [shapes[1][d] for d in free[1]]
    writer.sizes.bind_type(op.result.type, result)
    for side in range(2):
        kinds = (batches[side], free[side], inner[side])
        if any(_stride(shapes[side], dims) is None for dims in kinds):
            order = [d for dims in kinds for d in dims]
            operands[side] = made.transposed(operands[side], order)
            shapes[side] = tuple(shapes[side][d] for d in order)
            for dims in kinds:
                dims[:] = [order.index(d) for d in dims]
    groups = (batches[0], free[0], inner[0]), (batches[1], inner[1], free[1])
    found = [_stride(shapes[side], dims) for side, kinds in enumerate(groups) for dims in kinds]
    strides = [ONE if stride is None else stride for stride in found]
    m, n = product(shapes[0][d] for d in free[0]), product(shapes[1][d] for d in free[1])
    k = product(shapes[0][d] for d in inner[0])
    count = product(shapes[0][d] for d in batches[0])
    sizes = [count, m, n, k, *strides, m * n, n, ZERO]
    buffers = [writer.buffer(operand) for operand in operands]
    writer.flush()
    output = writer.allocate(op.result)
    call_product(writer, type_, [*buffers, output], sizes)
    writer.set_buffer(op.result, output)
    if is_bf16(op.result):
        made.round_in_place(op.result)


def _in_registers(op: mhlo.DotGeneralOp) -> Attribute:
    """The type of all elements as values; NotNative where there is none."""
    values = (op.result, op.lhs, op.rhs)
    if any(map(is_bf16, values)) and all(as_value(element_type_of(v)) == f32 for v in values):
        return f32
    return product_type(op.result, values[1:])


def product_type(result: SSAValue, operands: Sequence[SSAValue]) -> Attribute:
    """The type of all elements of a product; NotNative where there is none."""
    type_ = element_type_of(result)
    if type_ not in (f32, f64, i32, i64) or any(element_type_of(x) != type_ for x in operands):
        raise NotNative(f"products with elements of type {type_} have no native form")
    return type_


def call_product(
    writer: FunctionWriter, type_: Attribute, buffers: Sequence[SSAValue], sizes: Sequence[Expr]
) -> None:
    """`sizes` as `SIZES` names them."""
    values = [writer.builder.expr(size) for size in sizes]
    writer.call(matmul(type_), [*buffers, *values])


def _stride(shape: Sizes, dims: Sequence[int]) -> Expr | None:
    """How far one step moves along dimensions that count as one; None where they do not."""
    steps = [(shape[d], product(shape[d + 1 :])) for d in dims if shape[d] != ONE]
    for (_, outer), (size, inner) in pairwise(steps):
        if outer != size * inner:
            return None
    return steps[-1][1] if steps else ONE


def matmul(type_: Attribute) -> func.FuncOp:
    """The product in plain loops, each sum in order."""
    builder, buffer = LoopBuilder(), MemRefType(type_, [DYNAMIC_INDEX])
    entry = Block(arg_types=[buffer] * 3 + [INDEX] * len(SIZES))
    a, b, c, *sizes = entry.args
    size = dict(zip(SIZES, sizes, strict=True))
    for name, value in size.items():
        value.name_hint = name
    builder.open(entry)
    zero = builder.constant(0, type_)
    batch, _ = builder.open_loop()
    row, _ = builder.open_loop()
    column, _ = builder.open_loop()
    step, (total,) = builder.open_loop([zero])
    x = _load(builder, a, ((batch, size["a_b"]), (row, size["a_m"]), (step, size["a_k"])))
    y = _load(builder, b, ((batch, size["b_b"]), (step, size["b_k"]), (column, size["b_n"])))
    (total,) = builder.close_loop(size["k"], [zero], [multiply_add(builder, x, y, total)])
    parts = ((size["c_0"], None), (batch, size["c_b"]), (row, size["c_m"]), (column, None))
    place = _place(builder, parts)
    builder.here(memref.StoreOp.create(operands=[total, c, place]))
    for name in ("n", "m", "batches"):
        builder.close_loop(size[name])
    builder.here(func.ReturnOp.create())
    builder.close()
    types = [argument.type for argument in entry.args]
    function = func.FuncOp(f"matmul_{type_}", (types, []), Region(entry), "private")
    function.attributes[MATMUL] = StringAttr(str(type_))
    return function


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
