"""Random tf graphs through the whole compiler, every stage held against numpy.

`python tests/fuzz/random_graphs.py --count 1000 --seed 0` exits 1 where a graph does not compile, loses a fact, takes
too long, computes something else at sizes that numpy takes, or accepts sizes that numpy refuses; each such graph is
printed as small as it gets. With `--native` only the machine code is held against numpy.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.fuzz.checking import fault_of
from tests.fuzz.generator import random_case
from tests.fuzz.natively import native_fault_of
from tests.fuzz.seeds import options_of
from tests.fuzz.shrinking import report, shrink
from tests.fuzz.steps import STEPS, UNDECIDED


def main() -> int:
    parser = options_of(__doc__, 1000)
    parser.add_argument("--undecided", action="store_true", help="mostly undecided broadcasts")
    parser.add_argument(
        "--native", action="store_true", help="machine code, fenced, not every stage"
    )
    parser.add_argument("--keep-going", action="store_true", help="do not stop at the first fault")
    options = parser.parse_args()
    faulty, callbacks = list[int](), Counter[str]()
    check = partial(native_fault_of, callbacks=callbacks) if options.native else fault_of
    for seed in range(options.seed, options.seed + options.count):
        case = random_case(seed, UNDECIDED if options.undecided else STEPS)
        if options.native:
            print(f"seed {seed}", end="\r", file=sys.stderr, flush=True)  # a fence ends the process
        fault = check(case)
        if fault is not None:
            faulty.append(seed)
            print(f"seed {seed}: {report(*shrink(case, fault, check=check))}\n", flush=True)
            if not options.keep_going:
                break
    if options.native:
        print("callbacks:", dict(callbacks.most_common()) or "none")
    print(f"{len(faulty)} faulty of {seed - options.seed + 1} random graphs", faulty or "")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
