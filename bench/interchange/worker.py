"""Runs `iree_process.py` and reads what it counts; what ends its process is counted too."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

WORKER = Path(__file__).with_name("iree_process.py")


def in_iree(python: str, jobs: Sequence[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    """A row for each of `jobs` of `check`, in order; `error` tells which signal ended a run."""
    return [checked_job(python, job, folder) for job in jobs]


def checked_job(python: str, job: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The row of a job. A shape that ends the process is listed as accepted, with the signal."""
    while True:
        code, rows = run(python, "check", job, folder)
        row = rows[-1] if rows else {**job, "compiled": False, "right": 0}
        if row.pop("done", False):
            return row
        ended = how_it_ended(code)
        if not rows or row["seen"] is None:
            return {**row, "error": ended}
        shapes = row["refused"][row["seen"]]
        job = {**row, "accepted": [*row["accepted"], [shapes, ended]], "seen": row["seen"] + 1}


def how_it_ended(code: int) -> str:
    """In words, what a process that returned `code` was ended by."""
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"


def timed_in_iree(python: str, job: dict[str, Any], folder: Path) -> Any:
    """The line of one job of `time`. Raises ChildProcessError where the process ends before."""
    code, rows = run(python, "time", job, folder)
    if not rows:
        raise ChildProcessError(f"{WORKER.name}: {how_it_ended(code)}")
    return rows[0]


def run(python: str, mode: str, job: dict[str, Any], folder: Path) -> tuple[int, list[Any]]:
    """How the worker ended, and what it wrote."""
    path = folder / "jobs.json"
    path.write_text(json.dumps([job]))
    done = subprocess.run(
        [python, str(WORKER), mode, str(path)], stdout=subprocess.PIPE, check=False
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]
