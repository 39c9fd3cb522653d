"""Measures facts and questions about broadcasts of many sizes; prints one Markdown table.

`python bench/engine/broadcast_terms.py [--sizes 6,12,24,48,96] [--minimum 0]`. Times are processor time of
one thread, facts and questions as text. A row is linear where its time per size stays the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from time import process_time

from tieshape.symbolic import Facts

Script = tuple[list[str], list[tuple[str, bool]], list[tuple[str, str]]]
"""Facts; claims, and whether each is to be proved; expressions, and what they are to become."""


def step(result: str, *operands: str) -> list[str]:
    """What an operation with implicit broadcasting says of one size."""
    text = ", ".join(operands)
    return [f"broadcastable({text})", f"{result} == broadcast({text})"]


def chain_facts(name: str, operands: list[str]) -> list[str]:
    facts = list[str]()
    last = operands[0]
    for i, operand in enumerate(operands[1:], 1):
        facts += step(f"{name}{i}", last, operand)
        last = f"{name}{i}"
    return facts


def term(n: int) -> str:
    return f"broadcast({', '.join(sorted(f'x{i}' for i in range(n)))})"


def chain(n: int) -> Script:
    """s1 = x0 + x1, s2 = s1 + x2, ...: each partial result fits the last."""
    facts = chain_facts("s", [f"x{i}" for i in range(n)])
    last = f"s{n - 1}"
    claims = [(f"s{i} == 1 or s{i} == {last}", True) for i in range(1, n)]
    claims += [(f"x{i} == 1 or x{i} == {last}", True) for i in range(n)]
    claims += [(f"{last} == {term(n)}", True), (f"broadcastable({last}, x0, s1)", True)]
    return facts, claims, [(f"s{i}", term(i + 1)) for i in range(1, n)]


def tree(n: int) -> Script:
    """A balanced sum."""
    facts = list[str]()
    level = [f"x{i}" for i in range(n)]
    results = list[str]()
    while len(level) > 1:
        above = list[str]()
        for i in range(0, len(level) - 1, 2):
            results.append(f"s{len(results)}")
            facts += step(results[-1], level[i], level[i + 1])
            above.append(results[-1])
        level = above + level[len(above) * 2 :]
    claims = [(f"{s} == 1 or {s} == {level[0]}", True) for s in results]
    claims += [
        (f"broadcast({s}, x0) == {level[0]} or broadcast({s}, x0) == 1", True) for s in results
    ]
    return facts, claims, [(level[0], term(n))]


def three_chains(n: int) -> Script:
    """The same operands in three orders: the results are equal."""
    names = [f"x{i}" for i in range(n)]
    facts = chain_facts("s", names) + chain_facts("t", names[::-1])
    facts += chain_facts("u", names[1::2] + names[::2])
    last = n - 1
    claims = [(f"s{last} == t{last}", True), (f"t{last} == u{last}", True)]
    claims += [(f"s{i} == 1 or s{i} == u{last}", True) for i in range(1, n)]
    claims += [(f"broadcast(s{i}, t{n - 1 - i}) == u{last}", True) for i in range(1, n - 1)]
    return facts, claims, [(f"t{last}", term(n))]


def selections(n: int) -> Script:
    """Steps with three operands, as `select` has."""
    facts = list[str]()
    last = "x0"
    for i in range(1, n - 1, 2):
        facts += step(f"s{i}", last, f"x{i}", f"x{i + 1}")
        last = f"s{i}"
    used = (n - 1) // 2 * 2 + 1
    claims = [(f"x{i} == 1 or x{i} == {last}", True) for i in range(used)]
    return facts, claims, [(last, term(used))]


def joined(n: int) -> Script:
    """Sums of the results of two chains, as concatenation has."""
    facts = chain_facts("s", [f"x{i}" for i in range(n)])
    facts += chain_facts("t", [f"y{i}" for i in range(n)])
    last = n - 1
    claims = [(f"s{last} + t{last} >= s{last}", True)]
    claims += [
        (f"s{last} + t{last} == t{last} + broadcast(s{i}, s{last})", True) for i in range(1, n)
    ]
    return facts, claims, [(f"s{last} + t{last} - t{last}", term(n))]


def known_size(n: int) -> Script:
    """A chain one of whose operands is known to be greater than 1."""
    facts = [*chain_facts("s", [f"x{i}" for i in range(n)]), "x0 >= 2"]
    claims = [(f"s{i} == x0", True) for i in range(1, n)]
    claims += [(f"x{i} == 1 or x{i} == x0", True) for i in range(1, n)]
    return facts, claims, [(f"s{n - 1}", "x0")]


def not_known(n: int) -> Script:
    """Claims about a chain that some sizes satisfy and others do not."""
    facts = chain_facts("s", [f"x{i}" for i in range(n)])
    claims = [(f"x{i} == x{i + 1}", False) for i in range(n - 1)]
    claims += [(f"s{n - 1} == x{i}", False) for i in range(n)]
    claims += [(f"s{i} == s{n - 1}", False) for i in range(1, n - 1)]
    return facts, claims, []


SCRIPTS: tuple[Callable[[int], Script], ...] = (
    chain, tree, three_chains, selections, joined, known_size, not_known
)  # fmt: skip


def measure(script: Script, minimum: int) -> tuple[float, float, float, int]:
    """Seconds to learn, to ask, to simplify; how many answers are not the wanted ones."""
    stated, claims, terms = script
    facts = Facts()
    for name in sorted({name for fact in stated for name in fact.replace(",", " ").split()}):
        if name.isidentifier() and name[0] in "xy":
            facts.symbol(name, minimum)
    start = process_time()
    for fact in stated:
        facts.learn(fact)
    learnt = process_time()
    wrong = sum(facts.proves(claim) is not wanted for claim, wanted in claims)
    asked = process_time()
    wrong += sum(str(facts.simplify(text)) != wanted for text, wanted in terms)
    return learnt - start, asked - learnt, process_time() - asked, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="6,12,24,48,96")
    parser.add_argument("--minimum", type=int, default=0)
    options = parser.parse_args()
    print("| facts | n | learn, ms | ask, ms | questions | simplify, ms | not as wanted |")
    print("|---|---|---|---|---|---|---|")
    failed = 0
    for make in SCRIPTS:
        for n in map(int, options.sizes.split(",")):
            script = make(n)
            learn, ask, simplify, wrong = measure(script, options.minimum)
            times = f"{learn * 1e3:.1f} | {ask * 1e3:.1f} | {len(script[1])} | {simplify * 1e3:.1f}"
            print(f"| {make.__name__} | {n} | {times} | {wrong} |", flush=True)
            failed += wrong
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
