"""Whether facts survive a pass.

Each fact stated before it about sizes that still exist must be proved after it, and each guard must
still be there, or follow from those that are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from ..dialects import sdim
from ..rules.errors import UnknownRank
from ..symbolic import Expr, Facts, Predicate, Symbol, eq
from .analyze import analyze
from .guard_survival import Guards
from .module_facts import facts_of_module, substitute
from .module_parts import functions, returned_values, symbol_ops
from .narrow_proof import proves_narrowly
from .shape_analysis import ShapeAnalysis

Anchor = tuple[str, str, int, int]
"""A size that every pass keeps: (function, "argument" or "result", its number, dimension)."""


@dataclass(frozen=True, slots=True)
class LostFact:
    """A fact that was stated before a pass and is not proved after it, or a guard that is gone.

    fact: None for a guard on values that have no symbols; for a check of elements the op's name
    """

    fact: Predicate | str | None
    why: str
    is_guard: bool = False

    def __str__(self) -> str:
        fact = "" if self.fact is None else f"`{self.fact}`"
        words = ["the guard" if self.is_guard else "", fact, f"({self.why})" if self.why else ""]
        return " ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The facts and guards of a module, and the sizes of its functions' arguments and results.

    checks: the words of checks on elements, which no fact about sizes replaces
    """

    facts: Facts
    stated: tuple[tuple[Predicate, str], ...]
    anchors: dict[Anchor, Expr]
    symbols: frozenset[str]
    checks: tuple[str, ...]
    guards: Guards

    @staticmethod
    def of(module: ModuleOp) -> Snapshot:
        analysis = analyze(module)
        stated = facts_of_module(module, analysis)
        symbols = frozenset(op.sym_name.data for op in symbol_ops(module))
        return Snapshot(
            analysis.facts,
            tuple((fact.predicate, fact.why or "") for fact in stated),
            dict(_anchors(module, analysis)),
            symbols,
            tuple(op.why or "" for op in module.walk() if isinstance(op, sdim.ElementsOp)),
            Guards.of(module, stated, symbols),
        )

    def lost_in(self, later: Snapshot) -> list[LostFact]:
        """The facts of this snapshot that `later` does not prove, by the functions that they are
        about, and the guards that it does not have.

        A symbol that neither a function's signature nor `later` has any more is replaced by what it
        is in terms of others; facts about one that cannot be replaced are about values that no
        longer exist.
        """
        functions = tuple(dict.fromkeys(anchor[0] for anchor in self.anchors)) or ("",)
        carried = {function: self._carried_by(function) for function in functions}
        anywhere = frozenset[str]().union(*carried.values())
        stated_again = {fact for fact, _ in later.stated}
        gone = set(self.checks) - set(later.checks)
        lost = [LostFact(sdim.ElementsOp.name, why) for why in sorted(gone)]
        now = dict[str, dict[str, Expr]]()
        for function in functions:
            now[function], different = self._sizes_now(later, function)
            lost += different
        for fact, why in self.stated:
            about = [f for f in functions if fact.symbols() & anywhere <= carried[f]]
            kept = (
                (translated := self._translate(fact, now[function])) is None
                or translated in stated_again
                or later._proves(translated)
                for function in about
            )
            # A symbol that no function carries may be meant for one of them.
            if about and not (all if fact.symbols() <= anywhere else any)(kept):
                lost.append(LostFact(fact, why))
        lost += [LostFact(g.claim, g.why, True) for g in self.guards.lost_in(later.guards)]
        return lost

    def _proves(self, claim: Predicate) -> bool:
        stated = [fact for fact, _ in self.stated]
        return self.facts.proves(claim) or proves_narrowly(self.facts, stated, claim)

    def _carried_by(self, function: str) -> frozenset[str]:
        sizes = (size for (owner, *_), size in self.anchors.items() if owner == function)
        return frozenset[str]().union(*(size.symbols() for size in sizes))

    def _sizes_now(self, later: Snapshot, function: str) -> tuple[dict[str, Expr], list[LostFact]]:
        """The size of each symbol of `function` in `later`, and anchors whose sizes no longer
        agree.
        """
        now = dict[str, Expr]()
        lost = list[LostFact]()
        for anchor, size in self.anchors.items():
            found = later.anchors.get(anchor)
            if found is None or anchor[0] != function:
                continue
            name = size.symbol_name
            expected = size if name is None else now.setdefault(name, found)
            if expected != found and not later.facts.proves(eq(expected, found)):
                _, kind, number, dimension = anchor
                place = f"size {dimension} of {kind} {number} of @{function}"
                lost.append(LostFact(eq(size, found), place))
        for name in self.symbols & later.symbols:
            now.setdefault(name, Symbol(name))
        return now, lost

    def _translate(self, fact: Predicate, now: dict[str, Expr]) -> Predicate | None:
        """`fact` in the symbols of the later snapshot; None where one of them no longer exists.

        What a size must be after a test in the code says nothing of what there was before.
        """
        gone = {
            name: self.facts.simplify(Symbol(name)) for name in fact.symbols() if name not in now
        }
        if gone and self.guards.in_code:
            return None
        if gone:
            fact = substitute(fact, gone)
        if not fact.symbols() <= now.keys():
            return None
        return substitute(fact, now)


def _anchors(module: ModuleOp, analysis: ShapeAnalysis) -> Iterator[tuple[Anchor, Expr]]:
    for op in functions(module):
        name = op.sym_name.data
        yield from _sizes_of(name, "argument", op.body.blocks[0].args, analysis)
        yield from _sizes_of(name, "result", returned_values(op), analysis)


def _sizes_of(
    function: str, kind: str, values: Sequence[SSAValue], analysis: ShapeAnalysis
) -> Iterator[tuple[Anchor, Expr]]:
    for number, value in enumerate(values):
        try:
            shape = analysis.shape(value)
        except UnknownRank:
            continue
        for dimension, size in enumerate(shape):
            if not any(name.startswith("_") for name in size.symbols()):
                yield (function, kind, number, dimension), size
