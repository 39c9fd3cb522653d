"""Integer expressions, claims about them, and the fact base that decides claims. Knows no IR.

Expressions: `expr` polynomials over symbols, divisions and extremes (`interning`, `text`) ·
`predicate` claims (`comparisons`) · `conditional`, `broadcast` sizes by cases (`written_out` by
others) · `substitute` · `solutions` of equations · `parse`, `parse_terms` text to both · `sympy` to
and from sympy.

Engine, from the question down: `facts` the fact base (each `fact`, `answers` remembered, `support`
of a conclusion, `counterexample` to a claim, `question_errors`) · `prove` questions (`witness`
known models, `single_changes` of them, `independence` by them) · `refutation` search by cases
(`linear`, `products`; `local_search` for models) · `cone_of_influence` of a question, `problem`
what it is about · `store` all facts (`simplifier`, `difference_bounds`, `large_terms`, `fits`
sizes that broadcast, `following_ones` by their equations, `product_residues`) · `propagation`
learning · `table` what is known, in `rows` with a trail · `ranges`,
`congruence`, `division`, `exact_quotients` arithmetic on what is known.

Shapes: `shapes` result shapes of op families, for any dialect.

The fact base is imported on first use: who evaluates expressions needs none.
"""

from typing import TYPE_CHECKING

from tieshape.lazy import lazily

from .broadcast import Broadcast, Broadcastable, broadcast, broadcastable
from .comparisons import divides, eq, ge, gt, le, lt, ne
from .conditional import Conditional, conditional
from .expr import (
    Atom,
    Expr,
    FloorDiv,
    Max,
    Min,
    Mod,
    Symbol,
    SymbolAtom,
    as_expr,
    ceil_div,
    maximum,
    minimum,
)
from .fact import Contradiction, Fact
from .parse import parse_expr, parse_predicate
from .predicate import FALSE, TRUE, And, Eq, Le, Ne, Or, Predicate, all_of, any_of
from .solutions import solutions
from .substitute import substitute
from .written_out import chosen, folded

if TYPE_CHECKING:
    from .facts import Facts
else:
    __getattr__ = lazily(__name__, {"facts": ("Facts",)})

__all__ = [
    "FALSE",
    "TRUE",
    "And",
    "Atom",
    "Broadcast",
    "Broadcastable",
    "Conditional",
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
    "broadcast",
    "broadcastable",
    "ceil_div",
    "chosen",
    "conditional",
    "divides",
    "eq",
    "folded",
    "ge",
    "gt",
    "le",
    "lt",
    "maximum",
    "minimum",
    "ne",
    "parse_expr",
    "parse_predicate",
    "solutions",
    "substitute",
]
