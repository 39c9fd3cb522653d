"""Integer expressions, claims about them, and the fact base that decides claims.

Needs no IR: `from tieshape.symbolic import Facts, Contradiction`.
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
from .substitute import substitute

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
]
