"""Inference of loop-carried sizes: which invariants hold on every trip (Houdini; Flanagan, Leino
2001).

Every candidate is assumed first. A trip of the body under what is assumed refutes some of them,
until the rest is a fixpoint: it holds after a trip if it held before, and it holds before the first
one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Block, Operation, SSAValue

from ..dialects.types import is_tensor
from ..symbolic import FALSE, Expr, Predicate, as_expr, divides, eq, ge, le
from ..symbolic.shapes import Shape
from .branches import terminator_of
from .inference import Inference

CarriedSize = tuple[int, int]
"""A dimension of a carried value: (number of the value, dimension)."""


Invariant = Callable[[Expr, Expr], Predicate]
"""What holds of a size on every trip, and of the one before the loop."""

BOUNDS: tuple[Invariant, ...] = (ge, le)
"""A size that never shrinks, and one that never grows."""


@dataclass(slots=True)
class InductionGroup:
    """Carried sizes that change by equal amounts on each trip, and invariants of the first one.

    bounds: those of `BOUNDS` that hold between it and the size before the loop
    divisor: what divides it, 0 where a trip has refuted that
    tried: what divides the size before the loop
    """

    members: list[CarriedSize]
    bounds: tuple[Invariant, ...]
    divisor: int
    tried: int

    def laws(self, size: Expr, start: Expr) -> list[Predicate]:
        """The invariants for `size`, which is `start` before the loop."""
        found = [bound(size, start) for bound in self.bounds]
        return [*found, divides(self.divisor, size)] if self.divisor > 1 else found


@dataclass(frozen=True, slots=True)
class KnownInvariants:
    """What was left of a loop's invariants when it was last inferred, in a loop around it.

    There each trip is inferred under less than the one before, so no more than this holds: the next
    inference starts from here (Cousot, Cousot, POPL 1977: iteration from any point above).
    """

    groups: tuple[InductionGroup, ...] = ()
    unknown: frozenset[int] = frozenset()
    """Carried values of unknown shape."""


@dataclass(slots=True)
class Loop:
    """The carried sizes of one loop.

    First every size is taken to stay what it is before the loop. Each run of the body under what is
    assumed refutes some of it, until what is left holds after a trip if it held before: so it holds
    on every trip.
    """

    op: Operation
    ctx: Inference
    cond: Block
    body: Block
    known: KnownInvariants = KnownInvariants()
    initial: list[Shape | None] = field(default_factory=list[Shape | None])
    groups: list[InductionGroup] = field(default_factory=list[InductionGroup])
    moment: int = 0
    _symbols: dict[CarriedSize, Expr] = field(default_factory=dict[CarriedSize, Expr])

    def run(self) -> list[Shape | None]:
        ctx = self.ctx
        self.moment = ctx.ages.now()
        self.initial = [self._before(o, i) for i, o in enumerate(self.op.operands)]
        self._start()
        while not self._trip():
            pass
        changed = dict[CarriedSize, Expr]()
        for group in self.groups:
            changed |= self._sizes(group, ctx.fresh())
            self._assume(group, changed[group.members[0]])
        return self._shapes(changed)

    def _before(self, operand: SSAValue, i: int) -> Shape | None:
        """The shape of an operand; None where it is unknown, or the loop carries another rank."""
        if not self.ctx.has_rank(operand):
            return None
        shape, type = self.ctx.shape(operand), self.body.args[i].type
        if is_tensor(type) and type.get_num_dims() != len(shape):
            ranks = f"rank {len(shape)}, the loop carries rank {type.get_num_dims()}"
            self.ctx.require(FALSE, f"operand {i} has {ranks}")
            return None
        return tuple(map(self.ctx.facts.simplify, shape))

    def _start(self) -> None:
        """Assumes what the last inference of this loop left, all else being refuted."""
        for i in self.known.unknown:
            self.initial[i] = None
        for known in self.known.groups:
            members = [p for p in known.members if self.initial[p[0]] is not None]
            if members:
                group = self._group(members)
                group.bounds = known.bounds
                if not known.divisor and group.divisor == known.tried:
                    group.divisor = 0
                self.groups.append(group)

    def left(self) -> KnownInvariants:
        """What is left of the invariants, for another inference of the loop."""
        unknown = frozenset(i for i, shape in enumerate(self.initial) if shape is None)
        return KnownInvariants(tuple(self.groups), unknown)

    def _trip(self) -> bool:
        """Infers one trip; whether what was assumed before it holds after it."""
        ctx = self.ctx
        changed = dict[CarriedSize, Expr]()
        for group in self.groups:
            changed |= self._sizes(group, self._symbol(group.members[0]))
        shapes, before = self._shapes(changed), ctx.ages.now()
        with ctx.sometimes(self.cond):
            self._suppose()
            ctx.region(self.cond, shapes)
            goes_on = ctx.condition(terminator_of(self.cond).operands[0])
        closed = ctx.surface(self.moment)
        with ctx.sometimes(self.body):
            self._suppose()
            if goes_on is not None and ctx.ages.are_older(goes_on.symbols(), before):
                ctx.assume(goes_on)
            holds = self._refine(ctx.region(self.body, shapes))
        return holds and not (ctx.surface(self.moment) or closed)

    def _suppose(self) -> None:
        for group in self.groups:
            self._assume(group, self._symbol(group.members[0]))

    def _assume(self, group: InductionGroup, size: Expr) -> None:
        """Takes `size` for the first of `group`."""
        for law in group.laws(size, self._initial(group.members[0])):
            self.ctx.assume(law)

    def _symbol(self, place: CarriedSize) -> Expr:
        if place not in self._symbols:
            self._symbols[place] = self.ctx.fresh()
        return self._symbols[place]

    def _initial(self, place: CarriedSize) -> Expr:
        shape = self.initial[place[0]]
        assert shape is not None
        return shape[place[1]]

    def _sizes(self, group: InductionGroup, first: Expr) -> dict[CarriedSize, Expr]:
        """The size of each member where the first one's is `first`."""
        start = self._initial(group.members[0])
        return {place: first + (self._initial(place) - start) for place in group.members}

    def _shapes(self, changed: dict[CarriedSize, Expr]) -> list[Shape | None]:
        return [
            shape
            and tuple(changed.get((i, d), self._size(i, d, size)) for d, size in enumerate(shape))
            for i, shape in enumerate(self.initial)
        ]

    def _declared(self, i: int, d: int) -> Expr | None:
        """The static size that the type of the body's argument promises."""
        type = self.body.args[i].type
        size = type.get_shape()[d] if is_tensor(type) else DYNAMIC_INDEX
        return None if size == DYNAMIC_INDEX else as_expr(size)

    def _size(self, i: int, d: int, initial: Expr) -> Expr:
        """The declared static size of a dimension, else the one before the loop."""
        declared = self._declared(i, d)
        return initial if declared is None else declared

    def _refine(self, returned: Sequence[Shape | None]) -> bool:
        """Drops what the shapes after a trip do not bear out; whether nothing was dropped."""
        after = dict[CarriedSize, Expr]()
        holds = True
        for i, (shape, new) in enumerate(zip(self.initial, returned, strict=True)):
            if shape is not None and (new is None or len(new) != len(shape)):
                holds = False
                self._forget(i)
            elif shape is not None and new is not None:
                after |= {(i, d): size for d, size in enumerate(new)}
        groups = [split for group in self.groups for split in self._split(group, after)]
        grouped = {place for group in groups for place in group.members}
        moved = [
            place
            for place, size in after.items()
            if place not in grouped
            and self._declared(*place) is None
            and not self._proves(eq(size, self._initial(place)))
        ]
        holds = holds and not moved and groups == self.groups
        self.groups = groups + ([self._group(moved)] if moved else [])
        return holds

    def _forget(self, i: int) -> None:
        """Nothing is known of the shape of carried value `i`."""
        self.initial[i] = None
        kept = [[p for p in group.members if p[0] != i] for group in self.groups]
        self.groups = [self._group(members) for members in kept if members]

    def _group(self, members: list[CarriedSize]) -> InductionGroup:
        start = self._initial(members[0])
        divisor = self.ctx.facts.divisor(start)
        return InductionGroup(members, BOUNDS, divisor, divisor)

    def _split(self, group: InductionGroup, after: dict[CarriedSize, Expr]) -> list[InductionGroup]:
        """`group` without the invariants and members that a trip refutes; those members form a
        group.
        """
        first, *others = group.members
        start, size = self._initial(first), after[first]
        apart = [
            place
            for place in others
            if not self._proves(eq(after[place] - size, self._initial(place) - start))
        ]
        bounds = tuple(bound for bound in group.bounds if self._proves(bound(size, start)))
        divides_all = group.divisor < 2 or self._proves(divides(group.divisor, size))
        if not apart and bounds == group.bounds and divides_all:
            return [group]
        members = [place for place in group.members if place not in apart]
        divisor = group.divisor if divides_all else 0
        kept = InductionGroup(members, bounds, divisor, group.tried)
        return [kept, self._group(apart)] if apart else [kept]

    def _proves(self, claim: Predicate) -> bool:
        return self.ctx.facts.proves(claim)
