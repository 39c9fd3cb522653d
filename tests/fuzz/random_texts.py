"""Programs with small faults through the driver: each is compiled or refused in words with a place.

`python tests/fuzz/random_texts.py --count 20000 --seed 0` exits 1 where a run ends in an internal error, loses a
fact or a guard, or refuses a program without saying where.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

from tieshape.tools.opt import main as run_opt

from tests.fuzz.mutations import mutated
from tests.fuzz.seeds import search

PLACE = re.compile(r":\d+:\d+: error: ")
LOST = re.compile(r"^error: pass \S+ lost ", re.MULTILINE)
MAY_LOSE = ("tieshape-strip", "tieshape-materialize-ties")
"""Passes that leave what others cannot say: checks of elements, sizes without symbols."""


def fault_of(seed: int) -> str | None:
    """What is wrong with how program number `seed` is answered, with the program."""
    text, passes = mutated(random.Random(seed))
    option = ["--verify-survival"] if not any(name in passes for name in MAY_LOSE) else []
    said = io.StringIO()
    with TemporaryDirectory() as folder:
        (path := Path(folder) / "program.mlir").write_text(text)
        try:
            with redirect_stdout(io.StringIO()), redirect_stderr(said):
                code = run_opt([str(path), "-p", passes, *option])
        except Exception as error:
            return f"{type(error).__name__}: {error}\n-p {passes}\n{text}"
    words = said.getvalue()
    if code and ("internal:" in words or LOST.search(words) or not PLACE.search(words)):
        return f"{words}-p {passes}\n{text}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    options = parser.parse_args()
    return search(fault_of, "texts", options.seed, options.count)


if __name__ == "__main__":
    sys.exit(main())
