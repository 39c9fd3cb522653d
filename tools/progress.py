"""One line on a terminal that says which pass a long run is in."""

import sys
from threading import Lock, Timer
from typing import TextIO

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from .observers import PassObserver


class Progress(PassObserver):
    """Shows `[3/9] name, 1021 ops` once a run has taken `delay` seconds, and wipes it in the
    end.
    """

    reads_module = False

    def __init__(self, stream: TextIO = sys.stderr, delay: float = 2.0):
        self._stream = stream
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
