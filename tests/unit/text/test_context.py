"""The dialects that are read are those of all installed plug-ins, whoever finds them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tieshape.text import context
from xdsl.universe import Universe


@pytest.fixture(autouse=True)
def asked_anew() -> Iterator[None]:
    context._installed_dialects.cache_clear()
    yield
    context._installed_dialects.cache_clear()


def test_without_other_plugins_all_are_known_without_asking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = context.readable_dialects()
    expected = Universe.get_multiverse().all_dialects
    assert expected.keys() <= asked.keys()
    context._installed_dialects.cache_clear()
    monkeypatch.setattr(context, "packages_with_entries", lambda group: {"xdsl", "tieshape"})
    monkeypatch.setattr(Universe, "get_multiverse", None)
    assert context.readable_dialects().keys() == asked.keys()


@pytest.mark.parametrize("packages", [None, {"xdsl", "tieshape", "another"}])
def test_other_plugins_are_asked(
    packages: set[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = Universe(all_dialects={"another": lambda: None})
    monkeypatch.setattr(context, "packages_with_entries", lambda group: packages)
    monkeypatch.setattr(Universe, "get_multiverse", staticmethod(lambda: plugin))
    assert "another" in context.readable_dialects()
