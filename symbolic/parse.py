"""Text to expressions and predicates, by recursive descent over a part of Python's grammar.

Names, integers, `+ - * // % **`, `max(..)`, `min(..)`, `abs(..)`, `ceil(a / b)`, `broadcast(..)`,
`a if c else b`, comparisons (chained as in Python), `broadcastable(..)`, `and`, `or`, `not`,
`True`, `False`, parentheses.
Anything else raises ValueError with the column, counted from 1.
"""

from __future__ import annotations

from typing import NoReturn

from .conditional import conditional
from .expr import Expr, Terms
from .parse_terms import COMPARE, Names, SumParser
from .predicate import Predicate, all_of, any_of, at_most_zero, zero

_OPERATORS = frozenset("-+*/%<>=!(),")
_WORDS = frozenset(("and", "or", "if", "else"))
_NO_NAMES: Names = {}


def parse_expr(text: str, names: Names = _NO_NAMES) -> Expr:
    """The expression that `text` spells."""
    parser = _Parser(text, names)
    return parser.expression(parser.whole())


def parse_predicate(text: str, names: Names = _NO_NAMES) -> Predicate:
    """The claim that `text` spells."""
    return parse_claim(text, names)[0]


def parse_claim(text: str, names: Names) -> tuple[Predicate, bool]:
    """The claim that `text` spells, and whether it has a symbol that is not among `names`."""
    parser = _Parser(text, names)
    value = parser.whole()
    if isinstance(value, Expr):
        parser.not_predicate()
    return value, parser.unknown


class _Parser(SumParser):
    __slots__ = ()

    def whole(self) -> Expr | Predicate:
        try:
            value = self.disjunction()
        except RecursionError:
            self.fail("nested too deep")
        if token := self.tokens[self.at]:
            self.fail(f"unexpected {token!r}")
        return value

    def predicate(self, value: Expr | Predicate) -> Predicate:
        return self.not_predicate() if isinstance(value, Expr) else value

    def not_predicate(self) -> NoReturn:
        self.known_token()
        self.fail("expected a comparison, found an integer before this")

    def known_token(self) -> None:
        """Complains about the next token itself where it is none of the grammar's."""
        token = self.tokens[self.at]
        operator = token[:1] in _OPERATORS and token not in ("/", "=", "!")
        if token and not operator and token not in _WORDS:
            self.fail(f"unexpected {token!r}")

    def disjunction(self) -> Expr | Predicate:
        tokens = self.tokens
        value = self.negation() if tokens[self.at] == "not" else self.comparison()
        token = tokens[self.at]
        if token == "and" or token == "or":
            value = self.junction(value)
            token = tokens[self.at]
        return self.conditional(value) if token == "if" else value

    def conditional(self, then: Expr | Predicate) -> Expr | Predicate:
        """A choice between two integers, or two claims, whose first branch is known."""
        tokens = self.tokens
        self.deeper()
        value = self.negation()
        if tokens[self.at] == "and" or tokens[self.at] == "or":
            value = self.junction(value)
        condition = self.predicate(value)
        if tokens[self.at] != "else":
            self.fail("expected 'else'")
        self.at += 1
        otherwise = self.disjunction()
        self.depth -= 1
        if isinstance(then, Expr):
            return conditional(condition, then, self.expression(otherwise))
        otherwise = self.predicate(otherwise)
        return any_of(all_of(condition, then), all_of(condition.negate(), otherwise))

    def junction(self, value: Expr | Predicate) -> Predicate:
        """A disjunction of conjunctions, the first of whose claims is known."""
        tokens = self.tokens
        cases: list[Predicate] = []
        while True:
            args = [self.predicate(value)]
            while tokens[self.at] == "and":
                self.at += 1
                args.append(self.predicate(self.negation()))
            cases.append(all_of(*args))
            if tokens[self.at] != "or":
                return any_of(*cases)
            self.at += 1
            value = self.negation()

    def negation(self) -> Expr | Predicate:
        if self.tokens[self.at] != "not":
            return self.comparison()
        self.deeper()
        value = self.predicate(self.negation()).negate()
        self.depth -= 1
        return value

    def comparison(self) -> Expr | Predicate:
        tokens = self.tokens
        left = self.sum()
        sign = tokens[self.at]
        if sign not in COMPARE:
            return left if isinstance(left, Predicate) else _expr(left)
        claims: list[Predicate] = []
        while True:
            if isinstance(left, Predicate):
                self.not_expression()
            self.at += 1
            right = self.sum()
            if isinstance(right, Predicate):
                self.not_expression()
            claim = _compare(left, sign, right)
            left = right
            sign = tokens[self.at]
            if sign not in COMPARE:
                return all_of(*claims, claim) if claims else claim
            claims.append(claim)


def _expr(terms: Terms) -> Expr:
    """The expression of terms; zeros may be among them."""
    if len(terms) == 1:
        ((factors, coefficient),) = terms.items()
        if coefficient == 1 and len(factors) == 1:
            return factors[0].as_expr()
    return Expr.of_terms(_nonzero(terms))


def _nonzero(terms: Terms) -> Terms:
    return {m: c for m, c in terms.items() if c} if 0 in terms.values() else terms


def _compare(left: Terms, sign: str, right: Terms) -> Predicate:
    """`left sign right`; `left` is given away."""
    if sign[0] == ">":
        total = right.copy()
        right = left
    else:
        total = left
    for monomial, coefficient in right.items():
        total[monomial] = total.get(monomial, 0) - coefficient
    if sign == "<" or sign == ">":
        total[()] = total.get((), 0) + 1
    expr = Expr.of_terms(_nonzero(total))
    if sign == "==":
        return zero(expr)
    return zero(expr).negate() if sign == "!=" else at_most_zero(expr)
