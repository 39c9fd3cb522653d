"""Judges programs in a process of its own, which may crash or hang without harm."""

from __future__ import annotations

import multiprocessing
import os
import sys
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

ROOT = str(Path(__file__).parents[3])

WALL_LIMIT = 300.0
"""Seconds after which a process that has not answered is ended."""

RUNS = 400
"""Programs after which a process is replaced, since TensorFlow keeps what it traced."""


@dataclass(frozen=True, slots=True)
class Crash:
    """The process ended, or was ended, before it answered."""

    message: str


class Worker:
    """A process that answers one request after the other.

    onednn: whether TensorFlow uses the kernels of oneDNN, its default on x86, or its plain ones
    without: whether to do without TensorFlow
    """

    def __init__(self, onednn: bool = False, *, without: bool = False) -> None:
        self._onednn, self._without = onednn, without
        self._process: Any = None
        self._answered = 0

    def ask(self, request: str, *values: object) -> Any:
        """The answer to a request of `_ANSWERS`, or a Crash."""
        if self._process is None or self._answered >= RUNS:
            self.close()
            self._start()
        self._connection.send((request, values))
        try:
            if self._connection.poll(WALL_LIMIT):
                self._answered += 1
                return self._connection.recv()
            message = f"no answer in {WALL_LIMIT:.0f} s"
        except (EOFError, ConnectionError):
            self._process.join()
            message = f"exit code {self._process.exitcode}"
        self.close()
        return Crash(message)

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None

    def _start(self) -> None:
        if ROOT not in sys.path:  # the process imports this module by its name
            sys.path.append(ROOT)
        context = multiprocessing.get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(other, self._onednn, self._without), daemon=True
        )
        self._process.start()
        other.close()
        self._answered = 0


def _serve(connection: Connection, onednn: bool, without: bool) -> None:
    os.environ.update(
        TF_CPP_MIN_LOG_LEVEL="3",
        TF_ENABLE_ONEDNN_OPTS=str(int(onednn)),
        CUDA_VISIBLE_DEVICES="-1",
    )
    # What TensorFlow logs of each refusal.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    if not without:
        import tensorflow as tf

        tf.config.threading.set_inter_op_parallelism_threads(1)
        tf.config.threading.set_intra_op_parallelism_threads(1)
    while True:
        try:
            request, values = connection.recv()
        except EOFError:
            return
        try:
            connection.send(_answer(request, *values))
        except Exception:  # a fault of the test itself
            connection.send(Crash(traceback.format_exc()))


def _answer(request: str, *values: Any) -> object:
    if request == "native":
        from .natively import native_faults

        return native_faults(*values)
    if request == "exported":
        from .exported import exported_faults

        return exported_faults(*values)
    if request == "iree":
        from .in_iree import iree_faults

        return iree_faults(*values)
    from .generator import random_case
    from .judging import judge, why_not_compared
    from .reducing import reduce_case
    from .reference import refuses, runs_without_crash

    match request:
        case "case":
            return random_case(*values)
        case "judge":
            return judge(*values)
        case "not compared":
            return why_not_compared(*values)
        case "refuses":
            return refuses(*values)
        case "reference":
            return runs_without_crash(*values)
        case _:
            return reduce_case(*values)
