"""Undecided broadcasts and versions, and the facts on arguments that would decide each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice

from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation

from ...analysis.branches import inside
from ...analysis.broadcasts import (
    BROADCASTS,
    BroadcastClass,
    classify,
    is_kept,
    is_repeated,
    undecided_pairs,
)
from ...analysis.example_sizes import ExampleSizes
from ...analysis.module_facts import substitute
from ...analysis.module_parts import functions
from ...analysis.shape_analysis import ShapeAnalysis
from ...analysis.traffic import launched_of, size_in_bytes, touched_by
from ...passes.version_broadcasts.version_broadcasts import is_choice
from ...runtime.header import Argument
from ...symbolic import And, Contradiction, Expr, Predicate, Symbol, all_of, eq
from ...symbolic import substitute as substitute_size
from .graph import GraphNotes
from .page_data import PageAnswer, PageBranch, PageQuestion, PageVersion

_WORDS = {
    BroadcastClass.IDENTITY: "identity",
    BroadcastClass.REAL: "expanding",
    BroadcastClass.UNDECIDED: "undecided",
}

MAX_CANDIDATES = 30
"""At most this many facts are tried for a question."""

Pair = tuple[Expr, Expr]


@dataclass(slots=True)
class Undecided:
    """What the broadcasts of a module are, and what is open about them."""

    classes: dict[Operation, str] = field(default_factory=dict[Operation, str])
    questions: dict[Operation, list[int]] = field(default_factory=dict[Operation, list[int]])
    pairs: list[Pair] = field(default_factory=list[Pair])
    counts: list[int] = field(default_factory=list[int])

    @property
    def notes(self) -> GraphNotes:
        return GraphNotes(self.classes, self.questions)


def undecided_of(module: ModuleOp, analysis: ShapeAnalysis) -> Undecided:
    """The broadcasts of `module`, each with what holds where it stands."""
    found = Undecided()
    for function in functions(module):
        for block in function.body.blocks:
            _read(block, analysis, found)
    return found


def _read(block: Block, analysis: ShapeAnalysis, found: Undecided) -> None:
    for op in block.ops:
        if isinstance(op, BROADCASTS):
            found.classes[op] = _WORDS[classify(op, analysis)]
            pairs = dict.fromkeys(undecided_pairs(op, analysis))
            found.questions[op] = [_number(pair, found) for pair in pairs]
    for op in block.ops:
        for region in op.regions:
            for inner in region.blocks:
                if isinstance(op, scf.IfOp):
                    with inside(inner, analysis):
                        _read(inner, analysis, found)
                else:
                    _read(inner, analysis, found)


def _number(pair: Pair, found: Undecided) -> int:
    if pair not in found.pairs:
        found.pairs.append(pair)
        found.counts.append(0)
    number = found.pairs.index(pair)
    found.counts[number] += 1
    return number


class Answers:
    """Finds facts on the sizes of arguments that decide a question, each tried in the engine."""

    def __init__(self, analysis: ShapeAnalysis, arguments: Sequence[Argument]):
        self._analysis = analysis
        self._arguments = arguments
        self._bound = {e for a in arguments for e in a.shape or () if isinstance(e, str)}

    def question(self, pair: Pair, count: int) -> PageQuestion:
        """The question whether the sizes in `pair` are equal, with what would answer it."""
        analysis = self._analysis
        size, target = (self._over_arguments(entry) for entry in pair)
        same = list(self._deciding(size, target, lambda: is_kept(*pair, analysis)))
        found = [self._answer("an identity", claim) for claim in same[:2]]
        claim = eq(size, 1)
        if self._is_about_arguments(claim) and self._decides(
            claim, lambda: is_repeated(*pair, analysis)
        ):
            found.append(self._answer("expanding", claim))
        return PageQuestion(str(pair[0]), str(pair[1]), count, found)

    def version(self, condition: Predicate | None) -> list[PageAnswer]:
        """Facts that leave only one version of those that `condition` chooses from."""
        if condition is None:
            return []
        facts = self._analysis.facts
        claims = condition.args if isinstance(condition, And) else (condition,)
        over = [self._claim_over_arguments(claim) for claim in claims]
        if not all(map(self._is_about_arguments, over)):
            return []
        found = list[PageAnswer]()
        if self._decides(all_of(*over), lambda: facts.proves(condition)):
            found.append(self._answer("this version for every call", *over))
        for claim in over:
            opposite = claim.negate()
            if self._decides(opposite, lambda: facts.refutes(condition)):
                found.append(self._answer("no call for this version", opposite))
                break
        return found

    def _deciding(
        self, size: Expr, target: Expr, decided: Callable[[], bool]
    ) -> Iterator[Predicate]:
        names = sorted(size.symbols() | target.symbols())
        claims = [eq(Symbol(a), Symbol(b)) for a, b in combinations(names, 2)]
        claims = [*islice(claims, MAX_CANDIDATES), eq(size, target)]
        for claim in dict.fromkeys(claims):
            if self._is_about_arguments(claim) and self._decides(claim, decided):
                yield claim

    def _decides(self, claim: Predicate, decided: Callable[[], bool]) -> bool:
        """Whether `decided` is true once `claim`, which may hold, is known."""
        try:
            with self._analysis.local():
                self._analysis.facts.learn(claim)
                return decided()
        except Contradiction:
            return False

    def _is_about_arguments(self, claim: Predicate) -> bool:
        return bool(claim.symbols()) and claim.symbols() <= self._bound

    def _over_arguments(self, size: Expr) -> Expr:
        facts = self._analysis.facts
        known = {n: facts.simplify(Symbol(n)) for n in size.symbols() if n not in self._bound}
        return substitute_size(size, known)

    def _claim_over_arguments(self, claim: Predicate) -> Predicate:
        facts = self._analysis.facts
        known = {n: facts.simplify(Symbol(n)) for n in claim.symbols() if n not in self._bound}
        return substitute(claim, known)

    def _answer(self, effect: str, *claims: Predicate) -> PageAnswer:
        text = " and ".join(map(str, claims))
        used = frozenset[str]().union(*(claim.symbols() for claim in claims))
        return PageAnswer(effect, text, facts_file(claims, self._arguments, used))


def facts_file(
    claims: Sequence[Predicate], arguments: Sequence[Argument], used: frozenset[str]
) -> str:
    """Lines of a facts file that state `claims`, and name the sizes `used` in them."""
    stated = ", ".join(f'"{claim}"' for claim in claims)
    lines = [f"where = [{stated}]"]
    for i, argument in enumerate(arguments):
        if used & {e for e in argument.shape or () if isinstance(e, str)}:
            sizes = ", ".join(
                f'"{e}"' if isinstance(e, str) else str(e) for e in argument.shape or ()
            )
            lines += ["", f"[arguments.{i}]  # {argument.name}", f"sizes = [{sizes}]"]
    return "\n".join(lines) + "\n"


def versions_of(
    module: ModuleOp, analysis: ShapeAnalysis, answers: Answers, number: Callable[[Operation], int]
) -> list[PageVersion]:
    """The choices between versions in `module`; `number` tells their boxes."""
    example = ExampleSizes.from_hints(module, analysis)
    found = list[PageVersion]()
    for op in module.walk():
        if isinstance(op, scf.IfOp) and is_choice(op):
            condition = analysis.condition(op.cond)
            claims = condition.args if isinstance(condition, And) else (condition,)
            words = ["(not known)"] if condition is None else [str(claim) for claim in claims]
            branches = [
                _branch(block, when, analysis, example)
                for block, when in zip(
                    (region.block for region in op.regions),
                    (" and ".join(words), "in every other call"),
                    strict=True,
                )
            ]
            found.append(PageVersion(number(op), words, branches, answers.version(condition)))
    return found


def _branch(block: Block, when: str, analysis: ShapeAnalysis, example: ExampleSizes) -> PageBranch:
    launches, moved = 0, 0
    for op in launched_of(block.ops):
        launches += 1
        moved += sum(example.of(size_in_bytes(value, analysis)) for value in touched_by(op))
    found = Undecided()
    with inside(block, analysis):
        _read(block, analysis, found)
    undecided = sum(word == "undecided" for word in found.classes.values())
    return PageBranch(when, launches, moved, undecided)
