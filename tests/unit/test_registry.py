"""Passes: names, files, tests and options agree."""

import dataclasses
import inspect
from pathlib import Path

import pytest
from tieshape.dialects import DIALECTS
from tieshape.tools.registry import PASSES, UNIVERSE

ROOT = Path(__file__).parents[2]
SEQUENCES = {"tieshape"}


@pytest.mark.parametrize("name", PASSES)
def test_a_pass_is_registered_under_its_name(name: str) -> None:
    assert PASSES[name].load().name == name


@pytest.mark.parametrize("name", [name for name in PASSES if name not in SEQUENCES])
def test_a_pass_has_the_file_and_the_filecheck_test_of_its_name(name: str) -> None:
    stem = name.removeprefix("tieshape-").replace("-", "_")
    assert Path(inspect.getfile(PASSES[name].load())).stem == stem
    tests = list((ROOT / "tests" / "filecheck").rglob(f"{stem}.mlir"))
    assert tests, f"no tests/filecheck/**/{stem}.mlir"


@pytest.mark.parametrize("name", PASSES)
def test_options_are_fields_of_a_frozen_dataclass(name: str) -> None:
    loaded = PASSES[name].load()
    assert dataclasses.is_dataclass(loaded)
    assert loaded.__dataclass_params__.frozen  # pyright: ignore[reportAttributeAccessIssue]
    annotated = set(inspect.get_annotations(loaded))
    assert annotated == {field.name for field in dataclasses.fields(loaded)}


def test_each_name_is_taken_by_one_plug_in_only() -> None:
    assert set(UNIVERSE.all_passes) == set(PASSES)
    assert set(UNIVERSE.all_dialects) == set(DIALECTS)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_is_registered_under_its_name(name: str) -> None:
    assert DIALECTS[name]().name == name
