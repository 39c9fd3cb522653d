"""Runs of the driver inside the test's own process."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from tieshape.tools import opt as driver_module
from tieshape.tools.opt import main
from tieshape.tools.registry import whole_universe
from xdsl.passes import ModulePass
from xdsl.universe import Universe


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


Driver = Callable[..., Outcome]


@pytest.fixture
def opt(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Driver:
    """Calls the driver's `main` with arguments and, if given, text on standard input."""

    def run(*args: str, stdin: str | bytes = "") -> Outcome:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(args)
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run


def add_passes(monkeypatch: pytest.MonkeyPatch, *passes: type[ModulePass]) -> None:
    """Makes `passes` available to the driver."""
    known = whole_universe()
    more = {each.name: lambda each=each: each for each in passes}
    universe = Universe(all_passes=known.all_passes | more, all_targets=known.all_targets)
    monkeypatch.setattr(driver_module, "whole_universe", lambda: universe)
