"""The tests of other compilers through the whole pipeline: programs that nobody here wrote.

    python bench/importers/mlir_tests.py DIR [--list]

DIR holds text of MLIR, as `tao_compiler/mlir/disc/tests` of BladeDISC, `tests` of mlir-hlo and
`tensorflow/compiler/mlir/tensorflow/tests` of TensorFlow. Each part between lines of `// -----` is
a program by itself. One that names an error (`expected-error`) should be refused, another one not;
many of either kind are about passes or devices that tieshape has nothing of. With `--list` each
program that is not as its test says is printed, with the reason.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from tieshape.tools.opt import main as opt

SECONDS = 5
"""A program that takes longer is listed."""


def parts(folder: Path) -> Iterator[tuple[str, str]]:
    """Each program with its name, `file#number`."""
    for path in sorted(folder.rglob("*.mlir")):
        texts = re.split(r"^\s*// -----.*$", path.read_text(errors="replace"), flags=re.M)
        for number, text in enumerate(texts):
            if text.strip():
                yield f"{path.relative_to(folder)}#{number}", text


def judged(text: str, file: Path) -> tuple[str, str]:
    """What becomes of a program, and why."""
    file.write_text(text)
    output, errors = StringIO(), StringIO()
    with redirect_stdout(output), redirect_stderr(errors):
        code = opt([str(file), "-p", "tieshape"])
    is_wrong = "expected-error" in text
    if code:
        first = re.search(r"error: (.*)", errors.getvalue())
        why = first.group(1) if first else errors.getvalue()[:200]
        if why.startswith("internal"):
            return "internal error", why
        return ("refused, as the test says" if is_wrong else "refused"), why
    if is_wrong:
        return "taken, where the test names an error", " ".join(
            re.findall(r"expected-error.*", text)
        )
    calls = re.findall(r'custom_call @([\w.]+)\([^\n]*unlowered = "([^"]*)"', output.getvalue())
    if calls:
        return "compiled with calls", "; ".join(sorted({f"{op}: {why}" for op, why in calls}))
    return "compiled", ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--list", action="store_true", help="print what is not as its test says")
    args = parser.parse_args()
    counts = Counter[str]()
    with TemporaryDirectory() as place:
        for name, text in parts(args.folder):
            start = process_time()
            kind, why = judged(text, Path(place) / "program.mlir")
            counts[kind] += 1
            seconds = process_time() - start
            if seconds > SECONDS:
                print(f"{name}: {seconds:.1f} s")
            if args.list and kind not in ("compiled", "refused, as the test says"):
                print(f"{name}: {kind}: {why}")
    for kind, count in counts.most_common():
        print(f"| {kind} | {count} |")


if __name__ == "__main__":
    main()
