"""What polynomials are made of: symbols, and the quotients, remainders and extremes that are no polynomials.

Atoms are interned: equal atoms are the same object, so that they compare and hash at the speed of identity.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from threading import RLock
from typing import TYPE_CHECKING, ClassVar, TypeVar
from weakref import ref

if TYPE_CHECKING:
    from .expr import Expr

MAX_NESTING = 60
"""Quotients, remainders, `max` and `min` may stand inside each other this deep."""


class TooLarge(ValueError):
    """An expression would grow beyond what is worth computing with."""


class _Interned(ref["Atom"]):
    """An atom in the table, as long as something else holds it."""

    __slots__ = ("key",)
    key: tuple[object, ...]


_AFTER_SYMBOLS = 1 << 512
"""What is added to the serial numbers of quotients and so on."""

_table: dict[tuple[object, ...], _Interned] = {}
_changing = RLock()  # an atom may be collected while its thread adds another


class Atom:
    """An opaque integer. Never built directly; see the subclasses."""

    __slots__ = ("__weakref__", "_expr", "_symbols", "_text", "depth", "serial")

    serial: int
    """Its place in an order that depends on what atoms are, not on when they were made: results do not depend on history."""
    depth: int
    _expr: Expr | None
    _text: str | None
    _symbols: frozenset[SymbolAtom] | None

    def as_expr(self) -> Expr:
        """The expression that is just this atom."""
        expr = self._expr
        if expr is None:
            from .expr import Expr

            expr = self._expr = Expr.of_terms({(self,): 1})
        return expr

    @property
    def args(self) -> tuple[Expr, ...]:
        """The expressions inside; none for a symbol."""
        return ()

    @property
    def symbol_atoms(self) -> frozenset[SymbolAtom]:
        """The symbols that this atom depends on."""
        symbols = self._symbols
        if symbols is None:
            symbols = self._symbols = NO_SYMBOLS.union(*(arg.symbol_atoms for arg in self.args))
        return symbols

    def __str__(self) -> str:
        text = self._text
        if text is None:
            from .text import atom_text

            text = self._text = atom_text(self)
        return text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


A = TypeVar("A", bound=Atom)


def _intern(key: tuple[object, ...], atom: A, depth: int, serial: int) -> A:
    """Completes `atom` and enters it; or the equal one that another thread has made in the meantime."""
    if depth > MAX_NESTING:
        raise TooLarge(f"nested more than {MAX_NESTING} deep")
    atom.depth = depth
    atom.serial = serial
    atom._expr = atom._text = atom._symbols = None  # pyright: ignore[reportPrivateUsage]
    entry = _Interned(atom, _forget)
    entry.key = key
    with _changing:
        known = _table.get(key)
        if known is not None and isinstance(other := known(), type(atom)):
            return other
        _table[key] = entry
    return atom


def _forget(
    entry: _Interned,
    table: dict[tuple[object, ...], _Interned] = _table,  # by then, names may be gone
    changing: AbstractContextManager[bool] = _changing,
) -> None:
    with changing:
        if table.get(entry.key) is entry:
            del table[entry.key]


class SymbolAtom(Atom):
    """A named integer."""

    __slots__ = ("name",)
    name: str

    def __new__(cls, name: str) -> SymbolAtom:
        key = (cls, name)
        known = _table.get(key)
        if known is not None and isinstance(atom := known(), SymbolAtom):
            return atom
        atom = object.__new__(cls)
        atom.name = name
        return _intern(key, atom, 0, int.from_bytes(name.encode(errors="surrogatepass")))

    @property
    def symbol_atoms(self) -> frozenset[SymbolAtom]:
        symbols = self._symbols
        if symbols is None:
            symbols = self._symbols = frozenset((self,))
        return symbols

    def __reduce__(self) -> tuple[type[SymbolAtom], tuple[str]]:
        return (SymbolAtom, (self.name,))


def _digest(expr: Expr) -> int:
    """A number that tells expressions apart and does not depend on how they were come by."""
    digest = 0
    for monomial, coefficient in expr.polynomial.items():
        digest ^= hash((coefficient, *[atom.serial for atom in monomial]))
    return digest


class Fraction(Atom):
    __slots__ = ("denominator", "numerator")
    number: ClassVar[int]
    numerator: Expr
    denominator: Expr

    def __new__(cls, numerator: Expr, denominator: Expr):
        key = (cls, numerator, denominator)
        known = _table.get(key)
        if known is not None and isinstance(atom := known(), cls):
            return atom
        atom = object.__new__(cls)
        atom.numerator, atom.denominator = numerator, denominator
        depth = 1 + max(numerator.depth, denominator.depth)
        serial = hash((cls.number, _digest(numerator), _digest(denominator)))
        return _intern(key, atom, depth, _AFTER_SYMBOLS + serial)

    @property
    def args(self) -> tuple[Expr, ...]:
        return (self.numerator, self.denominator)

    def __reduce__(self) -> tuple[type[Fraction], tuple[Expr, Expr]]:
        return (type(self), (self.numerator, self.denominator))


class FloorDiv(Fraction):
    """`numerator // denominator`, rounded down. Some unspecified integer where the denominator is 0."""

    __slots__ = ()
    number = 1


class Mod(Fraction):
    """`numerator % denominator`, with the denominator's sign. Some unspecified integer where it is 0."""

    __slots__ = ()
    number = 2


class Extreme(Atom):
    """The arguments are different; they are kept in the order in which they print."""

    __slots__ = ("_args",)
    number: ClassVar[int]
    _args: tuple[Expr, ...]

    def __new__(cls, args: Iterable[Expr]):
        key = (cls, frozenset(args))
        known = _table.get(key)
        if known is not None and isinstance(atom := known(), cls):
            return atom
        atom = object.__new__(cls)
        atom._args = tuple(sorted(args, key=_text))
        depth = 1 + max([arg.depth for arg in atom._args])
        serial = hash((cls.number, *map(_digest, atom._args)))
        return _intern(key, atom, depth, _AFTER_SYMBOLS + serial)

    @property
    def args(self) -> tuple[Expr, ...]:
        return self._args

    def __reduce__(self) -> tuple[type[Extreme], tuple[tuple[Expr, ...]]]:
        return (type(self), (self.args,))


def _text(expr: Expr) -> str:
    atom = expr.single_atom
    return atom.name if isinstance(atom, SymbolAtom) else str(expr)


class Max(Extreme):
    """The greatest of `args`."""

    __slots__ = ()
    number = 3


class Min(Extreme):
    """The least of `args`."""

    __slots__ = ()
    number = 4


NO_SYMBOLS: frozenset[SymbolAtom] = frozenset()
