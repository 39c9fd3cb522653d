"""Random convolutions as machine code, against the interpreter.

`python tests/fuzz/random_convolutions.py --count 1000 --seed 0` exits 1 where a convolution does not compile, reads
beyond its memory (which ends the process: the seed is on the last line), computes something else, or accepts other
sizes than the interpreter. With `--followed` ops on the result are in the same loops.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np
from tieshape.interpreters import RunError, Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.fences import FencedMemory
from tieshape.native.image import is_protection_possible
from tieshape.native.program import NativeProgram, native_code
from tieshape.native.session import Refused
from tieshape.text.module import parse_module
from xdsl.context import Context

from tests.fuzz.convolutions import Convolution, random_convolution
from tests.fuzz.seeds import options_of, search

RUNS = 5


def fault_of(seed: int, *, followed: bool) -> str | None:
    """What is wrong with the machine code of a convolution; None where all is well."""
    case = random_convolution(seed, followed=followed)
    module = parse_module(case.text, "convolution.mlir")
    runner = Runner(parse_module(case.text, "convolution.mlir"))
    try:
        if followed:
            TieshapePass().apply(Context(), module)
        memory = FencedMemory(at_end=seed % 4 < 2) if is_protection_possible() else None
        code = native_code(Runner(module).function, apart=memory is not None)
        program = NativeProgram(module, code, memory=memory)
    except Exception as error:  # any exception at all is what we look for
        return f"does not compile: {type(error).__name__}: {error}\n{case.text}"
    for run in range(RUNS):
        arguments = _arguments(case, seed * RUNS + run)
        fault = _difference(runner, program, arguments)
        if fault is not None:
            return f"{fault} at {[a.shape for a in arguments]}\n{case.text}"
    return None


def _arguments(case: Convolution, seed: int) -> list[Array]:
    operands = case.operands(seed)
    if case.followed is None:
        return operands
    alone = Runner(parse_module(case.alone, "convolution.mlir"))
    try:
        shape = alone.run(operands)[0].shape
    except RunError:  # and so does the whole program
        shape = tuple(int(size) if size.isdigit() else 1 for size in case.result)
    return [*operands, case.drawn([shape[case.followed]], seed), case.drawn(shape, seed + 1)]


def _difference(runner: Runner, program: NativeProgram, arguments: list[Array]) -> str | None:
    try:
        with np.errstate(all="ignore"):
            wanted = runner.run(arguments)[0]
    except RunError as error:
        try:
            program.run(arguments)
        except Refused:
            return None
        return f"accepts what is refused ({error})"
    try:
        found = program.run(arguments)[0]
    except Refused as error:
        return f"refuses what is accepted ({error})"
    if (found.shape, found.dtype) != (wanted.shape, wanted.dtype):
        return f"gives {found.shape}, not {wanted.shape}"
    if wanted.dtype.kind == "i":
        return None if np.array_equal(found, wanted) else "gives other numbers"
    largest = float(np.abs(wanted).max(initial=1))
    is_near = np.allclose(found, wanted, 1e-3, 1e-5 * largest, equal_nan=True)
    return None if is_near else "gives other numbers"


def main() -> int:
    parser = options_of(__doc__, 300)
    parser.add_argument("--followed", action="store_true", help="with ops on the result")
    options = parser.parse_args()
    return search(
        partial(fault_of, followed=options.followed), "convolutions", options.seed, options.count
    )


if __name__ == "__main__":
    sys.exit(main())
