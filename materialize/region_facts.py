"""Facts of one region as constraint ops in it, so that they hold there and nowhere else.

Each follows the last op that produces a tensor of a size in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from xdsl.dialects import arith, tensor
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.module_parts import ops_of
from ..analysis.statements import RegionFacts
from ..dialects import sdim
from ..dialects.types import element_type_of, tensor_type
from ..symbolic import Conditional, Expr, Facts, Predicate, Symbol
from .arith import INDEX, Emitter
from .constraint_ops import emit_constraint
from .symbols import DerivedSymbol, symbols_in

Sources = Mapping[str, tuple[SSAValue, int]]
"""For a symbol the value and the dimension that have its size."""


class RegionWriter:
    """Appends facts to `block`; sizes of outer values are read from `sources`."""

    def __init__(
        self,
        block: Block,
        sources: Sources,
        facts: Facts,
        elements: Mapping[str, tuple[SSAValue, int]] | None = None,
    ):
        self.block = block
        self.sources = dict(sources)
        self._elements = dict(elements or {})
        self._made = set[SSAValue]()
        self._facts = facts
        self._emitter = self._new_emitter()
        self._read_early = set[str]()
        """Sizes that were read from elements, before a value had them."""
        self._outer = tuple(sources)
        self._long: list[tuple[Expr, Expr]] | None = None
        self._pending: list[tuple[frozenset[str], Derived | Stated]] = []
        self._anchor: Operation | None = None

    def write(self, found: RegionFacts, derived: Sequence[DerivedSymbol]) -> None:
        """Writes `found` and the definitions of `derived`, except facts about sizes that no value
        has.
        """
        names = self.sources.keys() | symbols_in(self.block) if derived else set[str]()
        for symbol in derived:
            size = symbol.size if symbol.size.symbols() <= names else symbol.given
            derivation = Derived(symbol.name, size)
            self._pending.append((size.symbols() | {symbol.name}, derivation))
        for statement in found.statements:
            fact = Stated(statement.fact, statement.strength, statement.why)
            self._pending.append((statement.fact.symbols(), fact))
        if not self._pending:
            return
        self._anchor = self.block.first_op
        self._arrive(self.block.args)
        for op in ops_of(self.block):
            self._anchor = op.next_op
            if self._anchor is not None:
                self._arrive(op.results)

    def _arrive(self, values: Iterable[SSAValue]) -> None:
        """Writes what can be written now that there are `values`."""
        values = list(values)
        offer(self.sources, values)
        self._made.update(values)
        if not self._read_early.isdisjoint(self.sources):
            self._read_early -= self.sources.keys()
            self._emitter = self._new_emitter()  # for the sizes to be recognised by their values
        pending, self._pending = self._pending, []
        for names, fact in pending:
            if all(name in self.sources or self._has_element(name) for name in names):
                fact.write(self)
            else:
                self._pending.append((names, fact))

    def _has_element(self, name: str) -> bool:
        value, _ = self._elements.get(name, (None, 0))
        if value is None or value in self._made:
            return value is not None
        owner = value.owner
        block = owner.parent if isinstance(owner, Operation) else owner
        return block is not self.block and block is not None and block.is_ancestor(self.block)

    def equal_to_size(self, name: str, value: SSAValue) -> None:
        """States that the symbol `name`, read from the value that has it, is `value`."""
        self._insert(sdim.EqualOp(self._read(name), value))

    def index(self, size: Expr) -> SSAValue:
        return self._emitter.index(self._shorter(size))

    def _shorter(self, size: Expr) -> Expr:
        """`size` with sizes around the block in place of sums by cases that these are known to be:
        a fact about `x`, itself a choice, does not spell out how `x` was chosen.
        """
        if not _is_by_cases(size):
            return size
        for form, symbol in self._forms():
            terms = size.polynomial
            if all(terms.get(monomial) == number for monomial, number in form.polynomial.items()):
                size += symbol - form
        return size

    def _forms(self) -> list[tuple[Expr, Expr]]:
        """What the sizes around the block are, where they are chosen by cases; long ones first."""
        if self._long is None:
            facts = self._emitter.facts
            known = [(facts.simplify(Symbol(name)), Symbol(name)) for name in self._outer]
            self._long = [pair for pair in known if pair[0].depth and _is_by_cases(pair[0])]
            self._long.sort(key=lambda pair: -len(pair[0].polynomial))
        return self._long

    def constraint(self, fact: Predicate, strength: str, why: str) -> None:
        emit_constraint(self._emitter, fact, strength, why)

    def _new_emitter(self) -> Emitter:
        return Emitter(self._insert, self._leaf, self._facts)

    def _leaf(self, name: str) -> SSAValue:
        if name in self.sources:
            return self._read(name)
        self._read_early.add(name)
        return read_element(*self._elements[name], self._emitter)

    def _read(self, name: str) -> SSAValue:
        return read_size(*self.sources[name], self._emitter)

    def _insert(self, op: Operation) -> None:
        assert self._anchor is not None
        Rewriter.insert_op(op, InsertPoint.before(self._anchor))


def read_size(value: SSAValue, dimension: int, emitter: Emitter) -> SSAValue:
    """Size `dimension` of `value`; an index is the size itself."""
    if value.type == INDEX:
        return value
    dim = tensor.DimOp.create(operands=[value, emitter.index(dimension)], result_types=[INDEX])
    emitter.insert(dim)
    return dim.results[0]


def read_element(value: SSAValue, place: int, emitter: Emitter) -> SSAValue:
    """Element `place` of `value`, an integer scalar or vector, as an index."""
    indices = [emitter.index(place)] * tensor_type(value).get_num_dims()
    element = tensor.ExtractOp(value, indices, element_type_of(value))
    cast = arith.IndexCastOp(element.result, INDEX)
    emitter.insert(element)
    emitter.insert(cast)
    return cast.result


def _is_by_cases(size: Expr) -> bool:
    return any(isinstance(atom, Conditional) for atom in size.atoms())


class Derived:
    """A symbol that was made for an expression."""

    def __init__(self, name: str, size: Expr):
        self.name = name
        self.size = size

    def write(self, writer: RegionWriter) -> None:
        writer.equal_to_size(self.name, writer.index(self.size))


class Stated:
    """Any other fact."""

    def __init__(self, fact: Predicate, strength: str, why: str):
        self.fact = fact
        self.strength = strength
        self.why = why

    def write(self, writer: RegionWriter) -> None:
        writer.constraint(self.fact, self.strength, self.why)


def offer(sources: dict[str, tuple[SSAValue, int]], values: Iterable[SSAValue]) -> None:
    """Lets sizes be read from `values`, where nothing earlier has them."""
    for value in values:
        for i, entry in enumerate(sdim.encoding_of(value.type) or ()):
            if isinstance(entry, str):
                sources.setdefault(entry, (value, i))
