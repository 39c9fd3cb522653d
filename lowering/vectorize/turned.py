"""Nests of two loops that read along the outer one and store along the inner one.

```mlir
scf.for %j { scf.for %i { memref.load %x[%i * %n + %j] .. memref.store .., %y[%j * %m + %i] } }
```
goes over squares of WIDTH trips of each: such a load becomes one of a vector along `%j` for each
`%i`, and these are transposed in registers. What is left of either loop runs as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import arith, memref, scf, vector
from xdsl.dialects.builtin import DenseArrayBase, VectorType, f32, i1, i32, i64
from xdsl.ir import Block, Operation, Region, SSAValue

from ..fusions_to_loops.builder import INDEX, TURNED, LoopBuilder
from ..fusions_to_loops.elements import element_of_buffer
from .joins import Stays
from .lanes import Lanes
from .positions import constant_of

WIDTH = 8
"""The side of a square: of elements of 32 bits it fits registers of any size."""
_PURE = ("arith.", "math.")
_MASKS = {
    1: ([0, 8, 1, 9, 4, 12, 5, 13], [2, 10, 3, 11, 6, 14, 7, 15]),
    2: ([0, 1, 8, 9, 4, 5, 12, 13], [2, 3, 10, 11, 6, 7, 14, 15]),
    4: ([0, 1, 2, 3, 8, 9, 10, 11], [4, 5, 6, 7, 12, 13, 14, 15]),
}
"""The elements of two lines whose numbers differ by so much; each is one instruction."""
_ORDER = (0, 2, 1, 3, 4, 6, 5, 7)
"""Where the columns are after that."""


class TurnedNest:
    """Writes such a nest anew."""

    def __init__(self, inner: scf.ForOp):
        """Raises Stays where `inner` is not alone in a loop of independent trips, or no load moves
        by one element with that.
        """
        outer = inner.parent_op()
        if not isinstance(outer, scf.ForOp) or TURNED not in outer.attributes:
            raise Stays
        self._outer, self._inner, self._builder = outer, inner, LoopBuilder()
        self._before = [op for op in outer.body.block.ops if op is not inner][:-1]
        loops = (outer, inner)
        if any(loop.iter_args or constant_of(loop.lb) != 0 for loop in loops):
            raise Stays
        if any(constant_of(loop.step) != 1 for loop in loops):
            raise Stays
        if not all(map(_is_pure, self._before)):
            raise Stays
        body = list(inner.body.block.ops)
        loads = [op for op in body if isinstance(op, memref.LoadOp)]
        self._turned = [op for op in loads if self._is_turned(op)]
        if not self._turned:
            raise Stays
        self._body = _needed(body, self._turned)

    def replace(self) -> None:
        """Raises Stays, with nothing changed, where the rest has no form on vectors."""
        outer, builder, parent = self._outer, self._builder, self._outer.parent
        assert parent is not None
        builder.open(begin := Block())
        columns, rows = (self._whole(loop) for loop in (outer, self._inner))
        zero = builder.constant(0)
        first, second = Block(arg_types=[INDEX]), Block(arg_types=[INDEX])
        builder.open(first)
        builder.open(second)
        self._square(first.args[0], second.args[0])
        self._close(zero, rows)
        self._close(zero, columns)
        if _has_rest(self._inner):
            self._rest((zero, columns), (rows, self._inner.ub))
        if _has_rest(outer):
            self._last_columns(columns, rows)
        builder.close()
        for op in list(begin.ops):
            op.detach()
            parent.insert_op_before(op, outer)
        outer.detach()
        outer.erase()

    def abandon(self) -> None:
        """Nothing that was written uses anything any more."""
        while self._builder.depth >= 0:
            for op in self._builder.close().ops:
                op.drop_all_references()

    # What loads read

    def _is_turned(self, op: memref.LoadOp) -> bool:
        (place,) = op.indices
        outer, inner = (loop.body.block.args[0] for loop in (self._outer, self._inner))
        if self._move(place, inner) in (0, 1) or self._move(place, outer) != 1:
            return False
        return element_of_buffer(op.memref) in (f32, i32)

    def _move(self, place: SSAValue, variable: SSAValue) -> int | None:
        """By how much `place` moves with `variable`; None where that is not known here."""
        if place is variable:
            return 1
        op = place.owner
        if not isinstance(op, Operation) or not self._outer.is_ancestor(op):
            return 0
        moves = [self._move(operand, variable) for operand in op.operands]
        if not any(moves) and None not in moves:
            return 0 if op.name.startswith(_PURE) else None
        match op, moves:
            case arith.AddiOp(), [int(a), int(b)]:
                return a + b
            case arith.SubiOp(), [int(a), int(b)]:
                return a - b
            case arith.MuliOp(), [int(a), 0] if (factor := constant_of(op.rhs)) is not None:
                return a * factor
            case arith.MuliOp(), [0, int(b)] if (factor := constant_of(op.lhs)) is not None:
                return b * factor
            case _:
                return None

    # Squares

    def _whole(self, loop: scf.ForOp) -> SSAValue:
        """Where squares end along a loop."""
        if (count := constant_of(loop.ub)) is not None:
            return self._builder.constant(count - count % WIDTH)
        width = self._builder.constant(WIDTH)
        rest = self._builder.pure(arith.RemUIOp, (loop.ub, width), INDEX)
        return self._builder.pure(arith.SubiOp, (loop.ub, rest), INDEX)

    def _square(self, column: SSAValue, row: SSAValue, columns: SSAValue | None = None) -> None:
        """The trips from `column` of the outer loop and from `row` of the inner one on.

        columns: how many there are, up to WIDTH - 1, if not WIDTH
        """
        mask = None
        if columns is not None:
            mask = self._builder.pure(vector.CreateMaskOp, (columns,), VectorType(i1, [WIDTH]))
        builder = self._builder
        outer, inner = (loop.body.block.args[0] for loop in (self._outer, self._inner))
        lines = {op: self._transposed(op, column, row, mask) for op in self._turned}
        for number in range(WIDTH if columns is None else WIDTH - 1):
            if columns is not None:
                builder.open(Block())
            here = builder.pure(arith.AddiOp, (column, builder.constant(number)), INDEX)
            lanes = Lanes(builder, WIDTH, (inner, row))
            known: dict[SSAValue, SSAValue] = {outer: here}
            for op in self._before:
                lanes.give(op.results[0], self._value(op.results[0], known))
            lanes.give(outer, here)
            for op, found in lines.items():
                lanes.give(op.res, found[number])
            lanes.write_ops(self._body)
            if columns is not None:
                builder.here(scf.YieldOp.create())
                then = Region(builder.close())
                is_there = builder.compare("slt", builder.constant(number), columns)
                regions = [then, Region()]
                builder.here(scf.IfOp.create(operands=[is_there], regions=regions))

    def _transposed(
        self, op: memref.LoadOp, column: SSAValue, row: SSAValue, mask: SSAValue | None
    ) -> Sequence[SSAValue]:
        """What a load reads, for each trip of the outer loop a vector along the inner one."""
        builder, type_ = self._builder, VectorType(element_of_buffer(op.memref), [WIDTH])
        outer, inner = (loop.body.block.args[0] for loop in (self._outer, self._inner))
        lines = list[SSAValue]()
        for number in range(WIDTH):
            at = builder.pure(arith.AddiOp, (row, builder.constant(number)), INDEX)
            place = self._value(op.indices[0], {outer: column, inner: at})
            load: Operation = vector.LoadOp.create(
                operands=[op.memref, place], result_types=[type_]
            )
            if mask is not None:
                zero = builder.constant(0, type_.element_type)
                zeros = builder.pure(vector.BroadcastOp, (zero,), type_)
                load = vector.MaskedLoadOp.create(
                    operands=[op.memref, place, mask, zeros], result_types=[type_]
                )
            lines.append(builder.here(load).results[0])
        for half in (1, 2, 4):
            pairs = [i for i in range(WIDTH) if not i & half]
            for i in pairs:
                lines[i], lines[i + half] = (
                    self._shuffled(lines[i], lines[i + half], half, upper) for upper in (0, 1)
                )
        return [lines[number] for number in _ORDER]

    def _shuffled(self, a: SSAValue, b: SSAValue, half: int, upper: int) -> SSAValue:
        """One line of two: elements of both by turns, or pairs of them, or halves."""
        mask = DenseArrayBase.from_list(i64, _MASKS[half][upper])
        op = vector.ShuffleOp.create(
            operands=[a, b], properties={"mask": mask}, result_types=[a.type]
        )
        return self._builder.here(op).results[0]

    def _value(self, value: SSAValue, known: Mapping[SSAValue, SSAValue]) -> SSAValue:
        """`value` where variables are `known`."""
        if value in known:
            return known[value]
        op = value.owner
        if not isinstance(op, Operation) or not self._outer.is_ancestor(op):
            return value
        if not _is_pure(op):
            raise Stays
        operands = [self._value(operand, known) for operand in op.operands]
        # an element is read where its trip is
        least = self._builder.depth if isinstance(op, memref.LoadOp) else 0
        return self._builder.pure(type(op), operands, value.type, op.properties, least)

    # What is left

    def _last_columns(self, columns: SSAValue, rows: SSAValue) -> None:
        """The trips of the outer loop from `columns` on."""
        builder, end = self._builder, self._outer.ub
        left = builder.pure(arith.SubiOp, (end, columns), INDEX)
        zero, one = builder.constant(0), builder.constant(1)
        some = builder.select(builder.compare("eq", left, zero), zero, one)
        builder.open(Block(arg_types=[INDEX]))  # once, or never
        builder.open(body := Block(arg_types=[INDEX]))
        self._square(columns, body.args[0], left)
        self._close(zero, rows)
        self._close(zero, some)
        if _has_rest(self._inner):
            self._rest((columns, end), (rows, self._inner.ub))

    def _rest(self, columns: tuple[SSAValue, SSAValue], rows: tuple[SSAValue, SSAValue]) -> None:
        """Some trips of both loops as they were."""
        copy = self._outer.clone()
        (inner,) = [op for op in copy.body.block.ops if isinstance(op, scf.ForOp)]
        for loop, bounds in ((copy, columns), (inner, rows)):
            for number, bound in enumerate(bounds):
                loop.operands[number] = bound
        self._builder.here(copy)

    def _close(self, begin: SSAValue, end: SSAValue) -> None:
        builder = self._builder
        builder.here(scf.YieldOp.create())
        region = Region(builder.close())
        step = builder.constant(WIDTH)
        builder.here(scf.ForOp.create(operands=[begin, end, step], regions=[region]))


def _needed(body: Sequence[Operation], turned: Sequence[Operation]) -> list[Operation]:
    """What is not only about where `turned` read."""
    found, wanted = list[Operation](), set[Operation](turned)
    for op in reversed(body[:-1]):
        if op in turned:
            continue
        users = {use.operation for result in op.results for use in result.uses}
        if isinstance(op, memref.StoreOp) or users - wanted:
            found.append(op)
        else:
            wanted.add(op)
    return found[::-1]


def _is_pure(op: Operation) -> bool:
    return op.name.startswith(_PURE) or isinstance(op, memref.LoadOp)


def _has_rest(loop: scf.ForOp) -> bool:
    """Whether squares may not reach its end."""
    count = constant_of(loop.ub)
    return count is None or count % WIDTH != 0
