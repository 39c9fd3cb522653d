"""Products of matrices as calls of a BLAS.

The body of `@matmul_f32` becomes a loop over batches with a call of `@cblas_sgemm`, which reads an
operand by rows or by columns, whichever of its strides is 1. Where neither is, the loops stay.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import FunctionType, ModuleOp, StringAttr, f32, f64, i32, i64
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.passes import ModulePass

from ..materialize.places import keeping_places
from .fusions_to_loops.builder import INDEX, LoopBuilder
from .fusions_to_loops.products import MATMUL, SIZES

ROW_MAJOR, AS_IT_IS, TRANSPOSED = 101, 111, 112
ROUTINES = {"f32": ("cblas_sgemm", f32), "f64": ("cblas_dgemm", f64)}


@dataclass(frozen=True)
class ConvertDotsToCallsPass(ModulePass):
    """The functions that `convert-fusions-to-loops` made for products of floats."""

    name = "tieshape-convert-dots-to-calls"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in [f for f in op.body.ops if isinstance(f, func.FuncOp)]:
            kind = function.attributes.get(MATMUL)
            if isinstance(kind, StringAttr) and kind.data in ROUTINES:
                routine, type_ = ROUTINES[kind.data]
                _replace(function, routine, type_)
                block = function.parent
                assert block is not None
                block.insert_op_before(_declaration(routine, type_), function)


def _declaration(routine: str, type_: Attribute) -> func.FuncOp:
    """Addresses are passed as i64: they go where pointers go."""
    inputs = [i32] * 6 + [type_, i64, i32, i64, i32, type_, i64, i32]
    outside = FunctionType.from_lists(inputs, [])
    return func.FuncOp.external(routine, outside.inputs.data, ())


def _replace(function: func.FuncOp, routine: str, type_: Attribute) -> None:
    entry = function.body.block
    loops = list(entry.ops)[:-1]
    a, b, c, *sizes = entry.args
    size = dict[str, SSAValue](zip(SIZES, sizes, strict=True))
    builder = LoopBuilder()
    builder.open(block := Block())
    left = _Operand.of(builder, (size["a_m"], size["a_k"]), (size["m"], size["k"]))
    right = _Operand.of(builder, (size["b_k"], size["b_n"]), (size["k"], size["n"]))
    one = builder.constant(1)
    fits = builder.both(left.fits, right.fits)
    some = builder.compare("sgt", size["k"], builder.constant(0))  # an empty sum is a loop's
    fits = builder.both(fits, some)
    builder.open(Block())
    batch, _ = builder.open_loop()
    numbers = [_narrow(builder, size[name]) for name in ("m", "n", "k")]
    width = _narrow(builder, builder.pure(arith.MaxSIOp, (size["c_m"], one), INDEX))
    scale, add = builder.constant(1.0, type_), builder.constant(0.0, type_)
    zero = builder.constant(0)
    addresses = [
        _address(builder, buffer, (batch, size[stride], first), type_)
        for buffer, stride, first in ((a, "a_b", zero), (b, "b_b", zero), (c, "c_b", size["c_0"]))
    ]
    arguments = [builder.constant(ROW_MAJOR, i32), left.order, right.order, *numbers, scale]
    arguments += [addresses[0], left.lead, addresses[1], right.lead, add, addresses[2], width]
    builder.here(func.CallOp(routine, arguments, []))
    builder.close_loop(size["batches"])
    builder.here(scf.YieldOp.create())
    then = Region(builder.close())
    builder.open(otherwise := Block())
    for op in loops:
        op.detach()
        otherwise.add_op(op)
    builder.here(scf.YieldOp.create())
    regions = [then, Region(builder.close())]
    builder.here(scf.IfOp.create(operands=[fits], regions=regions))
    for op in list(block.ops):
        op.detach()
        last = entry.last_op
        assert last is not None
        entry.insert_op_before(op, last)


@dataclass(frozen=True, slots=True)
class _Operand:
    """How a BLAS reads a matrix: its order, its leading dimension, whether it can."""

    order: SSAValue
    lead: SSAValue
    fits: SSAValue

    @staticmethod
    def of(
        builder: LoopBuilder, strides: tuple[SSAValue, SSAValue], extents: tuple[SSAValue, SSAValue]
    ) -> _Operand:
        """A matrix with these strides of rows and columns, and so many of them.

        A BLAS wants a leading dimension that spans a row, even where there is one row only.
        """
        (row, column), one = strides, builder.constant(1)
        by_rows, by_columns = (builder.compare("eq", s, one) for s in (column, row))
        kinds = builder.constant(AS_IT_IS, i32), builder.constant(TRANSPOSED, i32)
        lead, span = builder.select(by_rows, row, column), builder.select(by_rows, *extents[::-1])
        for least in (span, one):
            lead = builder.pure(arith.MaxSIOp, (lead, least), INDEX)
        return _Operand(
            builder.select(by_rows, *kinds),
            _narrow(builder, lead),
            builder.either(by_rows, by_columns),
        )


def _narrow(builder: LoopBuilder, value: SSAValue) -> SSAValue:
    return builder.pure(arith.IndexCastOp, (value,), i32)


def _address(
    builder: LoopBuilder,
    buffer: SSAValue,
    place: tuple[SSAValue, SSAValue, SSAValue],
    type_: Attribute,
) -> SSAValue:
    """The address of an element, as i64. `place`: the batch, its stride, the first element."""
    batch, stride, first = place
    base = builder.pure(memref.ExtractAlignedPointerAsIndexOp, (buffer,), INDEX)
    number = builder.pure(arith.MuliOp, (batch, stride), INDEX)
    at = builder.pure(arith.AddiOp, (number, first), INDEX)
    width = builder.constant(4 if type_ == f32 else 8)
    offset = builder.pure(arith.MuliOp, (at, width), INDEX)
    total = builder.pure(arith.AddiOp, (base, offset), INDEX)
    return builder.pure(arith.IndexCastOp, (total,), i64)
