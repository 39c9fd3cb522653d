"""What tests of several folders share."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

import pytest


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
