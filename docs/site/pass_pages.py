"""The page on passes: the registry's lines, each pass's own words, and IR before and after it."""

from __future__ import annotations

import inspect
import io
import re
import shlex
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import MISSING, fields
from pathlib import Path

from dialect_pages import prose
from tieshape.tools.opt import main as tieshape_opt
from tieshape.tools.registry import PASSES
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass

from tieshape import parse_module, print_module

FILECHECK = Path(__file__).resolve().parents[2] / "tests" / "filecheck"
EXAMPLE = FILECHECK.parents[1] / "examples" / "add_softmax.mlir"
MAX_LINES = 40


def pages() -> dict[str, str]:
    """The page of all passes, by path."""
    head = (
        "# Passes\n\nIn the order of the pipeline. Before and after are computed when this page is "
        "built, from the first function of each pass's own test.\n"
    )
    return {"reference/passes.md": "\n\n".join([head, *map(entry, PASSES)]) + "\n"}


def entry(name: str) -> str:
    """One pass: what it does, its options, before and after."""
    registered = PASSES[name]
    cls = registered.load()
    text = inspect.getdoc(inspect.getmodule(cls)) or ""
    parts = [f"## `{name}`", f"{registered.summary}.", prose(text)]
    if (own := vars(cls).get("__doc__")) and not own.startswith(f"{cls.__name__}("):
        parts.append(prose(inspect.cleandoc(own)))
    if options := list(_options(cls)):
        parts.append("| option | type | default |\n|---|---|---|\n" + "\n".join(options))
    if (shown := before_and_after(name)) is not None:
        file, before, after = shown
        parts.append(f"From `{file}`, before:\n\n```mlir\n{shortened(before)}\n```")
        parts.append(f"after:\n\n```mlir\n{shortened(after)}\n```")
    return "\n\n".join(parts)


def _options(cls: type[ModulePass]) -> list[str]:
    rows: list[str] = []
    for field in fields(cls):
        if field.init and "python_only" not in field.metadata:
            name = str(field.metadata.get("option", field.name)).replace("_", "-")
            given = "" if field.default is MISSING else f"`{field.default}`"
            rows.append(f"| `{name}` | `{_type(field.type)}` | {given} |")
    return [row.replace(" | None`", " or none`") for row in rows]


def _type(annotation: object) -> str:
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


def test_of(name: str) -> Path | None:
    """The FileCheck file of a pass: the one with its name."""
    stem = name.removeprefix("tieshape-").replace("-", "_")
    places = [FILECHECK / folder / f"{stem}.mlir" for folder in ("passes", "lowering", "pipelines")]
    return next((place for place in places if place.exists()), None)


def before_and_after(name: str) -> tuple[str, str, str] | None:
    """The file of the pass's test, its first function, and what the pass makes of it."""
    if name == "tieshape":
        before = EXAMPLE.read_text()
        return (
            f"examples/{EXAMPLE.name}",
            before.strip(),
            (run_opt(["-p", name], before) or "").strip(),
        )
    file = test_of(name)
    if file is None:
        return None
    lines = file.read_text().splitlines()
    run = next(line for line in lines if line.startswith("// RUN: tieshape-opt"))
    words = shlex.split(run.removeprefix("// RUN: tieshape-opt").split(" | ")[0])
    options = [w for w in words if w != "%s" and not w.startswith(("2>", "--split-input-file"))]
    code = [line for line in lines if not line.lstrip().startswith("//") or line == "// -----"]
    for part in "\n".join(code).split("// -----"):
        for before in (first_function(part), part):
            if not before or not before.strip() or not (after := run_opt(options, before)):
                continue
            if after != run_opt([], before):
                return (
                    f"tests/filecheck/{file.relative_to(FILECHECK)}",
                    before.strip(),
                    after.strip(),
                )
    return None


def first_function(text: str) -> str | None:
    """The module of `text` with its first function alone; None where there is none."""
    if not text.strip():
        return None
    try:
        module = parse_module(text)
    except Exception:
        return None
    functions = [op for op in module.body.block.ops if isinstance(op, FuncOp)]
    if not functions:
        return None
    if len(functions) == 1 and not re.search(r"(?<=\n)module", text):
        return text
    for function in functions[1:]:
        module.body.block.erase_op(function)
    return print_module(module)


def run_opt(options: list[str], text: str) -> str | None:
    """What `tieshape-opt` prints, or None where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.mlir"
        path.write_text(text)
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(io.StringIO()):
            code = tieshape_opt([str(path), *options])
    return None if code else out.getvalue().replace(str(path), "model.mlir")


def shortened(text: str) -> str:
    """At most MAX_LINES lines."""
    lines = text.splitlines()
    rest = len(lines) - MAX_LINES
    return "\n".join(lines if rest <= 0 else [*lines[:MAX_LINES], f"// … {rest} lines more"])
