"""The body of a loop for several trips at once."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, memref, scf, vector
from xdsl.dialects.builtin import IntegerAttr, VectorType, f32, i1, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ...dialects.effects import DIVISIONS
from ..fusions_to_loops.builder import INDEX, LoopBuilder
from ..fusions_to_loops.elements import element_of_buffer
from .ahead import prefetch
from .every_second import every_second
from .forms import EXPANDED, IN_LIBRARY, WIDENED
from .joins import Join, Stays
from .lane_values import LaneValues
from .positions import negation
from .quotients import divisors, quotient
from .spread import Spread


class Lanes(LaneValues):
    """Writes the ops of a loop's body for `width` trips at once, or fewer."""

    def __init__(
        self,
        builder: LoopBuilder,
        width: int,
        trip: tuple[SSAValue, SSAValue],
        rest: tuple[SSAValue, SSAValue] | None = None,
        *,
        exact: bool = False,
        streams: bool = False,
        ahead: SSAValue | None = None,
        spread: Spread | None = None,
    ):
        """trip: the variable of the loop, and what it is for the first lane
        rest: how many lanes have a trip, and their mask
        exact: quotients are no products
        streams: stores go past the cache, to the begin of its lines
        ahead: memory is asked for what comes so many elements after what is read
        spread: places that move as flags say
        """
        super().__init__(builder, width, trip, Spread() if spread is None else spread)
        self._ahead = ahead
        self._variable = trip[0]
        self._exact = exact
        self._streams = streams
        self._left, self._mask = (None, None) if rest is None else rest
        self._parts = 0
        """Branches around what is written, of which each lane takes one part."""

    def write(self, loop: scf.ForOp, joins: Sequence[Join]) -> list[SSAValue]:
        """What is put to each of `joins`; Stays where an op has no form on vectors."""
        left = {loop.body.block.last_op, *(join.op for join in joins)}
        self._divisors = divisors(loop)
        for op in loop.body.block.ops:
            if op not in left:
                self._op(op)
        return [self._vector(join.joined) for join in joins]

    def write_ops(self, ops: Sequence[Operation]) -> None:
        """Some ops of a body; Stays where one has no form on vectors."""
        self._divisors = list[SSAValue]()
        for op in ops:
            self._op(op)

    def give(self, value: SSAValue, found: SSAValue) -> None:
        """What `value`, which is defined outside of the ops to be written, is: for all lanes, or a
        vector of one element for each.
        """
        known = self._vectors if isinstance(found.type, VectorType) else self._scalars
        known[value] = found

    def _op(self, op: Operation) -> None:
        match op:
            case memref.LoadOp():
                self._load(op)
            case memref.StoreOp():
                self._store(op)
            case scf.ForOp():
                self._loop(op)
            case scf.IfOp():
                self._branch(op)
            case _ if not op.name.startswith(WIDENED) or len(op.results) != 1:
                raise Stays
            case _ if isinstance(op, IN_LIBRARY) or (
                isinstance(op, EXPANDED) and op.results[0].type != f32
            ):
                raise Stays
            case _ if not any(self._varies(operand) for operand in op.operands):
                operands = [self._scalar(operand) for operand in op.operands]
                result = op.results[0]
                self._scalars[result] = self._builder.pure(
                    type(op), operands, result.type, op.properties
                )
            case _ if op.results[0].type == INDEX:
                self._place(op)
            case arith.CmpiOp() if op.lhs.type == INDEX:
                self._compare_positions(op)
            case arith.IndexCastOp():
                self._index_cast(op)
            case arith.DivfOp() if not self._exact and op.rhs in self._divisors:
                self._vectors[op.result] = quotient(self._builder, self._vector(op.lhs), op.rhs)
            case _:
                operands = [self._vector(operand) for operand in op.operands]
                type_ = self._type(op.results[0].type)
                wide = self._builder.pure(type(op), operands, type_, op.properties)
                self._vectors[op.results[0]] = wide

    def _loop(self, op: scf.ForOp) -> None:
        """A loop that runs equally often in all lanes: what it carries is in vectors."""
        bounds, block = (op.lb, op.ub, op.step), op.body.block
        if any(self._varies(bound) for bound in bounds):
            raise Stays
        starts = [self._vector(start) for start in op.iter_args]
        types, builder, last = [start.type for start in starts], self._builder, block.last_op
        assert last is not None
        builder.open(body := Block(arg_types=[INDEX, *types]))
        self._scalars[block.args[0]] = body.args[0]
        self._vectors.update(zip(block.args[1:], body.args[1:], strict=True))
        for inner in block.ops:
            if inner is not last:
                self._op(inner)
        ends = [self._vector(end) for end in last.operands]
        builder.here(scf.YieldOp.create(operands=ends))
        wide = scf.ForOp.create(
            operands=[*(self._scalar(bound) for bound in bounds), *starts],
            result_types=types,
            regions=[Region(builder.close())],
        )
        self._vectors.update(zip(op.results, builder.here(wide).results, strict=True))

    def _branch(self, op: scf.IfOp) -> None:
        """What all lanes do, or both parts where lanes do one or the other: each loads for its own.

        Stays where a part does what must not be done for the others.
        """
        if not op.results:
            raise Stays
        if not self._varies(op.cond):
            self._together(op)
            return
        builder, mask, test = self._builder, self._mask, self._vector(op.cond)
        ends = list[list[SSAValue]]()
        self._parts += 1
        for region, own in zip(op.regions, (test, negation(builder, test)), strict=True):
            self._mask = own if mask is None else builder.pure(arith.AndIOp, (mask, own), own.type)
            ends.append(self._part(region))
        self._mask = mask
        self._parts -= 1
        for result, then, other in zip(op.results, *ends, strict=True):
            chosen = builder.pure(arith.SelectOp, (test, then, other), then.type)
            self._vectors[result] = chosen

    def _together(self, op: scf.IfOp) -> None:
        """A branch that all lanes take."""
        regions, types = list[Region](), list[Attribute]()
        for region in op.regions:
            self._builder.open(Block())
            ends = self._part(region)
            types = [end.type for end in ends]
            self._builder.here(scf.YieldOp.create(operands=ends))
            regions.append(Region(self._builder.close()))
        wide = scf.IfOp.create(
            operands=[self._scalar(op.cond)], result_types=types, regions=regions
        )
        self._vectors.update(zip(op.results, self._builder.here(wide).results, strict=True))

    def _part(self, region: Region) -> list[SSAValue]:
        """What a part of a branch ends with."""
        *ops, last = region.block.ops
        for inner in ops:
            if isinstance(inner, (*DIVISIONS, memref.StoreOp, scf.ForOp)):
                raise Stays
            self._op(inner)
        return [self._vector(end) for end in last.operands]

    # Memory

    def _load(self, op: memref.LoadOp) -> None:
        (place,) = op.indices
        if place in self._vectors:
            raise Stays
        buffer, at = self._scalar(op.memref), self._scalar(place)
        move = self._moves.get(place, 0)
        element = element_of_buffer(op.memref)
        if self._parts and (move != 1 or place in self._spread.places):
            raise Stays
        if place in self._spread.places:
            self._vectors[op.res] = self._flagged(op, buffer, at)
        elif move == 0:
            loaded = memref.LoadOp.create(operands=[buffer, at], result_types=[element])
            self._scalars[op.res] = self._builder.here(loaded).results[0]
        elif move == 1:
            self._vectors[op.res] = self._loaded(buffer, at, element)
            self._ask(op, buffer, at)
        elif move == 2:
            others = None if self._left is None else self._others(element)
            self._vectors[op.res] = every_second(
                self._builder, buffer, at, self._type(element), self._left, others
            )
        else:
            raise Stays

    def _ask(self, op: memref.LoadOp, buffer: SSAValue, at: SSAValue) -> None:
        """Memory is asked for what is read soon."""
        if self._ahead is not None and op.indices[0] is not self._variable:
            prefetch(self._builder, buffer, at, self._ahead)

    def _flagged(self, op: memref.LoadOp, buffer: SSAValue, at: SSAValue) -> SSAValue:
        """Successive elements where a flag is 1, else the first one in all lanes."""
        spread, builder = self._spread, self._builder
        flag, element = spread.places[op.indices[0]], element_of_buffer(op.memref)
        known = spread.known.get(flag)
        if known is True:
            self._ask(op, buffer, at)
            return self._loaded(buffer, at, element)
        if (begin := spread.begins.get(op)) is not None:
            load = memref.LoadOp.create(operands=[buffer, begin], result_types=[element])
            first = self._splat(builder.here(load).results[0])
        else:
            first = self._splat(spread.firsts[op])
        if known is False:
            return first
        type_ = VectorType(i1, [self._width])
        mask = builder.pure(vector.BroadcastOp, (spread.tests[flag],), type_)
        if self._mask is not None:
            mask = builder.pure(arith.AndIOp, (mask, self._mask), type_)
        load = vector.MaskedLoadOp.create(
            operands=[buffer, at, mask, first], result_types=[self._type(element)]
        )
        return builder.here(load).results[0]

    def _others(self, element: Attribute) -> SSAValue:
        """What lanes without an element compute with: 1, which divides."""
        return self._splat(self._builder.constant(1, element))

    def _loaded(self, buffer: SSAValue, at: SSAValue, element: Attribute) -> SSAValue:
        type_, operands = self._type(element), [buffer, at]
        if self._mask is None:
            return self._builder.here(
                vector.LoadOp.create(operands=operands, result_types=[type_])
            ).results[0]
        operands += [self._mask, self._others(element)]
        return self._builder.here(
            vector.MaskedLoadOp.create(operands=operands, result_types=[type_])
        ).results[0]

    def _store(self, op: memref.StoreOp) -> None:
        (place,) = op.indices
        if place in self._vectors or self._moves.get(place, 0) != 1:
            raise Stays  # so it does where a flag moves it: it is in no table
        value, buffer, at = self._vector(op.value), self._scalar(op.memref), self._scalar(place)
        if self._mask is None:
            past = {"nontemporal": IntegerAttr(-1, i1), "alignment": IntegerAttr(64, i64)}
            properties = past if self._streams else {}
            self._builder.here(
                vector.StoreOp.create(operands=[value, buffer, at], properties=properties)
            )
        else:
            operands = [buffer, at, self._mask, value]
            self._builder.here(vector.MaskedStoreOp.create(operands=operands))
