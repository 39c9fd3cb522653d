"""Counts of a run of many programs, as a table."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from .verdict import KINDS, Fault, Verdict

FEW = 8
"""Seeds that are listed for a cause."""


@dataclass(slots=True)
class Summary:
    """What became of the programs so far."""

    programs: Counter[str] = field(default_factory=Counter)
    runs: Counter[str] = field(default_factory=Counter)
    ops: Counter[str] = field(default_factory=Counter)
    causes: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    examples: dict[str, tuple[int, Fault]] = field(default_factory=dict)

    def add(self, seed: int, verdict: Verdict) -> list[Fault]:
        """Counts `verdict`; returns its faults of causes that have not been seen before."""
        if verdict.not_traced:
            self.programs["no program"] += 1
            return []
        worst = verdict.worst
        self.programs["right in every respect" if worst is None else worst.kind] += 1
        self.runs += verdict.runs
        self.ops.update(verdict.ops)
        new = list[Fault]()
        for fault in verdict.faults:
            cause = fault.cause
            if cause not in self.causes:
                self.examples[cause] = (seed, fault)
                new.append(fault)
            if seed not in self.causes[cause]:
                self.causes[cause].append(seed)
        return new

    def by_kind(self) -> list[tuple[int, Fault]]:
        """The first fault of each cause with its seed, the gravest first."""
        return sorted(self.examples.values(), key=lambda example: KINDS.index(example[1].kind))

    def line(self) -> str:
        """One line of progress."""
        right = self.programs["right in every respect"]
        rest = ", ".join(f"{self.programs[kind]} {kind}" for kind in KINDS if self.programs[kind])
        return f"{right} of {self.count} right" + (f"; {rest}" if rest else "")

    @property
    def count(self) -> int:
        """The programs that TensorFlow traced."""
        return sum(n for kind, n in self.programs.items() if not kind.startswith("no program"))

    def table(self) -> str:
        """Markdown: programs by kind, runs by outcome, causes by the number of programs."""
        total = max(1, self.count)
        lines = [f"{self.count} programs, {len(self.ops)} distinct ops.", ""]
        lines += ["| programs | number | share |", "|---|---|---|"]
        for kind in ("right in every respect", *KINDS):
            if number := self.programs[kind]:
                lines.append(f"| {kind} | {number} | {100 * number / total:.1f} % |")
        lines += ["", "| runs | number |", "|---|---|"]
        lines += [f"| {outcome} | {number} |" for outcome, number in self.runs.most_common()]
        lines += ["", "| cause | programs | seeds |", "|---|---|---|"]
        ordered = sorted(self.causes.items(), key=lambda c: (_order(c[0]), -len(c[1])))
        for cause, seeds in ordered:
            words = cause.replace("|", "·")
            lines.append(f"| {words} | {len(seeds)} | {' '.join(map(str, seeds[:FEW]))} |")
        return "\n".join(lines)


def _order(cause: str) -> int:
    return KINDS.index(cause.partition(" | ")[0])
