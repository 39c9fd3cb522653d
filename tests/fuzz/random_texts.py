"""Programs with small faults through the driver: each is compiled or refused in words with a place.

`python tests/fuzz/random_texts.py --count 20000 --seed 0` exits 1 where a run ends in an internal error, loses a
fact or a guard, or refuses a program without saying where.
"""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.fuzz.answers import fault_in_answer
from tests.fuzz.mutations import mutated
from tests.fuzz.seeds import run

MAY_LOSE = ("tieshape-strip", "tieshape-materialize-ties")
"""Passes that leave what others cannot say: checks of elements, sizes without symbols."""
PLACE = re.compile(r":\d+:\d+: error: ")


def fault_of(seed: int) -> str | None:
    """What is wrong with how program number `seed` is answered, with the program."""
    text, passes = mutated(random.Random(seed))
    survival = [] if any(name in passes for name in MAY_LOSE) else ["--verify-survival"]
    fault = fault_in_answer(text.encode(), "mlir", ["-p", passes, *survival], PLACE)
    return None if fault is None else f"{fault}\n-p {passes}\n{text}"


if __name__ == "__main__":
    sys.exit(run(__doc__, 1000, fault_of, "texts"))
