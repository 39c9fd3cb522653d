"""Models of `make_programs.py` here, in XLA and in IREE, and the shapes that each refuses.

    python bench/interchange/programs.py FOLDER [--iree PYTHON] [--only SETS] [--names NAMES]

FOLDER holds a folder for each set, and these a folder for each model. PYTHON has
iree-base-compiler and iree-base-runtime; this one needs tieshape[jax], and [onnx] or [torch] for
these models. Shapes to try are those of shapes.json; without it (the models of `interchange.py`)
the neighbours of the last reference, and what the compiled model refuses has to be refused after
export as well. A shape is refused in words where the consumer's message has those of a guard.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import interchange
import make_programs
import numpy as np
from tieshape.interop.jax import export_of
from tieshape.tools.import_model import read_model
from tieshape.tools.runtime_provider import program
from worker import in_iree

from tieshape import Runner, TieshapePass, new_context, parse_module, print_module

sys.path.append(str(Path(__file__).parents[1]))
from shared.tables import table
from shared.xla import refined, run_in_xla, text_of

SETS = ("jax", "tf", *make_programs.SETS)
MODELS = ("model.mlir", "model.onnx", "model.pt2")
MESSAGE = re.compile(r'(?:error_message = |cf\.assert %\w+, )"((?:[^"\\]|\\.)*)"')
SHAPES = ("wrong", "refused here", "refused in XLA", "refused in IREE")
OF_JAX = (
    "Input shapes do not match the polymorphic shapes specification",
    "Input shapes do not match the symbolic shape constraint",
)
"""How JAX begins where sizes are refused that it checks itself, such as 0, and divisors."""
SECONDS = 400


def source_of(model: Path) -> str:
    """The model as text that every command reads."""
    path = next(model / name for name in MODELS if (model / name).exists())
    return path.read_text() if path.suffix == ".mlir" else print_module(read_model(str(path)))


def same(
    found: Sequence[Any], wanted: Sequence[np.ndarray], tolerance: tuple[float, float]
) -> bool:
    pairs = list(zip(map(np.asarray, found), wanted, strict=True))
    return all(
        f.shape == w.shape
        and np.allclose(f.astype(w.dtype), w, rtol=tolerance[0], atol=tolerance[1], equal_nan=True)
        for f, w in pairs
    )


def words_of(text: str) -> list[str]:
    """The words of the guards in an exported text, up to the first number put into them."""
    found = [m.replace('\\"', '"').replace("\\\\", "\\") for m in MESSAGE.findall(text)]
    return [words.partition("{")[0].rstrip() for words in found]


def error_of(call: Callable[[], object]) -> str | None:
    """What `call` ends with; None where it ends well."""
    try:
        call()
    except Exception as error:
        return f"{error} {error.__cause__ or ''}"
    return None


def caller(artifact: Any, exported: str) -> Callable[[list[np.ndarray]], object]:
    """The program in JAX; by XLA's refinement alone where JAX has no type for a size of it."""
    try:
        again = export_of(artifact)
    except ValueError:
        return lambda arrays: run_in_xla(refined(exported, arrays), arrays)
    return lambda arrays: again.call(*arrays)


def counted(row: dict[str, Any], name: str, call: Callable[[], Sequence[Any]], right: Any) -> None:
    """Adds to `row` whether `call` gives the right results, or the first error."""
    try:
        row[name] += (done := right(call()))
        row["errors"].setdefault(name, "" if done else "other numbers")
    except Exception as error:
        row["errors"][name] = f"{type(error).__name__}: {error} {error.__cause__ or ''}"[:400]
    if row["errors"].get(name) == "":
        del row["errors"][name]


def judge(model: Path, answer: Any) -> None:
    """Sends what is right of `model` here and in XLA, its text for IREE and what that refuses."""
    import jax

    jax.config.update("jax_enable_x64", True)
    warnings.filterwarnings("ignore")
    row: dict[str, Any] = {"here": 0, "XLA": 0, "errors": {}}
    references = list(interchange.references(model))
    tolerance = interchange.TOLERANCE.get(model.name, (1e-4, 1e-5))
    try:
        source = source_of(model)
        module = parse_module(source, model.name)
        TieshapePass().apply(new_context(), module)
        artifact = program(source, "model.mlir").compile()  # as text_of names it in words
        exported = text_of(source, "both", "jax")
    except Exception as error:
        row["errors"]["compile"] = f"{type(error).__name__}: {error}"[:400]
        answer.send(row)
        return
    try:
        iree = text_of(source, "both", "iree")
    except Exception as error:
        iree, row["errors"]["IREE"] = "", f"{error}"[:300]
    runner = Runner(module)
    for given, wanted in references:
        right = lambda found, wanted=wanted: same(found, wanted, tolerance)  # noqa: E731
        counted(row, "here", lambda given=given: runner.run(given), right)
        counted(row, "XLA", lambda given=given: run_in_xla(refined(exported, given), given), right)
    row["facts"] = Counter(
        {
            "guards": len(artifact.header.guards),
            "assertions": exported.count("@shape_assertion("),
            "cf.assert": iree.count("cf.assert"),
            "assumed": iree.count("util.assume.int"),
            "broadcasts": exported.count("dynamic_broadcast_in_dim"),
            "decided": decided(exported),
        }
    )
    row |= {"iree.mlir": iree, "words": words_of(iree)}
    try_shapes(model, artifact, exported, references[-1][0], row)
    answer.send(row)


def try_shapes(
    model: Path, artifact: Any, exported: str, given: Sequence[np.ndarray], row: dict[str, Any]
) -> None:
    """Adds to `row` how many wrong shapes are refused in words; `given` are right arguments."""
    types = [a.dtype for a in given]
    refused = shapes_to_refuse(model, artifact, [a.shape for a in given], row)
    words = [*words_of(exported), *OF_JAX]
    call = caller(artifact, exported)
    for shapes in refused:
        check = artifact.check(shapes)
        row["refused here"] = row.get("refused here", 0) + (not check and bool(check.guard))
        arrays = [np.zeros(s, t) for s, t in zip(shapes, types, strict=True)]
        error = error_of(lambda arrays=arrays: call(arrays))
        told = error is not None and any(w in error for w in words)
        fixed = fixed_size(artifact, shapes)
        row["refused in XLA"] = row.get("refused in XLA", 0) + (told or fixed)
        if not (told or fixed):
            row["errors"]["XLA refuses"] = f"{shapes}: {error}"[:300]
    row["wrong"] = len(refused)
    row["tried"] = [s for s in refused if not fixed_size(artifact, s)]
    row["types"] = [str(t) for t in types]


def decided(text: str) -> int:
    """How many dynamic broadcasts say of every dimension of the operand whether it expands."""
    count = 0
    for line in text.splitlines():
        if "dynamic_broadcast_in_dim" in line:
            dims = len(re.findall(r"\d+", (re.search(r"dims = \[(.*?)\]", line) or [""])[0]))
            known = re.findall(r"known_\w+_dimensions = array<i64: ([\d, ]*)>", line)
            count += sum(len(k.split(",")) for k in known) >= dims
    return count


def fixed_size(artifact: Any, shapes: Sequence[Sequence[int]]) -> bool:
    """Whether a size is another than the argument's type has: no program of that type runs it."""
    return any(
        isinstance(entry, int) and entry != size
        for argument, shape in zip(artifact.header.arguments, shapes, strict=True)
        for entry, size in zip(argument.shape, shape, strict=True)
    )


def shapes_to_refuse(
    model: Path, artifact: Any, base: Sequence[Sequence[int]], row: dict[str, Any]
) -> list[Any]:
    """The shapes that have to be refused; those that must be accepted are counted where they are not."""
    stored = model / "shapes.json"
    if not stored.exists():
        return [s for s in make_programs.neighbours(base) if not artifact.check(s)]
    tried = json.loads(stored.read_text())
    wrongly = [t["shapes"] for t in tried if t["accepted"] and not artifact.check(t["shapes"])]
    if wrongly:
        row["errors"]["refused wrongly"] = str(wrongly[:3])
    return [t["shapes"] for t in tried if not t["accepted"]]


def judged(model: Path) -> dict[str, Any]:
    """`judge` in a process of its own: some consumers end theirs."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=judge, args=(model, there))
    process.start()
    there.close()
    try:
        row = here.recv() if here.poll(SECONDS) else {"errors": {"": f"not done in {SECONDS} s"}}
    except EOFError:
        row = {"errors": {"XLA": "the consumer ended the process"}}
    process.kill()
    process.join()
    return row


def add_iree(python: str, model: Path, row: dict[str, Any]) -> None:
    """Compiles and runs the exported text in IREE, on references and on what it has to refuse."""
    rtol, atol = interchange.TOLERANCE.get(model.name, (1e-4, 1e-5))
    job = {"refused": row["tried"], "types": row["types"], "words": row["words"]}
    job |= {"references": [str(f) for f in sorted(model.glob("ref_*.npz"))]}
    with tempfile.TemporaryDirectory() as work:
        text = Path(work, "iree.mlir")
        text.write_text(row["iree.mlir"])
        job |= {"text": str(text), "rtol": rtol, "atol": atol}
        (done,) = in_iree(python, [job], Path(work))
    row["IREE"] = done.get("right", 0)
    row["compiled"] = done["compiled"]
    row["refused in IREE"] = done.get("told", 0) + row["wrong"] - len(row["tried"])
    if done["error"]:
        row["errors"]["IREE"] = done["error"][:300]
    if done.get("accepted"):
        row["errors"]["IREE refuses"] = str(done["accepted"])[:300]


def print_set(kind: str, models: Sequence[Path], python: str | None) -> None:
    """A row for each model of a set, what fails in a line each."""
    print(f"## {kind}\n")
    rows, notes, all_right = list[list[object]](), list[str](), Counter[str]()
    facts = Counter[str]()
    for model in models:
        row = judged(model)
        if python is not None and row.get("iree.mlir"):
            add_iree(python, model, row)
        count = len(list(model.glob("ref_*.npz")))
        cells = [f"{row.get(c, 0)} of {count}" for c in ("here", "XLA", "IREE")]
        all_right.update(c for c in ("here", "XLA", "IREE") if row.get(c) == count)
        all_right.update({c: row.get(c, 0) for c in SHAPES})
        facts.update(row.get("facts", {}))
        rows.append([model.name, *cells, *(row.get(c, 0) for c in SHAPES)])
        notes += [f"{model.name}, {where}: {words}" for where, words in row["errors"].items()]
        print(rows[-1], row["errors"], file=sys.stderr, flush=True)
    total = [f"**{all_right[c]} of {len(models)}**" for c in ("here", "XLA", "IREE")]
    columns = ("model", "here", "XLA", "IREE", "wrong shapes")
    columns += ("refused here", "in XLA", "in IREE")
    table(columns, [*rows, ["all", *total, *(all_right[c] for c in SHAPES)]])
    print(", ".join(f"{name} {number}" for name, number in facts.items()) + "\n")
    print("\n".join(f"- {' '.join(note.split())}" for note in notes) + "\n", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--iree")
    parser.add_argument("--only", default=",".join(SETS))
    parser.add_argument("--names", default="")
    options = parser.parse_args()
    names = options.names.split(",") if options.names else None
    for kind in options.only.split(","):
        found = sorted(p for p in (options.folder / kind).iterdir() if p.is_dir())
        found = [m for m in found if interchange.needs_no_weights(m)]
        models = [m for m in found if names is None or m.name in names]
        print_set(kind, models, options.iree)


if __name__ == "__main__":
    main()
