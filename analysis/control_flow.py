"""Inference through branches and loops.

What is found in a region holds there alone. Outside, a size of a branch's result is the one of the branch that runs;
a size that a loop carries is what holds on every trip and before the first one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Block, Operation, SSAValue

from ..dialects.tensors import is_tensor
from ..rules.rule import Conditions, Element, Value
from ..symbolic import Contradiction, Expr, Predicate, any_of, as_expr, divides, eq, ge, le
from ..symbolic.shapes import Shape
from .inference import Inference, end_of

Place = tuple[int, int]
"""A dimension of a carried value: (number of the value, dimension)."""


Law = Callable[[Expr], Predicate]


@dataclass(frozen=True, slots=True)
class Seen:
    """A size in a branch as the outside sees it: what it is, if older symbols tell, and its bounds."""

    size: Expr | None
    least: int
    greatest: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one branch gives for one result."""

    sizes: tuple[Seen, ...] | None
    value: Value | None


def infer_branches(op: Operation, ctx: Inference, conditions: Conditions) -> list[Shape | None]:
    """The shapes of the results of `op`, one of whose regions runs: number i where `conditions[i]` holds."""
    blocks = [region.block for region in op.regions]
    for block, condition in zip(blocks, conditions, strict=True):
        if condition is not None and ctx.facts.proves(condition):
            return _only(op, ctx, block)
    ctx.decided.pop(op, None)
    mark = ctx.mark()
    while True:
        outcomes, closed = list[list[Outcome]](), False
        for block, condition in zip(blocks, conditions, strict=True):
            with ctx.sometimes(block):
                if condition is not None:
                    ctx.assume(condition)
                ctx.region(block, ())
                outcomes.append([_outcome(ctx, v, mark) for v in end_of(block).operands])
            closed |= ctx.surface(mark)
        if not closed:
            break
    return [
        _join(ctx, result, given, conditions)
        for result, given in zip(op.results, zip(*outcomes, strict=True), strict=True)
    ]


def _only(op: Operation, ctx: Inference, block: Block) -> list[Shape | None]:
    """The results where `block` is the only region of `op` that ever runs."""
    ctx.decided[op] = block
    shapes = ctx.region(block, ())
    for result, given in zip(op.results, end_of(block).operands, strict=True):
        ctx.suppose_value(result, ctx.value(given))
    return list(shapes)


def _outcome(ctx: Inference, value: SSAValue, mark: int) -> Outcome:
    shape, elements = ctx.shapes.get(value), ctx.value(value)
    sizes = None if shape is None else tuple(_seen(ctx, size, mark) for size in shape)
    if elements is not None:
        elements = tuple(
            e if e is not None and ctx.is_older(e.symbols(), mark) else None for e in elements
        )
    return Outcome(sizes, elements)


def _seen(ctx: Inference, size: Expr, mark: int) -> Seen:
    size = ctx.facts.simplify(size)
    least, greatest = ctx.facts.bounds(size)
    outside = size if ctx.is_older(size.symbols(), mark) else None
    return Seen(outside, max(least or 0, 0), greatest)


def _join(
    ctx: Inference, result: SSAValue, outcomes: Sequence[Outcome], conditions: Conditions
) -> Shape | None:
    values = [outcome.value for outcome in outcomes]
    known = [value for value in values if value is not None]
    if len(known) == len(values) and len({len(value) for value in known}) == 1:
        joined = (_join_elements(ctx, e, conditions) for e in zip(*known, strict=True))
        ctx.suppose_value(result, tuple(joined))
    shapes = [outcome.sizes for outcome in outcomes if outcome.sizes is not None]
    if len(shapes) < len(outcomes) or len({len(shape) for shape in shapes}) != 1:
        return None
    return tuple(_join_sizes(ctx, sizes, conditions) for sizes in zip(*shapes, strict=True))


def _join_sizes(ctx: Inference, seen: Sequence[Seen], conditions: Conditions) -> Expr:
    sizes = [s.size for s in seen if s.size is not None]
    if len(sizes) == len(seen):
        joined = _chosen(ctx, sizes, conditions)
        if joined is not None:
            return joined
    size = ctx.fresh(min(s.least for s in seen))
    if len(sizes) == len(seen):
        ctx.assume(any_of(*(eq(size, s) for s in sizes)))
    greatest = [s.greatest for s in seen if s.greatest is not None]
    if len(greatest) == len(seen):
        ctx.assume(le(size, max(greatest)))
    return size


def _join_elements(ctx: Inference, elements: Sequence[Element], conditions: Conditions) -> Element:
    numbers = [e for e in elements if isinstance(e, Expr)]
    if len(numbers) == len(elements):
        return _chosen(ctx, numbers, conditions)
    return elements[0] if all(e == elements[0] for e in elements) else None


def _chosen(ctx: Inference, sizes: Sequence[Expr], conditions: Conditions) -> Expr | None:
    """The one of `sizes` whose condition holds; None where that cannot be said."""
    *others, result = sizes
    if all(ctx.facts.proves(eq(result, other)) for other in others):
        return sizes[0]
    for condition, size in zip(reversed(conditions[:-1]), reversed(others), strict=True):
        if condition is None:
            return None
        if _holds_where(ctx, condition.negate(), eq(size, result)):
            result = size
        elif not _holds_where(ctx, condition, eq(size, result)):
            result = ctx.select(condition, size, result)
    return result


def _holds_where(ctx: Inference, condition: Predicate, claim: Predicate) -> bool:
    """Whether `claim` holds in every run in which `condition` does."""
    with ctx.facts.scope():
        try:
            ctx.facts.learn(condition)
        except Contradiction:
            return True
        return ctx.facts.proves(claim)


@dataclass(slots=True)
class Group:
    """Sizes that change by the same amount on each trip, and what holds for the first of them on every trip."""

    members: list[Place]
    laws: list[Law]


@dataclass(slots=True)
class Loop:
    """The carried sizes of one loop.

    First every size is taken to stay what it is before the loop. Each run of the body under what is assumed
    refutes some of it, until what is left holds after a trip if it held before: so it holds on every trip.
    """

    op: Operation
    ctx: Inference
    cond: Block
    body: Block
    initial: list[Shape | None] = field(default_factory=list[Shape | None])
    groups: list[Group] = field(default_factory=list[Group])
    mark: int = 0
    _symbols: dict[Place, Expr] = field(default_factory=dict[Place, Expr])

    def run(self) -> list[Shape | None]:
        ctx = self.ctx
        self.mark = ctx.mark()
        self.initial = [
            tuple(map(ctx.facts.simplify, ctx.shape(o))) if ctx.has_rank(o) else None
            for o in self.op.operands
        ]
        while not self._trip():
            pass
        changed = dict[Place, Expr]()
        for group in self.groups:
            changed |= self._sizes(group, ctx.fresh())
            for law in group.laws:
                ctx.assume(law(changed[group.members[0]]))
        return self._shapes(changed)

    def _trip(self) -> bool:
        """Infers one trip; whether what was assumed before it holds after it."""
        ctx = self.ctx
        changed = dict[Place, Expr]()
        for group in self.groups:
            changed |= self._sizes(group, self._symbol(group.members[0]))
        shapes, before = self._shapes(changed), ctx.mark()
        with ctx.sometimes(self.cond):
            self._suppose()
            ctx.region(self.cond, shapes)
            goes_on = ctx.condition(end_of(self.cond).operands[0])
        closed = ctx.surface(self.mark)
        with ctx.sometimes(self.body):
            self._suppose()
            if goes_on is not None and ctx.is_older(goes_on.symbols(), before):
                ctx.assume(goes_on)
            holds = self._refine(ctx.region(self.body, shapes))
        return holds and not (ctx.surface(self.mark) or closed)

    def _suppose(self) -> None:
        for group in self.groups:
            for law in group.laws:
                self.ctx.assume(law(self._symbol(group.members[0])))

    def _symbol(self, place: Place) -> Expr:
        if place not in self._symbols:
            self._symbols[place] = self.ctx.fresh()
        return self._symbols[place]

    def _initial(self, place: Place) -> Expr:
        shape = self.initial[place[0]]
        assert shape is not None
        return shape[place[1]]

    def _sizes(self, group: Group, first: Expr) -> dict[Place, Expr]:
        """The size of each member where the first one's is `first`."""
        start = self._initial(group.members[0])
        return {place: first + (self._initial(place) - start) for place in group.members}

    def _shapes(self, changed: dict[Place, Expr]) -> list[Shape | None]:
        return [
            shape
            and tuple(
                changed.get((i, d)) or self._declared(i, d) or size for d, size in enumerate(shape)
            )
            for i, shape in enumerate(self.initial)
        ]

    def _declared(self, i: int, d: int) -> Expr | None:
        """The static size that the type of the body's argument promises."""
        type = self.body.args[i].type
        size = type.get_shape()[d] if is_tensor(type) else DYNAMIC_INDEX
        return None if size == DYNAMIC_INDEX else as_expr(size)

    def _refine(self, returned: Sequence[Shape | None]) -> bool:
        """Drops what the shapes after a trip do not bear out; whether nothing was dropped."""
        after = dict[Place, Expr]()
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

    def _group(self, members: list[Place]) -> Group:
        start = self._initial(members[0])
        divisor = self.ctx.facts.divisor(start)
        laws: list[Law] = [lambda size: ge(size, start), lambda size: le(size, start)]
        if divisor > 1:
            laws.append(lambda size: divides(divisor, size))
        return Group(members, laws)

    def _split(self, group: Group, after: dict[Place, Expr]) -> list[Group]:
        """`group` without the laws and the members that a trip refutes; those are a group of their own."""
        first, *others = group.members
        start, size = self._initial(first), after[first]
        apart = [
            place
            for place in others
            if not self._proves(eq(after[place] - size, self._initial(place) - start))
        ]
        laws = [law for law in group.laws if self._proves(law(size))]
        if not apart and len(laws) == len(group.laws):
            return [group]
        kept = Group([place for place in group.members if place not in apart], laws)
        return [kept, self._group(apart)] if apart else [kept]

    def _proves(self, claim: Predicate) -> bool:
        return self.ctx.facts.proves(claim)


class ControlFlowInference(Inference):
    """Inference that follows branches and loops."""

    def branches(self, op: Operation, conditions: Conditions) -> list[Shape | None]:
        return infer_branches(op, self, conditions)

    def loop(self, op: Operation, cond: Block, body: Block) -> list[Shape | None]:
        return Loop(op, self, cond, body).run()
