"""Python's search for cycles waits while modules are imported, and is as it was afterwards."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from tieshape.runtime.garbage import not_collected


class Node:
    """An object in a cycle."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def searching() -> Iterator[None]:
    assert gc.isenabled()
    yield
    gc.unfreeze()
    gc.enable()


def test_no_search_begins_inside() -> None:
    with not_collected():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_was_made_is_old_and_still_found() -> None:
    with not_collected():
        node = Node()
        kept, found = node, weakref.ref(node)
    assert not any(each is kept for each in (*gc.get_objects(0), *gc.get_objects(1)))
    assert gc.get_freeze_count() == 0
    del node, kept
    gc.collect()
    assert found() is None


def test_what_others_froze_stays_so() -> None:
    gc.freeze()
    count = gc.get_freeze_count()
    with not_collected():
        pass
    assert gc.get_freeze_count() == count > 0


def test_no_search_begins_where_none_was_wanted() -> None:
    gc.disable()
    with not_collected():
        pass
    assert not gc.isenabled()
