"""The shape of the tree: packages, floors, import circles, and names that must match."""

import ast
import subprocess
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from shutil import which

import pytest
from tieshape.tools.registry import PASSES

ROOT = Path(__file__).parents[2]
BELOW = {
    "symbolic": "",
    "dialects": "",
    "rules": "symbolic dialects",
    "text": "dialects",
    "runtime": "symbolic",
    "interpreters": "symbolic dialects",
    "analysis": "symbolic dialects rules text",
    "materialize": "symbolic dialects rules text analysis",
    "passes": "symbolic dialects rules text analysis materialize",
    "lowering": "symbolic dialects rules text analysis materialize passes",
    "native": "symbolic dialects rules text runtime interpreters analysis materialize passes lowering",
    "interop": "symbolic dialects rules text runtime analysis materialize passes lowering",
    "tools": "symbolic dialects rules text runtime interpreters analysis materialize passes lowering"
    " interop native",
}
"""For each folder those that its files may import, at the top of a file or inside."""


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for folder in BELOW for path in sources(folder)}


def imports(path: Path) -> Iterator[str]:
    """Every module of ours that `path` imports: at its top, inside of functions, and for type checkers."""
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            full = ".".join(filter(None, [*base, node.module])).removeprefix("tieshape.")
            names = [f"{full}.{alias.name}".strip(".") for alias in node.names]
            yield from (name if name in MODULES else full for name in names)
        elif isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("tieshape.") for alias in node.names)


@pytest.mark.parametrize("folder", BELOW)
def test_a_folder_imports_lower_floors_only(folder: str) -> None:
    allowed = {folder, *BELOW[folder].split()}
    for path in sources(folder):
        found = {module.split(".")[0] for module in imports(path)} & BELOW.keys()
        assert found <= allowed, f"{path.relative_to(ROOT)} imports {sorted(found - allowed)}"


def test_only_floors_that_define_or_write_ir_import_the_rewriter() -> None:
    for folder in BELOW.keys() - {"dialects", "materialize", "passes", "lowering"}:
        for path in sources(folder):
            found = {m for m in imports(path) if m in ("xdsl.rewriter", "xdsl.pattern_rewriter")}
            assert not found, f"{path.relative_to(ROOT)} imports {sorted(found)}"


def test_no_file_imports_itself_by_way_of_others() -> None:
    graph = {name: set(imports(path)) & MODULES.keys() for name, path in MODULES.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_every_package_is_listed_for_installation() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = {path.parent for path in MODULES.values()}
    expected = {
        "tieshape." + ".".join(folder.relative_to(ROOT).parts): str(folder.relative_to(ROOT))
        for folder in folders
    } | {"tieshape": "tieshape"}
    assert settings["package-dir"] == expected
    assert sorted(settings["packages"]) == sorted(expected)


def test_no_folder_without_an_init_file_holds_modules() -> None:
    for path in MODULES.values():
        assert (path.parent / "__init__.py").exists(), path


def test_the_folder_of_passes_holds_one_entry_for_each_pass() -> None:
    entries = {path.stem for path in (ROOT / "passes").iterdir() if not path.name.startswith("__")}
    registered = {name.removeprefix("tieshape-").replace("-", "_") for name in PASSES}
    lowerings = {path.stem for path in (ROOT / "lowering").iterdir()} | {"tieshape"}
    assert entries == registered - lowerings


def test_no_file_of_another_kind_is_at_the_top() -> None:
    """What a tool wrote where it ran, a model say, is no part of the project."""
    if which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a checkout of git")
    words = ["git", "ls-files"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    found = {name for name in listed.stdout.splitlines() if "/" not in name}
    kinds = {Path(name).suffix for name in found if not name.startswith(".")}
    assert kinds <= {".md", ".toml", ".in", ""}, sorted(found)
