"""The shape of the tree: packages, layers, and names that must match."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = [
    "symbolic",
    "dialects",
    "analysis",
    "passes",
    "lowering",
    "interpreters",
    "runtime",
    "tools",
]
BELOW = {
    "symbolic": set[str](),
    "dialects": set[str](),
    "analysis": {"symbolic", "dialects"},
    "passes": {"symbolic", "dialects", "analysis"},
    "lowering": {"symbolic", "dialects", "analysis", "passes"},
    "interpreters": {"symbolic", "dialects", "analysis"},
    "runtime": {"symbolic"},
    "tools": {
        "symbolic", "dialects", "analysis", "passes", "lowering", "interpreters", "runtime",
    },
}  # fmt: skip


def sources(layer: str) -> list[Path]:
    return sorted((ROOT / layer).rglob("*.py"))


def imported_layers(path: Path) -> set[str]:
    """The layers that a file imports, at its top or anywhere inside."""
    depth = len(path.relative_to(ROOT).parts) - 1
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level > depth:
            found.add((node.module or "").split(".")[0])
        elif isinstance(node, ast.ImportFrom) and not node.level:
            parts = (node.module or "").split(".")
            if parts[0] == "tieshape":
                found.update(parts[1:2])
        elif isinstance(node, ast.Import):
            parts = [alias.name.split(".") for alias in node.names]
            found.update(part[1] for part in parts if part[0] == "tieshape" and len(part) > 1)
    return found - {""}


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_lower_layers_only(layer: str) -> None:
    for path in sources(layer):
        above = imported_layers(path) - BELOW[layer] - {layer}
        assert not above, f"{path.relative_to(ROOT)} imports {sorted(above)}"


def test_every_package_is_listed_for_installation() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = {path.parent for layer in LAYERS for path in (ROOT / layer).rglob("__init__.py")}
    expected = {
        "tieshape." + ".".join(folder.relative_to(ROOT).parts): str(folder.relative_to(ROOT))
        for folder in folders
    } | {"tieshape": "tieshape"}
    assert settings["package-dir"] == expected
    assert sorted(settings["packages"]) == sorted(expected)


def test_every_layer_is_linked_for_editors() -> None:
    for layer in LAYERS:
        link = ROOT / "tieshape" / layer
        assert link.is_symlink()
        assert link.resolve() == ROOT / layer


def test_no_folder_without_an_init_file_holds_modules() -> None:
    for layer in LAYERS:
        for path in sources(layer):
            assert (path.parent / "__init__.py").exists(), path
