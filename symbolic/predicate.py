"""Claims about integers, in negation normal form: comparisons of an expression with 0, `and`, `or`.
Inequalities are rounded to what integers allow (Chvátal-Gomory cuts).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import gcd
from typing import ClassVar

from .expr import NO_SYMBOLS, Expr, SymbolAtom, signed_factor
from .question_errors import NoTruthValue
from .text import comparison_text


class Predicate(NoTruthValue):
    """A claim. `==` is structural; `holds` evaluates it."""

    __slots__ = ()

    def negate(self) -> Predicate:
        """The claim that holds exactly where this one does not."""
        raise NotImplementedError

    def truth(self, value_of: Callable[[Expr], int]) -> bool:
        """Whether the claim is true where expressions have the values that `value_of` gives."""
        raise NotImplementedError

    def rebuild(self, change: Callable[[Expr], Expr]) -> Predicate:
        """The claim about changed expressions."""
        raise NotImplementedError

    def holds(self, values: Mapping[str, int]) -> bool:
        """Whether the claim is true where the symbols have `values`. Raises ZeroDivisionError."""
        return self.truth(partial(Expr.evaluate, values=values))

    @property
    def symbol_atoms(self) -> frozenset[SymbolAtom]:
        raise NotImplementedError

    def symbols(self) -> frozenset[str]:
        """The names of the symbols in this claim."""
        return frozenset([atom.name for atom in self.symbol_atoms])

    def __and__(self, other: Predicate) -> Predicate:
        return all_of(self, other)

    def __or__(self, other: Predicate) -> Predicate:
        return any_of(self, other)

    def __repr__(self) -> str:
        return f"Predicate({str(self)!r})"


class Truth(Predicate):
    """The claim that always holds, or the one that never does."""

    __slots__ = ("value",)

    def __init__(self, value: bool):
        self.value = value

    def negate(self) -> Predicate:
        return FALSE if self.value else TRUE

    def truth(self, value_of: Callable[[Expr], int]) -> bool:
        return self.value

    def rebuild(self, change: Callable[[Expr], Expr]) -> Predicate:
        return self

    @property
    def symbol_atoms(self) -> frozenset[SymbolAtom]:
        return NO_SYMBOLS

    def __bool__(self) -> bool:
        return self.value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Truth) and self.value == other.value

    def __hash__(self) -> int:
        return hash((Truth, self.value))

    def __str__(self) -> str:
        return str(self.value)


TRUE = Truth(True)
FALSE = Truth(False)


class Relation(Predicate):
    """`expr` compared with 0. Built by `eq`, `le` and so on (`comparisons`)."""

    __slots__ = ("_hash", "expr")
    sign: ClassVar[str]

    def __init__(self, expr: Expr):
        self.expr = expr
        self._hash = 0

    @property
    def symbol_atoms(self) -> frozenset[SymbolAtom]:
        return self.expr.symbol_atoms

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Relation) and self.sign == other.sign and self.expr == other.expr

    def __hash__(self) -> int:
        if not self._hash:
            self._hash = hash((type(self), self.expr))
        return self._hash

    def __reduce__(self) -> tuple[type[Relation], tuple[Expr]]:
        return (type(self), (self.expr,))

    def __str__(self) -> str:
        return comparison_text(self.expr.polynomial, self.sign)


class Eq(Relation):
    """`expr == 0`"""

    __slots__ = ()
    sign = "=="

    def negate(self) -> Predicate:
        return Ne(self.expr)

    def truth(self, value_of: Callable[[Expr], int]) -> bool:
        return value_of(self.expr) == 0

    def rebuild(self, change: Callable[[Expr], Expr]) -> Predicate:
        return zero(change(self.expr))


class Ne(Relation):
    """`expr != 0`"""

    __slots__ = ()
    sign = "!="

    def negate(self) -> Predicate:
        return Eq(self.expr)

    def truth(self, value_of: Callable[[Expr], int]) -> bool:
        return value_of(self.expr) != 0

    def rebuild(self, change: Callable[[Expr], Expr]) -> Predicate:
        return zero(change(self.expr)).negate()


class Le(Relation):
    """`expr <= 0`"""

    __slots__ = ()
    sign = "<="

    def negate(self) -> Predicate:
        return at_most_zero(1 - self.expr)

    def truth(self, value_of: Callable[[Expr], int]) -> bool:
        return value_of(self.expr) <= 0

    def rebuild(self, change: Callable[[Expr], Expr]) -> Predicate:
        return at_most_zero(change(self.expr))


class Connective(Predicate):
    """A conjunction or a disjunction."""

    __slots__ = ("_args", "_hash", "_symbols")
    word: ClassVar[str] = ""
    is_unit: ClassVar[bool] = False
    """Whether it has a text and a meaning of its own, and stays whole inside of another."""

    def __init__(self, args: tuple[Predicate, ...]):
        self._args = args
        self._hash = 0
        self._symbols: frozenset[SymbolAtom] | None = None

    @property
    def args(self) -> tuple[Predicate, ...]:
        return self._args

    @property
    def symbol_atoms(self) -> frozenset[SymbolAtom]:
        symbols = self._symbols
        if symbols is None:
            symbols = self._symbols = NO_SYMBOLS.union(*[arg.symbol_atoms for arg in self.args])
        return symbols

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Connective) and self.word == other.word and self.args == other.args

    def __hash__(self) -> int:
        if not self._hash:
            self._hash = hash((self.word, self.args))
        return self._hash

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (type(self), (self.args,))

    def __str__(self) -> str:
        plain = (isinstance(arg, Connective) and not arg.is_unit for arg in self.args)
        parts = (f"({arg})" if p else str(arg) for p, arg in zip(plain, self.args, strict=True))
        return f" {self.word} ".join(parts)


class And(Connective):
    """All of `args`, at least two, none of them a plain `And`."""

    __slots__ = ()
    word: ClassVar[str] = "and"

    def negate(self) -> Predicate:
        return any_of(*(arg.negate() for arg in self.args))

    def truth(self, value_of: Callable[[Expr], int]) -> bool:
        return all(arg.truth(value_of) for arg in self.args)

    def rebuild(self, change: Callable[[Expr], Expr]) -> Predicate:
        return all_of(*[arg.rebuild(change) for arg in self.args])


class Or(Connective):
    """At least one of `args`, at least two, none of them `Or`."""

    __slots__ = ()
    word: ClassVar[str] = "or"

    def negate(self) -> Predicate:
        return all_of(*(arg.negate() for arg in self.args))

    def truth(self, value_of: Callable[[Expr], int]) -> bool:
        return any(arg.truth(value_of) for arg in self.args)

    def rebuild(self, change: Callable[[Expr], Expr]) -> Predicate:
        return any_of(*[arg.rebuild(change) for arg in self.args])


def zero(expr: Expr) -> Predicate:
    """`expr == 0`, without common factor and with a sign that depends on its terms alone."""
    terms = expr.polynomial
    if len(terms) <= 1:
        if not terms:
            return TRUE
        ((monomial, coefficient),) = terms.items()
        if not monomial:
            return FALSE
        return Eq(expr if coefficient == 1 else Expr.of_terms({monomial: 1}))
    factor = signed_factor(terms)
    if terms.get((), 0) % factor:
        return FALSE
    return Eq(expr if factor == 1 else Expr.of_terms({m: c // factor for m, c in terms.items()}))


def at_most_zero(expr: Expr) -> Predicate:
    """`expr <= 0`, divided by the gcd of what is not constant, rounded to what integers allow."""
    terms = expr.polynomial
    factor = 0
    for monomial, coefficient in terms.items():
        if monomial:
            factor = gcd(factor, coefficient)
            if factor == 1:
                return Le(expr)
    if factor == 0:
        return TRUE if terms.get((), 0) <= 0 else FALSE
    if factor > 1:
        reduced = {m: c // factor for m, c in terms.items() if m}
        if constant := -(-terms.get((), 0) // factor):
            reduced[()] = constant
        expr = Expr.of_terms(reduced)
    return Le(expr)


def all_of(*args: Predicate) -> Predicate:
    """All of `args`; `TRUE` for none."""
    return _connect(And, args, TRUE)


def any_of(*args: Predicate) -> Predicate:
    """At least one of `args`; `FALSE` for none."""
    return _connect(Or, args, FALSE)


def _connect(kind: type[Connective], args: Iterable[Predicate], unit: Truth) -> Predicate:
    """The connective `kind`, which leaves out `unit`, of `args`: flat, without repetition."""
    kept: dict[Predicate, None] = {}
    for arg in args:
        for inner in arg.args if isinstance(arg, kind) and not arg.is_unit else (arg,):
            kept[inner] = None
    if (absorbing := unit.negate()) in kept:
        return absorbing
    kept.pop(unit, None)
    if len(kept) == 1:
        return next(iter(kept))
    return kind(tuple(kept)) if kept else unit
