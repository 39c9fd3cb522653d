"""Measures the symbolic engine and prints the result as one Markdown document.

`python bench/engine/engine.py [--queries FILE] [--fuzz COUNT]`. Times are processor time of one thread;
each question is asked of facts that are already learnt and includes the parse of its text. "ratio"
is the time in units of a fixed pure-Python loop (1,000 additions), which makes machines comparable.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "symbolic"))

import fuzz  # pyright: ignore[reportMissingImports]
import growth  # pyright: ignore[reportImplicitRelativeImport]
from tieshape.symbolic import Contradiction, Facts
from tieshape.symbolic.refutation import DEFAULT, LAYERS, Limits

ROOT = Path(__file__).parents[2]
LABELLED = ROOT.parent / "shared" / "queries" / "queries.jsonl"
SAMPLE = ROOT / "tests" / "symbolic" / "sample.jsonl"


def loop() -> float:
    """Microseconds of the fixed loop, the median of many."""
    times = list[float]()
    for _ in range(200):
        start = process_time()
        total = 0
        for i in range(1_000):
            total += i
        times.append(process_time() - start)
    return median(times) * 1e6


def learn(question: dict, limits: Limits = DEFAULT) -> Facts | None:
    facts = Facts(limits)
    try:
        for name, least in question["minimum"].items():
            facts.symbol(name, least)
        for fact in question["facts"]:
            facts.learn(fact)
    except Contradiction:
        return None
    return facts


def answer(facts: Facts, query: str) -> str:
    if facts.proves(query):
        return "proved"
    return "refuted" if facts.refutes(query) else "unknown"


def decided(questions: list[dict], limits: Limits = DEFAULT) -> tuple[int, int, int, int, int]:
    """`(right, decidable, wrong, contradictions found, contradictory)`."""
    right = decidable = wrong = found = contradictory = 0
    for question in questions:
        facts = learn(question, limits)
        truth = question["truth"]
        if not question["consistent"]:
            contradictory += 1
            found += facts is None or (facts.proves("0 == 1") and facts.refutes("0 == 0"))
            continue
        given = "contradictory" if facts is None else answer(facts, question["query"])
        decidable += truth != "unknown"
        right += given == truth != "unknown"
        wrong += given not in (truth, "unknown")
    return right, decidable, wrong, found, contradictory


def times(questions: list[dict], rounds: int = 5) -> list[float]:
    """Sorted microseconds per question, the median of rounds with facts learnt anew."""
    result = list[float]()
    for question in questions:
        rows = list[float]()
        for _ in range(rounds):
            facts = learn(question)
            if facts is None:
                break
            start = process_time()
            answer(facts, question["query"])
            rows.append((process_time() - start) * 1e6)
        if rows:
            result.append(median(rows))
    return sorted(result)


def reasons(questions: list[dict]) -> list[int]:
    """The sizes of what `why` gives, in order."""
    sizes = list[int]()
    for question in questions:
        facts = learn(question)
        if facts is not None and question["truth"] != "unknown":
            try:
                sizes.append(len(facts.why(question["query"])))
            except ValueError:
                continue
    return sorted(sizes)


def product_of_200() -> None:
    text = "*".join(f"x{i}" for i in range(200))
    facts = Facts()
    facts.learn(f"p == {text}")
    assert facts.proves(f"p*x0 == x0*{text}") and not facts.proves("p == 3")


def sum_of_10000() -> None:
    text = " + ".join(f"y{i}" for i in range(10_000))
    facts = Facts()
    facts.learn(f"s == {text}")
    assert facts.proves(f"s + 1 > {text}")


def nested_50() -> None:
    text = "n"
    for i in range(50):
        text = f"({text} + {i})//d{i % 7}"
    facts = Facts()
    facts.learn(f"m == {text}")
    assert facts.proves(f"m == {text}") and not facts.proves("m == 3")


def timed(work: Callable[[], None]) -> float:
    start = process_time()
    work()
    return process_time() - start


def labelled_rows(path: Path, unit: float) -> list[str]:
    questions = [json.loads(line) for line in path.read_text().splitlines()]
    right, decidable, wrong, found, contradictory = decided(questions)
    spent = times(questions)
    sizes = reasons(questions)
    rows = [
        f"| {path.name}: decided | {right} of {decidable} ({100 * right / decidable:.1f} %) |",
        f"| {path.name}: wrong | {wrong} |",
        f"| {path.name}: contradictions found | {found} of {contradictory} |",
    ]
    for name, share in (("median", 0.5), ("95th percentile", 0.95), ("maximum", 1.0)):
        value = spent[min(int(len(spent) * share), len(spent) - 1)]
        rows.append(
            f"| {path.name}: time of a question, {name} | {value:.0f} us, ratio {value / unit:.1f} |"
        )
    rows.append(f"| {path.name}: facts in `why`, median and most | {median(sizes)}, {sizes[-1]} |")
    for layer in sorted(LAYERS):
        right, decidable, wrong, _, _ = decided(questions, Limits(layers=LAYERS - {layer}))
        rows.append(
            f"| {path.name}: without {layer} | {100 * right / decidable:.1f} %, {wrong} wrong |"
        )
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=Path, default=LABELLED if LABELLED.exists() else SAMPLE)
    parser.add_argument("--fuzz", type=int, default=1_000)
    options = parser.parse_args()
    unit = loop()
    print("| measured | result |\n|---|---|")
    print(f"| fixed loop of 1,000 additions | {unit:.1f} us |")
    print("\n".join(labelled_rows(options.queries, unit)))
    for work in (product_of_200, sum_of_10000, nested_50):
        print(f"| {work.__name__} | {timed(work):.3f} s |")
    fault = fuzz.run(options.fuzz, 0)
    print(f"| fuzz, {options.fuzz} random systems | {fault or 'no fault'} |")
    print()
    print("\n".join(growth.table()))
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main())
