"""Operations of a problem as claims about the symbols that name their values.

The definitions of broadcasts and conditionals are clauses: most of what they decide follows by unit
propagation (Davis and Putnam, JACM 1960), without looking at cases.
"""

from __future__ import annotations

from collections.abc import Sequence

from .broadcast import Broadcast
from .comparisons import eq, le, ne
from .expr import NO_SYMBOLS, Atom, Expr, SymbolAtom
from .predicate import TRUE, Ne, Predicate, Truth, all_of, any_of
from .ranges import broadcast_range
from .table import FactTable


class Definition(Predicate):
    """`value` is what the operation `kind`, on numbers alone, makes of `args`."""

    __slots__ = ("_symbols", "args", "kind", "value")

    def __init__(self, value: Expr, kind: type[Atom], args: tuple[Expr, ...]):
        self.value = value
        self.kind = kind
        self.args = args
        self._symbols: frozenset[SymbolAtom] | None = None

    @property
    def symbol_atoms(self) -> frozenset[SymbolAtom]:
        symbols = self._symbols
        if symbols is None:
            symbols = self._symbols = self.value.symbol_atoms | self.arg_symbols
        return symbols

    @property
    def arg_symbols(self) -> frozenset[SymbolAtom]:
        return NO_SYMBOLS.union(*(arg.symbol_atoms for arg in self.args))

    def result_of(self, args: list[int]) -> int | None:
        """What the operation makes of numbers; None for a division by 0."""
        return None if self.kind.is_division and args[1] == 0 else self.kind.compute(args)


def choice(value: Expr, condition: Predicate, then: Expr, otherwise: Expr) -> Predicate:
    """That `value` is `then` where `condition` holds, else `otherwise`."""
    return any_of(
        all_of(condition, eq(value, then)), all_of(condition.negate(), eq(value, otherwise))
    )


def broadcast_size(table: FactTable, args: Sequence[Expr]) -> Expr:
    """What `args`, in normal form, broadcast to, without those that cannot count."""
    kept = [size for size in dict.fromkeys(args) if not is_one(table, size)]
    for size in list(kept):
        if size in kept and is_not_one(table, size):
            kept = [x for x in kept if x == size or not is_at_most(table, x, size)]
    return Broadcast.build(kept)


def is_one(table: FactTable, size: Expr) -> bool:
    """Whether `size`, in normal form, is known to be 1; a symbol would be replaced."""
    return type(size.single_atom) is not SymbolAtom and table.range(size) == (1, 1)


def is_not_one(table: FactTable, size: Expr) -> bool:
    """Whether `size` is known not to be 1."""
    atom = size.single_atom
    if isinstance(atom, SymbolAtom):
        least, greatest = table.low.get(atom), table.high.get(atom)
        if (least is not None and least > 1) or (greatest is not None and greatest < 1):
            return True
        return atom in table.unequal and (Ne, size - 1) in table.rows
    if isinstance(atom, Broadcast):
        return any(is_not_one(table, inner) for inner in atom.args)
    return table.nonzero(size - 1)


def may_be_ones(table: FactTable, symbols: frozenset[SymbolAtom]) -> bool:
    """Whether none of `symbols`, which are not substituted, is known not to be 1."""
    if not (table.unequal.keys().isdisjoint(symbols) and table.high.keys().isdisjoint(symbols)):
        high, unequal = table.high, table.unequal
        if any(s in unequal or high.get(s, 1) < 1 for s in symbols):
            return False
    lows = set(map(table.low.get, symbols))
    return all(low is None or low <= 1 for low in lows)


def is_at_most(table: FactTable, a: Expr, b: Expr) -> bool:
    """Whether `a <= b` is seen at once."""
    greatest = table.range(a - b)[1]
    return greatest is not None and greatest <= 0


def broadcast_clauses(table: FactTable, value: Expr, args: Sequence[Expr]) -> list[Predicate]:
    """What holds of `value`, which `args` broadcast to, and what follows from that at once."""
    claims: list[Predicate] = []
    candidates: list[Expr] = []
    least = broadcast_range([table.range(size) for size in args])[0]
    positive = least is not None and least > 0
    for size in args:
        if positive or is_not_one(table, size):
            claims.append(le(size, value))
        else:
            claims.append(any_of(eq(size, 1), all_of(le(size, value), ne(value, 1))))
        claim = table.decide(eq(size, value))
        if not isinstance(claim, Truth) or claim.value:
            candidates.append(size)
    if any(is_not_one(table, size) for size in args):
        claims.append(ne(value, 1))
    if len(candidates) < 2:
        claims.append(any_of(*(eq(size, value) for size in candidates)))
    return [claim for claim in claims if claim is not TRUE]
