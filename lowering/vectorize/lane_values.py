"""Values of a loop's body for several trips at once."""

from __future__ import annotations

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import VectorType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects.types import is_integer
from ..fusions_to_loops.builder import INDEX, LoopBuilder
from .joins import Stays
from .positions import elements, mask_of, move_of
from .spread import Spread


class LaneValues:
    """Which values are the same for all lanes, and what the others are."""

    def __init__(
        self, builder: LoopBuilder, width: int, trip: tuple[SSAValue, SSAValue], spread: Spread
    ):
        self._builder = builder
        self._width = width
        self._spread = spread
        self._scalars = dict[SSAValue, SSAValue]([trip])
        """What is the same for all lanes, or the first lane's place."""
        self._moves = dict[SSAValue, int]([(trip[0], 1)])
        """By how much a place moves from lane to lane."""
        self._vectors = dict[SSAValue, SSAValue]()

    def _type(self, element: Attribute) -> VectorType[Attribute]:
        return VectorType(element, [self._width])

    def _splat(self, scalar: SSAValue) -> SSAValue:
        return self._builder.pure(vector.BroadcastOp, (scalar,), self._type(scalar.type))

    def _varies(self, value: SSAValue) -> bool:
        moves = self._moves.get(value, 0) != 0 or value in self._spread.places
        return moves or value in self._vectors

    def _scalar(self, value: SSAValue) -> SSAValue:
        return self._scalars.get(value, value)

    def _vector(self, value: SSAValue) -> SSAValue:
        if value in self._vectors:
            return self._vectors[value]
        if self._moves.get(value) or value in self._spread.places:
            raise Stays
        self._vectors[value] = wide = self._splat(self._scalar(value))
        return wide

    def _place(self, op: Operation) -> None:
        """A position: it moves by a number of elements that is known here."""
        if not isinstance(op, arith.AddiOp | arith.SubiOp | arith.MuliOp):
            raise Stays
        a, b = op.operands
        if a in self._vectors or b in self._vectors:
            raise Stays
        operands, result = [self._scalar(a), self._scalar(b)], op.results[0]
        if (flag := self._spread.places.get(result)) is not None:
            if isinstance(op, arith.MuliOp) and self._spread.known.get(flag):
                self._scalars[result] = operands[0] if b is flag else operands[1]
            else:
                self._scalars[result] = self._builder.pure(type(op), operands, INDEX, op.properties)
            return
        if a in self._spread.places or b in self._spread.places:
            raise Stays
        self._moves[result] = move_of(op, *(self._moves.get(v, 0) for v in (a, b)))
        self._scalars[result] = self._builder.pure(type(op), operands, INDEX, op.properties)

    def _index_cast(self, op: arith.IndexCastOp) -> None:
        """A position as an element: another one for each lane."""
        to = op.result.type
        if op.input not in self._moves or not is_integer(to):
            raise Stays
        first = self._builder.pure(arith.IndexCastOp, (self._scalar(op.input),), to)
        move = self._moves[op.input]
        self._vectors[op.result] = elements(self._builder, first, move, to, self._width)

    def _compare_positions(self, op: arith.CmpiOp) -> None:
        """The lanes up to one, or from one on."""
        if any(v in self._vectors or v in self._spread.places for v in op.operands):
            raise Stays
        firsts = self._scalar(op.lhs), self._scalar(op.rhs)
        x, y = (self._moves.get(v, 0) for v in op.operands)
        self._vectors[op.result] = mask_of(self._builder, op, firsts, x - y, self._width)
