"""What all tests share."""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from types import FrameType

import pytest
from tieshape.native.store import PLACE
from tieshape.tools.start import THRESHOLDS


def pytest_configure() -> None:
    """Garbage is collected as rarely as in the commands."""
    gc.set_threshold(*THRESHOLDS)


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Machine code of tests stays out of the user's cache."""
    before = os.environ.get(PLACE)
    os.environ[PLACE] = str(tmp_path_factory.mktemp("cache") / "tieshape")
    yield
    if before is None:
        del os.environ[PLACE]
    else:
        os.environ[PLACE] = before


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
