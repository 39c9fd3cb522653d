"""Text to expressions and predicates: the integer part of Python's own expression grammar.

Names, integers, `+ - * // %`, `max(..)`, `min(..)`, comparisons (chained as in Python), `and`, `or`, `not`,
`True`, `False`, parentheses. Anything else raises ValueError with the column, counted from 1.
"""

from __future__ import annotations

import re
from keyword import iskeyword
from typing import NoReturn

from .atoms import SymbolAtom
from .expr import Expr, Terms, constant, maximum, minimum
from .predicate import FALSE, TRUE, Predicate, all_of, any_of, eq, ge, gt, le, lt, ne

MAX_PARENTHESES = 100
"""Parentheses, `not` and signs may be nested this deep in text."""
MAX_DIGITS = 1000
"""An integer in text has at most this many digits."""

_TOKEN = re.compile(r"[^\W\d]\w*|[0-9][\w.]*|//|<=|>=|==|!=|\S")
_TIMES = frozenset(("*", "//", "%"))
_OPERATORS = frozenset("-+*/%<>=!(),")
_COMPARE = {"==": eq, "!=": ne, "<=": le, "<": lt, ">=": ge, ">": gt}


def parse_expr(text: str) -> Expr:
    """The expression that `text` spells."""
    parser = _Parser(text)
    value = parser.expression(parser.whole())
    parser.end()
    return value


def parse_predicate(text: str) -> Predicate:
    """The claim that `text` spells."""
    parser = _Parser(text)
    value = parser.predicate(parser.whole())
    parser.end()
    return value


class _Parser:
    def __init__(self, text: str):
        self.text = text
        self.tokens: list[str] = _TOKEN.findall(text)
        self.tokens.append("")
        self.at = 0
        self.next = self.tokens[0]
        self.depth = 0

    def whole(self) -> Expr | Predicate:
        try:
            return self.disjunction()
        except RecursionError:
            self.fail("nested too deep")

    def advance(self) -> str:
        token = self.next
        self.at += 1
        self.next = self.tokens[self.at]
        return token

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        starts = [match.start() for match in _TOKEN.finditer(self.text)]
        column = [*starts, len(self.text)][self.at if at is None else at] + 1
        raise ValueError(f"{message} at column {column} of {self.text!r}")

    def end(self) -> None:
        if self.next:
            self.fail(f"unexpected {self.next!r}")

    def expression(self, value: Expr | Predicate) -> Expr:
        if isinstance(value, Predicate):
            self.fail("expected an integer, found a comparison before this")
        return value

    def predicate(self, value: Expr | Predicate) -> Predicate:
        if isinstance(value, Expr):
            self.known_token()
            self.fail("expected a comparison, found an integer before this")
        return value

    def known_token(self) -> None:
        """Complains about the next token itself where it is none of the grammar's."""
        token = self.next
        operator = token[:1] in _OPERATORS and token not in ("/", "=", "!")
        if token and not operator and token not in ("and", "or"):
            self.fail(f"unexpected {token!r}")

    def disjunction(self) -> Expr | Predicate:
        value = self.conjunction()
        if self.next != "or":
            return value
        args = [self.predicate(value)]
        while self.next == "or":
            self.advance()
            args.append(self.predicate(self.conjunction()))
        return any_of(*args)

    def conjunction(self) -> Expr | Predicate:
        value = self.negation() if self.next == "not" else self.comparison()
        if self.next != "and":
            return value
        args = [self.predicate(value)]
        while self.next == "and":
            self.advance()
            args.append(self.predicate(self.negation()))
        return all_of(*args)

    def negation(self) -> Expr | Predicate:
        if self.next != "not":
            return self.comparison()
        self.deeper()
        self.advance()
        value = self.predicate(self.negation()).negate()
        self.depth -= 1
        return value

    def comparison(self) -> Expr | Predicate:
        value = self.sum()
        compare = _COMPARE.get(self.next)
        if compare is None:
            return value
        left = self.expression(value)
        self.advance()
        right = self.expression(self.sum())
        claim = compare(left, right)
        compare = _COMPARE.get(self.next)
        if compare is None:
            return claim
        claims = [claim]
        left = right
        while compare is not None:
            self.advance()
            right = self.expression(self.sum())
            claims.append(compare(left, right))
            left = right
            compare = _COMPARE.get(self.next)
        return all_of(*claims)

    def sum(self) -> Expr | Predicate:
        value = self.product()
        if self.next != "+" and self.next != "-":
            return value
        total: Terms = dict(self.expression(value).polynomial)
        while self.next == "+" or self.next == "-":
            sign = -1 if self.advance() == "-" else 1
            term = self.product()
            term = term if isinstance(term, Expr) else self.expression(term)
            for monomial, coefficient in term.polynomial.items():
                total[monomial] = total.get(monomial, 0) + sign * coefficient
        return Expr.of_terms({m: c for m, c in total.items() if c})

    def product(self) -> Expr | Predicate:
        value = self.factor()
        while (sign := self.next) in _TIMES:
            at = self.at
            self.advance()
            right = self.factor()
            left = value if isinstance(value, Expr) else self.expression(value)
            right = right if isinstance(right, Expr) else self.expression(right)
            if sign == "*":
                value = left * right
                continue
            if right.constant_value == 0:
                self.fail("division by zero", at)
            value = left // right if sign == "//" else left % right
        return value

    def factor(self) -> Expr | Predicate:
        token = self.next
        first = token[:1]
        if first.isalpha() or first == "_":
            return self.name(token)
        if first.isdigit():
            if not token.isdecimal() or (first == "0" and token.strip("0")):
                self.fail(f"{token!r} is not an integer")
            if len(token) > MAX_DIGITS:
                self.fail("an integer too large")
            self.advance()
            return constant(int(token))
        if token == "-":
            self.deeper()
            self.advance()
            value = -self.expression(self.factor())
        elif token == "+":
            self.deeper()
            self.advance()
            value = self.expression(self.factor())
        elif token == "(":
            self.deeper()
            self.advance()
            value = self.disjunction()
            self.close()
        else:
            self.fail(f"unexpected {token!r}" if token else "unexpected end")
        self.depth -= 1
        return value

    def close(self) -> None:
        if self.next != ")":
            self.fail(f"expected ')', found {self.next!r}" if self.next else "expected ')'")
        self.advance()

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_PARENTHESES:
            self.fail(f"nested more than {MAX_PARENTHESES} deep")

    def name(self, token: str) -> Expr | Predicate:
        at = self.at
        self.advance()
        if self.next == "(":
            return self.call(token, at)
        if iskeyword(token) or token == "max" or token == "min":
            if token == "True" or token == "False":
                return TRUE if token == "True" else FALSE
            self.fail(f"unexpected {token!r}", at)
        return SymbolAtom(token).as_expr()

    def call(self, token: str, at: int) -> Expr:
        if token not in ("max", "min"):
            self.fail(f"unknown function {token!r}", at)
        self.deeper()
        self.advance()
        args = [self.expression(self.disjunction())]
        while self.next == ",":
            self.advance()
            args.append(self.expression(self.disjunction()))
        self.close()
        self.depth -= 1
        return (maximum if token == "max" else minimum)(*args)
