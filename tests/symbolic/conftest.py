"""What the tests of the engine share."""

import importlib.util
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType

import pytest


@pytest.fixture(scope="session")
def fuzz() -> ModuleType:
    """The fuzzer beside this file, which is a program of its own."""
    spec = importlib.util.spec_from_file_location("fuzz", Path(__file__).with_name("fuzz.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz"] = module
    spec.loader.exec_module(module)
    return module


class Work:
    """Counts calls of Python functions: a measure of work that is the same on every machine."""

    def __init__(self) -> None:
        self.calls = 0

    @contextmanager
    def counted(self) -> Generator[None]:
        """Sets `calls` to the number of calls inside."""
        self.calls = 0

        def count(frame: FrameType, event: str, arg: object) -> None:
            self.calls += event == "call"

        sys.setprofile(count)
        try:
            yield
        finally:
            sys.setprofile(None)


@pytest.fixture
def work() -> Work:
    return Work()
