"""The test data of StableHLO's reference interpreter through the pipeline, on both engines.

    python bench/importers/stablehlo_tests.py DIR [--unknown] [--list]

DIR is `stablehlo/testdata` of a checkout of StableHLO: programs whose @main computes of what @inputs
gives what @expected gives, and says so by `check.expect_…`. With `--unknown` the values of @inputs
are arguments of unknown sizes, and so are the results of all ops that need no type to know theirs.
Numbers in 16 bits may differ by 2 %, others by 500 units in the last place where the test says
close, else by 50. With `--list` each program that is not right is printed, with the reason.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tieshape.materialize.types import retype
from tieshape.native.program import NativeProgram
from tieshape.native.runner import NativeRunner
from xdsl.dialects.builtin import FunctionType, ModuleOp, TensorType
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp

from tieshape import Runner, TieshapePass, new_context, parse_module, print_module

TYPED = {
    *("bitcast_convert", "broadcast_in_dim", "constant", "custom_call", "dynamic_slice", "fft"),
    *("iota", "reshape", "rng_bit_generator"),
}
"""Ops whose result's sizes are in its type alone."""
UNKNOWN = -(2**63)


class Program:
    """A file of the test data: `module` returns what it checks; what that is to be; how near."""

    def __init__(self, path: Path, unknown: bool) -> None:
        parsed = parse_module(path.read_text(), path.name)
        self.inputs: list[Any] = []
        functions = {op.sym_name.data: op for op in parsed.body.block.ops if isinstance(op, FuncOp)}
        self.expected = values_of(parsed, "expected")
        main = functions["main"]
        block = main.body.block
        checks = [op for op in main.walk() if target_of(op).startswith("check.")]
        self.kinds = [target_of(op) for op in checks]
        end = block.last_op
        assert end is not None
        end.operands = [op.operands[0] for op in checks]
        for op in checks:
            op.detach()
            op.erase()
        if unknown:
            assert "inputs" in functions, "no inputs"
            self.inputs = values_of(parsed, "inputs")
            for op in list(block.ops):
                if isinstance(op, CallOp) and op.callee.root_reference.data == "inputs":
                    for result in op.results:
                        argument = block.insert_arg(without_sizes(result.type), len(block.args))
                        result.replace_all_uses_with(argument)
                    op.detach()
                    op.erase()
                elif op.operands and op.name.partition(".")[2] not in TYPED:
                    assert not isinstance(op, CallOp), "a call's types are those of a function"
                    for result in op.results if not isinstance(op, ReturnOp) else ():
                        retype(result, without_sizes(result.type))
        main.function_type = FunctionType.from_lists(block.arg_types, end.operand_types)
        for name in ("arg_attrs", "res_attrs"):
            main.properties.pop(name, None)
        self.module = parse_module(print_module(parsed), path.name)


def target_of(op: Any) -> str:
    return op.call_target_name.data if op.name == "stablehlo.custom_call" else ""


def without_sizes(type_: Any) -> Any:
    return TensorType(type_.element_type, [UNKNOWN] * type_.get_num_dims())


def values_of(module: ModuleOp, name: str) -> list[Any]:
    """What a function of no arguments returns."""
    copy = module.clone()
    for op in list(copy.body.block.ops):
        if isinstance(op, FuncOp) and op.sym_name.data != name:
            op.detach()
        elif isinstance(op, FuncOp):
            op.properties.pop("sym_visibility", None)
    TieshapePass().apply(new_context(), copy)
    return Runner(copy).run([])


def difference(kind: str, found: Any, expected: Any) -> str:
    """How an array differs from what is expected, in words; empty where it does not."""
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return f"{found.dtype}{found.shape} for {expected.dtype}{expected.shape}"
    if found.dtype.kind not in "fc":
        wrong = found != expected
    else:
        bits = found.dtype.itemsize * (4 if found.dtype.kind == "c" else 8)
        unit = {16: 4e-4, 32: 1e-7, 64: 2e-16}[bits]
        near = 2e-2 if bits == 16 else unit * (500 if kind == "check.expect_close" else 50)
        with np.errstate(all="ignore"):
            wrong = ~(np.isclose(found, expected, near, near, equal_nan=True) | (found == expected))
    count = int(np.count_nonzero(wrong))
    return f"{count} of {found.size} elements" if count else ""


def differences(program: Program, results: Sequence[Any]) -> str:
    rows = zip(program.kinds, results, program.expected, strict=True)
    return "; ".join(filter(None, (difference(*row) for row in rows)))


def outcome(path: Path, unknown: bool) -> tuple[str, str]:
    """What becomes of a program, and why."""
    try:
        program = Program(path, unknown)
    except AssertionError as error:
        return "left out", str(error)
    except Exception as error:
        return "refused", str(error).strip().splitlines()[-1].strip()
    try:
        TieshapePass().apply(new_context(), program.module)
        slow = Runner(program.module)
        results = slow.run(program.inputs)
    except Exception as error:
        return "refused", str(error).splitlines()[0]
    if words := differences(program, results):
        return "wrong", words
    fast = NativeRunner(NativeProgram(program.module, slow.function), slow.run)
    if words := differences(program, fast.run(program.inputs)):
        return "wrong as machine code", words
    return ("refused as machine code" if fast.refusals else "right"), ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--unknown", action="store_true", help="arguments of unknown sizes")
    parser.add_argument("--list", action="store_true", help="print what is not right")
    options = parser.parse_args()
    counts = Counter[str]()
    for path in sorted(options.folder.glob("*.mlir")):
        kind, words = outcome(path, options.unknown)
        counts[kind] += 1
        if options.list and kind != "right":
            print(f"{path.name}: {kind}: {words}", flush=True)
        if not sum(counts.values()) % 200:
            print(dict(counts), file=sys.stderr)
    print("| " + " | ".join(counts) + " |\n" + "|---" * len(counts) + "|")
    print("| " + " | ".join(map(str, counts.values())) + " |")


if __name__ == "__main__":
    main()
