"""What sizes broadcast to, and the claim that they do, for any number of sizes at once.

`broadcast` is total: on all integers it is associative, commutative and idempotent, with unit 1 (a
bounded semilattice), so a chain of broadcasts is one flat term. Where sizes fit, it is what NumPy's
broadcasting makes of them (https://numpy.org/doc/stable/user/basics.broadcasting.html).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

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
from .interning import interned
from .predicate import FALSE, TRUE, And, Predicate, Truth, all_of, any_of


class Broadcast(Atom):
    """The greatest of those of `args` that are not 1; 1 where all are."""

    __slots__ = ("_args", "_plain")
    symbol = "broadcast"
    _args: tuple[Expr, ...]
    _plain: bool | None

    def __new__(cls, args: Iterable[Expr]) -> Broadcast:
        key = (cls, frozenset(args))
        known = interned(key, cls)
        if known is not None:
            return known
        atom = object.__new__(cls)
        atom._args = tuple(sorted(args, key=print_order))
        atom._plain = None
        depth = 1 + max([arg.depth for arg in atom._args])
        return atom._enter(key, depth, operation_serial(5, *map(digest, atom._args)))

    @property
    def args(self) -> tuple[Expr, ...]:
        return self._args

    @property
    def is_plain(self) -> bool:
        """Whether all of `args` are symbols."""
        plain = self._plain
        if plain is None:
            plain = self._plain = _are_symbols(self._args)
        return plain

    @staticmethod
    def compute(args: Iterable[int]) -> int:
        values = set(args)
        values.discard(1)
        return max(values, default=1)

    @classmethod
    def build(cls, args: Sequence[Expr]) -> Expr:
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


def _are_symbols(sizes: Iterable[Expr]) -> bool:
    return all(type(size.single_atom) is SymbolAtom for size in sizes)


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

    __slots__ = ("_plain", "_wide", "sizes")
    is_unit = True

    def __init__(self, sizes: tuple[Expr, ...]):
        super().__init__(())
        self.sizes = sizes
        self._wide: bool | None = None
        self._plain: bool | None = None

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
    def is_plain(self) -> bool:
        """Whether all of the sizes are symbols."""
        plain = self._plain
        if plain is None:
            plain = self._plain = _are_symbols(self.sizes)
        return plain

    @property
    def is_wide(self) -> bool:
        """Whether some of the sizes are too large to be reasoned about."""
        wide = self._wide
        if wide is None:
            wide = self._wide = any(map(is_wide, self.sizes))
        return wide

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Broadcastable) and self.sizes == other.sizes

    def __hash__(self) -> int:
        if not self._hash:
            self._hash = hash((Broadcastable, self.sizes))
        return self._hash

    def truth(self, value_of: Callable[[Expr], int]) -> bool:
        return len({value for size in self.sizes if (value := value_of(size)) != 1}) < 2

    def rebuild(self, change: Callable[[Expr], Expr]) -> Predicate:
        sizes = list(map(change, self.sizes))
        if all(new is old for new, old in zip(sizes, self.sizes, strict=True)):
            return self
        return broadcastable(*sizes)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Broadcastable, (self.sizes,))

    def __str__(self) -> str:
        return f"broadcastable({', '.join(map(str, self.sizes))})"


def broadcastable(*sizes: Expr | int) -> Predicate:
    """All of `sizes` that are not 1 are equal: each is 1 or what all of them broadcast to."""
    exprs = [as_expr(size) for size in sizes]
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
    return Broadcastable(tuple(ordered))


def _clauses(sizes: Iterable[Expr], common: Expr) -> tuple[Predicate, ...]:
    """That each of `sizes` is 1 or `common`, without what always holds."""
    claims = (any_of(eq(size, 1), eq(size, common)) for size in sizes)
    return tuple(claim for claim in claims if not isinstance(claim, Truth) or not claim.value)
