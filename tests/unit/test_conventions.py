"""Conventions that keep the tree readable, each checked over every source file."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = [
    "symbolic",
    "dialects",
    "rules",
    "text",
    "runtime",
    "interpreters",
    "analysis",
    "materialize",
    "passes",
    "lowering",
    "native",
    "interop",
    "tools",
]
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
LONG_FILES = {"symbolic/expr.py"}
"""One recursive type is one file."""

OP_CLASS = re.compile(r"\w+(Op|OpTrait|Pass|Attr|Type)$")
"""Ops, attributes and types are qualified by their dialect: `tf.AddOp` and `mhlo.AddOp`."""


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_files_have_at_most_300_lines() -> None:
    long = {name(p): n for p in SOURCES if (n := len(p.read_text().splitlines())) > 300}
    assert long.keys() <= LONG_FILES, long


def test_functions_have_at_most_50_lines() -> None:
    functions = (
        (f"{name(path)}:{node.lineno} {node.name}", (node.end_lineno or 0) - node.lineno + 1)
        for path in SOURCES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef)
    )
    assert not {where: lines for where, lines in functions if lines > 50}


def test_docstrings_and_comments_fit_100_columns() -> None:
    assert not [f"{name(path)}:{line}" for path in SOURCES for line in wide_prose(path)]


def wide_prose(path: Path) -> Iterator[int]:
    """The lines of docstrings and comments that are wider than 100 columns; IR may be wider."""
    text = path.read_text()
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or token.string.startswith('"""'):
            in_example = False
            for number in range(token.start[0], token.end[0] + 1):
                line = lines[number - 1]
                in_example ^= line.strip().startswith("```")
                if len(line) > 100 and not in_example and "pyright:" not in line:
                    yield number


def test_a_class_name_is_used_once() -> None:
    places = defaultdict[str, list[str]](list)
    for path in SOURCES:
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef) and not OP_CLASS.match(node.name):
                places[node.name.lstrip("_")].append(name(path))
    assert not {word: found for word, found in places.items() if len(found) > 1}


def test_no_test_reads_a_clock() -> None:
    clocks = {"time", "perf_counter", "perf_counter_ns", "monotonic", "process_time", "timeit"}
    for path in TESTS:
        names = (
            [alias.name for alias in node.names] + [getattr(node, "module", None)]
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Import | ast.ImportFrom)
        )
        assert not clocks & set(chain(*names)), name(path)
