"""Claims and expressions in text, about the symbols of a store."""

from __future__ import annotations

from .expr import Expr, as_expr
from .parse import parse_claim, parse_expr
from .predicate import Predicate
from .question_errors import check_spelling
from .store import Store


def read_claim(claim: str, store: Store, asked: bool) -> Predicate:
    """The claim in a text, its symbols declared; what is `asked` must not misspell them."""
    predicate, unknown = parse_claim(claim, store.names)
    if unknown:
        if asked:
            check_spelling(predicate.symbols(), store.names)
        store.declare_all(predicate.symbol_atoms)
    return predicate


def read_expr(expr: Expr | str | int, store: Store) -> Expr:
    """An expression or its text, its symbols declared; the text must not misspell them."""
    if type(expr) is Expr and expr.symbol_atoms <= store.ranks.keys():
        return expr
    if isinstance(expr, str):
        parsed = parse_expr(expr, store.names)
        check_spelling(parsed.symbols(), store.names)
    else:
        parsed = as_expr(expr)
    store.declare_all(parsed.symbol_atoms)
    return parsed
