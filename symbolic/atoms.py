"""What polynomials are made of: symbols, and the quotients, remainders and extremes that are no polynomials.

Atoms are interned: equal atoms are the same object, so that they compare and hash at the speed of identity.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from threading import Lock
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from .expr import Expr

MAX_NESTING = 60
"""Quotients, remainders, `max` and `min` may stand inside each other this deep."""


class TooLarge(ValueError):
    """An expression would grow beyond what is worth computing with."""


_serial = count()
_interned: WeakValueDictionary[tuple[object, ...], Atom] = WeakValueDictionary()
_interning = Lock()


class Atom:
    """An opaque integer. Never built directly; see the subclasses."""

    __slots__ = ("__weakref__", "_expr", "_symbols", "_text", "depth", "serial")

    serial: int
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
            symbols = self._symbols = frozenset[SymbolAtom]().union(
                *(arg.symbol_atoms for arg in self.args)
            )
        return symbols

    def __str__(self) -> str:
        text = self._text
        if text is None:
            from .text import atom_text

            text = self._text = atom_text(self)
        return text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


def _setup(atom: Atom, args: tuple[Expr, ...]) -> None:
    atom.serial = next(_serial)
    atom.depth = 1 + max((arg.depth for arg in args), default=-1)
    if atom.depth > MAX_NESTING:
        raise TooLarge(f"nested more than {MAX_NESTING} deep")
    atom._expr = atom._text = atom._symbols = None  # pyright: ignore[reportPrivateUsage]


A = TypeVar("A", bound=Atom)


def _intern(key: tuple[object, ...], atom: A) -> A:
    """`atom`, or the equal one that another thread has made in the meantime."""
    with _interning:
        known = _interned.get(key)
        if isinstance(known, type(atom)):
            return known
        _interned[key] = atom
    return atom


class SymbolAtom(Atom):
    """A named integer."""

    __slots__ = ("name",)
    name: str

    def __new__(cls, name: str) -> SymbolAtom:
        key = (cls, name)
        atom = _interned.get(key)
        if not isinstance(atom, SymbolAtom):
            atom = super().__new__(cls)
            _setup(atom, ())
            atom.name = name
            atom._symbols = frozenset((atom,))
            atom = _intern(key, atom)
        return atom

    def __reduce__(self) -> tuple[type[SymbolAtom], tuple[str]]:
        return (SymbolAtom, (self.name,))


class _Fraction(Atom):
    __slots__ = ("denominator", "numerator")
    numerator: Expr
    denominator: Expr

    def __new__(cls, numerator: Expr, denominator: Expr):
        key = (cls, numerator, denominator)
        atom = _interned.get(key)
        if not isinstance(atom, cls):
            atom = super().__new__(cls)
            _setup(atom, (numerator, denominator))
            atom.numerator, atom.denominator = numerator, denominator
            atom = _intern(key, atom)
        return atom

    @property
    def args(self) -> tuple[Expr, ...]:
        return (self.numerator, self.denominator)

    def __reduce__(self) -> tuple[type[_Fraction], tuple[Expr, Expr]]:
        return (type(self), (self.numerator, self.denominator))


class FloorDiv(_Fraction):
    """`numerator // denominator`, rounded down. Some unspecified integer where the denominator is 0."""

    __slots__ = ()


class Mod(_Fraction):
    """`numerator % denominator`, with the denominator's sign. Some unspecified integer where it is 0."""

    __slots__ = ()


class _Extreme(Atom):
    """The arguments are different; they are kept in the order in which they print."""

    __slots__ = ("_args",)
    _args: tuple[Expr, ...]

    def __new__(cls, args: Iterable[Expr]):
        key = (cls, frozenset(args))
        atom = _interned.get(key)
        if not isinstance(atom, cls):
            atom = super().__new__(cls)
            atom._args = tuple(sorted(args, key=str))
            _setup(atom, atom._args)
            atom = _intern(key, atom)
        return atom

    @property
    def args(self) -> tuple[Expr, ...]:
        return self._args

    def __reduce__(self) -> tuple[type[_Extreme], tuple[tuple[Expr, ...]]]:
        return (type(self), (self.args,))


class Max(_Extreme):
    """The greatest of `args`."""

    __slots__ = ()


class Min(_Extreme):
    """The least of `args`."""

    __slots__ = ()
