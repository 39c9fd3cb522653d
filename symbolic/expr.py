"""Integer expressions: polynomials over atoms, in normal form from birth.

Two expressions that are the same polynomial are equal as values. `==` is structural: it says nothing about
sizes that happen to be equal; for that, ask `Facts.proves(eq(a, b))`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from .atoms import Atom, FloorDiv, Max, Min, Mod, SymbolAtom, TooLarge
from .evaluation import evaluate
from .terms import Monomial, Terms, multiply_terms, ordered, times


class Expr:
    """An immutable integer expression. Build one with `Symbol`, `as_expr`, the operators, `maximum`, `minimum`."""

    __slots__ = ("_depth", "_hash", "_symbols", "polynomial")

    polynomial: Mapping[Monomial, int]
    """The terms by monomial, in no particular order, none of them 0; the constant's monomial is empty. Never changed."""
    _hash: int | None
    _symbols: frozenset[SymbolAtom] | None
    _depth: int | None

    @staticmethod
    def of_terms(terms: Terms) -> Expr:
        """The sum of `coefficient * product(monomial)`. The caller gives the dictionary away, without zeros."""
        self = object.__new__(Expr)
        self.polynomial = terms
        self._hash = self._symbols = self._depth = None
        return self

    @property
    def constant_value(self) -> int | None:
        """The value of an expression without symbols, else None."""
        terms = self.polynomial
        if not terms:
            return 0
        return terms.get(()) if len(terms) == 1 else None

    @property
    def constant_term(self) -> int:
        return self.polynomial.get((), 0)

    @property
    def single_atom(self) -> Atom | None:
        """The atom that this expression consists of, if it is just one."""
        if len(self.polynomial) == 1:
            ((monomial, coefficient),) = self.polynomial.items()
            if coefficient == 1 and len(monomial) == 1:
                return monomial[0]
        return None

    @property
    def symbol_name(self) -> str | None:
        """The name of an expression that is just a symbol, else None."""
        atom = self.single_atom
        return atom.name if isinstance(atom, SymbolAtom) else None

    @property
    def symbol_atoms(self) -> frozenset[SymbolAtom]:
        """The symbols in this expression, those inside of quotients and so on included."""
        symbols = self._symbols
        if symbols is None:
            found: set[SymbolAtom] = set()
            for monomial in self.polynomial:
                for atom in monomial:
                    if type(atom) is SymbolAtom:
                        found.add(atom)
                    else:
                        found |= atom.symbol_atoms
            symbols = self._symbols = frozenset(found)
        return symbols

    @property
    def depth(self) -> int:
        """How deep atoms are nested; 0 without quotients, remainders and extremes."""
        depth = self._depth
        if depth is None:
            depth = 0
            for monomial in self.polynomial:
                for atom in monomial:
                    if atom.depth > depth:
                        depth = atom.depth
            self._depth = depth
        return depth

    def atoms(self) -> set[Atom]:
        """The atoms of the polynomial itself, not those inside of them."""
        return {atom for monomial in self.polynomial for atom in monomial}

    def symbols(self) -> frozenset[str]:
        """The names of the symbols in this expression."""
        return frozenset(atom.name for atom in self.symbol_atoms)

    def terms(self) -> tuple[tuple[int, tuple[tuple[Atom, int], ...]], ...]:
        """`(coefficient, ((atom, power), ...))` for each term, in the order in which they print."""
        from .text import ordered_terms

        return tuple(
            (coefficient, tuple(Counter(monomial).items()))
            for coefficient, monomial in ordered_terms(self)
        )

    def evaluate(self, values: Mapping[str, int]) -> int:
        """The value where the symbols have `values`. Raises KeyError for one without, ZeroDivisionError for `x//0`."""
        return evaluate(self, values, {})

    def substitute(self, values: Mapping[str, Expr | int]) -> Expr:
        """This expression with symbols replaced, all at once. Raises ValueError for a division by 0."""
        from .rewriting import substitute

        return substitute(self, values) if values else self

    def __add__(self, other: Expr | int) -> Expr:
        if isinstance(other, int):
            return self._plus_constant(other)
        a, b = self.polynomial, other.polynomial
        if len(a) < len(b):
            a, b = b, a
        total = dict(a)
        for monomial, coefficient in b.items():
            value = total.get(monomial, 0) + coefficient
            if value:
                total[monomial] = value
            else:
                del total[monomial]
        return Expr.of_terms(total)

    __radd__ = __add__

    def _plus_constant(self, constant: int) -> Expr:
        if not constant:
            return self
        total = dict(self.polynomial)
        value = total.get((), 0) + constant
        if value:
            total[()] = value
        else:
            del total[()]
        return Expr.of_terms(total)

    def __neg__(self) -> Expr:
        return Expr.of_terms({m: -c for m, c in self.polynomial.items()})

    def __sub__(self, other: Expr | int) -> Expr:
        if isinstance(other, int):
            return self._plus_constant(-other)
        total = dict(self.polynomial)
        for monomial, coefficient in other.polynomial.items():
            value = total.get(monomial, 0) - coefficient
            if value:
                total[monomial] = value
            else:
                del total[monomial]
        return Expr.of_terms(total)

    def __rsub__(self, other: int) -> Expr:
        return (-self)._plus_constant(other)

    def __mul__(self, other: Expr | int) -> Expr:
        if isinstance(other, int):
            if other == 1:
                return self
            return Expr.of_terms(
                {m: c * other for m, c in self.polynomial.items()} if other else {}
            )
        if len(self.polynomial) == 1 and len(other.polynomial) == 1:
            ((x, c),) = self.polynomial.items()
            ((y, d),) = other.polynomial.items()
            return Expr.of_terms({times(x, y): c * d})
        total = multiply_terms(self.polynomial, other.polynomial)
        return Expr.of_terms({m: c for m, c in total.items() if c})

    __rmul__ = __mul__

    def __floordiv__(self, other: Expr | int) -> Expr:
        from .folding import floor_div

        return floor_div(self, as_expr(other))

    def __rfloordiv__(self, other: int) -> Expr:
        return as_expr(other) // self

    def __mod__(self, other: Expr | int) -> Expr:
        from .folding import modulo

        return modulo(self, as_expr(other))

    def __rmod__(self, other: int) -> Expr:
        return as_expr(other) % self

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self.polynomial == other.polynomial if isinstance(other, Expr) else NotImplemented

    def __hash__(self) -> int:
        value = self._hash
        if value is None:
            value = self._hash = hash(frozenset(self.polynomial.items()))
        return value

    def __str__(self) -> str:
        from .text import expr_text

        return expr_text(self)

    def __repr__(self) -> str:
        return f"Expr({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[Mapping[Monomial, int]]]:
        return (_restore, (self.polynomial,))


def _restore(terms: Mapping[Monomial, int]) -> Expr:
    return Expr.of_terms({ordered(m): c for m, c in terms.items()})


def sum_of(terms: Iterable[tuple[int, Monomial]]) -> Expr:
    """The sum of `coefficient * product(monomial)`, each monomial in any order."""
    total: Terms = {}
    for coefficient, monomial in terms:
        key = ordered(monomial)
        total[key] = total.get(key, 0) + coefficient
    return Expr.of_terms({m: c for m, c in total.items() if c})


def Symbol(name: str) -> Expr:
    """The symbol `name` as an expression. Raises ValueError where `name` is not an identifier."""
    from .text import check_name

    check_name(name)
    return SymbolAtom(name).as_expr()


_CONSTANTS = {i: Expr.of_terms({(): i} if i else {}) for i in range(-64, 257)}
ZERO, ONE = _CONSTANTS[0], _CONSTANTS[1]


def constant(value: int) -> Expr:
    known = _CONSTANTS.get(value)
    return Expr.of_terms({(): value}) if known is None else known


def as_expr(value: int | Expr | str) -> Expr:
    """`value` as an expression; text is parsed."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, str):
        from .parse import parse_expr

        return parse_expr(value)
    return constant(int(value))


def maximum(first: Expr | int, *others: Expr | int) -> Expr:
    """The greatest of the arguments."""
    from .folding import extreme

    return extreme(Max, [as_expr(first), *map(as_expr, others)])


def minimum(first: Expr | int, *others: Expr | int) -> Expr:
    """The least of the arguments."""
    from .folding import extreme

    return extreme(Min, [as_expr(first), *map(as_expr, others)])


__all__ = ["ONE", "ZERO", "Atom", "Expr", "FloorDiv", "Max", "Min", "Mod", "Symbol", "SymbolAtom"]
__all__ += ["TooLarge", "as_expr", "maximum", "minimum"]
