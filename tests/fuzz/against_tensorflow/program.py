"""Random programs as data, with every choice recorded, so that parts of them can be replayed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

Array = np.ndarray
Sizes = dict[str, int]
Inputs = dict[int, Array]
"""The arrays of one run, by argument."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A value of the program, by number, where an operand was chosen."""

    value: int


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument: dimensions are names of sizes, which differ from run to run, or fixed sizes.

    `shown` says which sizes the type shows; integers are drawn from `low` to `high`, both included.
    """

    value: int
    dtype: str
    shape: tuple[str | int, ...]
    shown: tuple[bool, ...]
    low: int = -3
    high: int = 5

    def spec(self, sizes: Sizes) -> list[int | None]:
        """The sizes in the type of the argument, None for those that it does not show."""
        return [
            size if shown else None
            for size, shown in zip(self.sizes(sizes), self.shown, strict=True)
        ]

    def sizes(self, sizes: Sizes) -> tuple[int, ...]:
        return tuple(sizes[size] if isinstance(size, str) else size for size in self.shape)


@dataclass(frozen=True, slots=True)
class Step:
    """One use of an op of the catalog with the choices that it made, in order."""

    op: str
    choices: tuple[object, ...]
    results: tuple[int, ...]

    @property
    def operands(self) -> list[int]:
        return [ref.value for ref in _refs(self.choices)]

    def __str__(self) -> str:
        results = ", ".join(f"v{result}" for result in self.results)
        return f"{results} = {self.op}({', '.join(map(_word, self.choices))})"


def _refs(choices: object) -> Iterator[Ref]:
    if isinstance(choices, Ref):
        yield choices
    elif isinstance(choices, tuple | list):
        for choice in choices:
            yield from _refs(choice)


def _word(choice: object) -> str:
    if isinstance(choice, Ref):
        return f"v{choice.value}"
    if isinstance(choice, tuple | list):
        return f"[{', '.join(map(_word, choice))}]"
    return str(choice)


@dataclass(frozen=True, slots=True)
class Program:
    """Arguments, steps in order, and the values that are returned."""

    arguments: tuple[Argument, ...]
    steps: tuple[Step, ...]
    results: tuple[int, ...]

    def without_unused(self) -> Program:
        """The steps and arguments that the results need."""
        needed, steps = set(self.results), list[Step]()
        for step in reversed(self.steps):
            if needed.intersection(step.results):
                needed.update(step.operands)
                steps.insert(0, step)
        arguments = tuple(a for a in self.arguments if a.value in needed)
        return replace(self, arguments=arguments, steps=tuple(steps))

    def __str__(self) -> str:
        lines = [f"v{a.value} = argument({a.dtype}, {_word(a.shape)})" for a in self.arguments]
        lines += map(str, self.steps)
        return "\n".join([*lines, f"return {', '.join(f'v{r}' for r in self.results)}"])


@dataclass(frozen=True, slots=True)
class Case:
    """A program, the sizes that its types may show, and the named input sets to run it on."""

    program: Program
    sizes: tuple[tuple[str, int], ...]
    inputs: tuple[tuple[str, Inputs], ...]
