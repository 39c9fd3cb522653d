"""Errors as users read them: `file:line:col: error: what is wrong`, and the line at that place."""

import sys
import traceback
from typing import TextIO

from xdsl.ir import Operation
from xdsl.utils.exceptions import (
    ArgSpecParseError,
    DiagnosticException,
    MultipleSpansParseError,
    ParseError,
    PassFailedException,
    UnregisteredConstructException,
    VerifyException,
)

from ..dialects.messages import op_name, place_of
from .bytecode import BYTECODE, PORTABLE
from .source_lines import excerpt
from .usage_error import UsageError

TRACKER = "https://github.com/tieshape/tieshape/issues"
"""Where a user may report a bug: as in `project.urls` of pyproject.toml."""


class LocatedError(DiagnosticException):
    """An error whose place is known: `place` is `file:line:col`, or None."""

    others: tuple[Exception, ...] = ()
    """The further errors that were found with this one."""

    def __init__(self, message: str, place: str | None):
        super().__init__(message)
        self.place = place


class ModelWarning(UserWarning):
    """What is wrong with a model that is read all the same."""


class DeclaredOtherwise(ModelWarning):
    """A model declares another shape for an output than it computes."""


class ChecksDropped(ModelWarning):
    """Checks of values that a program makes are not in what is made of it."""


class InternalError(Exception):
    """A bug that ended a run: where it came up, and the op that was at hand.

    during: what was done, `pass cse` say
    """

    def __init__(self, error: BaseException, during: str):
        super().__init__(str(error))
        self.error = error
        self.during = during
        self.op = op_at_hand(error)


EXPECTED_ERRORS = (
    DiagnosticException,
    ParseError,
    UsageError,
    UnregisteredConstructException,
    OSError,
)
"""What a user can cause. Any other exception is a bug, and is reported as internal."""


def report(error: BaseException, *, debug: bool = False, file: TextIO | None = None) -> None:
    """Writes `error` and those found with it, by default to standard error: for each its line,
    and the line of the source that it is about, with a caret.
    """
    if debug:
        traceback.print_exception(error, file=sys.stderr)
    for each in all_of(error):
        place, _ = place_and_message(each)
        lines = [one_line(each), excerpt(place)]
        print("\n".join(filter(None, lines)), file=file or sys.stderr)


def all_of(error: BaseException) -> tuple[BaseException, ...]:
    """`error` and the errors that were found with it."""
    return (error, *getattr(error, "others", ()))


def one_line(error: BaseException) -> str:
    """`place: error: message`, or `error: message` where no place is known."""
    place, message = place_and_message(error)
    return f"{place}: error: {message}" if place else f"error: {message}"


def located(error: Exception) -> LocatedError:
    """`error` with the place of the op that it is about."""
    place, message = place_and_message(error)
    return LocatedError(message, place)


def place_and_message(error: BaseException) -> tuple[str | None, str]:
    """Where `error` is, as `file:line:col`, and what it says, on one line."""
    match error:
        case LocatedError():
            return error.place, _joined(str(error))
        case ParseError():
            return str(error.span.get_location()), _joined(_parse_message(error))
        case ArgSpecParseError():
            return None, f"option -p, {spec_message(error)}"
        case UsageError():
            return None, _joined(str(error))
        case OSError():
            name = f"{error.filename}: " if error.filename else ""
            return None, f"{name}{error.strerror or error}"
        case InternalError():
            return _internal(error.error, error.op, f" (in {error.during})")
        case _ if not isinstance(error, EXPECTED_ERRORS):
            return _internal(error, op_at_hand(error), "")
        case _:
            op, words = op_at_fault(error), _joined(str(error))
            if op is None and isinstance(error, PassFailedException | VerifyException):
                op = op_at_hand(error)
            if op is None:
                return None, words
            name = op_name(op)
            return place_of(op), words if name in words else f"{name}: {words}"


def _internal(error: BaseException, op: Operation | None, during: str) -> tuple[str | None, str]:
    words = _joined(str(error))
    words = f"{type(error).__name__}: {words}" if words else repr(error)
    at = "" if op is None else f" at {op_name(op)}"
    message = f"internal: {words}{during}{at}; please report it to {TRACKER}"
    return None if op is None else place_of(op), message


def op_at_hand(error: BaseException) -> Operation | None:
    """The op that the functions which raised `error` spoke of, the innermost that has a place."""
    found = op_at_fault(error)
    trace = error.__traceback__
    while trace is not None:
        op = trace.tb_frame.f_locals.get("op")
        if isinstance(op, Operation) and op.parent is not None and place_of(op) is not None:
            found = op
        trace = trace.tb_next
    return found


def op_at_fault(error: BaseException) -> Operation | None:
    """The op that `error` is about: its `op`, or the innermost op whose verifier raised it."""
    op = getattr(error, "op", None)
    if isinstance(op, Operation):
        return op
    innermost = None
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_code is Operation.verify.__code__:
            innermost = frame.f_locals["self"]
        trace = trace.tb_next
    return innermost


def decode(data: bytes, name: str) -> str:
    """`data` as UTF-8 text; an error at the first byte that is none, or that says how to make text
    of bytecode.
    """
    if data.startswith(BYTECODE):
        message = "MLIR bytecode; convert it to text first"
        if PORTABLE in data[:64]:
            message += (
                ": stablehlo-translate --deserialize, or mlir_module() of a jax.export.Exported"
            )
        raise LocatedError(message, name)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before) - before.rfind(b"\n")
        message = f"not UTF-8 text: byte 0x{data[error.start]:02x}"
        raise LocatedError(message, f"{name}:{line}:{column}") from error


def _parse_message(error: ParseError) -> str:
    if not isinstance(error, MultipleSpansParseError):
        return error.msg
    places = ", ".join(str(span.get_location()) for span, _ in error.refs)
    return f"{error.msg} ({error.ref_text or 'see'} {places})"


def spec_message(error: ArgSpecParseError) -> str:
    """The column and the words of an error in a pass or target with options."""
    # The text is a heading, a place, what was read, a marker under it, and the words.
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    column = lines[1].rpartition(":")[2] if len(lines) > 1 else "?"
    return f"column {column}: {lines[-1]}"


def _joined(text: str) -> str:
    return " ".join(text.split())
