"""What is known of sizes at one stage: symbols, facts, guards, and which sizes are equal, and why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import combinations, islice

from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ...analysis.branches import condition_of, inside
from ...analysis.example_sizes import models_of
from ...analysis.hints import hints_of
from ...analysis.module_facts import ModuleFact, facts_of_module, likely_sizes
from ...analysis.module_parts import functions, symbol_ops, values_of
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import sdim
from ...dialects.messages import op_name, place_of
from ...dialects.types import is_tensor
from ...passes.version_broadcasts.version_broadcasts import is_choice
from ...runtime.header import Header
from ...symbolic import Expr, Fact, Facts, Symbol, eq
from .graph import own_place
from .page_data import PageFact, PageKnowledge, PageRelation, PageSymbol

MAX_SYMBOLS = 40
"""Among more symbols only those of one normal form are compared with each other."""
MAX_EXAMPLES = 60
"""At most this many examples are looked at to tell unknown sizes apart."""
MAX_VERSIONS = 8
"""At most this many versions are asked which sizes are equal in them."""

ACCEPTED = "in every call that the guards accept"

_PLACE = re.compile(r"(?:^|\s)at (\S.*?:\d+:\d+)(?::|$|\s)")


def symbols_of(module: ModuleOp, analysis: ShapeAnalysis) -> list[PageSymbol]:
    """Every symbol of `module`, in order."""
    hints, facts = hints_of(module), analysis.facts
    sources, makers = _sources(module), _makers(module)
    likely = {entry.size.symbol_name: entry.values for entry in likely_sizes(module, analysis)}
    found = list[PageSymbol]()
    for op in symbol_ops(module):
        name = op.sym_name.data
        size = Symbol(name)
        definition = facts.simplify(size)
        least, greatest = facts.bounds(size)
        words = "; ".join(sources.get(name, ()))
        if not words:
            words = "computed" if definition != size else "known when the program runs"
        maker = makers.get(name)
        found.append(
            PageSymbol(
                name,
                words,
                "" if definition == size else str(definition),
                least,
                greatest,
                facts.divisor(size),
                hints.get(name),
                list(likely.get(name, ())),
                "" if maker is None else op_name(maker),
                "" if maker is None else own_place(maker),
            )
        )
    return found


def _sources(module: ModuleOp) -> dict[str, list[str]]:
    """For each symbol the arguments' sizes that it is."""
    found = dict[str, list[str]]()
    for function in functions(module):
        for arg in function.body.blocks[0].args:
            name = f"%{arg.name_hint}" if arg.name_hint else f"argument {arg.index}"
            for d, entry in enumerate(sdim.encoding_of(arg.type) or ()):
                if isinstance(entry, str):
                    found.setdefault(entry, []).append(f"size {d} of {name}")
    return found


def _makers(module: ModuleOp) -> dict[str, Operation]:
    """For each symbol the first op with a result of this size."""
    found = dict[str, Operation]()
    for function in functions(module):
        for op in function.walk():
            for value in values_of(op):
                for entry in sdim.encoding_of(value.type) or () if is_tensor(value.type) else ():
                    if isinstance(entry, str) and value.owner is op:
                        found.setdefault(entry, op)
    return found


def facts_of(module: ModuleOp, analysis: ShapeAnalysis) -> list[PageFact]:
    """The facts and guards that `module` states of its symbols."""
    return [_fact(fact) for fact in facts_of_module(module, analysis)]


def _fact(fact: ModuleFact) -> PageFact:
    return page_fact(str(fact.predicate), fact.strength, fact.why, fact.symbols())


def page_fact(claim: str, strength: str, why: object, symbols: Iterable[str]) -> PageFact:
    """A fact as the page shows it; the place is found in the words that say why."""
    words = str(why or "")
    place = _PLACE.search(words)
    return PageFact(claim, strength, words, place.group(1) if place else "", sorted(symbols))


def guards_of(header: Header, module: ModuleOp) -> list[PageFact]:
    """What is refused when the program is called or runs."""
    found = list[PageFact]()
    carried = dict[str, str]()
    for argument in header.arguments:
        for d, entry in enumerate(argument.shape or ()):
            what = f"size {d} of {argument.name}"
            if isinstance(entry, int):
                found.append(page_fact(f"{what} == {entry}", "assert", "the argument's type", ()))
            elif entry in carried:
                claim = f"{what} == {carried[entry]}"
                found.append(page_fact(claim, "assert", f"both are {entry}", (entry,)))
            else:
                carried[entry] = what
    for guard in header.guards:
        fact = page_fact(str(guard.claim), guard.strength, guard.why, guard.claim.symbols())
        fact.late = guard.at_run_time
        found.append(fact)
    for op in module.walk():
        if isinstance(op, sdim.ElementsOp):
            fact = page_fact("elements in bounds", op.strength.value, op.why, ())
            fact.place, fact.late = fact.place or place_of(op) or "", True
            found.append(fact)
    return found


class Relations:
    """Asks of pairs of symbols whether they are equal: in every call, or in a version.

    every: ask of every pair, in versions too; else only of symbols of one normal form
    """

    def __init__(self, module: ModuleOp, analysis: ShapeAnalysis, *, every: bool = True):
        self._analysis = analysis
        self._names = [op.sym_name.data for op in symbol_ops(module)]
        self._all = every and len(self._names) <= MAX_SYMBOLS
        self._choices = [
            region.block
            for op in module.walk()
            if every and isinstance(op, scf.IfOp) and is_choice(op)
            for region in op.regions[:1]
        ][:MAX_VERSIONS]
        self.scopes = [ACCEPTED]
        for block in self._choices:
            condition = condition_of(block, analysis)
            self.scopes.append(f"in the version for {condition or 'what its condition tests'}")

    def found(self) -> list[PageRelation]:
        """What is known of each pair, in the first scope that tells it."""
        open_pairs = list(self._pairs())
        found = list[PageRelation]()
        for number, (context, facts) in enumerate(self._places()):
            with context:
                known = [r for r in (_relation(facts, *p, number) for p in open_pairs) if r]
            found += known
            told = {(r.first, r.second) for r in known}
            open_pairs = [pair for pair in open_pairs if pair not in told]
        return found + (self._unknown(open_pairs) if self._all else [])

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


def _relation(facts: Facts, first: str, second: str, scope: int) -> PageRelation | None:
    claim = eq(Symbol(first), Symbol(second))
    if facts.proves(claim):
        verdict = "equal"
    elif facts.refutes(claim):
        verdict = "different"
    else:
        return None
    why = [_origin(fact) for fact in facts.why(claim)]
    return PageRelation(first, second, verdict, scope, why)


def _origin(fact: Fact) -> PageFact:
    words = "the condition of the version" if fact.why is None else fact.why
    return page_fact(str(fact.predicate), "", words, fact.predicate.symbols())


def knowledge_of(module: ModuleOp, analysis: ShapeAnalysis) -> PageKnowledge:
    """Symbols and facts of a stage, and the symbols that are equal in every run."""
    relations = Relations(module, analysis, every=False).found()
    equal = [relation for relation in relations if relation.verdict == "equal"]
    symbols, facts = symbols_of(module, analysis), facts_of(module, analysis)
    return PageKnowledge(symbols, facts, [ACCEPTED], equal)
