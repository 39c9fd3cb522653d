"""What is stated of sizes at one stage: symbols, facts, and guards."""

from __future__ import annotations

import re
from collections.abc import Iterable

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ...analysis.hints import hints_of
from ...analysis.module_facts import ModuleFact, facts_of_module, likely_sizes
from ...analysis.module_parts import functions, symbol_ops, values_of
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import sdim
from ...dialects.messages import op_name, place_of
from ...dialects.types import is_tensor
from ...runtime.header import Header
from ...symbolic import Symbol
from .boxes import own_place
from .page_data import PageFact, PageSymbol

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
        fixed = list[str]()
        for d, entry in enumerate(argument.shape or ()):
            what = f"size {d} of {argument.name}"
            if isinstance(entry, int):
                fixed.append(f"{what} == {entry}")
            elif entry in carried:
                claim = f"{what} == {carried[entry]}"
                found.append(page_fact(claim, "assert", f"both are {entry}", (entry,)))
            else:
                carried[entry] = what
        if fixed:
            found.append(page_fact(" and ".join(fixed), "assert", "the argument's type", ()))
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
