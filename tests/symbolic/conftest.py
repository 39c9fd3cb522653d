"""What the tests of the engine share."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
from tieshape.symbolic import prove


@pytest.fixture(scope="session")
def fuzz() -> ModuleType:
    """The fuzzer beside this file, which is a program of its own."""
    spec = importlib.util.spec_from_file_location("fuzz", Path(__file__).with_name("fuzz.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def without_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search is a failure."""

    def refused(*_: object) -> None:
        pytest.fail("a search where none is needed")

    monkeypatch.setattr(prove, "_searched", refused)
