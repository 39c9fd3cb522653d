"""Sizes that no argument carries, and what ops demand of them.

Whether such a demand holds shows while the code runs, so it is tested there, before the op that
makes it. Only what comes after the test may rely on it: values made before it keep their sizes
under names of which less is known, and are tied to the sizes that they then must have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from xdsl.dialects import func
from xdsl.ir import Block, Operation, SSAValue

from ..symbolic import Expr, Predicate, Symbol
from ..symbolic import substitute as substitute_size
from ..symbolic.shapes import Shape
from .definitions import Cases
from .module_facts import substitute
from .statements import RegionFacts, Statement

Shapes = Mapping[SSAValue, Shape | None]

Place = tuple[SSAValue, int]
"""An element of an integer scalar or vector, or a dimension of a tensor."""


class LateSizes:
    """The late sizes of one inference.

    fresh: makes a new symbol of which nothing is known
    """

    def __init__(self, fresh: Callable[[], Expr]):
        self.demands: dict[Operation, list[Statement]] = {}
        """For each op what is tested before it, in the names of the sizes that are known there."""
        self.moments: dict[Operation, int] = {}
        """The order of the ops that demand something, from 1 on."""
        self.elements: dict[str, Place] = {}
        """Sizes that are elements of operands."""
        self.dimensions: dict[str, Place] = {}
        """For sizes by their earlier names a value and its dimension that has the size."""
        self._fresh = fresh
        self._of_arguments = set[str]()
        self._shapes: dict[SSAValue, list[tuple[int, Shape]]] = {}
        self._having: defaultdict[str, list[SSAValue]] = defaultdict(list)
        self._about: defaultdict[str, list[Statement]] = defaultdict(list)
        self._definitions: dict[str, Cases] = {}
        self._linked: defaultdict[str, set[str]] = defaultdict(set)
        self._before = dict[str, Expr]()
        self._at: Operation | None = None

    def among(self, names: Iterable[str]) -> set[str]:
        """Those of `names` that no argument carries."""
        return {name for name in names if not self._is_of_arguments(name)}

    def _is_of_arguments(self, name: str) -> bool:
        if name in self._of_arguments:
            return True
        cases = self._definitions.get(name)
        if cases is None or not all(map(self._is_of_arguments, _names(cases))):
            return False
        self._of_arguments.add(name)
        return True

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

    def define(self, name: str, cases: Cases) -> None:
        """Takes note of a size that is defined by cases."""
        self._definitions[name] = cases
        linked = {name, *_names(cases)}
        for part in linked:
            self._linked[part] |= linked

    def can_test(self, claim: Predicate, shapes: Shapes) -> bool:
        """Whether all sizes in `claim` can be read from values that are made before."""
        return all(self._is_readable(name, shapes) for name in self.among(claim.symbols()))

    def _is_readable(self, name: str, shapes: Shapes) -> bool:
        if name in self.elements:
            return True
        for value in self._having.get(name, ()):
            if _always_runs(value) and Symbol(name) in (shapes.get(value) or ()):
                return True
        cases = self._definitions.get(name)
        return cases is not None and all(
            self._is_readable(late, shapes) for late in self.among(_names(cases))
        )

    def demand(
        self,
        op: Operation,
        claim: Statement,
        shapes: Shapes,
        regions: dict[Block, RegionFacts],
    ) -> tuple[list[Statement], list[tuple[Expr, Cases]]]:
        """Enters that `op` demands `claim`; statements and definitions about earlier sizes.

        From here on the names of the sizes stand for what is known after the test; `shapes` and
        `regions`, what has been inferred so far, give earlier sizes other names.
        """
        if op is not self._at:
            self._at, self._before = op, {}
            self.moments[op] = len(self.moments) + 1
            self.demands[op] = []
        names = self._connected(self.among(claim.fact.symbols())) - self._before.keys()
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
        fact = substitute(claim.fact, self._before)
        self.demands[op].append(Statement(fact, claim.strength, claim.why))
        stated = {id(s): s for name in sorted(names) for s in self._about[name]}.values()
        return (
            [Statement(substitute(s.fact, self._before), s.strength, s.why) for s in stated],
            [
                (earlier[name], _renamed_cases(cases, self._before))
                for name, cases in self._definitions.items()
                if name in names
            ],
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
                if (name := size.symbol_name) is not None:
                    self.dimensions.setdefault(name, (value, dimension))

    def _connected(self, names: Iterable[str]) -> set[str]:
        """`names` and all late sizes that facts connect with them."""
        found, pending = set[str](), list(names)
        while pending:
            name = pending.pop()
            if name not in found and not self._is_of_arguments(name):
                found.add(name)
                pending += self._linked.get(name, ())
        return found


def _symbols(shape: Shape) -> frozenset[str]:
    return frozenset[str]().union(*(size.symbols() for size in shape))


def _names(cases: Cases) -> frozenset[str]:
    return frozenset[str]().union(*(part.symbols() for part in cases))


def _always_runs(value: SSAValue) -> bool:
    return isinstance(value.owner.parent_op(), func.FuncOp)


def _about(found: RegionFacts) -> set[str]:
    names = {name for s in found.statements for name in s.fact.symbols()}
    for definition in found.definitions:
        names |= {name for part in definition for name in part.symbols()}
    return names


def _renamed(found: RegionFacts, names: dict[str, Expr]) -> RegionFacts:
    return RegionFacts(
        tuple(Statement(substitute(s.fact, names), s.strength, s.why) for s in found.statements),
        tuple(
            (substitute_size(symbol, names), *_renamed_cases(cases, names))
            for symbol, *cases in found.definitions
        ),
    )


def _renamed_cases(cases: Sequence[Predicate | Expr], names: dict[str, Expr]) -> Cases:
    condition, then, otherwise = cases
    assert isinstance(condition, Predicate)
    assert isinstance(then, Expr)
    assert isinstance(otherwise, Expr)
    return (
        substitute(condition, names),
        substitute_size(then, names),
        substitute_size(otherwise, names),
    )
