"""What all tests share."""

import os
from collections.abc import Iterator

import pytest
from tieshape.native.store import PLACE


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
