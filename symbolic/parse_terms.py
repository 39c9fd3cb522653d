"""The integers of the text form, by recursive descent, straight into sparse polynomials."""

from __future__ import annotations

import re
from collections.abc import Mapping
from keyword import iskeyword
from typing import NoReturn

from .broadcast import Broadcast, broadcastable
from .expr import (
    MAX_POWER,
    Atom,
    Expr,
    Max,
    Min,
    Monomial,
    SymbolAtom,
    Terms,
    ceil_div,
    constant,
    floor_div,
    modulo,
    ordered,
)
from .predicate import FALSE, TRUE, Predicate
from .text import FUNCTIONS, did_you_mean

MAX_PARENTHESES = 100
"""Parentheses, `not` and signs may be nested this deep in text."""
MAX_DIGITS = 1000
"""An integer in text has at most this many digits."""

Names = Mapping[str, Monomial]
"""Symbols that need not be looked up, each as a product of just it."""

_TOKEN = re.compile(r"[^\W\d]\w*|[0-9][\w.]*|//|\*\*|<=|>=|==|!=|\S")
_TIMES = frozenset(("*", "//", "%"))
COMPARE = frozenset(("==", "!=", "<=", "<", ">=", ">"))
_AFTER_TERM = frozenset(("+", "-", ")", ",", "and", "or", "if", "else", "")) | COMPARE
_WITHIN_CEIL = frozenset(("+", "-", "*", "/", "//", "%", ","))
_NUMBERS = {str(i): i for i in range(1 << 10)}


class SumParser:
    """A text's tokens and the place `at` which it is read.

    powers: whether there is a `**`
    unknown: whether there was a symbol that is not among `names`
    """

    __slots__ = ("at", "depth", "names", "powers", "text", "tokens", "unknown")
    at: int

    def __init__(self, text: str, names: Names):
        self.text = text
        self.names = names
        self.tokens: list[str] = _TOKEN.findall(text)
        self.tokens.append("")
        self.at = 0
        self.depth = 0
        self.powers = "**" in text
        self.unknown = False

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        starts = [match.start() for match in _TOKEN.finditer(self.text)]
        column = [*starts, len(self.text)][self.at if at is None else at] + 1
        raise ValueError(f"{message} at column {column} of {self.text!r}")

    def expression(self, value: Expr | Predicate) -> Expr:
        return self.not_expression() if isinstance(value, Predicate) else value

    def not_expression(self) -> NoReturn:
        self.fail("expected an integer, found a comparison before this")

    def disjunction(self) -> Expr | Predicate:
        """What parentheses hold, to be read by a parser of claims."""
        raise NotImplementedError

    def sum(self) -> Terms | Predicate:
        """The terms of a sum, zeros left in; or the only operand, where that is a claim."""
        tokens, get = self.tokens, self.names.get
        total: Terms = {}
        sign = 1
        first = self.at
        while True:
            start = at = self.at
            number, token = 1, ""
            factors: Monomial = ()
            while not self.powers:  # symbols and numbers, as far as there is nothing else
                token = tokens[at]
                symbol = get(token)
                if symbol is not None:
                    factors += symbol
                elif token in _NUMBERS:
                    number *= _NUMBERS[token]
                elif symbol := self.symbol(token, at):
                    factors += symbol
                elif token.isdecimal():
                    number *= self.number(token, at)
                else:
                    token = ""
                    break
                at += 1
                if tokens[at] != "*":
                    break
                at += 1
            if token and (token := tokens[at]) in _AFTER_TERM:
                if len(factors) > 1:
                    factors = ordered(factors)
                if number:
                    total[factors] = total.get(factors, 0) + sign * number
                self.at = at
            else:
                value = self.product(at, number, factors)
                token = tokens[self.at]
                if isinstance(value, Predicate):
                    if start != first or token == "+" or token == "-":
                        self.not_expression()
                    return value
                for monomial, coefficient in value.polynomial.items():
                    total[monomial] = total.get(monomial, 0) + sign * coefficient
            if token == "+":
                sign = 1
            elif token == "-":
                sign = -1
            else:
                return total
            self.at += 1

    def product(self, at: int, number: int, factors: Monomial) -> Expr | Predicate:
        """A product whose symbols and numbers before the token `at` are known."""
        tokens = self.tokens
        if at == self.at:
            value = self.factor()
        else:
            if tokens[at] == "(" and tokens[at - 1] in self.names:
                self.call(tokens[at - 1], at - 1)
            if number == 1 and len(factors) == 1:
                value = factors[0].as_expr()
            else:
                value = Expr.of_terms({ordered(factors): number} if number else {})
            self.at = at
            if tokens[at - 1] == "*":
                value = value * self.expression(self.factor())
        while (sign := tokens[self.at]) in _TIMES:
            at = self.at
            token = tokens[at + 1]
            if token in _NUMBERS and not self.powers:
                right = constant(_NUMBERS[token])
                self.at = at + 2
            else:
                self.at = at + 1
                right = self.factor()
            left = value if isinstance(value, Expr) else self.expression(value)
            right = right if isinstance(right, Expr) else self.expression(right)
            if sign == "*":
                value = left * right
                continue
            if not right.polynomial:
                self.fail("division by zero", at)
            value = floor_div(left, right) if sign == "//" else modulo(left, right)
        return value

    def symbol(self, token: str, at: int) -> Monomial:
        """The symbol that a token names, which is none of `names`; nothing where it names none."""
        named = token.isidentifier() and not iskeyword(token) and self.tokens[at + 1] != "("
        if not named or token in FUNCTIONS:
            return ()
        self.unknown = True
        return (SymbolAtom(token),)

    def number(self, token: str, at: int) -> int:
        if len(token) > 1 or not token.isascii():
            digits = token.isascii() and token.isdecimal()
            if not digits or (token[0] == "0" and token.strip("0")):
                self.fail(f"{token!r} is not an integer", at)
            if len(token) > MAX_DIGITS:
                self.fail("an integer too large", at)
        return int(token)

    def factor(self) -> Expr | Predicate:
        token = self.tokens[self.at]
        if token == "-" or token == "+":
            self.deeper()
            value = self.expression(self.factor())
            self.depth -= 1
            return -value if token == "-" else value
        value = self.primary(token)
        return value if self.tokens[self.at] != "**" else self.power(self.expression(value))

    def primary(self, token: str) -> Expr | Predicate:
        symbol = self.names.get(token)
        if symbol is not None and self.tokens[self.at + 1] != "(":
            self.at += 1
            return symbol[0].as_expr()
        if token.isidentifier():
            return self.name(token)
        if token[:1].isdigit():
            self.at += 1
            return constant(self.number(token, self.at - 1))
        if token != "(":
            self.fail(f"unexpected {token!r}" if token else "unexpected end")
        self.deeper()
        value = self.disjunction()
        self.close()
        self.depth -= 1
        return value

    def power(self, base: Expr) -> Expr:
        """`base` to the number after `**`, which binds more closely than a sign before it."""
        at = self.at
        self.deeper()
        exponent = self.expression(self.factor()).constant_value
        self.depth -= 1
        if exponent is None or not 0 <= exponent <= MAX_POWER:
            self.fail(f"an exponent must be a number from 0 to {MAX_POWER}", at)
        return base**exponent

    def close(self) -> None:
        token = self.tokens[self.at]
        if token != ")":
            self.fail(f"expected ')', found {token!r}" if token else "expected ')'")
        self.at += 1

    def deeper(self) -> None:
        """Enters what the next token opens."""
        self.depth += 1
        if self.depth > MAX_PARENTHESES:
            self.fail(f"nested more than {MAX_PARENTHESES} deep")
        self.at += 1

    def name(self, token: str) -> Expr | Predicate:
        at = self.at
        self.at = at + 1
        if self.tokens[at + 1] == "(":
            return self.call(token, at)
        if iskeyword(token) or token in FUNCTIONS:
            if token == "True" or token == "False":
                return TRUE if token == "True" else FALSE
            self.fail(f"unexpected {token!r}", at)
        self.unknown = True
        return SymbolAtom(token).as_expr()

    def call(self, token: str, at: int) -> Expr | Predicate:
        if token not in FUNCTIONS:
            self.fail(f"unknown function {token!r}{did_you_mean(token, FUNCTIONS)}", at)
        self.deeper()
        if token == "ceil":
            return self.rounded_up()
        args = [self.expression(self.disjunction())]
        while self.tokens[self.at] == ",":
            self.at += 1
            args.append(self.expression(self.disjunction()))
        self.close()
        self.depth -= 1
        if token == "abs":
            if len(args) != 1:
                self.fail("abs takes one argument", at)
            return abs(args[0])
        return broadcastable(*args) if token == "broadcastable" else _OPERATIONS[token].build(args)

    def rounded_up(self) -> Expr:
        """The rest of `ceil(a / b)`, the only place of `/`."""
        value = self.product(self.at, 1, ())
        if self.tokens[self.at] == "/":
            at = self.at
            self.at += 1
            divisor = self.expression(self.factor())
            if not divisor.polynomial:
                self.fail("division by zero", at)
            value = ceil_div(self.expression(value), divisor)
        if self.tokens[self.at] in _WITHIN_CEIL:
            self.fail("ceil takes one quotient, as in ceil((a + b) / c)")
        self.close()
        self.depth -= 1
        return self.expression(value)


_OPERATIONS: dict[str, type[Atom]] = {kind.symbol: kind for kind in (Max, Min, Broadcast)}
