"""Which sizes code can have: those that a value carries, and those that are computed from these."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager

from xdsl.ir import Block, SSAValue

from ..analysis.shape_analysis import ShapeAnalysis
from ..dialects import sdim
from ..symbolic import Atom, Conditional, Expr, FloorDiv, Mod, Predicate, Symbol, as_expr
from ..symbolic.predicate import Connective, Relation
from .respelling import respelled


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
        self._of_symbol: dict[str, set[str]] = {}
        self._ways: dict[str, Expr] = {}
        self._without_source = set[Expr]()
        self._revision = analysis.revision
        self._facts_revision = analysis.facts.revision

    def offer(self, value: SSAValue) -> None:
        """Lets the sizes of `value` be read from it, where nothing earlier has them."""
        for i, entry in enumerate(sdim.encoding_of(value.type) or ()):
            if isinstance(entry, str):
                self.add(entry, value, i)

    def add(self, name: str, value: SSAValue, dimension: int) -> bool:
        """Lets the symbol `name` be read from `value`; False where it can be read already."""
        if name in self.sources:
            return False
        self.sources[name] = (value, dimension)
        if value.owner is self._entry:
            self._given.add(name)
        self._forget()
        return True

    @contextmanager
    def scope(self) -> Generator[None]:
        """Forgets at its end what is offered inside."""
        kept, self.sources = self.sources, dict(self.sources)
        given = self._given.copy()
        yield
        self.sources, self._given = kept, given
        self._forget()

    def has(self, size: Expr | int) -> bool:
        """Whether every symbol in `size` can be read or computed."""
        if isinstance(size, Expr) and size.symbol_name in self.sources:
            return True
        return self._leaves_of(self.form(size)) is not None

    def form(self, size: Expr | int) -> Expr:
        """The simplest form of `size`, unless only another one can be read already."""
        simple, size = self.simplify(size), as_expr(size)
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
        replaced = sorted(filter(self._analysis.facts.replaces, self.sources))
        forms = {name: self.simplify(Symbol(name)) for name in replaced}
        return respelled(size, forms, lambda part: self._leaves_of(part) is not None)

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
        return self._ways.get(name)

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
        if self._revision != self._analysis.revision:
            self._forget()
        facts = self._analysis.facts
        if self._facts_revision != facts.revision:  # what has no source may get one by any fact
            self._facts_revision = facts.revision
            self._without_source.clear()
        leaves = self._leaves.get(size)
        if leaves is None and size not in self._without_source:
            leaves = self._find_leaves(size, frozenset())
            if leaves is not None:
                self._leaves[size] = leaves
            else:
                self._without_source.add(size)
        return leaves

    def _find_leaves(self, size: Expr, asked: frozenset[str]) -> set[str] | None:
        """`_leaves_of` for the symbols `asked`, which cannot be used to compute it."""
        leaves = set[str]()
        for name in size.symbols():
            found = self._of_symbol.get(name)
            if found is None:
                if name in asked or (found := self._find_way(name, asked | {name})) is None:
                    return None
                self._of_symbol[name] = found
            leaves |= found
        return leaves

    def _find_way(self, name: str, asked: frozenset[str]) -> set[str] | None:
        """`_find_leaves` for a symbol. What has a way keeps it, so that ways make no circle."""
        if name in self.sources:
            return {name}
        symbol, facts = Symbol(name), self._analysis.facts
        for way in (self.simplify(symbol), *facts.solutions(name)):
            if way != symbol and (found := self._find_leaves(way, asked)) is not None:
                self._ways[name] = way
                return found
        return None

    def _forget(self) -> None:
        """To be called where sources or facts changed."""
        self._revision = self._analysis.revision
        self._leaves.clear()
        self._without_source.clear()
        self._of_symbol.clear()
        self._ways.clear()


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
