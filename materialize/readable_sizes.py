"""Which sizes code can have: those that a value carries, and those that are computed from these."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager

from xdsl.ir import Block, SSAValue

from ..analysis.shape_analysis import ShapeAnalysis
from ..dialects import sdim
from ..symbolic import (
    Atom,
    Conditional,
    Expr,
    Facts,
    FloorDiv,
    Mod,
    Predicate,
    Symbol,
    as_expr,
    substitute,
)
from ..symbolic.predicate import Connective, Relation
from ..symbolic.solutions import quotient_of
from .computed_sizes import ComputedSizes
from .respelling import deepest_first, respelled, respelled_by


class ReadableSizes:
    """Finds the form of a size that can be read or computed, and the symbols that are read for it.

    entry: the block whose arguments are available everywhere
    """

    def __init__(self, analysis: ShapeAnalysis, entry: Block):
        self.sources: dict[str, tuple[SSAValue, int]] = {}
        """For each symbol the value and the dimension that it is read from."""
        self._given = set[str]()
        """The symbols that are read from arguments."""
        self._analysis = analysis
        self._entry = entry
        self._leaves: dict[Expr, set[str]] = {}
        self._computed: ComputedSizes | None = None
        self._without_source = set[Expr]()
        self._facts_revision = analysis.facts.revision
        self._forms: dict[str, Expr] = {}
        self._formed = set[str]()
        """The symbols of `sources` that have a form where facts replace them."""
        self._forms_revision = -1
        self._form_of: dict[Expr, Expr] = {}
        self._form_of_at: tuple[Facts, int] = (analysis.facts, -1)
        """The facts by which forms were found, and their revision."""
        self._is_outer = False
        """Whether what is known of `sources` is that of the block around."""

    def offer(self, value: SSAValue) -> None:
        """Lets the sizes of `value` be read from it, where nothing earlier has them."""
        for i, entry in enumerate(sdim.encoding_of(value.type) or ()):
            if isinstance(entry, str) and entry not in self.sources:
                self.add(entry, value, i)

    def add(self, name: str, value: SSAValue, dimension: int) -> bool:
        """Lets the symbol `name` be read from `value`; False where it can be read already."""
        if name in self.sources:
            return False
        self.sources[name] = (value, dimension)
        if value.owner is self._entry:
            self._given.add(name)
        self._leave_outer()
        self._form_of.clear()
        if self._computed is not None:
            self._computed.add(name)
        self._leaves.clear()
        self._without_source.clear()
        return True

    @contextmanager
    def scope(self) -> Generator[None]:
        """Forgets at its end what is offered and found out inside, and nothing else."""
        kept, self.sources = self.sources, dict(self.sources)
        given = self._given.copy()
        known = self._computed, self._leaves, self._without_source
        revision = self._facts_revision
        is_outer, self._is_outer = self._is_outer, True
        yield
        self.sources, self._given = kept, given
        if not self._is_outer:
            self._computed, self._leaves, self._without_source = known
            self._facts_revision = revision
            self._forms_revision = -1
            self._form_of = {}
        self._is_outer = is_outer

    def _leave_outer(self) -> None:
        """Lets what is found out from now on be forgotten at the end of the scope."""
        if self._is_outer:
            self._is_outer = False
            self._computed = None if self._computed is None else self._computed.copy()
            self._leaves, self._without_source = self._leaves.copy(), self._without_source.copy()
            self._forms_revision = -1

    def has(self, size: Expr | int) -> bool:
        """Whether every symbol in `size` can be read or computed."""
        if isinstance(size, Expr) and size.symbol_name in self.sources:
            return True
        return self._leaves_of(self.form(size)) is not None

    def has_all(self, names: frozenset[str]) -> bool:
        """Whether every one of the symbols `names` can be read or computed."""
        return all(map(self.has, map(Symbol, names - self.sources.keys())))

    def form(self, size: Expr | int) -> Expr:
        """The simplest form of `size`, unless only another one can be read already."""
        facts, size = self._analysis.facts, as_expr(size)
        if self._form_of_at != (facts, facts.revision):
            self._form_of_at = facts, facts.revision
            self._form_of.clear()
        found = self._form_of.get(size)
        if found is None:
            found = self._form_of[size] = self._found_form(size)
        return found

    def _found_form(self, size: Expr) -> Expr:
        simple = self.simplify(size)
        if self._leaves_of(simple) is not None:
            return simple
        if self._leaves_of(size) is not None or (other := self._respelled(simple)) is None:
            return size
        return other

    def readable(self, size: Expr) -> Expr:
        """`size` itself, or another form of it that can be read where it cannot."""
        return size if self._leaves_of(size) is not None else self.form(size)

    def _respelled(self, size: Expr) -> Expr | None:
        """`size` in symbols that can be read; None where it is not known in these."""
        found = respelled(size, self._replaced(), self.is_readable)
        if found is None:
            found = respelled_by(size, self._known().equations_of(size), self.is_readable)
        return found

    def is_readable(self, size: Expr) -> bool:
        """Whether every symbol in `size`, a `form`, can be read or computed."""
        return self._leaves_of(size) is not None

    def _replaced(self) -> dict[str, Expr]:
        """For each symbol of `sources` that facts replace its simplest form, by name."""
        facts = self._analysis.facts
        if self._forms_revision != facts.revision:
            self._forms_revision = facts.revision
            self._forms, self._formed = {}, set[str]()
        if new := self.sources.keys() - self._formed:
            self._formed |= new
            found = {name: self.simplify(Symbol(name)) for name in facts.replaced(new)}
            if found:
                self._forms = deepest_first(self._forms | found)
        return self._forms

    def simplify(self, size: Expr | int) -> Expr:
        """The simplest form of `size`, whether it can be read or not."""
        return self._analysis.facts.simplify(as_expr(size))

    def is_of_arguments(self, size: Expr) -> bool:
        """Whether `size` is computed from arguments alone."""
        leaves = self._leaves_of(size)
        return leaves is not None and leaves <= self._given

    def formula(self, name: str) -> Expr | None:
        """What the symbol `name` is computed as where no value has it; None where it cannot be."""
        self._leaves_of(Symbol(name))
        return self._known().ways.get(name)

    def by_quotients(self, size: Expr) -> Expr:
        """`size` with symbols that cannot be read spelt as quotients of what can, as equations tell
        of multiples of them; `size` itself where one has no such equation.

        A division is exact: where it is not, a guard fails that told the equation. That guard must
        not itself be computed of the quotient.
        """
        simple = self.simplify(size)
        parts = dict[str, Expr]()
        for name in simple.symbols():
            if not self.is_readable(Symbol(name)):
                part = self._quotient(name)
                if part is None:
                    return size
                parts[name] = part
        return substitute(simple, parts)

    def _quotient(self, name: str) -> Expr | None:
        claims = (fact.predicate for fact in self._analysis.facts.learnt)
        found = (quotient_of(name, claim) for claim in claims)
        return next((size for size in found if size is not None and self.is_readable(size)), None)

    def may_divide_by_zero(self, size: Expr) -> bool:
        """Whether `size` may be undefined where its region does not run."""
        return any(map(self.may_divide_by_zero, self._computed_for(size))) or any(
            (isinstance(atom, FloorDiv | Mod) and atom.denominator.constant_value is None)
            or any(map(self.may_divide_by_zero, parts_of(atom)))
            for atom in size.atoms()
            if atom.depth
        )

    def _computed_for(self, size: Expr) -> Iterator[Expr]:
        """What is computed for the symbols of `size` that are not read."""
        for name in size.symbols():
            if name not in self.sources and (formula := self.formula(name)) is not None:
                yield formula

    def _leaves_of(self, size: Expr) -> set[str] | None:
        """The symbols to be read from tensors for `size`; None where one has no source."""
        computed = self._known()
        facts = self._analysis.facts
        if self._facts_revision != facts.revision:  # what has no source may get one by any fact
            self._facts_revision = facts.revision
            self._without_source.clear()
        leaves = self._leaves.get(size)
        if leaves is None and size not in self._without_source:
            leaves = computed.of(size)
            if leaves is not None:
                self._leaves[size] = leaves
            else:
                self._without_source.add(size)
        return leaves

    def _known(self) -> ComputedSizes:
        """What can be computed, by facts that hold now."""
        self._leave_outer()
        computed, facts = self._computed, self._analysis.facts
        if computed is None or computed.is_outdated(facts):
            self._leaves.clear()
            self._without_source.clear()
            computed = self._computed = ComputedSizes(facts, self.sources)
        return computed


def parts_of(atom: Atom) -> Iterator[Expr]:
    """What an operation is on: its arguments, and what its condition compares."""
    yield from atom.args
    if isinstance(atom, Conditional):
        yield from compared(atom.condition)


def compared(predicate: Predicate) -> Iterator[Expr]:
    """The expressions that `predicate` compares with 0."""
    if isinstance(predicate, Connective):
        for arg in predicate.args:
            yield from compared(arg)
    elif isinstance(predicate, Relation):
        yield predicate.expr
