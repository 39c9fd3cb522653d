"""Integer expressions: polynomials over atoms, in normal form from construction.

A recursive type in one file: polynomials consist of atoms; atoms are symbols, and quotients,
remainders and extremes of polynomials. Sparse distributed form as in computer algebra (Davenport,
Siret, Tournier, "Computer Algebra", 2.3). Equal polynomials are equal as values: `==` is
structural; for sizes that are equal, ask `Facts.proves(eq(a, b))`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import gcd
from operator import attrgetter, index
from typing import ClassVar, NoReturn, Self

from .interning import InternKey, intern, interned
from .text import check_name, ordered_terms, sum_text

MAX_NESTING = 60
"""Quotients, remainders, `max` and `min` may be nested this deep."""
MAX_SPELLED = 10
"""Operands nested deeper are not ordered by their text, which may double with each step."""
MAX_TERMS = 20_000
"""A product with more terms than this is refused."""
MAX_POWER = 64
"""The greatest exponent of `**`."""
MAX_NUMBER = 2**62
"""Divisors beyond this are not made of smaller ones: a program has to compute with them."""
MAX_WIDTH = 48
"""Little is concluded from an expression with more terms, or factors in a term, than this."""

_AFTER_SYMBOLS = 1 << 512
"""What is added to the serial numbers of quotients and so on."""


class TooLarge(ValueError):
    """An expression would grow beyond what is worth computing with."""


class Atom:
    """An opaque integer: a symbol or an operation on expressions. Equal atoms are one object."""

    __slots__ = ("__weakref__", "_expr", "_symbols", "_text", "depth", "serial")

    is_division: ClassVar[bool] = False
    is_conditional: ClassVar[bool] = False
    symbol: ClassVar[str] = ""
    """The operation in the text form."""

    serial: int
    """The place in a total order that depends on what atoms are, not on when they were made."""
    depth: int
    """How deep operations are nested; 0 for a symbol."""
    _expr: Expr | None
    _text: str | None
    _symbols: frozenset[SymbolAtom] | None

    @staticmethod
    def compute(args: Sequence[int]) -> int:
        """The operation on numbers. Raises ZeroDivisionError for a division by 0."""
        raise NotImplementedError

    @classmethod
    def build(cls, args: Sequence[Expr]) -> Expr:
        """The operation on expressions, in normal form. Raises ValueError for a division by 0."""
        raise NotImplementedError

    def value(self, value_of: Callable[[Expr], int]) -> int:
        """The operation's value, from the values of what it is on. Raises ZeroDivisionError."""
        return self.compute(list(map(value_of, self.args)))

    def value_by_name(self, values: Mapping[str, int], memo: dict[Atom, int]) -> int:
        """The operation's value under `values`, as `Expr.evaluate`."""
        return self.value(partial(_evaluate, values=values, memo=memo))

    def rebuild(self, change: Callable[[Expr], Expr]) -> Expr:
        """The operation on changed expressions; a division by what becomes 0 stays as it is."""
        return self.build(list(map(change, self.args)))

    def as_expr(self) -> Expr:
        """The expression that is just this atom."""
        expr = self._expr
        if expr is None:
            expr = self._expr = Expr.of_terms({(self,): 1})
        return expr

    @property
    def args(self) -> tuple[Expr, ...]:
        """What the operation is on; nothing for a symbol."""
        return ()

    @property
    def symbol_atoms(self) -> frozenset[SymbolAtom]:
        """The symbols that this atom depends on."""
        symbols = self._symbols
        if symbols is None:
            symbols = self._symbols = NO_SYMBOLS.union(*(arg.symbol_atoms for arg in self.args))
        return symbols

    def _enter(self, key: InternKey, depth: int, serial: int) -> Self:
        """Completes this atom and interns it."""
        if depth > MAX_NESTING:
            raise TooLarge(f"nested more than {MAX_NESTING} deep")
        self.depth = depth
        self.serial = serial
        self._expr = self._text = self._symbols = None
        return intern(key, self)

    def _spell(self) -> str:
        raise NotImplementedError

    def __str__(self) -> str:
        text = self._text
        if text is None:
            text = self._text = self._spell()
        return text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class SymbolAtom(Atom):
    """A named integer."""

    __slots__ = ("name",)
    name: str

    def __new__(cls, name: str) -> SymbolAtom:
        key = (cls, name)
        known = interned(key, SymbolAtom)
        if known is not None:
            return known
        atom = object.__new__(cls)
        atom.name = name
        return atom._enter(key, 0, int.from_bytes(name.encode(errors="surrogatepass")))

    @property
    def symbol_atoms(self) -> frozenset[SymbolAtom]:
        symbols = self._symbols
        if symbols is None:
            symbols = self._symbols = frozenset((self,))
        return symbols

    def _spell(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[type[SymbolAtom], tuple[str]]:
        return (SymbolAtom, (self.name,))


def digest(expr: Expr) -> int:
    """A hash that depends only on what the expression is, the same in all runs."""
    total = 0
    for monomial, coefficient in expr.polynomial.items():
        total ^= hash((coefficient, *[atom.serial for atom in monomial]))
    return total


def operation_serial(*parts: int) -> int:
    """The serial number of an operation: its number and the digests of what it is on."""
    return _AFTER_SYMBOLS + hash(parts)


class Division(Atom):
    """The quotient or the remainder; some unspecified integer where the denominator is 0."""

    __slots__ = ("denominator", "numerator")
    is_division = True
    number: ClassVar[int]
    numerator: Expr
    denominator: Expr

    def __new__(cls, numerator: Expr, denominator: Expr):
        key = (cls, numerator, denominator)
        known = interned(key, cls)
        if known is not None:
            return known
        atom = object.__new__(cls)
        atom.numerator, atom.denominator = numerator, denominator
        depth = 1 + max(numerator.depth, denominator.depth)
        serial = operation_serial(cls.number, digest(numerator), digest(denominator))
        return atom._enter(key, depth, serial)

    @property
    def args(self) -> tuple[Expr, ...]:
        return (self.numerator, self.denominator)

    def rebuild(self, change: Callable[[Expr], Expr]) -> Expr:
        numerator, denominator = change(self.numerator), change(self.denominator)
        return self.build((numerator, denominator)) if denominator.polynomial else self.as_expr()

    def _spell(self) -> str:
        return f"{_operand(self.numerator)}{self.symbol}{_operand(self.denominator)}"

    def __reduce__(self) -> tuple[type[Division], tuple[Expr, Expr]]:
        return (type(self), (self.numerator, self.denominator))


def print_order(expr: Expr) -> str:
    """A key for the order of operands: the text, unless it may be long beyond measure."""
    return str(expr) if expr.depth <= MAX_SPELLED else f"~{digest(expr)}"


def _operand(expr: Expr) -> str:
    text = str(expr)
    atom = expr.single_atom
    value = expr.constant_value
    opaque = atom is not None and not (atom.is_division or atom.is_conditional)
    plain = opaque or (value is not None and value >= 0)
    return text if plain else f"({text})"


class FloorDiv(Division):
    """`numerator // denominator`, rounded down."""

    __slots__ = ()
    number = 1
    symbol = "//"

    @staticmethod
    def compute(args: Sequence[int]) -> int:
        return args[0] // args[1]

    @classmethod
    def build(cls, args: Sequence[Expr]) -> Expr:
        return floor_div(args[0], args[1])


class Mod(Division):
    """`numerator % denominator`, with the denominator's sign."""

    __slots__ = ()
    number = 2
    symbol = " % "

    @staticmethod
    def compute(args: Sequence[int]) -> int:
        return args[0] % args[1]

    @classmethod
    def build(cls, args: Sequence[Expr]) -> Expr:
        return modulo(args[0], args[1])


class MinMax(Atom):
    """An extreme of different arguments, which are kept in the order in which they print."""

    __slots__ = ("_args",)
    number: ClassVar[int]
    sign: ClassVar[int]
    """1 for the greatest, -1 for the least."""
    _args: tuple[Expr, ...]

    def __new__(cls, args: Iterable[Expr]):
        key = (cls, frozenset(args))
        known = interned(key, cls)
        if known is not None:
            return known
        atom = object.__new__(cls)
        atom._args = tuple(sorted(args, key=print_order))
        depth = 1 + max([arg.depth for arg in atom._args])
        return atom._enter(key, depth, operation_serial(cls.number, *map(digest, atom._args)))

    @property
    def args(self) -> tuple[Expr, ...]:
        return self._args

    @classmethod
    def build(cls, args: Sequence[Expr]) -> Expr:
        best: dict[Expr, int] = {}
        for arg in args:
            shift = arg.constant_term
            atom = (arg - shift if shift else arg).single_atom
            nested = isinstance(atom, cls)
            for inner in atom.args if nested else (arg,):
                offset = inner.constant_term
                base = inner - offset if offset else inner
                offset += shift if nested else 0
                known = best.get(base)
                if known is None or (offset - known) * cls.sign > 0:
                    best[base] = offset
        if len(best) == 1:
            ((base, offset),) = best.items()
            return base + offset
        kept = [base + offset for base, offset in best.items()]
        kept, factor, shared = without_shared(kept)
        folded = cls(kept).as_expr()
        if factor > 1:
            folded = folded * factor
        return folded + shared if shared.polynomial else folded

    def _spell(self) -> str:
        return f"{self.symbol}({', '.join(map(str, self.args))})"

    def __reduce__(self) -> tuple[type[MinMax], tuple[tuple[Expr, ...]]]:
        return (type(self), (self.args,))


class Max(MinMax):
    """The greatest of `args`."""

    __slots__ = ()
    number = 3
    symbol = "max"
    sign = 1

    @staticmethod
    def compute(args: Sequence[int]) -> int:
        return max(args)


class Min(MinMax):
    """The least of `args`."""

    __slots__ = ()
    number = 4
    symbol = "min"
    sign = -1

    @staticmethod
    def compute(args: Sequence[int]) -> int:
        return min(args)


NO_SYMBOLS: frozenset[SymbolAtom] = frozenset()

Monomial = tuple[Atom, ...]
"""A product, its atoms in the order of their serial numbers."""

Terms = dict[Monomial, int]
"""A polynomial: coefficients by products of atoms."""

_by_serial = attrgetter("serial")


def ordered(factors: Monomial) -> Monomial:
    """A product of atoms in any order as a monomial."""
    return tuple(sorted(factors, key=_by_serial))


def times(x: Monomial, y: Monomial) -> Monomial:
    """The product of two monomials."""
    if not x or not y:
        return x or y
    if x[-1].serial <= y[0].serial:
        return x + y
    if y[-1].serial <= x[0].serial:
        return y + x
    return tuple(sorted(x + y, key=_by_serial))


def multiply_terms(a: Mapping[Monomial, int], b: Mapping[Monomial, int]) -> Terms:
    """The product of two polynomials; zeros are left in. Raises TooLarge."""
    if len(a) * len(b) > MAX_TERMS:
        raise TooLarge(f"a product of {len(a)} by {len(b)} terms")
    total: Terms = {}
    for x, c in a.items():
        for y, d in b.items():
            product = times(x, y)
            total[product] = total.get(product, 0) + c * d
    return total


def add_terms(total: Terms, more: Mapping[Monomial, int]) -> None:
    """Adds `more` to `total`, in place; zeros are left in."""
    for monomial, coefficient in more.items():
        total[monomial] = total.get(monomial, 0) + coefficient


def signed_factor(terms: Mapping[Monomial, int]) -> int:
    """The gcd of the products' coefficients, with the sign of the leading one."""
    factor = 0
    lead: Monomial = ()
    for monomial, coefficient in terms.items():
        if monomial:
            factor = gcd(factor, coefficient)
            if not lead or _precedes(monomial, lead):
                lead = monomial
    return factor if terms[lead] > 0 else -factor


def _precedes(a: Monomial, b: Monomial) -> bool:
    """A total order of products by their atoms."""
    if a[0] is not b[0]:
        return a[0].serial < b[0].serial
    return [atom.serial for atom in a] < [atom.serial for atom in b]


def drop(monomial: Monomial, atom: Atom) -> Monomial:
    """`monomial` divided by one of its factors."""
    at = monomial.index(atom)
    return monomial[:at] + monomial[at + 1 :]


class Expr:
    """An immutable integer expression. Built by `Symbol`, `as_expr`, operators, `maximum`."""

    __slots__ = ("_depth", "_hash", "_symbols", "polynomial")

    polynomial: Mapping[Monomial, int]
    """Coefficients by monomial, in any order, none of them 0; the constant's monomial is empty."""
    _hash: int | None
    _symbols: frozenset[SymbolAtom] | None
    _depth: int | None

    @staticmethod
    def of_terms(terms: Terms) -> Expr:
        """The sum of `coefficient * product(monomial)`. Takes over `terms`, without zeros."""
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
        terms = self.polynomial
        if len(terms) == 1:
            for monomial in terms:
                if len(monomial) == 1 and terms[monomial] == 1:
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
        return frozenset([atom.name for atom in self.symbol_atoms])

    def terms(self) -> tuple[tuple[int, tuple[tuple[Atom, int], ...]], ...]:
        """`(coefficient, ((atom, power), ...))` for each term, in the order in which they print."""
        return tuple(
            (c, ((m[0], 1),) if len(m) == 1 else tuple(Counter(m).items()))
            for c, m in ordered_terms(self.polynomial)
        )

    def evaluate(self, values: Mapping[str, int], memo: dict[Atom, int] | None = None) -> int:
        """The value under `values`. Raises KeyError for a symbol without one, ZeroDivisionError.

        memo: what operations are under the same values, to be kept for further expressions
        """
        return _evaluate(self, values, {} if memo is None else memo)

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
        return floor_div(self, as_expr(other))

    def __rfloordiv__(self, other: int) -> Expr:
        return as_expr(other) // self

    def __truediv__(self, other: object) -> NoReturn:
        raise TypeError(f"sizes are integers: write {self} // {other}, or ceil_div to round up")

    def __mod__(self, other: Expr | int) -> Expr:
        return modulo(self, as_expr(other))

    def __rmod__(self, other: int) -> Expr:
        return as_expr(other) % self

    def __pow__(self, exponent: int) -> Expr:
        if not 0 <= exponent <= MAX_POWER:
            raise ValueError(f"an exponent must be from 0 to {MAX_POWER}, got {exponent}")
        result, square = ONE, self
        while exponent:
            if exponent & 1:
                result = result * square
            exponent >>= 1
            if exponent:
                square = square * square
        return result

    def __abs__(self) -> Expr:
        return maximum(self, -self)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same expression; for a number, whether this is that constant.

        Raises TypeError where a number is compared with an expression that has symbols.
        """
        if self is other:
            return True
        if isinstance(other, Expr):
            return self.polynomial == other.polynomial
        if not isinstance(other, int):
            return NotImplemented
        value = self.constant_value
        if value is None:
            self._undecided(f"== {other}", f"eq({self}, {other})")
        return value == other

    def __bool__(self) -> NoReturn:
        self._undecided("!= 0", f"ne({self}, 0)")

    def __int__(self) -> int:
        value = self.constant_value
        if value is None:
            raise TypeError(f"{self} is no number: it depends on {_listed(self)}")
        return value

    def __lt__(self, other: object) -> NoReturn:
        self._undecided(f"< {other}", f"lt({self}, {other})")

    def __le__(self, other: object) -> NoReturn:
        self._undecided(f"<= {other}", f"le({self}, {other})")

    def __gt__(self, other: object) -> NoReturn:
        self._undecided(f"> {other}", f"gt({self}, {other})")

    def __ge__(self, other: object) -> NoReturn:
        self._undecided(f">= {other}", f"ge({self}, {other})")

    def _undecided(self, rest: str, call: str) -> NoReturn:
        raise TypeError(
            f"whether {self} {rest} is a question to facts: ask facts.proves({call}), or "
            f"facts.proves({f'{self} {rest}'!r})"
        )

    def __hash__(self) -> int:
        value = self._hash
        if value is None:
            number = self.constant_value  # equal to the number, so it has its hash
            value = self._hash = hash(
                frozenset(self.polynomial.items()) if number is None else number
            )
        return value

    def __str__(self) -> str:
        atom = self.single_atom
        return sum_text(self.polynomial) if atom is None else str(atom)

    def __repr__(self) -> str:
        return f"Expr({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[Mapping[Monomial, int]]]:
        return (_restore, (self.polynomial,))


def _evaluate(expr: Expr, values: Mapping[str, int], memo: dict[Atom, int]) -> int:
    """The value of `expr`; `memo` has the values of operations."""
    total = 0
    for monomial, coefficient in expr.polynomial.items():
        for atom in monomial:
            if isinstance(atom, SymbolAtom):
                coefficient *= values[atom.name]
            else:
                if atom not in memo:
                    memo[atom] = atom.value_by_name(values, memo)
                coefficient *= memo[atom]
        total += coefficient
    return total


def _listed(expr: Expr) -> str:
    return ", ".join(sorted(expr.symbols()))


def is_wide(expr: Expr) -> bool:
    """Whether `expr` is too large to be reasoned about."""
    terms = expr.polynomial
    return len(terms) > MAX_WIDTH or (bool(terms) and max(map(len, terms)) > MAX_WIDTH)


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
    check_name(name)
    return SymbolAtom(name).as_expr()


_CONSTANTS = {i: Expr.of_terms({(): i} if i else {}) for i in range(-64, 257)}
ZERO, ONE = _CONSTANTS[0], _CONSTANTS[1]


def constant(value: int) -> Expr:
    known = _CONSTANTS.get(value)
    return Expr.of_terms({(): value}) if known is None else known


def as_expr(value: int | Expr) -> Expr:
    """`value` as an expression."""
    return value if isinstance(value, Expr) else constant(index(value))


def maximum(first: Expr | int, *others: Expr | int) -> Expr:
    """The greatest of the arguments."""
    return Max.build([as_expr(first), *map(as_expr, others)])


def minimum(first: Expr | int, *others: Expr | int) -> Expr:
    """The least of the arguments."""
    return Min.build([as_expr(first), *map(as_expr, others)])


def floor_div(numerator: Expr, denominator: Expr) -> Expr:
    """`numerator // denominator`. Raises ValueError where the denominator is the constant 0.

    A quotient by a constant takes what it can out of its numerator, by laws that hold for all
    integers: `(c*q + r)//c == q + r//c`, `(g*m + k)//(g*c) == (m + k//g)//c`, `(x//a + p)//b == (x
    + a*p)//(a*b)`, `max(x, k)//c == max(x//c, k//c)`. A quotient by an expression that may be 0
    stays: whether a factor cancels depends on facts.
    """
    divisor = denominator.constant_value
    if divisor is None:
        return FloorDiv(numerator, denominator).as_expr()
    if divisor == 0:
        raise ValueError(f"division by zero: {numerator}//0")
    if divisor < 0:
        numerator, divisor = -numerator, -divisor
    limited = _limited_by_number(numerator)
    if limited is not None:
        return limited.build([floor_div(arg, constant(divisor)) for arg in limited.args])
    quotient: Terms = {}
    rest: Terms = {}
    common = divisor
    for monomial, coefficient in numerator.polynomial.items():
        if 0 < coefficient < divisor:
            rest[monomial] = coefficient
        else:
            times, coefficient = divmod(coefficient, divisor)
            quotient[monomial] = times
            if not coefficient:
                continue
            rest[monomial] = coefficient
        if monomial:
            common = gcd(common, coefficient)
    if common == divisor:  # the rest is less than the divisor
        return Expr.of_terms(quotient)
    if common > 1:
        rest = {m: c // common for m, c in rest.items() if c >= common}
        divisor //= common
        inner = Expr.of_terms(rest)
    else:
        inner = Expr.of_terms(rest) if quotient else numerator
    nested = _inner_quotient(rest)
    factor = 0 if nested is None else nested.denominator.constant_value
    if nested is not None and factor and factor * divisor <= MAX_NUMBER:
        flat = nested.numerator + (inner - nested.as_expr()) * factor
        folded = floor_div(flat, constant(factor * divisor))
    else:
        folded = FloorDiv(inner, constant(divisor)).as_expr()
    return Expr.of_terms(quotient) + folded if quotient else folded


def ceil_div(numerator: Expr | int, denominator: Expr | int) -> Expr:
    """The least integer that is at least `numerator / denominator`.

    Raises ValueError where the denominator is the constant 0.
    """
    numerator, denominator = as_expr(numerator), as_expr(denominator)
    divisor = denominator.constant_value
    if divisor is None or divisor == 0:
        return -floor_div(-numerator, denominator)
    if divisor < 0:
        numerator, divisor = -numerator, -divisor
    return floor_div(numerator + (divisor - 1), constant(divisor))


def _limited_by_number(expr: Expr) -> MinMax | None:
    """The extreme of a number and another argument that `expr` is, else None."""
    atom = expr.single_atom
    if isinstance(atom, MinMax) and len(atom.args) == 2:
        numbers = [arg.constant_value is not None for arg in atom.args]
        return atom if any(numbers) else None
    return None


def _inner_quotient(terms: Terms) -> FloorDiv | None:
    """The only quotient by a positive constant in a sum, where it is a term with coefficient 1."""
    found = None
    for monomial, coefficient in terms.items():
        for atom in monomial:
            if type(atom) is FloorDiv:
                if found is not None or len(monomial) != 1 or coefficient != 1:
                    return None
                if atom.denominator.constant_value is None:
                    return None
                found = atom
    return found


def modulo(numerator: Expr, denominator: Expr) -> Expr:
    """`numerator % denominator`. Raises ValueError where the denominator is the constant 0."""
    divisor = denominator.constant_value
    if divisor is None:
        return Mod(numerator, denominator).as_expr()
    if divisor == 0:
        raise ValueError(f"division by zero: {numerator}%0")
    if divisor < 0:
        return -modulo(-numerator, constant(-divisor))
    rest: Terms = {}
    common = divisor
    same, nested = True, False
    for monomial, coefficient in numerator.polynomial.items():
        if not 0 < coefficient < divisor:
            same = False
            coefficient %= divisor
            if not coefficient:
                continue
        rest[monomial] = coefficient
        if monomial:
            common = gcd(common, coefficient)
            nested = nested or type(monomial[0]) is Mod
    if common == divisor:
        return constant(rest.get((), 0))
    extra = rest.get((), 0) % common
    if common > 1:
        rest = {m: c // common for m, c in rest.items() if c >= common}
        divisor //= common
    reduced = numerator if same and common == 1 else Expr.of_terms(rest)
    if nested:
        reduced = _without_multiples(reduced, divisor)
        if reduced.constant_value is not None:
            return constant(reduced.constant_value % divisor * common + extra)
    folded = Mod(reduced, constant(divisor)).as_expr()
    return folded if common == 1 else folded * common + extra


def _without_multiples(expr: Expr, divisor: int) -> Expr:
    """`expr` with remainders by multiples of `divisor` replaced by their numerators."""
    changed = False
    total = ZERO
    for monomial, coefficient in expr.polynomial.items():
        atom = monomial[0] if len(monomial) == 1 else None
        if isinstance(atom, Mod):
            inner = atom.denominator.constant_value
            if inner is not None and (inner * coefficient) % divisor == 0:
                total += atom.numerator * coefficient
                changed = True
                continue
        total += Expr.of_terms({monomial: coefficient})
    if not changed:
        return expr
    return Expr.of_terms({m: r for m, c in total.polynomial.items() if (r := c % divisor)})


def without_shared(args: Sequence[Expr]) -> tuple[list[Expr], int, Expr]:
    """`(rests, f, s)`: each of `args` is `f` times its rest plus `s`; `f` is at least 1."""
    shared = _shared_terms(args)
    rests = [
        Expr.of_terms({m: c for m, c in a.polynomial.items() if m not in shared}) if shared else a
        for a in args
    ]
    factor = gcd(*(c for rest in rests for c in rest.polynomial.values())) or 1
    if factor > 1:
        rests = [Expr.of_terms({m: c // factor for m, c in a.polynomial.items()}) for a in rests]
    return rests, factor, Expr.of_terms(shared) if shared else ZERO


def _shared_terms(args: Sequence[Expr]) -> Terms:
    first, *others = (arg.polynomial for arg in args)
    shared: Terms = {}
    for monomial, coefficient in first.items():
        for other in others:
            if other.get(monomial) != coefficient:
                break
        else:
            shared[monomial] = coefficient
    return shared
