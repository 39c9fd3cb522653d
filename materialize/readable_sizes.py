"""Which sizes code can have: those that a value carries, and those that are computed from these."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager

from xdsl.ir import Block, SSAValue

from ..analysis.definitions import Cases
from ..analysis.shape_analysis import ShapeAnalysis
from ..dialects import sdim
from ..symbolic import Expr, FloorDiv, Mod, Predicate, Symbol, as_expr, with_sizes
from ..symbolic.predicate import Connective, Relation
from .respelling import respelled


class ReadableSizes:
    """Finds the form of a size that can be read or computed, and the symbols that are read for it.

    entry: the block whose arguments are available everywhere
    """

    def __init__(self, analysis: ShapeAnalysis, entry: Block):
        self.sources: dict[str, tuple[SSAValue, int]] = {}
        """For each symbol the value and the dimension that it is read from."""
        self._analysis = analysis
        self._entry = entry
        self._leaves: dict[Expr, set[str]] = {}
        self._spelt: dict[str, Cases] = {}
        self._revision = analysis.revision

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
        self._forget()
        return True

    @contextmanager
    def scope(self) -> Generator[None]:
        """Forgets at its end what is offered inside."""
        kept, self.sources = self.sources, dict(self.sources)
        yield
        self.sources = kept
        self._forget()

    def has(self, size: Expr | int) -> bool:
        """Whether every symbol in `size` can be read or computed."""
        return self._leaves_of(self.form(size)) is not None

    def form(self, size: Expr | int) -> Expr:
        """The simplest form of `size`, unless only another one can be read already."""
        simple, size = self.simplify(size), as_expr(size)
        if self._leaves_of(simple) is not None:
            return simple
        if self._leaves_of(size) is not None:
            return size
        names = {*self.sources, *filter(self.is_by_cases, self._analysis.definitions)}
        return self._respelled(simple, names) or size

    def readable(self, size: Expr) -> Expr:
        """`size` itself, or another form of it that can be read where it cannot."""
        return size if self._leaves_of(size) is not None else self.form(size)

    def cases(self, name: str) -> Cases:
        """The definition of the symbol `name` by cases, in symbols that can be read if it can."""
        self._refresh()
        spelt = self._spelt.get(name)
        if spelt is None:
            condition, then, otherwise = self._spelt[name] = self._analysis.definitions[name]
            spelt = self._spelt[name] = (
                with_sizes(condition, self._in_sizes_of_values),
                self._in_sizes_of_values(then),
                self._in_sizes_of_values(otherwise),
            )
        return spelt

    def _in_sizes_of_values(self, size: Expr) -> Expr:
        """`size`, in symbols of values where it cannot be read as it is."""
        if self._leaves_of(size) is not None:
            return size
        return self._respelled(self.simplify(size), self.sources) or size

    def _refresh(self) -> None:
        """Forgets what was found before what symbols are defined as changed."""
        if self._revision != self._analysis.revision:
            self._revision = self._analysis.revision
            self._forget()

    def _forget(self) -> None:
        self._leaves.clear()
        self._spelt.clear()

    def _respelled(self, size: Expr, names: Iterable[str]) -> Expr | None:
        """`size` in those of the symbols `names` that it is known in; None where in none."""
        forms = {name: self.simplify(Symbol(name)) for name in sorted(names)}
        changed = {name: form for name, form in forms.items() if form != Symbol(name)}
        return respelled(size, changed, lambda part: self._leaves_of(part) is not None)

    def simplify(self, size: Expr | int) -> Expr:
        """The simplest form of `size`, whether it can be read or not."""
        return self._analysis.facts.simplify(as_expr(size))

    def is_of_arguments(self, size: Expr) -> bool:
        """Whether `size` is computed from arguments alone."""
        leaves = self._leaves_of(size)
        return leaves is not None and all(
            self.sources[name][0].owner is self._entry for name in leaves
        )

    def is_by_cases(self, name: str) -> bool:
        """Whether the symbol `name` is computed by its cases: it can be, and no argument has it."""
        source = self.sources.get(name)
        if name not in self._analysis.definitions or (source and source[0].owner is self._entry):
            return False
        return all(self._leaves_of(part) is not None for part in self._cases(name))

    def formula(self, name: str) -> Expr | None:
        """What the symbol `name` is in terms of others, where it is known."""
        symbol = Symbol(name)
        simple = self.simplify(symbol)
        return self._analysis.formulas.get(name) if simple == symbol else simple

    def may_divide_by_zero(self, size: Expr) -> bool:
        """Whether `size` may be undefined where its region does not run."""
        return any(map(self.may_divide_by_zero, self._computed_for(size))) or any(
            (isinstance(atom, FloorDiv | Mod) and atom.denominator.constant_value is None)
            or any(map(self.may_divide_by_zero, atom.args))
            for atom in size.atoms()
            if atom.depth
        )

    def _computed_for(self, size: Expr) -> Iterator[Expr]:
        """What is computed for the symbols of `size` that are not read."""
        for name in size.symbols():
            if self.is_by_cases(name):
                yield from self._cases(name)
            elif name not in self.sources and (formula := self.formula(name)) is not None:
                yield formula

    def _leaves_of(self, size: Expr) -> set[str] | None:
        """The symbols to be read from tensors for `size`; None where one has no source."""
        self._refresh()
        leaves = self._leaves.get(size)
        if leaves is None:
            leaves = self._find_leaves(size, frozenset())
            if leaves is not None:  # what has no source may get one by any fact
                self._leaves[size] = leaves
        return leaves

    def _find_leaves(self, size: Expr, asked: frozenset[str]) -> set[str] | None:
        """`_leaves_of` for the symbols `asked`, which cannot be used to compute it."""
        leaves = set[str]()
        for name in size.symbols():
            if self.is_by_cases(name):
                for part in self._cases(name):
                    leaves |= self._find_leaves(part, asked | {name}) or set()
            elif name in self.sources:
                leaves.add(name)
            elif name not in asked and (formula := self.formula(name)) is not None:
                found = self._find_leaves(formula, asked | {name})
                if found is None:
                    return None
                leaves |= found
            else:
                return None
        return leaves

    def _cases(self, name: str) -> Sequence[Expr]:
        """The parts of the definition of `name`: both sizes and the compared expressions."""
        condition, then, otherwise = self.cases(name)
        return (then, otherwise, *compared(condition))


def compared(predicate: Predicate) -> Iterator[Expr]:
    """The expressions that `predicate` compares with 0."""
    if isinstance(predicate, Connective):
        for arg in predicate.args:
            yield from compared(arg)
    elif isinstance(predicate, Relation):
        yield predicate.expr
