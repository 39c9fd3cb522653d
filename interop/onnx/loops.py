"""Emits loops, and tells what is known of their results.

What a trip finds holds there alone: a size of a result is known where it is made of sizes from
before the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects.builtin import (
    BoolAttr,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, Region, SSAValue

from ...dialects import tf
from ...rules.errors import ShapeError
from ...symbolic import Contradiction, Expr, eq, maximum
from ...symbolic.shapes import Shape
from ...text.diagnostics import LocatedError
from .builder import GraphBuilder, sized_type
from .elementwise import cast
from .loop_lists import new_list, with_item, with_shape
from .nodes import ListItem, ListValue, NodeRefused


@dataclass(frozen=True, slots=True)
class Trip:
    """What one trip gives: whether to go on (None: always), what is carried and gathered."""

    condition: SSAValue | None
    carried: Sequence[SSAValue]
    items: Sequence[SSAValue]


class LoopResults(NamedTuple):
    """What is carried at the end, and what the trips gave."""

    carried: Sequence[SSAValue]
    gathered: Sequence[ListValue]


Body = Callable[[SSAValue, "SSAValue | None", Sequence[SSAValue]], Trip]
"""Emits a trip: its number, a scalar of i64, the condition, and what is carried."""


def run_loop(
    b: GraphBuilder,
    most: SSAValue | None,
    condition: SSAValue | None,
    initial: Sequence[SSAValue],
    body: Body,
) -> LoopResults:
    """Runs `body` at most `most` times while `condition`, which each trip tells anew, holds.

    A first emission of the body, which is dropped, tells which sizes a trip keeps and what is
    gathered.
    """
    return _LoopEmitter(b, most, condition, initial, body).run()


Kept = tuple[bool, ...] | None
"""Which sizes of a value a trip keeps; None where its rank is not known."""


def _both(first: Kept, second: Kept) -> Kept:
    if first is None or second is None:
        return None
    return tuple(a and b for a, b in zip(first, second, strict=True))


@dataclass(frozen=True, slots=True)
class _Tried:
    """What a trial of the body tells."""

    kept: Sequence[Kept]
    items: Sequence[ListItem]


class _LoopEmitter:
    def __init__(
        self,
        b: GraphBuilder,
        most: SSAValue | None,
        condition: SSAValue | None,
        initial: Sequence[SSAValue],
        body: Body,
    ):
        self.b = b
        self.most = most
        self.condition = condition
        self.initial = initial
        self.body = body
        self.tells = condition is not None
        """Whether a condition is carried."""

    def run(self) -> LoopResults:
        tried = self._trial()
        b = self.b
        items = [with_shape(b, item) for item in tried.items]
        if self.tells and self.condition is None:
            self.condition = b.number(1, i1)
        shapes = [self._sizes(v, kept) for v, kept in zip(self.initial, tried.kept, strict=True)]
        counted = self.most is not None and not self.tells
        lists = [new_list(b, item, self.most if counted else None) for item in items]
        carried = [b.integer(0), *self._conditions(), *self.initial, *lists]
        known: list[Shape | None] = [(), *[()] * self.tells, *shapes, *[()] * len(lists)]
        types = [
            value.type if i >= len(known) - len(lists) else sized_type(b.element(value), shape)
            for i, (value, shape) in enumerate(zip(carried, known, strict=True))
        ]
        cond, block = self._cond(types, known), self._body(types, known, counted, len(lists))
        op = tf.WhileRegionOp.create(
            operands=carried,
            result_types=types,
            properties={
                "is_stateless": BoolAttr.from_bool(True),
                "shape_invariant": BoolAttr.from_bool(True),
            },
            regions=[Region(cond), Region(block)],
        )
        results = b.put(op, known)
        first = 1 + self.tells
        last = len(results) - len(lists)
        trips = self._trips() if counted else b.inference.fresh()
        made = [ListValue(h, i, trips) for h, i in zip(results[last:], items, strict=True)]
        return LoopResults(results[first:last], made)

    def _conditions(self) -> list[SSAValue]:
        return [self.condition] if self.condition is not None else []

    def _trial(self) -> _Tried:
        """What a trip keeps and gathers.

        Kept is the greatest set of sizes that a trip leaves as they were at first if it finds them
        so: those that it changes are dropped, and it is tried again (Houdini's algorithm).
        """
        kept = [self._each(value, True) for value in self.initial]
        while True:
            try:
                found = self._try(kept)
            except (NodeRefused, LocatedError, ShapeError, Contradiction):
                if not any(any(each or ()) for each in kept):
                    raise
                kept = [self._each(value, False) for value in self.initial]
                continue
            left = [_both(old, new) for old, new in zip(kept, found.kept, strict=True)]
            if left == kept:
                return found
            kept = left

    def _each(self, value: SSAValue, answer: bool) -> Kept:
        return (answer,) * self.b.rank(value) if self.b.has_rank(value) else None

    def _try(self, kept: Sequence[Kept]) -> _Tried:
        """Emits the body for what is carried, of which the sizes in `kept` are as at first."""
        b = self.b
        moment = b.inference.ages.now()
        before = [self._sizes(v, each) for v, each in zip(self.initial, kept, strict=True)]
        block = self._block([b.element(v) for v in self.initial], before)
        with b.region(block), b.inference.sometimes(block):
            place, *rest = block.args
            told = rest[0] if self.tells else None
            trip = self.body(place, told, rest[self.tells :])
            if not self.tells and trip.condition is not None:
                self.tells, self.condition = True, None
            after = [self._keeps(o, n) for o, n in zip(before, trip.carried, strict=True)]
            items = [self._item(value, moment) for value in trip.items]
        for op in reversed(list(block.ops)):
            op.detach()
            op.erase(safe_erase=False)
        return _Tried(after, items)

    def _sizes(self, value: SSAValue, kept: Kept) -> Shape | None:
        """The sizes of what is carried, `value` at first: new ones for those that are not kept."""
        if kept is None:
            return None
        sizes, fresh = self.b.sizes(value), self.b.inference.fresh
        return tuple(size if same else fresh() for size, same in zip(sizes, kept, strict=True))

    def _keeps(self, before: Shape | None, after: SSAValue) -> Kept:
        """Which sizes a trip keeps."""
        if before is None or not self.b.has_rank(after):
            return None
        found = self.b.sizes(after)
        if len(found) != len(before):
            raise NodeRefused("a loop changes the rank of what it carries")
        return tuple(self.b.proves(eq(o, n)) for o, n in zip(before, found, strict=True))

    def _item(self, value: SSAValue, moment: int) -> ListItem:
        b = self.b
        if not b.has_rank(value):
            return ListItem(b.element(value), None)
        older = b.inference.ages.are_older
        sizes = [s if older(s.symbols(), moment) else None for s in b.sizes(value)]
        return ListItem(b.element(value), tuple(sizes))

    def _block(self, elements: Sequence[Attribute], shapes: Sequence[Shape | None]) -> Block:
        known: list[Shape | None] = [(), *[()] * self.tells, *shapes]
        types = [i64, *[i1] * self.tells, *elements]
        block = Block(arg_types=[sized_type(e, s) for e, s in zip(types, known, strict=True)])
        for arg, shape in zip(block.args, known, strict=True):
            self.b.inference.shapes[arg] = shape
        return block

    def _trips(self) -> Expr:
        """How many trips a loop without a condition makes."""
        b = self.b
        assert self.most is not None
        (most,) = b.elements(self.most) or (None,)
        return b.inference.fresh() if most is None else maximum(most, 0)

    def _cond(self, types: Sequence[Attribute], known: Sequence[Shape | None]) -> Block:
        b, block = self.b, Block(arg_types=types)
        for arg, shape in zip(block.args, known, strict=True):
            b.inference.shapes[arg] = shape
        with b.region(block), b.inference.sometimes(block):
            going = block.args[1] if self.tells else None
            if self.most is not None:
                below = b.op(tf.LessOp, block.args[0], cast(b, self.most, i64), element=i1)
                going = below if going is None else b.op(tf.LogicalAndOp, below, going)
            if going is None:
                going = b.number(1, i1)
        block.add_op(tf.YieldOp.create(operands=[going]))
        return block

    def _body(
        self, types: Sequence[Attribute], known: Sequence[Shape | None], counted: bool, lists: int
    ) -> Block:
        b, block = self.b, Block(arg_types=types)
        for arg, shape in zip(block.args, known, strict=True):
            b.inference.shapes[arg] = shape
        with b.region(block), b.inference.sometimes(block):
            place, *rest = block.args
            told = [rest.pop(0)] if self.tells else []
            carried, handles = rest[: len(rest) - lists], rest[len(rest) - lists :]
            trip = self.body(place, told[0] if told else None, carried)
            again = [trip.condition if trip.condition is not None else b.number(1, i1)]
            filled = [
                with_item(b, handle, place if counted else None, item)
                for handle, item in zip(handles, trip.items, strict=True)
            ]
            number = b.op(tf.AddV2Op, place, 1)
            given = [number, *(again if told else []), *trip.carried, *filled]
        block.add_op(tf.YieldOp.create(operands=given))
        return block
