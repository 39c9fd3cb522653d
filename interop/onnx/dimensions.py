"""Names and facts of sizes out of a model's `dim_param`s.

A `dim_param` that is an identifier keeps its name; equal texts are equal sizes. One that is an
expression over names (`2*d`, `past + 1`) makes a fact: an equation where its names are sizes of
inputs themselves; else, where one name is left and occurs linearly, a divisibility, and that name
stands for the quotient in all other expressions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...symbolic import (
    Expr,
    Facts,
    Predicate,
    Symbol,
    SymbolAtom,
    parse_expr,
    parse_predicate,
    substitute,
)
from ...symbolic.text import name_like
from .protobuf import Dimension

_FUNCTIONS = {"Max": "max", "Min": "min"}


@dataclass(frozen=True, slots=True)
class SizeRange:
    """What a size, as a `dim_param` writes it, is at least and at most; None is no bound."""

    text: str
    low: int | None
    high: int | None


def _is_name(text: str) -> bool:
    return text.isidentifier() and name_like(text) == text


class DimensionNames:
    """The names of the sizes of a graph's inputs, and the facts that their texts tell."""

    def __init__(self, shapes: Iterable[Iterable[Dimension]]):
        texts = list(dict.fromkeys(d for shape in shapes for d in shape if isinstance(d, str)))
        self._names = {text: text for text in texts if _is_name(text)}
        self._meaning: dict[str, Expr] = {name: Symbol(name) for name in self._names}
        for text in texts:
            if text not in self._names:
                self._names[text] = self._free(text)
        self.where = tuple(self._facts([t for t in texts if not _is_name(t)]))
        """Facts between the names, in the engine's grammar."""

    def name(self, dimension: Dimension) -> str | int:
        """What `sdim.sizes` says of a dimension: a name, a size, or `""`."""
        if isinstance(dimension, str):
            return self._names[dimension]
        return "" if dimension is None else dimension

    @property
    def all(self) -> set[str]:
        return set(self._names.values())

    def expression(self, dimension: Dimension) -> Expr | None:
        """A dimension of any value as an expression over the names of the inputs' sizes."""
        if isinstance(dimension, int):
            return parse_expr(str(dimension))
        if dimension is None:
            return None
        if dimension in self._names:
            return Symbol(self._names[dimension])
        found = _parsed(dimension)
        return None if found is None else self._over_names(found)

    def facts_of(self, ranges: Iterable[SizeRange]) -> Iterable[str]:
        """The ranges as facts between names, of sizes that inputs tell.

        Of a name that is only in others' expressions no least value: torch.export writes 2 for it
        where it was traced with more, and its programs run with 1; the expressions have their own.
        """
        for each in ranges:
            size = self.expression(each.text)
            if size is None or size.constant_value is not None:
                continue
            inner = _is_name(each.text) and each.text not in self._names
            if each.low is not None and each.low > 0 and not inner:
                yield f"{size} >= {each.low}"
            if each.high is not None:
                yield f"{size} <= {each.high}"

    def guards(self, texts: Iterable[str], known: Iterable[str]) -> Iterable[str]:
        """Claims over dimensions as facts between names, without those that follow from `known`
        and from simpler ones.

        Raises ValueError for a text that is no claim over the inputs' sizes.
        """
        facts = Facts()
        for text in known:
            facts.learn(parse_predicate(text))
        claims = dict.fromkeys(map(self._claim, texts))
        for claim in sorted(claims, key=lambda each: len(str(each))):
            if not facts.proves(claim):
                facts.learn(claim)
                yield str(claim)

    def _claim(self, text: str) -> Predicate:
        try:
            claim = parse_predicate(text)
        except ValueError as error:
            raise ValueError(f"guard `{text}`: {error}") from error
        if not claim.symbols() <= self._meaning.keys():
            raise ValueError(f"guard `{text}` is about a size that no input has")
        return claim.rebuild(lambda expr: substitute(expr, self._meaning))

    def _over_names(self, found: Expr) -> Expr | None:
        if not found.symbols() <= self._meaning.keys():
            return None
        return substitute(found, {name: self._meaning[name] for name in found.symbols()})

    def _free(self, text: str) -> str:
        taken, number, first = set(self._names.values()), 0, name_like(text)
        name = first
        while name in taken:
            number += 1
            name = f"{first}_{number}"
        return name

    def _facts(self, texts: list[str]) -> Iterable[str]:
        left = {text: parsed for text in texts if (parsed := _parsed(text)) is not None}
        for text, expression in list(left.items()):
            if self._over_names(expression) is not None:
                del left[text]
                yield f"{self._names[text]} == {self._over_names(expression)}"
        while left:
            text = next((t for t, e in left.items() if self._over_names(e) is not None), None)
            if text is not None:
                yield f"{self._names[text]} == {self._over_names(left.pop(text))}"
                continue
            solved = next((t for t, e in left.items() if self._unknown(e) is not None), None)
            if solved is None:
                return
            yield from self._solve(solved, left.pop(solved))

    def _unknown(self, expression: Expr) -> tuple[str, int, Expr] | None:
        """The one name without a meaning, its factor, and the rest, where it occurs linearly."""
        unknown = expression.symbols() - self._meaning.keys()
        if len(unknown) != 1:
            return None
        (name,) = unknown
        factor = next(
            (c for c, factors in expression.terms() if factors == ((SymbolAtom(name), 1),)), 0
        )
        rest = expression - Symbol(name) * factor
        if factor < 1 or name in rest.symbols():
            return None
        return name, factor, rest

    def _solve(self, text: str, expression: Expr) -> Iterable[str]:
        found = self._unknown(expression)
        assert found is not None
        name, factor, rest = found
        known: Mapping[str, Expr] = {n: self._meaning[n] for n in rest.symbols()}
        above = Symbol(self._names[text]) - substitute(rest, known)
        self._meaning[name] = above // factor
        if factor != 1:
            yield f"({above}) % {factor} == 0"


def _parsed(text: str) -> Expr | None:
    for theirs, ours in _FUNCTIONS.items():
        text = re.sub(rf"\b{theirs}\(", f"{ours}(", text)
    try:
        return parse_expr(text)
    except ValueError:
        return None
