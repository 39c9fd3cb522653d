"""How the driver answers a file: compiled, or refused in words that say where."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from tieshape.tools.opt import main as run_opt

LOST = re.compile(r"^error: pass \S+ lost ", re.MULTILINE)


def fault_in_answer(
    data: bytes, ending: str, options: Sequence[str], place: re.Pattern[str]
) -> str | None:
    """What the driver says of a file of `data` where it should not.

    That is an internal error, a lost fact or guard, or a refusal without a `place`.
    """
    said = io.StringIO()
    with TemporaryDirectory() as folder:
        (path := Path(folder) / f"program.{ending}").write_bytes(data)
        try:
            with redirect_stdout(io.StringIO()), redirect_stderr(said):
                code = run_opt([str(path), *options])
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    words = said.getvalue()
    wrong = "internal:" in words or LOST.search(words) or not place.search(words)
    return words if code and wrong else None
