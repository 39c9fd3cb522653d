"""What can be wrong with a program, and what is."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

KINDS = (
    "crash",
    "out of time",
    "internal error",
    "internal error in a run",
    "wrong numbers",
    "missed reject: sizes",
    "missed reject: values",
    "false reject",
    "refused by the compiler",
    "lost fact",
    "too slow",
    "unsupported",
)
"""What can be wrong with a program, the gravest first."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, first after the pass `stage`; `expected`: what TensorFlow does."""

    kind: str
    stage: str
    message: str
    expected: str = ""
    inputs: str = ""

    def __str__(self) -> str:
        expected = f"; TensorFlow: {self.expected}" if self.expected else ""
        return f"{self.kind}, {self.stage}: {self.message[:200]}{expected[:200]}"

    @property
    def cause(self) -> str:
        """The fault without its numbers and names: faults of one cause are counted as one."""
        words = self.expected if self.kind.startswith("missed") else self.message
        words = re.sub(r"^\S*?:\d+:\d+: ", "", words.partition(" [[{{")[0])
        words = re.sub(r"%\w+|@\w+|(?<![A-Za-z0-9])S?-?\d+(\.\d+)?(e[+-]?\d+)?", "N", words)
        words = re.sub(r"N(, ?N)+", "N", words)
        if self.kind == "wrong numbers":
            words = words.partition(":")[0]
        return f"{self.kind} | {self.stage} | {words[:110]}"


@dataclass(slots=True)
class Verdict:
    """What is wrong with a case, and counts of its runs by outcome; `ops` are those of its text."""

    faults: list[Fault] = field(default_factory=list)
    runs: Counter[str] = field(default_factory=Counter)
    ops: frozenset[str] = frozenset()
    text: str = ""
    not_traced: str = ""

    @property
    def worst(self) -> Fault | None:
        return min(self.faults, key=lambda fault: KINDS.index(fault.kind), default=None)
