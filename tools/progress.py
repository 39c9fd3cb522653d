"""One line on a terminal that says which pass a long run is in; a bar with tqdm (`[progress]`)."""

import sys
from collections.abc import Callable
from importlib import import_module
from threading import Lock, Timer
from typing import Any, TextIO, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from .observers import PassObserver

Meter = Callable[[int, int, str], str]
"""The line for a number of passes that are done, of how many, and the words on the next one."""


def installed_meter() -> Meter | None:
    """The bar of tqdm, None where it is not installed."""
    try:
        bar = cast("Any", import_module("tqdm")).tqdm
    except ImportError:
        return None

    def meter(done: int, total: int, words: str) -> str:
        form = "{percentage:3.0f}%|{bar:20}| {postfix}"
        return bar.format_meter(done, total, 0, bar_format=form, postfix=words)

    return meter


class Progress(PassObserver):
    """Shows `[3/9] name, 1021 ops` once a run has taken `delay` seconds, and wipes it in the
    end.
    """

    reads_module = False

    def __init__(self, stream: TextIO = sys.stderr, delay: float = 2.0, meter: Meter | None = None):
        self._stream = stream
        self._meter = meter
        self._lock = Lock()
        self._line = "reading"
        self._count = 0
        self._total = 0
        self._shown = False
        self._timer = Timer(delay, self._show)
        self._timer.daemon = True
        self._timer.start()

    def started(self, module: ModuleOp, passes: tuple[ModulePass, ...]) -> None:
        self._count, self._total = 0, len(passes)

    def before_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        ops = sum(1 for _ in module.walk())
        with self._lock:
            self._count += 1
            self._line = f"[{self._count}/{self._total}] {pass_.name}, {ops} ops"
            if self._meter is not None:
                self._line = self._meter(self._count - 1, self._total, self._line)
            if self._shown:
                self._write()

    def close(self) -> None:
        """Wipes the line and shows none any more."""
        self._timer.cancel()
        with self._lock:
            if self._shown:
                self._line = ""
                self._write()
            self._shown = False

    def _show(self) -> None:
        with self._lock:
            self._shown = True
            self._write()

    def _write(self) -> None:
        self._stream.write(f"\r\x1b[K{self._line}")
        self._stream.flush()
