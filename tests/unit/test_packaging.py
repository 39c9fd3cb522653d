"""What is packaged: metadata, types, and everything that a source distribution needs."""

import re
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_licence_is_an_spdx_expression_and_a_file() -> None:
    assert PROJECT["license"] == "MIT"
    assert (ROOT / "LICENSE").read_text().startswith("MIT License")
    assert PROJECT["license-files"] == ["LICENSE"]
    assert not [c for c in PROJECT["classifiers"] if c.startswith("License ::")]


def test_supported_pythons_are_the_same_everywhere() -> None:
    classifiers = [c.rsplit(" ", 1)[1] for c in PROJECT["classifiers"] if ":: 3." in c]
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    (matrix,) = re.findall(r"python: \[(.*)\]", workflow)
    assert [p.strip('" ') for p in matrix.split(",")] == classifiers
    assert PROJECT["requires-python"] == f">={classifiers[0]}"


def test_types_and_sources_are_packaged() -> None:
    assert (ROOT / "tieshape" / "py.typed").exists()
    grafted = set(re.findall(r"^graft (\S+)$", (ROOT / "MANIFEST.in").read_text(), re.MULTILINE))
    assert {"tests", "docs", "examples", "bench"} <= grafted
    assert all((ROOT / folder).is_dir() for folder in grafted)


def test_the_core_needs_three_packages_and_commands_are_installed() -> None:
    names = {re.split(r"[<>=]", wanted)[0] for wanted in PROJECT["dependencies"]}
    assert names == {"xdsl", "numpy", "sympy"}
    installed = {point.name for point in entry_points(group="console_scripts")}
    assert PROJECT["scripts"].keys() <= installed
