"""Which versions of a group pay: the sizes made equal, the guard, the bytes saved.

Hints and likely sizes are examples of a run. In an example some pairs are equal, and some operands
are broadcast because their size is 1; a version is made for what an example shows. Where nothing
tells, all pairs may be equal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ...analysis.broadcasts import is_broadcast, is_named, undecided_pairs
from ...analysis.example_sizes import DEFAULT_SIZE
from ...analysis.hints import Hints, hints_of
from ...analysis.module_facts import LikelySizes
from ...analysis.module_parts import ops_below
from ...analysis.shape_analysis import ShapeAnalysis
from ...analysis.traffic import size_in_bytes
from ...dialects import sdim
from ...symbolic import (
    Expr,
    Facts,
    Predicate,
    Symbol,
    all_of,
    any_of,
    eq,
)
from ...symbolic.broadcast import operands
from ...symbolic.expr import SymbolAtom
from ...symbolic.shapes import ONE

Pair = tuple[Expr, Expr]
CanBeRead = Callable[[Expr], bool]
"""Whether code before the group can have a size."""

MAX_EXAMPLES = 64
"""The greatest number of combinations of likely sizes that are considered."""


@dataclass(frozen=True, slots=True)
class UndecidedBroadcast:
    """A broadcast of a group that may or may not repeat its operand."""

    pairs: tuple[Pair, ...]
    """(operand size, result size) where that is open."""
    bytes: Expr
    """What its result takes."""


@dataclass(frozen=True, slots=True)
class GroupVersion:
    """Where all of `guards` hold, the two sizes of each pair in `same` are equal."""

    guards: tuple[Predicate, ...]
    same: tuple[Pair, ...]

    def symbols(self) -> frozenset[str]:
        """All symbols that the version names."""
        sizes = (size.symbols() for pair in self.same for size in pair)
        return frozenset[str]().union(*sizes, *(guard.symbols() for guard in self.guards))


@dataclass(frozen=True, slots=True)
class Gain:
    """Average bytes of decided broadcasts, under guards that may hold and that surely do."""

    possible: float
    sure: float

    def rank(self) -> tuple[float, float]:
        return self.possible, self.sure


@dataclass(frozen=True, slots=True)
class Examples:
    """The hints and likely sizes of a module."""

    hints: Mapping[str, int]
    likely: Sequence[LikelySizes]

    @staticmethod
    def of(module: ModuleOp, analysis: ShapeAnalysis) -> Examples:
        likely = [
            LikelySizes(size, tuple(op.sizes.get_values()))
            for op in ops_below(module)
            if type(op) is sdim.LikelyOp and (size := analysis.scalar(op.value)) is not None
        ]
        return Examples(hints_of(module), likely)

    def about(self, names: Iterable[str], analysis: ShapeAnalysis) -> list[Hints]:
        """Examples of the sizes `names` that the facts allow; an empty one where none is given."""
        names = set(names).union(
            *(analysis.facts.simplify(Symbol(name)).symbols() for name in names)
        )
        given = {name: {hint} for name, hint in self.hints.items() if name in names}
        for entry in self.likely:
            if (name := entry.size.symbol_name) is not None and name in names:
                given.setdefault(name, set()).update(entry.values)
        combinations = islice(product(*map(sorted, given.values())), MAX_EXAMPLES)
        found = [Hints(dict(zip(given, c, strict=True)), analysis.facts) for c in combinations]
        claims = self._claims_about(names, analysis) if given else []
        return [e for e in found if not any(e.holds(claim) is False for claim in claims)]

    def _claims_about(self, names: set[str], analysis: ShapeAnalysis) -> list[Predicate]:
        claims = [fact.predicate for fact in analysis.facts.learnt]
        claims += [any_of(*(eq(e.size, value) for value in e.values)) for e in self.likely]
        return [claim for claim in claims if claim.symbols() <= names]


def undecided_broadcasts(
    ops: Iterable[Operation], analysis: ShapeAnalysis, can_be_read: CanBeRead
) -> list[UndecidedBroadcast]:
    """The undecided broadcasts in `ops`, with the pairs of sizes that code can compare."""
    found = list[UndecidedBroadcast]()
    for inner in (each for op in ops for each in ops_below(op)):
        if is_broadcast(inner):
            pairs = [
                pair
                for pair in undecided_pairs(inner, analysis)
                if all(is_named(size) and can_be_read(size) for size in pair)
            ]
            if pairs:
                size = size_in_bytes(inner.results[0], analysis)
                found.append(UndecidedBroadcast(tuple(dict.fromkeys(pairs)), size))
    return found


def profitable_versions(
    undecided: Sequence[UndecidedBroadcast],
    analysis: ShapeAnalysis,
    examples: Examples,
    can_be_read: CanBeRead,
    limit: int,
) -> list[tuple[GroupVersion, Gain]]:
    """At most `limit` versions of the group with the broadcasts `undecided`, by profit."""
    pairs = list(dict.fromkeys(pair for broadcast in undecided for pair in broadcast.pairs))
    names = {name for pair in pairs for size in pair for name in size.symbols()}
    shown = examples.about(names, analysis)
    candidates = dict.fromkeys(
        v for e in shown for v in _versions_for(pairs, e, analysis, can_be_read)
    )
    scores = {v: [_saved(v, undecided, e) for e in shown] for v in candidates}
    best = [Gain(0, 0)] * len(shown)
    chosen = list[tuple[GroupVersion, Gain]]()
    while scores and len(chosen) < limit:
        gains = {version: _more(score, best) for version, score in scores.items()}
        version = max(gains, key=lambda v: gains[v].rank())
        if not any(gains[version].rank()):
            break
        chosen.append((version, gains[version]))
        score = scores.pop(version)
        best = [
            Gain(max(a.possible, b.possible), max(a.sure, b.sure))
            for a, b in zip(score, best, strict=True)
        ]
    return chosen


def _more(score: Sequence[Gain], best: Sequence[Gain]) -> Gain:
    """What a version with `score` adds on average to versions that have `best`."""
    both = list(zip(score, best, strict=True))
    return Gain(
        sum(max(a.possible - b.possible, 0) for a, b in both) / len(both),
        sum(max(a.sure - b.sure, 0) for a, b in both) / len(both),
    )


def _saved(version: GroupVersion, undecided: Sequence[UndecidedBroadcast], example: Hints) -> Gain:
    """The bytes that `version` decides in `example`, split evenly over a broadcast's open pairs."""
    held = [example.holds(guard) for guard in version.guards]
    if False in held:
        return Gain(0, 0)
    saved, same = 0.0, set(version.same)
    for broadcast in undecided:
        equal = sum(pair in same for pair in broadcast.pairs)
        saved += equal / len(broadcast.pairs) * max(_bytes_in(broadcast, example), 1)
    return Gain(saved, 0 if None in held else saved)


def _bytes_in(broadcast: UndecidedBroadcast, example: Hints) -> int:
    size = broadcast.bytes
    given = {name: example.size(Symbol(name)) for name in size.symbols()}
    return size.evaluate({n: DEFAULT_SIZE if s is None else s for n, s in given.items()})


def _versions_for(
    pairs: Sequence[Pair], example: Hints, analysis: ShapeAnalysis, can_be_read: CanBeRead
) -> Iterable[GroupVersion]:
    """The version of the pairs that may be equal in `example`, and of those that surely are."""
    equal = {pair: example.holds(eq(*pair)) for pair in pairs}
    possible = [pair for pair in pairs if equal[pair] is not False]
    sure = [pair for pair in pairs if equal[pair]]
    ones = [size for size, _ in pairs if example.holds(eq(size, 1))]
    for same in (possible, sure) if len(sure) < len(possible) else (possible,):
        guards = guards_for(same, ones, example, analysis, can_be_read)
        if guards:
            yield GroupVersion(
                tuple(guards), (*same, *_also_equal(guards, same, pairs, analysis.facts))
            )


def _also_equal(
    guards: Sequence[Predicate], same: Sequence[Pair], pairs: Sequence[Pair], facts: Facts
) -> list[Pair]:
    """Pairs beyond `same` that `guards` make equal: other pairs, and operand sizes that are 1."""
    held, known = set(same), set(guards)
    others = [pair for pair in pairs if pair not in held]
    if any(eq(size, 1) in known for size, _ in pairs):
        others += dict.fromkeys((size, ONE) for size, _ in pairs)
    return [pair for pair in others if _entail(facts, guards, [eq(*pair)])]


def guards_for(
    pairs: Sequence[Pair],
    ones: Sequence[Expr],
    example: Hints,
    analysis: ShapeAnalysis,
    can_be_read: CanBeRead,
) -> list[Predicate]:
    """A small set of guards that `example` does not refute and that makes every pair equal.

    Empty where there is none.

    ones: sizes that are 1 in `example`; the guard asks it of them where it has to
    """
    facts = analysis.facts
    wanted = [eq(a, b) for a, b in pairs]
    known = [eq(size, 1) for size in ones]
    parts = _equal_sources(pairs, analysis, can_be_read)
    guards = list(dict.fromkeys(g for g in (*known, *parts) if example.holds(g) is not False))
    tree = _spanning(guards)
    if tree is not None and _entail(facts, dict.fromkeys(tree), wanted):
        return [] if not pairs or facts.refutes(all_of(*tree)) else tree
    if not _entail(facts, dict.fromkeys(guards), wanted):
        guards = list(dict.fromkeys((*known, *wanted)))
    for guard in list(guards):
        others = [other for other in guards if other is not guard]
        if others and _entail(facts, others, wanted):
            guards = others
    return [] if not pairs or facts.refutes(all_of(*guards)) else guards


def _spanning(guards: Sequence[Predicate]) -> list[Predicate] | None:
    """Those of `guards`, equalities of two symbols, without which the others say less.

    None where some are no such equality. Symbols that are equal form trees (union-find).
    """
    root = dict[str, str]()
    kept = list[Predicate]()
    for guard in guards:
        names = sorted(guard.symbols())
        if len(names) != 2 or guard != eq(Symbol(names[0]), Symbol(names[1])):
            return None
        first, second = names
        while first in root:
            first = root[first]
        while second in root:
            second = root[second]
        if first != second:
            root[second] = first
            kept.append(guard)
    return kept


def _equal_sources(
    pairs: Sequence[Pair], analysis: ShapeAnalysis, can_be_read: CanBeRead
) -> Iterator[Predicate]:
    """That the sizes that targets are broadcasts of are equal, each once, where all can be read."""

    @cache
    def readable(symbol: SymbolAtom) -> bool:
        return can_be_read(symbol.as_expr())

    made = set[tuple[Expr, Expr]]()
    for size, target in pairs:
        whole = analysis.facts.simplify(target)
        sizes: Collection[Expr] = (size, target)
        if len(operands(whole)) > 1:  # which may absorb the size
            sizes = dict.fromkeys((*operands(whole), *operands(analysis.facts.simplify(size))))
        if all(readable(symbol) for s in sizes for symbol in s.symbol_atoms):
            first, *others = sizes
            for other in others:
                if (first, other) not in made:
                    made.add((first, other))
                    yield eq(first, other)


def _entail(facts: Facts, given: Collection[Predicate], wanted: Iterable[Predicate]) -> bool:
    """Whether `given` and `facts` prove all of `wanted`; False where they are inconsistent."""
    with facts.scope():
        return facts.accepts(all_of(*given)) and all(
            predicate in given or facts.proves(predicate) for predicate in wanted
        )
