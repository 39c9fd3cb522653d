"""Terms that are too large to be put in place of the symbol that they define.

An equation of such a term is kept as a definition, and the term is written as its symbol wherever
it comes up: naming of subterms, as in Tseitin, "On the complexity of derivation in propositional
calculus" (1968). What is computed on and on from sizes so grows by a step a step, not by a factor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .broadcast import Broadcast
from .conditional import Conditional, expressions
from .expr import MAX_WIDTH, Atom, Expr, SymbolAtom
from .predicate import Predicate

MAX_DEPTH = 6
"""Operations of a term that takes the place of a symbol are nested at most this deep."""
MAX_LEAVES = 32
"""A term with operations that takes the place of a symbol has at most this many symbols in it."""
MAX_UNFOLDED = 4
"""For bounds definitions are put in place of symbols at most this many times inside each other."""
BEYOND_MEASURE = 50, 2_000
"""Depth and leaves of what is not computed with at all."""


def is_large(expr: Expr) -> bool:
    """Whether `expr` has too many terms or operations, or on too many sizes, for a symbol's
    place.
    """
    return len(expr.polynomial) > MAX_WIDTH or _exceeds(expr, MAX_DEPTH, MAX_LEAVES)


def defines_large(equation: Expr) -> bool:
    """Whether a symbol that `equation == 0` tells, one of its terms, is a large term."""
    wide = len(equation.polynomial) > MAX_WIDTH + 1
    return wide or _exceeds(equation, MAX_DEPTH, MAX_LEAVES + 1)


def is_beyond_measure(expr: Expr) -> bool:
    """Whether `expr` is so large that even to write it down takes long."""
    return _exceeds(expr, *BEYOND_MEASURE)


def sum_of_others(expr: Expr) -> SymbolAtom | None:
    """The symbol that is the sum of all others where `expr`, a sum of symbols, is 0, if any."""
    terms = [(m, c) for m, c in expr.polynomial.items() if m]
    if any(len(m) != 1 or m[0].depth for m, _ in terms):
        return None
    for sign in (1, -1):
        left = [(m[0], c) for m, c in terms if c * sign > 0]
        if len(left) == 1 and left[0][1] == sign:
            return left[0][0] if isinstance(left[0][0], SymbolAtom) else None
    return None


def plain_product(expr: Expr) -> tuple[Expr, Expr] | None:
    """A product with operations in it, and the one of symbols that it is where `expr` is 0.

    So `n * (x // n)` is `x` where it must be, and what is computed from it is no larger.
    """
    if len(expr.polynomial) != 2 or not expr.depth:
        return None
    (first, c), (second, d) = expr.polynomial.items()
    if c + d or abs(c) != 1:
        return None
    for long, short in ((first, second), (second, first)):
        if len(long) > 1 and short and any(a.depth for a in long) > any(a.depth for a in short):
            return Expr.of_terms({long: 1}), Expr.of_terms({short: 1})
    return None


def unfolded(expr: Expr, terms: Mapping[Atom, Expr]) -> Iterator[Expr]:
    """`expr` with large terms for those of its terms that are symbols defined by them."""
    for _ in range(MAX_UNFOLDED):
        parts = [(m, c) for m, c in expr.polynomial.items() if m and m[0] in terms]
        parts = [(m[0], c) for m, c in parts if len(m) == 1]
        if not parts:
            return
        for atom, coefficient in parts:
            expr += (terms[atom] - atom.as_expr()) * coefficient
        yield expr


def defined_by(
    equation: Expr | Predicate, terms: Mapping[Atom, Expr]
) -> Iterator[tuple[SymbolAtom, Expr]]:
    """The symbols in a sum that name large terms, with their terms."""
    for monomial in equation.polynomial if isinstance(equation, Expr) else ():
        symbol = monomial[0] if len(monomial) == 1 else None
        if isinstance(symbol, SymbolAtom) and (term := terms.get(symbol)) is not None:
            yield symbol, term


def _exceeds(expr: Expr, depth: int, leaves: int) -> bool:
    if not expr.depth:
        return False
    return expr.depth > depth or _leaves(expr, {}) > leaves


def _leaves(expr: Expr, known: dict[Atom, int]) -> int:
    """How many symbols are read to compute `expr`, each as often as it is written."""
    return sum(_leaves_of_atom(atom, known) for monomial in expr.polynomial for atom in monomial)


def _leaves_of_atom(atom: Atom, known: dict[Atom, int]) -> int:
    if not atom.depth or (isinstance(atom, Broadcast) and atom.is_plain):
        return 1
    count = known.get(atom)
    if count is None:
        counts = [_leaves(part, known) for part in _parts(atom)]
        # Broadcasts are flat by construction and have laws of their own, for any number of sizes.
        count = known[atom] = max(counts) if isinstance(atom, Broadcast) else sum(counts)
    return count


def _parts(atom: Atom) -> Iterator[Expr]:
    yield from atom.args
    if isinstance(atom, Conditional):
        yield from expressions(atom.condition)
