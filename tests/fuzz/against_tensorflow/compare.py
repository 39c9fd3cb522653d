"""Random programs through TensorFlow and through tieshape, results and refusals compared.

`python tests/fuzz/against_tensorflow/compare.py --count 3000 --seed 0` makes one program a seed,
runs it at five input sets, and prints what became of the programs. With `--cases DIRECTORY` the first
program of each cause is reduced and written to DIRECTORY/<kind>/<seed>.mlir, the gravest first. With
`--native` what is right by then is run as machine code too, with `--exported` in JAX as
StableHLO, with `--iree` in IREE: each is held against the interpreter.
Exits 1 where a program is not right in every respect, 0 where TensorFlow is not installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.fuzz.against_tensorflow.summary import Summary
from tests.fuzz.against_tensorflow.verdict import Fault, Verdict
from tests.fuzz.against_tensorflow.worker import Crash, Worker

ENGINES = ("native", "exported", "iree")
"""Where what is right on the interpreter may be run too: requests of a worker, stages of faults."""

PROGRESS = 20
"""Programs after which a line of progress is printed."""


def main() -> int:
    options = _options()
    if importlib.util.find_spec("tensorflow") is None:
        print("skipped: TensorFlow is not installed (pip install tensorflow)")
        return 0
    worker, others, summary = Worker(), Worker(onednn=True), Summary()
    engines = {name: Worker(without=True) for name in ENGINES if getattr(options, name)}
    cases = dict[int, Any]()
    seeds = options.seeds or range(options.seed, options.seed + options.count)
    for number, seed in enumerate(seeds, 1):
        case, verdict = _judged(worker, seed, options.without)
        _drop_refused(others, case, verdict)
        for name, engine in engines.items():
            if verdict.text and not verdict.faults:
                _judge_elsewhere(name, engine, worker, case, verdict)
        for fault in summary.add(seed, verdict):
            print(f"seed {seed}: {fault}", flush=True)
            cases[seed] = case
        if number % PROGRESS == 0:
            print(f"[{number}/{len(seeds)}] {summary.line()}", flush=True)
            _report(summary, options.table)
    print(_report(summary, options.table), flush=True)
    if options.cases:
        for seed, fault in summary.by_kind():
            _write(worker, cases[seed], fault, seed, options.cases)
    for each in (worker, others, *engines.values()):
        each.close()
    return 0 if summary.programs["right in every respect"] == summary.count else 1


def _report(summary: Summary, path: Path | None) -> str:
    table = summary.table()
    if path is not None:
        path.write_text(table + "\n")
    return table


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first program")
    parser.add_argument("--seeds", type=int, nargs="+", help="these programs, instead")
    parser.add_argument("--cases", type=Path, help="where reduced programs go")
    parser.add_argument("--table", type=Path, help="a file for the table")
    parser.add_argument("--without", nargs="*", default=(), help="ops of the catalog to leave out")
    parser.add_argument("--native", action="store_true", help="run machine code as well")
    parser.add_argument("--exported", action="store_true", help="run in JAX as well")
    parser.add_argument("--iree", action="store_true", help="run in IREE as well")
    return parser.parse_args()


def _judged(worker: Worker, seed: int, without: tuple[str, ...]) -> tuple[Any, Verdict]:
    """The case of `seed`, None where making it failed, and the verdict on it."""
    case = worker.ask("case", seed, tuple(without))
    if isinstance(case, Crash):
        return None, Verdict(not_traced=case.message)
    verdict = worker.ask("judge", case)
    if isinstance(verdict, Crash):
        if isinstance(worker.ask("reference", case), Crash):
            return None, Verdict(not_traced=f"TensorFlow: {verdict.message}")
        return case, Verdict([Fault("crash", "", verdict.message)])
    return case, verdict


def _drop_refused(others: Worker, case: Any, verdict: Verdict) -> None:
    """Drops false rejects of what TensorFlow refuses by its kernels of oneDNN, those it has by
    default: then it is TensorFlow that contradicts itself.
    """
    for fault in [fault for fault in verdict.faults if fault.kind == "false reject"]:
        if others.ask("refuses", case, fault.inputs.partition(":")[0]) is True:
            verdict.faults.remove(fault)
            verdict.runs["refused by the kernels of oneDNN too"] += 1
            verdict.runs["false reject"] -= 1


def _judge_elsewhere(
    name: str, engine: Worker, worker: Worker, case: Any, verdict: Verdict
) -> None:
    """Adds what an engine does other than the interpreter, which TensorFlow agrees with."""
    order = [argument.value for argument in case.program.arguments]
    sets = [[inputs[value] for value in order] for _, inputs in case.inputs]
    found = engine.ask(name, verdict.text, sets)
    if isinstance(found, Crash):
        verdict.faults.append(Fault("crash", name, found.message))
        return
    if found is None:
        verdict.runs[f"{name}: no such form"] += len(sets)
        return
    for (inputs, _), fault in zip(case.inputs, found, strict=True):
        if not isinstance(fault, Fault):
            verdict.runs[f"{name}: {fault or 'the same'}"] += 1
        elif isinstance(reason := worker.ask("not compared", case, inputs), str):
            verdict.runs[f"{name}: {reason}, not compared"] += 1
        else:
            verdict.runs[f"{name}: {fault.kind}"] += 1
            verdict.faults.append(replace(fault, inputs=inputs))


def _write(worker: Worker, case: Any, fault: Fault, seed: int, directory: Path) -> None:
    """Reduces `case` and writes its text, under the kind and the number of the seed."""
    reduced = (case, fault) if fault.stage in ENGINES else worker.ask("reduce", case, fault)
    if not isinstance(reduced, Crash):
        case, fault = reduced
    verdict = worker.ask("judge", case)
    text = "" if isinstance(verdict, Crash) else verdict.text
    folder = directory / re.sub(r"[^a-z]+", "_", fault.kind)
    folder.mkdir(parents=True, exist_ok=True)
    number = sum(path.stem.partition("_")[0] == str(seed) for path in folder.glob("*.mlir"))
    path = folder / (f"{seed}_{number}.mlir" if number else f"{seed}.mlir")
    program = "\n".join(f"//   {line}" for line in str(case.program).splitlines())
    path.write_text(
        f"// TensorFlow: {fault.expected or 'see the message'}; tieshape: {fault.message}\n"
        f"// {fault.kind}, first at {fault.stage or 'no single pass'}; seed {seed}; "
        f"inputs {fault.inputs or 'any'}\n"
        f"{program}\n{text}"
    )


if __name__ == "__main__":
    sys.exit(main())
