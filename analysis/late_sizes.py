"""Sizes that no argument carries, and what ops demand of them.

Whether such a demand holds shows while the code runs, so it is tested there, before the op that
makes it. Only what comes after the test may rely on it: values made before it keep their sizes
under names of which less is known, and are tied to the sizes that they then must have. A size that
nothing needs after the test gets its earlier name for good: it is live no more, and later tests
need not name it again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set

from xdsl.dialects import func
from xdsl.ir import Block, Operation, SSAValue

from ..symbolic import Expr, Facts, Predicate, Symbol, as_expr
from ..symbolic import substitute as substitute_size
from ..symbolic.shapes import Shape
from .liveness import Liveness
from .module_facts import substitute
from .statements import RegionFacts, Statement
from .symbol_names import symbol_order

Shapes = Mapping[SSAValue, Shape | None]

Place = tuple[SSAValue, int]
"""An element of an integer scalar or vector, or a dimension of a tensor."""


NUMBERS = (0, 1)
"""What the newest size of a claim is tried to be."""


class LateSizes:
    """The late sizes of one inference.

    fresh: makes a new symbol of which nothing is known
    facts: what is known now
    """

    def __init__(
        self,
        fresh: Callable[[], Expr],
        facts: Callable[[], Facts],
        counted: Callable[[], Iterator[tuple[SSAValue, frozenset[str]]]],
    ):
        self.demands: dict[Operation, list[Statement]] = {}
        """For each op what is tested before it, in the names of the sizes that are known there."""
        self.moments: dict[Operation, int] = {}
        """The order of the ops that demand something, from 1 on."""
        self.elements: dict[str, Place] = {}
        """Sizes that are elements of operands."""
        self.dimensions: dict[str, Place] = {}
        """For sizes by their earlier names a value and its dimension that has the size."""
        self.carriers: dict[Operation, dict[SSAValue, None]] = {}
        """For each op that demands something values that carry the sizes that it is about."""
        self.liveness = Liveness()
        self._fresh = fresh
        self._facts = facts
        self._counted = counted
        self._of_arguments = set[str]()
        self._shapes: dict[SSAValue, list[tuple[int, Shape]]] = {}
        self._having: defaultdict[str, dict[SSAValue, None]] = defaultdict(dict)
        self._left: defaultdict[str, dict[SSAValue, None]] = defaultdict(dict)
        """By size the values that have it and that no op uses any more."""
        self._dead = set[str]()
        """Sizes that no value has by this name, which nothing but facts mentions."""
        self._about: defaultdict[str, list[Statement]] = defaultdict(list)
        self._linked: defaultdict[str, set[str]] = defaultdict(set)
        self._mentions: defaultdict[str, list[tuple[list[Statement], int]]] = defaultdict(list)
        """By size where earlier sizes and tests are stated in terms of it."""
        self._before = dict[str, Expr]()
        self._claims = set[Predicate]()
        self._at: Operation | None = None

    @property
    def dead(self) -> Set[str]:
        """The sizes that no type has: just facts mention what is known of them in the end."""
        return self._dead

    def among(self, names: Iterable[str]) -> set[str]:
        """Those of `names` that no argument carries."""
        return set(names) - self._of_arguments

    def add_argument(self, shape: Shape) -> None:
        """Enters the sizes of an argument of a function."""
        self._of_arguments |= _symbols(shape)

    def shape(self, value: SSAValue, shape: Shape, moment: int = 0) -> Shape:
        """The shape of `value`, at last `shape`, by what is known after the tests of `moment`."""
        known = [late for when, late in self._shapes.get(value, ()) if when <= moment]
        return known[-1] if known else shape

    def shows(self, value: SSAValue) -> bool:
        """Whether the shape of `value` depends on what has been tested."""
        return value in self._shapes

    def record(self, value: SSAValue, shape: Shape | None) -> None:
        """Takes note of the sizes of a new value."""
        self._shapes.pop(value, None)
        for name in self.among(_symbols(shape or ())):
            self._having[name][value] = None
            self._dead.discard(name)

    def state(self, statement: Statement) -> None:
        """Takes note of a fact."""
        late = self.among(statement.fact.symbols())
        for name in late:
            self._about[name].append(statement)
            self._linked[name] |= late

    def can_test(self, claim: Predicate, shapes: Shapes) -> bool:
        """Whether all sizes in `claim` can be read from values that are made before."""
        return all(self._is_readable(name, shapes) for name in self.among(claim.symbols()))

    def _is_readable(self, name: str, shapes: Shapes) -> bool:
        if name in self.elements:
            return True
        return any(
            _always_runs(value) and Symbol(name) in (shapes.get(value) or ())
            for value in (*self._having.get(name, ()), *self._left.get(name, ()))
        )

    def demand(
        self,
        op: Operation,
        claim: Statement,
        shapes: Shapes,
        regions: dict[Block, RegionFacts],
        statements: list[Statement],
    ) -> None:
        """Enters that `op` demands `claim`, and appends to `statements` those of earlier sizes.

        From here on the names of the sizes stand for what is known after the test; `shapes`,
        `regions` and `statements`, what has been inferred so far, give earlier sizes other names.
        """
        if op is not self._at:
            self._at, self._before, self._claims = op, {}, set[Predicate]()
            self.moments[op] = len(self.moments) + 1
            self.demands[op] = []
            self.carriers[op] = {}
        self._claims.add(claim.fact)
        names = self._renamed_for(claim.fact, regions)
        for name in names & self._dead:
            self._having[name] |= self._left.pop(name, {})
        earlier = {name: self._fresh() for name in sorted(names)}
        self._before |= earlier
        self.elements |= {
            new.symbol_name or "": self.elements[name]
            for name, new in earlier.items()
            if name in self.elements
        }
        for value in {v: None for name in names for v in self._having.get(name, ())}:
            self._split(value, shapes.get(value), earlier, self.moments[op])
        self._let_go(op, names, shapes)
        for block, found in regions.items():
            if not names.isdisjoint(found.symbols()):
                regions[block] = found.renamed(earlier)
        self._rename_mentions(earlier)
        for statement in self._known_of(names):
            self._enter(statement, statements)
        self._enter(claim, self.demands[op])

    def _rename_mentions(self, earlier: Mapping[str, Expr]) -> None:
        for name in earlier:
            for where, place in self._mentions.pop(name, ()):
                where[place] = where[place].renamed(earlier)

    def _known_of(self, names: set[str]) -> Iterator[Statement]:
        """What is known of the sizes `names` before the test, in the names of now.

        Not what relates them to sizes that have no name of before the test.
        """
        stated = {id(s): s for name in sorted(names) for s in self._about[name]}.values()
        for statement in stated:
            if statement.fact in self._claims:
                continue
            sizes = self.argument_sizes(statement.fact)
            fact = substitute(statement.fact, sizes | self._before)
            if fact.symbols().isdisjoint(self._dead):
                yield Statement(fact, statement.strength, statement.why)

    def argument_sizes(self, fact: Predicate) -> dict[str, Expr]:
        """The late sizes in `fact` that were tested to be sizes of arguments, as these."""
        facts = self._facts()
        sizes = {name: facts.simplify(Symbol(name)) for name in self.among(fact.symbols())}
        return {name: size for name, size in sizes.items() if not self.among(size.symbols())}

    def _enter(self, statement: Statement, where: list[Statement]) -> None:
        """Appends `statement` in the names of before the test, to be renamed with its sizes."""
        statement = statement.renamed(self._before)
        for name in self.among(statement.fact.symbols()):
            self._mentions[name].append((where, len(where)))
            self._dead.discard(name)
        where.append(statement)

    def _renamed_for(self, claim: Predicate, regions: Mapping[Block, RegionFacts]) -> set[str]:
        """The sizes of which `claim` may say more than was known: all that facts connect with it,
        as far as something made before the test has them.

        Just the newest where, whatever the others are, some number in its place satisfies the claim
        and all facts about it: then these say nothing new of the others (a conservative extension).
        """
        late = self.among(claim.symbols())
        newest = max(late, key=symbol_order)
        if self._is_conservative(newest, claim):
            return {newest} - self._before.keys()
        for found in regions.values():
            self._dead.difference_update(found.symbols())
        return late.union(self._connected(late) - self._dead) - self._before.keys()

    def _is_conservative(self, name: str, claim: Predicate) -> bool:
        """Whether a number is known that satisfies `claim` and all that is known of size `name`."""
        facts = self._facts()
        least, greatest = facts.bounds(Symbol(name))
        known = [claim, *(statement.fact for statement in self._about.get(name, ()))]
        return any(
            all(facts.proves(substitute(fact, {name: as_expr(number)})) for fact in known)
            for number in NUMBERS
            if (least is None or least <= number) and (greatest is None or number <= greatest)
        )

    def _split(
        self, value: SSAValue, shape: Shape | None, earlier: dict[str, Expr], moment: int
    ) -> None:
        """Gives the sizes that `value` had before `moment` their names of then."""
        if shape is None:
            return
        history = self._shapes.setdefault(value, [(0, shape)])
        if history[-1][0] != moment:
            history.append((moment, history[-1][1]))
        history[:-1] = [
            (when, tuple(substitute_size(size, earlier) for size in before))
            for when, before in history[:-1]
        ]
        if _always_runs(value):
            for dimension, size in enumerate(history[-2][1]):
                name = size.symbol_name
                if name is not None and self.dimensions.setdefault(name, (value, dimension)) == (
                    value,
                    dimension,
                ):
                    assert self._at is not None
                    self.carriers[self._at][value] = None

    def _let_go(self, op: Operation, names: set[str], shapes: Shapes) -> None:
        """Forgets the values that no op from `op` on uses, and the sizes that nothing needs then.

        A size that something needs, and of which no live value is read, keeps one that is not.
        """
        having = {name: list(self._having.get(name, ())) for name in names}
        live = {
            name: {value for value in values if not self.liveness.is_dead(value, op)}
            for name, values in having.items()
        }
        needed = {name for name, values in live.items() if values}
        for value, counted in self._counted():
            if not counted.isdisjoint(names - needed) and not self.liveness.is_dead(value, op):
                needed |= counted & names
        carriers = self.carriers[op]
        for name in names:
            kept = live[name]
            if name in needed and not any(Symbol(name) in (shapes.get(v) or ()) for v in kept):
                kept.update(value for value in having[name] if value in carriers)
            left = [value for value in having[name] if value not in kept]
            self._left[name] |= dict.fromkeys(left)
            self._having[name] = {value: None for value in having[name] if value in kept}
            if name not in needed:
                self._dead.add(name)
        for value in {value for values in having.values() for value in values}:
            late = self.among(_symbols(shapes.get(value) or ()))
            if not any(value in self._having.get(name, ()) for name in late):
                carriers.pop(value, None)

    def _connected(self, names: Iterable[str]) -> set[str]:
        """`names` and all late sizes that facts connect with them, but for those that are known to
        be sizes of arguments.
        """
        found, pending = set[str](), list(names)
        facts = self._facts()
        while pending:
            name = pending.pop()
            if name not in found and name not in self._of_arguments:
                size = facts.simplify(Symbol(name))
                if name not in names and not self.among(size.symbols()):
                    continue
                found.add(name)
                pending += self._linked.get(name, ())
        return found


def _symbols(shape: Shape) -> frozenset[str]:
    return frozenset[str]().union(*(size.symbols() for size in shape))


def _always_runs(value: SSAValue) -> bool:
    return isinstance(value.owner.parent_op(), func.FuncOp)
