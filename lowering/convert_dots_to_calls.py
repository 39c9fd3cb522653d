"""Products of matrices as calls of functions that do them fast.

The body of `@matmul_f32` becomes a call of `@tieshape_product`, which the caller provides, or loops
over batches with a call of `@cblas_sgemm`, which reads an operand by rows or by columns: whichever
has the stride 1. Where neither has, and where nothing is summed, the loops stay. `@matmul_i8`
becomes a call of `@tieshape_byte_product`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import (
    DenseArrayBase,
    FunctionType,
    MemRefType,
    ModuleOp,
    StringAttr,
    f32,
    f64,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.passes import ModulePass

from ..materialize.places import keeping_places
from .fusions_to_loops.builder import INDEX, LoopBuilder
from .fusions_to_loops.products.products import MATMUL, PANELS
from .fusions_to_loops.products.words import OWN, SIZES, WORDS

ROW_MAJOR, AS_IT_IS, TRANSPOSED = 101, 111, 112
ROUTINES = {"f32": ("cblas_sgemm", f32), "f64": ("cblas_dgemm", f64)}
ROWS = 3
"""Up to how many rows of a left side a BLAS is as fast with a right side that lies by columns."""
PRODUCT_TYPE = FunctionType.from_lists([i64] * 3, [])


@dataclass(frozen=True)
class ConvertDotsToCallsPass(ModulePass):
    """The functions that `convert-fusions-to-loops` made for products of floats and of bytes."""

    name = "tieshape-convert-dots-to-calls"

    blas: bool = True
    """Whether there is a BLAS."""
    own: tuple[str, ...] = ()
    """The element types for which there is a function: f32 `@tieshape_product`, i8
    `@tieshape_byte_product`.
    """

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = [f for f in op.body.ops if isinstance(f, func.FuncOp)]
        declared = {function.sym_name.data for function in functions}
        for function in functions:
            kind = function.attributes.get(MATMUL)
            if not isinstance(kind, StringAttr):
                continue
            in_panels = PANELS in function.attributes
            body, made = _ProductBody(function, in_panels=in_panels), list[func.FuncOp]()
            has_blas = self.blas and not in_panels and kind.data in ROUTINES
            if has_blas:
                routine, type_ = ROUTINES[kind.data]
                body.call_blas(routine, type_)
                inputs = [i32] * 6 + [type_, i64, i32, i64, i32, type_, i64, i32]
                made.append(func.FuncOp.external(routine, inputs, ()))
            if kind.data in self.own and kind.data in OWN:
                name = OWN[kind.data]
                body.call_product(name, others=has_blas)
                made.append(func.FuncOp.external(name, PRODUCT_TYPE.inputs.data, ()))
            block = function.parent
            assert block is not None
            new = [f for f in made if f.sym_name.data not in declared]
            declared.update(f.sym_name.data for f in new)
            block.insert_ops_before(new, function)


def products_of(module: ModuleOp) -> set[str]:
    """The functions of `OWN` that the pass may call in `module`."""
    kinds = [op.attributes.get(MATMUL) for op in module.body.ops]
    names = {kind.data for kind in kinds if isinstance(kind, StringAttr)}
    return {OWN[name] for name in names & OWN.keys()}


class _ProductBody:
    """The body of a function, around which other ways to compute the same are put."""

    def __init__(self, function: func.FuncOp, *, in_panels: bool):
        """in_panels: whether the right side lies in panels"""
        self._in_panels = in_panels
        self._entry = function.body.block
        self._a, self._b, self._c, *sizes = self._entry.args
        self._size = dict[str, SSAValue](zip(SIZES, sizes, strict=True))

    def _choose(
        self,
        test: Callable[[LoopBuilder], SSAValue],
        then: Callable[[LoopBuilder], None],
    ) -> None:
        """`then` where `test` holds, else what there is now."""
        old = list(self._entry.ops)[:-1]
        builder = LoopBuilder()
        builder.open(block := Block())
        holds = test(builder)
        builder.open(Block())
        then(builder)
        builder.here(scf.YieldOp.create())
        regions = [Region(builder.close())]
        builder.open(otherwise := Block())
        for op in old:
            op.detach()
            otherwise.add_op(op)
        builder.here(scf.YieldOp.create())
        regions.append(Region(builder.close()))
        builder.here(scf.IfOp.create(operands=[holds], regions=regions))
        last = self._entry.last_op
        assert last is not None
        for op in list(block.ops):
            op.detach()
            self._entry.insert_op_before(op, last)

    def _sums(self, builder: LoopBuilder) -> SSAValue:
        """Whether anything is summed: an empty sum is a loop's."""
        return builder.compare("sgt", self._size["k"], builder.constant(0))

    def call_product(self, name: str, *, others: bool) -> None:
        """By the function `name`, unless one of the others is better at it."""
        size = self._size

        def fits(builder: LoopBuilder) -> SSAValue:
            some = self._sums(builder)
            if not others:
                return some
            by_rows = builder.compare("eq", size["b_n"], builder.constant(1))
            many = builder.compare("sgt", size["m"], builder.constant(ROWS))
            return builder.both(some, builder.either(by_rows, many))

        def call(builder: LoopBuilder) -> None:
            words = memref.AllocaOp.create(
                result_types=[MemRefType(i64, [len(WORDS)])],
                properties={"operandSegmentSizes": DenseArrayBase.from_list(i32, [0, 0])},
            )
            block = builder.here(words).results[0]
            values = [_first(builder, buffer) for buffer in (self._a, self._b, self._c)]
            values += [builder.pure(arith.IndexCastOp, (size[name],), i64) for name in SIZES]
            values.append(builder.constant(int(self._in_panels), i64))
            for place, value in enumerate(values):
                where = builder.constant(place)
                builder.here(memref.StoreOp.create(operands=[value, block, where]))
            address = _first(builder, block)
            part, parts = builder.constant(0, i64), builder.constant(1, i64)
            builder.here(func.CallOp(name, [address, part, parts], []))

        self._choose(fits, call)

    def call_blas(self, routine: str, type_: Attribute) -> None:
        """By a BLAS, where it can read both sides."""
        size, sides = self._size, list[_BlasOperand]()

        def fits(builder: LoopBuilder) -> SSAValue:
            sides.append(
                _BlasOperand.of(builder, (size["a_m"], size["a_k"]), (size["m"], size["k"]))
            )
            sides.append(
                _BlasOperand.of(builder, (size["b_k"], size["b_n"]), (size["k"], size["n"]))
            )
            return builder.both(builder.both(*(side.fits for side in sides)), self._sums(builder))

        def call(builder: LoopBuilder) -> None:
            left, right = sides
            outer, _ = builder.open_loop()
            batch, _ = builder.open_loop()
            numbers = [_narrow(builder, size[name]) for name in ("m", "n", "k")]
            least = builder.pure(arith.MaxSIOp, (size["c_m"], builder.constant(1)), INDEX)
            addresses = list[SSAValue]()
            for buffer, side in ((self._a, "a"), (self._b, "b"), (self._c, "c")):
                steps = [(batch, size[f"{side}_b"]), (outer, size[f"{side}_o"])]
                first = size["c_0"] if side == "c" else builder.constant(0)
                addresses.append(_address(builder, buffer, first, steps, type_))
            scale, add = builder.constant(1.0, type_), builder.constant(0.0, type_)
            arguments = [builder.constant(ROW_MAJOR, i32), left.order, right.order, *numbers]
            arguments += [scale, addresses[0], left.lead, addresses[1], right.lead, add]
            arguments += [addresses[2], _narrow(builder, least)]
            builder.here(func.CallOp(routine, arguments, []))
            builder.close_loop(size["batches"])
            builder.close_loop(size["outer"])

        self._choose(fits, call)


@dataclass(frozen=True, slots=True)
class _BlasOperand:
    """How a BLAS reads a matrix: its order, its leading dimension, whether it can."""

    order: SSAValue
    lead: SSAValue
    fits: SSAValue

    @staticmethod
    def of(
        builder: LoopBuilder, strides: tuple[SSAValue, SSAValue], extents: tuple[SSAValue, SSAValue]
    ) -> _BlasOperand:
        """A matrix with these strides of rows and columns, and so many of them.

        A BLAS wants a leading dimension that spans a row, even where there is one row only.
        """
        (row, column), one = strides, builder.constant(1)
        by_rows, by_columns = (builder.compare("eq", s, one) for s in (column, row))
        kinds = builder.constant(AS_IT_IS, i32), builder.constant(TRANSPOSED, i32)
        lead, span = builder.select(by_rows, row, column), builder.select(by_rows, *extents[::-1])
        for least in (span, one):
            lead = builder.pure(arith.MaxSIOp, (lead, least), INDEX)
        return _BlasOperand(
            builder.select(by_rows, *kinds),
            _narrow(builder, lead),
            builder.either(by_rows, by_columns),
        )


def _narrow(builder: LoopBuilder, value: SSAValue) -> SSAValue:
    return builder.pure(arith.IndexCastOp, (value,), i32)


def _first(builder: LoopBuilder, buffer: SSAValue) -> SSAValue:
    """The address of the first element of a buffer, as i64."""
    base = builder.pure(memref.ExtractAlignedPointerAsIndexOp, (buffer,), INDEX)
    return builder.pure(arith.IndexCastOp, (base,), i64)


def _address(
    builder: LoopBuilder,
    buffer: SSAValue,
    first: SSAValue,
    steps: Sequence[tuple[SSAValue, SSAValue]],
    type_: Attribute,
) -> SSAValue:
    """The address of an element, as i64: so many steps of each stride after the first one."""
    at = first
    for number, stride in steps:
        moved = builder.pure(arith.MuliOp, (number, stride), INDEX)
        at = builder.pure(arith.AddiOp, (moved, at), INDEX)
    width = builder.constant(4 if type_ == f32 else 8)
    offset = builder.pure(arith.MuliOp, (at, width), INDEX)
    base = builder.pure(memref.ExtractAlignedPointerAsIndexOp, (buffer,), INDEX)
    total = builder.pure(arith.AddiOp, (base, offset), INDEX)
    return builder.pure(arith.IndexCastOp, (total,), i64)
