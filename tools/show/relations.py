"""Which sizes are equal, and why: in every call, or where a version runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import combinations, islice

from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp

from ...analysis.branches import condition_of, inside
from ...analysis.example_sizes import models_of
from ...analysis.module_parts import symbol_ops
from ...analysis.shape_analysis import ShapeAnalysis
from ...passes.version_broadcasts.version_broadcasts import is_choice
from ...symbolic import Expr, Fact, Facts, Symbol, eq
from .knowledge import page_fact
from .page_data import PageFact, PageRelation

MAX_SYMBOLS = 40
"""Among more symbols only those of one normal form are compared with each other."""
MAX_EXAMPLES = 60
"""At most this many examples are looked at to tell unknown sizes apart."""
MAX_VERSIONS = 8
"""At most this many versions are asked which sizes are equal in them."""

ACCEPTED = "in every call that the guards accept"
"""The scope of what is known of the whole module."""


class Relations:
    """Asks of pairs of symbols whether they are equal: in every call, or in a version.

    every: ask of every pair, in versions too; else only of symbols of one normal form
    """

    def __init__(self, module: ModuleOp, analysis: ShapeAnalysis, *, every: bool = True):
        self._analysis = analysis
        self._names = [op.sym_name.data for op in symbol_ops(module)]
        self._all = every and len(self._names) <= MAX_SYMBOLS
        self._choices = [
            op.true_region.block
            for op in module.walk()
            if every and isinstance(op, scf.IfOp) and is_choice(op)
        ][:MAX_VERSIONS]
        self.scopes = [ACCEPTED]
        for block in self._choices:
            condition = condition_of(block, analysis)
            tested = "what its condition tests" if condition is None else str(condition)
            self.scopes.append(f"in the version for {tested}")

    def found(self) -> list[PageRelation]:
        """What is known of each pair, in the first scope that tells it."""
        open_pairs = list(self._pairs())
        found = dict[tuple[str, str], PageRelation]()
        for scope, (context, facts) in enumerate(self._places()):
            with context:
                for pair in open_pairs:
                    relation = self._by_others(found, pair, scope) or _asked(facts, pair, scope)
                    if relation is not None:
                        found[pair] = relation
            open_pairs = [pair for pair in open_pairs if pair not in found]
        known = list(found.values())
        return known + (self._unknown(open_pairs) if self._all else [])

    def _pairs(self) -> Iterator[tuple[str, str]]:
        facts = self._analysis.facts
        if self._all:
            yield from combinations(self._names, 2)
            return
        classes = dict[str, list[str]]()
        for name in self._names:
            classes.setdefault(str(facts.simplify(Symbol(name))), []).append(name)
        for names in classes.values():
            yield from combinations(names[:MAX_SYMBOLS], 2)

    def _places(self) -> Iterator[tuple[AbstractContextManager[None], Facts]]:
        yield nullcontext(), self._analysis.facts
        for block in self._choices:
            yield inside(block, self._analysis), self._analysis.facts

    def _by_others(
        self, found: dict[tuple[str, str], PageRelation], pair: tuple[str, str], scope: int
    ) -> PageRelation | None:
        """Two sizes that equal an earlier third one are equal, for the reasons of both."""
        for third in self._names:
            if third == pair[0]:
                return None
            both = [found.get((third, name)) for name in pair]
            reasons = dict[str, PageFact]()
            for relation in both:
                if relation is None or relation.verdict != "equal" or relation.scope > scope:
                    break
                if relation.scope not in (0, scope):
                    break
                reasons |= {fact.claim: fact for fact in relation.why}
            else:
                return PageRelation(*pair, "equal", scope, list(reasons.values()))
        return None

    def _unknown(self, pairs: Sequence[tuple[str, str]]) -> list[PageRelation]:
        """The pairs that nothing decides, with examples of sizes that all guards accept."""
        models = list(islice(models_of(self._analysis, self._names), MAX_EXAMPLES))
        found = list[PageRelation]()
        for first, second in pairs:
            relation = PageRelation(first, second, "unknown")
            for wanted in (False, True):
                for model in models:
                    a, b = model.of(Symbol(first)), model.of(Symbol(second))
                    if (a == b) is wanted:
                        relation.examples.append(self._words(model.of, (first, second)))
                        break
            found.append(relation)
        return found

    def _words(self, size_of: Callable[[Expr], int], names: Sequence[str]) -> str:
        facts = self._analysis.facts
        used = set(names).union(*(facts.simplify(Symbol(name)).symbols() for name in names))
        shown = [name for name in self._names if name in used]
        return ", ".join(f"{name} = {size_of(Symbol(name))}" for name in shown)


def _asked(facts: Facts, pair: tuple[str, str], scope: int) -> PageRelation | None:
    first, second = pair
    claim = eq(Symbol(first), Symbol(second))
    if facts.proves(claim):
        verdict = "equal"
    elif facts.refutes(claim):
        verdict = "different"
    else:
        return None
    return PageRelation(first, second, verdict, scope, [_origin(f) for f in facts.why(claim)])


def _origin(fact: Fact) -> PageFact:
    words = "the condition of the version" if fact.why is None else fact.why
    return page_fact(str(fact.predicate), "", words, fact.predicate.symbols())
