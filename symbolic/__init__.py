"""Integer expressions, claims about them, and the fact base that decides claims. Knows no IR.

Expressions: `expr` polynomials over symbols, divisions and extremes (`interning`, `text`) ·
`predicate` claims · `substitute` · `parse`, `parse_terms` text to both · `sympy` to and from sympy.

Engine, from the question down: `facts` the fact base (`answers` remembered, `support` of a
conclusion) · `prove` questions (`witness` known models) · `refutation` search by cases (`linear`,
`products`; `local_search` for models) · `problem` what one question is about · `store` all facts
(`simplifier`, `difference_bounds`) · `propagation` learning · `table` what is known, with a trail ·
`ranges`, `congruence`, `division` arithmetic on what is known.

Shapes: `shapes` result shapes of op families, for any dialect.
"""

from .expr import Atom, Expr, FloorDiv, Max, Min, Mod, Symbol, SymbolAtom, as_expr, maximum, minimum
from .facts import Contradiction, Fact, Facts
from .parse import parse_expr, parse_predicate
from .predicate import (
    FALSE,
    TRUE,
    And,
    Eq,
    Le,
    Ne,
    Or,
    Predicate,
    all_of,
    any_of,
    divides,
    eq,
    ge,
    gt,
    le,
    lt,
    ne,
)
from .substitute import substitute, with_sizes

__all__ = [
    "FALSE",
    "TRUE",
    "And",
    "Atom",
    "Contradiction",
    "Eq",
    "Expr",
    "Fact",
    "Facts",
    "FloorDiv",
    "Le",
    "Max",
    "Min",
    "Mod",
    "Ne",
    "Or",
    "Predicate",
    "Symbol",
    "SymbolAtom",
    "all_of",
    "any_of",
    "as_expr",
    "divides",
    "eq",
    "ge",
    "gt",
    "le",
    "lt",
    "maximum",
    "minimum",
    "ne",
    "parse_expr",
    "parse_predicate",
    "substitute",
    "with_sizes",
]
