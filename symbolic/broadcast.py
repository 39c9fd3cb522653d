"""What sizes broadcast to, and the claim that they do, for any number of sizes at once.

`broadcast` is total: on all integers it is associative, commutative and idempotent, with unit 1 (a
bounded semilattice), so a chain of broadcasts is one flat term. Where sizes fit, it is what NumPy's
broadcasting makes of them (https://numpy.org/doc/stable/user/basics.broadcasting.html).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter

from .comparisons import eq
from .expr import (
    NO_SYMBOLS,
    ONE,
    Atom,
    Expr,
    SymbolAtom,
    as_expr,
    constant,
    digest,
    is_wide,
    operation_serial,
    print_order,
)
from .interning import InternKey, intern, interned
from .predicate import FALSE, TRUE, And, Predicate, Truth, all_of, any_of


class Broadcast(Atom):
    """The greatest of those of `args` that are not 1; 1 where all are."""

    __slots__ = ("_args", "is_plain")
    symbol = "broadcast"
    _args: tuple[Expr, ...]
    is_plain: bool
    """Whether all of `args` are symbols: a broadcast is then known by the set of them."""

    def __new__(cls, args: Iterable[Expr]) -> Broadcast:
        sizes = tuple(args)
        symbols = _as_symbols(sizes)
        if symbols is not None:
            return cls.of_symbols(symbols)
        key = (cls, frozenset(sizes))
        known = interned(key, cls)
        if known is not None:
            return known
        atom = object.__new__(cls)
        atom._args = tuple(sorted(sizes, key=print_order))
        atom.is_plain = False
        depth = 1 + max([arg.depth for arg in atom._args])
        return atom._enter(key, depth, operation_serial(5, *map(digest, atom._args)))

    @classmethod
    def of_symbols(cls, symbols: frozenset[SymbolAtom]) -> Broadcast:
        """The broadcast of symbols, at least two."""
        key = (cls, symbols)
        known = interned(key, cls)
        if known is not None:
            return known
        atom = object.__new__(cls)
        ordered = sorted(symbols, key=_name_of)
        atom._args = tuple([symbol.as_expr() for symbol in ordered])
        atom.is_plain = True
        digests = [hash((1, symbol.serial)) for symbol in ordered]  # as `digest` has it
        atom = atom._enter(key, 1, operation_serial(5, *digests))
        atom._symbols = symbols
        return atom

    @property
    def args(self) -> tuple[Expr, ...]:
        return self._args

    @staticmethod
    def compute(args: Iterable[int]) -> int:
        values = set(args)
        values.discard(1)
        return max(values, default=1)

    def value_by_name(self, values: Mapping[str, int], memo: dict[Atom, int]) -> int:
        if not self.is_plain:
            return super().value_by_name(values, memo)
        return self.compute([values[symbol.name] for symbol in self.symbol_atoms])

    @classmethod
    def build(cls, args: Sequence[Expr]) -> Expr:
        symbols = _joined_symbols(args)
        if symbols:
            return (cls.of_symbols(symbols) if len(symbols) > 1 else next(iter(symbols))).as_expr()
        sizes, number = _split(flat(args))
        if number != 1:
            sizes[constant(number)] = None
        if len(sizes) > 1:
            return cls(sizes).as_expr()
        return next(iter(sizes), ONE)

    def _spell(self) -> str:
        return f"broadcast({', '.join(map(str, self.args))})"

    def __reduce__(self) -> tuple[type[Broadcast], tuple[tuple[Expr, ...]]]:
        return (Broadcast, (self.args,))


def _as_symbols(sizes: Iterable[Expr]) -> frozenset[SymbolAtom] | None:
    """`sizes` where all of them are symbols, else None."""
    found = list[SymbolAtom]()
    for size in sizes:
        atom = size.single_atom
        if type(atom) is not SymbolAtom:
            return None
        found.append(atom)
    return frozenset(found)


def _joined_symbols(sizes: Iterable[Expr]) -> frozenset[SymbolAtom] | None:
    """What `sizes` broadcast where all of them are symbols or broadcasts of symbols, else None."""
    found = set[SymbolAtom]()
    for size in sizes:
        atom = size.single_atom
        if type(atom) is SymbolAtom:
            found.add(atom)
        elif type(atom) is Broadcast and atom.is_plain:
            found |= atom.symbol_atoms
        else:
            return None
    return frozenset(found)


def in_order(symbols: Iterable[SymbolAtom]) -> tuple[Expr, ...]:
    """`symbols` as sizes, in the order in which they print."""
    return tuple([symbol.as_expr() for symbol in sorted(symbols, key=_name_of)])


_name_of = attrgetter("name")


def operands(expr: Expr) -> tuple[Expr, ...]:
    """What `expr` broadcasts; just `expr` where it is no broadcast."""
    if not expr.depth:
        return (expr,)
    atom = expr.single_atom
    return atom.args if isinstance(atom, Broadcast) else (expr,)


def flat(sizes: Iterable[Expr]) -> Iterable[Expr]:
    """`sizes` with the operands of broadcasts in place of these."""
    return (inner for size in sizes for inner in operands(size))


def _split(sizes: Iterable[Expr]) -> tuple[dict[Expr, None], int]:
    """The sizes that are not constant, each once, and the greatest constant other than 1, or 1."""
    kept: dict[Expr, None] = {}
    number = 1
    for size in sizes:
        terms = size.polynomial
        if (terms and () not in terms) or len(terms) > 1:
            kept[size] = None
        elif (value := terms.get((), 0)) != 1:
            number = value if number == 1 else max(number, value)
    return kept, number


def broadcast(*sizes: Expr | int) -> Expr:
    """The greatest of those sizes that are not 1; 1 where there are none."""
    return Broadcast.build([as_expr(size) for size in sizes])


class Broadcastable(And):
    """All of `sizes`, at least two, that are not 1 are equal. `args` say so of one size each."""

    __slots__ = ("__weakref__", "_sizes", "_wide", "is_plain")
    is_unit = True
    _sizes: tuple[Expr, ...] | None
    _wide: bool | None
    is_plain: bool
    """Whether all of the sizes are symbols: the claim is then known by the set of them."""

    @classmethod
    def of(cls, sizes: Iterable[Expr]) -> Broadcastable:
        """The claim about `sizes`, in the order in which they print. Equal claims are one."""
        sizes = tuple(sizes)
        symbols = _as_symbols(sizes)
        return cls._of((cls, sizes), sizes, None) if symbols is None else cls.of_symbols(symbols)

    @classmethod
    def of_symbols(cls, symbols: frozenset[SymbolAtom]) -> Broadcastable:
        """The claim about symbols, at least two."""
        return cls._of((cls, symbols), None, symbols)

    @classmethod
    def _of(
        cls, key: InternKey, sizes: tuple[Expr, ...] | None, symbols: frozenset[SymbolAtom] | None
    ) -> Broadcastable:
        known = interned(key, cls)
        if known is not None:
            return known
        claim = cls(())
        claim._symbols, claim._sizes, claim._wide = symbols, sizes, None
        claim.is_plain = symbols is not None
        return intern(key, claim)

    @property
    def sizes(self) -> tuple[Expr, ...]:
        sizes = self._sizes
        if sizes is None:
            sizes = self._sizes = in_order(self.symbol_atoms)
        return sizes

    @property
    def args(self) -> tuple[Predicate, ...]:
        if not self._args:
            kept, number = _split(self.sizes)
            common = Broadcast.build(self.sizes) if number == 1 else constant(number)
            self._args = _clauses(kept, common)
        return self._args

    @property
    def symbol_atoms(self) -> frozenset[SymbolAtom]:
        symbols = self._symbols
        if symbols is None:
            symbols = self._symbols = NO_SYMBOLS.union(*[s.symbol_atoms for s in self.sizes])
        return symbols

    @property
    def is_wide(self) -> bool:
        """Whether some of the sizes are too large to be reasoned about."""
        wide = self._wide
        if wide is None:
            wide = self._wide = not self.is_plain and any(map(is_wide, self.sizes))
        return wide

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def truth(self, value_of: Callable[[Expr], int]) -> bool:
        return len({value for size in self.sizes if (value := value_of(size)) != 1}) < 2

    def holds(self, values: Mapping[str, int]) -> bool:
        if self.is_plain:
            return len({values[symbol.name] for symbol in self.symbol_atoms} - {1}) < 2
        return super().holds(values)

    def rebuild(self, change: Callable[[Expr], Expr]) -> Predicate:
        sizes = list(map(change, self.sizes))
        if all(new is old for new, old in zip(sizes, self.sizes, strict=True)):
            return self
        return broadcastable(*sizes)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Broadcastable.of, (self.sizes,))

    def __str__(self) -> str:
        return f"broadcastable({', '.join(map(str, self.sizes))})"


def broadcastable(*sizes: Expr | int) -> Predicate:
    """All of `sizes` that are not 1 are equal: each is 1 or what all of them broadcast to."""
    exprs = [as_expr(size) for size in sizes]
    symbols = _as_symbols(exprs)
    if symbols is not None:
        return Broadcastable.of_symbols(symbols) if len(symbols) > 1 else TRUE
    kept, number = _split(exprs)
    if not {size.constant_value for size in exprs} <= {None, 1, number}:
        return FALSE
    ordered = sorted(kept, key=print_order)
    if number == 1 and len(ordered) < 2:
        return TRUE
    common = Broadcast.build(ordered) if number == 1 else constant(number)
    if number != 1 or common in kept:
        args = _clauses(ordered, common)
        if len(args) < 2 or FALSE in args:
            return all_of(*args)
    if number != 1:
        ordered.append(common)
    return Broadcastable.of(ordered)


def operands_fit(*wholes: Expr, symbols: frozenset[SymbolAtom] = NO_SYMBOLS) -> Predicate:
    """`symbols` and the sizes that `wholes` broadcast, or are, all broadcast together."""
    joined = _joined_symbols(wholes)
    if joined is None:
        return broadcastable(*in_order(symbols), *flat(wholes))
    joined |= symbols
    return Broadcastable.of_symbols(joined) if len(joined) > 1 else TRUE


def _clauses(sizes: Iterable[Expr], common: Expr) -> tuple[Predicate, ...]:
    """That each of `sizes` is 1 or `common`, without what always holds."""
    claims = (any_of(eq(size, 1), eq(size, common)) for size in sizes)
    return tuple(claim for claim in claims if not isinstance(claim, Truth) or not claim.value)
