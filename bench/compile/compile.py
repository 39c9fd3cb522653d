"""Processor time of compiling, pass by pass, beside xDSL's own parse, verify and print.

    python bench/compile/compile.py [--runs 5] [--large] [--profile PASS MODEL]

For each module the steps run in turn, all modules once a round, and the median over the rounds
counts. `passes / xdsl` is the time of all of tieshape's passes over that of parsing, verifying once
and printing the input text with xDSL's own tools. `parse to print` is the time from tf text to
compiled text as the driver does it: parse, verify, all passes, verify, print. What a process
remembers of modules that it compiled before is forgotten for each run.
"""

import argparse
import cProfile
import gc
import pstats
import subprocess
import sys
from collections import defaultdict
from io import StringIO
from pathlib import Path
from statistics import median
from time import process_time

from tieshape.analysis.constraint_cache import clear_constraint_cache
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, print_module
from tieshape.text.parser import SourceParser
from xdsl.context import Context
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError

sys.path.insert(0, str(Path(__file__).parent))
from models import chain, encoder

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "models" / "tf"


def texts(large: bool) -> dict[str, str]:
    """What is measured, by name."""
    result = {path.parent.name: path.read_text() for path in sorted(SHARED.glob("*/model.mlir"))}
    result = result or {p.parent.name: p.read_text() for p in sorted((ROOT / "examples" / "models").glob("*/model.mlir"))}  # fmt: skip
    result |= {f"encoder x{n}": encoder(n) for n in (1, 4, 12, 48)}
    lengths = (1_000, 10_000, 50_000) if large else (1_000, 10_000)
    return result | {f"chain {n}": chain(n) for n in lengths}


class StockParser(Parser):
    """xDSL's own parser; only constants of strings, which it refuses, are read by ours."""

    _parse_string_constant = SourceParser._parse_string_constant
    _parse_strings = SourceParser._parse_strings

    def _parse_builtin_dense_attr(self):
        start = self.pos
        try:
            return super()._parse_builtin_dense_attr()
        except ParseError:
            self._resume_from(start)
            return self._parse_string_constant()


def run(text: str) -> dict[str, float]:
    """Seconds of each step, once."""
    seconds = dict[str, float]()
    clear_constraint_cache()
    gc.collect()
    start = process_time()
    StockParser(new_context(allow_unregistered=True), text, "t").parse_module()
    seconds["xdsl parse"] = process_time() - start
    start = process_time()
    module = parse_module(text, "t", verify=False)
    seconds["parse"] = process_time() - start
    start = process_time()
    module.verify()
    seconds["xdsl verify"] = process_time() - start
    start = process_time()
    Printer(StringIO()).print_op(module)
    seconds["xdsl print"] = process_time() - start
    seconds["ops"] = sum(1 for _ in module.walk())
    gc.collect()
    for step in TieshapePass().pipeline():
        start = process_time()
        step.apply(Context(), module)
        seconds[step.name] = process_time() - start
    start = process_time()
    module.verify()
    print_module(module)
    seconds["verify and print"] = process_time() - start
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--large", action="store_true", help="the chain of 50,000 ops too")
    parser.add_argument("--profile", nargs=2, metavar=("PASS", "MODULE"))
    parser.add_argument("--only", help="modules whose names contain this")
    parser.add_argument(
        "--memory", metavar="MODULE", help="peak memory of parsing alone and of all passes"
    )
    args = parser.parse_args()
    modules = texts(args.large or args.memory is not None)
    if args.only:
        modules = {name: text for name, text in modules.items() if args.only in name}
    if args.profile:
        profile(args.profile[0], modules[args.profile[1]])
        return
    if args.memory:
        memory(args.memory, modules)
        return
    table(modules, args.runs)


def table(modules: dict[str, str], runs: int) -> None:
    found: dict[str, list[dict[str, float]]] = defaultdict(list)
    for _ in range(runs):
        for name, text in list(modules.items()):
            try:
                found[name].append(run(text))
            except Exception as error:
                print(f"{name}: {str(error).splitlines()[0]}", file=sys.stderr)
                del modules[name]
    passes = [step.name for step in TieshapePass().pipeline()]
    short = [name.removeprefix("tieshape-").removesuffix("-to-mhlo") for name in passes]
    print("| module | ops | xdsl parse | verify | print | " + " | ".join(short) + " | passes | passes / xdsl | parse to print |")  # fmt: skip
    print("|" + "---|" * (len(passes) + 8))
    for name, rows in found.items():
        if name not in modules:
            continue
        middle = {key: median(row[key] for row in rows) for key in rows[0]}
        own = sum(middle[p] for p in passes)
        theirs = middle["xdsl parse"] + middle["xdsl verify"] + middle["xdsl print"]
        whole = middle["parse"] + middle["xdsl verify"] + own + middle["verify and print"]
        cells = [middle[k] for k in ("xdsl parse", "xdsl verify", "xdsl print", *passes)]
        numbers = " | ".join(f"{1000 * c:.1f}" for c in cells)
        print(
            f"| {name} | {middle['ops']:.0f} | {numbers} | {1000 * own:.1f} | {own / theirs:.2f} | {1000 * whole:.0f} |"
        )
    print("\nmilliseconds of processor time, medians")


def profile(pass_name: str, text: str) -> None:
    module = parse_module(text, "t", verify=False)
    for step in TieshapePass().pipeline():
        if step.name == pass_name:
            profiler = cProfile.Profile()
            profiler.runcall(step.apply, Context(), module)
            pstats.Stats(profiler).sort_stats("cumtime").print_stats(40)
            return
        step.apply(Context(), module)


def memory(name: str, modules: dict[str, str]) -> None:
    """Peak memory in MiB of a fresh process that parses, and of one that compiles."""
    for what in ("parse", "compile"):
        code = (
            "import sys, resource; sys.path.insert(0, sys.argv[1]); import models\n"
            "from xdsl.context import Context\n"
            "from tieshape.lowering.pipelines import TieshapePass\n"
            "module = models.module_of(sys.stdin.read())\n"
            "if sys.argv[2] == 'compile':\n"
            "    for step in TieshapePass().pipeline(): step.apply(Context(), module)\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
        )
        run = [sys.executable, "-c", code, str(Path(__file__).parent), what]
        output = subprocess.run(
            run, input=modules[name], capture_output=True, text=True, check=True
        )
        print(f"{name}: {what} {output.stdout.strip()} MiB")


if __name__ == "__main__":
    main()
