"""Emits branches and loops, and tells what is known of their results.

What a region finds holds there alone: a size of a result is known where it is made of sizes from
before the region.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    BoolAttr,
    IntegerAttr,
    TensorType,
    UnrankedTensorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Region, SSAValue

from ...dialects import tf
from ...dialects.tf_type import VariantType
from ...symbolic import eq
from ...symbolic.shapes import Shape
from .builder import GraphBuilder
from .elementwise import cast
from .nodes import GraphValue, NodeRefused


@dataclass
class Branch:
    """A region: what it gives, as values of the model and as tensors, and the tensors' shapes."""

    block: Block = field(default_factory=Block)
    outputs: list[GraphValue] = field(default_factory=list[GraphValue])
    values: list[SSAValue] = field(default_factory=list[SSAValue])
    shapes: list[Shape | None] = field(default_factory=list["Shape | None"])

    def note_shapes(self, b: GraphBuilder) -> None:
        """Keeps the shapes of the values, while what the region found is still known."""
        self.shapes = [b.sizes(v) if b.has_rank(v) else None for v in self.values]


def branches(
    b: GraphBuilder, condition: SSAValue, made: Sequence[Branch], moment: int
) -> Sequence[SSAValue]:
    """`tf.IfRegion`; a size that both branches have, made of sizes before `moment`, is the result's."""
    shapes = list[Shape | None]()
    elements = list[Attribute]()
    for place, value in enumerate(made[0].values):
        found = [branch.shapes[place] for branch in made]
        elements.append(b.element(value))
        if b.element(made[1].values[place]) != elements[-1]:
            raise NodeRefused("the branches give elements of different types")
        shapes.append(_joined(b, found, moment))
    for branch in made:
        branch.block.add_op(tf.YieldOp.create(operands=branch.values))
    op = tf.IfRegionOp.create(
        operands=[condition],
        result_types=[_type(e, s) for e, s in zip(elements, shapes, strict=True)],
        properties={"is_stateless": BoolAttr.from_bool(True)},
        regions=[Region(branch.block) for branch in made],
    )
    return b.put(op, shapes)


def _joined(b: GraphBuilder, found: Sequence[Shape | None], moment: int) -> Shape | None:
    known = [shape for shape in found if shape is not None]
    if len(known) < len(found) or len({len(shape) for shape in known}) != 1:
        return None
    first, *others = known
    return tuple(
        size
        if b.inference.ages.are_older(size.symbols(), moment)
        and all(other[i] == size for other in others)
        else b.inference.fresh()
        for i, size in enumerate(first)
    )


def _type(element: Attribute, shape: Shape | None) -> Attribute:
    if shape is None:
        return UnrankedTensorType(element)
    sizes = [s.constant_value if s.constant_value is not None else DYNAMIC_INDEX for s in shape]
    return TensorType(element, sizes)


@dataclass(frozen=True, slots=True)
class Trip:
    """What one trip gives: whether to go on (None: always), what is carried on, what is gathered."""

    condition: SSAValue | None
    carried: Sequence[SSAValue]
    items: Sequence[SSAValue]


Body = Callable[[SSAValue, "SSAValue | None", Sequence[SSAValue]], Trip]
"""Emits a trip: its number, a scalar of i64, the condition, and what is carried."""


def run_loop(
    b: GraphBuilder,
    most: SSAValue | None,
    condition: SSAValue | None,
    initial: Sequence[SSAValue],
    body: Body,
) -> list[SSAValue]:
    """Runs `body` at most `most` times while `condition`, which each trip tells anew, holds.

    The results are what is carried last, then what was gathered, along a new dimension 0. A first
    emission of the body, which is dropped, tells which sizes a trip keeps and what is gathered.
    """
    return _LoopEmitter(b, most, condition, initial, body).run()


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

    def run(self) -> list[SSAValue]:
        shapes, items = self._trial()
        b = self.b
        counted = self.most is not None and not self.tells
        lists = [self._new_list(item, counted) for item in items]
        carried = [b.integer(0), *self._conditions(), *self.initial, *lists]
        known: list[Shape | None] = [(), *[()] * self.tells, *shapes, *[()] * len(lists)]
        types = [
            value.type if i >= len(known) - len(lists) else _type(b.element(value), shape)
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
        stacked = [self._stacked(h, i) for h, i in zip(results[last:], items, strict=True)]
        return [*results[first:last], *stacked]

    def _conditions(self) -> list[SSAValue]:
        return [self.condition] if self.condition is not None else []

    def _trial(self) -> tuple[list[Shape | None], list[tuple[Attribute, Shape | None]]]:
        """The shapes of what is carried, as all trips keep them, and what a trip gathers."""
        b = self.b
        fresh = [
            tuple(b.inference.fresh() for _ in b.sizes(v)) if b.has_rank(v) else None
            for v in self.initial
        ]
        block = self._block([b.element(v) for v in self.initial], fresh)
        with b.region(block), b.inference.sometimes(block):
            place, *rest = block.args
            told = rest[0] if self.tells else None
            trip = self.body(place, told, rest[self.tells :])
            if not self.tells and trip.condition is not None:
                self.tells, self.condition = True, None
            kept = [
                self._kept(v, shape, new)
                for v, shape, new in zip(self.initial, fresh, trip.carried, strict=True)
            ]
            items = [(b.element(v), b.sizes(v) if b.has_rank(v) else None) for v in trip.items]
        for op in reversed(list(block.ops)):
            op.detach()
            op.erase(safe_erase=False)
        if self.tells and self.condition is None:
            self.condition = b.number(1, i1)
        return kept, items

    def _block(self, elements: Sequence[Attribute], shapes: Sequence[Shape | None]) -> Block:
        known: list[Shape | None] = [(), *[()] * self.tells, *shapes]
        types = [i64, *[i1] * self.tells, *elements]
        block = Block(arg_types=[_type(e, s) for e, s in zip(types, known, strict=True)])
        for arg, shape in zip(block.args, known, strict=True):
            self.b.inference.shapes[arg] = shape
        return block

    def _kept(self, first: SSAValue, before: Shape | None, after: SSAValue) -> Shape | None:
        """The sizes of `first` that a trip keeps, whatever they are; new ones for all others."""
        b = self.b
        if before is None or not b.has_rank(after):
            return None
        found = b.sizes(after)
        if len(found) != len(before):
            raise NodeRefused("a loop changes the rank of what it carries")
        return tuple(
            size if b.proves(eq(old, new)) else b.inference.fresh()
            for size, old, new in zip(b.sizes(first), before, found, strict=True)
        )

    def _new_list(self, item: tuple[Attribute, Shape | None], counted: bool) -> SSAValue:
        b = self.b
        element, shape = item
        kind = TensorType(VariantType.new([ArrayAttr([UnrankedTensorType(element)])]), [])
        if counted:
            assert self.most is not None
            operands = [self._element_shape(shape), cast(b, self.most, i32)]
            op = tf.TensorListReserveOp.create(operands=operands, result_types=[kind])
        else:
            operands = [self._element_shape(shape), b.number(-1, i32)]
            op = tf.EmptyTensorListOp.create(operands=operands, result_types=[kind])
        return b.put(op, [()])[0]

    def _element_shape(self, shape: Shape | None) -> SSAValue:
        b = self.b
        if shape is None:
            return b.number(-1, i32)
        sizes = [-1 if s.constant_value is None else s.constant_value for s in shape]
        return b.constant(np.array(sizes, np.int32), i32)

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
                self._with_item(handle, place, item, counted)
                for handle, item in zip(handles, trip.items, strict=True)
            ]
            number = b.op(tf.AddV2Op, place, 1)
            given = [number, *(again if told else []), *trip.carried, *filled]
        block.add_op(tf.YieldOp.create(operands=given))
        return block

    def _with_item(
        self, handle: SSAValue, place: SSAValue, item: SSAValue, counted: bool
    ) -> SSAValue:
        if counted:
            operands = [handle, cast(self.b, place, i32), item]
            op = tf.TensorListSetItemOp.create(operands=operands, result_types=[handle.type])
        else:
            operands = [handle, item]
            op = tf.TensorListPushBackOp.create(operands=operands, result_types=[handle.type])
        return self.b.put(op, [()])[0]

    def _stacked(self, handle: SSAValue, item: tuple[Attribute, Shape | None]) -> SSAValue:
        element, shape = item
        b = self.b
        op = tf.TensorListStackOp.create(
            operands=[handle, self._element_shape(shape)],
            result_types=[UnrankedTensorType(element)],
            properties={"num_elements": IntegerAttr(-1, i64)},
        )
        if shape is None:
            return b.put(op, [None])[0]
        sizes = (b.inference.fresh() if s.constant_value is None else s for s in shape)
        return b.put(op, [(b.inference.fresh(), *sizes)])[0]
