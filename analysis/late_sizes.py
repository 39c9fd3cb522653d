"""Sizes that no argument carries, and what ops demand of them.

Whether such a demand holds shows while the code runs, so it is tested there, before the op that
makes it. Only what comes after the test may rely on it: values made before it keep their sizes
under names of which less is known, and are tied to the sizes that they then must have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from xdsl.dialects import func
from xdsl.ir import Block, Operation, SSAValue

from ..symbolic import Expr, Facts, Predicate, Symbol, as_expr
from ..symbolic import substitute as substitute_size
from ..symbolic.shapes import Shape
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

    def __init__(self, fresh: Callable[[], Expr], facts: Callable[[], Facts]):
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
        self._fresh = fresh
        self._facts = facts
        self._of_arguments = set[str]()
        self._shapes: dict[SSAValue, list[tuple[int, Shape]]] = {}
        self._having: defaultdict[str, list[SSAValue]] = defaultdict(list)
        self._about: defaultdict[str, list[Statement]] = defaultdict(list)
        self._linked: defaultdict[str, set[str]] = defaultdict(set)
        self._demanded: defaultdict[str, dict[Operation, None]] = defaultdict(dict)
        self._before = dict[str, Expr]()
        self._at: Operation | None = None

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
            self._having[name].append(value)

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
            for value in self._having.get(name, ())
        )

    def demand(
        self,
        op: Operation,
        claim: Statement,
        shapes: Shapes,
        regions: dict[Block, RegionFacts],
    ) -> list[Statement]:
        """Enters that `op` demands `claim`; the statements about earlier sizes.

        From here on the names of the sizes stand for what is known after the test; `shapes` and
        `regions`, what has been inferred so far, give earlier sizes other names.
        """
        if op is not self._at:
            self._at, self._before = op, {}
            self.moments[op] = len(self.moments) + 1
            self.demands[op] = []
            self.carriers[op] = {}
        names = self._renamed_for(claim.fact)
        earlier = {name: self._fresh() for name in sorted(names)}
        self._before |= earlier
        self.elements |= {
            new.symbol_name or "": self.elements[name]
            for name, new in earlier.items()
            if name in self.elements
        }
        for value in {v: None for name in names for v in self._having.get(name, ())}:
            self._split(value, shapes.get(value), earlier, self.moments[op])
        for block, found in regions.items():
            if any(names & _about(found)):
                regions[block] = _renamed(found, earlier)
        self._rename_demands(earlier)
        fact = substitute(claim.fact, self._before)
        self.demands[op].append(Statement(fact, claim.strength, claim.why))
        self._note_demand(op, fact)
        stated = {id(s): s for name in sorted(names) for s in self._about[name]}.values()
        return [Statement(substitute(s.fact, self._before), s.strength, s.why) for s in stated]

    def _rename_demands(self, earlier: dict[str, Expr]) -> None:
        """Gives sizes that demands so far left as they were their names of then."""
        affected = {op: None for name in sorted(earlier) for op in self._demanded.pop(name, ())}
        for op in affected:
            self.demands[op] = [
                Statement(substitute(s.fact, earlier), s.strength, s.why) for s in self.demands[op]
            ]
            for demand in self.demands[op]:
                self._note_demand(op, demand.fact)

    def _note_demand(self, op: Operation, fact: Predicate) -> None:
        for name in self.among(fact.symbols()):
            self._demanded[name][op] = None

    def _renamed_for(self, claim: Predicate) -> set[str]:
        """The sizes of which `claim` may say more than was known: all that facts connect with it.

        Just the newest where, whatever the others are, some number in its place satisfies the claim
        and all facts about it: then these say nothing new of the others (a conservative extension).
        """
        late = self.among(claim.symbols())
        newest = max(late, key=symbol_order)
        if self._is_conservative(newest, claim):
            return {newest} - self._before.keys()
        return self._connected(late) - self._before.keys()

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
        when, before = history[-2]
        before = tuple(substitute_size(size, earlier) for size in before)
        history[-2] = when, before
        if _always_runs(value):
            for dimension, size in enumerate(before):
                name = size.symbol_name
                if name is not None and self.dimensions.setdefault(name, (value, dimension)) == (
                    value,
                    dimension,
                ):
                    assert self._at is not None
                    self.carriers[self._at][value] = None

    def _connected(self, names: Iterable[str]) -> set[str]:
        """`names` and all late sizes that facts connect with them."""
        found, pending = set[str](), list(names)
        while pending:
            name = pending.pop()
            if name not in found and name not in self._of_arguments:
                found.add(name)
                pending += self._linked.get(name, ())
        return found


def _symbols(shape: Shape) -> frozenset[str]:
    return frozenset[str]().union(*(size.symbols() for size in shape))


def _always_runs(value: SSAValue) -> bool:
    return isinstance(value.owner.parent_op(), func.FuncOp)


def _about(found: RegionFacts) -> set[str]:
    return {name for s in found.statements for name in s.fact.symbols()}


def _renamed(found: RegionFacts, names: dict[str, Expr]) -> RegionFacts:
    return RegionFacts(
        tuple(Statement(substitute(s.fact, names), s.strength, s.why) for s in found.statements)
    )
