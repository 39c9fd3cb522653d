"""One case after another, each made of a seed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib.util import find_spec


def options_of(about: str | None, count: int) -> argparse.ArgumentParser:
    """`--count` and `--seed` of a script that is `about` random cases, by default `count` of them."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first case")
    return parser


def search(fault_of: Callable[[int], str | None], what: str, first: int, count: int) -> int:
    """Prints what is wrong with the cases of `count` seeds from `first` on; the exit code."""
    faulty = list[int]()
    for seed in range(first, first + count):
        print(f"seed {seed}", end="\r", file=sys.stderr, flush=True)  # one may end the process
        fault = fault_of(seed)
        if fault is not None:
            faulty.append(seed)
            print(f"seed {seed}: {fault}\n", flush=True)
    print(f"{len(faulty)} faulty of {count} random {what}", faulty or "")
    return 1 if faulty else 0


def run(
    about: str | None,
    count: int,
    fault_of: Callable[[int], str | None],
    what: str,
    package: str | None = None,
) -> int:
    """A script of `search` with `options_of`; 0 where a `package` that it needs is not installed."""
    options = options_of(about, count).parse_args()
    if package is not None and find_spec(package) is None:
        print(f"{package} is not installed: no random {what}")
        return 0
    return search(fault_of, what, options.seed, options.count)
