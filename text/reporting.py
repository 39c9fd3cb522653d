"""How a command ends with an error; what describes errors is imported when there is one."""

import os
import sys
from collections.abc import Callable
from typing import TextIO


def run_reporting_errors(body: Callable[[], int], *, debug: bool = False) -> int:
    """The exit code of `body`; an error is written to standard error and makes it 1.

    debug: print the traceback of every error as well
    """
    try:
        code = body()
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _silence(sys.stdout)
        return 1
    except KeyboardInterrupt:
        return 130
    except (SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # an ArgSpecParseError of xDSL is no Exception
        from .diagnostics import report

        report(error, debug=debug)
        return 1


def _silence(stream: TextIO) -> None:
    """Sends what is still buffered nowhere: the reader of `stream` is gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
