"""The header of an artifact: what is known of a compiled function without looking at its code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from .. import symbolic
from ..symbolic import Expr, Predicate, eq, parse_expr

STRENGTHS = ("assume", "expect", "assert")


class Argument(NamedTuple):
    """An argument of the function: its name, numpy element type, and shape (None: of any rank).

    An entry of the shape is a static size or the symbol of a size.
    """

    name: str
    dtype: str
    shape: tuple[int | str, ...] | None


class Size(NamedTuple):
    """A symbol and its value: that of an argument's size, else `value`, else the run's.

    value: over symbols that come earlier in the header
    at_most: an upper bound for a size that only the run determines
    """

    name: str
    hint: int | None = None
    value: Expr | None = None
    at_most: Expr | None = None

    def definition(self) -> Predicate | None:
        """What defines the symbol, as a fact."""
        return None if self.value is None else eq(parse_expr(self.name), self.value)


class Guard(NamedTuple):
    """A claim that a run must satisfy. `why` says which op, at which place, needs it.

    strength: `expect`, `assert`, or `assume` for what the user promised
    at_run_time: it is about sizes that depend on data, and is checked on the way
    """

    claim: Predicate
    strength: str
    why: str | None = None
    at_run_time: bool = False

    @property
    def kind(self) -> str:
        """`expect` where another compilation may help, else `assert`."""
        return "expect" if self.strength == "expect" else "assert"

    @property
    def origin(self) -> str:
        """`why` where it says more than the claim does, else `stated`."""
        return self.why if self.why and self.why != str(self.claim) else "stated"

    @property
    def words(self) -> str:
        return f"{self.claim}" + (f" ({self.origin})" if self.origin != "stated" else "")


class Result(NamedTuple):
    """A result: numpy element type, shape (None: of any rank), and the proved bounds of each
    size.
    """

    dtype: str
    shape: tuple[Expr, ...] | None
    least: tuple[int | None, ...] = ()
    greatest: tuple[int | None, ...] = ()


class _Fields(NamedTuple):
    function: str
    arguments: tuple[Argument, ...]
    symbols: tuple[Size, ...]
    guards: tuple[Guard, ...]
    facts: tuple[tuple[Predicate, str | None], ...]
    results: tuple[Result, ...]
    producer: str = ""


class Header(_Fields):
    """Everything but the code.

    symbols: each after those that it is computed from
    guards: a least set, cheapest first
    facts: what else is known, as (claim, why)
    """

    @cached_property
    def places(self) -> Mapping[str, tuple[int, int]]:
        """For each symbol that an argument carries, the first (argument, dimension) that does."""
        found = dict[str, tuple[int, int]]()
        for i, argument in enumerate(self.arguments):
            for d, entry in enumerate(argument.shape or ()):
                if isinstance(entry, str):
                    found.setdefault(entry, (i, d))
        return found

    def place_words(self, symbol: str) -> str | None:
        """`size 0 of x`, where an argument carries `symbol`."""
        place = self.places.get(symbol)
        return None if place is None else f"size {place[1]} of {self.arguments[place[0]].name}"

    def with_symbols(self, text: str) -> str:
        """`text` with the sizes that it names by argument, `x[0]` or `%x[0]`, as symbols.

        Raises ValueError where an argument has no such size.
        """
        arguments = {argument.name: argument for argument in self.arguments}

        def entry(match: re.Match[str]) -> str:
            name, dimension = match[1], int(match[2])
            if name not in arguments:
                raise ValueError(f"no argument is named {name}; there are {', '.join(arguments)}")
            shape = arguments[name].shape
            if shape is None or dimension >= len(shape):
                rank = "no known rank" if shape is None else f"rank {len(shape)}"
                raise ValueError(f"{name} has {rank}, there is no {name}[{dimension}]")
            return str(shape[dimension])

        return re.sub(r"%?([A-Za-z_]\w*)\[(\d+)\]", entry, text)

    @cached_property
    def known(self) -> symbolic.Facts:
        """All facts and guards, for questions. Do not add to it."""
        facts = symbolic.Facts()
        for size in self.symbols:
            facts.symbol(size.name)
        for size in self.symbols:
            if (definition := size.definition()) is not None:
                facts.learn(definition, why=f"the definition of {size.name}")
        for claim, why in self.facts:
            facts.learn(claim, why=why)
        for guard in self.guards:
            facts.learn(guard.claim, why=f"{guard.strength}: {guard.origin}")
        return facts
