"""Symbols for sizes in IR: an existing one, or a new one that is defined to equal the size."""

from __future__ import annotations

from collections.abc import Generator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.module_parts import symbol_ops
from ..analysis.symbol_names import SymbolNames, symbol_order, symbols_below
from ..dialects import sdim
from ..symbolic import Eq, Expr, Facts, Predicate, eq, solutions
from ..symbolic.large_terms import sum_of_others
from .arith import Emitter
from .constraint_ops import compared_broadcasts, emit_constraint


@dataclass(frozen=True, slots=True)
class DerivedSymbol:
    """A symbol that was made for an expression.

    size: its simplest form, by all that is known
    given: the form in which it was found, which may be known earlier
    """

    name: str
    size: Expr
    given: Expr


def symbols_in(block: Block) -> set[str]:
    """The sizes of the values in `block` itself."""
    values = [*block.args, *(result for op in block.ops for result in op.results)]
    return {e for v in values for e in sdim.encoding_of(v.type) or () if isinstance(e, str)}


class SizeNamer:
    """Gives every size of a module a symbol, so that types can carry it.

    `write` puts the new symbols and the facts that define them into the module.
    """

    def __init__(self, module: ModuleOp, facts: Facts, names: SymbolNames):
        self.module = module
        self.facts = facts
        self._names = names
        self._known: dict[Expr, str] = {}
        self._types: dict[tuple[Attribute, tuple[Expr, ...]], TensorType[Any]] = {}
        self._derived: list[DerivedSymbol] = []
        for op in symbol_ops(module):
            name = op.sym_name.data
            self._known.setdefault(facts.simplify(facts.symbol(name)), name)

    @contextmanager
    def scope(self) -> Generator[None]:
        """Forgets at its end the symbols made inside; `take_derived` returns them until then."""
        kept = self._known, self._types, self._derived
        self._known, self._types, self._derived = dict(self._known), dict(self._types), []
        try:
            with self.facts.scope():
                yield
        finally:
            self._known, self._types, self._derived = kept

    def adopt(self, block: Block) -> None:
        """Lets the symbols of `block` represent the sizes that the facts now give them."""
        for name in sorted(symbols_in(block), key=symbol_order):
            self._known.setdefault(self.facts.simplify(self.facts.symbol(name)), name)

    def take_derived(self) -> list[DerivedSymbol]:
        """The symbols made in this scope so far; they are not given again."""
        derived, self._derived = self._derived, []
        return derived

    def type(self, element_type: Attribute, shape: Sequence[Expr]) -> TensorType[Any]:
        """The type of a tensor of `shape`, every dynamic size a symbol."""
        key = (element_type, tuple(shape))
        type = self._types.get(key)
        if type is None:
            entries = [self.entry(size) for size in shape]
            type = self._types[key] = sdim.encoded_type(element_type, entries)
        return type

    def entry(self, size: Expr) -> str | int:
        """The constant or the symbol that is `size`."""
        given, size = size, self.facts.simplify(size)
        if (constant := size.constant_value) is not None:
            return constant
        name = size.symbol_name or self._known.get(size)
        if name is None:
            name = self._names.next()
            symbol = self.facts.symbol(name)
            self._known[size] = name
            self._derived.append(DerivedSymbol(name, size, given))
            self.facts.learn(eq(symbol, size), why="by definition")
        return name

    def write(self) -> ConstraintWriter:
        """Writes the definitions of the symbols made so far; the writer for further facts."""
        writer = ConstraintWriter(self.module, self.facts, self._names)
        for derived in self._derived:
            writer.state(eq(self.facts.symbol(derived.name), derived.size))
        self._derived.clear()
        return writer


class ConstraintWriter:
    """Appends facts to the `sdim.constraints` of a module and declares the symbols in them.

    names: where broadcasts that facts compare get symbols; else they may be written as arithmetic
    """

    def __init__(self, module: ModuleOp, facts: Facts, names: SymbolNames | None = None):
        self.module = module
        self._names = names
        self.block = constraints_of(module).body.block
        self._solved = set[str]()
        self.emitter = Emitter(self.block.add_op, self._size, facts)
        self.emitter.states_sums = True
        for op in self.block.ops:
            if isinstance(op, sdim.SizeOp):
                name = op.symbol.root_reference.data
                self.emitter.adopt(facts.symbol(name), op.result)

    def state(self, fact: Predicate, strength: str = "assume", why: str | None = None) -> None:
        """States `fact`. Where it says what a symbol is, later facts are about the symbol."""
        if (names := self._names) is not None:
            for size in compared_broadcasts(fact):
                if size not in self.emitter.names and size not in self.emitter.known:
                    self.state(eq(self.emitter.facts.symbol(names.next()), size))
        emit_constraint(self.emitter, fact, strength, why)
        if strength != "assume" or not isinstance(fact, Eq):
            return
        if (total := sum_of_others(fact.expr)) is not None:
            symbol = total.as_expr()
            told = symbol - fact.expr * fact.expr.polynomial[total,]
            self.emitter.sums.add(told, symbol)
        if fact.expr.depth:
            for name, size in solutions(fact):
                is_computed = size.depth or len(size.terms()) > 1
                if is_computed and name not in self._solved:
                    self._solved.add(name)
                    self.emitter.name(size, self.emitter.facts.symbol(name))

    def declare_used(self, in_code: Set[str] | None = None) -> set[str]:
        """Declares every symbol that is used and not declared; drops empty constraints.

        in_code: the symbols that are used outside the constraints, where these are known
        Returns all that are used.
        """
        declared = {op.sym_name.data for op in symbol_ops(self.module)}
        constraints = self.block.parent_op()
        assert constraints is not None
        used = symbols_below(self.module if in_code is None else constraints)
        used |= in_code or set()
        for name in sorted(used - declared, key=symbol_order):
            Rewriter.insert_op(sdim.SymbolOp(name), InsertPoint.before(constraints))
        if self.block.first_op is None:
            Rewriter.erase_op(constraints)
        return used

    def _size(self, name: str) -> SSAValue:
        op = sdim.SizeOp(name)
        self.block.add_op(op)
        return op.result


def constraints_of(module: ModuleOp) -> sdim.ConstraintsOp:
    """The `sdim.constraints` of `module`, made after its symbols where it has none."""
    last_symbol: Operation | None = None
    for op in module.body.block.ops:
        if isinstance(op, sdim.ConstraintsOp):
            return op
        if isinstance(op, sdim.SymbolOp):
            last_symbol = op
    constraints = sdim.ConstraintsOp(Region(Block()))
    point = (
        InsertPoint.at_start(module.body.block)
        if last_symbol is None
        else InsertPoint.after(last_symbol)
    )
    Rewriter.insert_op(constraints, point)
    return constraints
