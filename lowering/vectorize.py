"""Loops marked `tieshape.lanes` in steps of several elements.

```mlir
scf.for %i = %0 to %n step %1 { memref.load .. arith.addf .. memref.store }
```
becomes a loop with `vector.load`, `arith.addf` on vectors and `vector.store` over the largest
multiple of `width`, and the loop as it was over the rest. What a loop carries is a vector of
partial results, joined at the end. A loop stays where an access moves otherwise than by one
element or none, or where what it carries is not joined by one associative op.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, memref, scf, vector
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    ModuleOp,
    VectorType,
)
from xdsl.dialects.utils.fast_math import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from ..dialects.types import is_float, is_integer
from ..materialize.places import keeping_places
from .fusions_to_loops.builder import INDEX, LANES, LoopBuilder
from .fusions_to_loops.elements import element_of_buffer


class _Stays(Exception):
    """A loop cannot be widened."""


KINDS: dict[type[Operation], tuple[str, str]] = {
    arith.AddfOp: ("add", "zero"),
    arith.MaximumfOp: ("maximumf", "least"),
    arith.MinimumfOp: ("minimumf", "greatest"),
    arith.AddiOp: ("add", "zero"),
    arith.OrIOp: ("or", "zero"),
    arith.XOrIOp: ("xor", "zero"),
    arith.AndIOp: ("and", "ones"),
    arith.MaxSIOp: ("maxsi", "least"),
    arith.MinSIOp: ("minsi", "greatest"),
}
"""How partial results are joined, and what the parts begin with."""

WIDENED = ("arith.", "math.")
"""Dialects whose ops on elements are ops on vectors."""


@dataclass(frozen=True)
class VectorizePass(ModulePass):
    """Every marked loop."""

    name = "tieshape-vectorize"

    width: int = 16
    """How many elements are computed at once, at most; loops that run less often take fewer."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for loop in [inner for inner in op.walk() if isinstance(inner, scf.ForOp)]:
            if LANES in loop.attributes:
                _widen(loop, self.width)


def _widen(loop: scf.ForOp, width: int) -> None:
    count = _constant(loop.ub)
    if count is not None:
        width = min(width, 1 << max(count.bit_length() - 1, 0))
    if width < 2 or _constant(loop.lb) != 0 or _constant(loop.step) != 1:
        return
    try:
        joins = [_join(loop, place) for place in range(len(loop.iter_args))]
        widener = _LoopWidener(loop, width, joins)
    except _Stays:
        return
    try:
        widener.replace()
    except _Stays:
        widener.abandon()


def _constant(value: SSAValue) -> int | None:
    owner = value.owner
    if isinstance(owner, arith.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return owner.value.value.data
    return None


def _join(loop: scf.ForOp, place: int) -> Operation:
    """The op that puts one more element to what is carried at `place`."""
    block = loop.body.block
    last, carried = block.last_op, block.args[1 + place]
    assert last is not None
    join = last.operands[place].owner
    if not isinstance(join, Operation) or type(join) not in KINDS or join.parent is not block:
        raise _Stays
    if [use.operation for use in carried.uses] != [join] or join.results[0].has_one_use() is False:
        raise _Stays
    if isinstance(join, arith.AddfOp) and FastMathFlag.REASSOC not in join.fastmath.data:
        raise _Stays
    return join


class _LoopWidener:
    """One loop: its ops are written again, on vectors where they depend on the variable."""

    def __init__(self, loop: scf.ForOp, width: int, joins: Sequence[Operation]):
        self._loop = loop
        self._width = width
        self._joins = joins
        self._builder = LoopBuilder()
        self._scalars = dict[SSAValue, SSAValue]()
        """What is the same for all lanes, or the first lane's place."""
        self._moves = dict[SSAValue, int]()
        """By how much a place moves from lane to lane."""
        self._vectors = dict[SSAValue, SSAValue]()

    def replace(self) -> None:
        """Raises _Stays, with nothing changed, where the loop cannot be widened."""
        loop, builder, parent = self._loop, self._builder, self._loop.parent
        assert parent is not None
        builder.open(outer := Block())
        step = builder.constant(self._width)
        rest = builder.pure(arith.RemUIOp, (loop.ub, step), INDEX)
        middle = builder.pure(arith.SubiOp, (loop.ub, rest), INDEX)
        starts = [self._start(join) for join in self._joins]
        body = Block(arg_types=[INDEX, *(start.type for start in starts)])
        builder.open(body)
        self._begin(body)
        block = loop.body.block
        for op in block.ops:
            if op is not block.last_op:
                self._op(op)
        assert block.last_op is not None
        ends = [self._vectors[operand] for operand in block.last_op.operands]
        builder.here(scf.YieldOp.create(operands=ends))
        builder.close()
        wide = scf.ForOp.create(
            operands=[builder.constant(0), middle, step, *starts],
            result_types=[start.type for start in starts],
            regions=[Region(body)],
        )
        totals = builder.here(wide).results
        joined = [
            self._joined(join, total, start)
            for join, total, start in zip(self._joins, totals, loop.iter_args, strict=True)
        ]
        builder.close()
        for made in list(outer.ops):
            made.detach()
            parent.insert_op_before(made, loop)
        loop.operands = [middle, *loop.operands[1:3], *joined]
        del loop.attributes[LANES]

    def abandon(self) -> None:
        """Nothing that was written uses anything any more."""
        while self._builder.depth >= 0:
            for op in self._builder.close().ops:
                op.drop_all_references()

    def _begin(self, body: Block) -> None:
        old = self._loop.body.block.args
        self._scalars[old[0]], self._moves[old[0]] = body.args[0], 1
        for before, after in zip(old[1:], body.args[1:], strict=True):
            self._vectors[before] = after

    def _type(self, element: Attribute) -> VectorType[Attribute]:
        return VectorType(element, [self._width])

    def _start(self, join: Operation) -> SSAValue:
        element = join.results[0].type
        kind = KINDS[type(join)][1]
        if is_float(element):
            value: float = {"zero": -0.0, "least": float("-inf")}.get(kind, float("inf"))
        elif is_integer(element):
            most = 2 ** (element.width.data - 1)
            value = {"zero": 0, "ones": -1, "least": -most}.get(kind, most - 1)
        else:
            raise _Stays
        return self._splat(self._builder.constant(value, element))

    def _splat(self, scalar: SSAValue) -> SSAValue:
        return self._builder.pure(vector.BroadcastOp, (scalar,), self._type(scalar.type))

    def _joined(self, join: Operation, total: SSAValue, start: SSAValue) -> SSAValue:
        kind = vector.CombiningKindAttr(vector.CombiningKindFlag(KINDS[type(join)][0]))
        properties: dict[str, Attribute] = {"kind": kind}
        if "fastmath" in join.properties:
            properties["fastmath"] = join.properties["fastmath"]
        one = self._builder.pure(vector.ReductionOp, (total,), start.type, properties)
        return self._builder.pure(type(join), (start, one), start.type, join.properties)

    # Ops

    def _op(self, op: Operation) -> None:
        match op:
            case memref.LoadOp():
                self._load(op)
            case memref.StoreOp():
                self._store(op)
            case _ if not op.name.startswith(WIDENED) or len(op.results) != 1:
                raise _Stays
            case _ if not any(self._varies(operand) for operand in op.operands):
                operands = [self._scalar(operand) for operand in op.operands]
                result = op.results[0]
                self._scalars[result] = self._builder.pure(
                    type(op), operands, result.type, op.properties
                )
            case _ if op.results[0].type == INDEX:
                self._place(op)
            case arith.IndexCastOp():
                self._lanes(op)
            case _:
                operands = [self._vector(operand) for operand in op.operands]
                type_ = self._type(op.results[0].type)
                wide = self._builder.pure(type(op), operands, type_, op.properties)
                self._vectors[op.results[0]] = wide

    def _varies(self, value: SSAValue) -> bool:
        return value in self._vectors or self._moves.get(value, 0) != 0

    def _scalar(self, value: SSAValue) -> SSAValue:
        return self._scalars.get(value, value)

    def _vector(self, value: SSAValue) -> SSAValue:
        if value in self._vectors:
            return self._vectors[value]
        if self._moves.get(value):
            raise _Stays
        self._vectors[value] = wide = self._splat(self._scalar(value))
        return wide

    def _place(self, op: Operation) -> None:
        """A position: it moves by a number of elements that is known here."""
        if not isinstance(op, arith.AddiOp | arith.SubiOp | arith.MuliOp):
            raise _Stays
        a, b = op.operands
        x, y = (0 if v in self._vectors else self._moves.get(v, 0) for v in (a, b))
        if a in self._vectors or b in self._vectors:
            raise _Stays
        if isinstance(op, arith.AddiOp):
            move = x + y
        elif isinstance(op, arith.SubiOp):
            move = x - y
        else:
            factor = _constant(b if x else a)
            if (x and y) or factor is None:
                raise _Stays
            move = (x or y) * factor
        operands = [self._scalar(a), self._scalar(b)]
        result = op.results[0]
        self._scalars[result] = self._builder.pure(type(op), operands, INDEX, op.properties)
        self._moves[result] = move

    def _lanes(self, op: arith.IndexCastOp) -> None:
        """A position as an element: another one for each lane."""
        to = op.result.type
        if op.input not in self._moves or not is_integer(to):
            raise _Stays
        first = self._builder.pure(arith.IndexCastOp, (self._scalar(op.input),), to)
        move, type_ = self._moves[op.input], VectorType(to, [self._width])
        steps: Attribute = DenseIntOrFPElementsAttr.from_list(
            type_, [move * lane for lane in range(self._width)]
        )
        offsets = self._builder.pure(arith.ConstantOp, (), type_, {"value": steps})
        lanes = self._builder.pure(arith.AddiOp, (self._splat(first), offsets), type_)
        self._vectors[op.result] = lanes

    def _load(self, op: memref.LoadOp) -> None:
        (place,) = op.indices
        if place in self._vectors:
            raise _Stays
        buffer, at = self._scalar(op.memref), self._scalar(place)
        move = self._moves.get(place, 0)
        element = element_of_buffer(op.memref)
        if move == 0:
            loaded = memref.LoadOp.create(operands=[buffer, at], result_types=[element])
            self._scalars[op.res] = self._builder.here(loaded).results[0]
        elif move == 1:
            wide = vector.LoadOp.create(operands=[buffer, at], result_types=[self._type(element)])
            self._vectors[op.res] = self._builder.here(wide).results[0]
        else:
            raise _Stays

    def _store(self, op: memref.StoreOp) -> None:
        (place,) = op.indices
        if place in self._vectors or self._moves.get(place, 0) != 1:
            raise _Stays
        operands = [self._vector(op.value), self._scalar(op.memref), self._scalar(place)]
        self._builder.here(vector.StoreOp.create(operands=operands))
